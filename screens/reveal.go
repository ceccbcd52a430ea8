package screens

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui"
)

// A reveal names masked guests on one screen, those of reservations or of a list, once the journal has noted it. On a list
// or a page it ends after booking.RevealedFor without a key; in a question it ends with the question.
type reveal struct {
	of   []string // ids of the reservations; none for a list
	open bool
	note load[struct{}]
	// still counts the seconds without a key.
	still int
}

func newReveal(deps *Deps, reservations ...string) reveal {
	return reveal{of: reservations, note: newLoad[struct{}](deps, "noting that "+revealedWords(len(reservations) == 1))}
}

// newDraftReveal shows a draft's guest while its screen is open. If the draft replaces a reservation, the journal notes that
// first.
func newDraftReveal(deps *Deps, draft booking.Draft) reveal {
	r := newReveal(deps, draft.Reveals()...)
	r.open = len(r.of) == 0
	return r
}

func revealedWords(one bool) string {
	if one {
		return "the guest is shown"
	}
	return "guests are shown"
}

// toggle masks the guests, or shows them.
func (r *reveal) toggle() tea.Cmd {
	if r.open {
		r.mask()
		return nil
	}
	return r.show()
}

// show notes in the journal that the guests are shown, and then shows them.
func (r *reveal) show() tea.Cmd {
	if r.note.call.Busy() {
		return nil
	}
	desk, of := r.note.deps.Desk, r.of
	return r.note.start(func(context.Context) (struct{}, error) { return struct{}{}, desk.NoteReveal(of...) })
}

// ask shows the guests while a question is asked, except to an audience. A failed note is not retried.
func (r *reveal) ask(asked bool) tea.Cmd {
	if !asked || r.open || r.note.failure != nil || r.note.deps.masking() {
		return nil
	}
	return r.show()
}

// asked returns a guest's name, which a question shows in full.
func (r *reveal) asked(g api.Guest, asks bool) string {
	if asks {
		return r.name(g)
	}
	return booking.MaskName(g)
}

// receive takes the journal's answer, if the message is one.
func (r *reveal) receive(msg tea.Msg) (mine bool) {
	_, ok, mine, _ := r.note.receive(msg)
	if mine && ok {
		r.open, r.still = true, 0
	}
	return mine
}

func (r *reveal) mask() {
	r.note.forget()
	r.open = false
}

// touch starts the minute anew after a key.
func (r *reveal) touch() { r.still = 0 }

// tick counts a second without a key.
func (r *reveal) tick() tea.Cmd {
	if !r.open {
		return nil
	}
	if r.still++; r.still < int(booking.RevealedFor/time.Second) {
		return nil
	}
	r.mask()
	return ui.Flash(booking.MaskedAgain(len(r.of) == 1))
}

func (r *reveal) word() string {
	word := "show guest"
	if r.open {
		word = "mask guest"
	}
	if len(r.of) != 1 {
		word += "s"
	}
	return word
}

// name returns a guest's name, masked unless the guests are shown.
func (r *reveal) name(g api.Guest) string {
	deps := r.note.deps
	return guestWords(masked(deps, booking.MaskGuest, g), r.open && !deps.masking())
}

// enable updates the key of a list. Before an audience the key is off.
func (r *reveal) enable(k *key.Binding, rows int) {
	k.SetEnabled(rows > 0 && !r.note.deps.masking() && !r.note.call.Busy())
	ui.Reword(k, r.word())
}
