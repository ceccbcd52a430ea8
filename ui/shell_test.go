package ui_test

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
	"bellhop/ui/keymap"
	"bellhop/ui/uitest"
)

// fakeScreen is a screen that writes down what happens to it.
type fakeScreen struct {
	title, context, side, state, busy, guard string

	typing, ticking        bool
	inits, closes, resumes int
	width, height          int
	got                    []string
	ticks                  []time.Time
	on                     map[string]func() (ui.Nav, tea.Cmd)
	keys                   []key.Binding
	body                   string
}

func (p *fakeScreen) Init() tea.Cmd { p.inits++; return nil }

func (p *fakeScreen) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		p.got = append(p.got, msg.String())
		if f := p.on[msg.String()]; f != nil {
			return f()
		}
	case ui.TickMsg:
		p.ticks = append(p.ticks, msg.Now)
	case string:
		p.got = append(p.got, "answer "+msg)
		if f := p.on["answer "+msg]; f != nil {
			return f()
		}
	}
	return ui.Stay(), nil
}

func (p *fakeScreen) View() string {
	return ui.Block(strings.Split(p.title+" body "+p.body, "\n"), p.width, p.height)
}
func (p *fakeScreen) SetSize(w, h int)    { p.width, p.height = w, h }
func (p *fakeScreen) Title() string       { return p.title }
func (p *fakeScreen) Keys() []key.Binding { return p.keys }
func (p *fakeScreen) State() string       { return p.state }
func (p *fakeScreen) Context() string     { return p.context }
func (p *fakeScreen) Side() string        { return p.side }
func (p *fakeScreen) Busy() string        { return p.busy }
func (p *fakeScreen) Typing() bool        { return p.typing }
func (p *fakeScreen) Guard() string       { return p.guard }
func (p *fakeScreen) Close()              { p.closes++ }
func (p *fakeScreen) Ticking() bool       { return p.ticking }
func (p *fakeScreen) Resume() tea.Cmd     { p.resumes++; return nil }

// goes makes a key go somewhere.
func (p *fakeScreen) goes(key string, nav ui.Nav) *fakeScreen {
	return p.does(key, func() (ui.Nav, tea.Cmd) { return nav, nil })
}

func (p *fakeScreen) does(key string, f func() (ui.Nav, tea.Cmd)) *fakeScreen {
	if p.on == nil {
		p.on = map[string]func() (ui.Nav, tea.Cmd){}
	}
	p.on[key] = f
	return p
}

func (s *listScreen) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	s.table.Update(msg)
	return ui.Stay(), nil
}
func (s *listScreen) View() string     { return s.table.View() }
func (s *listScreen) SetSize(w, h int) { s.table.SetSize(w, h) }

func (p *fakeScreen) wants(t *testing.T, want string) {
	t.Helper()
	if got := strings.Join(p.got, " "); got != want {
		t.Errorf("%s got %q, want %q", p.title, got, want)
	}
}

func TestShellFrame(t *testing.T) {
	screen := &fakeScreen{
		title: "hotels", context: "London GB · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights · 2 adults",
		side: "17:41 at the hotel", state: "nothing sent yet",
		keys: []key.Binding{
			uitest.Bind("rates", "enter"), uitest.Bind("find", "/"), uitest.Bind("filter", "f"), ui.Enabled(uitest.Bind("sort", "s"), false), uitest.BindAs("[ ]", "dates", "[", "]"),
		},
	}
	p := uitest.New(t, screen)
	p.Resize(120, 20)
	uitest.Golden(t, "frame-120x20", p.View())
	p.Resize(60, 20)
	uitest.Golden(t, "frame-60x20", p.View())
	uitest.Sweep(t, p)
}

func TestShellTrailIsCutFromTheLeft(t *testing.T) {
	last := &fakeScreen{title: "compare four rates"}
	middle := (&fakeScreen{title: "The Aldwych Lantern"}).goes("x", ui.Push(last))
	first := (&fakeScreen{title: "London hotels"}).goes("x", ui.Push(middle))
	p := uitest.New(t, first).Press("x", "x")
	p.Has("London hotels › The Aldwych Lantern › compare four rates")
	p.Resize(72, 20).Has("… › The Aldwych Lantern › compare four rates").HasNot("London")
	p.Resize(60, 20).Has("… › compare four rates").HasNot("Lantern")
	uitest.Sweep(t, p)
}

