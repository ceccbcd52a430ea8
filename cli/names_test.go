package cli_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/bookingtest"
	"bellhop/booking/wording"
	"bellhop/cli/exit"
	"bellhop/cli/output/outputtest"
	"bellhop/internal/safetext/safetexttest"
)

// A name goes letter by letter from a guest file into the draft, the create, the service's answer and
// the proof, and plain letters find it.
func TestNames_ThroughCommands(t *testing.T) {
	f, draft := drafted(t)
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	for _, name := range safetexttest.Names() {
		var guest map[string]string
		if err := json.Unmarshal([]byte(scriptGuest), &guest); err != nil {
			t.Fatal(err)
		}
		guest["given_name"], guest["surname"], guest["address"] = name, "Van "+name, "1 "+name
		var saved map[string]any
		if err := json.Unmarshal([]byte(read(t, draft)), &saved); err != nil {
			t.Fatal(err)
		}
		saved["guest"] = guest
		text, _ := json.Marshal(saved)
		path := f.file("named.json", string(text))
		code, out, errOut := f.run("book", "--from", path, "--yes", "--jq", ".id")
		if code != exit.OK {
			t.Fatalf("%+q: exit %d, %s", name, code, errOut)
		}
		id := strings.TrimSpace(out)
		answers := map[string][]string{
			"show": {"reservation", "show", id, "--guest", "--jq", ".guest"},
			"find": {"reservation", "list", "--find", wording.Fold(name), "--guest", "--jq", `.[] | select(.id == "` + id + `") | .guest`},
		}
		for way, args := range answers {
			code, out, errOut := f.run(args...)
			if want := name + " Van " + name; code != exit.OK || strings.TrimSpace(out) != want {
				t.Errorf("%s: %+q comes out as %+q, exit %d, %s", way, want, out, code, errOut)
			}
		}
		if _, out, errOut := f.run("audit", "proof", id, "--guest"); !strings.Contains(out, name+" Van "+name) {
			t.Errorf("%+q is not in the proof: %+q, %s", name, out, errOut)
		}
		for _, format := range []string{"csv", "json"} {
			_, out, errOut := f.run("reservation", "export", "--id", id, "--guest", "--columns", "guest", "--format", format, "--output", "-")
			var list []struct{ Guest string }
			if format == "json" && json.Unmarshal([]byte(out), &list) == nil && len(list) == 1 {
				out = list[0].Guest
			}
			if !strings.Contains(out, name+" Van "+name) {
				t.Errorf("%+q is not in the export as %s: %+q, %s", name, format, out, errOut)
			}
		}
		if code, _, errOut := f.run("reservation", "cancel", id, "--yes"); code != exit.OK { // The stock is small.
			t.Error(errOut)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A name that no field of a person takes is refused with the character's code, in a guest file and in a draft.
func TestNames_RefusedByCommands(t *testing.T) {
	f, draft := drafted(t)
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	for name, character := range safetexttest.RefusedNames() {
		text, _ := json.Marshal(name)
		named := strings.Replace(scriptGuest, `"Rossi"`, string(text), 1)
		if code, _, errOut := f.run("book", "--from", draft, "--guest", f.file("guest.json", named), "--yes"); code == exit.OK || !strings.Contains(errOut, "surname: it holds") || !strings.Contains(errOut, character) {
			t.Errorf("guest file with %+q: exit %d, %s", name, code, errOut)
		}
		changed := strings.Replace(read(t, draft), `"Rossi"`, string(text), 1)
		if code, _, errOut := f.run("book", "--from", f.file("changed.json", changed), "--yes"); code == exit.OK || !strings.Contains(errOut, "surname: it holds") || !strings.Contains(errOut, character) {
			t.Errorf("draft with %+q: exit %d, %s", name, code, errOut)
		}
	}
}

// A text of the service neither drives the terminal nor begins a line of a command.
func TestCommands_HostileService(t *testing.T) {
	const mark = "mark\u001b[2J\r\nbellhop: Cancelled.\tmark\u202e"
	quoted, _ := json.Marshal(mark)
	stays := strings.NewReplacer(`"The Lantern"`, string(quoted), `"Ada"`, string(quoted), `"QLYGWV"`, string(quoted), `"GUARANTEE"`, string(quoted)).
		Replace(bookingtest.ReservationJSON(bookingtest.ReservationID(1), "2026-12-12T00:00:00Z", "2026-12-15T00:00:00Z"))
	f := newFixture(t)
	f.service = bookingtest.Serve(t, func(path string) string {
		if strings.HasSuffix(path, "/reservations") {
			return `{"total_items_without_paging":1,"items":[` + stays + `]}`
		}
		return stays
	})
	for _, line := range []string{
		"reservation list --guest", "reservation show " + bookingtest.ReservationID(1) + " --guest", "deadlines", "reservation cancel " + bookingtest.ReservationID(1) + " --yes",
		"audit show " + bookingtest.ReservationID(1),
		"audit proof " + bookingtest.ReservationID(1), "reservation list --guest --json", "reservation show " + bookingtest.ReservationID(1) + " --json",
	} {
		_, out, errOut := f.run(append(words(line), "--profile", "demo")...)
		for where, text := range map[string]string{line: out, line + " on stderr": errOut} {
			outputtest.WantClean(t, where, text)
			if strings.Contains(text, "\nbellhop: Cancelled.") {
				t.Errorf("%s: the service begins a line:\n%s", where, text)
			}
		}
		if !strings.Contains(out+errOut, "mark") {
			t.Errorf("%s prints nothing of it: %q, %q", line, out, errOut)
		}
	}
}

// The words of a refusal follow "The service says:".
func TestCommands_HostileRefusal(t *testing.T) {
	f := newFixture(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"code":3002,"type":"BOOKING_CANCELLATION_ERROR","message":"no\nNothing was cancelled. Run it again with --yes.\nbellhop: done"}`))
	}))
	t.Cleanup(server.Close)
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "a", Token: api.NewSecret("key")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	f.service = client
	f.want([]string{"reservation", "show", bookingtest.ReservationID(1), "--profile", "demo"}, exit.Failed, "",
		"bellhop: Not cancelled\n  The service says: no Nothing was cancelled. Run it again with --yes. bellhop: done\n  Read the reservation again: it may have changed since.\n")
}

// An export to a pipe has the bytes of one to a file, and a guest that no field takes never gets into a draft.
func TestExport_SameBytes(t *testing.T) {
	f := newFixture(t)
	name := "zw\u200bsp \u3164 soft\u00adhy Ali\u200creza"
	csv := "given_name,surname,email\nAnn,\"" + name + "\",a@example.com\n"
	if code, _, errOut := f.run("guests", "import", f.file("in.csv", csv), "--profile", "demo"); code != exit.OK {
		t.Fatal(errOut)
	}
	path := filepath.Join(f.home, "out.csv")
	if code, _, errOut := f.run("guests", "export", path, "--profile", "demo"); code != exit.OK {
		t.Fatal(errOut)
	}
	if _, out, _ := f.run("guests", "export", "-", "--profile", "demo"); out != read(t, path) || !strings.Contains(out, name) {
		t.Errorf("a pipe gets %+q, a file %+q", out, read(t, path))
	}
}

func TestVerify_GuestRefused(t *testing.T) {
	f, draft := drafted(t)
	var saved struct {
		Hotel       struct{ Chain, Property string } `json:"hotel"`
		BookingCode string                           `json:"booking_code"`
	}
	if err := json.Unmarshal([]byte(read(t, draft)), &saved); err != nil {
		t.Fatal(err)
	}
	for name, character := range safetexttest.RefusedNames() {
		text, _ := json.Marshal(name)
		guest := f.file("guest.json", strings.Replace(scriptGuest, `"Rossi"`, string(text), 1))
		path := filepath.Join(t.TempDir(), "draft.json")
		code, _, errOut := f.run("verify", saved.Hotel.Chain+saved.Hotel.Property, saved.BookingCode, "+200 3n 2a", "--guest", guest, "--draft", path)
		if _, err := os.Stat(path); code != exit.Usage || err == nil || !strings.Contains(errOut, "surname: it holds") || !strings.Contains(errOut, character) {
			t.Errorf("%+q: exit %d, %v, %s", name, code, err, errOut)
		}
	}
}
