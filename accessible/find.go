package accessible

import (
	"context"
	"errors"
	"net/http"
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
	state, err := c.lookIn(ctx)
	if err != nil {
		return nil, err
	}
	matches := state.Finder.Find(text)
	c.sayIncomplete(state.ReservationList)
	looked := "all " + wording.Count(len(state.Items))
	if state.More() || state.Incomplete() {
		looked = state.CountWords()
	}
	c.Sayf("%s found, looked at %s.", wording.Count(len(matches)), looked)
	if len(matches) == 0 {
		return stay(), nil
	}
	if len(matches) == 1 {
		return to(&reservation{r: state.Items[matches[0].Index]}), nil
	}
	return to(&found{state: state, matches: matches}), nil
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

// lookIn returns all reservations, read once for the conversation and renewed each time.
func (c *console) lookIn(ctx context.Context) (find.State, error) {
	if c.index == nil {
		c.index = find.NewIndex(find.Options{Context: ctx, Desk: c.Desk, Zone: c.Zone})
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
	state   find.State
	matches []find.Match
	items   []api.Reservation // of the matches, as they are by now
	list    *dialogue.List
}

func (p *found) name(*console) string { return "found" }

func (p *found) run(ctx context.Context, c *console) (move, error) {
	if p.list == nil {
		for _, m := range p.matches {
			p.items = append(p.items, p.state.Items[m.Index])
		}
		p.list = &dialogue.List{Len: len(p.matches), Item: func(i int) string { return joined(c.rowWords(p.items[i]), p.why(p.matches[i])) }}
	}
	next, _, err := c.chooseReservation(ctx, p.list, p.items)
	return next, err
}

// longID is how long an id is that is not told in a line with other facts.
const longID = 20

// why says in which fields it was found, masked as lists are.
func (p *found) why(m find.Match) string {
	var words []string
	for _, one := range p.state.Finder.Why(m) {
		if one.Field == find.MatchGuest || one.Field == find.MatchHotel {
			continue // They are in the line.
		}
		text := find.MaskMatch(one).Text
		if len(text) >= longID && !strings.Contains(text, " ") {
			text = "" // Its numbers tell it, and spell it.
		}
		words = append(words, strings.TrimSpace(one.Field.String()+" "+text))
	}
	return strings.Join(words, ", ")
}
