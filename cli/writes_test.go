package cli_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellhop/cli/exit"
)

const scriptGuest = `{"given_name": "Ada", "surname": "Rossi", "email": "ada@example.com", "telephone_number": "+442079460000",
 "address": "1 High Street", "city": "London", "postal_code": "N1 1AA", "country": "GB"}`

// drafted serves a sandbox with faults, and has a profile at it and a draft of one of its rates.
func drafted(t *testing.T, faults ...string) (f *fixture, draft string) {
	t.Helper()
	f = newFixture(t)
	args := []string{"--latency", "none", "--hotels", "6000"}
	for _, rule := range faults {
		args = append(args, "--fault", rule)
	}
	address := f.serve(args...)
	f.in = strings.NewReader("secret\n")
	if code, _, errOut := f.run("profile", "add", "work", "--base-url", "http://"+address, "--account", "partner", "--environment", "sandbox"); code != exit.OK {
		t.Fatal(errOut)
	}
	_, out, errOut := f.run("hotels", "LON +200 3n 2a ref", "--limit", "1", "--json", "hotel_code,booking_code")
	var list []struct {
		Hotel string `json:"hotel_code"`
		Code  string `json:"booking_code"`
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 1 {
		t.Fatalf("%v, %s%s", err, out, errOut)
	}
	draft = filepath.Join(f.home, "draft.json")
	code, _, errOut := f.run("verify", list[0].Hotel, list[0].Code, "+200 3n 2a", "--guest", f.file("guest.json", scriptGuest), "--draft", draft)
	if code != exit.OK {
		t.Fatal(errOut)
	}
	return f, draft
}

// A booking whose answer is lost is looked for once: mostly it is found.
func TestBookWithALostAnswer(t *testing.T) {
	f, draft := drafted(t, "reset-after POST /rest/v1/reservation nth=1")
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	code, out, errOut := f.run("book", "--from", draft, "--yes", "--json", "status")
	if code != exit.OK || out != `{"status":"CONFIRMED"}`+"\n" {
		t.Fatalf("exit %d, %s%s", code, out, errOut)
	}
	if code, _, errOut = f.run("book", "--from", draft, "--yes"); code != exit.Changed {
		t.Errorf("the same stay once more: exit %d, %s", code, errOut)
	}
	_, id, _ := f.run("reservation", "list", "--find", "rossi", "--jq", ".[0].id")
	id = strings.TrimSpace(id)
	if code, out, errOut = f.run("reservation", "cancel", id, "--yes", "--free", "--json", "status,cost"); code != exit.OK || out != `[{"status":"CANCELED","cost":"free"}]`+"\n" {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
}

// A cancellation says what was paid, as the reservation does afterwards.
func TestReservationCancel_Paid(t *testing.T) {
	for name, faults := range map[string][]string{"answered": nil, "answer lost": {"reset-after POST /rest/v1/reservation/{reservation_id}/cancel nth=1"}} {
		t.Run(name, func(t *testing.T) {
			f, draft := drafted(t, faults...)
			f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
			code, id, errOut := f.run("book", "--from", draft, "--yes", "--jq", ".id")
			if code != exit.OK {
				t.Fatal(errOut)
			}
			id = strings.TrimSpace(id)
			code, out, errOut := f.run("reservation", "cancel", id, "--yes")
			_, paid, _ := f.run("reservation", "show", id, "--jq", ".paid[0]")
			if paid = strings.TrimSpace(paid); code != exit.OK || paid == "" || !strings.Contains(strings.Join(strings.Fields(out), " "), "paid "+paid) {
				t.Errorf("exit %d, it does not say that %q was paid:\n%s%s", code, paid, out, errOut)
			}
		})
	}
}

// One that cannot be found yet ends with a code of its own; it was sent once, and is found where somebody waits.
func TestBookUnresolved(t *testing.T) {
	f, draft := drafted(t, "reset-after POST /rest/v1/reservation nth=1", "forbidden GET /rest/v1/reservations")
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	code, out, errOut := f.run("book", "--from", draft, "--yes")
	if code != exit.Unresolved || out != "" || !strings.Contains(errOut, "Do not send it again") || !strings.Contains(errOut, "It may be booked and charged.") {
		t.Fatalf("exit %d, %s%s", code, out, errOut)
	}
	if code, out, errOut = f.run("reservation", "unresolved", "--json", "state"); code != exit.Unresolved || out != `[{"state":"unresolved"}]`+"\n" {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	if code, _, errOut = f.run("sandbox", "faults", "clear"); code != exit.OK {
		t.Fatal(errOut)
	}
	code, out, errOut = f.run("reservation", "unresolved", "--wait", "--json", "state,kind")
	if code != exit.OK || out != `[{"state":"made","kind":"create"}]`+"\n" {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	if code, out, errOut = f.run("reservation", "unresolved", "--json", "state"); code != exit.OK || out != "[]\n" {
		t.Errorf("once it was printed: exit %d, %s%s", code, out, errOut)
	}
	if _, out, _ = f.run("reservation", "list", "--find", "rossi", "--jq", "length"); out != "1\n" {
		t.Errorf("there are %s", out)
	}
}

// A service that has the booking fail says so, and nothing is booked.
func TestBookRefused(t *testing.T) {
	f, draft := drafted(t)
	f.env["BELLHOP_PAYMENT_TOKEN"] = "card_declined"
	code, out, errOut := f.run("book", "--from", draft, "--yes")
	if code != exit.Failed || out != "" || strings.Contains(errOut, "card_declined") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	if _, out, _ = f.run("reservation", "list", "--find", "rossi", "--jq", "length"); out != "0\n" {
		t.Errorf("there are %s", out)
	}
}

// The command that a refusal of several rooms names works as it is pasted, at the same service and channel.
func TestBook_FewerRoomsAsPasted(t *testing.T) {
	f, _ := drafted(t)
	f.env["BELLHOP_PAYMENT_TOKEN"] = "card_good"
	_, out, errOut := f.run("hotels", `"Scenario: last room" +200 3n 5a 3r`, "--json", "hotel,hotel_code,booking_code,channel_code")
	type row struct {
		Name    string `json:"hotel"`
		Hotel   string `json:"hotel_code"`
		Code    string `json:"booking_code"`
		Channel string `json:"channel_code"`
	}
	var list []row
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatalf("%v, %s%s", err, out, errOut)
	}
	at := slices.IndexFunc(list, func(h row) bool { return strings.Contains(h.Name, "last room") })
	if at < 0 || list[at].Channel == "" {
		t.Fatalf("the scenario is missing, or has no channel: %s", out)
	}
	draft, fewer := filepath.Join(f.home, "rooms.json"), filepath.Join(f.home, "fewer.json")
	if code, _, errOut := f.run("verify", list[at].Hotel, list[at].Code, "+200 3n 5a 3r", "--channel", list[at].Channel, "--guest", f.file("guest.json", scriptGuest), "--draft", draft); code != exit.OK {
		t.Fatal(errOut)
	}
	code, _, errOut := f.run("book", "--from", draft, "--yes", "--profile", "work")
	_, line, _ := strings.Cut(errOut, "bellhop verify ")
	line, _, named := strings.Cut(line, " verifies 2 rooms for ")
	if code != exit.Failed || !named || !strings.HasSuffix(line, " --channel "+list[at].Channel+" --profile work --draft FILE") {
		t.Fatalf("exit %d, %s", code, errOut)
	}
	before, rest, _ := strings.Cut(line, ` "`)
	stay, after, _ := strings.Cut(rest, `" `)
	args := append(append([]string{"verify"}, words(before)...), stay)
	args = append(args, words(strings.Replace(after, "FILE", fewer, 1))...)
	if code, out, errOut := f.run(args...); code != exit.OK {
		t.Errorf("bellhop %q: exit %d, %s%s", args, code, out, errOut)
	}
}

// If the dates cannot be changed, the command names commands: one that verifies a new booking, and the one that cancels the old.
func TestDates_InsteadNamesCommands(t *testing.T) {
	f, draft := drafted(t)
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	if code, _, errOut := f.run("book", "--from", draft, "--yes"); code != exit.OK {
		t.Fatal(errOut)
	}
	_, id, _ := f.run("reservation", "list", "--find", "rossi", "--jq", ".[0].id")
	id = strings.TrimSpace(id)
	path := filepath.Join(f.home, "c", "bellhop", "config.toml")
	config, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(config, "\n[profiles.work.dialect]\ncheck_in = \"\"\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errOut := f.run("reservation", "dates", id, "+201 3n", "--yes", "--profile", "work")
	if code != exit.Changed || strings.Contains(errOut, "receipt") || !strings.Contains(errOut, "with bellhop reservation cancel "+id+" --profile work.") ||
		!strings.Contains(errOut, " --profile work --draft FILE verifies the nearest rate") {
		t.Errorf("exit %d, %s", code, errOut)
	}
}

// In production --yes is not enough for a script: the word says that it is meant. It is asked before anything is sent.
func TestProductionWantsTheWord(t *testing.T) {
	f, draft := drafted(t)
	f.in = strings.NewReader("secret\n")
	if code, _, errOut := f.run("profile", "add", "live", "--base-url", "https://127.0.0.1:1", "--account", "1", "--environment", "production"); code != exit.OK {
		t.Fatal(errOut)
	}
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	id := strings.Repeat("0", 32)
	for _, c := range []struct{ line, word string }{
		{"book --from " + draft, "book"}, {"reservation cancel " + id, "cancel"}, {"reservation dates " + id + " +100", "change"}, {"reservation payment " + id, "payment"},
	} {
		code, _, errOut := f.run(words(c.line + " --yes --profile live")...)
		if code != exit.Usage || !strings.Contains(errOut, "nothing was sent: this is production; say --yes --word "+c.word) {
			t.Errorf("%s: exit %d, %s", c.line, code, errOut)
		}
	}
	// An agreed cost stands in place of --yes, and never of the word.
	for _, line := range []string{"reservation cancel " + id, "reservation dates " + id + " +100"} {
		if code, _, errOut := f.run(append(words(line+" --profile live --at-most"), "50 GBP")...); code != exit.Usage || !strings.Contains(errOut, "this is production; say --yes --word") {
			t.Errorf("%s: exit %d, %s", line, code, errOut)
		}
	}
	// With its word it goes on to the service, which is not there.
	if code, _, errOut := f.run(words("reservation cancel " + id + " --yes --word cancel --profile live")...); code != exit.Failed || strings.Contains(errOut, "production") {
		t.Errorf("with its word: exit %d, %s", code, errOut)
	}
	code, _, errOut := f.run("api", "POST", "/rest/v1/reservation", "--yes", "--profile", "live")
	if code != exit.Usage || !strings.Contains(errOut, "this is production; bellhop book and bellhop reservation") {
		t.Errorf("exit %d, %s", code, errOut)
	}
}

// The command says which dates the profile cannot send before it prices the others.
func TestReservationDates_OneDateOff(t *testing.T) {
	f, draft := drafted(t)
	file, err := os.OpenFile(filepath.Join(f.home, "c", "bellhop", "config.toml"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteString("\n[profiles.work.dialect]\ncheck_in = \"\"\n")
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	code, id, errOut := f.run("book", "--from", draft, "--yes", "--jq", ".id")
	if code != exit.OK {
		t.Fatal(errOut)
	}
	const off = "Changing the check-in date: off until the profile sets dialect.check_in. The check-out date alone can be changed."
	code, _, errOut = f.run("reservation", "dates", strings.TrimSpace(id), "+202 3n", "--yes", "--accept-changes")
	before, after, told := strings.Cut(errOut, off)
	if code != exit.Changed || !told || strings.Contains(before, "nothing was sent") || !strings.Contains(after, "nothing was sent") {
		t.Errorf("both dates: exit %d, %s", code, errOut)
	}
	code, out, errOut := f.run("reservation", "dates", strings.TrimSpace(id), "+200 4n", "--yes", "--accept-changes", "--json", "status")
	if code != exit.OK || out != `{"status":"CONFIRMED"}`+"\n" || !strings.Contains(errOut, off) {
		t.Errorf("the departure: exit %d, %s%s", code, out, errOut)
	}
}

// TestBook_AllProblemsAtOnce shows that what is wrong with the guest and the references of a draft is told together, and so are
// flags that are wrong.
func TestBook_AllProblemsAtOnce(t *testing.T) {
	f, draft := drafted(t)
	config := filepath.Join(f.home, "c", "bellhop", "config.toml")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	f.write("config.toml", string(text)+"\n[[profiles.work.references]]\nkey = \"cost_center\"\nlabel = \"cost centre\"\n", 0o600)
	if text, err = os.ReadFile(draft); err != nil {
		t.Fatal(err)
	}
	wrong := regexp.MustCompile(`"email": *"[^"]*"`).ReplaceAll(text, []byte(`"email": "nobody"`))
	code, out, errOut := f.run("book", "--from", f.file("wrong.json", string(wrong)), "--yes")
	if code != exit.Usage || out != "" || !strings.Contains(errOut, "bellhop: 2 problems:\n") || !strings.Contains(errOut, "guest.email: ") || !strings.Contains(errOut, "custom_data.cost_center: ") {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
	f.want([]string{"book", "--simulate", "creatd"}, exit.Usage, "",
		"bellhop: 2 problems:\n  no draft: --from takes a draft that bellhop verify --draft wrote\n  --simulate \"creatd\" is neither created nor confirmed\n")
	code, _, errOut = f.run("reservation", "list", "--status", "confrmed", "--arrival", "31jun", "--sort", "nothing")
	if code != exit.Usage || !strings.Contains(errOut, "--arrival: ") || !strings.Contains(errOut, `--status "confrmed" is none of `) || !strings.Contains(errOut, "--sort: ") {
		t.Errorf("exit %d: %s", code, errOut)
	}
}

// A TZ that is no time zone is told on standard error and by doctor.
func TestZoneTrouble_IsTold(t *testing.T) {
	f, _ := drafted(t)
	f.env["TZ"] = "Mars/Olympus"
	const told = `TZ is "Mars/Olympus", which is not a time zone`
	if code, out, errOut := f.run("deadlines", "--limit", "1"); code != exit.OK || !strings.Contains(errOut, told) || strings.Contains(out, told) {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	if _, out, errOut := f.run("doctor"); !strings.Contains(out, told) {
		t.Errorf("doctor: %s%s", out, errOut)
	}
	for _, args := range [][]string{{"audit", "list"}, {"audit", "list", "--demo"}, {"audit", "reveals"}, {"paths"}} {
		if code, out, errOut := f.run(args...); code != exit.OK || strings.Count(errOut, told) != 1 || strings.Contains(out, told) {
			t.Errorf("%q: exit %d, %s%s", args, code, out, errOut)
		}
	}
	if _, _, errOut := f.run("audit", "show", "none"); strings.Count(errOut, told) != 1 {
		t.Errorf("audit show: %s", errOut)
	}
	if _, out, _ := f.run("paths"); !strings.Contains(out, "UTC, because TZ is not a time zone") {
		t.Errorf("paths: %s", out)
	}
}
