package terms

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
)

// said writes stretches in a line: "free | 204.13 GBP (204.13) from Thu 10 Dec 18:00 (Thu 10 Dec)".
func said(stretches []Stretch) string {
	parts := make([]string, len(stretches))
	for i, s := range stretches {
		parts[i] = s.Words
		if s.Short != s.Words {
			parts[i] += " (" + s.Short + ")"
		}
		if s.At != "" {
			parts[i] += " from " + s.At + " (" + s.Day + ")"
		}
		if (s.At == "") != (i == 0) || s.From.IsZero() != (i == 0) {
			return "a stretch does not say when it begins"
		}
	}
	return strings.Join(parts, " | ")
}

func TestStretches(t *testing.T) {
	t.Parallel()
	two := []api.CancelPenalty{penalty("2026-12-10T18:00:00Z", "204.13"), penalty("2026-12-12T15:00:00Z", "612.40")}
	about := penalty("2026-12-10T18:00:00Z", "204.13")
	about.Estimated = true
	flagged := two[0]
	flagged.Refundable = ref(false)
	dated := at(t, "2026-12-11T09:00:00Z")
	for name, c := range map[string]struct {
		terms     api.Terms
		made, now time.Time
		want      string
	}{
		"no steps":        {api.Terms{}, time.Time{}, december, ""},
		"said refundable": {api.Terms{Refundable: ref(true)}, time.Time{}, december, ""},
		"non-refundable":  {api.Terms{Refundable: ref(false)}, time.Time{}, december, "non-refundable"},
		"non-refundable from the start": {
			api.Terms{Refundable: ref(false), Penalties: two[:1]}, december, at(t, "2026-12-11T09:00:00Z"), "non-refundable",
		},
		"non-refundable, and dearer later": {
			api.Terms{Refundable: ref(false), Penalties: []api.CancelPenalty{penalty("2026-11-10T18:00:00Z", "90"), two[1]}},
			december, december,
			"90.00 GBP (90.00) | 612.40 GBP (612.40) from Sat 12 Dec 15:00 UTC (Sat 12 Dec)",
		},
		"refundable, and nothing back any more": {
			api.Terms{Refundable: ref(true), Penalties: []api.CancelPenalty{flagged}}, december, dated, "free | 204.13 GBP (204.13) from Thu 10 Dec 18:00 UTC (Thu 10 Dec)",
		},
		"a penalty of unknown time": {
			api.Terms{Penalties: []api.CancelPenalty{{Amount: api.NewMoney("90", "GBP")}}}, time.Time{}, december, "90.00 GBP whenever it is cancelled (90.00)",
		},
		"an unknown time and a known one": {
			api.Terms{Penalties: []api.CancelPenalty{{Amount: api.NewMoney("90", "GBP")}, two[0]}},
			time.Time{},
			december, "90.00 GBP (90.00) | 204.13 GBP (204.13) from Thu 10 Dec 18:00 UTC (Thu 10 Dec)",
		},
		"two steps": {
			api.Terms{Penalties: two},
			time.Time{},
			december, "free | 204.13 GBP (204.13) from Thu 10 Dec 18:00 UTC (Thu 10 Dec) | 612.40 GBP (612.40) from Sat 12 Dec 15:00 UTC (Sat 12 Dec)",
		},
		"estimated": {
			api.Terms{Penalties: []api.CancelPenalty{about}},
			time.Time{},
			december, "free | about 204.13 GBP (about 204.13) from Thu 10 Dec 18:00 UTC (Thu 10 Dec)",
		},
		"no zone": {
			api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-10T18:00:00", "90")}},
			time.Time{},
			december, "free | 90.00 GBP (90.00) from Thu 10 Dec 18:00? (Thu 10 Dec?)",
		},
		"booked in the second phase": {
			api.Terms{Penalties: two}, dated, dated, "204.13 GBP (204.13) | 612.40 GBP (612.40) from Sat 12 Dec 15:00 UTC (Sat 12 Dec)",
		},
		"past": {
			api.Terms{Penalties: two[:1]}, december, dated, "free | 204.13 GBP (204.13) from Thu 10 Dec 18:00 UTC (Thu 10 Dec)",
		},
		"booked after all": {api.Terms{Penalties: two}, at(t, "2026-12-13T09:00:00Z"), at(t, "2026-12-13T10:00:00Z"), "612.40 GBP whenever it is cancelled (612.40)"},
	} {
		if got := said(Of(c.terms).Stretches(c.made, c.now)); got != c.want {
			t.Errorf("%s:\n %q\nwant\n %q", name, got, c.want)
		}
	}
}

func TestNightsOfAPrice(t *testing.T) {
	t.Parallel()
	friday := api.NewDate(2026, time.December, 11)
	price := func(amounts ...string) api.Price {
		var p api.Price
		for i, amount := range amounts {
			p.Nights = append(p.Nights, api.NightPrice{Date: friday.AddDays(i), Total: api.NewMoney(amount, "GBP")})
		}
		return p
	}
	nights := NightsOf(price("100", "106", "94.50", "94.50"))
	var got []string
	for _, n := range nights {
		words := n.Date.Format("Mon") + " " + n.Total.Digits() + " " + n.ChangeWords()
		if n.Weekend {
			words += " weekend"
		}
		got = append(got, words)
	}
	want := "Fri 100.00  weekend/Sat 106.00 +6.00 weekend/Sun 94.50 -11.50/Mon 94.50 "
	if strings.Join(got, "/") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "/"), want)
	}
	if got, want := RangeWords(nights), "weekend nights 100.00 to 106.00, others 94.50"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := RangeWords(nights[:2]), "weekend nights 100.00 to 106.00"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// Friday and Saturday are the weekend, Sunday and Monday the others.
	for want, amounts := range map[string][]string{
		"weekend nights 100.00 to 106.00, others 90.00 to 95.00": {"106", "100", "90", "95"},
		"weekend nights 100.00, others 90.00":                    {"100.00", "100", "90", "90.00"},
		"weekend nights 100.00 to 106.00, others 90.00":          {"100", "106", "90", "90", "90", "90", "90", "103", "104"},
	} {
		if got := RangeWords(NightsOf(price(amounts...))); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := RangeWords(NightsOf(price("100", "106", "90", "90", "90", "90", "90", "99.50"))); got != "weekend nights 99.50 to 106.00, others 90.00" {
		t.Errorf("got %q", got)
	}
	mixed := price("100", "106")
	mixed.Nights[1].Total = api.NewMoney("9", "EUR")
	if nights := NightsOf(mixed); nights[1].ChangeWords() != "" || RangeWords(nights) != "" {
		t.Errorf("two currencies were compared: %q, %q", nights[1].ChangeWords(), RangeWords(nights))
	}
}
