package play_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
	"bellhop/ui/play"
	"bellhop/ui/uitest"
)

// long is enough for anything that a play does by itself at any speed, and too
// short for it to lose its patience.
const long = 15 * time.Second

// played is a shell that plays the steps on a screen.
func played(t *testing.T, first *fakeScreen, steps ...play.Step) *uitest.Pump {
	t.Helper()
	return uitest.New(t, first, func(o *ui.Options) {
		o.Presentation = play.New(o.Theme, &play.Script{Steps: steps, End: "That was all."})
	})
}

// fastest makes a play not wait for the reader at all.
func fastest(p *uitest.Pump) *uitest.Pump { return p.Type("+++++++").Advance(0) }

// What a play presses goes the way of every key: letters one by one, then keys,
// on whatever screen that leads to.
func TestPlayPressesRealKeys(t *testing.T) {
	second := &fakeScreen{title: "second"}
	first := (&fakeScreen{title: "first", typing: true}).goes("enter", ui.Push(second))
	p := played(t, first,
		play.Step{Caption: "A place is typed.", Screen: "first", Type: "a b", Keys: []string{"tab", "enter"}},
		play.Step{Caption: "And on the next screen.", Screen: "second", Keys: []string{"x", "ctrl+b", "down"}},
	)
	p.Has(` play  A place is typed.  ["a b" tab enter]`)
	p.Advance(2 * long)
	first.wants(t, "a   b tab enter")
	second.wants(t, "x ctrl+b down")
	p.Has("That was all.").HasNot(" play ")
	// The end is said once: with the next key its line is the screen's.
	height := second.height
	p.Press("y").HasNot("That was all.")
	second.wants(t, "x ctrl+b down y")
	if second.height != height+1 {
		t.Errorf("the body is %d lines high after the play, want %d", second.height, height+1)
	}
}

// Nothing is pressed before the screen has what the step asks for, however long
// that takes while something is under way.
func TestPlayWaitsForTheScreen(t *testing.T) {
	screen := &fakeScreen{title: "hotels", busy: "searching hotels"}
	p := played(t, screen, play.Step{
		Caption: "It waits.", Screen: "hotels", Shows: regexp.MustCompile(`(?m)^ hotels body 3 of 9$`), Keys: []string{"x"},
	})
	p.Advance(time.Minute)
	screen.wants(t, "")
	screen.busy = ""
	p.Advance(5 * time.Second)
	screen.wants(t, "")
	screen.body = "3 of 9"
	p.Send("answered").Advance(long)
	screen.wants(t, "answer answered x")
	p.Has("That was all.")
}

// Nothing is said before the screen shows it, and a pause does not keep it back:
// what has been booked is not known while the answer is on its way.
func TestPlaySaysNothingBeforeItIsSo(t *testing.T) {
	screen := &fakeScreen{title: "book"}
	screen.does("ctrl+b", func() (ui.Nav, tea.Cmd) {
		screen.busy = "booking"
		return ui.Stay(), nil
	})
	p := played(t, screen,
		play.Step{Caption: "This key books.", Screen: "book", Keys: []string{"ctrl+b"}},
		play.Step{Caption: "Booked.", Screen: "book", Shows: regexp.MustCompile("CONFIRMED")},
	)
	p.Advance(30 * time.Second)
	screen.wants(t, "ctrl+b")
	p.Has(" play  This key books.  [ctrl+b]").HasNot("Booked.")
	screen.busy, screen.body = "", "It is not known."
	p.Send("answered").HasNot("Booked.")
	p.Press("space").Has(" paused  This key books.")
	screen.body = "CONFIRMED"
	p.Send("found").Has(" paused  Booked.").HasNot("This key books.")
}

// A key is not pressed when what it needs has gone while the reader read.
func TestPlayLooksAgainBeforeItPresses(t *testing.T) {
	screen := &fakeScreen{title: "rates", body: "open"}
	p := played(t, screen, play.Step{Caption: "One two three.", Screen: "rates", Shows: regexp.MustCompile("open"), Keys: []string{"enter"}})
	screen.body = "expired"
	p.Advance(long)
	screen.wants(t, "")
}