func TestShellLiveHeaderIsRecoloured(t *testing.T) {
	p := uitest.New(t, &fakeScreen{title: "hotels"}, func(o *ui.Options) { o.Environment.Name, o.Environment.Live = "PRODUCTION", true })
	header, _, _ := strings.Cut(p.Raw(), "\n")
	if !strings.HasPrefix(header, "\x1b[1;38;5;231;48;5;124m") || !strings.Contains(header, "PRODUCTION demo") {
		t.Errorf("the header in production is %q", header)
	}
	uitest.Sweep(t, p)
}

// environmentScreen is a screen that knows its environment.
type environmentScreen struct {
	fakeScreen
	environment ui.Environment
}

func (p *environmentScreen) Environment() ui.Environment { return p.environment }

func TestShellEnvironmentIsThatOfTheScreen(t *testing.T) {
	search := &environmentScreen{fakeScreen: fakeScreen{title: "search"}, environment: ui.Environment{Name: "PRODUCTION", Profile: "paris", Live: true, ReadOnly: true}}
	search.goes("x", ui.Push(&fakeScreen{title: "hotels"}))
	welcome := (&fakeScreen{title: "welcome"}).goes("x", ui.Root(search))
	p := uitest.New(t, welcome).Has("SANDBOX demo   welcome")
	p.Press("x").Has("PRODUCTION paris read-only   search").HasNot("SANDBOX")
	p.Press("x").Has("PRODUCTION paris read-only   search › hotels")
}

// What is counted stands in the header of every screen, and gives way to nothing but the screen's name.
func TestShellCounter(t *testing.T) {
	counted := &environmentScreen{fakeScreen: fakeScreen{title: "search"}, environment: ui.Environment{Name: "SANDBOX", Profile: "demo", Counter: "tray 3"}}
	counted.goes("x", ui.Push(&fakeScreen{title: "hotels"}))
	p := uitest.New(t, counted).Press("x")
	for _, width := range []int{60, 80, 120, 160} {
		head, _, _ := strings.Cut(p.Resize(width, 24).View(), "\n")
		if !strings.Contains(head, "hotels") || !strings.HasSuffix(strings.TrimRight(head, " "), "tray 3") {
			t.Errorf("at %d the header is %q", width, head)
		}
	}
	uitest.Sweep(t, p)
	// A note is worded shorter before it takes their room.
	counted.environment.Notes = []string{"CLOCK Sat 21 Nov 2026 12:00, stands still", "CLOCK 21 Nov 12:00, still", "CLOCK 21 Nov, still"}
	for _, width := range []int{80, 90, 100, 120} {
		head, _, _ := strings.Cut(p.Resize(width, 24).View(), "\n")
		if !strings.Contains(head, "hotels") || !strings.Contains(head, "CLOCK") || !strings.HasSuffix(strings.TrimRight(head, " "), "tray 3") {
			t.Errorf("at %d the header is %q", width, head)
		}
	}
}

func TestShellGoesWhereScreensSay(t *testing.T) {
	third := (&fakeScreen{title: "third"}).goes("r", ui.Root(&fakeScreen{title: "fresh"}))
	second := (&fakeScreen{title: "second"}).goes("esc", ui.Pop()).goes("enter", ui.Replace(third))
	first := (&fakeScreen{title: "first"}).goes("enter", ui.Push(second))
	p := uitest.New(t, first).Press("enter")
	if p.Top() != ui.Screen(second) || second.inits != 1 || second.width != 118 {
		t.Fatalf("push: top %q, %d starts, width %d", p.Top().Title(), second.inits, second.width)
	}
	p.Press("esc")
	if p.Top() != ui.Screen(first) || second.closes != 1 || first.resumes != 1 || first.inits != 1 {
		t.Fatalf("pop: top %q, closed %d, resumed %d", p.Top().Title(), second.closes, first.resumes)
	}
	p.Press("enter", "enter")
	if p.Top() != ui.Screen(third) || p.Shell().Depth() != 2 || second.closes != 2 {
		t.Fatalf("replace: top %q of %d", p.Top().Title(), p.Shell().Depth())
	}
	p.Press("r")
	if p.Top().Title() != "fresh" || p.Shell().Depth() != 1 || third.closes != 1 || first.closes != 1 {
		t.Fatalf("root: top %q of %d", p.Top().Title(), p.Shell().Depth())
	}
}

// A revisitedScreen is told that it was come back to.
type revisitedScreen struct {
	fakeScreen
	revisits int
}

