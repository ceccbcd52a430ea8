package play

import (
	"strings"

	"bellhop/ui"
)

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
	line := " " + badge + "  " + d.script.Caption(d.captionStep)
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
	step := d.script.Steps[d.captionStep]
	if masked {
		step.Type = strings.Repeat("•", len([]rune(step.Type)))
	}
	return step.KeyWords()
}
