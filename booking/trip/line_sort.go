package trip

import (
	"fmt"
	"slices"
	"strings"

	"bellhop/booking/wording"
)

// sortForms are the words for each order; the first one is written.
var sortForms = [...][]string{
	SortTotal: {"total", "price"}, SortDistance: {"distance"}, SortStars: {"class", "stars"}, SortName: {"name"}, SortService: {"service"},
}

// sortLine returns an order as a line has it.
func (s Sort) sortLine() string { return "by " + sortForms[s][0] }

func sortHelp() []string {
	help := make([]string, len(sortForms))
	for i := range sortForms {
		help[i] = Sort(i).sortLine()
	}
	return help
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
	for by, forms := range sortForms {
		for _, form := range forms {
			if word == form {
				l.line.Question.Sort = Sort(by)
				return l.once(WordSort, at, 2, "by "+Sort(by).String())
			}
		}
	}
	var known []string
	for _, forms := range sortForms {
		known = append(known, forms...)
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
	return slices.ContainsFunc(sortForms[:], func(forms []string) bool { return slices.Contains(forms, word) })
}
