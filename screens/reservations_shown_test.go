package screens_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/bulk"
	"bellhop/booking/views"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// listOf is a list of n reservations with a place for files and views.
func listOf(t testing.TB, n int) (*fixture, *reservationService, *uitest.Pump) {
	t.Helper()
	f, service := newFixtureWith(t, n)
	folder := t.TempDir()
	f.deps.Exports = filepath.Join(folder, "exports")
	f.deps.Views = views.NewFile(filepath.Join(folder, "views.toml"))
	f.deps.Batches = bulk.NewStore(filepath.Join(folder, "batches"), "agency@host", func() time.Time { return f.now() })
	return f, service, startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
}

// The state is one key away, and goes on reading until the screen is full of it.
func TestReservationsByState(t *testing.T) {
	t.Parallel()
	f, service, p := listOf(t, 120)
	p.Has("tab  [all 50]  confirmed 17").Press("tab").Has("[confirmed 34]", "34 of 120 reservations").HasNot("› unconfirmed", "cancelled    ")
	if len(service.queries) != 2 {
		t.Errorf("%d pages were asked for", len(service.queries))
	}
	p.Press("shift+tab", "shift+tab").Has("[cancelled 40]", "› cancelled").Press("x").Has("[all 120]")
	p.Press("tab", "tab").Has("[unconfirmed 40]").Press("esc").Has("[all 120]")
	onTop(t, p, "reservations")
	f.deps.Theme.Presenter = ui.NewPresenter(true)
}

func TestReservationsShowAView(t *testing.T) {
	t.Parallel()
	f, service, p := listOf(t, 40)
	p.Press("v")
	onTop(t, p, "views")
	p.Has("arrivals today", "open deadlines", "Bellhop")
	fourGoldens(f, "views")
	p.Press("end", "enter")
	onTop(t, p, "reservations")
	p.Has("view open deadlines", "by next deadline", "confirmed", "at stake", "204.13 GBP").HasNot("› unconfirmed")
	if q := service.queries[len(service.queries)-1]; q.CheckOut.From.IsZero() {
		t.Errorf("asked for %+v", q)
	}
	fourGoldens(f, "reservations_view")
	// The filter begins with the view's own days, and what is shown can be saved.
	p.Press("v", "ctrl+s").Has("counted from today")
	fourGoldens(f, "views_save")
	p.Type("due soon").Press("ctrl+s").Has("Saved: due soon.", "your file")
	text, err := os.ReadFile(f.deps.Views.Path())
	if err != nil || !strings.Contains(string(text), "departure = 'today..'") || !strings.Contains(string(text), "sort = 'deadline'") {
		t.Errorf("%s, %v", text, err)
	}
	p.Press("home", "x").Has("Remove the view due soon?").Press("x").Has("Removed: due soon.").HasNot("your file")
	p.Press("x").Has("arrivals today")
	p.Press("esc", "esc").Has("tab  [all 40]")
	onTop(t, p, "reservations")
}

// Enter in the last field of what is saved saves it: in the name where that is the only one.
func TestViews_EnterSaves(t *testing.T) {
	t.Parallel()
	f, _, p := listOf(t, 4)
	p.Press("v", "ctrl+s").Press("enter").Has("! ").HasNot("Saved").Type("all of them").Press("enter").Has("Saved: all of them.", "your file")
	text, err := os.ReadFile(f.deps.Views.Path())
	if err != nil || !strings.Contains(string(text), "all of them") {
		t.Errorf("%s, %v", text, err)
	}
	p.Press("esc", "f").Type("20dec").Press("ctrl+s", "v", "ctrl+s").Has("counted from today").Type("one day").Press("enter").HasNot("Saved").Press("enter").Has("Saved: one day.")
}

