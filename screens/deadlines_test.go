package screens_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui"
)

func TestDeadlinesListWhatIsNext(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dues(service, 30, 1, 100, 1000)
	p := startOn(f, screens.NewDeadlines(f.deps))
	p.Has("4 of 4 open reservations by what is next", "at stake: 600.00 EUR + 400.00 GBP", "1 h 0 min", "1 d 6 h?", "4 of 4 open")
	if first, second := strings.Index(p.View(), "1 h 0 min"), strings.Index(p.View(), "1 d 6 h?"); first > second {
		t.Error("the nearest deadline is not the first")
	}
	f.allGoldens("deadlines")
	p.Press("w").Has("1 of 4 open reservations with a deadline within 24 h", "at stake: 200.00 EUR").HasNot("GBP +")
	p.Press("w").Has("2 of 4 open reservations with a deadline within 48 h").Press("w").Has("3 of 4 open reservations with a deadline within 7 d").Press("w").Has("4 of 4 open")
	// A deadline without a zone is labelled where it stands alone too.
	p.Press("down").Has("zone", "not said: the earliest moment")
	// Time passes: a deadline that is over is none any more.
	p.Skip(61*time.Minute).Has("1 d 4 h?", "no deadline", "at stake: 400.00 EUR + 400.00 GBP")
}

func TestDeadlinesOpenAndFollowTheReservation(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dues(service, 30, 5)
	p := startOn(f, screens.NewDeadlines(f.deps)).Press("enter")
	onTop(t, p, "reservation")
	p.Press("c", "ctrl+x", "enter", "esc")
	onTop(t, p, "deadlines")
	// The hotel's zone is known by now, so the deadline is a certain one.
	p.Has("1 of 1 open reservation", "1 d 20 h").HasNot("5 h 0 min", "h?")
}

func TestDeadlinesAreReadPageByPageAndCanBeStopped(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewDeadlines(f.deps))
	p.Has("40 of 40 open reservations") // Only what can be cancelled: a third of them.
	for i, q := range service.queries {
		// At the end the first page is looked at again.
		if q.Page != i%(len(service.queries)-1)+1 || q.CheckOut.From != api.NewDate(2026, 12, 11) {
			t.Errorf("question %d is page %d from %s", i, q.Page, q.CheckOut.From)
		}
	}
	p.Hold().Press("r").Has("reading open reservations").Press("esc").Release().Has("Stopped. f5 reads them again.", "40 of 40")
	service.fail = unauthorized()
	p.Press("r")
	onTop(t, p, "API key")
	p.Advance(signInPause).Type("k").Press("enter")
	onTop(t, p, "deadlines")
	p.Has("40 of 40")
	f, _ = newFixtureWith(t, 0)
	startOn(f, screens.NewDeadlines(f.deps)).Has("No open reservations")
	f.allGoldens("deadlines_none")
}

func TestDeadlinesWriteACalendarFile(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dues(service, 30, 5, 1000)
	startOn(f, screens.NewDeadlines(f.deps)).HasNot("i calendar file").Press("i").HasNot("Written")
	f.deps.Exports = filepath.Join(t.TempDir(), "exports")
	path := filepath.Join(f.deps.Exports, "sandbox-demo-deadlines.ics")
	p := startOn(f, screens.NewDeadlines(f.deps)).Press("w", "w", "i").Has("Written, with alarms: 2 deadlines in")
	text, err := os.ReadFile(path)
	if err != nil || strings.Count(string(text), "BEGIN:VEVENT") != 2 || !strings.Contains(string(text), "SANDBOX: Cancel by ") {
		t.Fatalf("%v:\n%s", err, text)
	}
	for _, secret := range []string{"Graham", "guest@example.com"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the calendar names %q", secret)
		}
	}
	for name, want := range map[string]os.FileMode{path: 0o600, f.deps.Exports: 0o700} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v (%v)", filepath.Base(name), info.Mode().Perm(), want, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(f.deps.Exports, ".*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	f.deps.Exports = filepath.Join(path, "not-a-folder")
	p.Press("i").Has("No calendar file: saving the calendar")
}

// ctrl+f opens the list from wherever the agent is, but not a second time.
func TestDeadlinesOpenFromEverywhere(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Press("ctrl+f")
	onTop(t, p, "deadlines")
	depth := p.Shell().Depth()
	p.Press("ctrl+f")
	if p.Shell().Depth() != depth {
		t.Error("the list is opened on itself")
	}
	p.Press("esc")
	onTop(t, p, "search")
	p.Press("ctrl+r", "esc").Has("ctrl+f deadlines").Press("ctrl+f")
	onTop(t, p, "deadlines")
}

// BenchmarkDeadlinesTick is a second with ten thousand open reservations.
func BenchmarkDeadlinesTick(b *testing.B) {
	fix, service := newFixtureWith(b, 0)
	for i := range 10_000 {
		r := storedReservation(3 * i)
		r.ID = fmt.Sprintf("%032d", i)
		service.items = append(service.items, r)
	}
	p := startOn(fix, screens.NewDeadlines(fix.deps))
	p.Press("w", "w", "w")
	b.ResetTimer()
	for b.Loop() {
		p.Advance(time.Second)
		_ = p.Raw()
	}
}