func TestPlayRepeatsUntil(t *testing.T) {
	screen := &fakeScreen{title: "rates", body: "1"}
	screen.does("down", func() (ui.Nav, tea.Cmd) {
		screen.body = fmt.Sprint(len(screen.got) + 1)
		return ui.Stay(), nil
	})
	until := play.Step{Caption: "Down to four.", Screen: "rates", Keys: []string{"down"}, Until: regexp.MustCompile("body 4")}
	p := played(t, screen, until, until, play.Step{Screen: "rates", Keys: []string{"enter"}})
	p.Advance(2 * long)
	screen.wants(t, "down down down enter")
	p.Has("That was all.")
}

// Where the console is not what the script expects the play ends with a
// sentence, and the person has the keys.
func TestPlayEndsWhereItDoesNotKnowOn(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*fakeScreen)
		step   play.Step
		want   string
	}{
		"another screen": {
			step: play.Step{Caption: "On the other one.", Screen: "rates", Keys: []string{"x"}},
			want: "The play stops here. It expects the screen rates. The keys are yours.",
		},
		"another state": {
			step: play.Step{Caption: "With offers.", Screen: "hotels", Shows: regexp.MustCompile("offers"), Keys: []string{"x"}},
			want: "The play stops here. It expects something else here. The keys are yours.",
		},
		"never answered": {
			change: func(p *fakeScreen) { p.busy = "searching" },
			step:   play.Step{Caption: "With an answer.", Screen: "hotels", Keys: []string{"x"}},
			want:   "The play stops here. The answer takes too long. The keys are yours.",
		},
		"never there": {
			step: play.Step{Caption: "To the end.", Screen: "hotels", Keys: []string{"tab"}, Until: regexp.MustCompile("the end")},
			want: "The play stops here. What it looks for does not come. The keys are yours.",
		},
		"no such key": {
			step: play.Step{Caption: "A key.", Screen: "hotels", Keys: []string{"entr"}},
			want: "The play stops here. It does not know the key entr. The keys are yours.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			screen := &fakeScreen{title: "hotels"}
			if test.change != nil {
				test.change(screen)
			}
			p := played(t, screen, test.step).Advance(5 * time.Minute).Has(test.want)
			p.Resize(80, 24).Has(test.want)
			screen.got = nil
			p.Press("y")
			screen.wants(t, "y")
		})
	}
}

