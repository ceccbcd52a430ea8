// Package recording writes down what a service was asked and answered, without
// what is private, and reads it again to serve it (Replay).
package recording

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/service"
)

// A Recording is what a Recorder has written, to be read again. It keeps an
// index in memory and leaves the bodies where they are. It is safe for
// concurrent use when its source is.
type Recording struct {
	source  io.ReaderAt
	entries []entry
	cut     []int
}

// entry is one line's place in the index.
type entry struct {
	offset      int64
	length      int
	number      int // of the line, from 1
	time        time.Time
	method      string
	path        string // the template
	account     string // "" when the request proved none
	reservation string // the one that the request names or has made, if any
	question    [sha256.Size]byte
	query       map[string][]string // of a destination query
}

// byteOrderMark is what some editors begin a file with.
const byteOrderMark = "\ufeff"

// Read indexes a recording of so many bytes. Lines that were cut off,
// because the recorder was ended in the middle of one, are left out and are in
// Cut. Anything else that is no line of a recording is an *input.Error
// that names the line.
func Read(source io.ReaderAt, size int64) (*Recording, error) {
	r := &Recording{source: source}
	in := bufio.NewReaderSize(io.NewSectionReader(source, 0, size), 64<<10)
	var offset int64
	for number := 1; ; number++ {
		line, err := readLine(in)
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return nil, lineError(number, err)
		}
		if number == 1 && bytes.HasPrefix(line, []byte(byteOrderMark)) {
			line, offset = line[len(byteOrderMark):], int64(len(byteOrderMark))
		}
		if text := bytes.TrimSpace(line); len(text) > 0 {
			if err := r.add(text, offset, len(line), number); err != nil {
				return nil, lineError(number, err)
			}
		}
		offset += int64(len(line))
		if last {
			return r, nil
		}
	}
}

func lineError(number int, err error) error {
	return input.Errorf("line %d is no line of a recording: %s", number, err)
}

var errLongLine = fmt.Errorf("it is longer than %d bytes", maxLine)

func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxLine:
			return nil, errLongLine
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}

func (r *Recording) add(text []byte, offset int64, length, number int) error {
	l, err := parseLine(text)
	if err != nil {
		// A character can be cut off as well.
		if bytes.HasPrefix(text, []byte(`{"time":"`)) && !json.Valid(text) {
			r.cut = append(r.cut, number)
			return nil
		}
		return err
	}
	at, err := time.Parse(time.RFC3339Nano, l.Time)
	if err != nil {
		return errors.New("it has no time")
	}
	e := entry{
		offset: offset, length: length, number: number, time: at,
		method: l.Method, path: l.Path, account: l.Account,
		question: l.questionOf().key(), reservation: l.reservation(),
	}
	if l.Path == service.PathDestinations {
		e.query = l.Query
	}
	r.entries = append(r.entries, e)
	return nil
}

// Len returns how many requests the recording holds.
func (r *Recording) Len() int { return len(r.entries) }

// Cut returns the numbers of the lines that were cut off.
func (r *Recording) Cut() []int { return slices.Clone(r.cut) }

// Accounts returns those that the recorded requests came from, in order.
func (r *Recording) Accounts() []string {
	var list []string
	for _, e := range r.entries {
		if e.account != "" && !slices.Contains(list, e.account) {
			list = append(list, e.account)
		}
	}
	slices.Sort(list)
	return list
}

// line reads a request and its answer again.
func (r *Recording) line(i int) (line, error) {
	e := r.entries[i]
	text := make([]byte, e.length)
	if n, err := r.source.ReadAt(text, e.offset); n < len(text) {
		return line{}, fmt.Errorf("reading line %d of the recording: %w", e.number, err)
	}
	l, err := parseLine(bytes.TrimSpace(text))
	if err == nil {
		l.Response, err = decompress(l.Response, &l.ResponseGzip)
	}
	if err != nil {
		return l, fmt.Errorf("line %d of the recording has changed: %w", e.number, err)
	}
	return l, nil
}

// Span returns when the first and the last request were recorded, by the sandbox's
// clock. They are zero without a request.
func (r *Recording) Span() (from, to time.Time) {
	for i, e := range r.entries {
		if i == 0 || e.time.Before(from) {
			from = e.time
		}
		if i == 0 || e.time.After(to) {
			to = e.time
		}
	}
	return from.UTC(), to.UTC()
}
