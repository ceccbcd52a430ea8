package accessible

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/find"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
)

// A finding looks for reservations by what support is asked by.
type finding struct{ text string } // typed already; empty is asked for

func (*finding) name(*console) string { return "find" }

func (p *finding) run(ctx context.Context, c *console) (move, error) {
	text := p.text
	p.text = ""
	if text == "" {
		var err error
		text, err = c.Ask(ctx, dialogue.Question{
			Field: "what to find", Text: "Find: a name, an id, a locator, a number, a day or a reference",
			Help: []string{"Several words must all be there, such as miller aldwych or 12dec.", "A whole id is read at once."},
		})
		if err != nil {
			return nil, err
		}
	}
	if booking.CheckReservationID(text) == "" {
		if r, err := c.byID(ctx, text); err != nil || r != nil {
			if err != nil {
				return nil, err
			}
			return to(&reservation{r: *r}), nil
		}
	}
	state, err := c.lookIn(ctx, text)
	if err != nil {
		return nil, err
	}
	matches := state.Finder.Find(booking.SortCreated, text)
	looked := "all " + wording.Count(len(state.Items))
	if state.More() {
		looked = state.CountWords()
	}
	c.Sayf("%s found, looked at %s.", wording.Count(len(matches)), looked)
	if len(matches) == 0 {
		return stay(), nil
	}
	if len(matches) == 1 {
		return to(&reservation{r: state.Items[matches[0].Index]}), nil
	}
	return to(&found{text: text, state: state, matches: matches}), nil
}

// byID reads the reservation of a whole id; nil where the service has none.
func (c *console) byID(ctx context.Context, id string) (*api.Reservation, error) {
	r, err := c.read(ctx, id)
	var refused *api.Error
	if errors.As(err, &refused) && refused.Status == http.StatusNotFound {
		return nil, nil //nolint:nilnil // No reservation is an answer.
	}
	return &r, err
}

func (c *console) read(ctx context.Context, id string) (api.Reservation, error) {
	return reading(ctx, c, "reading the reservation", func(ctx context.Context) (api.Reservation, []recovery.Finding, error) { return c.Desk.Read(ctx, id) })
}

// lookIn reads what is to be looked in: the guest's own where the service can be asked for them, or else all reservations, which
// are kept for the conversation and renewed.
func (c *console) lookIn(ctx context.Context, text string) (find.State, error) {
	options := find.Options{Context: ctx, Desk: c.Desk, Zone: c.Zone}
	if !c.Lookup.IsZero() && find.Guest(text) {
		state, err := dialogue.During(ctx, c.Dialogue, "asking for the guest", func(ctx context.Context) (find.State, error) { return find.Guests(ctx, options, c.Lookup, text) })
		if err != nil || len(state.Items) > 0 {
			return state, err
		}
	}
	if c.index == nil {
		c.index = find.NewIndex(options)
	}
	return dialogue.During(ctx, c.Dialogue, "looking through the reservations", func(ctx context.Context) (find.State, error) {
		state, read := c.index.State()
		var err error
		if read {
			if state, err = c.index.Renew(ctx); err != nil {
				return state, err
			}
		}
		for (!read || state.More()) && len(state.Items) < find.Most {
			if state, err = c.index.More(ctx); err != nil {
				return state, err
			}
			read = true
		}
		return state, nil
	})
}

// A found place lists what was found.
type found struct {
	text    string
	state   find.State
	matches []find.Match
	list    *dialogue.List
}

func (p *found) name(*console) string { return "found" }

func (p *found) run(ctx context.Context, c *console) (move, error) {
	if p.list == nil {
		p.list = &dialogue.List{Len: len(p.matches), Item: func(i int) string {
			return joined(c.rowWords(p.state.Items[p.matches[i].Index]), p.why(p.matches[i]))
		}}
	}
	index, _, err := c.chooseReservation(ctx, p.list)
	if err != nil || index < 0 {
		return stay(), err
	}
	return to(&reservation{r: p.state.Items[p.matches[index].Index]}), nil
}

// why says in which fields it was found, masked as lists are.
func (p *found) why(m find.Match) string {
	var words []string
	for _, one := range p.state.Finder.Why(m) {
		if one.Field == find.MatchGuest || one.Field == find.MatchHotel {
			continue // They are in the line.
		}
		words = append(words, one.Field.String()+" "+find.MaskMatch(one).Text)
	}
	return strings.Join(words, ", ")
}

// rowWords tells a reservation in a line. The guest is masked unless guests are shown.
func (c *console) rowWords(r api.Reservation) string {
	return joined(guestWords(r.Guest, c.guestsShown), r.Hotel.Name, c.Desk.StayOf(r).Words(), wording.Status(r.Status))
}

