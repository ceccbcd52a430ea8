package screens_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"bellhop/api/traffic"
	"bellhop/booking/activity"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/clipboard"
	"bellhop/ui/uitest"
)

const activityID = "0f3c5a2e77b14c1d9a552f9c01d7e8aa"

// asked is an exchange of the fixture's service, begun so many seconds before the console's time.
func asked(number uint64, method, path string, before int) traffic.Exchange {
	return traffic.Exchange{
		Number: number, Operation: "read reservation", Method: method, Base: "https://api.example.com",
		Path: "/rest/v1/" + path, Template: "/rest/v1/" + strings.ReplaceAll(path, activityID, "{reservation_id}"),
		Began: uitest.Now().Add(-time.Duration(before) * time.Second),
	}
}

func answered(x traffic.Exchange, status int, took time.Duration, answer string) traffic.Exchange {
	x.Over, x.Status, x.Took, x.RequestID = true, status, took, fmt.Sprint("R-", x.Number)
	x.Answer = traffic.Body{Text: []byte(answer), Size: int64(len(answer))}
	return x
}

// watched is a log of a search, a verification, two reads of which one failed, a booking that was refused and one that
// was made, and a read that is under way.
func watched() *activity.Log {
	l := activity.NewLog()
	l.Limit(600)
	put := func(x traffic.Exchange, status int, took time.Duration, answer string) {
		begun := x
		begun.Over = false
		l.Observe(begun)
		l.Observe(answered(x, status, took, answer))
	}
	search := asked(1, "POST", "hotel/search", 300)
	search.Operation = "search hotels"
	search.Request = traffic.Body{Text: []byte(`{"filter":{"location":{"details":{"iata_code":"LON"},"type":"iata_code"}},"stay_info":{"check_in_date":"2026-12-12"}}`), Size: 117}
	put(search, 200, 312*time.Millisecond, `{"results":[{"chain_code":"LX","name":"The Aldwych Lantern","property_code":"20417"}]}`)
	list := asked(2, "GET", "reservations", 240)
	list.Operation = "list reservations"
	list.Query = []traffic.Parameter{{Name: "filter[custom_data]", Value: "R···", Masked: true}, {Name: "page_size", Value: "100"}}
	begun := list
	l.Observe(begun)
	list.Over, list.Failure = true, "no answer in time (30 seconds at most)"
	list.Took = 30 * time.Second
	l.Observe(list)
	verify := asked(3, "POST", "hotel/rate_verification", 50)
	verify.Operation = "verify rate"
	put(verify, 429, 4*time.Millisecond, `{"code":429,"message":"too many","type":"APPLICATION_ERROR"}`)
	book := asked(4, "POST", "reservation", 40)
	book.Operation, book.Write, book.Failure = "create reservation", true, "VALIDATION"
	book.Request = traffic.Body{Text: []byte(`{"custom_data":{"bellhop_attempt":"att-ABCDEFGHIJKLMNOPQRSTUVWXYZ"},"guests":{"number_of_adults":2,"primary":{"email":"a···","given_name":"A···","surname":"R···"}},"payment":{"guest":{"amount":612.40,"token":"[redacted]"}}}`), Size: 305}
	put(book, 422, 40*time.Millisecond, `{"code":2001,"details":[{"field":["guests","primary","email"],"message":"a··· is no address"}],"type":"VALIDATION"}`)
	made := asked(5, "POST", "reservation", 20)
	made.Operation, made.Write, made.Request = "create reservation", true, book.Request
	put(made, 201, 940*time.Millisecond, `{"confirmation":{"hotel_confirmation_number":"HC-20417-9","record_locator":"QX7RTB"},"guests":{"primary":{"surname":"R···"}},"id":"`+activityID+`","status":"CONFIRMED"}`)
	read := asked(6, "GET", "reservation/"+activityID, 1)
	l.Observe(read)
	return l
}

