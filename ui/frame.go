package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/internal/safetext"
	"bellhop/ui/mouse"
)

const (
	trailMark = " › "
	trailGap  = "   "
	keyGap    = 2
)

// Frame draws header, rule, body, rule and footer, and the lines of the
// presentation: exactly the window's size.
func (s *Shell) Frame() (frame string) {
	if s.failed != nil || s.width <= 0 || s.height <= 0 {
		return ""
	}
	defer func() {
		// A frame cannot end the program by itself, so this goes through Run's
		// way out.
		if r := recover(); r != nil {
			s.fail(newPanicError(r), r)
			frame = ""
		}
	}()
	if s.tooSmall() {
		line := fmt.Sprintf("Please enlarge the window: %dx%d is the least, this is %dx%d.",
			MinWidth, MinHeight, s.width, s.height)
		if Width(line) > s.width {
			line = fmt.Sprintf("Enlarge to %dx%d, this is %dx%d.", MinWidth, MinHeight, s.width, s.height)
		}
		lines := []string{line}
		if s.asking != nil { // Its keys work in any window.
			lines = Wrap(s.asking.text, s.width)
			lines = lines[max(0, len(lines)-s.height):] // What it asks stands at its end.
		}
		return Block(lines, s.width, s.height)
	}
	areas := s.options.Theme.Mouse
	areas.Begin()
	above, below := s.options.Presentation.Lines(s)
	head := header{
		theme: s.options.Theme, product: s.options.Product, environment: s.environment(), stack: s.stack,
		back: func(at int) mouse.Target {
			return mouse.Target{Click: func(press mouse.Press, _ int) { s.goBackTo(at, press) }}
		},
	}
	var b strings.Builder
	b.Grow(s.width * s.height * 2)
	b.WriteString(head.draw(s.width) + "\n" + s.rule + "\n")
	s.body(&b)
	b.WriteString(s.lesson.rule(s) + "\n")
	for _, line := range above {
		b.WriteString(line + "\n")
	}
	b.WriteString(s.footer())
	if below != "" {
		b.WriteString("\n" + below)
	}
	return areas.End(b.String())
}

// environment is what the topmost screen that knows it returns, or where the
// console started.
func (s *Shell) environment() Environment {
	if e, ok := topmost[Environmenter](s.stack); ok {
		return e.Environment()
	}
	return s.options.Environment
}

// body writes the top screen's lines between one empty cell at each side. A
// screen that is not exactly its size is cut or padded in height, because
// Bubble Tea would drop the header first.
func (s *Shell) body(b *strings.Builder) {
	width, height := s.bodySize()
	view := ""
	if s.help != nil {
		view = s.help.view()
	} else {
		view = s.Top().View()
	}
	for range height {
		var line string
		line, view, _ = strings.Cut(view, "\n")
		if line == "" {
			line = Spaces(width)
		}
		b.WriteString(" " + line + " \n")
	}
}

// Bindings are all keys that work now: the screen's and the shell's.
func (s *Shell) Bindings() []key.Binding {
	all := append(slices.Clone(s.Top().Keys()), s.keysEverywhere()...)
	return slices.DeleteFunc(all, func(b key.Binding) bool { return !s.works(b) })
}

// keysEverywhere are those of the commands and of the shell itself.
func (s *Shell) keysEverywhere() []key.Binding {
	var all []key.Binding
	for _, c := range s.commands() {
		all = append(all, c.Key)
	}
	k := s.keys
	if typing(s.Top()) {
		// Here a question mark is text.
		k.help = s.options.Theme.Keys.Typing("global.help")
	}
	if s.options.Theme.Mouse.On() {
		k.mouse.SetHelp(k.mouse.Help().Key, "mouse off, to select text")
	}
	return append(append(all, k.help, k.commands), Offered(k.mouse, k.present, k.redraw, k.suspend, k.quit)...)
}

// A header is the product, the environment in words, the profile, the trail,
// the top screen's context and what it puts at the right.
type header struct {
	theme       Theme
	product     string
	environment Environment
	stack       stack
	back        func(at int) mouse.Target // to the screen of a title in the trail; nil where none is clicked
}

