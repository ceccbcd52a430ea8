package booking

import (
	"errors"

	"bellhop/booking/journal"
	"bellhop/booking/wording"
)

// errNoJournal is the error of a desk that was made without a journal.
var errNoJournal = errors.New("there is no journal")

// openJournal opens the journal and keeps what is wrong with it for
// JournalTrouble.
func (d *Desk) openJournal(o Options) (*journal.Journal, error) {
	j, err := o.Journal, error(nil)
	switch {
	case j != nil:
	case o.OpenJournal == nil:
		return nil, errNoJournal
	default:
		j, err = o.OpenJournal()
	}
	if err != nil {
		x := explainJournal(err)
		x.Title = "Nothing can be booked, changed or cancelled: there is no journal to note it in first"
		d.trouble.Store(&x)
		return nil, err
	}
	d.opened.Store(j)
	if damage := j.Damage(); len(damage) > 0 {
		x := Explanation{
			Title: "The journal of bookings is damaged", Text: damage[0].String(),
			Hint: "It goes on being written. bellhop audit verify names every line.",
		}
		if more := len(damage) - 1; more > 0 {
			x.Text += ", and " + wording.Plural(more, "more problem")
		}
		d.trouble.Store(&x)
	}
	return j, nil
}

// ReadyJournal opens the journal now and waits for it. Whoever has no screen
// that tells JournalTrouble asks before the first write.
func (d *Desk) ReadyJournal() error {
	_, err := d.journal()
	return err
}

// JournalTrouble says what was wrong with the journal when it was opened, which
// Recover does in the background; false as long as nothing is known to be. It
// never waits.
func (d *Desk) JournalTrouble() (Explanation, bool) {
	x := d.trouble.Load()
	if x == nil {
		return Explanation{}, false
	}
	return *x, true
}

// explainJournal is why a write could not be noted, and what helps. Where a
// command does, the error names it.
func explainJournal(err error) Explanation {
	x := Explanation{Text: cleanText(err), Hint: "Mend that and start Bellhop again."}
	switch {
	case errors.Is(err, journal.ErrBusy):
		x.Hint = "Close the other Bellhop, or wait until it goes on; then try again."
		x.Retry = true
	case errors.Is(err, journal.ErrReplaced), errors.Is(err, journal.ErrClosed):
		x.Hint = "Start Bellhop again."
	}
	return x
}