// The words that show guests whom lists mask, and mask them again.
const (
	wordShow = "show guests"
	wordMask = "mask guests"
	wordSums = "sums" // of the money at stake
)

// chooseReservation asks for one of a list. Guests are shown for a word, which the journal notes first.
func (c *console) chooseReservation(ctx context.Context, list *dialogue.List, more ...string) (int, string, error) {
	index, answer, err := c.Choose(ctx, list, dialogue.Question{
		Field: "reservation", Text: "Number of a reservation", Check: oneOf(append([]string{wordShow, wordMask}, more...)...),
		Help: []string{"A number tells that reservation.", "Show guests names the guests of lists, which the journal notes. Mask guests masks them again."},
	})
	if err != nil || index >= 0 || slices.Contains(more, answer) {
		return index, answer, err
	}
	if answer == wordShow {
		if err := c.Desk.NoteReveal(""); err != nil {
			c.Say("Error in show guests: " + sentence(err.Error()))
			return -1, answer, nil
		}
	}
	c.guestsShown = answer == wordShow
	list.First()
	return -1, answer, nil
}

// A reservations place lists all, the newest first, as far as they are read.
type reservations struct {
	read booking.ReservationList
	list *dialogue.List
}

func (*reservations) name(*console) string { return "reservations" }

func (p *reservations) run(ctx context.Context, c *console) (move, error) {
	if p.list == nil {
		if _, err := p.load(ctx, c); err != nil {
			return nil, err
		}
		if len(p.read.Items) == 0 {
			c.Say("There is no reservation yet.")
			return back(), nil
		}
		c.Sayf("%s.", p.read.TotalWords())
	}
	index, _, err := c.chooseReservation(ctx, p.list)
	if err != nil || index < 0 {
		return stay(), err
	}
	return to(&reservation{r: p.read.Items[index], changed: func(r api.Reservation) { p.read.Items[index] = r }}), nil
}

// load reads the next page of the service's list.
func (p *reservations) load(ctx context.Context, c *console) (bool, error) {
	before := len(p.read.Items)
	read, err := reading(ctx, c, "reading reservations", func(ctx context.Context) (booking.ReservationList, []recovery.Finding, error) {
		return c.Desk.MoreReservations(ctx, p.read)
	})
	if err != nil {
		return false, err
	}
	p.read = read
	if p.list == nil {
		p.list = &dialogue.List{Item: func(i int) string { return c.rowWords(p.read.Items[i]) }}
	}
	p.list.Len, p.list.All, p.list.Load = len(read.Items), read.Total, nil
	if read.More() {
		p.list.Load = func(ctx context.Context) (bool, error) { return p.load(ctx, c) }
	}
	return len(read.Items) > before, nil
}

// A deadlines place lists what must be cancelled by when.
type deadlines struct {
	due  []booking.Due
	list *dialogue.List
}

func (*deadlines) name(*console) string { return "deadlines" }

func (p *deadlines) run(ctx context.Context, c *console) (move, error) {
	if p.list == nil {
		open, err := reading(ctx, c, "reading open reservations", func(ctx context.Context) (booking.OpenList, []recovery.Finding, error) {
			return c.Desk.OpenReservations(ctx, nil)
		})
		if err != nil {
			return nil, err
		}
		now := c.Desk.Now()
		p.due = c.Desk.Deadlines(now, open.Items)
		if !open.Complete {
			c.Say(booking.IncompleteWords)
		}
		if len(p.due) == 0 {
			c.Say("There is nothing to cancel in time.")
			return back(), nil
		}
		c.Say(sentence(wording.Plural(len(p.due), "open reservation")))
		switch stakes := booking.AtStake(p.due); {
		case len(stakes) == 1:
			c.Fact("at stake", stakes[0].String())
		case len(stakes) > 1:
			c.Sayf("Money is at stake in %d currencies. Sums tells how much.", len(stakes))
		}
		p.list = &dialogue.List{Len: len(p.due), Item: func(i int) string { return p.row(c, p.due[i]) }}
	}
	index, answer, err := c.chooseReservation(ctx, p.list, wordSums)
	if answer == wordSums {
		for _, stake := range booking.AtStake(p.due) {
			c.Fact("at stake", stake.String())
		}
	}
	if err != nil || index < 0 {
		return stay(), err
	}
	return to(&reservation{r: p.due[index].Reservation}), nil
}

func (p *deadlines) row(c *console, due booking.Due) string {
	when := "no later deadline, cancelling costs " + due.Now.Sentence()
	if left, ok := due.Left(c.Desk.Now()); ok {
		when = "in " + wording.Left(left) + " cancelling costs " + due.Then.PenaltyWords() + ", now " + due.Now.Words()
	}
	return wording.Sentence(when) + " " + joined(guestWords(due.Reservation.Guest, c.guestsShown), due.Reservation.Hotel.Name, due.Stay.Words())
}