func TestPlayIsDirected(t *testing.T) {
	steps := []play.Step{
		{Caption: "First.", Screen: "list", Keys: []string{"a", "b"}},
		{Caption: "Second.", Screen: "list", Keys: []string{"c"}},
		{Caption: "Third.", Screen: "list", Keys: []string{"d"}},
	}
	t.Run("pause and go on", func(t *testing.T) {
		screen := &fakeScreen{title: "list"}
		p := played(t, screen, steps...)
		p.Press("space").Has(" paused  First.").Advance(time.Hour)
		screen.wants(t, "")
		p.Press("space").Has(" play  First.").Advance(time.Minute)
		screen.wants(t, "a b c d")
	})
	t.Run("a key at a time", func(t *testing.T) {
		screen := &fakeScreen{title: "list"}
		p := played(t, screen, steps...)
		p.Press("n").Advance(0)
		screen.wants(t, "a")
		p.Advance(time.Hour).Press("right").Advance(0)
		screen.wants(t, "a b")
		p.Has(" paused  Second.").Press("n", "n").Advance(0)
		screen.wants(t, "a b c") // The second came before the first was done.
	})
	t.Run("speed", func(t *testing.T) {
		waits := map[string]time.Duration{}
		for _, keys := range []string{"--", "", "++"} {
			screen := &fakeScreen{title: "list"}
			p := played(t, screen, steps...).Type(keys)
			for len(screen.got) == 0 && waits[keys] < time.Hour {
				p.Advance(50 * time.Millisecond)
				waits[keys] += 50 * time.Millisecond
			}
		}
		if waits["--"] < 3*waits[""] || waits["++"] > waits[""]/3 {
			t.Errorf("the first key comes after %v", waits)
		}
		screen := &fakeScreen{title: "list"}
		p := played(t, screen, steps...)
		p.Press("+").Has(" play 2x  First.").Press("-", "-").Has(" play half  First.").Type("-----").Has(" play a quarter  ")
		fastest(p).Has("That was all.")
		screen.wants(t, "a b c d")
	})
	t.Run("taken over", func(t *testing.T) {
		for _, name := range []string{"esc", "q"} {
			screen := &fakeScreen{title: "list"}
			p := played(t, screen, steps...).Press("n").Advance(0).Press(name)
			p.Has("The keys are yours, from here on. ? or f1 lists what they do.")
			screen.wants(t, "a")
			p.Advance(time.Hour).Press("z").HasNot("The keys are yours")
			screen.wants(t, "a z")
			if p.Advance(time.Hour).Quit() {
				t.Error("what the play was waiting for has ended the console")
			}
		}
	})
	t.Run("taken over while it waits", func(t *testing.T) {
		screen := &fakeScreen{title: "list"}
		p := played(t, screen, play.Step{Caption: "Elsewhere.", Screen: "other", Keys: []string{"a"}})
		if p.Advance(long).Press("esc", "z").Advance(time.Hour).Quit() {
			t.Error("what the play was waiting for has ended the console")
		}
		screen.wants(t, "z")
	})
	t.Run("other keys", func(t *testing.T) {
		screen := &fakeScreen{title: "list", guard: "A booking is being sent."}
		p := played(t, screen, steps...).Press("space").Press("enter", "x", "?", "down", "ctrl+b").Paste("n")
		p.Has("space pauses the play, esc takes over").HasNot("keys work here")
		screen.wants(t, "")
		// A question of the shell is the person's, and the play waits for it.
		p.Press("space", "ctrl+c").Has("Quit anyway? y/N").Advance(time.Minute)
		screen.wants(t, "")
		p.Press("n").HasNot("Quit anyway").Advance(time.Minute)
		screen.wants(t, "a b c d")
	})
}

// In a window that is too small nothing is pressed: nobody could see it.
func TestPlayWaitsForRoom(t *testing.T) {
	screen := &fakeScreen{title: "list"}
	p := played(t, screen, play.Step{Caption: "First.", Screen: "list", Keys: []string{"a"}})
	p.Resize(40, 10).Advance(time.Hour)
	screen.wants(t, "")
	p.Resize(80, 24).Advance(long)
	screen.wants(t, "a")
}

// The caption has a line of its own at every size, below the footer.
func TestPlayFrames(t *testing.T) {
	screen := &fakeScreen{title: "hotels", state: "nothing sent yet", body: strings.Repeat("\nline", 60)}
	p := played(t, screen, play.Step{Caption: "Hotels with their totals.", Screen: "hotels", Keys: []string{"down", "down", "enter"}})
	p.Resize(80, 24)
	uitest.Golden(t, "play-80x24", p.View())
	p.Press("space")
	uitest.Golden(t, "play-paused-80x24", p.View())
	uitest.Sweep(t, p)
	if got := p.Resize(80, 24).Footer(); !strings.HasPrefix(got, " paused  Hotels with their totals.  [down x2 enter]") {
		t.Errorf("the caption is %q", got)
	}
}

// A step that is to be read keeps what comes meanwhile from the screen, and gives it to it afterwards.
func TestPlayKeepsAScreenStillUntilItIsRead(t *testing.T) {
	screen := &fakeScreen{title: "book", body: "outcome unknown"}
	p := played(t, screen,
		play.Step{Caption: "Booked or not?", Screen: "book", Shows: regexp.MustCompile("outcome unknown"), Still: true},
		play.Step{Caption: "Found.", Screen: "book", Shows: regexp.MustCompile("found"), Keys: []string{"x"}},
	)
	p.Send("found").Has("Booked or not?")
	screen.wants(t, "")
	p.Advance(2 * time.Second)
	screen.wants(t, "")
	p.Advance(2 * time.Second)
	screen.wants(t, "answer found")
	screen.body = "found"
	p.Send("more").Advance(long)
	screen.wants(t, "answer found answer more x")
}