// The chooser lists when each reservation was booked, and the columns that are shown, with their directions. Choosing the
// present order reverses it.
func TestReservations_OrderChooser(t *testing.T) {
	t.Parallel()
	f, _, _ := listOf(t, 40)
	f.mouseOn()
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("s").Has("sort by", "› created       most recent first · now", "status        A to Z", "arrival       earliest first", "nights        lowest first",
		"hotel         A to Z", "confirmation  A to Z", "enter reverses it: earliest first")
	f.allGoldens("reservations_orders")
	p.Press("enter").Has("by created, earliest first").HasNot("sort by").Press("s").Has("created       earliest first · now", "enter reverses it: most recent first")
	p.Press("esc").Has("by created, earliest first").HasNot("sort by").Press("s", "enter").Has("40 of 40 reservations · most recent first")
	p.Press("s", "down", "down").Has("enter sorts by arrival, earliest first;", "ties: most recent first").Press("enter").Has("by arrival")
	p.Press("s", "enter").Has("by arrival, latest first").Press("s").Has("› arrival       latest first · now").Press("esc")
	p.Press("s").Click("lowest first").Has("› nights").Click("lowest first").Has("by nights")
	// Other columns are offered instead when they are shown, and the present order stays although it has no column.
	p.Press("o", "end", "up", "space", "enter", "s").Has("› nights        lowest first · now", "data          A to Z")
	p.Press("esc", "o", "x", "enter").Has("most recent first")
}

