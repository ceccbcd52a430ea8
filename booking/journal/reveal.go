package journal

import (
	"cmp"
	"errors"
	"os"
	"os/user"
)

// A Reveal is that guests were shown who are masked: the one of a reservation, or those of a list.
type Reveal struct {
	Reservation string `json:"reservation,omitempty"` // the service's id; empty for a list
	Profile     string `json:"profile"`
	Environment string `json:"environment"` // "sandbox" or "production"
	// DataState names the state of a sandbox's data, as in a Plan.
	DataState string `json:"world,omitempty"`
}

func (r *Reveal) check() error {
	if r == nil || r.Environment == "" {
		return errors.New("a reveal needs the environment of the service")
	}
	return nil
}

// NoteReveal writes down, before they are shown, that guests are shown. After an error nothing was written.
func (j *Journal) NoteReveal(r Reveal) error {
	r.Reservation = clip(r.Reservation)
	return j.current(func() error { return j.add(Event{Step: Revealed, Reveal: &r}) })
}

// Reveals lists when guests were shown and by whom, the newest first.
func (j *Journal) Reveals() ([]Event, error) {
	return asked(j, func() ([]Event, error) {
		lines := make([]span, 0, len(j.attempts.reveals))
		for i := range j.attempts.reveals {
			lines = append(lines, j.attempts.reveals[len(j.attempts.reveals)-1-i].at)
		}
		return j.attempts.events(lines)
	})
}

// A revealLine is where the line of a reveal stands.
type revealLine struct {
	reservation string
	at          span
}

func (f *attemptSet) takeReveal(e Event, at span) error {
	if err := e.Reveal.check(); err != nil {
		return err
	}
	f.reveals = append(f.reveals, revealLine{e.Reveal.Reservation, at})
	return nil
}

// revealedAt lists the lines of the reveals of one reservation's guest.
func (f *attemptSet) revealedAt(reservation string) []span {
	var lines []span
	for _, line := range f.reveals {
		if reservation != "" && line.reservation == reservation {
			lines = append(lines, line.at)
		}
	}
	return lines
}

// events reads lines again.
func (f *attemptSet) events(lines []span) ([]Event, error) {
	out := make([]Event, 0, len(lines))
	for _, at := range lines {
		e, err := f.read(at)
		if err != nil {
			return out, err
		}
		out = append(out, e)
	}
	return out, nil
}

// systemUser returns who runs this process. Without a name in the system's list of users, as in many
// containers, it is the environment's or the number.
func systemUser() string {
	if u, err := user.Current(); err == nil {
		return cmp.Or(u.Username, u.Uid)
	}
	return cmp.Or(os.Getenv("USER"), os.Getenv("USERNAME"))
}