func (h header) draw(width int) string {
	environment := h.environment
	var side string
	if x, ok := h.stack.top().(Sider); ok {
		side = safetext.Cells(x.Side())
	}
	known := " " + h.product + "  " + environment.Name
	start := known
	if environment.Profile != "" {
		start += " " + safetext.Cells(environment.Profile)
	}
	if environment.ReadOnly {
		start += " read-only"
	}
	room := width - FrameWidth - Width(start) - 3
	note := h.note(environment.Notes, room)
	if note != "" {
		if note != environment.Notes[0] {
			// The profile gives way first.
			room += Width(start) - Width(known)
			start, note = known, h.note(environment.Notes, room)
		}
		room -= Width(note) + 2
	}
	if counter := environment.Counter; counter != "" {
		if beside := strings.TrimSuffix(counter+trailGap+side, trailGap); Width(beside) <= room/3 {
			side = beside
		} else {
			side = Truncate(counter, max(room/2, 0))
		}
	} else if Width(side) > room/3 {
		side = ""
	}
	if side != "" {
		room -= Width(side) + 2
	}
	where := h.where(max(room, 0))
	profile := strings.TrimPrefix(start, known)
	noted := note
	if note != "" {
		profile, noted = profile+"  ", h.theme.Warn.Render(note)
	}
	rest := FitDrawn("   "+where, width-Width(known+profile+note)-Width(side)-1) + side + " "
	line := known + profile + note + rest
	if environment.Live {
		return h.theme.Live.Around(FitDrawn(line, width))
	}
	if Width(line) != width {
		return FitDrawn(line, width)
	}
	return " " + h.theme.Accent.Render(h.product) + "  " + h.theme.Sandbox.Render(environment.Name) + profile + noted + rest
}

// note is the longest wording that leaves the trail's last title and the counter
// their room, or the last one.
func (h header) note(notes []string, room int) string {
	if len(notes) == 0 {
		return ""
	}
	room -= Width(h.stack.top().Title()) + Width(ellipsis+trailMark) + 2
	if counter := h.environment.Counter; counter != "" {
		room -= Width(counter) + 2
	}
	for _, note := range notes {
		if Width(note) <= room {
			return note
		}
	}
	return notes[len(notes)-1]
}

// where is the trail and the context in at most room cells. The context gives
// way first, then the trail is cut from the left.
func (h header) where(room int) string {
	titles := h.stack.titles()
	trail := strings.Join(titles, trailMark)
	// A context needs some room to say anything; a trail can live with its
	// last title.
	last := Width(titles[len(titles)-1]) + Width(ellipsis+trailMark)
	context := h.context(room - min(last, Width(trail)) - 3)
	if context == "" {
		return h.cutTrail(titles, trail, room)
	}
	forTrail := max(room-Width(context)-3, min(last, room))
	trail = h.cutTrail(titles, trail, forTrail)
	left := room - Width(trail) - 3
	if left < 8 {
		return trail
	}
	return trail + "   " + Truncate(context, left)
}

// context is what the top screen says after the trail: of its wordings the
// longest that fits in the room, or the shortest, to be cut.
func (h header) context(room int) string {
	c, ok := h.stack.top().(Contexter)
	if !ok {
		return ""
	}
	context := safetext.Cells(c.Context())
	if b, ok := h.stack.top().(Briefer); ok && Width(context) > room {
		for _, context = range b.Brief() {
			context = safetext.Cells(context)
			if Width(context) <= room {
				break
			}
		}
	}
	return context
}

// cutTrail leaves out titles from the left until the rest fits. What is left leads back with a click, and the mark of what
// was left out to the last of that.
func (h header) cutTrail(titles []string, trail string, room int) string {
	first := 0
	for i := 1; i < len(titles) && Width(trail) > room; i++ {
		first, trail = i, ellipsis+trailMark+strings.Join(titles[i:], trailMark)
	}
	areas := h.theme.Mouse
	if Width(trail) > room || h.back == nil || !areas.Drawing() {
		return Truncate(trail, room)
	}
	var b strings.Builder
	if first > 0 {
		b.WriteString(areas.Tag(ellipsis, h.back(first-1)) + trailMark)
	}
	for i := first; i < len(titles)-1; i++ {
		b.WriteString(areas.Tag(titles[i], h.back(i)) + trailMark)
	}
	return b.String() + titles[len(titles)-1]
}
