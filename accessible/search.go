package accessible

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A search asks for one line: where, when, who, which filters, in which order.
type search struct {
	text string // typed already; empty is asked for
	last string // typed last, for who comes back
}

func (*search) name(*console) string { return "search" }

func (p *search) run(ctx context.Context, c *console) (move, error) {
	text := p.text
	p.text = ""
	if text == "" {
		var err error
		if text, err = c.askLine(ctx, p.last); err != nil {
			return nil, err
		}
	}
	p.last = text
	q, err := c.question(ctx, text, trip.Question{Trip: trip.Default(api.DateOf(c.Desk.Now().In(c.Zone)))})
	if err != nil {
		return nil, err
	}
	return to(&hotels{question: q}), nil
}

func (c *console) askLine(ctx context.Context, value string) (string, error) {
	return c.Ask(ctx, dialogue.Question{Field: "search line", Text: "Search line: where, when and who", Value: value, Help: lineHelp()})
}

// lineHelp tells the grammar of a line, a kind of word in each.
func lineHelp() []string {
	help := []string{"One line says what is searched, its words in any order, such as lon 12dec 3n 2a1c 3* free <900."}
	for _, row := range trip.Grammar() {
		var forms []string // as they are heard, where two may be the same
		for _, form := range row.Forms {
			if form = dialogue.Speech(form); !slices.Contains(forms, form) {
				forms = append(forms, form)
			}
		}
		help = append(help, wording.Capital(row.Name)+": "+wording.Stopped(joined(row.Says, "such as "+strings.Join(forms[:min(len(forms), 3)], " or "))))
	}
	return help
}

// question reads a line, asks for what it leaves out, and finds its destination.
func (c *console) question(ctx context.Context, text string, base trip.Question) (trip.Question, error) {
	for {
		now := c.Desk.Now()
		line := trip.LineReader{Now: now, Agent: c.Zone, Base: base}.Read(text)
		says := func(kinds ...trip.WordKind) bool {
			return slices.ContainsFunc(line.Words, func(w trip.Word) bool { return slices.Contains(kinds, w.Kind) })
		}
		q := line.Question
		if there := base.Trip.Destination; line.Destination == "" && there.Kind != trip.KindNone {
			q.Trip.Destination, q.Where = there, base.Where
			if !says(trip.WordRadius) {
				q.Trip.Radius = base.Trip.Radius
			}
		}
		var err error
		switch {
		case line.Problem != nil:
			c.Say("Error in search line: " + sentence(line.Problem.Message))
			mended := line.Mended()
			if mended == text {
				mended = ""
			}
			text, err = c.askLine(ctx, mended)
		case line.Destination == "" && q.Trip.Destination.Kind == trip.KindNone:
			text, err = c.askMore(ctx, text, dialogue.Question{Field: "destination", Text: "Where: a city, a hotel or a code", Check: destinationProblem, Help: []string{"A name, or a code of an airport or a city, such as london or LHR."}})
		case base.Trip.Destination.Kind == trip.KindNone && !says(trip.WordDays):
			text, err = c.askMore(ctx, text, dialogue.Question{
				Field: "dates", Text: "Dates, such as 12dec 3n", Help: []string{"Arrival and nights, or arrival and departure, such as " + trip.ArrivalHelp + " or 12dec 3n."},
				Check: func(answer string) string { return dayProblem(q.Trip, c, answer) },
			})
		default:
			return c.located(ctx, q, line, text, base)
		}
		if err != nil {
			return trip.Question{}, err
		}
	}
}

func destinationProblem(answer string) string {
	if err := trip.CheckDestination(answer); err != nil {
		return err.Error()
	}
	return ""
}

func dayProblem(t trip.Trip, c *console, answer string) string {
	if _, err := t.Days(trip.ArrivalField, c.Desk.Now(), c.Zone).Read(answer); err != nil {
		return err.Error()
	}
	return ""
}

// askMore adds to a line what it leaves out. A destination is quoted, so that no word of it is taken for a date.
func (c *console) askMore(ctx context.Context, text string, q dialogue.Question) (string, error) {
	answer, err := c.Ask(ctx, q)
	if q.Field == "destination" {
		answer = `"` + strings.ReplaceAll(answer, `"`, "") + `"`
	}
	return text + " " + answer, err
}

// located finds the destination of a question, tells the notes and what cannot be searched, and keeps the line.
func (c *console) located(ctx context.Context, q trip.Question, line trip.Line, text string, base trip.Question) (trip.Question, error) {
	for q.Trip.Destination.Kind == trip.KindNone {
		meant, err := c.destination(ctx, line.Destination)
		if err != nil {
			return q, err
		}
		if meant != nil {
			q.Trip = trip.LineReader{Now: c.Desk.Now(), Agent: c.Zone, Base: base}.At(line, *meant)
			break
		}
		if line.Destination, err = c.Ask(ctx, dialogue.Question{Field: "destination", Text: "Where: a city, a hotel or a code", Check: destinationProblem}); err != nil {
			return q, err
		}
	}
	for _, note := range line.Notes {
		c.Say(sentence(note))
	}
	problems := q.Trip.Problems(c.Desk.Now())
	for _, p := range problems {
		c.Say("Error in " + strings.ReplaceAll(p.Field, "_", " ") + ": " + sentence(p.Message))
	}
	if len(problems) > 0 {
		again, err := c.askLine(ctx, "")
		if err != nil {
			return q, err
		}
		return c.question(ctx, again, base)
	}
	c.keepLine(q, line, text)
	return q, nil
}