// A shrinkingService loses its newest reservation after each page.
type shrinkingService struct{ *reservationService }

func (m shrinkingService) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	page, err := m.reservationService.ListReservations(ctx, q)
	m.items = m.items[1:]
	return page, err
}

// Deadlines that may not be all of them are not shown as if they were.
func TestDeadlinesThatMayNotBeAll(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 300)
	f.deskAt(shrinkingService{service})
	p := startOn(f, screens.NewDeadlines(f.deps))
	p.Has("! The list of reservations is incomplete: some may be missing. f5", "reads it again.", "open reservations by what is next")
	f.deskAt(service)
	p.Press("r").HasNot("is incomplete")
}

// Every sum is whole, however many currencies there are; so is the id, and the guest is masked until asked for.
func TestDeadlinesNeverCutSumsAndIDs(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dues(service, 30, 1, 100, 1000, 40, 50, 60)
	for i, code := range []string{"JPY", "USD", "CHF", "KWD", "GBP", "EUR"} {
		r := &service.items[i]
		r.Rate.Total = api.NewMoney("1713600", code)
		for s := range r.Rate.Terms.Penalties {
			r.Rate.Terms.Penalties[s].Amount = api.NewMoney(fmt.Sprint(1713600+i), code)
		}
	}
	p := startOn(f, screens.NewDeadlines(f.deps))
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		p.Resize(size[0], size[1])
		for _, sum := range booking.AtStake(f.deps.Desk.Deadlines(f.deps.Desk.Now(), service.items)) {
			p.Has(sum.String())
		}
		p.Has("00000000000000000000000000000003", "1,713,601.00 USD", "M··· G···").HasNot("Mary")
		if list, _, _ := strings.Cut(strings.Split(p.View(), "\n")[lineOf(p, "hotel time")], "│"); size[0] > 60 && !strings.Contains(list, "guest") {
			t.Errorf("at %d columns the list names no guest", size[0])
		}
	}
	f.allGoldens("deadlines_sums")
	p.Press("u").Has("Mary Graham", "u mask guests")
}

// An estimate is one in its row and in its sum; the guest stands beside it.
func TestDeadlinesSayWhatIsAnEstimate(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dues(service, 30, 1, 100)
	service.items[2].Rate.Terms.Penalties[0].Estimated = true
	startOn(f, screens.NewDeadlines(f.deps)).Has("M··· G···  The Ald", "  about 300.00 GBP", "at stake: 200.00 EUR + about 400.00 GBP")
	f.allGoldens("deadlines_estimated")
}

// The list comes before the sums where both do not fit, and a key goes through all of them.
func TestDeadlinesOfManyCurrenciesHaveRows(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	codes := []string{"AED", "AUD", "BHD", "CAD", "CHF", "CLP", "DKK", "EUR", "GBP", "HKD", "INR", "JPY", "KRW", "KWD", "MXN", "NOK", "SEK", "THB", "USD", "ZAR"}
	hours := make([]int, len(codes))
	for i := range hours {
		hours[i] = 20 + i
	}
	dues(service, hours...)
	for i, code := range codes {
		service.items[i].Rate.Terms.Penalties[0].Amount = api.NewMoney(fmt.Sprint(1713600+i), code)
	}
	p := startOn(f, screens.NewDeadlines(f.deps))
	f.allGoldens("deadlines_many")
	for _, size := range []struct{ width, height, rows int }{{60, 20, 5}, {80, 24, 9}, {120, 40, 17}, {100, 60, 20}} {
		p.Resize(size.width, size.height)
		if rows := strings.Count(p.View(), " Dec "); rows < size.rows {
			t.Errorf("%dx%d: %d rows of the list, want %d:\n%s", size.width, size.height, rows, size.rows, p.View())
		}
		seen := ""
		for range codes {
			for _, line := range strings.Split(p.View(), "\n")[3:] {
				if strings.Contains(line, "hotel time") {
					break
				}
				seen += line
			}
			p.Press("$")
		}
		for _, sum := range booking.AtStake(f.deps.Desk.Deadlines(f.deps.Desk.Now(), service.items)) {
			if !strings.Contains(seen, sum.String()) {
				t.Errorf("%dx%d: no key shows %s", size.width, size.height, sum)
			}
		}
	}
	p.Resize(60, 20).Has("… 15 more currencies ($)").Press("w").HasNot("more currencies")
}

// An id stands whole beside a narrow list too.
func TestAnIDIsWholeInEveryPane(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	for _, screen := range []ui.Screen{screens.NewReservations(f.deps, api.ReservationQuery{}), screens.NewDeadlines(f.deps)} {
		p := startOn(f, screen)
		for _, width := range []int{110, 112, 116, 120, 160} {
			p.Resize(width, 40).Has(storedReservation(0).ID)
		}
	}
}
