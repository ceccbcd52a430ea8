package play

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"bellhop/ui"
)

// A pressedKey is a key as the audience sees it, or letters that were typed one
// after the other.
type pressedKey struct {
	words string
	typed bool // letters in a text field
	times int
}

const mostPressed = 12

// remember keeps a key for the audience. It is called before the key has its
// effect: afterwards another field may have the focus.
func (p *Presentation) remember(s *ui.Shell, msg tea.KeyMsg) {
	if !p.theme.Presenter.On() {
		p.pressed = nil
		return
	}
	if s.Splits(msg) {
		return // Its letters come one by one.
	}
	one := pressedKey{words: msg.String(), times: 1}
	text := msg.Type == tea.KeyRunes && !msg.Alt || msg.Type == tea.KeySpace
	switch now := s.Status(); {
	case text && now.Typing:
		one.typed = true
		switch now.Echo {
		case ui.EchoLetters:
			one.words = string(msg.Runes)
		case ui.EchoDots:
			one.words = strings.Repeat("•", len(msg.Runes))
		case ui.EchoNothing:
			return
		}
	case msg.Type == tea.KeySpace:
		one.words = "space"
	}
	p.pressed = addPressed(p.pressed, one)
	p.pressed = p.pressed[max(0, len(p.pressed)-mostPressed):]
}

// addPressed adds a key. Letters that follow each other are one word, and a key
// that is pressed again is counted.
func addPressed(all []pressedKey, one pressedKey) []pressedKey {
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

func (p pressedKey) String() string {
	switch {
	case p.typed:
		return `"` + p.words + `"`
	case p.times > 1:
		return p.words + " x" + strconv.Itoa(p.times)
	}
	return p.words
}

// Footer returns the last keys, the newest at the right, as many as fit.
func (p *Presentation) Footer(_ *ui.Shell, room int) (words string, ok bool) {
	if !p.theme.Presenter.On() {
		return "", false
	}
	for i := len(p.pressed) - 1; i >= 0; i-- {
		more := p.pressed[i].String()
		if words != "" {
			more += "  " + words
		}
		if ui.Width(more) > room {
			if words == "" {
				return ui.CutLeft(more, room), true
			}
			break
		}
		words = more
	}
	return words, true
}

// roomyStatus is the height of a window in which the status has an empty line
// above and below it.
const roomyStatus = 30

// status are the lines that tell an audience where the console is and what is
// going on; none outside presenter mode.
func (p *Presentation) status(s *ui.Shell) []string {
	if !p.theme.Presenter.On() {
		return nil
	}
	now := s.Status()
	room := now.Width - ui.FrameWidth
	words, where := spaced(now.State), spaced(now.Environment.Name)
	if ui.Width(where)+statusGap+ui.Width(words) > room {
		words = now.State
	}
	words = ui.Truncate(words, room-ui.Width(where)-statusGap)
	line := " " + p.theme.Sandbox.Render(where) + ui.Spaces(statusGap) + p.theme.Title.Render(words)
	if now.Environment.Live {
		line = p.theme.Live.Render(ui.Fit(" "+where+ui.Spaces(statusGap)+words, now.Width))
	}
	line = ui.FitDrawn(line, now.Width)
	if now.Height < roomyStatus {
		return []string{line}
	}
	return []string{ui.Spaces(now.Width), line, ui.Spaces(now.Width)}
}

const statusGap = 5

// spaced returns a text with a space after every letter, as large as a terminal can
// write.
func spaced(text string) string {
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
