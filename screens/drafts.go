package screens

import (
	"sync"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking"
)

// Drafts keep the booking that is being made on the disk, so that it survives a
// crash or a dropped line. Writing it is never the update's work. A nil one
// keeps nothing; it is safe for concurrent use.
type Drafts struct {
	drawer booking.Drawer

	writing sync.Mutex
	newest  atomic.Int64 // the number of the newest draft or clearing
}

// NewDrafts keeps drafts in the drawer.
func NewDrafts(drawer booking.Drawer) *Drafts { return &Drafts{drawer: drawer} }

// saved is the draft that an earlier run has left, if there is one.
func (d *Drafts) saved() (booking.Saved, bool) {
	if d == nil {
		return booking.Saved{}, false
	}
	return d.drawer.Saved()
}

// save keeps the draft in place of the one before.
func (d *Drafts) save(deps *Deps, draft booking.Draft) tea.Cmd {
	return d.put(deps, func() error { return d.drawer.Save(draft) })
}

// clear throws the draft away: it was booked, or nobody wants it.
func (d *Drafts) clear(deps *Deps) tea.Cmd {
	return d.put(deps, func() error { return d.drawer.Clear() })
}

// put does a write to the drawer unless a newer one was asked for meanwhile:
// commands run beside each other, in any order.
func (d *Drafts) put(deps *Deps, do func() error) tea.Cmd {
	if d == nil {
		return nil
	}
	number := d.newest.Add(1)
	return func() tea.Msg {
		d.writing.Lock()
		defer d.writing.Unlock()
		if number != d.newest.Load() {
			return nil
		}
		if err := do(); err != nil {
			logFailure(deps, "keeping the draft", err)
		}
		return nil
	}
}
