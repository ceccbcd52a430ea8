package accessible

import (
	"context"
	"fmt"
	"math"
	"slices"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/views"
	"bellhop/booking/wording"
)

// The words that show guests whom lists mask, and mask them again.
const (
	wordShow = "show guests"
	wordMask = "mask guests"
)

// A listWord is what a list of reservations takes besides numbers and guests.
type listWord struct{ word, help string }

// chooseReservation asks for one of a list, or for several that are cancelled, and leads there. Items are what the list
// tells; they are kept as they become. The word is one of the list's own; all others are done here.
func (c *console) chooseReservation(ctx context.Context, list *dialogue.List, items []api.Reservation, own ...listWord) (next move, word string, err error) {
	words, names := []string{wordShow, wordMask}, []string{"Number of a reservation", "cancel and numbers"}
	help := []string{
		"A number tells that reservation.",
		"Cancel and several numbers tells what cancelling all of them costs, and asks, such as cancel 1 3 5 to 7.",
		"Show guests names the guests of this list, which the journal notes. Mask guests masks them again, and so do leaving it and a minute without an answer.",
	}
	for _, one := range own {
		words, help, names = append(words, one.word), append(help, one.help), append(names, one.word)
	}
	var chosen []int
	index, answer, err := c.Choose(ctx, list, dialogue.Question{
		Field: "reservation", Text: either(names), Help: help,
		Check: func(answer string) (problem string) {
			if chosen, problem = several(answer, list.Wrong); len(chosen) > 0 || problem != "" {
				return problem
			}
			return oneOf(words...)(answer)
		},
	})
	if err != nil {
		return nil, "", err
	}
	changed := func(r api.Reservation) {
		if i := slices.IndexFunc(items, func(old api.Reservation) bool { return old.ID == r.ID }); i >= 0 {
			items[i] = r
		}
	}
	switch {
	case index >= 0:
		return to(&reservation{r: items[index], changed: changed}), "", nil
	case len(chosen) > 0:
		ids := make([]string, len(chosen))
		for i, n := range chosen {
			ids[i] = items[n].ID
		}
		return to(&cancellingSeveral{ids: ids, changed: changed}), "", nil
	case answer == wordShow:
		if !c.reveal() {
			return stay(), "", nil
		}
		c.guestsShown = true
		list.First()
	case answer == wordMask:
		c.guestsShown = false
		list.First()
	}
	return stay(), answer, nil
}

// rowWords tells a reservation in a line. The guest is masked unless guests are shown.
func (c *console) rowWords(r api.Reservation) string {
	return joined(guestWords(r.Guest, c.guestsShown), r.Hotel.Name, c.Desk.StayOf(r).Words(), wording.Status(r.Status))
}

// A reservations place lists all, the newest first, as far as they are read.
type reservations struct {
	read booking.ReservationList
	list *dialogue.List
}

func (*reservations) name(*console) string { return "reservations" }

const wordViews = "views"

func (p *reservations) run(ctx context.Context, c *console) (move, error) {
	if p.list == nil {
		for more := true; more; more = len(p.read.Items) < dialogue.PageSize && p.read.More() {
			if _, err := p.load(ctx, c); err != nil {
				return nil, err
			}
		}
		if len(p.read.Items) == 0 && !p.read.Incomplete() {
			c.Say("There is no reservation yet.")
			return back(), nil
		}
		if len(p.read.Items) > 0 {
			c.Sayf("%s.", p.read.TotalWords())
		}
	}
	offered := listWord{wordViews, "Views lists the views, such as arrivals today."}
	if len(p.read.Items) == 0 { // A view is another query, so it may have rows.
		_, err := c.Ask(ctx, dialogue.Question{Field: "answer", Text: "Views, or back", Check: oneOf(offered.word), Help: []string{offered.help}})
		return to(&choosingView{}), err
	}
	next, word, err := c.chooseReservation(ctx, p.list, p.read.Items, offered)
	if word == wordViews {
		return to(&choosingView{}), nil
	}
	return next, err
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
	c.sayIncomplete(read)
	if p.list == nil {
		p.list = &dialogue.List{Item: func(i int) string { return c.rowWords(p.read.Items[i]) }}
	}
	p.list.Len, p.list.All, p.list.Load = len(read.Items), read.Total, nil
	if read.More() {
		p.list.Load = func(ctx context.Context) (bool, error) { return p.load(ctx, c) }
	}
	return len(read.Items) > before, nil
}

// sayIncomplete warns that reservations may be missing, if the list is incomplete.
func (c *console) sayIncomplete(list booking.ReservationList) {
	if list.Incomplete() {
		c.Say(booking.IncompleteWords)
	}
}

// A choosingView place lists the views, those of the program first.
type choosingView struct{}

func (*choosingView) name(*console) string { return "views" }

func (*choosingView) run(ctx context.Context, c *console) (move, error) {
	all, err := c.Views.Views()
	if err != nil {
		c.Say("Error in views: " + sentence(err.Error()))
	}
	list := &dialogue.List{Len: len(all), Item: func(i int) string { return all[i].Name }}
	index, answer, err := c.Choose(ctx, list, dialogue.Question{
		Field: "view", Text: "Number or name of a view",
		Check: func(answer string) string {
			if _, err := views.Named(all, answer); err != nil {
				return err.Error()
			}
			return ""
		},
		Help: []string{"A number reads the reservations of that view. Own views are stored in the console of screens, or in their file."},
	})
	if err != nil {
		return nil, err
	}
	if index >= 0 {
		return to(&viewed{view: all[index]}), nil
	}
	one, err := views.Named(all, answer)
	return to(&viewed{view: one}), err
}

