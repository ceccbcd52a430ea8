package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
	"bellhop/ui/mouse"
	"bellhop/ui/uitest"
)

// withMouse is a theme with the mouse on, on a clock that the test moves.
func withMouse(now *time.Time) (ui.Theme, func(*ui.Options)) {
	t := uitest.Theme()
	t.Mouse = mouse.New(true)
	t.Mouse.Now = func() time.Time { return *now }
	return t, func(o *ui.Options) { o.Theme, o.Alone = t, []string{"ctrl+b"} }
}

func clickedHotels(t testing.TB) (*listScreen, *uitest.Pump) {
	t.Helper()
	now := uitest.Now()
	theme, option := withMouse(&now)
	table := ui.NewTable(theme, hotelColumns(), func(i int) ui.Row { return ui.Row{fmt.Sprintf("Hotel-%d.", i), "4*", "0.3 E", "612.40"} })
	table.SetCount(100)
	screen := &listScreen{fakeScreen: fakeScreen{title: "hotels", keys: []key.Binding{
		uitest.Bind("rates", "enter"), uitest.BindAs("[ ]", "dates", "[", "]"), uitest.Bind("book it", "ctrl+b"), ui.Enabled(uitest.Bind("sort", "s"), false),
	}}, table: table}
	return screen, uitest.New(t, screen, option)
}

// keysOf has a list screen write down the keys that reach it.
func (s *listScreen) Keys() []key.Binding { return s.keys }

func TestAClickSelectsARowAndTheWheelScrolls(t *testing.T) {
	screen, p := clickedHotels(t)
	at := func(what string, cursor, offset int) {
		t.Helper()
		if screen.table.Cursor() != cursor || screen.table.Offset() != offset {
			t.Errorf("after %s row %d, the first is %d; want %d and %d", what, screen.table.Cursor(), screen.table.Offset(), cursor, offset)
		}
	}
	p.Click("Hotel-7.")
	at("a click", 7, 0)
	p.Wheel("Hotel-9.", 2)
	at("the wheel", 7, 6)
	p.Wheel("Hotel-9.", 1)
	at("the wheel, out of sight", 9, 9)
	p.Wheel("Hotel-9.", -3)
	at("the wheel, back", 9, 0)
	p.Click("Hotel-3.").Click("hotel ")
	at("a click on the header", 3, 0)
	p.Press("down")
	at("a key", 4, 0)
}

func TestFooterKeysAreClicked(t *testing.T) {
	screen := &fakeScreen{title: "rates", keys: []key.Binding{
		uitest.Bind("terms", "enter"), uitest.BindAs("[ ]", "dates", "[", "]"), uitest.BindAs("r/f5", "reload", "r", "f5"), uitest.BindAs("↓", "more", "down", "j"),
		uitest.Bind("book it", "ctrl+b"), uitest.Bind("all", "space"), ui.Enabled(uitest.Bind("sort", "s"), false),
	}}
	now := uitest.Now()
	_, option := withMouse(&now)
	p := uitest.New(t, screen, option)
	for _, text := range []string{"terms", "enter", "] dates", "[ ]", "dates", "f5 reload", "r/f5", "more", "all"} {
		p.Click(text)
	}
	p.Click("book it").Has("ctrl+b sends something: press it yourself")
	screen.wants(t, "enter enter ] [ [ f5 r down  ")
	p.Advance(time.Minute).Click("? help").Has("what it does")
	now = now.Add(time.Second)
	p.Click("close help").HasNot("what it does")
}

// A click on the row under the cursor is enter, in the help and the palette too, and none of them presses a key that
// sends something. The second click of a double click opens nothing more.
func TestAClickOpensTheRowUnderTheCursor(t *testing.T) {
	now := uitest.Now()
	_, option := withMouse(&now)
	second := &fakeScreen{title: "second", keys: []key.Binding{uitest.Bind("third", "x")}}
	screen := (&fakeScreen{title: "first", keys: []key.Binding{uitest.Bind("go there", "g"), uitest.Bind("book it", "ctrl+b")}}).goes("g", ui.Push(second))
	p := uitest.New(t, screen, option)
	p.Press("?").Click("book it").Click("book it").Has("ctrl+b sends something: close the help and press it yourself.").Press("esc")
	p.Press("ctrl+k").Click("book it").Click("book it").Has("press ctrl+b yourself: book it")
	now = now.Add(time.Second)
	p.Click("go there")
	if p.Top() != second {
		t.Fatal("a click on the footer has not opened the screen")
	}
	p.Click("third")
	second.wants(t, "")
	now = now.Add(time.Second)
	p.Click("third")
	second.wants(t, "x")
	screen.wants(t, "g")
}

