package play

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

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

// caption is the line about the demo, empty when there is none.
func (d *demo) caption(t ui.Theme, now ui.Status) string {
	if d.ended {
		return t.Cursor.Render(ui.Fit(" "+d.last, now.Width))
	}
	badge := "play"
	if d.paused {
		badge = "paused"
	} else if words := speeds()[d.speed].words; words != "" {
		badge += " " + words
	}
	line := " " + badge + "  " + d.script.Caption(d.said)
	masked := t.Presenter.On() && now.Echo != ui.EchoLetters
	if keys := d.stepKeys(masked); keys != "" {
		line += "  [" + keys + "]"
	}
	for _, controls := range d.controls() {
		if ui.Width(line)+2+ui.Width(controls) < now.Width {
			line = ui.Fit(line, now.Width-ui.Width(controls)-1) + controls
			break
		}
	}
	return t.Cursor.Render(ui.Fit(line, now.Width))
}

// controls are the keys that direct the demo, the longest wording first.
func (d *demo) controls() []string {
	if d.paused {
		return []string{"space go on  n next key  esc take over", "space go on  n next", "space go on"}
	}
	return []string{"space pause  + - speed  esc take over", "space pause  esc take over", "space pause"}
}

// stepKeys are the keys of the step in words. Masked, they show no more of what
// is typed than an audience sees of what a person types.
func (d *demo) stepKeys(masked bool) string {
	if len(d.script.Steps) == 0 {
		return ""
	}
	step := d.script.Steps[d.said]
	if masked {
		step.Type = strings.Repeat("•", len([]rune(step.Type)))
	}
	return step.KeyWords()
}
