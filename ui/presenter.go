package ui

import (
	"strconv"
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// A Presenter is the mode in which the console is shown to an audience: what
// is a guest's is masked, the keys that are pressed stand at the right of the
// footer, and the environment and the state have a line of their own that can
// be read from the back row. The shell switches it; screens ask it what they
// may show. A nil one is never on. It is safe for concurrent use.
type Presenter struct{ on atomic.Bool }

// NewPresenter returns the mode, switched on or off.
func NewPresenter(on bool) *Presenter {
	p := &Presenter{}
	p.on.Store(on)
	return p
}

// On says whether the console is being shown to an audience.
func (p *Presenter) On() bool { return p != nil && p.on.Load() }

// An Echo is what the audience sees of letters that are typed.
type Echo int

// The kinds of echo. What says nothing of itself shows dots.
const (
	EchoDots    Echo = iota // a dot a key: it may be a guest's
	EchoLetters             // the letters
	EchoNothing             // nothing: it is hidden on the screen as well
)

// An Echoer is a Typist that knows what may be shown of the letters that are
// typed now. Those of any other Typist are dots.
type Echoer interface{ Echo() Echo }

// echo is what may be shown of a letter that is pressed now.
func (s *Shell) echo() Echo {
	if s.asking != nil || s.help != nil || !s.typing() {
		return EchoLetters
	}
	if e, ok := s.Top().(Echoer); ok {
		return e.Echo()
	}
	return EchoDots
}

// present switches the mode. The screens are sized anew, because the status
// takes a part of the body, and draw what they have kept once more.
func (s *Shell) present() {
	p := s.options.Theme.Presenter
	p.on.Store(!p.On())
	s.pressed = nil
	s.sizeAll()
}

// A pressing is a key as the audience sees it, or letters that were typed one
// after the other.
type pressing struct {
	words string
	typed bool // letters in a text field
	times int
}

// mostPressed is how many are kept; fewer fit in a footer.
const mostPressed = 12

// notePressed remembers a key for the audience. It is asked before the key is
// given away: afterwards another field may have the focus.
func (s *Shell) notePressed(msg tea.KeyMsg) {
	if !s.options.Theme.Presenter.On() || s.splits(msg) {
		return
	}
	one := pressing{words: msg.String(), times: 1}
	text := msg.Type == tea.KeyRunes && !msg.Alt || msg.Type == tea.KeySpace
	switch echo := s.echo(); {
	case text && s.help == nil && s.asking == nil && s.typing():
		one.typed = true
		switch echo {
		case EchoLetters:
			one.words = string(msg.Runes)
		case EchoDots:
			one.words = strings.Repeat("•", len(msg.Runes))
		case EchoNothing:
			return
		}
	case msg.Type == tea.KeySpace:
		one.words = "space"
	}
	s.pressed = pressedNext(s.pressed, one)
	s.pressed = s.pressed[max(0, len(s.pressed)-mostPressed):]
}

// pressedNext adds a key. Letters that follow each other are one word, and a key
// that is pressed again is counted.
func pressedNext(all []pressing, one pressing) []pressing {
	if n := len(all); n > 0 {
		switch last := &all[n-1]; {
		case last.typed && one.typed:
			last.words += one.words
			return all
		case !last.typed && !one.typed && last.words == one.words:
			last.times++
			return all
		}
	}
	return append(all, one)
}

func (p pressing) String() string {
	switch {
	case p.typed:
		return `"` + p.words + `"`
	case p.times > 1:
		return p.words + " x" + strconv.Itoa(p.times)
	}
	return p.words
}

// pressedWords are the last keys, the newest at the right, as many as fit.
func (s *Shell) pressedWords(room int) string {
	words := ""
	for i := len(s.pressed) - 1; i >= 0; i-- {
		more := s.pressed[i].String()
		if words != "" {
			more += "  " + words
		}
		if Width(more) > room {
			if words == "" {
				return CutLeft(more, room)
			}
			break
		}
		words = more
	}
	return words
}

// roomyStatus is the height of a window in which the status has an empty line
// above and below it.
const roomyStatus = 30

// status are the lines that say where the console is and what is going on, for
// an audience; none outside presenter mode.
func (s *Shell) status() []string {
	if !s.options.Theme.Presenter.On() {
		return nil
	}
	t, environment := s.options.Theme, s.environment()
	state := s.right(s.width)
	room := s.width - FrameWidth
	words, where := wide(state), wide(environment.Name)
	if Width(where)+statusGap+Width(words) > room {
		words = state
	}
	words = Truncate(words, room-Width(where)-statusGap)
	line := " " + t.Sandbox.Render(where) + Spaces(statusGap) + t.Title.Render(words)
	if environment.Live {
		line = t.Live.Render(Fit(" "+where+Spaces(statusGap)+words, s.width))
	}
	line = Fit(line, s.width)
	if s.height < roomyStatus {
		return []string{line}
	}
	return []string{Spaces(s.width), line, Spaces(s.width)}
}

// statusGap is between the environment and the state.
const statusGap = 5

// wide is a text with a space after every letter, as large as a terminal can
// write.
func wide(text string) string {
	var b strings.Builder
	for text != "" {
		cluster, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		cluster = text[:max(len(cluster), 1)]
		text = text[len(cluster):]
		b.WriteString(cluster)
		if text != "" {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// statusHeight is how many lines the status takes.
func (s *Shell) statusHeight() int {
	switch {
	case !s.options.Theme.Presenter.On():
		return 0
	case s.height < roomyStatus:
		return 1
	}
	return 3
}