// A viewed place lists the reservations of a view.
type viewed struct {
	view  views.View
	items []api.Reservation
	list  *dialogue.List
}

func (p *viewed) name(*console) string { return "view " + p.view.Name }

// The words for files of a list.
const (
	wordCSV  = "csv"
	wordJSON = "json"
)

func (p *viewed) run(ctx context.Context, c *console) (move, error) {
	if p.list == nil {
		if err := p.read(ctx, c); err != nil {
			return nil, err
		}
		c.Sayf("View %s: %s.", p.view.Name, wording.Plural(len(p.items), "reservation"))
		if len(p.items) == 0 {
			return back(), nil
		}
		p.list = &dialogue.List{Len: len(p.items), Item: func(i int) string { return c.rowWords(p.items[i]) }}
	}
	next, word, err := c.chooseReservation(ctx, p.list, p.items,
		listWord{wordCSV, "Csv writes the view into a file, with the guests as the list tells them."}, listWord{wordJSON, "Json does too, in that format."})
	if word == wordCSV || word == wordJSON {
		return stay(), p.write(c, views.Format(word))
	}
	return next, err
}

func (p *viewed) read(ctx context.Context, c *console) error {
	cells, err := views.NewCells(c.Desk, c.Zone)
	if err != nil {
		return fmt.Errorf("reading the journal: %w", err)
	}
	list, err := reading(ctx, c, "reading reservations", func(ctx context.Context) (booking.ReservationList, []recovery.Finding, error) {
		return c.Desk.ReadReservations(ctx, p.view.Query(cells.Today()), math.MaxInt, nil)
	})
	if err != nil {
		return err
	}
	c.sayIncomplete(list)
	for _, row := range p.view.Of(cells, cells.Rows(list.Items)) {
		p.items = append(p.items, row.Reservation)
	}
	return nil
}

// write writes the view as it is told.
func (p *viewed) write(c *console, format views.Format) error {
	cells, err := views.NewCells(c.Desk, c.Zone)
	if err != nil {
		return c.notWritten(err)
	}
	cells.Guests = c.guestsShown
	rows := make([]*views.Row, len(p.items))
	for i, r := range p.items {
		rows[i] = cells.Row(r)
	}
	path, err := views.Save(c.Exports, p.view.Name, format, cells, p.view.Shown(), rows)
	if err != nil {
		return c.notWritten(err)
	}
	c.written([]string{path}, nil)
	return nil
}

// notWritten tells why a file was not written.
func (c *console) notWritten(err error) error {
	c.written(nil, err)
	return nil
}

// A deadlines place lists what must be cancelled by when.
type deadlines struct {
	due   []booking.Due
	items []api.Reservation
	list  *dialogue.List
}

func (*deadlines) name(*console) string { return "deadlines" }

// The words of the deadlines: the money at stake in each currency, and a calendar file.
const (
	wordSums     = "sums"
	wordCalendar = "calendar"
)

func (p *deadlines) run(ctx context.Context, c *console) (move, error) {
	if p.list == nil {
		open, err := reading(ctx, c, "reading open reservations", func(ctx context.Context) (booking.ReservationList, []recovery.Finding, error) {
			return c.Desk.OpenReservations(ctx, nil)
		})
		if err != nil {
			return nil, err
		}
		p.due = c.Desk.Deadlines(c.Desk.Now(), open.Items)
		c.sayIncomplete(open)
		if len(p.due) == 0 {
			if !open.Incomplete() {
				c.Say("There is nothing to cancel in time.")
			}
			return back(), nil
		}
		p.begin(c)
	}
	next, word, err := c.chooseReservation(ctx, p.list, p.items,
		listWord{wordSums, "Sums tells how much money is at stake, by currency."},
		listWord{wordCalendar, "Calendar writes the deadlines into a calendar file."})
	switch word {
	case wordSums:
		for _, stake := range booking.AtStake(p.due) {
			c.Fact("at stake", stake.String())
		}
	case wordCalendar:
		path, err := booking.SaveCalendar(c.Exports, c.Desk.Now(), c.Desk.Origin(), p.due)
		c.written([]string{path}, err)
	}
	return next, err
}

// begin says how many there are and what is at stake.
func (p *deadlines) begin(c *console) {
	c.Say(sentence(wording.Plural(len(p.due), "open reservation")))
	switch stakes := booking.AtStake(p.due); {
	case len(stakes) == 1:
		c.Fact("at stake", stakes[0].String())
	case len(stakes) > 1:
		c.Sayf("Money is at stake in %d currencies. Sums tells how much.", len(stakes))
	}
	for _, due := range p.due {
		p.items = append(p.items, due.Reservation)
	}
	p.list = &dialogue.List{Len: len(p.due), Item: func(i int) string { return p.row(c, i) }}
}

// row tells when cancelling becomes dearer before it tells of what. One that was cancelled meanwhile says so instead.
func (p *deadlines) row(c *console, i int) string {
	due, r := p.due[i], p.items[i]
	if able, _ := booking.CanCancel(r); !able {
		return c.rowWords(r)
	}
	when := "no later deadline, cancelling costs " + due.Now.Sentence()
	if left, ok := due.Left(c.Desk.Now()); ok {
		when = "in " + wording.Left(left) + " cancelling costs " + due.Then.PenaltyWords() + ", now " + due.Now.Words()
	}
	return wording.Sentence(when) + " " + joined(guestWords(r.Guest, c.guestsShown), r.Hotel.Name, due.Stay.Words())
}