// A file with a mistake is told of with its line, and the program's own views work.
func TestAMistakeInTheViewsIsTold(t *testing.T) {
	t.Parallel()
	f, _, p := listOf(t, 4)
	if err := os.WriteFile(f.deps.Views.Path(), []byte("[[view]]\nname = \"a\"\ncolumns = [\"gest\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	says(t, p.Press("v"), "line 3, columns: there is no column gest", "arrivals today")
	says(t, p.Press("ctrl+s").Type("b").Press("ctrl+s"), "Not done", "did you mean guest?").HasNot("?.")
}

func TestReservationsColumns(t *testing.T) {
	t.Parallel()
	f, _, p := listOf(t, 40)
	p.Press("o")
	onTop(t, p, "columns")
	fourGoldens(f, "columns")
	p.Has("data.cost_centre").Press("space", "end", "space", "s", "s", "enter")
	onTop(t, p, "reservations")
	p.Resize(160, 50).Has("by cost_centre, descending", "cost_centre", "CC-9").HasNot("status       arrival")
	p.Resize(120, 40).Has("not shown: ")
	fourGoldens(f, "reservations_columns")
	// What is looked for shows where it was found.
	p.Press("/").Type("CC-39").Has("data CC-39", "found in").Press("esc").Has("cost_centre")
	p.Press("o").Press("x", "enter").Has("status       arrival", "most recent first")
	p.Press("o", "space", "end").Press("esc").Has("status       arrival")
}

// What is exported is what is shown: rows, order and columns, masked unless guests are shown.
func TestReservationsExportWhatIsShown(t *testing.T) {
	t.Parallel()
	f, _, p := listOf(t, 9)
	says(t, p.Press("tab").Hold().Press("e", "e").Release(), "Written: ", "3 reservations, 7 columns, guests masked")
	paths, err := filepath.Glob(filepath.Join(f.deps.Exports, "*.csv"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 4 || lines[0] != "status,arrival,nights,hotel,guest,confirmation,created,environment,profile" ||
		lines[1] != "CONFIRMED,2026-12-20,1,The Aldwych Lantern,M··· G···,HC-00000,2026-12-12T09:30:00Z,SANDBOX,demo" {
		t.Errorf("%s", text)
	}
	p.Press("u", "E").Has("guests by name")
	paths, err = filepath.Glob(filepath.Join(f.deps.Exports, "*.json"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	if text, err = os.ReadFile(paths[0]); err != nil || !strings.Contains(string(text), `"guest": "Mary Graham"`) || strings.Count(string(text), "{") != 3 {
		t.Errorf("%s, %v", text, err)
	}
}

// Several are cancelled after the sum of what it costs and one typed word.
func TestCancelSeveral(t *testing.T) {
	t.Parallel()
	f, service, p := listOf(t, 9)
	p.Press("space", "down", "space", "down", "down", "space").Has("3 marked", "c cancels them", "›*")
	p.Press("c")
	onTop(t, p, "cancel several")
	p.Has("Cancel 2 reservations?", "all of it costs now", "2 free", "left out", "type cancel", "not confirmed, so there is nothing")
	fourGoldens(f, "cancel_many")
	p.Press("ctrl+x").Has("This is needed.")
	if service.cancels != 0 {
		t.Fatal("sent without the word")
	}
	p.Type("cancel").Press("ctrl+x").Has("Done: 2 cancelled", "cancelling cost")
	fourGoldens(f, "cancel_many_done")
	if service.cancels != 2 {
		t.Errorf("%d cancellations", service.cancels)
	}
	p.Press("enter").Has("1 marked", "cancelled 5")
	p.Press("esc").HasNot("marked")
	onTop(t, p, "reservations")
	p.Press("A").Has("9 marked").Press("A").HasNot("marked")
	f.deps.ReadOnly = true
	p.Press("A").HasNot("c cancels them")
}

// What was marked stays marked as long as nothing was decided, also what cannot be cancelled.
func TestMarksStayWhenSeveralAreKept(t *testing.T) {
	t.Parallel()
	_, service, p := listOf(t, 9)
	p.Press("A").Has("9 marked").Press("c").Has("left out").Press("esc").Has("9 marked", "* cancelled")
	if service.cancels != 0 {
		t.Errorf("%d cancellations", service.cancels)
	}
}

// A list that is narrow says which columns it leaves out, and never leaves the state out of what is found.
func TestReservationsSayWhatHasNoRoom(t *testing.T) {
	t.Parallel()
	_, _, p := listOf(t, 9)
	p.Resize(80, 24).Has("not shown: confirmation, created")
	for _, width := range []int{68, 72, 76, 78, 80, 90, 114, 118, 120, 124, 160} {
		p.Press("/").Resize(width, 30).Type("HC-").Has("status  ", "confirmation", "found in", "confirmed").Press("esc")
		p.Press("/").Type("aldwych").Has("status  ", "found in", "confirmed").Press("esc")
	}
	p.Resize(60, 20).Press("/").Type("aldwych").Has("not shown: status, nights")
}

// A run stops where nobody knows what came of it, and the rest is offered again, also by the list.
func TestCancelSeveralStopsAndGoesOn(t *testing.T) {
	t.Parallel()
	f, service, p := listOf(t, 9)
	p.Press("space", "down", "down", "down", "space", "down", "down", "down", "space", "c")
	service.cancelErr = &api.Error{Operation: "cancel", Message: "reset", Outcome: api.OutcomeUnknown}
	p.Type("cancel").Press("ctrl+x").Has("Not all of it: 1 not known yet · 2 not tried", "f5 reads those that are left")
	fourGoldens(f, "cancel_many_stopped")
	service.cancelErr = nil
	p.Press("esc", "esc").Has("Interrupted", "cancelling 3 reservations. c goes on.")
	p.Press("c").Has("Go on with it?", "2 reservations left", "not known yet what came of")
	p.Type("cancel").Press("ctrl+x").Has("Not all of it: 2 cancelled", "Of 1 reservation it is not known yet")
	if service.cancels != 3 {
		t.Errorf("%d cancellations", service.cancels)
	}
	p.Press("esc").Has("Interrupted", "c goes on").Press("c").Has("None of them can be cancelled yet", "cancelled earlier", "not known yet      ", "not known yet what came of")
}

// Nothing is cancelled where what it costs could not be read, and esc keeps all of them.
func TestCancelSeveralIsNotBegun(t *testing.T) {
	t.Parallel()
	_, service, p := listOf(t, 9)
	p.Press("space")
	service.fail = &api.Error{Status: 503, Message: "Too busy"}
	p.Press("c").Press("f5").Has("Cancel 1 reservation?").Press("enter")
	onTop(t, p, "reservations")
	if service.cancels != 0 {
		t.Error("it was cancelled")
	}
}

func TestSweepOfListsAndTheirViews(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"tab", "space"}, {"v"}, {"v", "ctrl+s"}, {"o"}, {"space", "c"}} {
		_, _, p := listOf(t, 40)
		uitest.Sweep(t, p.Press(keys...))
	}
}

// Of thousands of reservations a view, a state and an export take no call more once they are read.
func TestReservationsOfThousandsAreReadOnce(t *testing.T) {
	t.Parallel()
	_, service, p := listOf(t, 3000)
	p.Press("ctrl+a").Has("3,000 of 3,000 loaded")
	calls := len(service.queries)
	p.Press("tab", "tab", "s", "down", "enter", "e", "x").Has("[all 3,000]")
	if n := len(service.queries); n != calls {
		t.Errorf("%d calls more", n-calls)
	}
}

func BenchmarkStateOf4000(b *testing.B) {
	_, _, p := listOf(b, 4000)
	p.Press("ctrl+a")
	for b.Loop() {
		p.Press("tab")
	}
}

// A list that is followed is read again by itself, marks what has changed in words and keeps the cursor on its row. It
// pauses while the terminal is in the background.
func TestReservationsFollow(t *testing.T) {
	t.Parallel()
	f, service, p := listOf(t, 40)
	p.Press("F").Has("following · as of 09:30:00 · every 30 s").Press("down", "down", "down")
	fourGoldens(f, "reservations_follow")
	p.Advance(10 * time.Second).Has("as of 09:30:00")
	calls := len(service.queries)
	fresh := storedReservation(90)
	fresh.Created = api.Instant{Time: f.now()}
	service.items = append([]api.Reservation{fresh}, service.items...)
	service.items[1].Status = api.StatusCanceled
	service.items[2].Rate.Total = api.NewMoney("1.00", "GBP")
	p.Advance(21*time.Second).Has("as of 09:30:30", "3 changed", "new ", "now cancelled", "price", "› ", "41 of 41")
	if line := cursorLine(p); !strings.Contains(line, "Wed 23 Dec 2026") {
		t.Errorf("the cursor is on %q", line)
	}
	if n := len(service.queries); n != calls+1 {
		t.Errorf("%d lists were asked for", n-calls)
	}
	fourGoldens(f, "reservations_followed")
	p.Send(tea.BlurMsg{}).Has("paused, not in front")
	p.Advance(5 * time.Minute)
	if n := len(service.queries); n != calls+1 {
		t.Errorf("%d lists were asked for in the background", n-calls-1)
	}
	p.Send(tea.FocusMsg{}).Advance(time.Second).Has("every 30 s")
	if n := len(service.queries); n != calls+2 {
		t.Errorf("%d lists were asked for", n-calls)
	}
	p.Press("r").HasNot("changed").Press("F").HasNot("following")
	p.Advance(5 * time.Minute)
	if n := len(service.queries); n != calls+3 {
		t.Errorf("%d lists were asked for", n-calls)
	}
	f.deps.FollowEvery = 2 * time.Minute
	p.Press("F").Has("every 2 min").Press("esc")
	onTop(t, p, "floor")
}

func cursorLine(p *uitest.Pump) string {
	for line := range strings.SplitSeq(p.View(), "\n") {
		if strings.Contains(line, "›") && !strings.Contains(line, "bellhop") {
			return line
		}
	}
	return ""
}

// fourGoldens checks the frame at the three sizes of the house style, and on a large screen.
func fourGoldens(f *fixture, name string) {
	f.t.Helper()
	f.allGoldens(name)
	f.pump.Resize(160, 50)
	uitest.Golden(f.t, name+"_160x50", f.pump.View())
	f.pump.Resize(120, 40)
}

// What a view leaves out and puts in order here is told of all reservations, which are read by themselves.
func TestAViewIsReadWhole(t *testing.T) {
	t.Parallel()
	_, service, p := listOf(t, 120)
	p.Press("v", "end", "enter").Has("view open deadlines", "40 of 120 reservations", "120 of 120 loaded").HasNot("of the ")
	if n := len(service.queries); n != 1+4 {
		t.Errorf("%d pages were asked for", n)
	}
}

// What is looked for in a list that leaves some out is said to be found elsewhere, and a whole id is found all the same.
func TestFindInAListByState(t *testing.T) {
	t.Parallel()
	_, _, p := listOf(t, 9)
	p.Press("tab", "/").Type("tanaka").Has("of them  all 3", "[confirmed 0]", "cancelled 3", "Nothing found among these")
	p.Press("esc").Paste(storedReservation(2).ID).Has("[confirmed 0]", "22 Dec 2026", "1 found").Press("esc", "x").Has("[all 9]")
}
