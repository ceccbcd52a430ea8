package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
)

const (
	trailMark = " › "
	keyGap    = 2
)

// View draws header, rule, body, rule and footer: exactly the window's size.
func (s *Shell) View() (view string) {
	if s.failed != nil || s.width <= 0 || s.height <= 0 {
		return ""
	}
	defer func() {
		// A frame cannot end the program by itself, so this goes through Run's
		// way out.
		if r := recover(); r != nil {
			s.fail(newPanicError(r), r)
			view = ""
		}
	}()
	if s.tooSmall() {
		line := fmt.Sprintf("Please enlarge the window: %dx%d is the least, this is %dx%d.",
			MinWidth, MinHeight, s.width, s.height)
		if Width(line) > s.width {
			line = fmt.Sprintf("Enlarge to %dx%d, this is %dx%d.", MinWidth, MinHeight, s.width, s.height)
		}
		return Block([]string{line}, s.width, s.height)
	}
	width, height := s.bodySize()
	var b strings.Builder
	b.Grow(s.width * s.height * 2)
	b.WriteString(s.header() + "\n" + s.rule + "\n")
	s.body(&b, width, height)
	b.WriteString(s.rule + "\n")
	for _, line := range s.status() {
		b.WriteString(line + "\n")
	}
	b.WriteString(s.footer())
	if caption := s.caption(); caption != "" {
		b.WriteString("\n" + caption)
	}
	return b.String()
}

