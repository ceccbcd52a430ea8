package api

import (
	"bytes"
	"reflect"
	"testing"
	"unicode"
)

// fuzzDecoder feeds a decoder anything. It must not panic, must give the same
// for the same bytes however they arrive, and must give clean text only.
func fuzzDecoder[T any](f *testing.F, seed string, read func(*reader) T) {
	f.Add([]byte(fixture(f, seed)))
	for _, text := range []string{
		"", "{}", "null", "[]", `{"results":{}}`, `{"items":[[[]]]}`, `{"terms":[{"deposit_policies":[[1,{"a":null}]]}]}`,
		`{"results":[{"name":"\u001b\ud800\u202e"}]}`, "{\"id\":\"\xff\"}", `{"id":1e999,"id":2}`,
		`{"details":{"field":"x"},"message":["\u0000"]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		whole, err := decodeObject(bytes.NewReader(body), tolerant, read)
		pieces, pieceErr := decodeObject(&oneByte{body}, tolerant, read)
		if (err == nil) != (pieceErr == nil) || !reflect.DeepEqual(whole, pieces) {
			t.Fatalf("whole: %+v, %v\npieces: %+v, %v", whole, err, pieces, pieceErr)
		}
		checkClean(t, reflect.ValueOf(whole), "")
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

// checkClean walks a value and looks for text that could drive a terminal.
func checkClean(t *testing.T, v reflect.Value, field string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			checkClean(t, v.Field(i), v.Type().Field(i).Name)
		}
	case reflect.Slice:
		for i := range v.Len() {
			checkClean(t, v.Index(i), field)
		}
	case reflect.Pointer:
		if !v.IsNil() && v.Type() != reflect.TypeFor[*string]() {
			checkClean(t, v.Elem(), field)
		}
	case reflect.String:
		for _, r := range v.String() {
			if r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Bidi_Control) && !isOpaque(field) {
				t.Fatalf("%s holds %U in %q", field, r, v.String())
			}
		}
	default:
	}
}

// isOpaque names the fields that are kept byte for byte. The text of a Secret
// is only ever sent.
func isOpaque(field string) bool {
	switch field {
	case "BookingCode", "ChannelCode", "NextToken", "text", "value":
		return true
	}
	return false
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
