package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/ui/mouse"
)

// footer is the keys of the top screen, with the way back and the help always among them, and at the right
// what is going on. What a key cannot do now is dimmed in its place. The places leave room for the screen's
// state, but for the way on, the way back and the help; a text that needs more covers keys for as long as it stands.
func (s *Shell) footer() string {
	t := s.options.Theme
	if s.asking != nil {
		return t.Warn.Render(Fit(" "+s.asking.text, s.width))
	}
	room := s.width - FrameWidth
	reserved := min(Width(screenState(s.Top())), room*3/5)
	right, presented := s.options.Presentation.Footer(s, room/2)
	style := t.Title
	if presented {
		reserved = room / 2
	}
	places, all := s.places(room - reserved - keyGap)
	if !all && !presented && s.help == nil && len(places) < leastPlaces {
		places, _ = s.places(room)
	}
	used := widthOf(places)
	if !presented {
		right, style = s.state(room, max(room-used-keyGap, 0)), t.Muted
	}
	if right != "" && used+keyGap+Width(right) > room {
		for len(places) > 0 && used+keyGap+Width(right) > room {
			places = places[:len(places)-1]
			used = widthOf(places)
		}
	}
	var b strings.Builder
	for i, p := range places {
		if i > 0 {
			b.WriteString(Spaces(keyGap))
		}
		p.draw(&b, t)
	}
	return " " + b.String() + Spaces(room-used-Width(right)) + style.Render(right) + " "
}

// A place of the footer is a key and what it does.
type place struct {
	key, word string
	works     bool
	letter    bool // it is text now
	back      bool // esc is one of its keys
	names     []string
}

// leaves reports whether a place is the way back.
func (p place) leaves() bool { return p.back }

func (p place) width() int { return Width(p.key) + 1 + Width(p.word) }

func widthOf(places []place) int {
	width := max(len(places)-1, 0) * keyGap
	for _, p := range places {
		width += p.width()
	}
	return width
}

// pressed is the key that a click at a cell of the place presses: the one that is shown there, or else its first.
func (p place) pressed(cell int) string {
	if slices.Contains(p.names, p.key) {
		return p.key
	}
	from := 0
	for _, name := range strings.FieldsFunc(p.key, func(r rune) bool { return r == ' ' || r == '/' }) {
		from += strings.Index(p.key[from:], name)
		if cell >= Width(p.key[:from]) && cell < Width(p.key[:from])+Width(name) && slices.Contains(p.names, name) {
			return name
		}
		from += len(name)
	}
	return p.names[0]
}

// draw dims what does not work. A terminal that shows no difference, and a letter where letters
// are text, leave the place empty.
func (p place) draw(b *strings.Builder, t Theme) {
	switch {
	case p.works:
		b.WriteString(t.Mouse.Tag(t.Accent.Render(p.key)+" "+t.Muted.Render(p.word), mouse.Target{
			Click: func(press mouse.Press, cell int) { press(p.pressed(cell)) },
		}))
	case p.letter || t.Dim.before == "":
		b.WriteString(Spaces(p.width()))
	default:
		b.WriteString(t.Dim.Render(p.key + " " + p.word))
	}
}

// places is as many bindings as fit in the room, the help last, and whether these are all. The way back
// stands where the screen has put it, or else before the help: what is cut off is never how one gets out.
func (s *Shell) places(room int) (places []place, all bool) {
	k := s.options.Theme.Keys
	help := place{key: k.Say("{global.help}"), word: "help", works: true, names: []string{k.Say("{global.help!}")}}
	letters := s.help == nil && typing(s.Top())
	if letters || s.help != nil {
		help.key = k.Say("{global.help!}")
	}
	listed := s.listedPlaces(letters)
	back := slices.IndexFunc(listed, place.leaves)
	for n := len(listed); n > 0; n-- {
		places = slices.Clone(listed[:n])
		if back >= n {
			places = append(places, listed[back])
		}
		if places = append(places, help); widthOf(places) <= room {
			return places, n == len(listed)
		}
	}
	return []place{help}, len(listed) == 0
}

// leastPlaces is what a footer is for: the way on, the way back and the help. They go before the screen's state.
const leastPlaces = 3

// listedPlaces is the places of all bindings that the footer may show.
func (s *Shell) listedPlaces(letters bool) []place {
	var listed []place
	for _, k := range s.topKeys() {
		if len(k.Keys()) == 1 && k.Keys()[0] == helpOnly {
			break
		}
		if h := k.Help(); h.Key != "" && h.Desc != "" {
			listed = append(listed, place{key: h.Key, word: h.Desc, works: s.works(k), letter: letters && onlyLetters(k), names: k.Keys(), back: slices.Contains(k.Keys(), "esc")})
		}
	}
	return listed
}

func onlyLetters(k key.Binding) bool {
	return !slices.ContainsFunc(k.Keys(), func(name string) bool { return len([]rune(name)) > 1 })
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

// leastBusy is the room in which what is going on is always said.
const leastBusy = 12

// state is the status text, or what is going on, or the screen's state. The first two are always
// said; free is the room that the keys leave. What goes on while letters are typed comes and goes with
// each of them, and covers no key.
func (s *Shell) state(room, free int) string {
	going := busy(s.Top())
	switch {
	case s.flash != "":
		return Truncate(s.flash, max(free, room*3/5))
	case going != "":
		if !typing(s.Top()) {
			free = max(free, room*3/5)
		}
		return Truncate(string(`|/-\`[s.spinner%4])+" "+going, max(free, leastBusy))
	}
	words := screenState(s.Top())
	if free < min(Width(words), room*3/5) {
		return ""
	}
	return Truncate(words, free)
}

func screenState(screen Screen) string {
	if x, ok := screen.(Stater); ok {
		return x.State()
	}
	return ""
}

// works reports whether a binding does something now: it is not switched off, and not letters
// alone where letters are text.
func (s *Shell) works(b key.Binding) bool {
	return b.Enabled() && (s.help != nil || !typing(s.Top()) || !onlyLetters(b))
}
