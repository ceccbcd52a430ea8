package recording

import (
	"fmt"
	"strings"
	"testing"
)

// A recorder that is killed leaves half a line, and one that goes on in the same
// file leaves it in the middle.
func TestReadRecordingThatWasCut(t *testing.T) {
	t.Parallel()
	const whole = `{"time":"2026-11-21T12:30:00Z","method":"GET","path":"/rest/v1/reservations","target":"/rest/v1/reservations","status":200,` +
		`"took_ms":0.471,"account":"acme","request_id":"6d4bd2ef","response":{"total_items_without_paging":0,"items":[]}}` + "\n"
	for text, want := range map[string]string{
		whole:                        "1 []",
		whole + whole[:len(whole)/2]: "1 [2]",
		whole[:len(whole)/2] + "\n" + whole + "\n": "1 [1]",
		strings.TrimSuffix(whole, "\n"):            "1 []",
		"":                                         "0 []",
		"\ufeff" + whole:                           "1 []",
		whole + "\ufeff" + whole:                   "line 2 is no line of a recording: invalid character 'ï' looking for beginning of value",
		whole[:20]:                                 "0 [1]",
		whole + "nonsense\n":                       "line 2 is no line of a recording: invalid character 'o' in literal null (expecting 'u')",
		"[]\n":                                     "line 1 is no line of a recording: it is an array, and not an object",
		"true\n":                                   "line 1 is no line of a recording: it is true or false, and not an object",
		whole + "\"x\"\n":                          "line 2 is no line of a recording: it is a string, and not an object",
		`{"status":"200"}`:                         `line 1 is no line of a recording: its "status" has a string where something else belongs`,
		`{"status":200.5}`:                         `line 1 is no line of a recording: its "status" has a number where something else belongs`,
		`{"query":{"a":[{}]}}`:                     `line 1 is no line of a recording: its "query" has an object where something else belongs`,
		`{"request_gzip":"*"}`:                     "line 1 is no line of a recording: a packed body in it is damaged",
		"{}\n":                                     "line 1 is no line of a recording: it has no method, path and status",
		strings.Replace(whole, `"2026-`, `"x`, 1): "line 1 is no line of a recording: it has no time",
		strings.Repeat("x", maxLine+1):            "line 1 is no line of a recording: it is longer than 4194304 bytes",
		`{"method":"GET","path":"/x","status":200,"time":"2026-11-21T12:30:00Z","request_gzip":"aGVsbG8="}`: "line 1 is no line of a recording: unexpected EOF",
	} {
		r, err := Read(strings.NewReader(text), int64(len(text)))
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(r.Len(), r.Cut())
			for i := range r.Len() {
				if _, err := r.line(i); err != nil {
					t.Errorf("%.40q: %v", text, err)
				}
			}
		}
		if got != want {
			t.Errorf("%.60q…: %s, want %s", text, got, want)
		}
	}
}
