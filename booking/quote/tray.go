package quote

import (
	"errors"
	"fmt"
	"slices"

	"bellhop/api"
)

// Most is how many rates a tray holds: no client chooses among more.
const Most = 10

// ErrFull means that the tray holds as many rates as it can.
var ErrFull = fmt.Errorf("the tray holds %d rates, which is all it takes: take one off first", Most)

// ErrNoRate means that there is no rate to mark.
var ErrNoRate = errors.New("there is no rate to mark here: the service names a price without one")

// A Tray holds marked rates in the order in which they were marked, each once. The zero value is empty. It belongs to one
// goroutine.
type Tray struct {
	offers   []Offer
	outcomes map[ID]Outcome
}

// Len counts the rates.
func (t *Tray) Len() int {
	if t == nil {
		return 0
	}
	return len(t.offers)
}

// Offers returns the rates, the first marked first.
func (t *Tray) Offers() []Offer {
	if t == nil {
		return nil
	}
	return slices.Clone(t.offers)
}

func (t *Tray) at(id ID) int {
	if t == nil {
		return -1
	}
	return slices.IndexFunc(t.offers, func(o Offer) bool { return o.ID() == id })
}

// Offer returns a marked rate; false for one that is not marked.
func (t *Tray) Offer(id ID) (Offer, bool) {
	at := t.at(id)
	if at < 0 {
		return Offer{}, false
	}
	return t.offers[at], true
}

// Has reports whether the rate is marked.
func (t *Tray) Has(id ID) bool { return t.at(id) >= 0 }

// HasHotel reports whether a rate of the hotel is marked, for whichever stay.
func (t *Tray) HasHotel(id api.PropertyID) bool {
	return t != nil && slices.ContainsFunc(t.offers, func(o Offer) bool { return o.Hotel.ID == id })
}

// Add marks a rate. One that is marked already is replaced, and stays in its place.
func (t *Tray) Add(o Offer) error {
	at := t.at(o.ID())
	switch {
	case o.Rate.BookingCode == "":
		return ErrNoRate
	case at >= 0:
		t.offers[at] = o
		return nil
	case len(t.offers) >= Most:
		return ErrFull
	}
	t.offers = append(t.offers, o)
	return nil
}

// Toggle marks a rate, or takes it off when it is marked, and reports which.
func (t *Tray) Toggle(o Offer) (marked bool, err error) {
	if t.Remove(o.ID()) {
		return false, nil
	}
	err = t.Add(o)
	return err == nil, err
}

// Remove takes a rate off, and reports whether it was there.
func (t *Tray) Remove(id ID) bool {
	at := t.at(id)
	if at < 0 {
		return false
	}
	t.offers = slices.Delete(t.offers, at, at+1)
	delete(t.outcomes, id)
	return true
}

// Clear takes all rates off.
func (t *Tray) Clear() { t.offers, t.outcomes = nil, nil }

// Settle notes what became of a rate that was verified again: from then on the tray has it as it is now. One that was
// taken off meanwhile stays off.
func (t *Tray) Settle(id ID, outcome Outcome) {
	at := t.at(id)
	if at < 0 {
		return
	}
	if outcome.Kind.Priced() {
		now := outcome.Offer
		now.MarkedAt, now.MarkedTotal = t.offers[at].MarkedAt, t.offers[at].MarkedTotal
		// The codes may be new ones; a rate that is marked twice then is one.
		if other := t.at(now.ID()); other >= 0 && other != at {
			t.Remove(now.ID())
			at = t.at(id)
		}
		t.offers[at] = now
		delete(t.outcomes, id)
		id = now.ID()
	}
	if t.outcomes == nil {
		t.outcomes = map[ID]Outcome{}
	}
	if outcome.Kind == NotAsked && t.outcomes[id].Kind == Gone {
		return // A service that cannot be asked does not bring it back.
	}
	t.outcomes[id] = outcome
}

// Outcomes returns the last outcome of every rate, in the tray's order. It is Same for a rate that was not verified again.
func (t *Tray) Outcomes() []Outcome {
	outcomes := make([]Outcome, t.Len())
	for i, o := range t.Offers() {
		outcome, asked := t.Outcome(o.ID())
		if !asked {
			outcome.Kind = Same
		}
		outcome.Offer = o
		outcomes[i] = outcome
	}
	return outcomes
}

// Outcome returns what became of a rate when it was last verified again.
func (t *Tray) Outcome(id ID) (Outcome, bool) {
	if t == nil {
		return Outcome{}, false
	}
	outcome, ok := t.outcomes[id]
	return outcome, ok
}

// Of returns a tray of offers, with what this tray has found out about them since they were last verified.
func (t *Tray) Of(offers []Offer) *Tray {
	of := &Tray{offers: slices.Clone(offers), outcomes: map[ID]Outcome{}}
	for _, o := range offers {
		id := o.ID()
		outcome, asked := t.Outcome(id)
		if !asked {
			continue
		}
		switch now := t.offers[t.at(id)]; {
		case now.AsOf().After(o.AsOf()):
			of.Settle(id, NewOutcome(o, now))
		case now.AsOf().Equal(o.AsOf()):
			of.outcomes[id] = outcome
		}
		if outcome.Kind == Gone && !outcome.At.Before(o.AsOf()) {
			of.Settle(id, outcome)
		}
	}
	return of
}

// Words counts the rates for a header: "tray 3"; empty for none.
func (t *Tray) Words() string {
	if t.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("tray %d", t.Len())
}
