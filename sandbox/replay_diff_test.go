package sandbox

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func words(parts ...any) string { return fmt.Sprintln(parts...) }

// runOf is a session that varies as two runs do: in its instants, in the ids of
// attempts, in cards and in what else the world holds.
func runOf(t *testing.T, late time.Duration, attempt string, change ...func(*Options)) *Recording {
	t.Helper()
	l, out := recorded(t, change...)
	l.clock.pass(late)
	l.offers(searchBody())
	offer := l.offers(searchBody())[0]
	l.clock.pass(late / 7)
	l.do("POST", "/rest/v1/hotel/rate_verification", offer.verifyBody())
	body := offer.createBody()
	put(body, "custom_data.bellhop_attempt", attempt)
	put(body, "payment.guest.token", "card-of-"+attempt)
	if made := l.do("POST", pathCreate, body); made.status == 201 {
		l.clock.pass(late)
		l.ok(200, "GET", pathOf(made.body), nil)
		l.ok(200, "GET", pathList+"?filter[id]="+text(made.body, "id"), nil)
		l.ok(200, "GET", pathList+"?filter[custom_data]="+attempt, nil)
		l.ok(200, "POST", pathOf(made.body)+"/cancel", nil)
	}
	return out.read(t)
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

// Two runs of the same script with the same seed have no difference.
func TestCompareEqualRuns(t *testing.T) {
	t.Parallel()
	for _, quirks := range []string{"", "key-order,null-optional,missing-confirmation,missing-number,missing-locator"} {
		change := func(o *Options) { o.Quirks = quirks }
		a := runOf(t, 0, oneAttempt, change)
		b := runOf(t, 63*time.Second+700*time.Millisecond, otherAttempt, change)
		if list := compared(t, a, b); len(list) > 0 {
			t.Errorf("with the quirks %q they differ:\n%s", quirks, strings.Join(list, "\n"))
		}
	}
}

// What only one of two recordings asks is one difference each time, whichever
// of the two it is.
func TestCompareNamesWhatIsAskedOnce(t *testing.T) {
	t.Parallel()
	line := func(path string) string {
		return `{"time":"2026-11-21T12:30:00Z","method":"GET","path":"` + path + `","target":"` + path + `","status":200}` + "\n"
	}
	var one, other tape
	_, _ = one.WriteString(line("/x"))
	_, _ = other.WriteString(line("/y") + line("/x") + line("/x") + line("/y"))
	a, b := one.read(t), other.read(t)
	if got, want := strings.Join(compared(t, a, b), ", "), "0 1 /y added request, 0 3 /x added request, 0 4 /y added request"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := strings.Join(compared(t, b, a), ", "), "1 0 /y removed request, 3 0 /x removed request, 4 0 /y removed request"; got != want {
		t.Errorf("the other way round: got %s, want %s", got, want)
	}
}

// A price that changes between search and verification is named, and so is what
// follows from it.
func TestCompareNamesAChangedPrice(t *testing.T) {
	t.Parallel()
	list := compared(t, runOf(t, 0, oneAttempt), runOf(t, 0, oneAttempt, func(o *Options) { o.Changes = 1000 }))
	for _, want := range []string{
		"3 3 /rest/v1/hotel/rate_verification changed response.price.total_price ",
		"4 4 /rest/v1/reservation changed status 201 400",
		"5 0 /rest/v1/reservation/{reservation_id} removed request",
	} {
		found := false
		for _, one := range list {
			found = found || strings.HasPrefix(one, want)
		}
		if !found {
			t.Errorf("there is no %q in\n%s", want, strings.Join(list, "\n"))
		}
	}
}

// hand is a recording of one answer.
func hand(t *testing.T, response string) *Recording {
	t.Helper()
	var out tape
	_, _ = fmt.Fprintf(&out, `{"time":"2026-11-21T12:30:00Z","method":"GET","path":"/x","target":"/x","status":200,"response":%s}`+"\n", response)
	return out.read(t)
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
