package views

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/wording"
	"bellhop/internal/safetext"
	"bellhop/internal/spelling"
)

// A View is a filter, columns and an order under a name.
type View struct {
	Name string
	// Arrival, Departure and Deadline are the hotel's days; a Deadline asks for those whose next one is in it.
	Arrival, Departure, Deadline Range
	States                       []string // api's Status constants; none is any
	IDs                          []string
	Custom                       []string // any of these values under any name
	Columns                      []string // names; none are those of Default
	Sort                         Sort
	BuiltIn                      bool // comes with the program
}

// A Sort is an order by a column; without one it is the service's, the most recent first.
type Sort struct {
	Column string
	Down   bool
}

// String returns the order as a file has it: "arrival", "-created".
func (s Sort) String() string {
	if s.Down && s.Column != "" {
		return "-" + s.Column
	}
	return s.Column
}

// ParseSort reads an order as String writes it.
func ParseSort(text string) Sort {
	text = strings.TrimSpace(text)
	column, down := strings.CutPrefix(text, "-")
	return Sort{column, down && column != ""}
}

// Words returns the order in words: "by arrival", "by total, the highest first".
func (s Sort) Words() string {
	switch {
	case s.Column == "":
		return s.Ends()
	case s.Down || s.Column == CreatedColumn:
		return "by " + s.Title() + ", " + s.Ends()
	default:
		return "by " + s.Title()
	}
}

// Title returns the name of the order in a list of orders, which is the title of its column.
func (s Sort) Title() string {
	if col, ok := ColumnNamed(cmp.Or(s.Column, CreatedColumn)); ok {
		return col.Title
	}
	return s.Column
}

// Ends returns which reservations come first: "earliest first", "Z to A".
func (s Sort) Ends() string {
	if s.Column == "" {
		return "most recent first"
	}
	col, _ := ColumnNamed(s.Column)
	ends := cmp.Or(col.ends, endsOfText)
	if s.Down {
		return ends.down
	}
	return ends.up
}

// Reverse returns the opposite order. The opposite of the service's order is by the moment of booking, earliest first.
func (s Sort) Reverse() Sort {
	switch {
	case s.Column == "":
		return Sort{Column: CreatedColumn}
	case s == Sort{Column: CreatedColumn}:
		return Sort{}
	default:
		return Sort{s.Column, !s.Down}
	}
}

// States returns the states that a view may ask for, as a file has them.
func States() []string {
	return []string{fileState(api.StatusConfirmed), fileState(api.StatusCanceled), fileState(api.StatusCreated)}
}

// ParseState reads a state in any case, and "cancelled" and "unconfirmed" as lists show them; false for any other word.
func ParseState(text string) (string, bool) {
	switch strings.ToUpper(strings.TrimSpace(text)) {
	case api.StatusConfirmed:
		return api.StatusConfirmed, true
	case api.StatusCanceled, "CANCELLED":
		return api.StatusCanceled, true
	case api.StatusCreated, "UNCONFIRMED":
		return api.StatusCreated, true
	default:
		return "", false
	}
}

func fileState(status string) string { return strings.ToLower(status) }

// BuiltIn returns the views that come with the program.
func BuiltIn() []View {
	stay := []string{"arrival", "nights", "hotel", "guest", "rooms", "adults", "confirmation", "total"}
	standing := []string{api.StatusConfirmed, api.StatusCreated}
	return []View{
		{Name: "arrivals today", Arrival: Range{Today(0), Today(0)}, States: standing, Columns: stay, Sort: Sort{Column: "hotel"}, BuiltIn: true},
		{
			Name: "departures today", Departure: Range{Today(0), Today(0)}, States: standing,
			Columns: []string{"departure", "nights", "hotel", "guest", "confirmation", "total"}, Sort: Sort{Column: "hotel"}, BuiltIn: true,
		},
		{Name: "arriving in 7 days", Arrival: Range{Today(0), Today(7)}, States: standing, Columns: stay, Sort: Sort{Column: "arrival"}, BuiltIn: true},
		{
			Name: "cancelled lately", Departure: Range{From: Today(-30)}, States: []string{api.StatusCanceled},
			Columns: []string{"cancelled", "arrival", "hotel", "guest", "confirmation", "total", "created"}, Sort: Sort{"cancelled", true}, BuiltIn: true,
		},
		{
			Name: "open deadlines", Departure: Range{From: Today(0)}, Deadline: Range{From: Today(0)}, States: []string{api.StatusConfirmed},
			Columns: []string{"deadline", "hotel", "at_stake", "arrival", "guest", "cost_now"}, Sort: Sort{Column: "deadline"}, BuiltIn: true,
		},
	}
}

// Query returns what the service is asked for. It may bring more than the view holds.
func (v View) Query(today api.Date) api.ReservationQuery {
	q := api.ReservationQuery{
		CheckIn: v.Arrival.query(today), CheckOut: v.Departure.query(today), IDs: slices.Clone(v.IDs), CustomValues: slices.Clone(v.Custom),
	}
	if !v.Deadline.IsZero() && q.CheckOut == (api.DateRange{}) {
		q.CheckOut.From = today.AddDays(-1) // What is over has no deadline.
	}
	return q
}

// Holds reports whether a row is in the view. That it is of the ids and custom values asked for, the service decides.
func (v View) Holds(c Cells, r *Row) bool {
	today := c.Today()
	if len(v.States) > 0 && !slices.Contains(v.States, r.Status) ||
		!v.Arrival.holds(r.Stay.In, today) || !v.Departure.holds(r.Stay.Out, today) {
		return false
	}
	if v.Deadline.IsZero() {
		return true
	}
	due, open := c.Due(r)
	if !open || due.Next == nil {
		return false
	}
	return v.Deadline.holds(api.DateOf(due.Next.Deadline.Wall), today)
}

