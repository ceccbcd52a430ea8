package ui_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

func TestShellBackOnTheFirstScreenStays(t *testing.T) {
	screen := (&fakeScreen{title: "search", typing: true}).goes("esc", ui.Pop())
	p := uitest.New(t, screen).Press("esc").Has("ctrl+c quits").Type("york")
	screen.wants(t, "esc y o r k")
	if p.Quit() || p.Shell().Depth() != 1 {
		t.Error("esc and letters ended the program")
	}
}

func TestShellQuestionTakesOnlyItsAnswers(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"n", ""},
		{"N", ""},
		{"enter", ""},
		{"esc", ""},
		{"x", "x"},
		{"down", "down"},
		{"tab y", "tab y"},
	} {
		screen := &fakeScreen{title: "book", guard: "A booking is being sent."}
		p := uitest.New(t, screen).Press("ctrl+c").Has("Quit anyway? y/N")
		p.Press(strings.Fields(c.keys)...).HasNot("Quit anyway?")
		screen.wants(t, c.want)
		if p.Quit() {
			t.Errorf("%q ended the program", c.keys)
		}
	}
	screen := &fakeScreen{title: "book", guard: "A booking is being sent."}
	uitest.New(t, screen).Press("ctrl+c").Paste("yes")
	screen.wants(t, "[yes]")
}

func TestHelpListsWhatControlZDoesNow(t *testing.T) {
	screen := &fakeScreen{title: "form", typing: true, undoable: true, keys: []key.Binding{ui.UndoKey()}}
	lines := func() string {
		view := uitest.New(t, screen).Press("f1").View()
		var found []string
		for _, line := range strings.Split(view, "\n") {
			if strings.Contains(line, "ctrl+z") {
				found = append(found, strings.Join(strings.Fields(line), " "))
			}
		}
		return strings.Join(found, "; ")
	}
	if got := lines(); got != "› ctrl+z undo" && got != "ctrl+z undo" {
		t.Errorf("with something to undo, help lists %q", got)
	}
	screen.undoable, screen.keys = false, []key.Binding{ui.Enabled(ui.UndoKey(), false)}
	if got := lines(); got != "ctrl+z suspend" {
		t.Errorf("with nothing to undo, help lists %q", got)
	}
}

func TestHelpNamesTheKeyThatOpensIt(t *testing.T) {
	for typing, want := range map[bool]string{true: "f1", false: "?"} {
		p := uitest.New(t, &fakeScreen{title: "search", typing: typing}).Press("f1").Type("help")
		if words := strings.Join(strings.Fields(p.View()), " "); !strings.Contains(words, "› "+want+" help") {
			t.Errorf("typing %v: help does not list %q:\n%s", typing, want, p.View())
		}
	}
}

// briefScreen is a screen with shorter words for its header.
type briefScreen struct{ fakeScreen }

func (*briefScreen) Brief() []string {
	return []string{"19 Dec – 22 Dec 2026 · 2 adults", "19 Dec · 2 adults"}
}

func TestShellShortensTheContextBeforeItCutsIt(t *testing.T) {
	screen := &briefScreen{fakeScreen{title: "book", context: "London GB · Sat 19 Dec – Tue 22 Dec 2026 · 3 nights · 2 adults"}}
	p := uitest.New(t, screen).Resize(120, 20).Has("book   London GB · Sat 19 Dec – Tue 22 Dec 2026 · 3 nights · 2 adults")
	p.Resize(80, 20).Has("book   19 Dec – 22 Dec 2026 · 2 adults").HasNot("London")
	p.Resize(60, 20).Has("book   19 Dec · 2 adults")
	uitest.Sweep(t, p)
}

func TestShellSuspendOrUndo(t *testing.T) {
	for _, c := range []struct {
		screen *fakeScreen
		want   string
	}{
		{&fakeScreen{title: "list"}, ""},
		{&fakeScreen{title: "form", undoable: true}, "ctrl+z"},
		{&fakeScreen{title: "field", typing: true}, ""},
		{&fakeScreen{title: "field typed in", typing: true, undoable: true}, "ctrl+z"},
	} {
		uitest.New(t, c.screen).Press("ctrl+z")
		c.screen.wants(t, c.want)
	}
}

// A program that stands still reads no answer, so nothing is suspended while
// something is being sent.
func TestShellDoesNotSuspendWhatIsGuarded(t *testing.T) {
	const reason = "A booking is being sent."
	uitest.New(t, &fakeScreen{title: "book", guard: reason}).Press("ctrl+z").Has(reason)
}
