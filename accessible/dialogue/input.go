package dialogue

import (
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"

	"bellhop/internal/safetext"
	"bellhop/internal/ttymode"
)

// longestAnswer bounds one line, in bytes. What is behind it is thrown away up to the line's end.
const longestAnswer = 4096

// errTooLong means that a line was longer than any answer.
var errTooLong = errors.New("too long")

// A controlError names the control character or invalid byte of a line. Dropping it would change the answer.
type controlError string

func (e controlError) Error() string { return "it holds " + string(e) + ", which some keys send" }

// An input reads one line at a time and nothing after it: on a terminal the next one may be a secret.
type input struct {
	in io.Reader
	fd int // of the terminal; -1 for what is none
	// pending is a line that is being read for a question that was left.
	pending chan typed
}

type typed struct {
	text string
	err  error
}

func newInput(in io.Reader) *input {
	i := &input{in: in, fd: -1}
	if f, ok := in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		i.fd = int(f.Fd())
	}
	return i
}

// terminal reports whether somebody types at a terminal, who sees and ends each line there.
func (i *input) terminal() bool { return i.fd >= 0 }

// asked does ask, and again whenever the program goes on after a stop at a terminal, until over: a shell has had its say
// then. What is typed at a secret is not shown.
func (i *input) asked(ask func(), secret bool) (over func()) {
	over = func() {}
	switch {
	case !i.terminal():
	case secret: // before the question is seen: it may be answered at once
		over = ttymode.HideTyping(i.fd, ask)
	default:
		over = ttymode.Continued(i.fd, ask)
	}
	ask()
	return over
}

// line reads a line, and a secret at a terminal, whose typing is hidden, as the terminal reads passwords.
func (i *input) line(ctx context.Context, secret bool) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if i.pending == nil {
		i.pending = make(chan typed, 1)
		read := i.readLine
		if secret && i.terminal() {
			read = i.readSecret
		}
		go func(to chan<- typed) {
			text, err := read()
			to <- typed{text, err}
		}(i.pending)
	}
	select {
	case got := <-i.pending:
		i.pending = nil
		got.text = answersOfTerminals().ReplaceAllString(got.text, "")
		if character := control(got.text); got.err == nil && character != "" {
			return "", controlError(character)
		}
		return strings.TrimSpace(got.text), got.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// answersOfTerminals are what a terminal answers to a question that a screen has put: its
// colours, its place, what it is and can. One that comes late, when the screen is gone, stands
// before what a person types, and is no part of it.
var answersOfTerminals = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\x1b(\][0-9]+;[^\x07\x1b]*(\x07|\x1b\\)|\[[?>]?[0-9;]*[cnRStuy]|[P_][^\x1b]*\x1b\\)`)
})

// readLine reads byte by byte up to the line's end.
func (i *input) readLine() (string, error) {
	var line []byte
	long := false
	for one := make([]byte, 1); ; {
		n, err := i.in.Read(one)
		switch {
		case n > 0 && one[0] == '\n':
			if long {
				return "", errTooLong
			}
			return string(line), nil
		case n > 0 && len(line) >= longestAnswer:
			long = true
		case n > 0:
			line = append(line, one[0])
		}
		if err != nil {
			return "", ErrEnd // Nobody has ended the line: it may be cut off, and is no answer.
		}
	}
}

func (i *input) readSecret() (string, error) {
	text, err := term.ReadPassword(i.fd)
	switch {
	case err != nil && len(text) == 0:
		return "", ErrEnd
	case len(text) > longestAnswer:
		return "", errTooLong
	}
	return string(text), nil
}

// control returns the name of a line's first control character or invalid byte, or "". A final \r is allowed: a pipe may carry
// the line ends of Windows.
func control(line string) string {
	line = strings.TrimSuffix(line, "\r")
	for i, r := range line {
		if _, size := utf8.DecodeRuneInString(line[i:]); r != '\t' && unicode.IsControl(r) || r == utf8.RuneError && size == 1 {
			return safetext.Unprintable(line[i : i+size])
		}
	}
	return ""
}

// plain takes away what is not seen in an answer.
func plain(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c':
			return -1
		}
		return r
	}, text))
}
