package play

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

// The pace of a demo at the speed of 1, which is that of reading.
const (
	paceCaption = 700 * time.Millisecond // before a new caption's first key
	paceWord    = 280 * time.Millisecond // and for each of its words
	paceLetter  = 130 * time.Millisecond
	paceKey     = 600 * time.Millisecond
)

// How long a demo waits for what it needs. Nothing that is under way counts as
// long as the screen says so.
const (
	watchEvery  = time.Second
	mostWatches = 20  // times in which nothing is under way and it is not there
	mostRounds  = 60  // of the keys of a step with Until
	mostBusy    = 120 // times in which something is under way
)

// A speed is how much faster than reading a demo goes; the fastest does not
// wait for the reader at all.
type speed struct {
	divisor float64
	words   string
}

func speeds() []speed {
	return []speed{{0.25, "a quarter"}, {0.5, "half"}, {1, ""}, {2, "2x"}, {4, "4x"}, {8, "8x"}, {0, "at once"}}
}

const readingSpeed = 2 // the index in speeds

type demo struct {
	script      Script
	step        int // the step that is played
	captionStep int // the step that the caption is about: the last one the screen was ready for
	key         int // the next of its keys
	round       int
	speed       int
	paused      bool
	single      bool // the next key is pressed although it is paused
	ended       bool // the person has the keys
	last        string
	// due reports whether a key is to be pressed when the keyDue of this number
	// comes; numbers before it are out of date.
	due      bool
	number   int
	watching bool
	idle     int // watches in vain
	busy     int // watches in which something was under way
}

type (
	keyDue   struct{ number int }
	watchDue struct{}
)

func (d *demo) playing() bool { return d != nil && !d.ended }

// waits reports whether no key is pressed now, whatever the script says.
func (d *demo) waits(now ui.Status) bool { return d.paused && !d.single || now.Asking || !now.Usable }

func (d *demo) next(s *ui.Shell) tea.Cmd {
	if !d.playing() || d.due {
		return nil
	}
	now := s.Status()
	if now.Asking || !now.Usable {
		return nil
	}
	over := d.step == len(d.script.Steps)
	ready := !over && d.ready(s, now)
	if ready {
		// What the screen does not show yet is not said: an answer may be long in
		// coming, and another one than is expected.
		d.captionStep = d.step
	}
	switch {
	case d.waits(now):
		return nil
	case over:
		d.end(d.script.End)
		return nil
	case !ready:
		return d.watch()
	}
	step := d.script.Steps[d.step]
	if step.Until != nil && d.key == 0 && step.Until.MatchString(s.Text()) {
		d.nextStep()
		return d.next(s)
	}
	d.due, d.idle, d.busy = true, 0, 0
	d.number++
	return ui.After(d.pause(step), keyDue{d.number})
}

// ready reports whether the screen has what the next key needs. Between the
// letters of a text only the screen must still be the same: it may be asking
// already what they mean.
func (d *demo) ready(s *ui.Shell, now ui.Status) bool {
	step := d.script.Steps[d.step]
	if now.Help || now.Title != step.Screen {
		return false
	}
	letters := len([]rune(step.Type))
	if d.key > 0 && d.key < letters {
		return true
	}
	if now.Busy != "" {
		return false
	}
	return d.key > 0 || d.round > 0 || step.Shows == nil || step.Shows.MatchString(s.Text())
}

func (d *demo) pause(step Step) time.Duration {
	by := speeds()[d.speed].divisor
	if by == 0 || d.single {
		return 0
	}
	wait := paceKey
	switch {
	case d.key == 0 && d.round == 0 && step.Caption != "":
		wait = paceCaption + time.Duration(len(strings.Fields(step.Caption)))*paceWord
	case d.key > 0 && d.key < len([]rune(step.Type)):
		wait = paceLetter
	}
	if step.Still {
		wait *= 2
	}
	return time.Duration(float64(wait) / by)
}

// still reports whether the screen is kept as it is, to be read.
func (d *demo) still() bool {
	return d.playing() && d.step < len(d.script.Steps) && d.captionStep == d.step && d.script.Steps[d.step].Still
}

func (d *demo) nextStep() { d.step, d.key, d.round = d.step+1, 0, 0 }

// dueKey returns the key that was due, if the screen still has what it needs.
func (d *demo) dueKey(s *ui.Shell, number int) tea.Msg {
	if !d.playing() || number != d.number {
		return ui.Redraw{}
	}
	d.due = false
	if now := s.Status(); d.waits(now) || !d.ready(s, now) {
		return ui.Redraw{}
	}
	step := d.script.Steps[d.step]
	keys := step.keys()
	if len(keys) == 0 {
		// A step without keys is there to be looked at.
		d.single = false
		d.nextStep()
		return ui.Redraw{}
	}
	name := keys[d.key]
	msg, ok := ui.ParseKey(name)
	if !ok {
		d.stop("It does not know the key " + name + ".")
		return ui.Redraw{}
	}
	d.single, d.last = false, name
	switch d.key++; {
	case d.key < len(keys):
	case step.Until == nil:
		d.nextStep()
	default:
		d.key, d.round = 0, d.round+1
		if d.round == mostRounds {
			d.stop("What it looks for does not come.")
			return ui.Redraw{}
		}
	}
	return msg
}

// direct takes a key of the person while the demo has the keys: it directs the
// demo, or else it would disturb it. What it returns is the shell's.
func (d *demo) direct(msg tea.KeyMsg) tea.Msg {
	was := d.speed
	switch msg.String() {
	case " ":
		d.paused = !d.paused
	case "right", "n":
		d.paused, d.single = true, true
	case "+", "=":
		d.speed = min(d.speed+1, len(speeds())-1)
	case "-":
		d.speed = max(d.speed-1, 0)
	case "esc", "q":
		d.end("The keys are yours, from here on. ? or f1 lists what they do.")
		return ui.Redraw{}
	default:
		return ui.Flash("space pauses the play, esc takes over")()
	}
	// What was due before would come at the old pace.
	if d.due && (d.speed != was || d.paused || d.single) {
		d.due = false
		d.number++
	}
	return ui.Redraw{}
}

func (d *demo) watch() tea.Cmd {
	if d.watching {
		return nil
	}
	d.watching = true
	return ui.After(watchEvery, watchDue{})
}

func (d *demo) watched(s *ui.Shell) {
	if d == nil {
		return
	}
	d.watching = false
	now := s.Status()
	if d.ended || d.due || d.waits(now) || d.step == len(d.script.Steps) || d.ready(s, now) {
		return
	}
	if now.Busy != "" {
		d.busy++
	} else {
		d.idle++
	}
	expected := d.script.Steps[d.step].Screen
	switch {
	case d.busy >= mostBusy:
		d.stop("The answer takes too long.")
	case d.idle >= mostWatches && now.Title != expected:
		d.stop("It expects the screen " + expected + ".")
	case d.idle >= mostWatches:
		d.stop("It expects something else here.")
	}
}

func (d *demo) stop(why string) { d.end("The play stops here. " + why + " The keys are yours.") }

// end gives the person the keys; the words stand until the next one.
func (d *demo) end(words string) {
	d.ended, d.paused, d.last = true, false, words
	d.number++
}
