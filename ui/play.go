package ui

import (
	"regexp"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// A Script is what a play does, step by step, and what it says at its end.
type Script struct {
	Steps []Step
	// End is said when all steps are done and the person has the keys.
	End string
}

// A Step is a caption and the keys that it is about. No key is pressed before
// the console shows what the step asks for.
type Step struct {
	// Caption is one sentence about what happens now. An empty one leaves the
	// caption before it standing.
	Caption string
	// Screen is the title of the screen that the keys are for.
	Screen string
	// Shows is a regular expression, with ^ and $ at the ends of lines, for what
	// must be on the screen as plain text; empty asks for nothing.
	Shows *regexp.Regexp
	// Type is typed letter by letter, before Keys.
	Type string
	// Keys are pressed one after the other: "enter", "ctrl+b", "down", "x". A step
	// that presses nothing is there to be looked at.
	Keys []string
	// Until has the Keys pressed again and again, and not at all where it is on
	// the screen at once; nil has them pressed once.
	Until *regexp.Regexp
}

// keys are all key presses of one round of the step.
func (s Step) keys() []string {
	var all []string
	for _, r := range s.Type {
		name := string(r)
		if r == ' ' {
			name = "space"
		}
		all = append(all, name)
	}
	return append(all, s.Keys...)
}

// The pace of a play at the speed of 1, which is that of reading.
const (
	paceCaption = 700 * time.Millisecond // before a new caption's first key
	paceWord    = 280 * time.Millisecond // and for each of its words
	paceLetter  = 130 * time.Millisecond
	paceKey     = 600 * time.Millisecond
)

// How long a play waits for what it needs. Nothing that is under way counts as
// long as the screen says so.
const (
	watchEvery  = time.Second
	mostWatches = 20  // times in which nothing is under way and it is not there
	mostRounds  = 60  // of the keys of a step with Until
	mostBusy    = 120 // times in which something is under way
)

// A speed is how much faster than reading a play goes; the fastest does not
// wait for the reader at all.
type speed struct {
	divisor float64
	words   string
}

func speeds() []speed {
	return []speed{{0.25, "a quarter"}, {0.5, "half"}, {1, ""}, {2, "2x"}, {4, "4x"}, {8, "8x"}, {0, "at once"}}
}

const readingSpeed = 2 // the index in speeds

// A play presses the keys of a script. It belongs to the shell, and what it
// presses goes the way of every key.
type play struct {
	script Script
	step   int // the step that is played
	said   int // the step that the caption is about: the last one the screen was ready for
	key    int // the next of its keys
	round  int
	speed  int
	paused bool
	single bool // the next key is pressed although it is paused
	ended  bool // the person has the keys
	last   string
	// due says that a key is to be pressed when the playDue of this number comes;
	// numbers before it are out of date.
	due      bool
	number   int
	watching bool
	idle     int // watches in vain
	busy     int // watches in which something was under way
}

type (
	playDue   struct{ number int }
	playWatch struct{}
)

func newPlay(script *Script) *play {
	if script == nil {
		return nil
	}
	return &play{script: *script, speed: readingSpeed}
}

// playing says whether the play has the keys.
func (s *Shell) playing() bool { return s.play != nil && !s.play.ended }

// advance does what the play is waiting to do. The shell calls it after every
// message.
func (s *Shell) advance() tea.Cmd {
	p := s.play
	if !s.playing() || p.due || s.width == 0 || s.tooSmall() || s.asking != nil {
		return nil
	}
	over := p.step == len(p.script.Steps)
	ready := !over && s.ready()
	if ready {
		// What the screen does not show yet is not said: an answer may be long in
		// coming, and another one than is expected.
		p.said = p.step
	}
	switch {
	case p.paused && !p.single:
		return nil
	case over:
		p.end(p.script.End)
		return nil
	case !ready:
		return p.watch()
	}
	step := p.script.Steps[p.step]
	if step.Until != nil && p.key == 0 && step.Until.MatchString(s.plainBody()) {
		p.next()
		return s.advance()
	}
	p.due, p.idle, p.busy = true, 0, 0
	p.number++
	return After(p.pause(step), playDue{p.number})
}

// ready says whether the screen has what the next key needs. Between the letters
// of a text only the screen must still be the same: it may be asking already
// what they mean.
func (s *Shell) ready() bool {
	p := s.play
	step := p.script.Steps[p.step]
	if s.help != nil || s.Top().Title() != step.Screen {
		return false
	}
	letters := len([]rune(step.Type))
	if p.key > 0 && p.key < letters {
		return true
	}
	if s.busy() != "" {
		return false
	}
	return p.key > 0 || p.round > 0 || step.Shows == nil || step.Shows.MatchString(s.plainBody())
}

// plainBody is what is seen of the top screen and the footer, without escape
// sequences and without spaces at the ends of lines.
func (s *Shell) plainBody() string {
	var b strings.Builder
	width, height := s.bodySize()
	s.body(&b, width, height)
	lines := strings.Split(ansi.Strip(b.String()+s.footer()), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// pause is how long the next key waits for the reader.
func (p *play) pause(step Step) time.Duration {
	by := speeds()[p.speed].divisor
	if by == 0 || p.single {
		return 0
	}
	wait := paceKey
	switch {
	case p.key == 0 && p.round == 0 && step.Caption != "":
		wait = paceCaption + time.Duration(len(strings.Fields(step.Caption)))*paceWord
	case p.key > 0 && p.key < len([]rune(step.Type)):
		wait = paceLetter
	}
	return time.Duration(float64(wait) / by)
}

// next goes on to the step after this one.
func (p *play) next() { p.step, p.key, p.round = p.step+1, 0, 0 }

// press presses the key that was due, if the screen still has what it needs.
func (s *Shell) press(number int) tea.Cmd {
	p := s.play
	if !s.playing() || number != p.number {
		return nil
	}
	p.due = false
	if p.paused && !p.single || s.asking != nil || s.tooSmall() || !s.ready() {
		return nil
	}
	step := p.script.Steps[p.step]
	keys := step.keys()
	if len(keys) == 0 {
		// A step without keys is there to be looked at.
		p.single = false
		p.next()
		return nil
	}
	name := keys[p.key]
	msg, ok := ParseKey(name)
	if !ok {
		p.stop("It does not know the key " + name + ".")
		return nil
	}
	p.single, p.last = false, name
	switch p.key++; {
	case p.key < len(keys):
	case step.Until == nil:
		p.next()
	default:
		p.key, p.round = 0, p.round+1
		if p.round == mostRounds {
			p.stop("What it looks for does not come.")
			return nil
		}
	}
	return s.key(msg)
}

// watch looks once a second whether what the play needs will still come.
func (p *play) watch() tea.Cmd {
	if p.watching {
		return nil
	}
	p.watching = true
	return After(watchEvery, playWatch{})
}

// watched ends a play that waits in vain.
func (s *Shell) watched() {
	p := s.play
	if p == nil {
		return
	}
	p.watching = false
	if !s.playing() || p.due || p.paused && !p.single || s.asking != nil || s.tooSmall() || p.step == len(p.script.Steps) || s.ready() {
		return
	}
	if s.busy() != "" {
		p.busy++
	} else {
		p.idle++
	}
	switch {
	case p.busy >= mostBusy:
		p.stop("The answer takes too long.")
	case p.idle >= mostWatches && s.Top().Title() != p.script.Steps[p.step].Screen:
		p.stop("It expects the screen " + p.script.Steps[p.step].Screen + ".")
	case p.idle >= mostWatches:
		p.stop("It expects something else here.")
	}
}

// stop ends a play that cannot go on.
func (p *play) stop(why string) { p.end("The play stops here. " + why + " The keys are yours.") }

// end gives the person the keys; the words stand until the next one.
func (p *play) end(words string) {
	p.ended, p.paused, p.last = true, false, words
	p.number++
}