func TestFieldsAreClicked(t *testing.T) {
	now := uitest.Now()
	theme, option := withMouse(&now)
	form := ui.NewForm(theme, ui.Section{Title: "Guest", Fields: []ui.Field{
		{Name: "given", Label: "given name", Validate: func(string) string { return "It is too short." }},
		{Name: "off", Label: "loyalty", Off: "not at this service"},
		{Name: "pay", Label: "payment", Kind: ui.FieldChoice, Options: []ui.Option{{Value: "card"}, {Value: "hotel"}, {Value: "voucher"}}},
		{Name: "note", Label: "note"},
	}})
	p := uitest.New(t, &formOnly{fakeScreen{title: "guest", typing: true}, form}, option)
	p.Type("A").Click("payment").Has("› payment", "It is too short.", "< card > 1/3")
	p.Click("card").Has("< hotel > 2/3").Click("> 2/3").Has("< voucher > 3/3").Click("< voucher").Has("< hotel > 2/3").Click("payment").Has("< hotel > 2/3")
	p.Click("loyalty").Has("› payment").Click("note").Has("› note").Click("note").Type("x").Click("given name").Type("da")
	if form.Value("given") != "Ada" || form.Value("note") != "x" || form.Value("pay") != "hotel" {
		t.Errorf("given %q, note %q, payment %q", form.Value("given"), form.Value("note"), form.Value("pay"))
	}
	p.Wheel("given name", 1).Has("› given name") // All of it is visible.
}

// formOnly is a screen that is all form.
type formOnly struct {
	fakeScreen
	form *ui.Form
}

func (s *formOnly) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	s.form.Update(msg)
	return ui.Stay(), nil
}
func (s *formOnly) View() string     { return s.form.View() }
func (s *formOnly) SetSize(w, h int) { s.form.SetSize(w, h) }

// A form that is higher than its room is gone through with the wheel.
func TestTheWheelGoesThroughAHighForm(t *testing.T) {
	now := uitest.Now()
	theme, option := withMouse(&now)
	var fields []ui.Field
	for i := range 40 {
		fields = append(fields, ui.Field{Name: fmt.Sprint(i), Label: fmt.Sprintf("field-%d.", i)})
	}
	form := ui.NewForm(theme, ui.Section{Fields: fields})
	p := uitest.New(t, &formOnly{fakeScreen{title: "guest", typing: true}, form}, option).Resize(80, 24)
	p.Wheel("field-0.", 3).Has("› field-3.").Wheel("field-0.", -1).Has("› field-2.")
}

func TestDaysAreClicked(t *testing.T) {
	now := uitest.Now()
	theme, option := withMouse(&now)
	calendar := ui.NewCalendar(theme, uitest.Now(), uitest.Now())
	p := uitest.New(t, &calendarOnly{fakeScreen{title: "dates"}, calendar}, option)
	p.Click(" 24").Click("›24").Click("29").Click("›29").Has("in Thu 24 Dec, out Tue 29 Dec 2026, 5 nights")
}

type calendarOnly struct {
	fakeScreen
	calendar *ui.Calendar
}

func (s *calendarOnly) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	s.calendar.Update(msg)
	return ui.Stay(), nil
}
func (s *calendarOnly) View() string     { return s.calendar.View() }
func (s *calendarOnly) SetSize(w, h int) { s.calendar.SetSize(w, h) }

// Off, nothing is clicked, and the frame is the same; the key says in words what the mouse does.
func TestTheMouseIsSwitchedOnAndOff(t *testing.T) {
	screen, p := clickedHotels(t)
	on := p.Raw()
	p.Press("f12").Has("the mouse selects text; f12 clicks and scrolls").Click("Hotel-7.").Wheel("Hotel-7.", 5)
	if screen.table.Cursor() != 0 || screen.table.Offset() != 0 {
		t.Error("it is off and has moved the list")
	}
	if off := p.Advance(time.Minute).Raw(); off != on {
		t.Errorf("with the mouse the frame is another one:\n%q\n%q", on, off)
	}
	p.Press("?").Has("mouse on").Press("esc")
	p.Press("f12").Has("the mouse clicks and scrolls; f12 selects text again").Click("Hotel-7.")
	if screen.table.Cursor() != 7 {
		t.Error("it is on again and does nothing")
	}
	p.Press("?").Has("mouse off, to select text")
	if plain := uitest.New(t, &fakeScreen{title: "no mouse"}).Press("f12").Press("?").View(); strings.Contains(plain, "mouse on") {
		t.Error("a console without a mouse offers it")
	}
}

