// Package plot draws points of a plane in braille, two dots by four in each cell of a terminal, with short texts at some
// of them. A cell is taken to be twice as high as it is wide, so a dot is a square.
package plot

import (
	"math"
	"strings"

	"github.com/NimbleMarkets/ntcharts/canvas"
	"github.com/NimbleMarkets/ntcharts/canvas/graph"
)

// dotsWide and dotsHigh are the dots of a cell.
const dotsWide, dotsHigh = 2, 4

// A Window is the part of a plane that is drawn: what is in its middle, and how much of the plane a dot is wide and high.
// Y grows upwards.
type Window struct{ X, Y, Dot float64 }

// Around returns the window of this many cells that shows a rectangle with its middle in the middle, with a margin of
// cells at each side. A dot is never smaller than the least.
func Around(left, bottom, right, top float64, width, height, margin int, least float64) Window {
	across := float64(max(1, (width-2*margin)*dotsWide-1))
	up := float64(max(1, (height-2*margin)*dotsHigh-1))
	return Window{
		X: (left + right) / 2, Y: (bottom + top) / 2,
		Dot: max(least, (right-left)/across, (top-bottom)/up),
	}
}

// Reach returns how far a window of this many cells reaches from its middle.
func (w Window) Reach(width, height int) (x, y float64) {
	return w.Dot * float64(width*dotsWide-1) / 2, w.Dot * float64(height*dotsHigh-1) / 2
}

// A Picture is what is drawn of a window.
type Picture struct {
	window        Window
	width, height int
	grid          *graph.BrailleGrid
	labels        []label // a cell each, line by line
}

type label struct {
	text rune
	kind int
}

// New returns an empty picture of this many cells.
func New(width, height int, w Window) *Picture {
	x, y := w.Reach(width, height)
	return &Picture{
		window: w, width: width, height: height, labels: make([]label, width*height),
		grid: graph.NewBrailleGrid(width, height, w.X-x, w.X+x, w.Y-y, w.Y+y),
	}
}

// at returns the dot at a point. One that is far outside is none of an integer's range.
func (p *Picture) at(x, y float64) (dot canvas.Point, near bool) {
	reachX, reachY := p.window.Reach(p.width, p.height)
	inReach := math.Abs(x-p.window.X) <= 3*reachX+p.window.Dot && math.Abs(y-p.window.Y) <= 3*reachY+p.window.Dot
	if !inReach { // Nor is what is no number.
		return canvas.Point{}, false
	}
	return p.grid.GridPoint(canvas.Float64Point{X: x, Y: y}), true
}

// Dot draws a dot.
func (p *Picture) Dot(x, y float64) {
	if dot, near := p.at(x, y); near {
		p.grid.Set(dot)
	}
}

// Ring draws a circle. One that is much larger than the window is left out.
func (p *Picture) Ring(x, y, radius float64) {
	middle, near := p.at(x, y)
	dots := radius / p.window.Dot
	if !near || !(dots <= float64(4*(p.width*dotsWide+p.height*dotsHigh))) {
		return
	}
	for _, dot := range graph.GetCirclePoints(middle, int(math.Round(dots))) {
		p.grid.Set(dot)
	}
}

// Label writes a text of narrow letters with its middle at a point, in place of what is drawn there, and reports whether
// it has room: it must be inside, and neither over another one nor next to it, where two numbers would read as one.
func (p *Picture) Label(x, y float64, text string, kind int) bool {
	dot, near := p.at(x, y)
	if !near || dot.X < 0 || dot.Y < 0 || dot.X >= p.width*dotsWide || dot.Y >= p.height*dotsHigh {
		return false
	}
	letters := []rune(text)
	from := min(max(0, dot.X/dotsWide-len(letters)/2), p.width-len(letters))
	if from < 0 {
		return false
	}
	line := p.labels[dot.Y/dotsHigh*p.width:][:p.width]
	for _, cell := range line[max(0, from-1):min(p.width, from+len(letters)+1)] {
		if cell.text != 0 {
			return false
		}
	}
	cells := line[from:][:len(letters)]
	for i, letter := range letters {
		cells[i] = label{text: letter, kind: kind}
	}
	return true
}

// Dots is the kind of what is no label.
const Dots = -1

// Lines returns the lines of the picture, each as wide as it; style gives the labels of a kind their look, and what is
// around them.
func (p *Picture) Lines(style func(kind int, text string) string) []string {
	lines := make([]string, p.height)
	for y, cells := range p.grid.BraillePatterns() {
		var line, part strings.Builder
		kind := Dots
		flush := func(next int) {
			if part.Len() > 0 {
				line.WriteString(style(kind, part.String()))
			}
			part.Reset()
			kind = next
		}
		for x, cell := range cells {
			text, next := cell, Dots
			if at := p.labels[y*p.width+x]; at.text != 0 {
				text, next = at.text, at.kind
			} else if cell == emptyCell {
				text = ' '
			}
			if next != kind {
				flush(next)
			}
			part.WriteRune(text)
		}
		flush(Dots)
		lines[y] = line.String()
	}
	return lines
}

// emptyCell is the braille letter without a dot, which some fonts draw as circles.
const emptyCell = '\u2800'
