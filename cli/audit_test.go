package cli_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"bellhop/booking/journal"
	"bellhop/cli/exit"
)

const auditProfile = "profile = \"work\"\n[preferences]\nagent_zone = \"Europe/Madrid\"\n[profiles.work]\nbase_url = \"https://a.example\"\naccount = \"1\"\n"

// A ledger is a journal that a test writes, at a clock that moves on by a second
// each time it is asked.
type ledger struct {
	t *testing.T
	j *journal.Journal
}

func (f *fixture) ledger() ledger {
	f.t.Helper()
	now := time.Date(2026, 11, 21, 13, 59, 59, 0, time.UTC)
	j, err := journal.Open(f.journalDir(), journal.Options{Host: "desk", User: "ada", Now: func() time.Time {
		now = now.Add(time.Second)
		return now
	}})
	if err != nil {
		f.t.Fatal(err)
	}
	return ledger{f.t, j}
}

func (f *fixture) journalDir() string { return filepath.Join(f.home, "s", "bellhop", "journal") }

// attempt writes one attempt through the given steps.
func (l ledger) attempt(p journal.Plan, steps ...func(*journal.Attempt) error) {
	l.t.Helper()
	a, err := l.j.Begin(p)
	if err != nil {
		l.t.Fatal(err)
	}
	for _, step := range steps {
		err = errors.Join(err, step(a))
	}
	if err = errors.Join(err, a.Close()); err != nil {
		l.t.Fatal(err)
	}
}

func sent(a *journal.Attempt) error { return a.Sent() }

func lost(a *journal.Attempt) error { return a.Unknown(journal.CauseReset) }

func answered(o journal.Outcome) func(*journal.Attempt) error {
	return func(a *journal.Attempt) error { return errors.Join(a.Answered(o), a.Resolve(o)) }
}

// someAttempts fills the journal with an attempt of every kind.
func (f *fixture) someAttempts() {
	f.t.Helper()
	l := f.ledger()
	create := func(id, service string) journal.Plan {
		return journal.Plan{
			Attempt: id, Kind: journal.Create, Profile: service, Environment: "production",
			Chain: "LX", Property: "20417", HotelName: "The Aldwych Lantern", CheckIn: "2026-12-12", CheckOut: "2026-12-15",
			Adults: 2, Children: 1, Rooms: 2, BookingCode: "7b1d", Total: "1204.13", Currency: "GBP", Terms: "5be077aa",
		}
	}
	agreed := create("att-1", "1@a.example")
	agreed.Agreement = &journal.Agreement{
		Room: "Classic Queen", Price: []string{"1,204.13 GBP for 3 nights, 2 rooms: 1,003.44 GBP and taxes of 200.69 GBP", "besides, at the hotel: 5.00 GBP City charge"},
		Cancelling: []string{"free to cancel until Thu 10 Dec 2026 18:00 (UTC+00:00)", "401.38 GBP to cancel from Thu 10 Dec 2026 18:00 (UTC+00:00)"},
		Payment:    []string{"guarantee: card"}, Currency: "GBP", Base: "1003.44", Taxes: "200.69",
		AtHotel:   []journal.Charge{{Name: "City charge", Amount: "5.00", Currency: "GBP"}},
		Penalties: []journal.Penalty{{From: "2026-12-10T18:00:00Z", Amount: "401.38", Currency: "GBP"}},
	}
	booked := journal.Outcome{Result: journal.Booked, Reservation: "RES1", Status: "CONFIRMED", Confirmation: "123456789", Locator: "ABCDEF"}
	l.attempt(agreed, sent, answered(booked))
	l.attempt(create("att-2", "1@a.example"), sent, answered(journal.Outcome{Result: journal.NotBooked, Cause: "PAYMENT_PROCESSING_ERROR"}))
	other := create("att-3", "2@b.example")
	other.Despite = []string{"att-1"}
	l.attempt(other, sent, lost)
	l.attempt(journal.Plan{Attempt: "att-4", Kind: journal.Modify, Profile: "1@a.example", Environment: "production", Reservation: "RES1", CheckIn: "2026-12-13", CheckOut: "2026-12-16"},
		sent, lost, func(a *journal.Attempt) error { return a.Looked(journal.Look{Found: journal.NotFound}) },
		func(a *journal.Attempt) error {
			return a.Resolve(journal.Outcome{Result: journal.NotModified, Cause: journal.CauseExpired})
		})
	l.attempt(journal.Plan{Attempt: "att-5", Kind: journal.Cancel, Profile: "1@a.example", Environment: "production", Reservation: "RES1", HotelName: "The Aldwych Lantern"},
		sent, lost, func(a *journal.Attempt) error {
			return a.Looked(journal.Look{Found: journal.FoundIt, Reservation: "RES1", Status: "CANCELED"})
		}, func(a *journal.Attempt) error {
			return a.Resolve(journal.Outcome{Result: journal.Canceled, Reservation: "RES1", Status: "CANCELED"})
		})
	l.attempt(create("att-6", "1@a.example"), sent, lost)
	for _, of := range []string{"RES1", ""} {
		if err := l.j.NoteReveal(journal.Reveal{Reservation: of, Profile: "1@a.example", Environment: "production"}); err != nil {
			f.t.Fatal(err)
		}
	}
	if err := l.j.Close(); err != nil {
		f.t.Fatal(err)
	}
}