// body writes the top screen's lines between one empty cell at each side. A
// screen that is not exactly its size is cut or padded in height, because
// Bubble Tea would drop the header first.
func (s *Shell) body(b *strings.Builder, width, height int) {
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

// header is the product, the environment in words, the profile, the trail,
// the top screen's context and what it puts at the right.
func (s *Shell) header() string {
	o, environment := s.options, s.environment()
	var side string
	if x, ok := s.Top().(Sider); ok {
		side = x.Side()
	}
	known := " " + o.Product + "  " + environment.Name
	start := known
	if environment.Profile != "" {
		start += " " + environment.Profile
	}
	room := s.width - FrameWidth - Width(start) - 3
	note := s.note(environment.Notes, room)
	if note != "" {
		if note != environment.Notes[0] {
			// The profile gives way first.
			room += Width(start) - Width(known)
			start, note = known, s.note(environment.Notes, room)
		}
		room -= Width(note) + 2
	}
	if Width(side) > room/3 {
		side = ""
	}
	if side != "" {
		room -= Width(side) + 2
	}
	where := s.where(max(room, 0))
	profile := strings.TrimPrefix(start, known)
	noted := note
	if note != "" {
		profile, noted = profile+"  ", o.Theme.Warn.Render(note)
	}
	rest := Fit("   "+where, s.width-Width(known+profile+note)-Width(side)-1) + side + " "
	line := known + profile + note + rest
	if environment.Live {
		return o.Theme.Live.Render(Fit(line, s.width))
	}
	if Width(line) != s.width {
		return Fit(line, s.width)
	}
	return " " + o.Theme.Accent.Render(o.Product) + "  " + o.Theme.Sandbox.Render(environment.Name) + profile + noted + rest
}

// note is the longest wording that leaves the trail's last title its room, or
// the last one.
func (s *Shell) note(notes []string, room int) string {
	if len(notes) == 0 {
		return ""
	}
	room -= Width(s.Top().Title()) + Width(ellipsis+trailMark) + 2
	for _, note := range notes {
		if Width(note) <= room {
			return note
		}
	}
	return notes[len(notes)-1]
}

// environment is what the topmost screen that knows it returns, or where the
// console started.
func (s *Shell) environment() Environment {
	for i := len(s.stack) - 1; i >= 0; i-- {
		if p, ok := s.stack[i].(Environmenter); ok {
			return p.Environment()
		}
	}
	return s.options.Environment
}

// where is the trail and the context in at most room cells. The context gives
// way first, then the trail is cut from the left.
func (s *Shell) where(room int) string {
	titles := make([]string, len(s.stack))
	for i, screen := range s.stack {
		titles[i] = screen.Title()
	}
	trail := strings.Join(titles, trailMark)
	// A context needs some room to say anything; a trail can live with its
	// last title.
	last := Width(titles[len(titles)-1]) + Width(ellipsis+trailMark)
	context := s.context(room - min(last, Width(trail)) - 3)
	if context == "" {
		return cutTrail(titles, trail, room)
	}
	forTrail := max(room-Width(context)-3, min(last, room))
	trail = cutTrail(titles, trail, forTrail)
	left := room - Width(trail) - 3
	if left < 8 {
		return trail
	}
	return trail + "   " + Truncate(context, left)
}

// context is what the top screen says after the trail: of its wordings the
// longest that fits in the room, or the shortest, to be cut.
func (s *Shell) context(room int) string {
	c, ok := s.Top().(Contexter)
	if !ok {
		return ""
	}
	context := c.Context()
	if b, ok := s.Top().(Briefer); ok && Width(context) > room {
		for _, context = range b.Brief() {
			if Width(context) <= room {
				break
			}
		}
	}
	return context
}

// cutTrail leaves out titles from the left until the rest fits.
func cutTrail(titles []string, trail string, room int) string {
	for i := 1; i < len(titles) && Width(trail) > room; i++ {
		trail = ellipsis + trailMark + strings.Join(titles[i:], trailMark)
	}
	return Truncate(trail, room)
}

// footer is the keys of the top screen, with the help always among them, and
// at the right what is going on.
func (s *Shell) footer() string {
	t := s.options.Theme
	if s.asking != nil {
		return t.Warn.Render(Fit(" "+s.asking.text, s.width))
	}
	room := s.width - FrameWidth
	if s.options.Theme.Presenter.On() {
		// The state stands above, so this is the place of what is pressed.
		right := s.pressedWords(room / 2)
		words, used, _ := s.footerKeys(room - Width(right) - keyGap)
		return " " + words + Spaces(room-used-Width(right)) + t.Title.Render(right) + " "
	}
	right := s.right(room * 3 / 5)
	words, used, all := s.footerKeys(room - Width(right) - keyGap)
	if _, chosen := s.Top().(Footerer); chosen && !all && s.help == nil && s.flash == "" && s.busy() == "" {
		right = ""
		words, used, _ = s.footerKeys(room)
	}
	return " " + words + Spaces(room-used-Width(right)) + t.Muted.Render(right) + " "
}

// footerKeys is as many bindings as fit in the room, the help last, and whether
// these are all.
func (s *Shell) footerKeys(room int) (words string, used int, all bool) {
	help := "?"
	if s.typing() || s.help != nil {
		help = "f1"
	}
	var b strings.Builder
	used = Width(help) + 1 + Width("help")
	first, all := true, true
	put := func(keys, word string) {
		if !first {
			b.WriteString(Spaces(keyGap))
		}
		first = false
		b.WriteString(s.options.Theme.Accent.Render(keys) + " " + s.options.Theme.Muted.Render(word))
	}
	for _, k := range s.topKeys() {
		h := k.Help()
		if h.Key == "" || h.Desc == "" || len(s.working(k)) == 0 {
			continue
		}
		more := Width(h.Key) + 1 + Width(h.Desc) + keyGap
		if used+more > room {
			all = false
			break
		}
		used += more
		put(h.Key, h.Desc)
	}
	put(help, "help")
	return b.String(), used, all
}

func (s *Shell) topKeys() []key.Binding {
	if s.help != nil {
		return s.help.bindings()
	}
	if f, ok := s.Top().(Footerer); ok {
		return f.Footer()
	}
	return s.Top().Keys()
}

// right is the status text, or what is going on, or the state.
func (s *Shell) right(room int) string {
	switch {
	case s.flash != "":
		return Truncate(s.flash, room)
	case s.busy() != "":
		return Truncate(string(`|/-\`[s.frame%4])+" "+s.busy(), room)
	}
	if x, ok := s.Top().(Stater); ok {
		return Truncate(x.State(), room)
	}
	return ""
}

func (s *Shell) busy() string {
	if b, ok := s.Top().(Busier); ok {
		return b.Busy()
	}
	return ""
}

// working are the keys of a binding that do something now: none of one that
// is switched off, and no letters where letters are text.
func (s *Shell) working(b key.Binding) []string {
	if !b.Enabled() {
		return nil
	}
	if s.help != nil || !s.typing() {
		return b.Keys()
	}
	var keys []string
	for _, k := range b.Keys() {
		if len([]rune(k)) > 1 {
			keys = append(keys, k)
		}
	}
	return keys
}

// bindings are all keys that work now: the screen's and the shell's.
func (s *Shell) bindings() []key.Binding {
	all := append([]key.Binding(nil), s.Top().Keys()...)
	for _, c := range s.commands() {
		all = append(all, c.Key)
	}
	k := s.keys
	if s.typing() {
		// Here a question mark is text.
		k.help = BindAs("f1", "help", "f1")
	}
	k.suspend.SetEnabled(!s.undoes())
	all = append(all, k.help, k.present, k.redraw, k.suspend, k.quit)
	return slices.DeleteFunc(all, func(b key.Binding) bool { return len(s.working(b)) == 0 })
}
