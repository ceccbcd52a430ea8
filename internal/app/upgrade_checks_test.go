package app

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/draftfile"
	"bellhop/booking/exports"
	"bellhop/booking/guests"
	"bellhop/booking/journal"
	"bellhop/booking/lines"
	"bellhop/booking/localfile"
	"bellhop/booking/quotestore"
	"bellhop/booking/views"
	"bellhop/cli/serve"
	"bellhop/config"
	"bellhop/internal/crash"
	"bellhop/internal/sshconsole"
	"bellhop/sandbox"
	"bellhop/sandbox/accountfile"
	"bellhop/sandbox/fixture"
	"bellhop/ui"
	"bellhop/ui/scheme"
)

// upgradeChecks are about the home of f4300f58. If a change drops something of it, the check describes the sentence that says so
// and what to do.
func upgradeChecks() map[string]upgradeCheck {
	checks := configChecks()
	maps.Copy(checks, stateChecks())
	maps.Copy(checks, dataChecks())
	return checks
}

func configChecks() map[string]upgradeCheck {
	return map[string]upgradeCheck{
		"settings": {
			files: []string{"config/bellhop/config.toml"},
			describe: func(t *testing.T, h oldHome) string {
				return h.run(t, "paths", "--jq", `.settings[] | .name + ": " + .value`)
			},
		},
		"profiles": {
			files:    []string{"config/bellhop/config.toml", "config/bellhop/credentials.toml"},
			describe: describeProfiles,
		},
		"keys": {
			files: []string{"config/bellhop/config.toml"},
			describe: func(t *testing.T, h oldHome) string {
				return h.run(t, "keys", "--changed", "--jq", `.preset, (.actions[] | .name + ": " + (.keys | join(" ")))`)
			},
		},
		"theme": {
			files:    []string{"config/bellhop/config.toml"},
			describe: describeTheme,
		},
		"views": {
			files:    []string{"config/bellhop/views.toml"},
			describe: describeViews,
		},
		"stored-lines": {
			files: []string{"config/bellhop/lines.txt"},
			describe: func(t *testing.T, h oldHome) string {
				var l listing
				stored, err := lines.NewStoredFile(h.paths.LinesFile).Lines()
				must(t, err)
				for _, line := range stored {
					l.add("%s: %s", line.Name, line.Text)
				}
				return l.String()
			},
		},
		"ssh": {
			files:    []string{"config/bellhop/ssh_keys", "state/bellhop/ssh_host_ed25519_key"},
			describe: describeTeam,
		},
	}
}

func stateChecks() map[string]upgradeCheck {
	return map[string]upgradeCheck{
		"journal": {
			files: []string{"state/bellhop/journal/journal.jsonl", "state/bellhop/journal/journal.head", "state/bellhop/journal/guest.key"},
			describe: func(t *testing.T, h oldHome) string {
				return h.journal(t, "--profile", "work") + describeGuests(t, h.config(t, "work").LocalState(), leftAt, ada())
			},
		},
		"work": {
			files: []string{
				"state/bellhop/recent.txt", "state/bellhop/drafts/*.json", "state/bellhop/quotes/*.json", "state/bellhop/batches/*.json",
				"data/bellhop/guests.jsonl",
			},
			describe: func(t *testing.T, h oldHome) string {
				return describeDesk(t, h.config(t, "work").LocalState(), leftAt)
			},
		},
		"retired": {
			files: []string{"state/bellhop/update.json", "data/bellhop/demo/pace.jsonl", "*.sum"},
			describe: func(t *testing.T, h oldHome) string {
				first := strings.ReplaceAll(h.paths.TakeRetiredNotice(), h.dir, "HOME")
				return first + "\n" + h.paths.TakeRetiredNotice() + "\n"
			},
		},
		"killed-console": {
			files:   []string{"state/bellhop/running/*.json"},
			written: []string{"state/bellhop/running/*"},
			describe: func(t *testing.T, h oldHome) string {
				var l listing
				for _, left := range crash.Take(h.paths.RunningDir, h.config(t, "work").LocalState().Service, leftAt()) {
					l.add("%s began %s, its terminal is known: %t", left.Service, left.Began.Format(time.DateTime), left.Line != nil)
				}
				return l.String()
			},
		},
		"log": {
			files:    []string{"state/bellhop/bellhop.log"},
			written:  []string{"state/bellhop/bellhop.log"},
			describe: describeLog,
		},
		"ssh-person": {
			files: []string{
				"state/bellhop/users/anna/config/bellhop/config.toml", "state/bellhop/users/anna/data/bellhop/exports/*", "state/bellhop/users/anna/data/bellhop/guests.jsonl",
				"state/bellhop/users/anna/state/bellhop/*.*", "state/bellhop/users/anna/state/bellhop/drafts/*.json", "state/bellhop/users/anna/state/bellhop/journal/*",
			},
			describe: func(t *testing.T, h oldHome) string {
				paths := pathsBelow(h.path("state/bellhop/users/anna"))
				cfg, err := config.Load(config.Inputs{Flags: config.Flags{Profile: "work"}, Paths: paths})
				must(t, err)
				described := describeDesk(t, cfg.LocalState(), leftAt)
				t.Setenv("XDG_STATE_HOME", filepath.Dir(paths.StateDir))
				xdg.Reload()
				return described + h.journal(t, "--profile", "work") + describeGuests(t, cfg.LocalState(), leftAt, xenia())
			},
		},
	}
}

