// Package chart draws a few values in the cells of a terminal: what holds on a line of time, and a bar for each of several
// amounts. The words stand in the drawing, so that nothing is told by it alone; where they have no room, nothing is drawn.
package chart

import (
	"strings"
	"time"

	"bellhop/ui"
)

// A Stretch is a part of a Line, in which the same holds.
type Stretch struct {
	// From is when it begins; that of the first one does not count.
	From time.Time
	// Words is what holds in it, and At when it begins; each has a shorter form for a narrow line.
	Words, Short   string
	At, ShorterAt  string
	Style          ui.Style
	Heavy          bool // cancelling costs something
	words, atWords string
}

// A Line is time from left to right. It is a line of what holds, with a mark where that changes, and a line of when:
//
//	free ───── now ──────│ 204.13 GBP ━━━━━━│ 612.40 GBP ━━
//	                     Thu 10 Dec 18:00   Sat 12 Dec 15:00
//
// A single stretch applies at all times, and is drawn without now and without dates:
//
//	non-refundable: 612.40 GBP whenever it is cancelled ━━━━
type Line struct {
	Stretches []Stretch
	// Begin and End are where the line begins and ends. A line without a begin starts now; without an end the last stretch
	// is as short as its words.
	Begin, End, Now time.Time
}

// longest is the most cells of a line: a longer one tells no more.
const longest = 96

// The cells of a line beside its words: the mark of a change and the space after it, the least of a line after words, and
// what now takes of it with a line at both sides.
const (
	markCells = 2
	leastLine = 2
	nowWords  = " now "
	nowCells  = len(nowWords) + 2
)

// Draw returns the lines, at most width cells wide; nil if there is no room or nothing to draw.
func (l Line) Draw(t ui.Theme, width int) []string {
	width = min(width, longest)
	switch len(l.Stretches) {
	case 0:
		return nil
	case 1:
		return l.Stretches[0].alone(width)
	}
	parts := make([]Stretch, len(l.Stretches))
	for shorter := range 3 {
		for i, s := range l.Stretches {
			parts[i] = s
			parts[i].words, parts[i].atWords = s.Words, s.At
			if shorter > 0 && s.Short != "" {
				parts[i].words = s.Short
			}
			if shorter > 1 && s.ShorterAt != "" {
				parts[i].atWords = s.ShorterAt
			}
		}
		if cells := l.cells(parts, width); cells != nil {
			return l.draw(t, parts, cells)
		}
	}
	return nil
}

// stroke returns a number of cells of a stretch's line.
func (s Stretch) stroke(cells int) string {
	if s.Heavy {
		return s.Style.Render(strings.Repeat("━", cells))
	}
	return s.Style.Render(strings.Repeat("─", cells))
}

// alone draws a single stretch.
func (s Stretch) alone(width int) []string {
	for _, words := range []string{s.Words, s.Short} {
		if rest := width - ui.Width(words) - 1; words != "" && rest >= leastLine {
			return []string{s.Style.Render(words) + " " + s.stroke(rest)}
		}
	}
	return nil
}

// present returns the stretch that holds now, and whether now is where the line begins.
func (l Line) present() (at int, begins bool) {
	for i := range l.Stretches {
		if i > 0 && !l.Now.Before(l.Stretches[i].From) {
			at = i
		}
	}
	return at, at == 0 && (l.Begin.IsZero() || !l.Now.After(l.Begin))
}

// cells divides the width by time, and gives each stretch at least what its words need; nil where that is too much.
func (l Line) cells(parts []Stretch, width int) []int {
	present, begins := l.present()
	least, sum := make([]int, len(parts)), 0
	for i, p := range parts {
		head := ui.Width(p.words) + 1 + leastLine
		switch {
		case i == present && begins:
			head += len(nowWords) - 1
		case i == present:
			head += nowCells - leastLine
		}
		if i > 0 {
			head += markCells
		}
		least[i] = max(head, ui.Width(p.atWords)+2)
		sum += least[i]
	}
	if sum > width {
		return nil
	}
	return share(width, least, l.lengths())
}

// lengths returns how long each stretch is.
func (l Line) lengths() []float64 {
	begin := l.Begin
	if begin.IsZero() {
		begin = l.Now
	}
	out := make([]float64, len(l.Stretches))
	for i := range l.Stretches {
		until := l.End
		if i+1 < len(l.Stretches) {
			until = l.Stretches[i+1].From
		}
		out[i] = max(0, until.Sub(begin).Seconds())
		if until.After(begin) {
			begin = until
		}
	}
	return out
}

// share divides a width in proportion, but for those that would get less than their least.
func share(width int, least []int, lengths []float64) []int {
	out, fixed := make([]int, len(least)), make([]bool, len(least))
	for {
		room, total := width, 0.0
		for i := range least {
			if fixed[i] {
				room -= least[i]
			} else {
				total += lengths[i]
			}
		}
		settled := true
		for i := range least {
			switch {
			case fixed[i]:
				out[i] = least[i]
			case total > 0:
				out[i] = int(float64(room) * lengths[i] / total)
			default:
				out[i] = least[i]
			}
			if !fixed[i] && out[i] < least[i] {
				fixed[i], settled = true, false
			}
		}
		if settled {
			return out
		}
	}
}

func (l Line) draw(t ui.Theme, parts []Stretch, cells []int) []string {
	present, begins := l.present()
	lengths := l.lengths()
	var line, when strings.Builder
	for i, p := range parts {
		room := cells[i]
		if i > 0 {
			line.WriteString(t.Rule.Render("│") + " ")
			room -= markCells
		}
		if i == present && begins {
			line.WriteString(t.Accent.Render("now") + " ")
			room -= len(nowWords) - 1
		}
		if i < present {
			p.Style = t.Muted
		}
		line.WriteString(p.Style.Render(p.words) + " ")
		room -= ui.Width(p.words) + 1
		if i == present && !begins {
			before := l.before(i, lengths[i], cells[i])
			before = min(max(before-(cells[i]-room), 1), room-len(nowWords)-1)
			line.WriteString(p.stroke(before) + t.Accent.Render(nowWords) + p.stroke(room-before-len(nowWords)))
		} else {
			line.WriteString(p.stroke(room))
		}
		when.WriteString(ui.Fit(p.atWords, cells[i]))
	}
	return []string{line.String(), t.Muted.Render(strings.TrimRight(when.String(), " "))}
}

// before returns how many cells of the stretch are over now.
func (l Line) before(at int, length float64, cells int) int {
	begin := l.Begin
	if at > 0 {
		begin = l.Stretches[at].From
	}
	if length <= 0 {
		return 0
	}
	return int(min(1, l.Now.Sub(begin).Seconds()/length) * float64(cells))
}
