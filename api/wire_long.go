package api

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// How much of one value the decoder is given: it keeps every value whole in
// memory, however long. No text that is kept is as long.
const (
	maxValue  = 64 << 10
	maxStrict = 2 << 20 // where nothing may be left out unread
)

var (
	errLongValue  = errors.New("the answer has one value of more than 64 KiB that is no text")
	errLongStrict = errors.New("the answer has one value of more than 2 MiB")
)

// longTexts stands between an answer and its decoder and leaves out what a text
// has beyond maxValue. Any other value of that length is an error. Of an answer
// that is read strictly every byte counts, so that a longer text is one too.
type longTexts struct {
	source  io.Reader
	dec     *jsontext.Decoder
	strict  strictness
	given   int64  // bytes that the decoder was given
	total   int64  // bytes of the answer, with those left out
	held    []byte // read from the source and not given yet
	scratch []byte
}

func (l *longTexts) Read(p []byte) (int, error) {
	most := int64(maxValue)
	if l.strict == strict {
		most = maxStrict
	}
	if len(l.held) == 0 && l.given-l.dec.InputOffset() > most {
		if err := l.leaveOut(); err != nil {
			return 0, err
		}
	}
	if len(l.held) > 0 {
		n := copy(p, l.held)
		l.held = l.held[n:]
		l.given += int64(n)
		return n, nil
	}
	n, err := l.source.Read(p)
	l.given += int64(n)
	l.total += int64(n)
	return n, err
}

// leaveOut reads on to the end of the text that the decoder is in, and holds
// what ends it: the rest of an escape, the quote and what follows.
func (l *longTexts) leaveOut() error {
	if l.strict == strict {
		return errLongStrict
	}
	begun := bytes.TrimLeft(l.dec.UnreadBuffer(), " \t\r\n,:")
	if len(begun) == 0 || begun[0] != '"' {
		return errLongValue
	}
	var e escape
	for _, c := range begun[1:] {
		e.next(c)
	}
	if l.scratch == nil {
		l.scratch = make([]byte, 32<<10)
	}
	var tail []byte // that ends an escape
	inEscape := e.left > 0
	for {
		n, err := l.source.Read(l.scratch)
		l.total += int64(n)
		if n == 0 && err != nil {
			return err
		}
		for i, c := range l.scratch[:n] {
			if e.left == 0 && c == '"' {
				l.held = append(tail, l.scratch[i:n]...)
				return nil
			}
			e.next(c)
			if inEscape {
				tail = append(tail, c)
				inEscape = e.left > 0
			}
		}
	}
}

// An escape follows the escapes of a JSON text from byte to byte.
type escape struct {
	left int // bytes until the escape is over, one at least; 0 outside of any
	name bool
}

func (e *escape) next(c byte) {
	switch {
	case e.name: // The byte behind the backslash.
		e.name = false
		if e.left = 0; c == 'u' {
			e.left = 4
		}
	case e.left > 0:
		e.left--
	case c == '\\':
		e.left, e.name = 1, true
	}
}