func activityFixture(t testing.TB) *fixture {
	t.Helper()
	f := newFixture(t)
	f.deps.Activity = watched()
	f.deps.Clock = uitest.Now
	return f
}

func TestActivityGoldens(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string][]string{
		"activity":         {"down"},
		"activity_refused": {"f", "f", "f"},
		"activity_request": {"down", "enter"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := activityFixture(t)
			p := startOn(f, screens.NewActivity(f.deps)).Press(keys...)
			for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {160, 50}} {
				p.Resize(size[0], size[1])
				uitest.Golden(t, fmt.Sprintf("%s_%dx%d", name, size[0], size[1]), p.View())
			}
		})
	}
}

func TestActivityFollows(t *testing.T) {
	t.Parallel()
	f := activityFixture(t)
	p := startOn(f, screens.NewActivity(f.deps)).Resize(120, 40)
	p.Has("4 calls in the last minute of 600 at most · look-to-book 2:1", "6 requests", "(not there yet)").Press("down", "down")
	p.Has("a··· is no address")
	next := asked(7, "GET", "destinations/search", 0)
	f.deps.Activity.Observe(next)
	f.deps.Activity.Observe(answered(asked(6, "GET", "reservation/"+activityID, 1), 200, time.Second, `{"id":"`+activityID+`"}`))
	p.Advance(time.Second).Has("7 requests", "destinations/search", "a··· is no address")
	for _, line := range strings.Split(p.View(), "\n") {
		if strings.Contains(line, "›") && strings.Contains(line, "POST") && !strings.Contains(line, "422") {
			t.Errorf("the cursor has left its row: %q", line)
		}
	}
}

func TestActivityFilters(t *testing.T) {
	t.Parallel()
	f := activityFixture(t)
	p := startOn(f, screens.NewActivity(f.deps)).Resize(120, 40)
	p.Press("f").Has("only: writes", "2 of 6").Press("f", "f").Has("only: refused", "2 of 6").Press("f").Has("only: failed", "no answer in time", "1 of 6")
	p.Press("/").Type("post").Has("None is like that", "0 of 6").Press("enter", "x").Has("6 requests").HasNot("only:")
	p.Press("/").Type("post 4xx").Press("enter").Has("2 of 6", "post 4xx").Press("down").Has("429").Press("esc").Has("6 requests")
	onTop(t, p, "activity")
	p.Press("esc")
	onTop(t, p, "floor")
}

func TestActivityCopiesAsCurl(t *testing.T) {
	t.Parallel()
	f := activityFixture(t)
	p := startOn(f, screens.NewActivity(f.deps)).Resize(80, 24).Press("down", "y")
	p.Has("as curl")
	if len(f.copied) != 1 || !strings.Contains(f.copied[0], `"surname":"'"${GUEST_SURNAME:?}"'"`) || !strings.Contains(f.copied[0], `"token":"'"${BELLHOP_PAYMENT_TOKEN:?}"'"`) {
		t.Errorf("copied %q", f.copied)
	}
	p.Press("enter").Has("create reservation", "201", "940 ms", "HC-20417-9").Press("tab").Has("request, 305 B").Press("pgdown").Has("[redacted]").Press("y")
	if len(f.copied) != 2 || f.copied[0] != f.copied[1] {
		t.Errorf("copied %q", f.copied)
	}
	f.deps.Copy = func(context.Context, string) (clipboard.Copy, error) {
		return clipboard.Copy{}, fmt.Errorf("no clipboard")
	}
	p.Press("esc", "y").Has("! Not copied: no clipboard.")
	large := asked(8, "POST", "reservation", 0)
	large.Request = traffic.Body{Cut: true, Text: []byte("{}"), Size: 1 << 20}
	f.deps.Activity.Observe(large)
	p.Advance(time.Second).Press("home", "y").Has("too large")
}

