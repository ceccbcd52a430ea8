package ui_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

func TestShellTooSmall(t *testing.T) {
	screen := &fakeScreen{title: "guest", typing: true}
	p := uitest.New(t, screen).Type("ab").Resize(59, 20)
	for _, c := range []struct {
		width, height int
		want          string
	}{
		{70, 19, "Please enlarge the window: 60x20 is the least, this is 70x19."},
		{59, 20, "Enlarge to 60x20, this is 59x20."},
		{32, 12, "Enlarge to 60x20, this is 32x12."},
	} {
		if got := p.Resize(c.width, c.height).View(); got != c.want+strings.Repeat("\n", c.height-1) {
			t.Errorf("frame %q", got)
		}
	}
	p.Type("c").Press("ctrl+b").Resize(80, 24)
	screen.wants(t, "a b")
	if screen.width != 78 || screen.height != 20 {
		t.Errorf("the body is %dx%d", screen.width, screen.height)
	}
}

// footerScreen chooses what stands in its footer.
type footerScreen struct {
	fakeScreen
	more []key.Binding
}

func (f *footerScreen) Footer() []key.Binding {
	return append([]key.Binding{uitest.Bind("rates", "enter")}, f.more...)
}

// Keys give way to the state, but for the way on, the way back and the help.
func TestShellFooterOfAScreen(t *testing.T) {
	chosen := &footerScreen{fakeScreen: fakeScreen{title: "hotels", state: "nothing sent yet"}}
	p := uitest.New(t, chosen).Resize(80, 24)
	if got, want := p.Footer(), " enter rates  ? help                                           nothing sent yet"; got != want {
		t.Errorf("footer %q, want %q", got, want)
	}
	back := uitest.Bind("back", "esc")
	chosen.more = []key.Binding{uitest.Bind("find", "/"), uitest.Bind("sort by another column", "s"), uitest.Bind("map", "m"), back}
	if got, want := p.Footer(), " enter rates  / find  esc back  ? help                         nothing sent yet"; got != want {
		t.Errorf("footer %q, want %q", got, want)
	}
	chosen.more = []key.Binding{uitest.Bind("a word that is so long that the state must give way", "f9"), back}
	if got, want := p.Footer(), " enter rates  esc back  ? help                                 nothing sent yet"; got != want {
		t.Errorf("footer %q, want %q", got, want)
	}
	chosen.more, chosen.state = []key.Binding{back}, "a state of as many words as would take the place of the way out"
	if got, want := p.Footer(), " enter rates  esc back  ? help  a state of as many words as would take the pla…"; got != want {
		t.Errorf("footer %q, want %q", got, want)
	}
}

// What works now and what does not changes with every letter; where the keys stand does not. What goes
// on meanwhile covers none of them while letters are typed.
func TestKeysKeepTheirPlaces(t *testing.T) {
	open, undo := uitest.Bind("open", "o"), uitest.Bind("undo", "ctrl+_")
	screen := &fakeScreen{title: "search", state: "nothing sent yet", typing: true}
	screen.keys = []key.Binding{uitest.Bind("go on", "ctrl+s"), open, ui.Enabled(undo, false), uitest.Bind("back", "esc"), ui.HelpOnly(), uitest.Bind("up", "up")}
	p := uitest.New(t, screen).Resize(80, 24)
	footer := func(want string) {
		t.Helper()
		if got := p.Send("look").Footer(); got != want {
			t.Errorf("the footer is\n%q, want\n%q", got, want)
		}
	}
	footer(" ctrl+s go on                       esc back  f1 help          nothing sent yet")
	screen.keys[2] = undo
	footer(" ctrl+s go on          ctrl+_ undo  esc back  f1 help          nothing sent yet")
	screen.typing = false
	footer(" ctrl+s go on  o open  ctrl+_ undo  esc back  ? help           nothing sent yet")
	screen.typing, screen.busy = true, "looking up what was typed, letter by letter"
	footer(" ctrl+s go on          ctrl+_ undo  esc back  f1 help  | looking up what was t…")
	// Where nothing is typed, what goes on is said in more words.
	screen.typing = false
	footer(" ctrl+s go on  o open             | looking up what was typed, letter by letter")
}