func (p *revisitedScreen) Revisited() tea.Cmd { p.revisits++; return nil }

// Going back to an open screen closes what stands above it where nothing is lost by that, and else opens another one.
func TestShellRevisits(t *testing.T) {
	t.Parallel()
	list, other, page, form := &revisitedScreen{}, &fakeScreen{title: "another"}, &fakeScreen{title: "page"}, &fakeScreen{title: "form"}
	list.title = "list"
	passes := func(s ui.Screen) bool { return s == page }
	back := ui.Revisit(list, passes, func() ui.Screen { return other })
	root := (&fakeScreen{title: "root"}).goes("l", ui.Push(list)).goes("b", back)
	list.goes("p", ui.Push(page)).goes("b", back)
	page.goes("b", back).goes("f", ui.Push(form))
	form.goes("b", back)
	uitest.New(t, root).Press("b").Has("another body")
	if other.inits != 1 || list.revisits != 0 {
		t.Error("a screen that is not open is come back to")
	}
	p := uitest.New(t, root).Press("l", "p", "b").Has("list body")
	if page.closes != 1 || list.revisits != 1 || list.resumes != 0 || list.inits != 1 || p.Shell().Depth() != 2 {
		t.Errorf("%+v, %d screens", list, p.Shell().Depth())
	}
	if p.Press("b").Has("list body"); list.revisits != 2 || list.closes != 0 {
		t.Error("the screen on top is not come back to")
	}
	p.Press("p", "f", "b").Has("another body")
	if form.closes != 0 || p.Shell().Depth() != 5 {
		t.Errorf("a screen that loses something is closed: %d are open", p.Shell().Depth())
	}
}

func TestShellKeysGoToTheTopAndAnswersToAll(t *testing.T) {
	second := &fakeScreen{title: "second"}
	first := (&fakeScreen{title: "first"}).goes("x", ui.Push(second)).goes("answer late", ui.Push(&fakeScreen{title: "wrong"}))
	p := uitest.New(t, first).Press("x", "k").Send("late")
	first.wants(t, "x answer late")
	second.wants(t, "k answer late")
	if p.Top() != ui.Screen(second) {
		t.Errorf("a screen that is not in front went to %q", p.Top().Title())
	}
}

func TestShellSplitsLettersReadAtOnce(t *testing.T) {
	second := &fakeScreen{title: "second", typing: true}
	first := (&fakeScreen{title: "first"}).goes("/", ui.Push(second))
	uitest.New(t, first).Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("j/lon")})
	first.wants(t, "j /")
	second.wants(t, "lon")
	uitest.New(t, second).Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("don")})
	second.wants(t, "lon don")
}

func TestShellQuit(t *testing.T) {
	sure := func() *fakeScreen { return &fakeScreen{title: "search"} }
	sending := func() *fakeScreen { return &fakeScreen{title: "book", guard: "A booking is being sent."} }
	for _, c := range []struct {
		name   string
		screen *fakeScreen
		keys   string
		quit   bool
		footer string
	}{
		{"nothing to lose", sure(), "ctrl+c", true, ""},
		{"guarded asks", sending(), "ctrl+c", false, " A booking is being sent. Quit anyway? y/N"},
		{"guarded yes", sending(), "ctrl+c y", true, ""},
		{"guarded enter is no", sending(), "ctrl+c enter", false, " ? help"},
		{"guarded twice asks again", sending(), "ctrl+c ctrl+c", false, " A booking is being sent. Quit anyway? y/N"},
		{"screen quits", sure().goes("q", ui.Quit()), "q", true, ""},
	} {
		p := uitest.New(t, c.screen).Press(strings.Fields(c.keys)...)
		if p.Quit() != c.quit {
			t.Errorf("%s: ended is %v", c.name, p.Quit())
		}
		if !c.quit && p.Footer() != c.footer {
			t.Errorf("%s: the footer is %q, want %q", c.name, p.Footer(), c.footer)
		}
	}
}

func TestShellGuardStopsGoingBack(t *testing.T) {
	other := &fakeScreen{title: "other"}
	second := (&fakeScreen{title: "book", guard: "A booking is being sent."}).goes("esc", ui.Pop()).goes("x", ui.Replace(other))
	first := (&fakeScreen{title: "guest"}).goes("enter", ui.Push(second))
	p := uitest.New(t, first).Press("enter", "esc")
	if p.Top() != ui.Screen(second) {
		t.Fatal("a guarded screen was left")
	}
	second.wants(t, "esc")
	p.Has("A booking is being sent.")
	p.Press("x").Has("A booking is being sent. Leave anyway? y/N").Press("n")
	if p.Top() != ui.Screen(second) {
		t.Fatal("no was taken for yes")
	}
	p.Press("x", "y")
	if p.Top() != ui.Screen(other) || second.closes != 1 {
		t.Error("yes did not leave")
	}
}