// An answer that comes while a request is looked at is shown there.
func TestActivityRequestIsLive(t *testing.T) {
	t.Parallel()
	f := activityFixture(t)
	p := startOn(f, screens.NewActivity(f.deps)).Resize(120, 40).Press("enter").Has("(not there yet)", "no answer yet")
	f.deps.Activity.Observe(answered(asked(6, "GET", "reservation/"+activityID, 1), 404, time.Second, `{"message":"none"}`))
	p.Advance(time.Second).Has(`"message": "none"`, "404").HasNot("no answer yet")
}

// What names a reservation is not shown to an audience.
func TestActivityMasksWhilePresented(t *testing.T) {
	t.Parallel()
	f := activityFixture(t)
	mode := ui.NewPresenter(true)
	f.deps.Theme.Presenter = mode
	f.change = append(f.change, func(o *ui.Options) { o.Theme.Presenter = mode })
	p := startOn(f, screens.NewActivity(f.deps)).Resize(160, 50)
	for _, keys := range [][]string{{}, {"down"}, {"enter"}} {
		p.Press(keys...).HasNot(activityID, "QX7RTB", "HC-20417-9", "ABCDEFGHIJKL", "R-5")
	}
	onTop(t, p, "request")
	p.Press("f2").Has(activityID, "QX7RTB", "R-5").Press("f2").HasNot(activityID, "QX7RTB", "R-5")
}

func TestActivityOpensFromEverywhere(t *testing.T) {
	t.Parallel()
	f := activityFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Resize(120, 40).Press("f9")
	onTop(t, p, "activity")
	p.Press("f9").Has("this is the activity: esc leaves it").Press("enter", "f9").Has("open already")
	onTop(t, p, "request")
	p.Press("esc", "esc", "ctrl+k").Type("activity").Press("enter")
	onTop(t, p, "activity")
	p.Press("esc").Press("f9")
	onTop(t, p, "activity")
	empty := newFixture(t)
	empty.start(screens.NewSearch(empty.deps, emptyTrip())).Press("f9")
	onTop(t, empty.pump, "search")
	empty.deps.Activity = activity.NewLog()
	startOn(empty, screens.NewActivity(empty.deps)).Has("Nothing was asked yet").Press("enter", "y", "f", "/", "x", "tab")
	onTop(t, empty.pump, "activity")
}

func TestSweepOfActivity(t *testing.T) {
	t.Parallel()
	wide := asked(9, "POST", "hotel/search?"+strings.Repeat("世界", 40), 0)
	wide.Request = traffic.Body{Text: []byte(`{"` + strings.Repeat("世界", 60) + `":["` + strings.Repeat("x", 400) + `"]}`), Size: 1 << 20, Cut: true}
	for name, open := range map[string]func(f *fixture) *uitest.Pump{
		"list": func(f *fixture) *uitest.Pump { return startOn(f, screens.NewActivity(f.deps)) },
		"find": func(f *fixture) *uitest.Pump {
			return startOn(f, screens.NewActivity(f.deps)).Press("/").Type("世界")
		},
		"none": func(f *fixture) *uitest.Pump {
			return startOn(f, screens.NewActivity(f.deps)).Press("/").Type("zzz").Press("enter")
		},
		"failed": func(f *fixture) *uitest.Pump {
			return startOn(f, screens.NewActivity(f.deps)).Press("f", "f", "f", "f")
		},
		"copied":  func(f *fixture) *uitest.Pump { return startOn(f, screens.NewActivity(f.deps)).Press("y") },
		"request": func(f *fixture) *uitest.Pump { return startOn(f, screens.NewActivity(f.deps)).Press("enter", "down") },
		"body": func(f *fixture) *uitest.Pump {
			return startOn(f, screens.NewActivity(f.deps)).Press("enter", "tab", "pgdown")
		},
		"empty": func(f *fixture) *uitest.Pump {
			f.deps.Activity = activity.NewLog()
			return startOn(f, screens.NewActivity(f.deps))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := activityFixture(t)
			f.deps.Activity.Observe(wide)
			uitest.Sweep(t, open(f))
		})
	}
}
