package journal

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// Traps 38 to 42: what the journal is given of a guest goes in as a mark, and
// error texts that may repeat what was typed become a word. Nothing of it is in
// any file or file name, in any common spelling.
func TestNoSecretReachesTheDisk(t *testing.T) {
	dir := t.TempDir()
	const surname, given, email, token, cvv = "Marksurname", "Markgiven", "mark.email@example.com", "tok_markedtoken", "cvv-9137"
	j, err := Open(dir+"/j", Options{Host: "marked-host-name"})
	must(t, err)
	defer j.Close()
	p := plan("att-1")
	p.Guest = j.GuestMark(surname, given, email)
	a := begin(t, j, p)
	must(t, errors.Join(
		a.Sent(),
		a.Unknown(Cause("refused for "+surname+" with "+token)),
		a.Looked(Look{Found: LookFailed, Cause: Cause(email)}),
		a.Looked(Look{Found: LookFailed, Cause: Cause("cvv " + cvv)}),
		a.Resolve(Outcome{Result: NotBooked, Cause: Cause("dear " + given)}),
		a.Close(),
	))
	again, err := Open(dir+"/j", Options{indexEvery: 1}) // Makes the index, which is searched too.
	must(t, err)
	must(t, again.Close())
	if info, err := os.Stat(dir + "/j/" + indexName); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != privateFile {
		t.Fatalf("the index is %v, %v", info, err)
	}
	marks := map[string]string{}
	for _, mark := range []string{surname, given, email, token, cvv, "marked-host-name"} {
		quoted, err := json.Marshal(mark)
		must(t, err)
		for _, form := range []string{
			mark, strings.ToLower(mark), strings.ToUpper(mark), url.QueryEscape(mark), string(quoted[1 : len(quoted)-1]),
			base64.StdEncoding.EncodeToString([]byte(mark))[:len(mark)], hex.EncodeToString([]byte(mark)),
		} {
			marks[form] = mark
		}
	}
	files := 0
	disk := os.DirFS(dir)
	must(t, fs.WalkDir(disk, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		text, err := fs.ReadFile(disk, path)
		must(t, err)
		for form, mark := range marks {
			if strings.Contains(string(text), form) || strings.Contains(d.Name(), form) {
				t.Errorf("%s holds %s as %q", d.Name(), mark, form)
			}
		}
		return nil
	}))
	if files < 5 {
		t.Errorf("only %d files were looked at", files)
	}
}

// The journal can hold no secret, because no struct of it has a field for one.
// Whoever adds a field adds it here as well and thinks about it.
func TestTheFieldsOfAnEvent(t *testing.T) {
	want := "seq at step attempt pid host user plan terms cause look outcome reveal cut missing headless key prev hash" +
		" | - kind profile environment reservation chain property hotel check_in check_out adults children rooms" +
		" booking_code channel_code total currency terms guest agreement despite - replaces rebooking world - - simulate watched window_seconds" +
		" | at room rate sleeps included price cancelling payment currency base taxes fees at_hotel deposit penalties refundable | name amount currency maybe_in_total | amount currency due rest_at_hotel | from amount currency estimated no_refund" +
		" | found reservation status cause" +
		" | result reservation status confirmation locator total currency terms cause" +
		" | reservation profile environment world"
	var got []string
	for _, v := range []any{Event{}, Plan{}, Agreement{}, Charge{}, Deposit{}, Penalty{}, Look{}, Outcome{}, Reveal{}} {
		var names []string
		for field := range reflect.TypeOf(v).Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			names = append(names, name)
		}
		got = append(got, strings.Join(names, " "))
	}
	if all := strings.Join(got, " | "); all != want {
		t.Errorf("the fields are\n%s\nwant\n%s", all, want)
	}
}

// What the service sends may be long; it is cut between two characters.
func TestLongAnswersAreCut(t *testing.T) {
	j := openIn(t, t.TempDir())
	a := begin(t, j, plan("att-1"))
	must(t, a.Sent())
	must(t, a.Answered(Outcome{Result: Booked, Status: "x" + strings.Repeat("é", 100_000), Locator: strings.Repeat("y", 128)}))
	o := state(t, j, "att-1").Outcome
	if want := "x" + strings.Repeat("é", 63) + "…"; o.Status != want || o.Locator != strings.Repeat("y", 128) {
		t.Errorf("the outcome is %+v", o)
	}
	p := plan("att-2")
	p.BookingCode = strings.Repeat("z", maxLine)
	_, err := j.Begin(p)
	if err == nil || !strings.HasPrefix(err.Error(), "the journal cannot be written: the event has ") {
		t.Errorf("the error is %v", err)
	}
	if _, err := j.State("att-2"); !errors.Is(err, ErrNoAttempt) {
		t.Errorf("the attempt is there: %v", err)
	}
}

// The package's documentation says how to prove a line with a shell.
func TestTheHashCanBeProvedWithAShell(t *testing.T) {
	if _, err := exec.LookPath("sha256sum"); err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no sha256sum here")
	}
	dir := t.TempDir()
	j := openIn(t, dir)
	book(t, j, "att-1")
	events, err := j.Show("att-1")
	must(t, err)
	for i, e := range events {
		script := `sed -n ` + string(rune('1'+i)) + `p journal.jsonl | sed 's/,"hash":"[0-9a-f]*"}$/}/' | tr -d '\n' | sha256sum`
		c := exec.CommandContext(t.Context(), "sh", "-c", script)
		c.Dir = dir
		out, err := c.Output()
		must(t, err)
		if got, _, _ := strings.Cut(string(out), " "); got != e.Hash {
			t.Errorf("line %d: the shell says %s, the line %s", i+1, got, e.Hash)
		}
	}
}