func dataChecks() map[string]upgradeCheck {
	return map[string]upgradeCheck{
		"exports": {
			files: []string{"data/bellhop/exports/*"},
			describe: func(t *testing.T, h oldHome) string {
				written, err := exports.Save(h.paths.ExportsDir, "sandbox-voucher-dsjpmx", exports.File{Ending: "txt", Text: "another"})
				must(t, err)
				return filepath.Base(written[0]) + "\n"
			},
		},
		"demo": {
			files: []string{
				"data/bellhop/demo/recent.txt", "data/bellhop/demo/drafts/*.json", "data/bellhop/demo/quotes/*.json", "data/bellhop/demo/guests.jsonl",
				"data/bellhop/demo/learned.json",
			},
			describe: func(t *testing.T, h oldHome) string { return describeDesk(t, h.paths.DemoState(), demoClock) },
		},
		"demo-journal": {
			files: []string{"data/bellhop/demo/journal/journal.jsonl", "data/bellhop/demo/journal/journal.head", "data/bellhop/demo/journal/guest.key"},
			describe: func(t *testing.T, h oldHome) string {
				return h.journal(t, "--demo") + describeGuests(t, h.paths.DemoState(), demoClock, xenia())
			},
		},
		"demo-world": {
			files:    []string{"data/bellhop/demo/sandbox.db", "data/bellhop/demo/sandbox.sum", "data/bellhop/demo/snapshots/before.db"},
			written:  []string{"data/bellhop/demo/sandbox.db", "data/bellhop/demo/journal/*", "state/bellhop/bellhop.log"},
			describe: describeDemo,
		},
		"sandbox": {
			files:    []string{"data/bellhop/sandbox/sandbox.db", "data/bellhop/sandbox/sandbox.sum", "data/bellhop/sandbox/snapshots/before.db", "work/accounts"},
			written:  []string{"data/bellhop/sandbox/sandbox.db"},
			describe: describeTeamSandbox,
		},
		"files-of-commands": {
			files:    []string{"work/draft1.json", "work/guest.json", "work/guests.csv", "work/fixtures.json", "work/requests.jsonl", "work/reception.jsonl"},
			describe: describeFiles,
		},
		"locks": {
			files: []string{"*.lock"},
			describe: func(t *testing.T, h oldHome) string {
				var l listing
				for file, content := range filesOf(t, h.dir) {
					if strings.HasSuffix(file, ".lock") && content != "" {
						l.add("%s holds something", file)
					}
				}
				return l.String()
			},
		},
	}
}