// keepLine keeps a line for the searches of late. Of an entry with what was not asked nothing else is kept: it may name a
// guest or a card.
func (c *console) keepLine(q trip.Question, line trip.Line, text string) {
	if c.Recent == nil {
		return
	}
	if len(line.Notes) > 0 || line.Destination == "" {
		text = trip.LineReader{Now: c.Desk.Now(), Agent: c.Zone}.Write(q)
	}
	if err := c.Recent.Add(text); err != nil {
		c.logFailure(err)
	}
}

// destination finds the place that a text means, and asks where it may be several; nil where there is none.
func (c *console) destination(ctx context.Context, text string) (*trip.Destination, error) {
	type answer struct {
		meant  *trip.Destination
		groups []trip.SuggestionGroup
	}
	found, err := dialogue.During(ctx, c.Dialogue, "looking up "+text, func(ctx context.Context) (answer, error) {
		meant, groups, err := c.Desk.Directory.Meant(ctx, text)
		return answer{meant, groups}, err
	})
	if err != nil || found.meant != nil {
		return found.meant, err
	}
	var items []trip.Suggestion
	for _, group := range found.groups {
		items = append(items, group.Items...)
	}
	if len(items) == 0 {
		c.Say("Error in destination: there is no place called " + wording.Stopped(text))
		return nil, nil //nolint:nilnil // No place is an answer.
	}
	c.Sayf("%s may be one of these.", wording.Capital(text))
	list := &dialogue.List{Len: len(items), Item: func(i int) string { return joined(items[i].Destination.Name, items[i].Detail) }}
	index, _, err := c.Choose(ctx, list, dialogue.Question{
		Field: "destination", Text: "Number of the place", Check: onlyNumbers,
		Help: []string{"The number of the place that is meant. Back asks for another line."},
	})
	if err != nil {
		return nil, err
	}
	return &items[index].Destination, nil
}

func onlyNumbers(string) string { return "it is no number of the list" }

// A hotels place lists what a search found.
type hotels struct {
	question trip.Question
	found    booking.HotelList
	has      bool
	list     *dialogue.List
	rows     []booking.HotelRow
	left     bool // for another place, which leads back here
}

func (p *hotels) name(*console) string { return "hotels, " + p.question.Words() }

func (p *hotels) run(ctx context.Context, c *console) (move, error) {
	if !p.has {
		if err := p.search(ctx, c); err != nil {
			return nil, err
		}
	}
	if p.list == nil {
		p.arrange(c)
	} else if p.left {
		p.tellAgain(c)
	}
	p.left = false
	index, answer, err := c.Choose(ctx, p.list, dialogue.Question{
		Field: "hotel", Text: "Number of a hotel, or another line",
		Help: []string{
			"The number of a hotel tells its rates.",
			"Words of a search line change the search: free, 4*, <300, 300-500 or by distance filter and sort what was found, and new dates search again.",
			"Days tells what the days around cost.",
			"Clear takes the filter off. First tells the list from its beginning. All reads what is not read yet.",
			"Store and a name stores the search under that name, such as store summer in london.",
		},
	})
	switch {
	case err != nil:
		return nil, err
	case index >= 0:
		p.left = true
		return to(p.open(c, p.rows[index])), nil
	case strings.EqualFold(answer, "days"):
		p.left = true
		return to(&daysAround{question: p.question, found: p.found}), nil
	}
	return p.change(ctx, c, answer)
}

// tellAgain names the list that the conversation is back at.
func (p *hotels) tellAgain(c *console) {
	c.Say("Back at the list of " + p.question.Trip.SearchWords() + ".")
}

// open leads to the rates of a hotel.
func (p *hotels) open(c *console, row booking.HotelRow) place {
	hotel := row.Hotel()
	draft := booking.Draft{Trip: p.found.Trip, Hotel: hotel, SearchedAt: p.found.ReadAt, Zone: c.Desk.Directory.Zone(hotel.ID)}
	filter, _ := p.found.InForce(p.question.Filter)
	return &rates{draft: draft, filter: filter.OfRates()}
}

// search reads what the search finds, as far as the console does unasked.
func (p *hotels) search(ctx context.Context, c *console) error {
	found, err := dialogue.During(ctx, c.Dialogue, "searching "+p.question.Trip.SearchWords(), func(ctx context.Context) (booking.HotelList, error) {
		list, err := c.Desk.Hotels(ctx, p.question.Trip)
		err = orMore(ctx, c, &list, err, booking.HotelsUnasked)
		return list, err
	})
	if err != nil {
		return err
	}
	p.found, p.has = found, true
	return nil
}