// A commandingScreen has commands of its own.
type commandingScreen struct {
	fakeScreen
	commands []ui.Command
}

func (p *commandingScreen) Commands() []ui.Command { return p.commands }

func TestShellCommandsWaitForTheGuard(t *testing.T) {
	ran := 0
	screen := &commandingScreen{fakeScreen: fakeScreen{title: "book", guard: "A booking is being sent.", typing: true}}
	screen.commands = []ui.Command{{Key: uitest.Bind("activity", "ctrl+t"), Run: func() (ui.Nav, tea.Cmd) {
		ran++
		return ui.Push(&fakeScreen{title: "activity"}), nil
	}}}
	p := uitest.New(t, screen).Press("ctrl+t").Has("A booking is being sent.")
	screen.guard = ""
	p.Press("ctrl+t").Has("book › activity")
	if ran != 1 {
		t.Errorf("the command ran %d times", ran)
	}
}

func TestShellFlashExpires(t *testing.T) {
	screen := (&fakeScreen{title: "list", state: "page 1"}).does("y", func() (ui.Nav, tea.Cmd) { return ui.Stay(), ui.Flash("copied") })
	p := uitest.New(t, screen).Press("y").Has("copied").HasNot("page 1")
	p.Advance(4 * time.Second).Press("y").Advance(4 * time.Second).Has("copied")
	p.Advance(2 * time.Second).HasNot("copied").Has("page 1")
}

// What was said on a screen is not said on the next one, nor on the one before.
func TestShellFlashEndsWithItsScreen(t *testing.T) {
	rates := (&fakeScreen{title: "rates", state: "nothing sent yet"}).goes("esc", ui.Pop())
	hotels := (&fakeScreen{title: "hotels"}).goes("enter", ui.Push(rates))
	hotels.does("r", func() (ui.Nav, tea.Cmd) { return ui.Replace(hotels), ui.Flash("searched again") })
	rates.does("y", func() (ui.Nav, tea.Cmd) { return ui.Stay(), ui.Flash("copied") })
	p := uitest.New(t, hotels).Press("r").Has("searched again")
	p.Press("enter").HasNot("searched again").Has("nothing sent yet")
	p.Press("y").Has("copied").Press("esc").HasNot("copied")
}

func TestShellTicksOnlyWhileAsked(t *testing.T) {
	screen := &fakeScreen{title: "rates", ticking: true}
	p := uitest.New(t, screen)
	p.Advance(3 * time.Second)
	want := uitest.Now().Add(time.Second)
	if len(screen.ticks) != 3 || !screen.ticks[0].Equal(want) {
		t.Fatalf("ticks %v", screen.ticks)
	}
	screen.ticking = false
	p.Advance(time.Minute)
	if len(screen.ticks) > 4 {
		t.Errorf("%d ticks after nobody asked", len(screen.ticks))
	}
	screen.ticking = true
	p.Press("x").Advance(time.Second)
	if n := len(screen.ticks); n != 5 {
		t.Errorf("%d ticks, want the clock to go on", n)
	}
}

func TestShellSpinner(t *testing.T) {
	screen := &fakeScreen{title: "hotels", state: "48 of 63", busy: "searching hotels"}
	p := uitest.New(t, screen).Has("| searching hotels").HasNot("48 of 63")
	p.Advance(125 * time.Millisecond).Has("/ searching hotels")
	screen.busy = ""
	p.Advance(time.Second).Has("48 of 63")
	if before := p.Raw(); before != p.Advance(time.Minute).Raw() {
		t.Error("an idle frame changes")
	}
}

func TestHelp(t *testing.T) {
	screen := &fakeScreen{title: "hotels", keys: []key.Binding{
		uitest.Bind("rates", "enter"), uitest.Bind("filter", "f"), uitest.Bind("sort", "s"), ui.Enabled(uitest.Bind("retry", "r"), false),
	}}
	p := uitest.New(t, screen).Press("?").Has("filter", "sort", "redraw", "ctrl+l").HasNot("retry")
	uitest.Sweep(t, p)
	p.Resize(80, 24)
	uitest.Golden(t, "help-80x24", p.View())
	p.Type("zzz").Has("No key does this here.").Press("esc").HasNot("No key")
	p.Press("?").Type("sor").HasNot("filter").Press("enter").HasNot("what it does")
	screen.wants(t, "s")
}

