package trip

import (
	"fmt"
	"slices"
	"strings"

	"bellhop/booking/wording"
)

// Sort is a value that hotels are sorted by.
type Sort int

// The sorts. SortService is the service's own order.
const (
	SortTotal Sort = iota
	SortDistance
	SortStars
	SortName
	SortService
)

// sorts is the table of orders: the words of a line, of which the first is written, the name, and the hotels that come first
// in either direction.
var sorts = [...]struct {
	forms           []string
	name            string
	first, reversed string
}{
	SortTotal:    {[]string{"total", "price"}, "total", "cheapest first", "dearest first"},
	SortDistance: {[]string{"distance"}, "distance", "nearest first", "farthest first"},
	SortStars:    {[]string{"class", "stars"}, "class", "most stars first", "fewest stars first"},
	SortName:     {[]string{"name"}, "name", "A to Z", "Z to A"},
	SortService:  {[]string{"service"}, "service order", "as the service sends them", "last one first"},
}

// String returns the name of the order.
func (s Sort) String() string { return sorts[s].name }

// Sorts lists the orders as a chooser shows them.
func Sorts() []Sort {
	out := make([]Sort, len(sorts))
	for i := range sorts {
		out[i] = Sort(i)
	}
	return out
}

// An Order is a sort and its direction. Equal hotels are sorted by price, cheapest first.
type Order struct {
	By       Sort
	Reversed bool
}

// Ends returns which hotels come first: "cheapest first", "Z to A".
func (o Order) Ends() string {
	if o.Reversed {
		return sorts[o.By].reversed
	}
	return sorts[o.By].first
}

// String returns the order in words, with the direction if it is reversed.
func (o Order) String() string {
	if o.Reversed {
		return o.By.String() + ", " + o.Ends()
	}
	return o.By.String()
}

// wordReversed follows an order in a line.
const wordReversed = "reversed"

// line returns the order as it is written in a line.
func (o Order) line() string {
	text := "by " + sorts[o.By].forms[0]
	if o.Reversed {
		text += " " + wordReversed
	}
	return text
}

func sortHelp() []string {
	var help []string
	for _, by := range Sorts() {
		help = append(help, Order{By: by}.line())
	}
	return append(help, Order{Reversed: true}.line())
}

func (l *lineReading) readSort(at int) int {
	if l.tokens[at].text != "by" {
		return 0
	}
	named := at > 0 && l.kinds[at-1] == WordDestination // "doubletree by hilton"
	if at+1 == len(l.tokens) || l.tokens[at+1].quoted {
		if named && at+1 < len(l.tokens) {
			return 0
		}
		return l.wrong(WordSort, at, 1, "by what? "+strings.Join(sortHelp(), ", "), "")
	}
	word := l.tokens[at+1].text
	var known []string
	for by, row := range sorts {
		if slices.Contains(row.forms, word) {
			order, size := Order{By: Sort(by)}, 2
			if next := at + size; next < len(l.tokens) && l.tokens[next].text == wordReversed && !l.tokens[next].quoted {
				order.Reversed, size = true, size+1
			}
			l.line.Question.Sort = order
			return l.once(WordSort, at, size, "by "+order.String())
		}
		known = append(known, row.forms...)
	}
	near := nearWord(word, known)
	if named && near == "" && !slices.Contains(noSorts, word) {
		return 0
	}
	instead := ""
	if near != "" {
		instead = "by " + near
	}
	return l.wrong(WordSort, at, 2, fmt.Sprintf("%q is no order: %s", wording.Clip(word), strings.Join(sortHelp(), ", ")), instead)
}

// noSorts are orders that other lists have.
var noSorts = []string{"rating", "ratings", "review", "reviews", "score", "popularity"}

// isSort reports whether a word behind "by" is an order.
func isSort(word string) bool {
	for _, row := range sorts {
		if slices.Contains(row.forms, word) {
			return true
		}
	}
	return false
}
