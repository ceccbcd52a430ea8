package accessible_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"bellhop/booking/wording"
)

// reveals counts the reveals in the journal: those of lists, and those of reservations.
func (f *fixture) reveals() (lists, reservations int) {
	f.t.Helper()
	events, err := f.journal.Reveals()
	if err != nil {
		f.t.Fatal(err)
	}
	for _, e := range events {
		if e.Reveal.Reservation == "" {
			lists++
		} else {
			reservations++
		}
	}
	return lists, reservations
}

// answerTo returns the lines between the n-th use of an answer, from 0, and the next answer.
func answerTo(t *testing.T, told, answer string, n int) string {
	t.Helper()
	parts := strings.Split(told, "\n> "+answer+"\n")
	if n+1 >= len(parts) {
		t.Fatalf("%q is not answered %d times:\n%s", answer, n+1, told)
	}
	text, _, _ := strings.Cut(parts[n+1], "\n> ")
	return text
}

// Guests of a list are named until a minute passes between two answers, or the list is left. The clock of the service may
// stand still or jump.
func TestShowGuests_Ends(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	f.deps.Clock = func() time.Time { return now }
	f.before = map[string]func(){
		"more": func() {
			now = now.Add(59 * time.Second)
			if err := f.box.SetClock(t.Context(), "+1h"); err != nil {
				t.Error(err)
			}
		},
		"repeat": func() { now = now.Add(time.Minute) },
	}
	told, err := f.talk("reservations", "show guests", "more", "repeat", "more", "show guests", "1", "back", "mask guests", "quit")
	if err != nil {
		t.Error(err)
	}
	masked := regexp.MustCompile(`(?m)^\d+\. .* masked`)
	for _, named := range []string{answerTo(t, told, "show guests", 0), answerTo(t, told, "more", 0), answerTo(t, told, "show guests", 1)} {
		if masked.MatchString(named) {
			t.Errorf("a guest is masked:\n%s", named)
		}
	}
	const again = "Guests are masked again after a minute without input.\n"
	if got := answerTo(t, told, "repeat", 0); strings.Count(got, again) != 2 || regexp.MustCompile(`(?m)^\d+\. `).MatchString(got) {
		t.Errorf("after a minute it is told:\n%s", got)
	}
	if got := answerTo(t, told, "more", 1); len(masked.FindAllString(got, -1)) != 10 {
		t.Errorf("after a minute more tells:\n%s", got)
	}
	if got := answerTo(t, told, "1", 0); !regexp.MustCompile(`Guest: .* masked`).MatchString(got) {
		t.Errorf("a reservation of a list that named its guests tells:\n%s", got)
	}
	if lists, reservations := f.reveals(); lists != 2 || reservations != 0 {
		t.Errorf("the journal notes %d lists and %d reservations", lists, reservations)
	}
}

// The guest of a reservation is named until a minute passes between two answers.
func TestShowGuest_Ends(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	f.deps.Clock = func() time.Time { return now }
	f.before["numbers"] = func() { now = now.Add(time.Minute) }
	told, err := f.talk("deadlines", "1", "show guest", "numbers", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "> show guest\n", "> numbers\nThe guest is masked again after a minute without input.\n")
}

// The question before a write names the guest, and the journal notes each reveal.
func TestQuestion_NamesGuest(t *testing.T) {
	t.Parallel()
	rebook := toBook("lon 20dec 2n ref")
	rebook[2] = "4"
	for name, script := range map[string][]string{
		"rebook":  append(rebook, "book", "open", "rebook", "1", "accept", "", "back", "quit"),
		"cancel":  {"deadlines", "1", "cancel", "", "quit"},
		"payment": {"deadlines", "1", "payment", "back", "quit"},
		"several": {"deadlines", "cancel 1 2", "", "quit"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			told, err := f.talk(script...)
			if err != nil {
				t.Error(err)
			}
			asked := script[len(script)-3]
			n := strings.Count(told, "\n> "+asked+"\n") - 1
			before := told[:strings.LastIndex(told, "\n> "+asked+"\n")]
			if question := answerTo(t, told, asked, n); strings.Contains(question, " masked") || !strings.Contains(before, " masked") {
				t.Errorf("before the question:\n%s\nthe question:\n%s", before, question)
			}
			want := 1
			if name == "several" {
				want = 2
			}
			if lists, reservations := f.reveals(); lists != 0 || reservations != want {
				t.Errorf("the journal notes %d lists and %d reservations, want 0 and %d", lists, reservations, want)
			}
		})
	}
}

// A paper of a reservation names the guest, which the journal notes.
func TestPapers_NoteReveal(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if _, err := f.talk("deadlines", "1", "voucher", "show guest", "message", "quit"); err != nil {
		t.Error(err)
	}
	if lists, reservations := f.reveals(); lists != 0 || reservations != 2 { // The message follows "show guest".
		t.Errorf("the journal notes %d lists and %d reservations", lists, reservations)
	}
}

// A zone that is not known is told at the beginning, and no time is said to be the listener's.
func TestZoneTrouble_IsTold(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Zone, f.deps.ZoneTrouble = wording.UnknownZone(), "TZ is \"Mars/Olympus\", which is not a time zone."
	told, err := f.talk("deadlines", "1", "quit")
	if err != nil || !strings.Contains(told, f.deps.ZoneTrouble+"\n") || strings.Contains(told, "your time") || !strings.Contains(told, "\nCreated: ") {
		t.Errorf("%v\n%s", err, told)
	}
}
