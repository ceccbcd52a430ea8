package api

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// fuzzDecoder feeds a decoder anything. It must not panic, must give the same
// for the same bytes however they arrive, and must give clean text only.
func fuzzDecoder[T any](f *testing.F, seed string, read func(*reader) T) {
	f.Add([]byte(fixture(f, seed)))
	for _, text := range []string{
		"", "{}", "null", "[]", `{"results":{}}`, `{"items":[[[]]]}`, `{"terms":[{"deposit_policies":[[1,{"a":null}]]}]}`,
		`{"results":[{"name":"\u001b\ud800\u202e"}]}`, "{\"id\":\"\xff\"}", `{"id":1e999,"id":2}`,
		`{"details":{"field":"x"},"message":["\u0000"]}`,
		`{"check_in_date":"2026-12-12T00:00:00.000Z","check_out_date":"2026-12-15t00:00z"}`,
		`{"items":[{"id":"1","check_in_date":"2026-12-12 00:00:00","check_out_date":"2026-12-15T00:00:00+00:00"}]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		whole, err := decodeObject(bytes.NewReader(body), tolerant, read)
		pieces, pieceErr := decodeObject(&oneByte{body}, tolerant, read)
		if (err == nil) != (pieceErr == nil) || !reflect.DeepEqual(whole, pieces) {
			t.Fatalf("whole: %+v, %v\npieces: %+v, %v", whole, err, pieces, pieceErr)
		}
	})
}

// oneByte is a reader that gives one byte at a time.
type oneByte struct{ rest []byte }

func (r *oneByte) Read(p []byte) (int, error) {
	return bytes.NewReader(r.take()).Read(p)
}

func (r *oneByte) take() []byte {
	n := min(1, len(r.rest))
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func FuzzSearchPage(f *testing.F)      { fuzzDecoder(f, "search", pageOf) }
func FuzzVerification(f *testing.F)    { fuzzDecoder(f, "verification", verificationOf) }
func FuzzReservation(f *testing.F)     { fuzzDecoder(f, "reservation", readReservation) }
func FuzzReservationList(f *testing.F) { fuzzDecoder(f, "reservation", listOf) }
func FuzzDestinations(f *testing.F)    { fuzzDecoder(f, "destinations", destinationsOf) }

func FuzzRefusal(f *testing.F) {
	f.Add([]byte(`{"code": 2001, "type": "VALIDATION", "message": "m", "details": [{"message": "m", "field": ["a", 1]}, "x"], "request_id": "r"}`))
	fuzzDecoder(f, "reservation", readRefusalBody)
}

// FuzzLongTexts has a text of any make that goes beyond what the decoder is
// given, in pieces of any size: what follows it must be read as ever.
func FuzzLongTexts(f *testing.F) {
	for _, seed := range []string{"x", "\\", "\"", "\u00e9", "a\\\"\u202e\U0001f600\n", "\x00\xff"} {
		f.Add(seed, 6) // Pieces of 7 bytes end at every byte of an escape.
		f.Add(seed, 4099)
	}
	f.Fuzz(func(t *testing.T, piece string, size int) {
		if piece == "" || len(piece) > 100 {
			return
		}
		quoted, err := jsontext.AppendQuote(nil, strings.Repeat(piece, 2*maxValue/len(piece)))
		if err != nil && quoted == nil {
			return
		}
		body := append([]byte(`{"results":[{"type":"hotel","name":"N","city":`), quoted...)
		body = append(append(append(body, `,"x":`...), quoted...), `,"phone":"7"}]}`...)
		found, err := decodeObject(&inPieces{body, 1 + size&0x1fff}, tolerant, destinationsOf)
		if err != nil || len(found.Properties) != 1 || found.Properties[0].Phone != "7" {
			t.Fatalf("%q in pieces of %d: %v, %d properties", piece, size, err, len(found.Properties))
		}
		if city := found.Properties[0].City; len(city) > maxText || !utf8.ValidString(city) {
			t.Errorf("%q is cut to %d bytes", piece, len(city))
		}
	})
}

// inPieces is a reader that gives so many bytes at a time.
type inPieces struct {
	rest []byte
	size int
}

func (r *inPieces) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.rest[:min(r.size, len(r.rest))])
	r.rest = r.rest[n:]
	return n, nil
}