// demoClock is the clock of the demo, which stands still.
func demoClock() time.Time { return time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func describeProfiles(t *testing.T, h oldHome) string {
	var l listing
	_, standard, err := config.List(h.paths)
	must(t, err)
	l.add("default %s", standard)
	for _, name := range []string{"work", "live"} {
		p := h.config(t, name).Profile
		l.add("%s: %s %s, account %s, key %s", name, p.Environment, p.BaseURL.Text, p.Account.Text, p.Token.Reveal())
		l.add("  %d calls a minute, read-only %t, references %q, dialect %q", p.Calls(), p.ReadOnly, p.References, p.Dialect)
	}
	return l.String()
}

func describeTheme(t *testing.T, h oldHome) string {
	var l listing
	cfg := h.config(t, "work")
	theme, hard := painting{overrides: cfg.Colors, colors: ui.TrueColor}.theme(cfg.Preferences.Theme.Text, scheme.White)
	l.add("%s: accent %q money %q good %q, hard to read: %d", theme.Name, theme.Accent.Render("x"), theme.Money.Render("x"), theme.Good.Render("x"), len(hard))
	return l.String()
}

func describeViews(t *testing.T, h oldHome) string {
	var l listing
	kept, err := views.NewFile(h.paths.ViewsFile).Views()
	must(t, err)
	for _, v := range kept {
		if !v.BuiltIn {
			l.add("%s: %q, columns %q, sort %+v, problems %v", v.Name, v.Chips(api.Date{Year: 2026, Month: 12, Day: 1}), v.Columns, v.Sort, v.Problems())
		}
	}
	return l.String()
}

func describeTeam(t *testing.T, h oldHome) string {
	if !sshconsole.Works {
		t.Skip("consoles over SSH are served on Unix systems only")
	}
	var l listing
	o := serve.Options{Keys: filepath.Join(h.paths.ConfigDir, "ssh_keys"), HostKey: filepath.Join(h.paths.StateDir, "ssh_host_ed25519_key"), Paths: h.paths}
	people, err := sshconsole.ReadKeys(o.Keys)
	must(t, err)
	for _, p := range people {
		profile, err := launcher{}.profileOf(o, p)
		l.add("%s: profile %s, read-only %t, production %t; enters %s, %v", p.Name, p.Profile, p.ReadOnly, p.Production, profile.Name.Text, err)
	}
	server, err := sshconsole.New(sshconsole.Options{Keys: o.Keys, HostKey: o.HostKey, Logger: slog.New(slog.DiscardHandler)})
	must(t, err)
	l.add("host key %s", server.Fingerprint())
	return l.String()
}

// journal returns the writes and reveals of a journal, and whether its chain holds.
func (h oldHome) journal(t *testing.T, service ...string) string {
	t.Helper()
	attempt := `.[] | [.attempt, .kind, .step, if .open then "open" else .result end, .answer_lost, .reservation, .plan.hotel, .plan.check_in, .plan.total, .outcome.locator] | map(. // "") | join(" ")`
	verified := h.run(t, append([]string{"audit", "verify"}, service...)...)
	_, verified, _ = strings.Cut(verified, ": ")
	return h.run(t, append([]string{"audit", "list", "--jq", attempt}, service...)...) +
		h.run(t, append([]string{"audit", "reveals", "--jq", `.[] | "shown " + .reveal.reservation`}, service...)...) + verified
}

// describeDesk returns what a console keeps on disk for a service, at an instant.
func describeDesk(t *testing.T, at config.LocalState, now func() time.Time) string {
	t.Helper()
	var l listing
	searched, err := lines.NewRecent(at.RecentFile).Lines()
	must(t, err)
	l.add("searched %q", searched)
	for _, d := range booking.NewDraftStore(at.DraftsDir, at.Service, now).Drafts() {
		l.add("draft %s, %s %s, %s, %s", d.Words(), d.BookingCode, d.Price(), d.Room, d.Guest)
	}
	desk := booking.NewDesk(booking.Options{Now: now})
	quotes, damaged, err := quotestore.NewStore(at.QuotesDir, at.Service, now).List(desk)
	must(t, err)
	for _, q := range quotes {
		l.add("quote %s, %s, mark-up %q", q.ID, q.At.Format(time.DateTime), q.Markup)
		for _, o := range q.Offers {
			l.add("  %s, %s, %s to %s, %s, ends %s", o.HotelName(), o.RateName(), o.Trip.CheckIn, o.Trip.CheckOut, o.Total, o.Ends.UTC().Format(time.DateTime))
		}
	}
	l.add("damaged quotes %d", damaged)
	pending, err := bulk.NewStore(at.BatchDir, at.Service, now).Pending()
	must(t, err)
	for _, p := range pending {
		l.add("batch %s of %q", p.Batch, p.IDs)
	}
	known, err := guests.NewBook(at.GuestsFile).Entries()
	must(t, err)
	for _, g := range known {
		l.add("guest %s", g.Guest)
	}
	learned, err := localfile.Read(at.LearnedFile, mostLearned)
	must(t, err)
	l.add("learned %v", readLearned(learned))
	return l.String()
}

func describeLog(t *testing.T, h oldHome) string {
	before, err := os.ReadFile(h.paths.LogFile)
	must(t, err)
	log, end, err := openLog(h.paths.LogFile)
	must(t, err)
	log.Info("opened again")
	end()
	after, err := os.ReadFile(h.paths.LogFile)
	must(t, err)
	if !strings.HasPrefix(string(after), string(before)) || !strings.Contains(string(after[len(before):]), "opened again") {
		t.Error("the log does not go on")
	}
	return ""
}

// describeGuests returns how often a guest was booked by the marks in a journal, and the rebookings that are half done.
func describeGuests(t *testing.T, at config.LocalState, now func() time.Time, guest api.Guest) string {
	t.Helper()
	var l listing
	j, err := journal.Open(at.JournalDir, journal.Options{Now: now})
	must(t, err)
	defer func() { must(t, j.Close()) }()
	attempts, err := j.Attempts(journal.Filter{})
	must(t, err)
	mark, booked := j.GuestMark(guest.Surname, guest.GivenName, guest.Email), 0
	for _, a := range attempts {
		if a.Guest == mark {
			booked++
		}
	}
	l.add("bookings of %s %s: %d", guest.GivenName, guest.Surname, booked)
	half, err := j.Rebookings(at.Service, string(config.Sandbox))
	must(t, err)
	for _, r := range half {
		l.add("half rebooked: %s in place of %s", r.New.ReservationID(), r.New.Replaces)
	}
	return l.String()
}

func ada() api.Guest { return api.Guest{GivenName: "Ada", Surname: "Rossi", Email: "ada@example.com"} }

func xenia() api.Guest {
	return api.Guest{GivenName: "Xenia", Surname: "Quist", Email: "xenia@example.com"}
}

func describeDemo(t *testing.T, h oldHome) string {
	reservation := `.[] | [.id, .status, .arrival, (.nights | tostring), .hotel, .guest, .total, .locator] | map(. // "") | join(" ")`
	described := h.run(t, "reservation", "list", "--demo", "--guest", "--jq", reservation) +
		h.run(t, "quote", "list", "--demo", "--jq", ".[] | .id") +
		h.run(t, "hotels", "LON 20dec 2n ref by total", "--demo", "--limit", "2", "--jq", ".[] | .hotel + \" \" + .total")
	return described + describeSandbox(t, sandbox.Options{Dir: h.paths.DemoDir, Keep: true, Accounts: []sandbox.Account{{ID: demoAccount, Token: "token"}}}, demoAccount, "token")
}

func describeTeamSandbox(t *testing.T, h oldHome) string {
	accounts, err := accountfile.List(h.path("work/accounts"))
	must(t, err)
	token := h.config(t, "work").Profile.Token.Reveal()
	return h.run(t, "sandbox", "account", "list", "--file", h.path("work/accounts")) +
		describeSandbox(t, sandbox.Options{Dir: h.paths.SandboxDir, Keep: true, Accounts: accounts}, "team-a", token)
}

// describeSandbox returns what an account sees of a sandbox, now and in its snapshots.
func describeSandbox(t *testing.T, o sandbox.Options, account, token string) string {
	t.Helper()
	var l listing
	box, err := sandbox.Open(t.Context(), o)
	must(t, err)
	defer func() { must(t, box.Close()) }()
	describeService := func() {
		clock := box.Clock()
		l.add("clock %s, stands still: %t", clock.Now.UTC().Format(time.DateTime), clock.Stopped)
		code, body := ask(t, box.Handler(), account, token, "/rest/v1/reservations?page_size=100")
		if code != http.StatusOK {
			t.Fatalf("%s is answered %d: %s", account, code, body)
		}
		var answer struct {
			Items []struct{ ID, Status string }
		}
		must(t, json.Unmarshal([]byte(body), &answer))
		for _, r := range answer.Items {
			l.add("  %s %s", r.ID, r.Status)
		}
	}
	describeService()
	for _, a := range o.Accounts {
		code, _ := ask(t, box.Handler(), a.ID, "another token", "/rest/v1/reservations?page_size=1")
		l.add("another token of %s: %d", a.ID, code)
	}
	saved, err := box.Snapshots(t.Context())
	must(t, err)
	for _, s := range saved {
		l.add("snapshot %s, %s, %d reservations, damaged %t", s.Name, s.SavedAt.Format(time.DateTime), s.Reservations, s.Damaged)
		must(t, box.Load(t.Context(), s.Name))
		describeService()
	}
	return l.String()
}

func describeFiles(t *testing.T, h oldHome) string {
	var l listing
	opened := func(name string, read func(io.Reader) error) {
		file, err := os.Open(h.path("work/" + name))
		must(t, err)
		defer func() { _ = file.Close() }()
		must(t, read(file))
	}
	opened("draft1.json", func(r io.Reader) error {
		d, err := draftfile.Read(r)
		l.add("draft of %s, %s, %v, %v", d.Hotel.Name, d.Room, d.Guest, d.CustomData)
		return err
	})
	opened("guests.csv", func(r io.Reader) error {
		text, err := io.ReadAll(r)
		must(t, err)
		read, err := guests.ReadCSV(text)
		for _, g := range read.Entries {
			l.add("guest to import %s", g.Guest)
		}
		return errors.Join(append(read.Problems, err)...)
	})
	opened("reception.jsonl", func(r io.Reader) error {
		report, err := journal.VerifyExport(r)
		l.add("export of %d lines, whole %t", report.Lines, report.OK())
		return err
	})
	opened("fixtures.json", func(r io.Reader) error {
		text, err := io.ReadAll(r)
		must(t, err)
		read, err := fixture.Read(string(text), nil)
		l.add("fixtures %d", len(read))
		return err
	})
	body := h.run(t, "book", "--from", h.path("work/draft1.json"), "--guest", h.path("work/guest.json"), "--dry-run")
	for _, word := range []string{`"given_name": "Ada"`, `"cost_center": "LO0001"`, `"total_price": 279.00`} {
		l.add("the request has %s: %t", word, strings.Contains(body, word))
	}
	for line := range strings.Lines(h.run(t, "sandbox", "log", h.path("work/requests.jsonl"))) {
		cells := strings.Fields(line) // The first two are the time, in the zone of this machine.
		l.add("recorded %s", strings.Join(cells[2:], " "))
	}
	return l.String()
}

// Drafts and quotes expire as the README says. Everything else stays.
func TestUpgrade_YearsLater(t *testing.T) {
	h := copyHome(t, f4300f58)
	at := h.config(t, "work").LocalState()
	described := strings.Split(describeDesk(t, at, muchLater), "\n")
	for _, want := range []string{"batch XYSHWZEO6RBY4VGHWA3GR5GRJI", "guest ", "searched ", "damaged quotes 0"} {
		if !slices.ContainsFunc(described, func(line string) bool { return strings.HasPrefix(line, want) }) {
			t.Errorf("%q is lost:\n%s", want, strings.Join(described, "\n"))
		}
	}
	if slices.ContainsFunc(described, func(line string) bool { return strings.HasPrefix(line, "draft ") || strings.HasPrefix(line, "quote ") }) {
		t.Errorf("a draft or a quote does not expire:\n%s", strings.Join(described, "\n"))
	}
	if left := matching(filesOf(t, h.dir), "state/bellhop/drafts/*.json"); len(left) > 0 {
		t.Errorf("drafts with guests are still there: %q", left)
	}
	j, err := journal.Open(at.JournalDir, journal.Options{Now: muchLater})
	must(t, err)
	defer func() { must(t, j.Close()) }()
	attempts, err := j.Attempts(journal.Filter{})
	must(t, err)
	open := 0
	for _, a := range attempts {
		if a.Open() {
			open++
		}
	}
	if len(attempts) != 12 || open != 3 {
		t.Errorf("the journal has %d attempts, %d of them open; want 12 and 3", len(attempts), open)
	}
}