// The process, the machine and with them the hashes differ from run to run.
var unstable = regexp.MustCompile(`"(pid|host|key|prev|hash)":("[0-9a-f]+"|\d+)`)

func TestAudit(t *testing.T) {
	f := newFixture(t)
	f.write("config.toml", auditProfile, 0o600)
	const none = "bellhop: nothing was sent from this machine yet: there is no journal\n"
	f.want(words("audit list"), exit.OK, "nothing was sent\n", "")
	f.want(words("audit list --json"), exit.OK, "[]\n", "")
	f.want(words("audit show att-1"), exit.Failed, "", none)
	f.want(words("audit reveals"), exit.OK, "no guest was shown\n", "")
	f.want(words("audit verify"), exit.OK, "HOME/s/bellhop/journal: 0 lines about 0 attempts, 0 of them open\nthe lines fit each other: that finds accidents, not forgers\n", "")
	if _, err := os.Stat(f.journalDir()); err == nil {
		t.Fatal("reading made a journal")
	}

	f.someAttempts()
	for name, line := range map[string]string{
		"audit-list": "audit list", "audit-list-open": "audit list --open", "audit-list-all": "audit list --all",
		"audit-reveals": "audit reveals", "audit-list-json": "audit list --open --json", "audit-show": "audit show RES1", "audit-show-attempt": "audit show att-3",
		"audit-show-json": "audit show att-1 --json", "audit-verify": "audit verify", "audit-verify-json": "audit verify --json",
	} {
		code, out, errOut := f.run(words(line)...)
		if code != exit.OK || errOut != "" {
			t.Errorf("%s: exit %d, %s", line, code, errOut)
		}
		golden(t, name, unstable.ReplaceAllString(out, `"$1":"…"`))
	}
	f.want(words("audit show att-9"), exit.Failed, "", "bellhop: the journal in HOME/s/bellhop/journal knows no attempt and no reservation \"att-9\"; bellhop audit list lists them\n")
	// The demo has a journal of its own.
	f.want(words("audit list --profile demo"), exit.OK, "nothing was sent\n", "")
}

