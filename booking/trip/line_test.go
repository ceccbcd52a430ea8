package trip

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bellhop/api"
)

// lineNow is a Wednesday.
var lineNow = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

func lineReader() LineReader {
	return LineReader{Base: Question{Trip: Default(api.NewDate(2026, 11, 25))}, Now: lineNow}
}

// said is what a line says, in words, with the destination in front.
func said(l Line) string {
	q := l.Question
	where := q.Where
	if d := q.Trip.Destination; d.Kind != KindNone {
		where += "=" + d.Code
	}
	parts := append([]string{where, strings.TrimPrefix(q.Trip.words(""), "|")}, q.Asked()...)
	if q.Trip.Radius != (Radius{}) {
		parts = append(parts, q.Trip.Radius.String())
	}
	return strings.Join(parts, " | ")
}

const (
	usual  = "Wed 9 Dec – Fri 11 Dec 2026 · 2 nights"
	twelve = "Sat 12 Dec – Tue 15 Dec 2026 · 3 nights"
)

func TestReadLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                " | " + usual + " · 2 adults",
		"london":          "london | " + usual + " · 2 adults",
		"London, England": "London, England | " + usual + " · 2 adults",
		"san jose ca":     "san jose ca | " + usual + " · 2 adults",
		"LHR 1a":          "=LHR | " + usual + " · 1 adult",
		"lon 12dec 3n 2a1c 5mi ref <300 4* by total":             "lon | " + twelve + " · 2 adults, 1 child | free to cancel | 4* and up | up to 300 | 5 mi",
		"lon 12dec 3n free":                                      "lon | " + twelve + " · 2 adults | free to cancel",
		"free state 12dec 3n":                                    "free state | " + twelve + " · 2 adults",
		"by distance 4+ <300.50gbp ref 2r 3n lon 2 adults 12dec": "lon | " + twelve + " · 2 adults · 2 rooms | free to cancel | 4* and up | up to 300.50 GBP | by distance",
		"lon 12-15dec":                                           "lon | " + twelve + " · 2 adults",
		"12dec lon 15dec":                                        "lon | " + twelve + " · 2 adults",
		"12 dec to 15 dec lon":                                   "lon | " + twelve + " · 2 adults",
		"nyc 24-26 sep 2":                                        "nyc | Fri 24 Sep – Sun 26 Sep 2027 · 2 nights · 2 adults",
		"nyc 24 sep 26 sep 1 room, 3":                            "nyc | Fri 24 Sep – Sun 26 Sep 2027 · 2 nights · 3 adults",
		"lon fri":                                                "lon | Fri 27 Nov – Sun 29 Nov 2026 · 2 nights · 2 adults",
		"lon weekend":                                            "lon | Fri 27 Nov – Sun 29 Nov 2026 · 2 nights · 2 adults",
		"lon tonight 1n":                                         "lon | Wed 25 Nov – Thu 26 Nov 2026 · 1 night · 2 adults",
		"lon +3 2026-12-01":                                      "lon | Sat 28 Nov – Tue 1 Dec 2026 · 3 nights · 2 adults",
		"lon 1c 8 km":                                            "lon | " + usual + " · 2 adults, 1 child | 8 km",
		"lon +pool chain:lx ada":                                 "lon | " + usual + " · 2 adults | accessible | chain LX | pool",
		`lon +"24-hour front desk" by class`:                     "lon | " + usual + " · 2 adults | 24-hour front desk | by class",
		"lon with wi-fi by service":                              "lon | " + usual + " · 2 adults | wi-fi | by service order",
		"4 seasons 12-15dec":                                     "4 seasons | " + twelve + " · 2 adults",
		"12-15dec 4 seasons":                                     "4 seasons | " + twelve + " · 2 adults",
		"motel 6 12-15dec 1a":                                    "motel 6 | " + twelve + " · 1 adult",
		"25hours 12-15dec":                                       "25hours | " + twelve + " · 2 adults",
		"sun valley 12-15dec":                                    "sun valley | " + twelve + " · 2 adults",
		"doubletree by hilton 12-15dec":                          "doubletree by hilton | " + twelve + " · 2 adults",
		`"12 dec" 12-15dec`:                                      "12 dec | " + twelve + " · 2 adults",
		`"weekend`:                                               "weekend | " + usual + " · 2 adults",
		"paris from 12dec to 15dec":                              "paris | " + twelve + " · 2 adults",
		"lon 12dec for 3 nights, 2+1":                            "lon | " + twelve + " · 2 adults, 1 child",
		"lon 12dec 3n 4a1c2r":                                    "lon | " + twelve + " · 4 adults, 1 child · 2 rooms",
		"lon <300 eur within 5 mi":                               "lon | " + usual + " · 2 adults | up to 300.00 EUR | 5 mi",
		"lon 300-500":                                            "lon | " + usual + " · 2 adults | 300 to 500",
		"lon 300-500gbp 12dec 3n":                                "lon | " + twelve + " · 2 adults | 300.00 to 500.00 GBP",
		"lon 300-500 GBP":                                        "lon | " + usual + " · 2 adults | 300.00 to 500.00 GBP",
		"lon 20-30kwd":                                           "lon | " + usual + " · 2 adults | 20.000 to 30.000 KWD",
		"lon 99.50-120.25 eur":                                   "lon | " + usual + " · 2 adults | 99.50 to 120.25 EUR",
		"lon >100":                                               "lon | " + usual + " · 2 adults | from 100",
		"lon >=100gbp":                                           "lon | " + usual + " · 2 adults | from 100.00 GBP",
		"lon over 100 eur":                                       "lon | " + usual + " · 2 adults | from 100.00 EUR",
		"lon 300-300":                                            "lon | " + usual + " · 2 adults | 300 to 300",
		"lon under 300, 4-star":                                  "lon | " + usual + " · 2 adults | 4* and up | up to 300",
		"lon free cancellation ****":                             "lon | " + usual + " · 2 adults | free to cancel | 4* and up",
		"lon chain lx sort by name":                              "lon | " + usual + " · 2 adults | chain LX | by name",
		"12-15dec nyc 3":                                         "nyc | " + twelve + " · 3 adults",
		"mon":                                                    "mon | " + usual + " · 2 adults",
		"mon lon":                                                "lon | Mon 30 Nov – Wed 2 Dec 2026 · 2 nights · 2 adults",
		"ada":                                                    "ada | " + usual + " · 2 adults",
		"weeknd":                                                 "weeknd | " + usual + " · 2 adults",
	} {
		line := lineReader().Read(text)
		if got := said(line); got != want || line.Problem != nil {
			t.Errorf("%s:\n got %s %+v\nwant %s", text, got, line.Problem, want)
		}
	}
}

