package report

import (
	"time"

	"bellhop/booking/terms"
	"bellhop/booking/views"
)

// A Document is a report for programs. Money is a text with its currency.
type Document struct {
	Environment string         `json:"environment"`
	Profile     string         `json:"profile"`
	Report      string         `json:"report"`
	From        string         `json:"from"`
	To          string         `json:"to"`
	Count       int            `json:"count"`
	Totals      []string       `json:"totals"` // one of each currency
	Unsaid      int            `json:"without_amount"`
	Complete    bool           `json:"complete"`
	Days        []DocumentDay  `json:"days"`
	Undated     []DocumentItem `json:"undated"` // cancelled elsewhere, at an unknown time
	Notes       []string       `json:"notes"`
}

// A DocumentDay is one of its days.
type DocumentDay struct {
	Day          string         `json:"day"`
	Count        int            `json:"count"`
	Totals       []string       `json:"totals"`
	Unsaid       int            `json:"without_amount"`
	Reservations []DocumentItem `json:"reservations"`
}

// A DocumentItem is one of its reservations.
type DocumentItem struct {
	ID           string `json:"id"`
	Status       string `json:"status"`
	Hotel        string `json:"hotel"`
	Guest        string `json:"guest"`
	Arrival      string `json:"arrival"`
	Departure    string `json:"departure"`
	Confirmation string `json:"confirmation"`
	Amount       string `json:"amount"` // empty where it is not said
	Estimated    bool   `json:"estimated"`
	At           string `json:"at"` // of a cancellation or a deadline, with the hotel's offset
	Origin       string `json:"origin"`
}

// Document returns the report for programs, with guests as the cells have them. No list in it is null.
func (r Report) Document(c views.Cells) Document {
	from := c.Desk.Origin()
	d := Document{
		Environment: from.Environment, Profile: from.Profile,
		Report: string(r.Kind), From: r.From.String(), To: r.To.String(), Count: r.Count, Totals: totals(r.Sums), Unsaid: r.Unsaid,
		Complete: r.Complete, Days: []DocumentDay{}, Undated: []DocumentItem{}, Notes: append([]string{}, r.Notes...),
	}
	for _, day := range r.Days {
		d.Days = append(d.Days, DocumentDay{
			Day: day.Date.String(), Count: len(day.Items), Totals: totals(day.Sums), Unsaid: day.Unsaid, Reservations: items(c, day.Items),
		})
	}
	if r.Undated != nil {
		d.Undated = items(c, r.Undated.Items)
	}
	return d
}

func totals(sums []Sum) []string {
	out := make([]string, len(sums))
	for i, s := range sums {
		out[i] = terms.PlainAmount(s.Money) + " " + s.Currency()
	}
	return out
}

func items(c views.Cells, list []Item) []DocumentItem {
	out := make([]DocumentItem, len(list))
	for i, item := range list {
		value := func(column string) string {
			col, _ := views.ColumnNamed(column)
			return col.Plain(c, item.Row)
		}
		out[i] = DocumentItem{
			ID: value("id"), Status: value("status"), Hotel: value("hotel"), Guest: value("guest"), Arrival: value("arrival"),
			Departure: value("departure"), Confirmation: value("confirmation"), Estimated: item.Amount.Estimated, Origin: item.Origin,
		}
		if item.Amount.Valid() {
			out[i].Amount = terms.PlainAmount(item.Amount.Money) + " " + item.Amount.Currency()
		}
		if !item.At.IsZero() {
			out[i].At = item.At.Format(time.RFC3339)
		}
	}
	return out
}