// An edit of any line is found, named, and an exit code for scripts.
func TestAuditVerifyFindsAnEdit(t *testing.T) {
	f := newFixture(t)
	f.write("config.toml", auditProfile, 0o600)
	f.someAttempts()
	file := filepath.Join(f.journalDir(), "journal.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(text), "PAYMENT_PROCESSING_ERROR", "PAYMENT_PROCESSING_ERROS", 1)
	if err := os.WriteFile(file, []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
	const found = "line 7: the line does not fit its hash: it was changed"
	code, out, errOut := f.run("audit", "verify")
	if code != exit.Failed || !strings.Contains(out, "\n"+found+"\n") || !strings.HasPrefix(errOut, "bellhop: verification failed: "+found) {
		t.Errorf("exit %d, %s, %s", code, out, errOut)
	}
	code, out, _ = f.run("audit", "verify", "--json")
	if code != exit.Failed || !strings.Contains(out, `"ok":false`) || !strings.Contains(out, `{"line":7,"what":"the line does not fit its hash: it was changed"}`) {
		t.Errorf("exit %d, %s", code, out)
	}
}

func TestAuditVerify_Export(t *testing.T) {
	f := newFixture(t)
	f.write("config.toml", auditProfile, 0o600)
	f.someAttempts()
	path := filepath.Join(f.home, "reception.jsonl")
	f.want([]string{"audit", "export", path}, exit.OK, "", "")
	_, shown, _ := f.run("audit", "key", "--jq", ".fingerprint")
	key := strings.Trim(shown, "\"\n")
	if code, out, errOut := f.run("audit", "key"); code != exit.OK || errOut != "" || !strings.Contains(out, key) || !strings.Contains(out, "ed25519 ") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	code, out, errOut := f.run("audit", "verify", path)
	if code != exit.OK || errOut != "" || !strings.Contains(out, "reception.jsonl: ") || !strings.HasSuffix(out, "\nsigned by key "+key+"\nthe lines fit each other: that finds accidents, not forgers\n") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	code, out2, errOut := f.run("audit", "verify", path, "--key", key)
	if code != exit.OK || errOut != "" || !strings.HasSuffix(out2, "\ngenuine: it is signed with the key that was given, and unchanged since\n") {
		t.Errorf("with its key: exit %d, %s%s", code, out2, errOut)
	}
	other := "SHA256:" + strings.Repeat("A", 43)
	f.want([]string{"audit", "verify", path, "--key", other, "--json", "ok,signed_by,genuine"}, exit.Failed, `{"ok":false,"signed_by":"`+key+`","genuine":false}`+"\n",
		"bellhop: verification failed: it is signed by key "+key+", not by the key that was given\n")
	f.want([]string{"audit", "verify", "--key", key}, exit.Usage, "", "bellhop: --key is for a FILE that was exported: the journal itself has no signature\n")
	f.want([]string{"audit", "verify", path, "--key", "x"}, exit.Usage, "", "bellhop: --key \"x\" is not a fingerprint (SHA256: and 43 characters): bellhop audit key prints it on the machine that exported the file\n")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f.file("marked.jsonl", "\ufeff"+string(text))
	f.file("edited.jsonl", strings.Replace(string(text), "PAYMENT_PROCESSING_ERROR", "PAYMENT_PROCESSING_ERROS", 1))
	f.file("cut.jsonl", strings.Join(strings.SplitAfter(string(text), "\n")[:4], ""))
	lines := strings.SplitAfter(string(text), "\n")
	f.file("earlier.jsonl", strings.Replace(strings.Join(lines[:len(lines)-2], ""), `_journal":2`, `_journal":1`, 1))
	if code, _, errOut := f.run("audit", "verify", filepath.Join(f.home, "earlier.jsonl"), "--key", key); code != exit.Failed || errOut != "bellhop: verification failed: it has no signature\n" {
		t.Errorf("an unsigned one: exit %d, %s", code, errOut)
	}
	f.file("other.jsonl", "{}\n")
	for name, want := range map[string]string{
		"edited.jsonl": "verification failed: line 8: the line does not fit its hash: it was changed",
		"cut.jsonl":    "verification failed: ",
		"marked.jsonl": "verification failed: its signature is missing or invalid",
		"other.jsonl":  "other.jsonl: it is no export of a journal: bellhop audit export makes one",
	} {
		if code, _, errOut := f.run("audit", "verify", filepath.Join(f.home, name)); code != exit.Failed || !strings.Contains(errOut, want) {
			t.Errorf("%s: exit %d, %s", name, code, errOut)
		}
	}
}

// Every command that takes a FILE refuses an empty name, and more than one.
func TestCommandsWithAFile(t *testing.T) {
	for _, command := range []string{"audit export", "audit verify", "guests export", "guests import", "sandbox log", "sandbox replay"} {
		f := newFixture(t)
		f.want(append(words(command), ""), exit.Usage, "", "bellhop: the name of a FILE is empty; see \"bellhop "+command+" --help\"\n")
		code, out, errOut := f.run(append(words(command), "a", "b")...)
		if code != exit.Usage || out != "" || !strings.Contains(errOut, "takes one FILE") || !strings.Contains(errOut, "2 were given; see ") {
			t.Errorf("%s: exit %d, %s%s", command, code, out, errOut)
		}
	}
}

func TestAuditOfAJournalThatOthersCanRead(t *testing.T) {
	f := newFixture(t)
	f.write("config.toml", auditProfile, 0o600)
	f.someAttempts()
	if err := os.Chmod(f.journalDir(), 0o755); err != nil {
		t.Fatal(err)
	}
	f.want(words("audit list"), exit.Config, "", "bellhop: HOME/s/bellhop/journal: others can reach your bookings (mode 0755); run: chmod 700 'HOME/s/bellhop/journal'\n")
}

// Of a reservation that was booked elsewhere it is said so, and what the service holds of it.
func TestAuditShowsWhatTheServiceHolds(t *testing.T) {
	f := newFixture(t)
	_, out, _ := f.run("deadlines", "--profile", "demo", "--json")
	var due struct {
		Deadlines []struct {
			Reservation string
			Hotel       string
			Local       string `json:"deadline_local"`
		}
	}
	if err := json.Unmarshal([]byte(out), &due); err != nil || len(due.Deadlines) == 0 {
		t.Fatalf("%v: %.200s", err, out)
	}
	one := due.Deadlines[0]
	code, out, errOut := f.run("audit", "show", "--profile", "demo", one.Reservation)
	if code != exit.OK || errOut != "" {
		t.Fatalf("exit %d, %s%s", code, out, errOut)
	}
	for _, want := range []string{
		"It was not booked from this machine: what was agreed to is not known here.\nThe service holds: confirmed, " + one.Hotel + ", ", " to cancel from ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing:\n%s", want, out)
		}
	}
	code, out, errOut = f.run("audit", "show", "--profile", "demo", strings.Repeat("0", 32))
	if code != exit.Failed || out != "" || errOut != "bellhop: nothing was sent from this machine yet: there is no journal\n" && !strings.Contains(errOut, "knows no attempt and no reservation") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
}