// What waits for an answer is not answered by a click, and other buttons and releases do nothing.
func TestOnlyClicksCount(t *testing.T) {
	screen, p := clickedHotels(t)
	screen.guard = "A booking is being sent."
	p.Press("ctrl+c").Has("Quit anyway? y/N").Click("Hotel-7.").Has("Quit anyway? y/N").Press("n")
	for _, msg := range []tea.MouseMsg{
		{X: 5, Y: 9, Button: tea.MouseButtonRight},
		{X: 5, Y: 9, Button: tea.MouseButtonMiddle},
		{X: 5, Y: 9, Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease},
		{X: 5, Y: 9, Button: tea.MouseButtonLeft, Action: tea.MouseActionMotion},
		{X: 500, Y: 900, Button: tea.MouseButtonLeft},
	} {
		p.Send(msg)
	}
	p.Resize(40, 10).Send(tea.MouseMsg{X: 5, Y: 5, Button: tea.MouseButtonLeft})
	if screen.table.Cursor() != 0 {
		t.Errorf("the cursor is at %d", screen.table.Cursor())
	}
}

// A click on a title of the trail goes back to its screen with esc, and only as far as that leaves.
func TestTheTrailIsClicked(t *testing.T) {
	now := uitest.Now()
	_, option := withMouse(&now)
	third := (&fakeScreen{title: "third"}).goes("esc", ui.Pop())
	second := (&fakeScreen{title: "second"}).goes("esc", ui.Pop()).goes("x", ui.Push(third))
	first := (&fakeScreen{title: "first"}).goes("x", ui.Push(second))
	p := uitest.New(t, first, option)
	open := func() {
		t.Helper()
		now = now.Add(time.Second)
		if p.Press("x", "x"); p.Top() != third {
			t.Fatalf("it is at %s", p.Top().Title())
		}
	}
	at := func(what string, want ui.Screen) {
		t.Helper()
		now = now.Add(time.Second)
		if p.Top() != want {
			t.Fatalf("%s leads to %s, want %s", what, p.Top().Title(), want.Title())
		}
	}
	open()
	p.Click("third")
	at("a click on the last title", third)
	p.Click("second")
	at("a click on the title before", second)
	p.Press("x").Press("?").Has("what it does").Click("first").HasNot("what it does")
	at("a click on the first title, with the help open", first)
	if second.resumes == 0 || second.closes != 1 || third.closes != 2 {
		t.Errorf("the second was resumed %d times and closed %d times, the third closed %d times", second.resumes, second.closes, third.closes)
	}

	open()
	third.guard = "A booking is being sent."
	p.Click("first").Has("A booking is being sent.")
	at("a click while something is sent", third)
	third.guard = ""

	typed := false
	second.does("esc", func() (ui.Nav, tea.Cmd) {
		if typed {
			return ui.Pop(), nil
		}
		typed = true
		return ui.Stay(), ui.Flash("esc again leaves what was typed")
	})
	p.Click("first").Has("esc again leaves what was typed")
	at("a click over a screen that keeps what was typed", second)
	p.Click("first")
	at("another", first)
}

// What is only being read is stopped on the way, with an esc of its own.
func TestTheTrailIsClickedWhileSomethingIsRead(t *testing.T) {
	now := uitest.Now()
	_, option := withMouse(&now)
	second := &fakeScreen{title: "second", busy: "reading"}
	second.does("esc", func() (ui.Nav, tea.Cmd) {
		if second.busy != "" {
			second.busy = ""
			return ui.Stay(), nil
		}
		return ui.Pop(), nil
	})
	first := (&fakeScreen{title: "first"}).goes("x", ui.Push(second))
	p := uitest.New(t, first, option).Press("x").Click("first")
	if p.Top() != first {
		t.Errorf("it is at %s", p.Top().Title())
	}
	second.wants(t, "esc esc")
}

// Where the trail is cut from the left, the mark of it leads to the last title that is not there.
func TestTheCutTrailIsClicked(t *testing.T) {
	now := uitest.Now()
	_, option := withMouse(&now)
	third := (&fakeScreen{title: "compare four rates"}).goes("esc", ui.Pop())
	second := (&fakeScreen{title: "The Aldwych Lantern"}).goes("esc", ui.Pop()).goes("x", ui.Push(third))
	first := (&fakeScreen{title: "London hotels"}).goes("x", ui.Push(second))
	p := uitest.New(t, first, option).Press("x", "x").Resize(60, 20)
	p.Has("… › compare four rates").Click("… ›")
	if p.Top() != second {
		t.Errorf("it is at %s", p.Top().Title())
	}
}
