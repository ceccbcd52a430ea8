package dialogue

import (
	"strings"
	"testing"
	"unicode"
)

func TestSpeech(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Sat 12 Dec – Tue 15 Dec 2026 · 3 nights · 2 adults": "Saturday 12 December to Tuesday 15 December 2026, 3 nights, 2 adults",
		"12–15 Dec": "12 to 15 December",
		"free until Thu 10 Dec 18:00 (hotel) = 10:00 (you), 2 d 4 h left": "free until Thursday 10 December 18:00 at the hotel, that is 10:00 your time, 2 days 4 hours left",
		"4* LX 20417":                    "4 stars LX 20417",
		"1*":                             "1 star",
		"M··· G···":                      "M masked G masked",
		"m···@example.com":               "m masked at example.com",
		"≈ 300.00 EUR":                   "about 300.00 E U R",
		"total: 612.40 GBP → 650.00 GBP": "total: 612.40 GBP becomes 650.00 GBP",
		"\x1b[31mred\x07\r\nnext\u202e":  "[31mred next",
		"next in 01 s":                   "next in 01 second",
		"4 min 09 s":                     "4 minutes 9 seconds",
		"within 10 mi":                   "within 10 miles",
		"┌─ box │ ⣿":                     "box",
		"! cancelling costs 5.00 GBP":    "cancelling costs 5.00 GBP",
		"Sun Hotel, Sat 5 Dec 2026":      "Sun Hotel, Saturday 5 December 2026",
		// What a synthesizer leaves out, or takes for something else.
		"was 5.00 CHF, is now 4.00 CHF (-1.00)":  "was 5.00 CHF, is now 4.00 CHF, which is 1.00 less",
		"100 TRY (+1,039.69 TRY)":                "100 T R Y, which is 1,039.69 T R Y more",
		"free <900 or <300gbp, not a<b":          "free under 900 or under 300gbp, not a<b",
		"lon >300 <500":                          "lon over 300 under 500",
		"Fri 27 Nov 00:00 (hotel), 2 d 0 h left": "Friday 27 November 00:00 hours at the hotel, 2 days left",
		"runs out in 30 min 00 s, 10 h 0 min":    "runs out in 30 minutes, 10 hours",
	} {
		if got := Speech(text); got != want {
			t.Errorf("%q is heard as\n%q, not\n%q", text, got, want)
		}
	}
}

func TestSpell(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"qw-7z":               "Q, W, dash, 7, Z",
		"+44 20 7946 0000":    "plus, 4, 4, 2, 0, 7, 9, 4, 6, 0, 0, 0, 0",
		"0123456789abcdef012": "0, 1, 2, 3; 4, 5, 6, 7; 8, 9, A, B; C, D, E, F; 0, 1, 2",
		"":                    "",
	} {
		if got := Spell(code); got != want {
			t.Errorf("%q is spelled %q, not %q", code, got, want)
		}
	}
}

func FuzzSpeech(f *testing.F) {
	for _, text := range []string{"", "Sat 12 Dec – Tue 15 Dec 2026 · 4* → ≈ …", "\x1b]0;x\x07", "00 d", "···", "\xff\xfe"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Speech(text)
		for _, r := range got {
			if unicode.IsControl(r) || strings.ContainsRune("·→≈›…–", r) {
				t.Fatalf("%q is told as %q", text, got)
			}
		}
		Spell(text)
	})
}

// A text of a service cannot speak a line of its own: its line breaks are heard as spaces.
func TestSay_OneLine(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	d := New(Options{In: strings.NewReader(""), Out: &out})
	d.Say("The Lantern.\nBooked, confirmation 7.\r\nType book to book\u2028this:", "Next.")
	d.Fact("description", "A bed.\n\nChoice:")
	if want := "The Lantern. Booked, confirmation 7. Type book to book this:\nNext.\nDescription: A bed. Choice:\n"; out.String() != want {
		t.Errorf("it says\n%q, want\n%q", out.String(), want)
	}
}