// A bad word is pointed at, with what helps, and takes nothing from the others.
func TestLineProblems(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"lon 12/10 2a":                      "12/10|days|is 12 Oct or 10 Dec|",
		"lon 12dce 3n":                      "12dce|days|not read|12dec",
		"lon 31feb":                         "31feb|days|there is no day|",
		"lon 060726":                        "060726|days|could be many days|",
		"lon 15-12dec":                      "15-12dec|days|not after|",
		"lon 12-15dec 2n":                   "2n|nights|3 nights|",
		"lon 12dec 13dec 14dec":             "14dec|days|said already|",
		"lon 3n 2n":                         "2n|nights|a second time|",
		"lon 100n":                          "100n|nights|1 to 99|",
		"lon 3m":                            "3m|nights|not read|",
		"21c museum":                        "21c|party|at most 9 children in one booking: make 3, the first for 7 (7c); put a name with a number in quotes|",
		"lon 12a":                           "12a|party|at most 9 adults in one booking: make 2, the first for 6 (6a); put a name with a number in quotes|",
		"lon 20 adults":                     "20 adults|party|at most 9 adults in one booking: make 3, the first for 7 (7a)|",
		"lon 12 rooms 9a":                   "12 rooms|rooms|at most 9 rooms in one booking: make 2, the first for 6 (6r)|",
		"lon 3r":                            "3r|rooms|a room needs an adult|",
		"lon 900mi":                         "900mi|radius|1 to 500|",
		"lon 300-100":                       "300-100|price|300 is more than 100|100-300",
		"lon 100-300 <200":                  "<200|price|a second time|",
		"lon >£100":                         ">£100|price|without a comma or a sign|>100gbp",
		"lon <1,200":                        "<1,200|price|without a comma|",
		"lon 7*":                            "7*|class|1* to 5*|",
		"lon chain:hilton":                  "chain:hilton|chain|two characters|",
		"lon 12dec-12dec":                   "12dec-12dec|days|not after 12 Dec|",
		"lon 15dec-12dec":                   "15dec-12dec|days|nights are more than 99: the departure is in 2027|",
		"lon by nam":                        "by nam|sort|by total|by name",
		"lon by totl":                       "by totl|sort|by total, by distance|by total",
		"lon by":                            "by|sort|by what?|",
		"lon wekend":                        "wekend|days|not read|weekend",
		"lon refundabel":                    "refundabel|refundable|not read|refundable",
		"lon 3nihgts":                       "3nihgts|nights|not read|3 nights",
		strings.Repeat("lon ", 200):         strings.Repeat("lon ", 200) + "|destination|the line has 800 characters, the limit is 600|",
		strings.Repeat("é", 5400):           strings.Repeat("é", 5400) + "|destination|the line has 5,400 characters, the limit is 600|",
		strings.Repeat("é", 201) + " 12dec": strings.Repeat("é", 201) + "|destination|the destination has 201 characters, the limit is 200|",
		"lon next fri":                      "next fri|days|two readings|",
		"lon in 3 days":                     "3 days|days|is +3|",
		"lon 12dec3n 2a":                    "12dec3n|days|not read|12dec 3n",
		"lon 12dec-3n":                      "12dec-3n|days|not read|12dec 3n",
		"lon +3d":                           "+3d|days|not read|+3",
		"lon <€300":                         "<€300|price|without a comma|<300eur",
		"lon total<300":                     "total<300|price|not read|<300",
		"lon<300 3n":                        "lon<300|price|not read|lon <300",
		"lon foo<x":                         "foo<x|price|not read|",
		"lon by rating":                     "by rating|sort|is no order|",
		"lon chain hilton":                  "chain hilton|chain|two characters|",
		"lon 2020-12-12":                    "2020-12-12|days|is past|",
	} {
		line := lineReader().Read(text)
		p := line.Problem
		if p == nil {
			t.Errorf("%s: no problem in %+v", text, line.Words)
			continue
		}
		part := strings.Split(want, "|")
		if got := text[p.Start:p.End]; got != part[0] || p.Help().Name != part[1] || !strings.Contains(p.Message, part[2]) || p.Instead != part[3] {
			t.Errorf("%s: %q %q %q %q, want %s", text, got, p.Help().Name, p.Message, p.Instead, want)
		}
		if strings.Contains(line.Destination, part[0]) && len(line.Words) > 1 && part[1] != "destination" {
			t.Errorf("%s: the bad word is a part of the destination %q", text, line.Destination)
		}
		if mended := lineReader().Read(line.Mended()); p.Instead != "" && mended.Problem != nil {
			t.Errorf("%s: mended to %s: %+v", text, line.Mended(), mended.Problem)
		}
	}
}