// The shell completes what this machine's journal knows, and asks nobody.
func TestCompletionOfIDs(t *testing.T) {
	f := newFixture(t)
	f.write("config.toml", "[profiles.work]\nbase_url = \"https://a.example\"\naccount = \"1\"\ntoken_in = \"keyring\"\n", 0o600)
	complete := func(args ...string) string {
		t.Helper()
		_, out, _ := f.run(append([]string{"__complete"}, args...)...)
		return out
	}
	if out := complete("reservation", "show", ""); out != ":36\n" {
		t.Errorf("without a journal: %q", out)
	}
	l := f.ledger()
	book := func(id, service, reservation string) {
		l.attempt(journal.Plan{
			Attempt: id, Kind: journal.Create, Profile: service, Environment: "production", Chain: "AA", Property: "1", HotelName: "Grand Hotel",
			CheckIn: "2026-12-12", CheckOut: "2026-12-15", Adults: 2, Rooms: 1, BookingCode: "x", Total: "1.00", Currency: "GBP", Guest: "mark",
		}, sent, answered(journal.Outcome{Result: journal.Booked, Reservation: reservation}))
	}
	book("att-1", "1@a.example", "RES-1")
	book("att-2", "2@b.example", "RES-2")
	book("att-3", "1@a.example", "RES-3")
	if err := l.j.Close(); err != nil {
		t.Fatal(err)
	}
	const both = "RES-3\tbooked 2026-12-12 Grand Hotel\nRES-1\tbooked 2026-12-12 Grand Hotel\n:36\n"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"reservation", "show", ""}, both},
		{[]string{"reservation", "show", "--profile", "work", "RES-1"}, "RES-1\tbooked 2026-12-12 Grand Hotel\n:36\n"},
		{[]string{"reservation", "show", "RES-1", ""}, ":4\n"},
		{[]string{"reservation", "cancel", "RES-1", ""}, "RES-3\tbooked 2026-12-12 Grand Hotel\n:36\n"},
		{[]string{"reservation", "dates", ""}, both},
		{[]string{"reservation", "payment", ""}, both},
		{[]string{"audit", "proof", ""}, both},
		{[]string{"reservation", "list", "--id", ""}, both},
		{[]string{"audit", "show", "att"}, "att-3\tbooked 2026-12-12 Grand Hotel\natt-1\tbooked 2026-12-12 Grand Hotel\n:36\n"},
		{[]string{"book", "--besides", ""}, "att-3\tbooked 2026-12-12 Grand Hotel\natt-1\tbooked 2026-12-12 Grand Hotel\n:36\n"},
		{[]string{"reservation", "show", "--profile", "nobody", ""}, ":36\n"},
	} {
		if out := complete(c.args...); out != c.want {
			t.Errorf("%q completes to:\n%s\nwant:\n%s", c.args, out, c.want)
		}
	}
	if f.ring.Asked != 0 {
		t.Errorf("the keyring was asked %d times", f.ring.Asked)
	}
}
