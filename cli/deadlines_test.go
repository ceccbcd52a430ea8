package cli_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/cli/exit"
	"bellhop/config"
)

// A reservationList is a service that only lists reservations.
type reservationList struct {
	booking.Service
	all []api.Reservation
	err error
}

func (reservationList) Skew() time.Duration { return 0 }

func (s reservationList) ListReservations(_ context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	first := min((q.Page-1)*q.PageSize, len(s.all))
	return api.ReservationPage{Items: s.all[first:min(first+q.PageSize, len(s.all))], Total: len(s.all)}, s.err
}

// standing is a confirmed reservation with steps, each "deadline amount".
func standing(id, hotel, currency string, steps ...string) api.Reservation {
	r := api.Reservation{
		ID: id, Status: api.StatusConfirmed, Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "20417"}, Name: hotel},
		CheckIn: api.ParseInstant("2026-12-12T00:00:00Z"), CheckOut: api.ParseInstant("2026-12-15T00:00:00Z"),
		Guest:        api.Guest{GivenName: "Maria", Surname: "Guest", Email: "maria@example.com"},
		Confirmation: &api.Confirmation{HotelNumber: "123456789", RecordLocator: "ABCDEF"},
	}
	for _, step := range steps {
		deadline, sum, _ := strings.Cut(step, " ")
		r.Rate.Terms.Penalties = append(r.Rate.Terms.Penalties, api.CancelPenalty{
			Deadline: api.ParseDeadline(deadline), Amount: api.NewMoney(sum, currency),
		})
	}
	return r
}

func dueFixture(t *testing.T) *fixture {
	f := newFixture(t)
	f.now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	canceled := standing("RES5", "The Cancelled", "GBP", "2026-11-22T18:00:00+00:00 50")
	canceled.Status = api.StatusCanceled
	zoneless := standing("RES4", "Casa sin Zona", "EUR", "2026-11-25T18:00 80.00")
	zoneless.CheckIn, zoneless.CheckOut = api.ParseInstant("2026-12-12T05:00:00Z"), api.ParseInstant("2026-12-15T05:00:00Z")
	f.service = reservationList{all: []api.Reservation{
		standing("RES1", "The Aldwych Lantern", "GBP", "2026-12-10T18:00:00+00:00 204.13"),
		standing("RES2", "Sakura\x1b[2J House", "JPY", "2026-11-22T00:00:00+09:00 12000"),
		standing("RES3", "Pelham & Rowe", "GBP", "2026-11-01T00:00:00+00:00 100.00", "2026-11-23T12:00:00Z 300.00"),
		zoneless,
		canceled,
		standing("RES6", "The Past", "GBP", "2026-11-01T00:00:00+00:00 100.00"),
	}}
	return f
}

func TestDeadlines(t *testing.T) {
	f := dueFixture(t)
	for name, c := range map[string]struct {
		line string
		code int
	}{
		"deadlines":             {"deadlines", exit.OK},
		"deadlines-json":        {"deadlines --json", exit.OK},
		"deadlines-within":      {"deadlines --within 48h", exit.Due},
		"deadlines-within-json": {"deadlines --within 2d --json", exit.Due},
		"deadlines-none":        {"deadlines --within 30m", exit.OK},
		"deadlines-none-json":   {"deadlines --within 30m --json", exit.OK},
	} {
		code, out, errOut := f.run(words(c.line)...)
		if code != c.code || errOut != "" {
			t.Errorf("%s: exit %d, %q", c.line, code, errOut)
		}
		if strings.Contains(out, "\x1b") || strings.Contains(strings.ToLower(out), "maria") {
			t.Errorf("%s prints what it must not: %q", c.line, out)
		}
		golden(t, name, out)
	}
}

func TestDeadlinesCalendar(t *testing.T) {
	f := dueFixture(t)
	file := filepath.Join(f.home, "due.ics")
	if err := errors.Join(os.WriteFile(file, []byte("an older one"), 0o600), os.Chmod(file, 0o644)); err != nil { // Whatever the umask is.
		t.Fatal(err)
	}
	if code, _, errOut := f.run("deadlines", "--within", "48h", "--calendar", file); code != exit.Due || errOut != "" {
		t.Fatalf("exit %d, %s", code, errOut)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), "BEGIN:VEVENT") != 2 || strings.Count(string(text), "BEGIN:VALARM") != 6 ||
		!strings.Contains(string(text), "SUMMARY:SANDBOX: Cancel by Mon 23 Nov 12:00 (UTC+00:00)") || strings.Contains(strings.ToLower(string(text)), "maria") {
		t.Errorf("%s, %v", text, err)
	}
	f.want([]string{"deadlines", "--calendar", filepath.Join(f.home, "nowhere", "x.ics")}, exit.Failed, "",
		"bellhop: the calendar cannot be written: HOME/nowhere/x.ics: there is no such file or folder; check the name\n")
	f.want([]string{"deadlines", "--calendar", f.home}, exit.Failed, "", "bellhop: the calendar cannot be written: HOME: it is a folder; name a file\n")
}

// What keeps a command from the service is told with the same codes as ever.
func TestDeadlinesFail(t *testing.T) {
	f := dueFixture(t)
	f.service = reservationList{err: &api.Error{Status: 401, Message: "the API key is missing, wrong or expired", Operation: "list reservations"}}
	if code, out, errOut := f.run("deadlines", "--within", "48h"); code != exit.Auth || out != "" || !strings.Contains(errOut, "the API key is missing, wrong or expired") {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
	f.write("config.toml", auditProfile, 0o600)
	f.want(words("deadlines"), exit.Auth, "", "bellhop: no token for work; run bellhop profile add work --replace, or set BELLHOP_ACCOUNT and BELLHOP_TOKEN\n")
	f.env[config.EnvToken] = "t"
	f.service = reservationList{}
	f.want(words("deadlines --within 1d"), exit.OK, "no deadlines within 1d\n", "")
}

// shrinkingList is a reservationList from which the first reservation goes after each page.
type shrinkingList struct{ *reservationList }

func (m shrinkingList) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	page, err := m.reservationList.ListReservations(ctx, q)
	m.all = m.all[1:]
	return page, err
}

// What may have been missed is an exit code of its own, whatever is listed.
func TestDeadlinesOfAListThatChanges(t *testing.T) {
	for _, args := range [][]string{{"deadlines"}, {"deadlines", "--within", "48h"}, {"deadlines", "--within", "48h", "--json"}} {
		f := dueFixture(t)
		few := f.service.(reservationList)
		for len(few.all) < 10*booking.ReservationPageSize {
			few.all = append(few.all, standing(fmt.Sprint("R", len(few.all)), "The Aldwych Lantern", "GBP", "2026-11-22T18:00:00+00:00 50"))
		}
		f.service = shrinkingList{&few}
		code, out, errOut := f.run(args...)
		if code != exit.Incomplete || !strings.Contains(errOut, "is incomplete: some may be missing. Run it again.") {
			t.Errorf("%q ended with %d: %s", args, code, errOut)
		}
		if json := strings.Contains(out, `"complete":false`); !strings.Contains(out, "The Aldwych Lantern") || json != slices.Contains(args, "--json") {
			t.Errorf("%q printed %.200s", args, out)
		}
	}
}
