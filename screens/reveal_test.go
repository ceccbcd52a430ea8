package screens_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// revealed returns the reservation of each reveal in the journal, the earliest first; "" stands for a list.
func revealed(f *fixture) []string {
	f.t.Helper()
	events, err := f.journal.Reveals()
	if err != nil {
		f.t.Fatal(err)
	}
	ids := make([]string, len(events))
	for i, e := range events {
		ids[len(ids)-1-i] = e.Reveal.Reservation
	}
	return ids
}

// Guests of a list are shown as on a page: for a minute without a key, and until the list is left.
func TestReveal_List(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(t *testing.T) (*fixture, *uitest.Pump){
		"reservations": func(t *testing.T) (*fixture, *uitest.Pump) {
			f, _ := newFixtureWith(t, 3)
			return f, startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
		},
		"deadlines": func(t *testing.T) (*fixture, *uitest.Pump) {
			f, service := newFixtureWith(t, 0)
			dues(service, 30)
			return f, startOn(f, screens.NewDeadlines(f.deps))
		},
		"reports": func(t *testing.T) (*fixture, *uitest.Pump) {
			f, _, p := reportsOf(t, 1)
			p.Press("w")
			return f, p
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, p := open(t)
			p.Has("M··· G···").HasNot("Mary Graham").Press("u").Has("Mary Graham")
			p.Advance(59*time.Second).Has("Mary Graham").Press("down", "up").Advance(59 * time.Second).Has("Mary Graham")
			p.Advance(time.Second).HasNot("Mary Graham").Has("Guests are masked again", "M··· G···")
			if got := revealed(f); !slices.Equal(got, []string{""}) {
				t.Errorf("the journal notes %q", got)
			}
			p.Press("u").Has("Mary Graham").Press("enter")
			onTop(t, p, "reservation")
			p.HasNot("Mary Graham").Has("M··· G···").Press("esc")
			onTop(t, p, name)
			p.HasNot("Mary Graham").Has("M··· G···")
			if got := revealed(f); !slices.Equal(got, []string{"", ""}) {
				t.Errorf("the journal notes %q", got)
			}
		})
	}
}

// The question before a write names the guest, which the journal notes once. Before it and after it the guest is masked.
func TestReveal_Question(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		open         func(t *testing.T) (*fixture, *uitest.Pump)
		before, send []string
		ids          []int
		own          bool // a booking is made, which names its guest afterwards
	}{
		"cancel": {open: func(t *testing.T) (*fixture, *uitest.Pump) {
			f, _ := newFixtureWith(t, 3)
			return f, startOn(f, screens.NewCancel(f.deps, storedReservation(0)))
		}, send: []string{"ctrl+x"}, ids: []int{0}},
		"payment": {open: func(t *testing.T) (*fixture, *uitest.Pump) {
			f, _ := newFixtureWith(t, 3)
			return f, startOn(f, screens.NewPayment(f.deps, storedReservation(0)))
		}, send: []string{"ctrl+t", "ctrl+b"}, ids: []int{0}},
		"dates": {open: func(t *testing.T) (*fixture, *uitest.Pump) {
			f, service := newFixtureWith(t, 0)
			return f, startOn(f, screens.NewDates(f.deps, movable(service))).Type("27dec")
		}, send: []string{"enter", "enter", "ctrl+b"}, ids: []int{0}},
		"rebook": {open: func(t *testing.T) (*fixture, *uitest.Pump) {
			f, service := newFixtureWith(t, 0)
			return f, startOn(f, screens.NewRebook(f.deps, dear(service)))
		}, before: []string{"enter"}, send: []string{"ctrl+t", "ctrl+b", "ctrl+x"}, ids: []int{0}, own: true},
		"several": {open: func(t *testing.T) (*fixture, *uitest.Pump) {
			f, _, p := listOf(t, 9)
			return f, p.Press("space", "down", "space", "down", "down", "space")
		}, before: []string{"c"}, send: []string{"c", "a", "n", "c", "e", "l", "ctrl+x"}, ids: []int{0, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, p := test.open(t)
			if len(test.before) > 0 {
				p.HasNot("Mary Graham").Press(test.before...)
			}
			p.Has("Mary Graham")
			want := make([]string, len(test.ids))
			for i, n := range test.ids {
				want[i] = storedReservation(n).ID
			}
			if got := revealed(f); !slices.Equal(got, want) {
				t.Errorf("the journal notes %q, want %q", got, want)
			}
			p.Advance(2 * time.Minute).Has("Mary Graham") // The question is no page: it names the guest as long as it stands.
			p.Press(test.send...)
			if test.own {
				p.Has("Rebooked: the new one is confirmed", "Mary Graham")
				want = append(want, want...) // The cancellation of the old one is a question too.
			} else {
				p.HasNot("Mary Graham").Has("M··· G···")
			}
			if got := revealed(f); !slices.Equal(got, want) {
				t.Errorf("after it was sent the journal notes %q, want %q", got, want)
			}
		})
	}
}

// If the journal cannot note the reveal, the guest stays masked in the question, which says why.
func TestReveal_QuestionNotNoted(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	notAFolder := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(notAFolder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f.deskOpening(f.service, notAFolder)
	p := startOn(f, screens.NewCancel(f.deps, storedReservation(0)))
	const why = "the guest stays masked, because the journal could not note that it was shown"
	p.Has("Cancel this reservation?", why).HasNot("Mary")
	draft := verifiedDraft(t, f)
	draft.Replaces = &service.items[0]
	startOn(f, screens.NewBook(f.deps, draft)).Has("M··· G···", why).HasNot("Mary")
	startOn(f, screens.NewGuest(f.deps, draft)).Has(why).HasNot("Mary")
}

// The agent's own booking names its guest, and no reveal is noted of it.
func TestReveal_OwnBooking(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Has("Mary Graham")
	p.Press("ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	p.Has("Mary Graham")
	if got := revealed(f); len(got) != 0 {
		t.Errorf("the journal notes %q", got)
	}
}