// orMore reads on until there are so many, or all there are.
func orMore(ctx context.Context, c *console, list *booking.HotelList, err error, most int) error {
	for err == nil && list.More() && len(list.Items) < most {
		var more booking.HotelList
		if more, err = c.Desk.MoreHotels(ctx, *list); err == nil {
			*list = more
		}
	}
	return err
}

// arrange filters and sorts, and tells how many are left.
func (p *hotels) arrange(c *console) {
	filter, unapplied := p.found.InForce(p.question.Filter)
	order, unsorted := p.found.InOrder(p.question.Sort)
	p.question.Sort = order
	p.rows = p.found.Arrange(order, filter, "")
	p.list = &dialogue.List{Len: len(p.rows), Item: func(i int) string { return p.row(c, p.rows[i]) }}
	words := p.found.TotalWords() + " found"
	if len(p.rows) < len(p.found.Items) {
		words = wording.Count(len(p.rows)) + " of " + words
	}
	c.Say(sentence(joined(words, "sorted by "+p.question.Sort.String())))
	c.Fact("filter", filter.Words())
	c.Say(sentence(unapplied), unsorted)
	if p.found.More() {
		c.Sayf("%s are read so far. All reads the rest.", wording.Count(len(p.found.Items)))
	}
	c.Say(sentence(p.found.CentreWords(c.Miles)), sentence(p.found.Trip.RadiusNote()), p.found.IncompleteWords(), sentence(p.found.SkippedWords()), sentence(p.found.AroundWords()), sentence(booking.Mixed(p.rows)), sentence(p.question.Trip.DivisionWords()))
	if fewer, ok := p.found.FewerFilter(p.question.Filter); ok && len(p.rows) == 0 {
		c.Sayf("Without %s there are %d.", fewer.Words, fewer.Left)
	}
}

func (p *hotels) row(c *console, row booking.HotelRow) string {
	return joined(wording.HotelName(row.Name, row.ID.Chain, row.ID.Code), row.Rate.PaysWords(), row.Rate.Refund().Word(), starsWords(row.Stars), c.distanceWords(row.Km, row.Compass))
}

// change takes another line: filters and orders are of what was found, all else is another search, behind which this
// list stays.
func (p *hotels) change(ctx context.Context, c *console, answer string) (move, error) {
	switch strings.ToLower(answer) {
	case "first":
		p.list.First()
		return stay(), nil
	case "all":
		all, err := dialogue.During(ctx, c.Dialogue, "reading the rest", func(ctx context.Context) (booking.HotelList, error) {
			list := p.found
			err := orMore(ctx, c, &list, nil, math.MaxInt)
			return list, err
		})
		if err != nil {
			return stay(), c.explain(ctx, err)
		}
		p.found, p.list = all, nil
		return stay(), nil
	case "clear":
		p.question.Filter, p.list = trip.Filter{}, nil
		return stay(), nil
	}
	if name, ok := storing(answer); ok {
		c.storeLine(name, trip.LineReader{Now: c.Desk.Now(), Agent: c.Zone}.Write(p.question))
		return stay(), nil
	}
	base := p.question
	base.Filter = trip.Filter{}
	line := trip.LineReader{Now: c.Desk.Now(), Agent: c.Zone, Base: base}.Read(answer)
	searches, filters, sorts := false, false, false
	for _, w := range line.Words {
		switch w.Kind {
		case trip.WordRefundable, trip.WordPrice, trip.WordClass, trip.WordChain, trip.WordAmenity, trip.WordAccessible:
			filters = true
		case trip.WordSort:
			sorts = true
		default:
			searches = true
		}
	}
	if line.Problem != nil {
		c.Say("Error in search line: " + sentence(line.Problem.Message))
		return stay(), nil
	}
	if !searches {
		if filters {
			p.question.Filter = line.Question.Filter
		}
		if sorts {
			p.question.Sort = line.Question.Sort
		}
		p.list = nil
		return stay(), nil
	}
	q, err := c.question(ctx, answer, base)
	// A word for a filter that is typed wrongly may be some place's name.
	elsewhere := !slices.ContainsFunc(line.Words, func(w trip.Word) bool { return w.Kind != trip.WordDestination })
	agreed := err == nil
	if agreed && elsewhere {
		agreed, err = c.Word(ctx, "That is "+q.Trip.Destination.Name+". Type yes to search there; enter keeps this list", "yes")
	}
	switch {
	case errors.Is(err, dialogue.ErrBack), err == nil && !agreed:
		p.tellAgain(c)
		return stay(), nil
	case err != nil:
		return nil, err
	}
	if !filters {
		q.Filter = p.question.Filter
	}
	p.left = true
	return to(&hotels{question: q}), nil
}
