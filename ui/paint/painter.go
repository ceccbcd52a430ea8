// Package paint writes frames to the terminal: of each only the cells that
// differ from the frame before, at once and not when a clock ticks.
//
// Bubble Tea v1 has no place for another renderer, so this stands at its output.
// The library keeps the rest of the terminal (alternate screen, cursor, paste,
// suspending) and is given empty frames to draw, which are swallowed here. That
// is the brittle place: its frames are told from its controls by guessing, as
// whatever is not exactly one escape sequence (oneSequence). A release of the
// library that writes two controls at once, or a frame as a single sequence,
// would be misread; the tests of this package and of the suspended console show it.
// Bubble Tea v2 draws by cells itself and makes this package unnecessary.
package paint

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// A Painter shows frames on a terminal. It is also the output that Bubble Tea
// writes to.
type Painter struct {
	mu            sync.Mutex // Bubble Tea writes from another goroutine
	out           io.Writer
	width, height int
	active        bool     // whether the alternate screen is ours now
	frame         []string // to be on the screen
	shown         []string // on the screen; nil is not known
	waiting       string   // to be sent once a frame is on the screen
	buffer        bytes.Buffer
	before, after []cell // scratch, by column
	style         string // in force at the place the buffer has come to
	gone          bool   // the terminal is

	// The pace is the terminal's: it passes even where the console's clock is
	// made to stand still.
	now  func() time.Time
	pace time.Duration // the least between two frames
	last time.Time     // when the newest was drawn
	due  bool          // a frame was put off
}

const defaultFPS = 120

// New returns a painter that shows at most fps frames a second; 0 is 120.
func New(out io.Writer, fps int) *Painter {
	if fps <= 0 {
		fps = defaultFPS
	}
	return &Painter{out: out, now: time.Now, pace: time.Second / time.Duration(fps)}
}

// A terminalFile is a painter on a terminal: Bubble Tea asks the file for its
// size and sets its modes. It has no more of the file's methods than those
// that Bubble Tea wants, because another way to write would go past the
// painter.
type terminalFile struct {
	*Painter
	file *os.File
}

func (f terminalFile) Read(into []byte) (int, error) { return f.file.Read(into) }
func (f terminalFile) Fd() uintptr                   { return f.file.Fd() }
func (f terminalFile) Close() error                  { return f.file.Close() }

// Output is what Bubble Tea writes to.
func (p *Painter) Output() io.Writer {
	if file, ok := p.out.(*os.File); ok {
		return terminalFile{Painter: p, file: file}
	}
	return p
}

// Show draws the frame now, or returns how long to wait before Due if the one
// before has only just been drawn. Frames that follow each other too fast for
// anyone to see are left out, all but the last. The error is of a terminal that
// is gone; it is returned once.
func (p *Painter) Show(frame func() string) (wait time.Duration, err error) {
	if p.due || p.gone {
		return 0, nil
	}
	now := p.now()
	if wait := p.pace - now.Sub(p.last); wait > 0 && wait <= p.pace {
		p.due = true
		return wait, nil
	}
	p.last = now
	err = p.draw(frame())
	p.gone = err != nil
	return 0, err
}

// Due ends the wait that Show has asked for.
func (p *Painter) Due() { p.due = false }

// The controls that the painter acts on itself.
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
func (p *Painter) Write(text []byte) (int, error) {
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
		p.active, p.shown = true, nil
	case leaveScreen:
		p.active = false
	case eraseScreen:
		p.shown = nil
		return len(text), p.paint()
	}
	return len(text), nil
}

// oneSequence reports whether the text is one control sequence and no more. The
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

// Send writes control sequences to the terminal, between two frames: now, or after the next one where none is on the
// screen. They must draw nothing.
func (p *Painter) Send(sequences string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting += sequences
	if !p.active || p.shown == nil {
		return nil
	}
	return p.sendWaiting()
}

func (p *Painter) sendWaiting() error {
	text := p.waiting
	if p.waiting = ""; text == "" {
		return nil
	}
	_, err := io.WriteString(p.out, text)
	return err
}

// Ask writes a question to the terminal, past the frames, and reports whether it did: not before there
// is a frame.
func (p *Painter) Ask(query string) (asked bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.active || p.shown == nil {
		return false, nil
	}
	_, err = io.WriteString(p.out, query)
	return err == nil, err
}

// Silence writes nothing any more: the terminal is somebody else's.
func (p *Painter) Silence() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out = io.Discard
}

// Resize forgets what is on the screen: terminals differ in what they keep.
func (p *Painter) Resize(width, height int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.width, p.height, p.shown = width, height, nil
}

func (p *Painter) draw(view string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if view == "" || p.width <= 0 || p.height <= 0 {
		return nil
	}
	lines := strings.Split(view, "\n")
	p.frame = lines[:min(len(lines), p.height)]
	return p.paint()
}

func (p *Painter) paint() error {
	if !p.active || p.frame == nil {
		return nil
	}
	p.buffer.Reset()
	for y, line := range p.frame {
		switch {
		case y >= len(p.shown):
			p.writeWhole(y, line)
		case p.shown[y] != line:
			p.writeChanges(y, p.shown[y], line)
		}
	}
	p.restyle("")
	if len(p.frame) < len(p.shown) {
		p.goTo(len(p.frame), 0)
		p.buffer.WriteString(eraseBelow)
	}
	p.shown = p.frame
	if p.buffer.Len() == 0 {
		return p.sendWaiting()
	}
	if _, err := p.out.Write(p.buffer.Bytes()); err != nil {
		return err
	}
	return p.sendWaiting()
}

// writeWhole writes a line of which nothing is known to be on the screen.
func (p *Painter) writeWhole(y int, line string) {
	p.restyle("")
	p.goTo(y, 0)
	line = ansi.Truncate(line, p.width, "")
	p.buffer.WriteString(line)
	p.buffer.WriteString(plainStyle)
	if ansi.StringWidth(line) < p.width {
		p.buffer.WriteString(eraseRight)
	}
}

// shortGap is how many cells that stayed the same are written anyway where they
// stand between two that did not: about what it takes to jump over them.
const shortGap = 6

// writeChanges writes the parts of a line that differ. A line with characters
// about whose width terminals disagree is written whole, so that whatever
// stands there wrong is put right.
func (p *Painter) writeChanges(y int, old, line string) {
	var known, sure bool
	p.before, known = cells(p.before[:0], old, p.width)
	p.after, sure = cells(p.after[:0], line, p.width)
	if !known || !sure {
		p.writeWhole(y, line)
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
		for end := p.changeEnd(x); x < end; x++ {
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

// changeEnd returns the column after the last change that is written with the one at x.
func (p *Painter) changeEnd(x int) int {
	end := x + 1
	for i := end; i < p.width && i-end < shortGap; i++ {
		if p.before[i] != p.after[i] {
			end = i + 1
		}
	}
	return end
}

func (p *Painter) goTo(y, x int) {
	p.buffer.WriteString("\x1b[")
	p.buffer.WriteString(strconv.Itoa(y + 1))
	if x > 0 {
		p.buffer.WriteByte(';')
		p.buffer.WriteString(strconv.Itoa(x + 1))
	}
	p.buffer.WriteByte('H')
}

func (p *Painter) restyle(style string) {
	if style == p.style {
		return
	}
	if p.style != "" {
		p.buffer.WriteString(plainStyle)
	}
	p.buffer.WriteString(style)
	p.style = style
}