func TestHelpWhileTyping(t *testing.T) {
	screen := &fakeScreen{title: "search", typing: true, keys: []key.Binding{uitest.Bind("filter", "f"), uitest.Bind("form", "tab")}}
	p := uitest.New(t, screen)
	p.Type("?").Has("tab form  f1 help").HasNot("filter")
	screen.wants(t, "?")
	p.Press("f1").Has("form").HasNot("filter").Type("form").Press("enter")
	screen.wants(t, "? tab")
}

// An enter in the help must never book or cancel.
func TestHelpPressesNoKeyThatSends(t *testing.T) {
	screen := &fakeScreen{title: "book", keys: []key.Binding{uitest.Bind("book it", "ctrl+b"), uitest.Bind("reload", "r", "f5")}}
	p := uitest.New(t, screen, func(o *ui.Options) { o.Alone = []string{"ctrl+b"} })
	p.Press("?").Type("book it").Press("enter").Has("ctrl+b sends something: close the help and press it yourself.", "what it does")
	screen.wants(t, "")
	screen.typing = true
	p.Press("esc").Press("f1").Type("reload").Press("enter").HasNot("what it does")
	screen.wants(t, "f5")
}

// A key that does nothing says so, once on each screen; what is typed, moves or edits never does.
func TestAKeyThatDoesNothingSaysSo(t *testing.T) {
	other := (&fakeScreen{title: "other"}).goes("b", ui.Pop())
	screen := (&fakeScreen{title: "list", keys: []key.Binding{uitest.Bind("other", "o")}}).goes("o", ui.Push(other))
	p := uitest.New(t, screen)
	p.Press("up", "down", "end", "pgup", "esc", "o").HasNot("does nothing").Press("b")
	p.Press("z").Has("z does nothing here; ? lists the keys").Advance(time.Minute).HasNot("does nothing")
	p.Press("z").HasNot("does nothing").Press("f7").Has("f7 does nothing here; ?").Advance(time.Minute)
	p.Paste("z z").HasNot("does nothing").Press("o", "z").Has("z does nothing here").Advance(time.Minute).Press("b")
	screen.typing = true
	p.Press("q", "backspace", "ctrl+w", "ctrl+u", "left", "delete", "home", " ").HasNot("does nothing")
	p.Press("ctrl+q").Has("ctrl+q does nothing here; f1 lists the keys").Advance(time.Minute)
	screen.busy = "booking; sent once"
	p.Press("f8").HasNot("does nothing")
}

func TestShellPanics(t *testing.T) {
	for name, screen := range map[string]*fakeScreen{
		"update":  (&fakeScreen{}).does("x", func() (ui.Nav, tea.Cmd) { panic("Ada Lovelace") }),
		"command": (&fakeScreen{}).does("x", func() (ui.Nav, tea.Cmd) { return ui.Stay(), func() tea.Msg { panic("Ada") } }),
		"batched": (&fakeScreen{}).does("x", func() (ui.Nav, tea.Cmd) {
			return ui.Stay(), tea.Batch(ui.Flash("a"), func() tea.Msg { panic("Ada") })
		}),
	} {
		calls := 0
		p := uitest.New(t, screen, func(o *ui.Options) {
			o.OnPanic = func(_ any, stack []byte) {
				calls++
				if !strings.Contains(string(stack), "shell_test.go") {
					t.Errorf("%s: the stack does not lead here", name)
				}
			}
		})
		p.Press("x")
		if calls != 1 || !p.Quit() || p.Raw() != "" {
			t.Errorf("%s: reported %d times, ended %v", name, calls, p.Quit())
		}
	}
}

type brokenView struct{ fakeScreen }

func (*brokenView) View() string { panic("Ada Lovelace") }

func TestShellViewPanics(t *testing.T) {
	reported := 0
	shell := ui.NewShell(ui.Options{
		First: &brokenView{}, Now: uitest.Now, Theme: uitest.Theme(), OnPanic: func(any, []byte) { reported++ },
	})
	shell.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if got := shell.Frame(); got != "" || reported != 1 {
		t.Errorf("a broken view gave %q, reported %d times", got, reported)
	}
}

