// Package mouse knows what is drawn where, so that a click or a turn of the wheel finds what it is meant for.
//
// Whoever draws something that can be clicked tags it while a frame is drawn. The tags take no cells and look like
// styles to all that measures and cuts text; they are taken out of the frame before it is shown.
package mouse

import (
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// A Press presses a key by its name, as a person would, on the screen in front.
type Press func(key string)

// A Target is what the mouse does at a place. What is nil does nothing.
type Target struct {
	// Click gets the cell that was clicked, counted from the beginning of what is tagged.
	Click func(press Press, cell int)
	// Wheel gets the rows that the wheel was turned by; below zero is up.
	Wheel func(press Press, rows int)
}

// Areas are the places of the frame that was drawn last. A nil one is never on. They belong to the loop that draws.
type Areas struct {
	// Now is the time that clicks come at; nil is the machine's.
	Now func() time.Time

	on      bool
	drawing bool
	targets []Target // of the tags, in the order of drawing
	spans   []span
	deaf    time.Time // no click counts before
}

// A span is the cells of one row that a tag stands around.
type span struct{ y, from, to, target int }

// New returns the mouse switched on or off.
func New(on bool) *Areas { return &Areas{on: on} }

// On reports whether the mouse is switched on.
func (a *Areas) On() bool { return a != nil && a.on }

// Toggle switches the mouse on or off, and reports which.
func (a *Areas) Toggle() bool {
	a.on = !a.on
	a.spans, a.targets = nil, nil
	return a.on
}

// A tag is written like a style of a number that no terminal knows, and another number which names its target;
// without that it is the end of one.
const (
	tagStart = "\x1b[7777;"
	tagEnd   = "\x1b[7777m"
)

// Begin starts a frame: what is drawn from now on is tagged.
func (a *Areas) Begin() {
	if a.On() {
		a.drawing, a.targets = true, a.targets[:0]
	}
}

// Tag returns a text of one line as the place of a target. While no frame is drawn it is the text itself.
func (a *Areas) Tag(text string, target Target) string {
	if a == nil || !a.drawing {
		return text
	}
	a.targets = append(a.targets, target)
	return tagStart + strconv.Itoa(len(a.targets)-1) + "m" + text + tagEnd
}

// Drawing reports whether tags are wanted, for who has many to make.
func (a *Areas) Drawing() bool { return a != nil && a.drawing }

// End takes the tags out of a frame and remembers where they were.
func (a *Areas) End(frame string) string {
	if a == nil || !a.drawing {
		return frame
	}
	a.drawing, a.spans = false, a.spans[:0]
	if !strings.Contains(frame, tagStart) {
		return frame
	}
	var b strings.Builder
	b.Grow(len(frame))
	for y := 0; ; y++ {
		line, rest, more := strings.Cut(frame, "\n")
		a.line(&b, y, line)
		if !more {
			return b.String()
		}
		b.WriteByte('\n')
		frame = rest
	}
}

// line writes a line without its tags. One whose end was cut off ends with the line.
func (a *Areas) line(b *strings.Builder, y int, line string) {
	type tag struct{ target, from int }
	var open []tag
	end := func(x int) {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		if x > last.from {
			a.spans = append(a.spans, span{y, last.from, x, last.target})
		}
	}
	x := 0
	for {
		at := strings.Index(line, tagEnd[:len(tagEnd)-1])
		if at < 0 {
			break
		}
		b.WriteString(line[:at])
		x += ansi.StringWidth(line[:at])
		line = line[at:]
		if rest, ok := strings.CutPrefix(line, tagEnd); ok {
			if line = rest; len(open) > 0 {
				end(x)
			}
			continue
		}
		name, rest, ok := strings.Cut(strings.TrimPrefix(line, tagStart), "m")
		target, err := strconv.Atoi(name)
		if !ok || err != nil || target < 0 || target >= len(a.targets) {
			// It is none of ours.
			b.WriteString(line[:1])
			line = line[1:]
			continue
		}
		open, line = append(open, tag{target, x}), rest
	}
	b.WriteString(line)
	x += ansi.StringWidth(line)
	for len(open) > 0 {
		end(x)
	}
}

// at returns the innermost target at a cell that wants what is asked, and the cell within it.
func (a *Areas) at(x, y int, wants func(Target) bool) (found Target, cell int, ok bool) {
	width := 0
	for _, s := range a.spans {
		if s.y != y || x < s.from || x >= s.to || !wants(a.targets[s.target]) || ok && s.to-s.from > width {
			continue
		}
		found, cell, width, ok = a.targets[s.target], x-s.from, s.to-s.from, true
	}
	return found, cell, ok
}

// Click does what a click at a cell of the last frame does, and reports whether anything is there.
func (a *Areas) Click(x, y int, press Press) bool {
	if !a.On() || a.now().Before(a.deaf) {
		return false
	}
	target, cell, ok := a.at(x, y, func(t Target) bool { return t.Click != nil })
	if ok {
		target.Click(press, cell)
	}
	return ok
}

// Wheel does what a turn of the wheel does there, and reports whether anything is.
func (a *Areas) Wheel(x, y, rows int, press Press) bool {
	if !a.On() {
		return false
	}
	target, _, ok := a.at(x, y, func(t Target) bool { return t.Wheel != nil })
	if ok {
		target.Wheel(press, rows)
	}
	return ok
}

// doubleTime is how far apart the two clicks of a double click are at most.
const doubleTime = 400 * time.Millisecond

// Opened is told that a click has led to another screen: the second one of a double click is not meant for that.
func (a *Areas) Opened() { a.deaf = a.now().Add(doubleTime) }

func (a *Areas) now() time.Time {
	if a.Now != nil {
		return a.Now()
	}
	return time.Now()
}
