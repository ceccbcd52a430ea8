package output

import (
	"io"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"bellhop/ui/glyph"
)

// progressAfter is how long something takes before it is told how far it is.
const progressAfter = 500 * time.Millisecond

// A Progress tells at a terminal, on one line that is written over, how far something is that takes a while.
// Elsewhere it tells nothing: a log needs no such lines.
type Progress struct {
	mu    sync.Mutex
	out   io.Writer
	draws glyph.Set
	width int
	after time.Time
	now   func() time.Time
	shown bool
}

// NewProgress returns one that tells on a writer.
func NewProgress(out io.Writer) *Progress {
	if file, ok := TerminalOf(out); ok {
		// What moves the cursor is the program's own.
		p := &Progress{out: file, width: columns(out), now: time.Now, after: time.Now().Add(progressAfter)}
		if c, cleaner := out.(*Cleaner); cleaner {
			p.draws = c.glyphs
		}
		return p
	}
	return &Progress{}
}

// Tell shows the words, once half a second has passed.
func (p *Progress) Tell(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out == nil || p.now().Before(p.after) {
		return
	}
	p.shown = true
	line := ansi.Truncate(string(cleaned([]byte(words))), max(p.width-1, 1), "…")
	_, _ = io.WriteString(p.out, "\r"+p.draws.Line(line)+ansi.EraseLineRight)
}

// Done takes the line away.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		_, _ = io.WriteString(p.out, "\r"+ansi.EraseLineRight)
		p.shown = false
	}
}
