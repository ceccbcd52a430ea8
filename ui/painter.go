package ui

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// A painter writes frames to the terminal as they come, and of each only the
// cells that differ from the frame before: Bubble Tea's own renderer waits for
// its clock and repeats every line that changed anywhere. Bubble Tea writes
// through the painter and keeps the rest of the terminal: the alternate
// screen, the cursor, paste, suspending.
type painter struct {
	mu            sync.Mutex // Bubble Tea writes from another goroutine
	out           io.Writer
	width, height int
	shown         bool     // whether the alternate screen is ours now
	frame         []string // to be seen
	there         []string // seen; nil is not known
	buffer        bytes.Buffer
	before, after []cell // scratch, by column
	style         string // in force at the place the buffer has come to
}

// A cell is one column of a line: a character and the escape sequences that
// have set its style since the last reset.
type cell struct {
	char  rune
	style string
}

// These switch what the painter has to know of.
const (
	enterScreen = "\x1b[?1049h"
	leaveScreen = "\x1b[?1049l"
	eraseScreen = "\x1b[2J"
	eraseBelow  = "\x1b[J"
	eraseRight  = "\x1b[K"
	plainStyle  = "\x1b[m"
)

// Write passes on the single sequences with which Bubble Tea controls the
// terminal, and swallows its frames, which are empty. Once it has erased the
// screen, what was there is drawn again.
func (p *painter) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !oneSequence(text) {
		return len(text), nil
	}
	if n, err := p.out.Write(text); err != nil {
		return n, err
	}
	switch string(text) {
	case enterScreen:
		p.shown, p.there = true, nil
	case leaveScreen:
		p.shown = false
	case eraseScreen:
		p.there = nil
		return len(text), p.paint()
	}
	return len(text), nil
}

// oneSequence says whether the text is one control sequence and no more. The
// library's frames never are: they hold at least two.
func oneSequence(text []byte) bool {
	if len(text) < 3 || text[0] != '\x1b' {
		return false
	}
	if text[1] != '[' {
		return true // a title or a string, which the library writes alone
	}
	for i, c := range text[2:] {
		if c >= '@' && c <= '~' {
			return i == len(text)-3
		}
	}
	return false
}

// silence writes nothing any more: the terminal is somebody else's.
func (p *painter) silence() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out = io.Discard
}

// resize forgets what is on the screen: terminals differ in what they keep.
func (p *painter) resize(width, height int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.width, p.height, p.there = width, height, nil
}

// draw shows the frame, whose lines are ended by "\n".
func (p *painter) draw(view string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if view == "" || p.width <= 0 || p.height <= 0 {
		return nil
	}
	lines := strings.Split(view, "\n")
	p.frame = lines[:min(len(lines), p.height)]
	return p.paint()
}

// paint brings the screen from what is there to the frame, in one write.
func (p *painter) paint() error {
	if !p.shown || p.frame == nil {
		return nil
	}
	p.buffer.Reset()
	for y, line := range p.frame {
		switch {
		case y >= len(p.there):
			p.whole(y, line)
		case p.there[y] != line:
			p.changes(y, p.there[y], line)
		}
	}
	p.restyle("")
	if len(p.frame) < len(p.there) {
		p.goTo(len(p.frame), 0)
		p.buffer.WriteString(eraseBelow)
	}
	p.there = p.frame
	if p.buffer.Len() == 0 {
		return nil
	}
	_, err := p.out.Write(p.buffer.Bytes())
	return err
}

// whole writes a line of which nothing is known to be on the screen.
func (p *painter) whole(y int, line string) {
	p.restyle("")
	p.goTo(y, 0)
	line = ansi.Truncate(line, p.width, "")
	p.buffer.WriteString(line)
	p.buffer.WriteString(plainStyle)
	if Width(line) < p.width {
		p.buffer.WriteString(eraseRight)
	}
}

// joint is how many cells that stayed the same are written anyway where they
// stand between two that did not: about what it takes to jump over them.
const joint = 6