// Shown returns the columns that a view has.
func (v View) Shown() []Column {
	names := v.Columns
	if len(names) == 0 {
		names = Default()
	}
	out := make([]Column, 0, len(names))
	for _, name := range names {
		if col, ok := ColumnNamed(name); ok {
			out = append(out, col)
		}
	}
	return out
}

// Of returns the rows that are in the view, in its order.
func (v View) Of(c Cells, rows []*Row) []*Row {
	out := make([]*Row, 0, len(rows))
	for _, r := range rows {
		if v.Holds(c, r) {
			out = append(out, r)
		}
	}
	v.Sort.Rows(c, out)
	return out
}

// Rows sorts rows in this order; the sort is stable. Amounts are grouped by currency, because amounts of two currencies
// cannot be compared.
func (s Sort) Rows(c Cells, rows []*Row) {
	if col, ok := ColumnNamed(s.Column); ok {
		col.sort(c, s.Down, rows)
	}
}

// Chips returns what the view leaves out, in words; all of them must hold.
func (v View) Chips(today api.Date) []string {
	var out []string
	add := func(r Range, what string) {
		if !r.IsZero() {
			out = append(out, r.words(what, today))
		}
	}
	if len(v.States) > 0 {
		words := make([]string, len(v.States))
		for i, s := range v.States {
			words[i] = wording.Status(s)
		}
		out = append(out, strings.Join(words, " or "))
	}
	add(v.Arrival, "arrival")
	add(v.Departure, "departure")
	add(v.Deadline, "next deadline")
	return append(out, booking.QueryChips(api.ReservationQuery{IDs: v.IDs, CustomValues: v.Custom})...)
}

const (
	// mostViews is how many views a file may have.
	mostViews = 100
	// mostColumns is how many columns a view may have.
	mostColumns = 30
	// mostName is how many letters a name may have.
	mostName = 40
)

// A Problem is one thing wrong with a view.
type Problem struct {
	Line int    // in its file, from 1; 0 where it is in none
	Key  string // what of the view: "columns"
	What string
}

// String returns the problem with where it is: "line 7, columns: ...".
func (p Problem) String() string {
	switch {
	case p.Line > 0 && p.Key != "":
		return fmt.Sprintf("line %d, %s: %s", p.Line, p.Key, p.What)
	case p.Line > 0:
		return fmt.Sprintf("line %d: %s", p.Line, p.What)
	case p.Key != "":
		return p.Key + ": " + p.What
	default:
		return p.What
	}
}

// Problems lists what is wrong with a view.
func (v View) Problems() []Problem {
	var out []Problem
	add := func(key, what string) { out = append(out, Problem{Key: key, What: what}) }
	if what := CheckName(v.Name); what != "" {
		add("name", what)
	}
	if len(v.Columns) > mostColumns {
		add("columns", fmt.Sprintf("there may be up to %d", mostColumns))
	}
	for i, name := range v.Columns {
		if what := CheckColumn(name); what != "" {
			add("columns", what)
		} else if slices.Contains(v.Columns[:i], name) {
			add("columns", name+" stands there twice")
		}
	}
	if v.Sort.Column != "" {
		if what := CheckColumn(v.Sort.Column); what != "" {
			add("sort", what)
		}
	}
	for _, s := range v.States {
		if _, ok := ParseState(s); !ok {
			add("status", fmt.Sprintf("%q is no state; %s", s, spelling.Hint(s, States())))
		}
	}
	if len(v.Custom) > booking.MaxCustomFilter {
		add("custom", fmt.Sprintf("there may be up to %d values", booking.MaxCustomFilter))
	}
	for _, value := range v.Custom {
		if what := booking.CheckCustomValue(value); what != "" {
			add("custom", what)
		}
	}
	for _, id := range v.IDs {
		if what := booking.CheckReservationID(id); what != "" {
			add("ids", what)
		}
	}
	return out
}

// CheckName says what is wrong with the name of a view, or nothing.
func CheckName(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "a view has a name"
	case name != strings.TrimSpace(name):
		return "a name begins and ends with a letter"
	case !safetext.Visible(name) || utf8.RuneCountInString(name) > mostName:
		return fmt.Sprintf("a name has up to %d visible letters", mostName)
	default:
		return ""
	}
}

// CheckColumn says what is wrong with the name of a column, or nothing.
func CheckColumn(name string) string {
	if _, ok := ColumnNamed(name); ok && utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl) {
		return ""
	}
	return fmt.Sprintf("there is no column %s; %s", wording.Clip(name), spelling.Hint(name, ColumnNames()))
}

// ColumnNames returns the names of all columns.
func ColumnNames() []string {
	names := []string{}
	for _, col := range Columns() {
		names = append(names, col.Name)
	}
	return names
}

// Named returns the view of a name, in any case of its letters. The error names the view that was probably meant.
func Named(list []View, name string) (View, error) {
	for _, v := range list {
		if strings.EqualFold(v.Name, strings.TrimSpace(name)) {
			return v, nil
		}
	}
	names := make([]string, len(list))
	for i, v := range list {
		names[i] = v.Name
	}
	return View{}, fmt.Errorf("there is no view %q; %s", name, spelling.Hint(name, names))
}
