package dialogue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Question is what is asked, and what answers it.
type Question struct {
	// Field names what is asked for: "surname". It stands in errors.
	Field string
	// Text is the question itself; empty is the field.
	Text string
	// Help says in whole sentences what can be answered.
	Help []string
	// Verbatim keeps invisible characters, such as direction controls in a paste, so that Check can name them.
	Verbatim bool
	// Secret is not shown while it is typed.
	Secret bool
	// Value is what a mere enter answers; it is told with the question. Optional lets a mere enter answer nothing.
	Value    string
	Optional bool
	// Quiet leaves what a mere enter answers out of the question, whose text says it.
	Quiet bool
	// Check says what is wrong with an answer, or nothing. It never repeats a secret.
	Check func(answer string) string
	// More tells what comes next, and reports whether there was something; nil is nothing.
	More func(ctx context.Context) (bool, error)
}

// Ask asks until the answer is one. The words that work everywhere are done here; back, quit and the end of the input
// are ErrBack, ErrQuit and ErrEnd.
func (d *Dialogue) Ask(ctx context.Context, q Question) (string, error) {
	for {
		answer, err := d.answer(ctx, q)
		switch {
		case errors.Is(err, errTooLong):
			d.wrong(q, fmt.Sprintf("longer than the %d letters that an answer may have", longestAnswer))
			continue
		case errors.As(err, new(controlError)):
			d.wrong(q, err.Error()+"; type it again")
			continue
		case err != nil:
			return "", err
		}
		if d.heard != nil {
			if words := d.heard(); words != "" {
				d.next()
				d.Say(words)
			}
		}
		if !q.Verbatim {
			answer = plain(answer)
		}
		again, err := d.everywhere(ctx, q, answer)
		if err != nil {
			return "", err
		}
		if again {
			continue
		}
		answer = literal(answer)
		if answer == "" {
			answer = q.Value
		}
		switch problem := ""; {
		case answer == "" && !q.Optional:
			d.wrong(q, "nothing was typed")
			continue
		case answer != "" && q.Check != nil:
			if problem = q.Check(answer); problem != "" {
				d.wrong(q, problem)
				continue
			}
		}
		return answer, nil
	}
}

// answer puts the question and reads a line. At a terminal the answer stands in the question's line.
func (d *Dialogue) answer(ctx context.Context, q Question) (string, error) {
	if err := d.Err(); err != nil {
		return "", ErrEnd
	}
	prompt := q.Text
	if prompt == "" {
		prompt = capital(q.Field)
	}
	switch {
	case q.Quiet:
	case q.Value != "" && !q.Secret:
		prompt += ", enter for " + q.Value
	case q.Optional:
		prompt += ", or enter for none"
	}
	prompt = Speech(prompt) + ":"
	end := "\n"
	if d.in.terminal() {
		end = " "
	}
	over := d.in.asked(func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.write(prompt + end)
	}, q.Secret)
	text, err := d.in.line(ctx, q.Secret)
	over()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.in.terminal() && (q.Secret || err != nil) {
		d.write("\n") // The end of the line was not shown either.
	}
	return text, err
}

// wrong names the field and what is wrong with its answer.
func (d *Dialogue) wrong(q Question, problem string) {
	field := q.Field
	if field == "" {
		field = "answer"
	}
	d.Say("Error in " + field + ": " + stopped(problem))
}

// everywhere does what the words that work at every question ask for, and reports whether the question is asked again.
func (d *Dialogue) everywhere(ctx context.Context, q Question, answer string) (again bool, err error) {
	switch word := wordOf(answer); word {
	case wordBack:
		d.next()
		return false, ErrBack
	case wordQuit:
		return false, ErrQuit
	case wordRepeat:
		d.repeat()
	case wordHelp:
		d.help(q)
	case wordWhere:
		d.whereAmI()
	case wordMore:
		if q.More == nil {
			d.Say("There is no more here.")
			return true, nil
		}
		d.next()
		more, err := q.More(ctx)
		if err == nil && !more {
			d.goOn()
			d.Say("That was all.")
		}
		return true, err
	default:
		d.next()
		return false, nil
	}
	return true, nil
}

// next begins what "repeat" tells anew.
func (d *Dialogue) next() {
	d.mu.Lock()
	d.answered = true
	d.mu.Unlock()
}

// goOn has what is said next told by "repeat" after what was told before.
func (d *Dialogue) goOn() {
	d.mu.Lock()
	d.answered = false
	d.mu.Unlock()
}

// words are those that work everywhere, in the order of the help.
var words = []string{wordBack, wordRepeat, wordMore, wordHelp, wordWhere, wordQuit}

// wordOf returns which of the words an answer is; empty for none.
func wordOf(answer string) string {
	folded := strings.ToLower(strings.Join(strings.Fields(strings.TrimRight(answer, ".?! ")), " "))
	if folded == "where" {
		return wordWhere
	}
	if slices.Contains(words, folded) {
		return folded
	}
	return ""
}

// literal takes the quotes off one of the words that is meant as itself: a guest may be called More.
func literal(answer string) string {
	if n := len(answer); n > 2 && answer[0] == '"' && answer[n-1] == '"' && wordOf(answer[1:n-1]) != "" {
		return answer[1 : n-1]
	}
	return answer
}

func (d *Dialogue) help(q Question) {
	d.Say(q.Help...)
	d.Say("These words work everywhere.",
		"Back: one step back. Nothing that was sent is taken back by it.",
		"Repeat: the last text again.",
		"More: the next ten of a list.",
		"Where am I: the way to here.",
		"Quit: the end.",
		"To answer with such a word itself, put it in quotes.")
}

func (d *Dialogue) whereAmI() {
	var names []string
	if d.where != nil {
		names = d.where()
	}
	if len(names) == 0 {
		d.Say("At the beginning.")
		return
	}
	d.Say("You are here: " + stopped(names[len(names)-1]))
	if len(names) > 1 {
		d.Say("Before it: " + stopped(strings.Join(names[:len(names)-1], "; ")))
	}
}

// Word asks for a word that must be typed as it is, and reports whether it was. Anything else, a mere enter too, is no;
// the word in capitals is asked for again.
func (d *Dialogue) Word(ctx context.Context, text, word string, help ...string) (bool, error) {
	answer, err := d.Ask(ctx, Question{
		Field: "the word", Text: text, Optional: true, Quiet: true, Help: append(help, "Only the word "+word+" goes on. Anything else, enter too, does not."),
		Check: func(answer string) string {
			if answer != word && strings.EqualFold(answer, word) {
				return "it is " + word + ", in small letters"
			}
			return ""
		},
	})
	return answer == word, err
}