func TestStoppedError(t *testing.T) {
	for _, c := range []struct {
		signal syscall.Signal
		text   string
	}{
		{syscall.SIGTERM, "stopped by SIGTERM"},
		{syscall.SIGHUP, "stopped by SIGHUP"},
		{syscall.SIGINT, "stopped by SIGINT"},
	} {
		err := &ui.StoppedError{Signal: c.signal}
		if err.Error() != c.text {
			t.Errorf("%v: %q, want %q", c.signal, err.Error(), c.text)
		}
	}
}

// Esc and enter that are read at once look like alt+enter. They are two keys, in the help too, unless that key does something.
func TestShellSplitsEscAndEnter(t *testing.T) {
	both := tea.KeyMsg{Type: tea.KeyEnter, Alt: true}
	screen := &fakeScreen{title: "one"}
	p := uitest.New(t, screen)
	p.Send(both)
	screen.wants(t, "esc enter")
	p.Press("?").Has("what it does").Send(both).HasNot("what it does")
	screen.wants(t, "esc enter enter")

	keys, problems := keymap.New(keymap.Table{Actions: append(keymap.Kit(), keymap.Action{ID: "send.all", Keys: []string{"alt+enter"}})}, "", nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	bound := &fakeScreen{title: "two"}
	uitest.New(t, bound, func(o *ui.Options) { o.Theme.Keys = keys }).Send(both)
	bound.wants(t, "alt+enter")
}

// What belongs to the shell itself works while the help or the palette is open, and where nothing suspends it says so.
func TestShellKeysInAPane(t *testing.T) {
	for _, pane := range []string{"?", "ctrl+k"} {
		now := uitest.Now()
		_, option := withMouse(&now)
		screen := &fakeScreen{title: "one", guard: "A booking is being sent."}
		p := uitest.New(t, screen, option).Press(pane).Has("what it does")
		p.Press("ctrl+z").Has("A booking is being sent.", "what it does")
		p.Press("f12").Has("the mouse selects text", "what it does")
		p.Press("ctrl+l").Has("what it does")
		p.Press("ctrl+c").Has("Quit anyway? y/N", "what it does").Press("n")
		p.Press("ctrl+k")
		if pane == "?" {
			p.Has("Command")
		} else {
			p.HasNot("what it does")
		}
		screen.wants(t, "")
	}
}

// Keys that come before the window has a size are pressed once it has. Before the program has the terminal, enter is a
// line feed.
func TestShellKeysBeforeTheSize(t *testing.T) {
	screen := &fakeScreen{title: "search", typing: true}
	shell := ui.NewShell(ui.Options{Product: "bellhop", Theme: uitest.Theme(), Now: uitest.Now, First: screen})
	for _, msg := range []tea.Msg{
		tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("lon")},
		tea.KeyMsg{Type: tea.KeyCtrlJ},
		tea.WindowSizeMsg{Width: 80, Height: 24},
		tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x")},
	} {
		shell.Update(msg)
	}
	screen.wants(t, "lon enter x")
}

// An answer that leads elsewhere waits for help, or the palette, to be closed: what is typed there is for nothing else.
func TestShellWaitsForHelp(t *testing.T) {
	next := &fakeScreen{title: "search"}
	first := (&fakeScreen{title: "starting"}).goes("answer open", ui.Root(next))
	p := uitest.New(t, first).Press("?").Send("open").Has("starting", "close help").Type("q")
	p.Press("esc").Has("search body")
	next.wants(t, "")
	p = uitest.New(t, first).Send("open").Has("search body")
	p.Press("a")
	next.wants(t, "a")
}

// TestShell_NoStaleFlash shows that a status text ends with the next key, also where keys come faster than it is shown, as those
// of a key that is held.
func TestShell_NoStaleFlash(t *testing.T) {
	other := (&fakeScreen{title: "other"}).goes("b", ui.Pop())
	screen := (&fakeScreen{title: "list", keys: []key.Binding{uitest.Bind("other", "o"), uitest.Bind("up", "u")}}).goes("o", ui.Push(other)).goes("u", ui.Stay())
	screen.does("e", func() (ui.Nav, tea.Cmd) { return ui.Stay(), ui.Flash("! no more") })
	p := uitest.New(t, screen)
	p.Press("e", "e").Has("! no more").Press("u").HasNot("no more")
	p.Hold().Press("z", "z", "z", "u").Release().HasNot("does nothing")
	p.Hold().Press("x", "o").Release().HasNot("does nothing").Press("b").HasNot("does nothing")
}
