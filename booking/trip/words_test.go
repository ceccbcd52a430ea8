package trip

import (
	"testing"

	"bellhop/api"
)

func TestWords(t *testing.T) {
	in := api.NewDate(2026, 12, 30)
	for got, want := range map[string]string{
		StayWords(api.NewDate(2026, 12, 12), api.NewDate(2026, 12, 15)): "Sat 12 Dec – Tue 15 Dec 2026 · 3 nights",
		StayWords(in, in.AddDays(3)):                                    "Wed 30 Dec 2026 – Sat 2 Jan 2027 · 3 nights",
		StayWords(in, in.AddDays(1)):                                    "Wed 30 Dec – Thu 31 Dec 2026 · 1 night",
		PartyWords(1, 0):                                                "1 adult",
		PartyWords(2, 1):                                                "2 adults, 1 child",
		PartyWords(2, 2):                                                "2 adults, 2 children",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
