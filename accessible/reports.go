package accessible

import (
	"context"
	"fmt"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/report"
	"bellhop/booking/trip"
	"bellhop/booking/views"
	"bellhop/booking/wording"
)

// A reports place counts reservations by the hotels' days.
type reports struct{}

func (*reports) name(*console) string { return "reports" }

func (*reports) run(ctx context.Context, c *console) (move, error) {
	kinds := report.Kinds()
	list := &dialogue.List{Len: len(kinds), Item: func(i int) string { return string(kinds[i]) }}
	index, answer, err := c.Choose(ctx, list, dialogue.Question{
		Field: "report", Text: "Number or name of a report",
		Check: func(answer string) string {
			if _, err := report.ParseKind(answer); err != nil {
				return err.Error()
			}
			return ""
		},
		Help: []string{"Arrivals and departures are of the stays, cancellations of what was cancelled, deadlines of when cancelling becomes dearer."},
	})
	if err != nil {
		return nil, err
	}
	if index >= 0 {
		answer = string(kinds[index])
	}
	kind, err := report.ParseKind(answer)
	if err != nil {
		return nil, err
	}
	asked := &reported{kind: kind}
	_, err = c.Ask(ctx, dialogue.Question{
		Field: "days", Value: "today to +6", Help: []string{"A day or a range, such as today, today to +6, 1 to 30 nov, last month or 2026-12-01 to 2026-12-31."},
		Check: func(answer string) (problem string) {
			asked.from, asked.to, problem = reportDays(answer, trip.ListDays(c.Desk.Now(), c.Zone))
			return problem
		},
	})
	if err != nil {
		return stay(), ignoreBack(err)
	}
	return to(asked), nil
}

// mostReportDays bounds what is read for one report.
const mostReportDays = 366

// reportDays reads the days of a report.
func reportDays(text string, days trip.ListReader) (from, to api.Date, problem string) {
	span, err := days.Span(text)
	switch {
	case err != nil:
		return from, to, err.Error()
	case span.From.AddDays(mostReportDays).Before(span.Until):
		return from, to, fmt.Sprintf("at most %d days", mostReportDays)
	}
	return span.From, span.Until, ""
}

// A reported place tells a report, a day and then its reservations.
type reported struct {
	kind     report.Kind
	from, to api.Date
	made     report.Report
	items    []api.Reservation
	rows     []string
	list     *dialogue.List
}

func (p *reported) name(*console) string { return "report of " + string(p.kind) }

func (p *reported) run(ctx context.Context, c *console) (move, error) {
	if p.list == nil {
		if err := p.read(ctx, c); err != nil {
			return nil, err
		}
		if len(p.items) == 0 {
			return back(), nil
		}
	}
	next, word, err := c.chooseReservation(ctx, p.list, p.items,
		listWord{wordCSV, "Csv writes the report into a file, with the guests as the list tells them."}, listWord{wordJSON, "Json does too, in that format."})
	if word == wordCSV || word == wordJSON {
		cells, err := views.NewCells(c.Desk, c.Zone)
		path := ""
		if err == nil {
			cells.Guests = c.guestsShown
			path, err = report.Save(c.Exports, views.Format(word), cells, p.made)
		}
		c.written([]string{path}, err)
		return stay(), nil
	}
	return next, err
}

// read reads the report and tells its sums, of all and of each day.
func (p *reported) read(ctx context.Context, c *console) error {
	cells, err := views.NewCells(c.Desk, c.Zone)
	if err != nil {
		return fmt.Errorf("reading the journal: %w", err)
	}
	p.made, err = reading(ctx, c, "reading reservations", func(ctx context.Context) (report.Report, []recovery.Finding, error) {
		return report.Read(ctx, cells, p.kind, p.from, p.to, nil)
	})
	if err != nil {
		return err
	}
	c.Fact(p.made.Title(), wording.Plural(p.made.Count, "reservation"))
	for _, note := range p.made.Notes {
		c.Say(sentence(note))
	}
	title := p.kind.AmountTitle()
	sums := make([]string, 0, len(p.made.Sums))
	for _, sum := range p.made.Sums {
		sums = append(sums, sum.Words())
	}
	c.Facts(title+" in all", sums)
	if p.made.Unsaid > 0 {
		c.Sayf("Of %s it is not said.", wording.Plural(p.made.Unsaid, "reservation"))
	}
	for _, day := range p.made.Days {
		p.add(trip.DayWords(day.Date), day.Items)
	}
	if p.made.Undated != nil {
		p.add("day not known", p.made.Undated.Items)
	}
	p.list = &dialogue.List{Len: len(p.items), Item: func(i int) string { return p.rows[i] + ", " + c.rowWords(p.items[i]) }}
	return nil
}

// add adds what is on a day, each with its amount.
func (p *reported) add(day string, items []report.Item) {
	for _, item := range items {
		amount := p.kind.AmountTitle() + " not said"
		if item.Amount.IsSet() {
			amount = p.kind.AmountTitle() + " " + item.Amount.String()
		}
		p.items = append(p.items, item.Row.Reservation)
		p.rows = append(p.rows, day+", "+amount)
	}
}
