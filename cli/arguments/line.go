package arguments

import (
	"strings"

	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/cli/exit"
)

// Line joins the words of a line. A shell took the quotes of a name away: a word with spaces among others was one.
func Line(args []string) string {
	words := make([]string, len(args))
	for i, word := range args {
		words[i] = word
		if len(args) > 1 && strings.Contains(word, " ") {
			words[i] = `"` + word + `"`
		}
	}
	return strings.Join(words, " ")
}

// mostQuoted is how many characters of a wrong word are repeated.
const mostQuoted = 60

// LineError names the word that is wrong, and the forms that help.
func LineError(line trip.Line) error {
	p, message := line.Problem, line.Problem.Message
	if p.Instead != "" {
		message += "; perhaps " + p.Instead
	}
	return exit.Wrong("at %q: %s; %s: %s", wording.ClipTo(mostQuoted, line.Text[p.Start:p.End]), message, p.Help().Name, strings.Join(p.Help().Forms, ", "))
}
