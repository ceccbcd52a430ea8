package screens

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

// A reveal shows on one screen a guest who is masked. The journal notes it first, and it ends by itself once nobody
// has pressed a key for a while.
type reveal struct {
	of   string // the reservation's id
	open bool
	note load[struct{}]
	// still is how many seconds no key was pressed.
	still int
}

// revealedFor is how many seconds without a key a guest stays shown.
const revealedFor = 60

func newReveal(deps *Deps, reservation string) reveal {
	return reveal{of: reservation, note: newLoad[struct{}](deps, "noting that the guest is shown")}
}

// toggle masks the guest, or has the journal note that they are shown, and shows them once it has.
func (r *reveal) toggle() tea.Cmd {
	switch {
	case r.open:
		r.mask()
		return nil
	case r.note.call.Busy():
		return nil
	}
	desk, of := r.note.deps.Desk, r.of
	return r.note.start(func(context.Context) (struct{}, error) { return struct{}{}, desk.NoteReveal(of) })
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

// touch takes that a key was pressed.
func (r *reveal) touch() { r.still = 0 }

// tick takes that a second has gone by.
func (r *reveal) tick() tea.Cmd {
	if !r.open {
		return nil
	}
	if r.still++; r.still < revealedFor {
		return nil
	}
	r.mask()
	return ui.Flash("The guest is masked again: no key was pressed for a minute.")
}

func (r *reveal) word() string {
	if r.open {
		return "mask guest"
	}
	return "show guest"
}

// A listReveal shows the guests of all lists by name, for the session. The journal notes it first.
type listReveal struct{ note load[struct{}] }

func newListReveal(deps *Deps) listReveal {
	return listReveal{newLoad[struct{}](deps, "noting that guests are shown")}
}

// toggle masks the guests of lists again, or has the journal note that they are shown.
func (r *listReveal) toggle() tea.Cmd {
	deps := r.note.deps
	if deps.guestsShown {
		deps.guestsShown = false
		return nil
	}
	desk := deps.Desk
	return r.note.start(func(context.Context) (struct{}, error) { return struct{}{}, desk.NoteReveal("") })
}

// receive takes the journal's answer, if the message is one.
func (r *listReveal) receive(msg tea.Msg) (mine bool) {
	_, ok, mine, _ := r.note.receive(msg)
	r.note.deps.guestsShown = r.note.deps.guestsShown || ok
	return mine
}

// enable says what the key does now. An audience is shown no guest.
func (r *listReveal) enable(k *key.Binding, rows int) {
	deps := r.note.deps
	k.SetEnabled(rows > 0 && !deps.masking() && !r.note.call.Busy())
	word := "show guests"
	if deps.guestsShown {
		word = "mask guests"
	}
	ui.Reword(k, word)
}
