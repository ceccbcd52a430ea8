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

// A question about what is going on loses its reason once that is over, and stays: its answer is none for the screen.
func TestShellAsksOnWithoutAReason(t *testing.T) {
	screen := &fakeScreen{title: "book", guard: "A booking is being sent."}
	p := uitest.New(t, screen).Press("ctrl+c").Has("A booking is being sent. Quit anyway? y/N")
	screen.guard = ""
	p.Send("answered").Has("That is over. Quit? y/N").HasNot("being sent").Press("n").HasNot("Quit?")
	screen.wants(t, "answer answered")
	screen.guard = "A booking is being sent."
	p.Press("ctrl+c").Has("Quit anyway?")
	screen.guard = ""
	p.Send("answered").Press("y")
	if !p.Quit() {
		t.Error("the answer was none")
	}
}

// In a window that is too small a question is seen, whose keys work there, and so does what suspends.
func TestShellAsksInAnyWindow(t *testing.T) {
	p := uitest.New(t, &fakeScreen{title: "book", guard: "A booking is being sent."}).Resize(30, 6)
	p.Has("Enlarge to 60x20").Press("ctrl+c").Has("A booking is being sent.", "anyway? y/N").HasNot("Enlarge")
	p.Press("n").Has("Enlarge to 60x20").Press("ctrl+z").Resize(80, 24).Has("A booking is being sent.")
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

// Leaving and suspending never depend on what there is to take back.
func TestShellSuspendsWhateverThereIsToTakeBack(t *testing.T) {
	for _, screen := range []*fakeScreen{{title: "list"}, {title: "field", typing: true, keys: []key.Binding{uitest.Bind("undo", "ctrl+_")}}} {
		p := uitest.New(t, screen)
		p.Press("ctrl+z")
		screen.wants(t, "")
		p.Press("ctrl+_", "alt+z")
		screen.wants(t, "ctrl+_ alt+z")
	}
}

// A program that stands still reads no answer, so nothing is suspended while
// something is being sent.
func TestShellDoesNotSuspendWhatIsGuarded(t *testing.T) {
	const reason = "A booking is being sent."
	uitest.New(t, &fakeScreen{title: "book", guard: reason}).Press("ctrl+z").Has(reason)
	uitest.New(t, &fakeScreen{title: "book", guard: reason}).Send(ui.StopAsked).Has(reason)
}

// In a window of one line what is asked is seen, if not why.
func TestShellAsksInOneLine(t *testing.T) {
	p := uitest.New(t, &fakeScreen{title: "book", guard: "A booking is being sent."}).Press("ctrl+c").Resize(12, 1)
	p.Has("y/N").HasNot("being")
}