func TestWordsOfALine(t *testing.T) {
	t.Parallel()
	line := lineReader().Read("  san jose  12dec 3n by name")
	var got []string
	for _, w := range line.Words {
		got = append(got, line.Text[w.Start:w.End]+": "+rowOf(w.Kind).Name+" "+w.Reading)
	}
	want := []string{"san jose: destination san jose", "12dec: days Sat 12 Dec 2026", "3n: nights 3 nights", "by name: sort by name"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What a destination was chosen for stays chosen while the rest of the line is typed, and its tonight counts.
func TestLineOfAChosenDestination(t *testing.T) {
	t.Parallel()
	r := lineReader()
	r.Now = time.Date(2026, 11, 25, 3, 0, 0, 0, time.UTC)
	r.Base.Where = "honol"
	r.Base.Trip.Destination = Destination{Kind: KindArea, Name: "Honolulu, Hawaii", Zone: "Pacific/Honolulu", Properties: []api.PropertyID{{Chain: "LX", Code: "1"}}}
	for text, in := range map[string]string{"honol tonight 1n": "2026-11-24", `Honolulu, Hawaii tonight`: "2026-11-24", "hon tonight": "2026-11-25", "HNL tonight": "2026-11-24"} {
		line := r.Read(text)
		if got := line.Question.Trip.CheckIn.String(); got != in || line.Problem != nil {
			t.Errorf("%s: from %s, want %s; %+v", text, got, in, line.Problem)
		}
		if kind := line.Question.Trip.Destination.Kind; (kind == KindNone) != (text == "hon tonight") {
			t.Errorf("%s: %+v", text, line.Question.Trip.Destination)
		}
	}
}

func TestFilter_InForce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		typed      string
		currencies []string
		words      string
		unapplied  string
	}{
		{"lon <300", []string{"EUR"}, "up to 300.00 EUR", ""},
		{"lon <300gbp", []string{"EUR"}, "up to 300.00 GBP", "no price is in GBP: prices are in EUR"},
		{"lon <300gbp", []string{"EUR", "GBP"}, "up to 300.00 GBP", ""},
		{"lon <300gbp", nil, "up to 300.00 GBP", ""},
		{"lon <300", nil, "", ""},
		{"lon <300", []string{"CHF", "EUR"}, "", "<300 is not applied: prices are in CHF, EUR; name one, like <300chf"},
		{"lon 100-300 ref", []string{"CHF", "EUR"}, "free to cancel", "100-300 is not applied: prices are in CHF, EUR; name one, like 100-300chf"},
		{"lon >300", []string{"CHF", "EUR"}, "", ">300 is not applied: prices are in CHF, EUR; name one, like >300chf"},
	} {
		applied, unapplied := lineReader().Read(tt.typed).Question.Filter.InForce(tt.currencies)
		if applied.Words() != tt.words || unapplied != tt.unapplied {
			t.Errorf("%s in %q: %q, %q", tt.typed, tt.currencies, applied.Words(), unapplied)
		}
	}
}

