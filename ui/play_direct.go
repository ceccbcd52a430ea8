package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// direct takes the keys that direct the play, and those that would disturb it.
// It says no to a key that is the shell's at any time.
func (s *Shell) direct(msg tea.KeyMsg) (cmd tea.Cmd, taken bool) {
	p := s.play
	switch {
	case p == nil:
		return nil, false
	case p.ended:
		// It was said once; this key is the person's.
		s.play = nil
		return nil, false
	case s.asking != nil || s.always(msg):
		return nil, false
	}
	was := p.speed
	switch msg.String() {
	case " ":
		p.paused = !p.paused
	case "right", "n":
		p.paused, p.single = true, true
	case "+", "=":
		p.speed = min(p.speed+1, len(speeds())-1)
	case "-":
		p.speed = max(p.speed-1, 0)
	case "esc", "q":
		p.end("The keys are yours, from here on. ? or f1 lists what they do.")
		return nil, true
	default:
		return Flash("space pauses the play, esc takes over"), true
	}
	// What was due before would come at the old pace.
	if p.due && (p.speed != was || p.paused || p.single) {
		p.due = false
		p.number++
	}
	return nil, true
}

// caption is the line about the play, empty when there is none.
func (s *Shell) caption() string {
	p, t := s.play, s.options.Theme
	if p == nil {
		return ""
	}
	if p.ended {
		return t.Cursor.Render(Fit(" "+p.last, s.width))
	}
	badge := "play"
	if p.paused {
		badge = "paused"
	} else if words := speeds()[p.speed].words; words != "" {
		badge += " " + words
	}
	line := " " + badge + "  " + p.script.Caption(p.said)
	if keys := s.stepKeys(); keys != "" {
		line += "  [" + keys + "]"
	}
	for _, controls := range p.controls() {
		if Width(line)+2+Width(controls) < s.width {
			line = Fit(line, s.width-Width(controls)-1) + controls
			break
		}
	}
	return t.Cursor.Render(Fit(line, s.width))
}

// controls are the keys that direct the play, the longest wording first.
func (p *play) controls() []string {
	if p.paused {
		return []string{"space go on  n next key  esc take over", "space go on  n next", "space go on"}
	}
	return []string{"space pause  + - speed  esc take over", "space pause  esc take over", "space pause"}
}

// stepKeys are the keys of the step in words. An audience sees no more of what
// is typed than it does of what a person types.
func (s *Shell) stepKeys() string {
	p := s.play
	if len(p.script.Steps) == 0 {
		return ""
	}
	step := p.script.Steps[p.said]
	if s.options.Theme.Presenter.On() && s.echo() != EchoLetters {
		step.Type = strings.Repeat("•", len([]rune(step.Type)))
	}
	return step.KeyWords()
}

// KeyWords are the keys of the step in words, as its caption ends with them.
func (s Step) KeyWords() string {
	var all []pressing
	if s.Type != "" {
		all = append(all, pressing{words: s.Type, typed: true})
	}
	for _, name := range s.Keys {
		all = pressedNext(all, pressing{words: name, times: 1})
	}
	words := make([]string, len(all))
	for i, one := range all {
		words[i] = one.String()
	}
	return strings.Join(words, " ")
}

// Caption is what is said while the step of this number is played.
func (s Script) Caption(step int) string {
	for i := min(step, len(s.Steps)-1); i >= 0; i-- {
		if s.Steps[i].Caption != "" {
			return s.Steps[i].Caption
		}
	}
	return ""
}
