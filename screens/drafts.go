package screens

import (
	"errors"
	"sync"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking"
	"bellhop/ui"
)

// Drafts keeps the booking that is being made on the disk, against a crash or a dropped line.
// Writing never blocks the update. A nil one keeps nothing; it is safe for concurrent use.
type Drafts struct {
	store *booking.DraftStore

	writing sync.Mutex
	newest  atomic.Int64            // the number of the newest draft or clearing
	failed  atomic.Bool             // the last write did, which was told
	untold  atomic.Pointer[tea.Msg] // of a save that failed as a booking was sent
}

// NewDrafts keeps drafts in the store.
func NewDrafts(store *booking.DraftStore) *Drafts { return &Drafts{store: store} }

// saved returns the drafts to resume, the newest first, and discards those that are booked. It waits for the disk and the
// journal. After an error the list is incomplete.
func (d *Drafts) saved(deps *Deps) ([]booking.SavedDraft, error) {
	if d == nil {
		return nil, nil
	}
	open, booked, err := deps.Desk.Drafts(d.store)
	if err != nil {
		deps.logFailure("looking for drafts", err)
	}
	for _, s := range booked {
		if err := d.store.Discard(s); err != nil {
			deps.logFailure("throwing a draft away", err)
		}
	}
	return open, err
}

// take makes a saved draft this console's own. It looks at the disk.
func (d *Drafts) take(saved booking.SavedDraft) error {
	d.writing.Lock()
	defer d.writing.Unlock()
	return d.store.Take(saved)
}

// discard throws a saved draft away, this console's own or one that was left.
func (d *Drafts) discard(deps *Deps, saved booking.SavedDraft) tea.Cmd {
	if d.store.Owns(saved) {
		return d.clear(deps)
	}
	return func() tea.Msg {
		if err := d.store.Discard(saved); err != nil {
			deps.logFailure("throwing a draft away", err)
		}
		return nil
	}
}

// save keeps the draft in place of the one before.
func (d *Drafts) save(deps *Deps, draft booking.Draft) tea.Cmd {
	return d.put(deps, func() error { return d.store.Save(draft) })
}

// sending saves the draft with its attempt, sends it, and discards it once it is booked, even if the console has ended
// meanwhile.
func (d *Drafts) sending(deps *Deps, draft booking.Draft, send func() (booking.Booking, error)) (booking.Booking, error) {
	if d != nil && !rebooks(draft) {
		if msg := d.save(deps, draft)(); msg != nil {
			d.untold.Store(&msg)
		}
	}
	made, err := send()
	if d != nil && !rebooks(draft) && err == nil {
		d.untold.Store(nil) // It is booked.
		_ = d.clear(deps)()
	}
	return made, err
}

// tellUntold reports that sending could not save a draft that was then not booked.
func (d *Drafts) tellUntold() tea.Cmd {
	if d == nil {
		return nil
	}
	msg := d.untold.Swap(nil)
	if msg == nil {
		return nil
	}
	return func() tea.Msg { return *msg }
}

// clear removes the draft.
func (d *Drafts) clear(deps *Deps) tea.Cmd {
	return d.put(deps, func() error { return d.store.Clear() })
}

// put writes to the store unless a newer write was asked for meanwhile: commands run in any order.
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
		err := do()
		if err != nil {
			deps.logFailure("keeping the draft", err)
		}
		if failedBefore := d.failed.Swap(err != nil); err == nil || failedBefore {
			return nil
		}
		return ui.Flash("this booking is not kept on the disk: " + innermost(err).Error())()
	}
}

// innermost is the error that others were made around: of a file, what the system says.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