func TestEveryFormOfTheGrammar(t *testing.T) {
	t.Parallel()
	for _, row := range Grammar() {
		for _, form := range row.Forms {
			line := lineReader().Read("lon " + form)
			if row.Kind == WordDestination || row.Kind == WordOption {
				line = lineReader().Read(form)
			}
			last := line.Words[len(line.Words)-1]
			if row.Kind == WordOption {
				last.Kind = WordOption // Its words are those of the rows.
			}
			if line.Problem != nil || last.Kind != row.Kind || last.Reading == "" {
				t.Errorf("%s %s: %+v %+v", row.Name, form, line.Words, line.Problem)
			}
		}
	}
}

func drawQuestion(t *rapid.T) Question {
	today := api.NewDate(2026, 11, 25)
	q := Question{Sort: Order{By: rapid.SampledFrom(Sorts()).Draw(t, "sort"), Reversed: rapid.Bool().Draw(t, "reversed")}}
	q.Trip = Trip{CheckIn: today.AddDays(rapid.IntRange(0, 500).Draw(t, "in"))}
	q.Trip.CheckOut = q.Trip.CheckIn.AddDays(rapid.IntRange(1, MaxNights).Draw(t, "nights"))
	q.Trip.Adults, q.Trip.Children = rapid.IntRange(1, MaxGuests).Draw(t, "adults"), rapid.IntRange(0, MaxGuests).Draw(t, "children")
	q.Trip.Rooms = rapid.IntRange(1, q.Trip.Adults).Draw(t, "rooms")
	if rapid.Bool().Draw(t, "around") {
		q.Trip.Radius = Radius{rapid.IntRange(1, MaxRadius).Draw(t, "radius"), rapid.SampledFrom([]string{unitMiles, unitKm}).Draw(t, "unit")}
	}
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`([a-zA-Z0-9"+<:*-]{1,9} {0,2}){1,3}`), rapid.SampledFrom([]string{"12dec", "by name", "4 seasons", "sun city", "LHR", "wekend"}))
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		q.Trip.Destination = CodeDestination("LHR")
	case 1:
		q.Where = text.Filter(func(s string) bool { code, is := ParseCode(s); return !is || code != s }).Draw(t, "where")
	default:
		q.Trip.Destination = Destination{Kind: KindArea, Name: text.Filter(func(s string) bool { return s != "" }).Draw(t, "name"), Properties: []api.PropertyID{{Chain: "LX", Code: "1"}}}
	}
	f := &q.Filter
	f.FreeCancel, f.Accessible = rapid.Bool().Draw(t, "free"), rapid.Bool().Draw(t, "ada")
	f.MinStars = rapid.IntRange(0, mostStars).Draw(t, "stars")
	prices := rapid.SampledFrom([][2]api.Money{
		{},
		{{}, api.NewMoney("300", "")},
		{{}, api.NewMoney("12.50", "GBP")},
		{api.NewMoney("100", ""), api.NewMoney("300", "")},
		{api.NewMoney("20", "KWD"), api.NewMoney("30.5", "KWD")},
		{api.NewMoney("9", "EUR"), {}},
		{api.NewMoney("20", ""), api.NewMoney("30", "")},
	}).Draw(t, "prices")
	f.MinPrice, f.MaxPrice = prices[0], prices[1]
	f.Chain = rapid.SampledFrom([]string{"", "LX", "1A", "Ü\""}).Draw(t, "chain")
	f.Amenity = rapid.OneOf(rapid.Just(""), text.Filter(func(s string) bool { return strings.TrimSpace(s) != "" })).Draw(t, "amenity")
	return q
}

