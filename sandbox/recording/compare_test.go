package recording

import (
	"fmt"
	"strings"
	"testing"
)

// read indexes the text of a recording.
func read(t *testing.T, text string) *Recording {
	t.Helper()
	r, err := Read(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func compared(t *testing.T, a, b *Recording) []string {
	t.Helper()
	list, err := Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, 0, len(list))
	for _, d := range list {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%d %d %s %s %s %s %s", d.A, d.B, d.Path, d.Kind, d.Field, d.Before, d.After)))
	}
	return out
}

// What only one of two recordings asks is one difference each time, whichever
// of the two it is.
func TestCompareNamesWhatIsAskedOnce(t *testing.T) {
	t.Parallel()
	line := func(path string) string {
		return `{"time":"2026-11-21T12:30:00Z","method":"GET","path":"` + path + `","target":"` + path + `","status":200}` + "\n"
	}
	a, b := read(t, line("/x")), read(t, line("/y")+line("/x")+line("/x")+line("/y"))
	if got, want := strings.Join(compared(t, a, b), ", "), "0 1 /y added request, 0 3 /x added request, 0 4 /y added request"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := strings.Join(compared(t, b, a), ", "), "1 0 /y removed request, 3 0 /x removed request, 4 0 /y removed request"; got != want {
		t.Errorf("the other way round: got %s, want %s", got, want)
	}
}

// hand is a recording of one answer.
func hand(t *testing.T, response string) *Recording {
	t.Helper()
	return read(t, fmt.Sprintf(`{"time":"2026-11-21T12:30:00Z","method":"GET","path":"/x","target":"/x","status":200,"response":%s}`+"\n", response))
}

func TestCompareByPath(t *testing.T) {
	t.Parallel()
	const id, otherID = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
	for _, tt := range []struct{ name, a, b, want string }{
		{"the same", `{"a":[1,"x",null,true]}`, `{"a":[1,"x",null,true]}`, ""},
		{"order of members", `{"a":1,"b":2}`, `{"b":2,"a":1}`, ""},
		{"changed", `{"a":{"b":1}}`, `{"a":{"b":2}}`, "changed response.a.b 1 2"},
		{"another type", `{"a":1}`, `{"a":"1"}`, `changed response.a 1 "1"`},
		{"null", `{"a":null}`, `{"a":{"b":1}}`, "changed response.a null {1 field}"},
		{"removed and added", `{"a":1}`, `{"b":[]}`, "removed response.a 1, added response.b  [0 elements]"},
		{"a shorter list", `{"a":[1,2]}`, `{"a":[1]}`, "removed response.a.1 2"},
		{"a longer list", `{"a":[1]}`, `{"a":[1,{}]}`, "added response.a.1  {0 fields}"},
		{"a hotel less", `[{"chain_code":"LX","property_code":"1"},{"chain_code":"LX","property_code":"2","n":1}]`, `[{"chain_code":"LX","property_code":"2","n":2}]`, "removed response.LX1 {2 fields}, changed response.LX2.n 1 2"},
		{"another order", `[{"booking_code":"A"},{"booking_code":"B"}]`, `[{"booking_code":"B"},{"booking_code":"A"}]`, "changed response.(order) A B B A"},
		{"an id throughout", `{"a":"` + id + `","b":"` + id + `"}`, `{"a":"` + otherID + `","b":"` + otherID + `"}`, ""},
		{"an id in one place", `{"a":"` + id + `","b":"` + id + `"}`, `{"a":"` + otherID + `","b":"` + id + `"}`, `changed response.b "` + id + `" "` + id + `"`},
		{"a confirmation number", `{"hotel_confirmation_number":"123"}`, `{"hotel_confirmation_number":"456"}`, ""},
		{"the time of making", `{"created_at":"2026-11-21T12:30:00Z"}`, `{"created_at":"2026-11-22T12:30:00Z"}`, ""},
		{"no time of making", `{"created_at":"2026-11-21T12:30:00Z"}`, `{"created_at":"soon"}`, `changed response.created_at "2026-11-21T12:30:00Z" "soon"`},
		{"an expiry a second later", `{"expiration":"2026-11-21T12:45:00Z"}`, `{"expiration":"2026-11-21T12:45:01Z"}`, ""},
		{"an expiry a minute later", `{"expiration":"2026-11-21T12:45:00Z"}`, `{"expiration":"2026-11-21T12:46:00Z"}`, `changed response.expiration "2026-11-21T12:45:00Z" "2026-11-21T12:46:00Z"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := strings.Join(compared(t, hand(t, tt.a), hand(t, tt.b)), ", ")
			if got = strings.ReplaceAll(got, "1 1 /x ", ""); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