// changes writes the parts of a line that differ. A line with characters
// about whose width terminals disagree is written whole, so that whatever
// stands there wrong is put right.
func (p *painter) changes(y int, old, line string) {
	var known, sure bool
	p.before, known = cells(p.before[:0], old, p.width)
	p.after, sure = cells(p.after[:0], line, p.width)
	if !known || !sure {
		p.whole(y, line)
		return
	}
	blanks := p.width // from here on the new line is empty
	for blanks > 0 && p.after[blanks-1] == (cell{char: ' '}) {
		blanks--
	}
	for x := 0; x < p.width; {
		if p.before[x] == p.after[x] {
			x++
			continue
		}
		p.goTo(y, x)
		for end := p.changed(x); x < end; x++ {
			if x >= blanks && p.width-x > len(eraseRight) {
				p.restyle("")
				p.buffer.WriteString(eraseRight)
				return
			}
			p.restyle(p.after[x].style)
			p.buffer.WriteRune(p.after[x].char)
		}
	}
}

// changed is where the change that begins at column x ends.
func (p *painter) changed(x int) int {
	end := x + 1
	for i := end; i < p.width && i-end < joint; i++ {
		if p.before[i] != p.after[i] {
			end = i + 1
		}
	}
	return end
}

// goTo moves the cursor; line and column count from 0.
func (p *painter) goTo(y, x int) {
	p.buffer.WriteString("\x1b[")
	p.buffer.WriteString(strconv.Itoa(y + 1))
	if x > 0 {
		p.buffer.WriteByte(';')
		p.buffer.WriteString(strconv.Itoa(x + 1))
	}
	p.buffer.WriteByte('H')
}

// restyle goes over to another style, from none.
func (p *painter) restyle(style string) {
	if style == p.style {
		return
	}
	if p.style != "" {
		p.buffer.WriteString(plainStyle)
	}
	p.buffer.WriteString(style)
	p.style = style
}

// cells takes a line apart into exactly width cells. The second result says
// whether every character is sure to take one.
func cells(into []cell, line string, width int) ([]cell, bool) {
	style := ""
	for i := 0; i < len(line); {
		if line[i] == '\x1b' {
			n := styleLength(line[i:])
			if n == 0 {
				return into, false
			}
			switch sequence := line[i : i+n]; {
			case sequence == plainStyle || sequence == "\x1b[0m":
				style = ""
			case style == "":
				style = sequence
			default:
				style += sequence
			}
			i += n
			continue
		}
		char, n := utf8.DecodeRuneInString(line[i:])
		if !oneCell(char) || len(into) == width {
			return into, false
		}
		into = append(into, cell{char: char, style: style})
		i += n
	}
	for len(into) < width {
		into = append(into, cell{char: ' '})
	}
	return into, true
}

// styleLength is the length of the style sequence that the text begins with;
// 0 if it begins with another one.
func styleLength(text string) int {
	if !strings.HasPrefix(text, "\x1b[") {
		return 0
	}
	for i := 2; i < len(text); i++ {
		switch c := text[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && c != ':' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}

// oneCell says whether terminals agree that the character takes one cell and
// joins with no other: Latin, Greek and Cyrillic letters, and the signs that
// frames, charts and prices are made of.
func oneCell(r rune) bool {
	switch {
	case r < 0x7f:
		return r >= ' '
	case r >= 0xa0 && r <= 0x2ff:
		return r != 0xad // a hyphen that may not be there
	case r >= 0x370 && r <= 0x482, r >= 0x48a && r <= 0x52f:
		return true
	case r >= 0x2010 && r <= 0x2027, r >= 0x2030 && r <= 0x205e:
		return r != 0x203c && r != 0x2049 // drawn as pictures by some
	case r >= 0x20a0 && r <= 0x20bf, r >= 0x2500 && r <= 0x259f, r >= 0x2800 && r <= 0x28ff:
		return true
	}
	return r == 0x2248 // "≈"
}