// A question is written as the line that is read as it, with its years or without.
func TestLineRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		q, r := drawQuestion(t), lineReader()
		r.Base.Trip.Destination, r.Base.Where = q.Trip.Destination, q.Where
		for _, text := range []string{q.Line(), r.Write(q)} {
			line := r.Read(text)
			if diff := cmp.Diff(q, line.Question, cmp.AllowUnexported(api.Money{})); diff != "" || line.Problem != nil {
				t.Fatalf("%s: %+v %s", text, line.Problem, diff)
			}
		}
	})
}

func FuzzReadLine(f *testing.F) {
	for _, text := range []string{"lon 12dec 3n 2a1c 5mi ref <300 4* by total", `"4 seasons" chain:"x y" +"`, "12/10 by", "by name lon", "nyc 24-26 sep 2", "HOTLHR/12DEC-3NT2‡D-5M", "HALON12DEC-3/DT-1AUG-2/QU-80-120/FCGBP", "HOA12DEC–15DECLHR2/RM-2", "\xff\" 3n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := lineReader()
		text = text[:min(len(text), longestLine/2)] // A line that is written may be longer than what was read.
		line := r.Read(text)
		at := 0
		for _, w := range line.Words {
			if w.Start < at || w.End <= w.Start || w.End > len(text) {
				t.Fatalf("%q: words %+v", text, line.Words)
			}
			at = w.End
		}
		if p := line.Problem; p != nil {
			if p.Start < 0 || p.End <= p.Start || p.End > len(text) || p.Message == "" {
				t.Fatalf("%q: %+v", text, *p)
			}
			line.Mended()
			return
		}
		r.Base = line.Question
		again := r.Read(line.Question.Line())
		if diff := cmp.Diff(line.Question, again.Question, cmp.AllowUnexported(api.Money{})); diff != "" || again.Problem != nil {
			t.Fatalf("%q, written as %q: %+v %s", text, line.Question.Line(), again.Problem, diff)
		}
	})
}

func BenchmarkReadLine(b *testing.B) {
	r := lineReader()
	for b.Loop() {
		r.Read("lon 12dec 3n 2a1c 5mi ref <300 4* by total")
	}
}

// Days are read in the zone of the place that a line means, also before it is taken.
func TestLineReader_At(t *testing.T) {
	t.Parallel()
	r := lineReader()
	r.Now = time.Date(2026, 11, 28, 23, 30, 0, 0, time.UTC)
	tokyo := Destination{Kind: KindArea, Name: "Tokyo, Japan", Zone: "Asia/Tokyo"}
	for text, in := range map[string]string{
		"tokyo tonight": "2026-11-29", "tokyo today 2n": "2026-11-29", "tokyo tomorrow": "2026-11-30", "tokyo mon": "2026-11-30", "tokyo 12dec": "2026-12-12",
	} {
		if got := r.At(r.Read(text), tokyo); got.CheckIn.String() != in || got.Destination.Name != tokyo.Name || got.Adults != 2 {
			t.Errorf("%s: %+v, want %s", text, got, in)
		}
	}
	likely := r
	likely.Likely = tokyo
	if line := likely.Read("tokyo tonight"); line.Question.Trip.CheckIn.String() != "2026-11-29" || line.Question.Trip.Destination.Kind != KindNone {
		t.Errorf("likely: %+v", line.Question.Trip)
	}
	if line := likely.Read("LHR tonight"); line.Question.Trip.CheckIn.String() != "2026-11-28" {
		t.Errorf("another place: %+v", line.Question.Trip)
	}
}
