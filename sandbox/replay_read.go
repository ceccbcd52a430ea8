package sandbox

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// A Recording is what Options.Record was given, to be read again. It keeps an
// index in memory and leaves the bodies where they are. It is safe for
// concurrent use when its source is.
type Recording struct {
	source  io.ReaderAt
	entries []recordedEntry
	cut     []int
}

// recordedEntry is one line's place in the index.
type recordedEntry struct {
	offset   int64
	length   int
	number   int // of the line, from 1
	time     time.Time
	method   string
	path     string // the template
	target   string
	account  string // "" when the request proved none
	about    string // the reservation that the request names or has made, if any
	question [sha256.Size]byte
	query    map[string][]string // of a destination query
}

// ReadRecording indexes a recording of so many bytes. Lines that were cut off,
// because the recorder was ended in the middle of one, are left out and are in
// Cut. Anything else that is no line of a recording is an *InputError that
// names the line.
func ReadRecording(source io.ReaderAt, size int64) (*Recording, error) {
	r := &Recording{source: source}
	in := bufio.NewReaderSize(io.NewSectionReader(source, 0, size), 64<<10)
	var offset int64
	for number := 1; ; number++ {
		line, err := readLine(in)
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return nil, lineError(number, err)
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

var errLongLine = fmt.Errorf("it is longer than %d bytes", maxRecordedLine)

// readLine reads a line with its line feed. The last one may have none.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxRecordedLine:
			return nil, errLongLine
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}

// add indexes a line.
func (r *Recording) add(text []byte, offset int64, length, number int) error {
	line, err := parseLine(text)
	if err != nil {
		// A character can be cut off as well.
		if bytes.HasPrefix(text, []byte(`{"time":"`)) && !json.Valid(text) {
			r.cut = append(r.cut, number)
			return nil
		}
		return err
	}
	at, err := time.Parse(time.RFC3339Nano, line.Time)
	if err != nil {
		return errors.New("it has no time")
	}
	e := recordedEntry{
		offset: offset, length: length, number: number, time: at,
		method: line.Method, path: line.Path, target: line.Target, account: line.Account,
		question: questionOf(line).key(), about: line.about(),
	}
	if line.Path == service.PathDestinations {
		e.query = line.Query
	}
	r.entries = append(r.entries, e)
	return nil
}

// parseLine reads a line, with its request unpacked: an answer costs more, and
// is rarely needed.
func parseLine(text []byte) (recordedRequest, error) {
	var line recordedRequest
	if !utf8.Valid(text) {
		return line, errors.New("it is not UTF-8")
	}
	if err := json.Unmarshal(text, &line); err != nil {
		return line, inWords(err)
	}
	if line.Method == "" || line.Path == "" || line.Status != 0 && (line.Status < 200 || line.Status > 599) {
		return line, errors.New("it has no method, path and status")
	}
	var err error
	line.Request, err = unpack(line.Request, &line.RequestGzip)
	return line, err
}

// inWords says of JSON that is no recordedRequest what is wrong with it. What is
// no JSON at all has words already.
func inWords(err error) error {
	shape, packed := new(json.UnmarshalTypeError), base64.CorruptInputError(0)
	switch {
	case errors.As(err, &packed):
		return errors.New("a packed body in it is damaged")
	case !errors.As(err, &shape):
		return err
	}
	kind, _, _ := strings.Cut(shape.Value, " ") // A number comes with its digits.
	switch kind {
	case "array", "object":
		kind = "an " + kind
	case "bool":
		kind = "true or false"
	default:
		kind = "a " + kind
	}
	if shape.Field == "" {
		return fmt.Errorf("it is %s, and not an object", kind)
	}
	name, _, _ := strings.Cut(shape.Field, ".")
	return fmt.Errorf("its %q has %s where something else belongs", name, kind)
}

// about is the reservation that a request names in its path, or that it made.
func (l recordedRequest) about() string {
	if id := idIn(l.Target); id != "" || l.Path != service.PathReservation || l.Status/100 != 2 {
		return id
	}
	var made struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(l.Response, &made) != nil || !service.WellFormedID(made.ID) {
		return ""
	}
	return made.ID
}

// idIn is the reservation id in a path, or "".
func idIn(target string) string {
	rest, found := strings.CutPrefix(target, service.PathReservation+"/")
	id, _, _ := strings.Cut(rest, "/")
	if !found || !service.WellFormedID(id) {
		return ""
	}
	return id
}

// Len is how many requests the recording holds.
func (r *Recording) Len() int { return len(r.entries) }

// Cut are the numbers of the lines that were cut off.
func (r *Recording) Cut() []int { return slices.Clone(r.cut) }

// Accounts are those that the recorded requests came from, in order.
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

// line reads a request again, and its answer too if it is wanted whole.
func (r *Recording) line(i int, whole bool) (recordedRequest, error) {
	e := r.entries[i]
	text := make([]byte, e.length)
	if n, err := r.source.ReadAt(text, e.offset); n < len(text) {
		return recordedRequest{}, fmt.Errorf("reading line %d of the recording: %w", e.number, err)
	}
	line, err := parseLine(bytes.TrimSpace(text))
	if err == nil && whole {
		line.Response, err = unpack(line.Response, &line.ResponseGzip)
	}
	if err != nil {
		return line, fmt.Errorf("line %d of the recording has changed: %w", e.number, err)
	}
	return line, nil
}

// Span is when the first and the last request were recorded, by the sandbox's
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

// UnpackLine is a line of a recording with its bodies as JSON. A line that has
// nothing packed, or that is no line of a recording, stays as it is.
func UnpackLine(text []byte) []byte {
	line, err := parseLine(text)
	if err != nil || !bytes.Contains(text, []byte(`_gzip":"`)) {
		return text
	}
	if line.Response, err = unpack(line.Response, &line.ResponseGzip); err != nil {
		return text
	}
	whole, err := jsontree.Encode(line)
	if err != nil {
		return text
	}
	return whole
}
