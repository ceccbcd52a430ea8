package quote

import (
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
)

// Few and Many are how many offers are compared with each other.
const (
	Few  = 2
	Many = 4
)

// A Comparison is several offers term by term.
type Comparison struct {
	Offers []Offer
	Rows   []Row // in the order in which a client asks; what no offer says has none
}

// A Row is one term of all offers.
type Row struct {
	What    string
	Cells   []Cell // one for each offer
	Differs bool
}

// A Cell is what one offer says of a term.
type Cell struct {
	Lines []string // never empty: what is not said says so
	// Note says how it differs from the first offer, in words: "30.00 more", "earlier", "differs". It is "same" in a row in
	// which another cell differs, and empty for the first offer and where all are alike.
	Note string
}

// The notes of cells that have no amount between them. NoteSame stands beside others that differ.
const (
	NoteSame     = "same"
	noteDiffers  = "differs"
	noteCurrency = "another currency"
	noteUnclear  = "cannot be compared"
)

// Compare lines offers up by term at a moment.
func Compare(now time.Time, offers []Offer) Comparison {
	c := Comparison{Offers: offers}
	if len(offers) == 0 {
		return c
	}
	for _, term := range rowsOf(now, offers) {
		row := Row{What: term.what}
		for _, o := range offers {
			row.Cells = append(row.Cells, Cell{Lines: term.said(o)})
		}
		for i := 1; i < len(offers); i++ {
			row.Cells[i].Note = note(term, offers[0], offers[i], row.Cells[0].Lines, row.Cells[i].Lines)
			row.Differs = row.Differs || row.Cells[i].Note != NoteSame
		}
		if !row.Differs {
			for i := range row.Cells {
				row.Cells[i].Note = ""
			}
		}
		if !row.unsaid() {
			c.Rows = append(c.Rows, row)
		}
	}
	return c
}

// Parted returns the rows that differ and those that are alike.
func (c Comparison) Parted() (differing, alike []Row) {
	for _, row := range c.Rows {
		if row.Differs {
			differing = append(differing, row)
		} else {
			alike = append(alike, row)
		}
	}
	return differing, alike
}

// unsaid reports whether no offer says anything of the term, which needs no row.
func (r Row) unsaid() bool {
	return !slices.ContainsFunc(r.Cells, func(c Cell) bool { return !slices.Equal(c.Lines, []string{terms.NotSaid}) })
}

// note says how a cell differs from the first one.
func note(term rowOf, first, other Offer, was, is []string) string {
	if term.note != nil {
		if words := term.note(first, other); words != "" {
			return words
		}
	}
	if term.amount != nil {
		if words, ok := amountNote(term.amount(first), term.amount(other)); ok && words != NoteSame {
			return words
		}
	}
	if slices.Equal(was, is) {
		return NoteSame
	}
	if term.moment != nil {
		switch a, b := term.moment(first), term.moment(other); {
		case a.IsZero() || b.IsZero():
		case b.Before(a):
			return "earlier"
		case b.After(a):
			return "later"
		}
	}
	return noteDiffers
}

// amountNote compares two amounts; false where neither is said.
func amountNote(first, other api.Money) (words string, ok bool) {
	switch {
	case !first.IsSet() && !other.IsSet():
		return "", false
	case !first.IsSet() || !other.IsSet():
		return noteDiffers, true
	case !first.Valid() || !other.Valid():
		return noteUnclear, true
	case first.Currency() != other.Currency():
		return noteCurrency, true
	}
	more, err := other.Sub(first)
	less, errLess := first.Sub(other)
	switch {
	case err != nil || errLess != nil:
		return noteUnclear, true
	case more.Sign() > 0:
		return more.Digits() + " more", true
	case more.Sign() < 0:
		return less.Digits() + " less", true
	default:
		return NoteSame, true
	}
}
