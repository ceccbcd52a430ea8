package chart

import (
	"strings"

	"bellhop/ui"
)

// A Bar is an amount with its name. Share is its length as a part of the longest, from 0 to 1.
type Bar struct {
	Label, Amount string
	Change        string // from the one before
	Note          string
	Share         float64
}

// The most and the fewest cells of a bar.
const (
	longBar  = 24
	shortBar = 6
)

// Rows draws a line for each bar: its name, its amount, the change where there is room for it, the bar, and its note, which
// stays where the bar has no room.
func Rows(t ui.Theme, bars []Bar, width int) []string {
	label, amount, change, note := 0, 0, 0, 0
	for _, b := range bars {
		label, amount = max(label, ui.Width(b.Label)), max(amount, ui.Width(b.Amount))
		change, note = max(change, ui.Width(b.Change)), max(note, ui.Width(b.Note))
	}
	if change > 0 {
		change += 2
	}
	if note > 0 {
		note += 2
	}
	room := width - label - 2 - amount - 2 - note
	if room-change < shortBar {
		change = 0
	}
	room = min(room-change, longBar)
	if room < shortBar {
		room = 0
	}
	lines := make([]string, len(bars))
	for i, b := range bars {
		line := ui.Fit(b.Label, label) + "  " + t.Money.Render(ui.FitRight(b.Amount, amount))
		if change > 0 {
			line += t.Muted.Render(ui.FitRight(b.Change, change))
		}
		bar := ""
		if room > 0 && b.Share > 0 {
			halves := max(1, int(min(b.Share, 1)*float64(2*room)+0.5))
			bar = strings.Repeat("▄", halves/2) + strings.Repeat("▖", halves%2) // Those of a whole cell's height would be one block.
			line += "  " + t.Accent.Render(bar)
		}
		if b.Note != "" {
			line += ui.Spaces(room-ui.Width(bar)) + "  " + t.Muted.Render(b.Note)
		}
		lines[i] = ui.TruncateDrawn(line, width)
	}
	return lines
}

// eighths are the heights of a cell of a column, from the lowest.
const eighths = "▁▂▃▄▅▆▇█"

// Columns draws the bars upright beside each other, in so many lines, and below them the short names that have room: each
// name stands where its column begins. It draws nothing where a column would be less than a cell wide.
func Columns(t ui.Theme, bars []Bar, name func(i int) string, width, height int) []string {
	if len(bars) == 0 || width < len(bars) || height < 1 {
		return nil
	}
	each := min(width/len(bars), 4)
	gap := 0
	if each > 1 {
		gap = 1
	}
	levels := []rune(eighths)
	lines := make([]string, 0, height+1)
	for y := height - 1; y >= 0; y-- {
		var line strings.Builder
		for _, b := range bars {
			full := max(1, int(min(max(b.Share, 0), 1)*float64(height*len(levels))+0.5))
			cell := " "
			if part := full - y*len(levels); part > 0 {
				cell = string(levels[min(part, len(levels))-1])
			}
			line.WriteString(strings.Repeat(cell, each-gap) + ui.Spaces(gap))
		}
		lines = append(lines, t.Accent.Render(strings.TrimRight(line.String(), " ")))
	}
	var names strings.Builder
	for i := range bars {
		text := name(i)
		if at := ui.Width(names.String()); text != "" && at <= i*each && i*each+ui.Width(text) <= width {
			names.WriteString(ui.Spaces(i*each-at) + text + " ")
		}
	}
	return append(lines, t.Muted.Render(strings.TrimRight(names.String(), " ")))
}
