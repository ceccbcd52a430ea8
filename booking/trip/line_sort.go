package trip

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bellhop/booking/wording"
)

// sortForms are the words for each order; the first one is written.
var sortForms = [...][]string{
	SortTotal: {"total", "price"}, SortDistance: {"distance"}, SortStars: {"class", "stars"}, SortName: {"name"}, SortService: {"service"}, worst: {worstForm},
}

// worstForm is followed by its days: "worst 3d".
const worstForm = "worst"

// sortLine returns an order as a line has it.
func sortLine(s Sort) string {
	if days, ok := s.Worst(); ok {
		return "by " + worstForm + " " + strconv.Itoa(days) + "d"
	}
	return "by " + sortForms[s][0]
}

func sortHelp() []string {
	help := make([]string, len(sortForms))
	for i, forms := range sortForms {
		help[i] = "by " + forms[0]
	}
	help[worst] = sortLine(Worst(WorstDays))
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
	if word == worstForm {
		return l.readWorst(at)
	}
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

// readWorst reads the order by the worst case, with its days or without.
func (l *lineReading) readWorst(at int) int {
	days, n := WorstDays, 0
	if at+2 < len(l.tokens) && !l.tokens[at+2].quoted {
		number, tokens := l.unit(at+2, "d", "day", "days")
		switch {
		case tokens > 0:
			days, n = number, tokens
		case tooManyDays().MatchString(l.tokens[at+2].text):
			days, n = MostWorstDays+1, 1
		}
	}
	if days > MostWorstDays {
		return l.wrong(WordSort, at, 2+n, fmt.Sprintf("0 to %d days before arrival", MostWorstDays), "")
	}
	l.line.Question.Sort = Worst(days)
	return l.once(WordSort, at, 2+n, "by "+Worst(days).String())
}

// tooManyDays is a number of days that is too long for one.
var tooManyDays = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]{4,}(d|days?)$`) })

// noSorts are orders that other lists have.
var noSorts = []string{"rating", "ratings", "review", "reviews", "score", "popularity"}

// isSort reports whether a word behind "by" is an order.
func isSort(word string) bool {
	return slices.ContainsFunc(sortForms[:], func(forms []string) bool { return slices.Contains(forms, word) })
}
