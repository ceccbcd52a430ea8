package recording

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

const (
	// maxBody is the largest body that a recording holds, in bytes. The largest
	// answers, a page of hotels and the destinations of an empty query, have some
	// 700 kB.
	maxBody = 8 << 20
	// maxPlain is the largest body that stands in its line as JSON. What is larger
	// is compressed: an answer to a hotel search becomes a tenth of its size, and
	// everything that a person reads or searches a file for stays readable.
	maxPlain = 8 << 10
	// maxLine is the longest line of a recording, in bytes.
	maxLine = 4 << 20
	// maxDecompressed is the largest body that a line decompresses to. A redacted
	// text can be longer than what it stands for.
	maxDecompressed = 4 * maxBody
)

// line is one request of a recording. It holds no credentials, no payment token
// and no verification code; of a guest, and of what a client calls a reservation
// by in custom_data, it holds initials. The same text is always redacted in the
// same way, so that what belongs together still does.
type line struct {
	Time     string              `json:"time"` // by the sandbox's clock
	Method   string              `json:"method"`
	Path     string              `json:"path"`           // a template of SPEC 4, or "-"
	Target   string              `json:"target"`         // the path with its reservation id
	Query    map[string][]string `json:"query,omitzero"` // decoded
	Status   int                 `json:"status"`         // 0 when the connection was reset
	Took     float64             `json:"took_ms"`
	Account  string              `json:"account,omitzero"`
	ID       string              `json:"request_id"`
	Fault    string              `json:"fault,omitzero"`
	Header   map[string]string   `json:"header,omitempty"` // of the answer, where it is not what answers have; "" is none
	Request  json.RawMessage     `json:"request,omitzero"`
	Response json.RawMessage     `json:"response,omitzero"`
	Page     string              `json:"page,omitzero"` // an answer that is no JSON
	Cut      bool                `json:"cut,omitzero"`  // only the first half of the answer was sent
	// In place of the above where that is large: gzip, in base64.
	RequestGzip  []byte `json:"request_gzip,omitzero"`
	ResponseGzip []byte `json:"response_gzip,omitzero"`
}

// compress makes large bodies small.
func (l *line) compress() (err error) {
	if len(l.Request) > maxPlain {
		l.RequestGzip, err = compressed(l.Request)
		l.Request = nil
	}
	if len(l.Response) > maxPlain && err == nil {
		l.ResponseGzip, err = compressed(l.Response)
		l.Response = nil
	}
	return err
}

// decompress undoes compress for one body. What becomes larger than a recording
// holds is an error.
func decompress(plain json.RawMessage, gzipped *[]byte) (json.RawMessage, error) {
	if len(*gzipped) == 0 {
		return plain, nil
	}
	text, err := decompressed(*gzipped)
	*gzipped = nil
	return text, err
}

func compressed(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(text)
	if err == nil {
		err = w.Close()
	}
	return b.Bytes(), err
}

func decompressed(text []byte) (json.RawMessage, error) {
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	whole, err := io.ReadAll(io.LimitReader(r, maxDecompressed+1))
	switch {
	case err != nil:
		return nil, err
	case len(whole) > maxDecompressed:
		return nil, fmt.Errorf("a body is larger than %d bytes", maxDecompressed)
	case !json.Valid(whole):
		return nil, fmt.Errorf("a packed body is no JSON")
	default:
		return whole, nil
	}
}

// parseLine reads a line and decompresses its request. The answer costs more,
// and is rarely needed.
func parseLine(text []byte) (line, error) {
	var l line
	if !utf8.Valid(text) {
		return l, errors.New("it is not UTF-8")
	}
	if err := json.Unmarshal(text, &l); err != nil {
		return l, describe(err)
	}
	if l.Method == "" || l.Path == "" || l.Status != 0 && (l.Status < 200 || l.Status > 599) {
		return l, errors.New("it has no method, path and status")
	}
	var err error
	l.Request, err = decompress(l.Request, &l.RequestGzip)
	return l, err
}

// describe puts into words why JSON is no line. What is no JSON at all has words
// already.
func describe(err error) error {
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

// Unpack returns a line of a recording with its bodies as JSON. A line that has
// nothing compressed, or that is no line of a recording, stays as it is.
func Unpack(text []byte) []byte {
	l, err := parseLine(text)
	if err != nil || !bytes.Contains(text, []byte(`_gzip":"`)) {
		return text
	}
	if l.Response, err = decompress(l.Response, &l.ResponseGzip); err != nil {
		return text
	}
	whole, err := jsontree.Encode(l)
	if err != nil {
		return text
	}
	return whole
}

// reservation returns the id of the reservation that a request names in its
// path, or that it made; "" if there is none.
func (l line) reservation() string {
	if rest, found := strings.CutPrefix(l.Target, service.PathReservation+"/"); found {
		id, _, _ := strings.Cut(rest, "/")
		return wellFormed(id)
	}
	var made struct {
		ID string `json:"id"`
	}
	if l.Path != service.PathReservation || l.Status/100 != 2 || json.Unmarshal(l.Response, &made) != nil {
		return ""
	}
	return wellFormed(made.ID)
}

// wellFormed returns a reservation id, or "" for a text that is none.
func wellFormed(id string) string {
	if !service.WellFormedID(id) {
		return ""
	}
	return id
}
