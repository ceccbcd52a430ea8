package play_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

// spelling is a screen that says what may be shown of what is typed.
type spelling struct {
	*fakeScreen
	echo ui.Echo
}

func (s spelling) Echo() ui.Echo { return s.echo }

// presented is a shell in presenter mode.
func presented(t *testing.T, first ui.Screen, change ...func(*ui.Options)) *uitest.Pump {
	t.Helper()
	return uitest.New(t, first, append([]func(*ui.Options){func(o *ui.Options) {
		o.Theme.Presenter = ui.NewPresenter(true)
	}}, change...)...)
}

func TestPresenterFrames(t *testing.T) {
	screen := &fakeScreen{
		title: "hotels", state: "nothing sent yet", keys: []key.Binding{uitest.Bind("rates", "enter"), uitest.Bind("find", "/"), uitest.BindAs("", "more", "x", "ctrl+b", "space")},
	}
	p := presented(t, screen)
	p.Press("down", "down", "enter", "x", "ctrl+b", "space")
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		p.Resize(size[0], size[1])
		name := map[int]string{80: "presenter-80x24", 120: "presenter-120x40"}[size[0]]
		uitest.Golden(t, name, p.View())
	}
	uitest.SweepSizes(t, p)
	screen.state = "a state that is longer than a wide one may be at this size"
	p.Resize(80, 24).Has(" S A N D B O X     a state that is longer than a wide one may be at this size")
	uitest.SweepSizes(t, p)
	screen.busy = "searching hotels"
	p.Resize(80, 24).Has("s e a r c h i n g   h o t e l s")
}

// Production is as plain to see in presenter mode as it is without.
func TestPresenterInProduction(t *testing.T) {
	p := presented(t, &fakeScreen{title: "book", state: "nothing sent yet"}, func(o *ui.Options) {
		o.Environment = ui.Environment{Name: "PRODUCTION", Profile: "work", Live: true}
	})
	p.Has(" P R O D U C T I O N     n o t h i n g   s e n t   y e t")
	uitest.SweepSizes(t, p)
}

// The key switches the mode from anywhere, also while text is typed and over the
// help, and the screens get the room back.
func TestPresenterIsSwitched(t *testing.T) {
	screen := &fakeScreen{title: "guest", typing: true}
	p := uitest.New(t, screen, func(o *ui.Options) { o.Theme.Presenter = ui.NewPresenter(false) })
	p.HasNot("S A N D B O X")
	height := screen.height
	p.Press("f2").Has("S A N D B O X")
	if screen.height != height-3 {
		t.Errorf("the body is %d lines high, want %d", screen.height, height-3)
	}
	p.Press("f1").Has("presenter mode").Press("f2").HasNot("S A N D B O X").Press("esc", "f2").Has("S A N D B O X")
	p.Resize(80, 24).Press("f2").HasNot("S A N D B O X")
	screen.wants(t, "")

	// Where there is no such mode the key is the screen's.
	plain := &fakeScreen{title: "guest"}
	uitest.New(t, plain).Press("f2").HasNot("S A N D B O X").Press("?").HasNot("presenter mode")
	plain.wants(t, "f2")
}

// What is typed is shown only where the screen says that it may be.
func TestPresenterShowsPressedKeys(t *testing.T) {
	const word = "Zoë X"
	for name, test := range map[string]struct {
		screen ui.Screen
		want   string
	}{
		"a list":               {&fakeScreen{title: "x"}, "Z  o  ë  space  X  enter x2  alt+x"},
		"a place":              {spelling{&fakeScreen{title: "x", typing: true}, ui.EchoLetters}, `"Zoë X"  enter x2  alt+x`},
		"a guest":              {spelling{&fakeScreen{title: "x", typing: true}, ui.EchoDots}, `"•••••"  enter x2  alt+x`},
		"a secret":             {spelling{&fakeScreen{title: "x", typing: true}, ui.EchoNothing}, `enter x2  alt+x`},
		"a screen that is mum": {&fakeScreen{title: "x", typing: true}, `"•••••"  enter x2  alt+x`},
	} {
		t.Run(name, func(t *testing.T) {
			p := presented(t, test.screen).Type(word).Press("enter", "enter", "alt+x")
			if got := p.Footer(); !strings.HasSuffix(got, "  "+test.want) {
				t.Errorf("the footer is %q, want it to end with %q", got, test.want)
			}
			p.Press("f2", "f2")
			if got := p.Footer(); strings.Contains(got, "enter x2") {
				t.Errorf("switched off and on, the keys of before are there: %q", got)
			}
		})
	}
}

// A paste is text as well, and so is what a terminal reads at once.
func TestPresenterShowsNoPaste(t *testing.T) {
	for name, screen := range map[string]ui.Screen{
		"guest":  spelling{&fakeScreen{title: "x", typing: true}, ui.EchoDots},
		"secret": spelling{&fakeScreen{title: "x", typing: true}, ui.EchoNothing},
	} {
		t.Run(name, func(t *testing.T) {
			presented(t, screen).Paste("tok_marked").HasNot("tok_marked")
		})
	}
}
