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
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"bellhop/ui/glyph"
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
	rows          [][]cell // the cells of what is shown; unknown cells where a line is not made of such
	after         []cell   // scratch: those of a line that is to be shown
	changes       changes
	pen           pen
	gone          bool // the terminal is
	mouse         bool // the terminal tells of clicks while the screen is ours
	glyphs        glyph.Set
	// Panicked gets the value of a panic in Write, which then fails; nil lets it go on.
	Panicked      func(value any)
	wanted, drawn *Graphic
	expecting     bool // an answer to somebody else's question
	erase         bool // the screen, before the next frame

	// The time is the terminal's: it passes even where the console's clock is made to stand still.
	now  func() time.Time
	flow flow
}

// FPS is the most frames a second that a console shows.
const FPS = 120

// Use says which characters the terminal has: what it has not is drawn by stand-ins. Without it, it has all.
func (p *Painter) Use(glyphs glyph.Set) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.glyphs, p.shown = glyphs, nil
}

// New returns a painter that shows at most fps frames a second.
func New(out io.Writer, fps int) *Painter {
	return &Painter{out: out, now: time.Now, flow: flow{pace: time.Second / time.Duration(fps)}}
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

// The controls that the painter acts on itself.
const (
	enterScreen = "\x1b[?1049h"
	leaveScreen = "\x1b[?1049l"
	eraseScreen = "\x1b[2J"
	eraseBelow  = "\x1b[J"
	eraseRight  = "\x1b[K"
	plainStyle  = "\x1b[m"
	// Buttons and the wheel without movements, in the form (SGR) whose places have no most; a terminal without it sends
	// the one before, of which the first 223 columns can be told.
	mouseOn  = "\x1b[?1000h\x1b[?1006h"
	mouseOff = "\x1b[?1006l\x1b[?1000l"
)

// Write passes on the single sequences with which Bubble Tea controls the
// terminal, and swallows its frames, which are empty. Once it has erased the
// screen, what was there is drawn again.
func (p *Painter) Write(text []byte) (n int, err error) {
	defer func() {
		// Bubble Tea writes in a goroutine of its own, and a panic there would leave the terminal as it is.
		if p.Panicked == nil {
			return
		}
		if r := recover(); r != nil {
			n, err = 0, errPanic
			p.Panicked(r)
		}
	}()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !oneSequence(text) {
		return len(text), nil
	}
	if string(text) == leaveScreen {
		if err := p.leave(); err != nil {
			return 0, err
		}
	}
	if n, err := p.out.Write(text); err != nil {
		return n, err
	}
	switch string(text) {
	case enterScreen:
		p.active, p.shown = true, nil
		p.flow.returned(p.now())
		if p.mouse {
			_, err := io.WriteString(p.out, mouseOn)
			return len(text), err
		}
	case leaveScreen:
		p.active = false
	case eraseScreen:
		p.shown = nil
		return len(text), p.paint()
	}
	return len(text), nil
}

// leave puts the terminal back before the screen is given up. One that has no other screen keeps what is drawn on it: a
// shell would write its prompt into that.
func (p *Painter) leave() error {
	text := ""
	if p.mouse {
		text = mouseOff
	}
	if p.drawn != nil {
		text += p.drawn.Erase
		p.drawn = nil
	}
	if p.active {
		text += plainStyle + "\x1b[H" + eraseBelow
	}
	_, err := io.WriteString(p.out, text)
	return err
}

// SetMouse has the terminal tell of clicks and of the wheel, or leaves them to it: now where the screen is ours, and else
// from when it is. Whatever way the screen is given up, so is the mouse.
func (p *Painter) SetMouse(on bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.mouse
	if p.mouse = on; was == on || !p.active {
		return nil
	}
	text := mouseOff
	if on {
		text = mouseOn
	}
	_, err := io.WriteString(p.out, text)
	return err
}

var errPanic = errors.New("internal error in writing to the terminal")

// OnScreen reports whether the alternate screen is still the program's.
func (p *Painter) OnScreen() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.active
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

// Erase has the next frame drawn on an empty screen, and does not put it off.
func (p *Painter) Erase() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown, p.erase = nil, true
	p.flow.hurry()
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
	p.pen.begin()
	p.eraseGraphic()
	if p.erase {
		p.pen.buffer, p.erase = append(p.pen.buffer, plainStyle+eraseScreen...), false
	}
	for len(p.rows) < len(p.frame) {
		p.rows = append(p.rows, nil)
	}
	for y := range p.rows {
		if y >= len(p.shown) {
			p.rows[y] = slices.Grow(p.rows[y][:0], p.width)[:p.width]
			clear(p.rows[y]) // to what no cell is like
		}
	}
	for y, line := range p.frame {
		if y >= len(p.shown) || p.shown[y] != line {
			p.writeLine(y, line)
			p.drawn = p.drawn.unless(y)
		}
	}
	p.changes.write(&p.pen, p.rows, p.width)
	if len(p.frame) < len(p.shown) {
		p.pen.goTo(len(p.frame), 0, nil)
		p.pen.plainBack()
		p.pen.buffer = append(p.pen.buffer, eraseBelow...)
	}
	p.pen.take(look{})
	p.shown = p.frame
	p.drawGraphic()
	if len(p.pen.buffer) == 0 {
		return p.sendWaiting()
	}
	if p.flow.asks(p.now()) {
		p.pen.buffer = append(p.pen.buffer, statusQuery...)
	}
	if _, err := p.out.Write(p.pen.buffer); err != nil {
		return err
	}
	return p.sendWaiting()
}

// writeLine collects what of a line differs from what is on the screen. A line with
// characters about whose width terminals disagree is written whole and at once, so that
// whatever stands there wrong is put right.
func (p *Painter) writeLine(y int, line string) {
	line = p.glyphs.Line(line)
	var sure bool
	if p.after, sure = cells(p.after[:0], line, p.width); !sure || p.glyphs.Doubtful(line) {
		line = p.glyphs.Truncate(line, p.width)
		p.pen.goTo(y, 0, nil)
		p.pen.text(line)
		if p.glyphs.Width(line) < p.width {
			p.pen.eraseRight()
		}
		p.after = slices.Grow(p.after[:0], p.width)[:p.width]
		clear(p.after)
	} else {
		p.changes.add(y, p.rows[y], p.after)
	}
	// What was shown before is room for the next line.
	p.rows[y], p.after = p.after, p.rows[y]
}
