package ui

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// A palettePane is help and command palette in one: it lists every key that
// works on the screen below it, narrows the list to what is typed, and presses
// the key that is chosen. It is made from the bindings themselves, so it cannot
// say anything that is not so.
type palettePane struct {
	theme         Theme
	all, found    []key.Binding
	find          *Form
	table         *Table
	run, back     key.Binding
	width, height int
}

func newPalettePane(theme Theme, bindings []key.Binding) *palettePane {
	p := &palettePane{theme: theme, run: NextKey("do it"), back: BackKey()}
	seen := map[string]bool{}
	for _, b := range bindings {
		name := b.Help().Key + " " + b.Help().Desc
		if b.Enabled() && b.Help().Desc != "" && !seen[name] {
			seen[name] = true
			p.all = append(p.all, b)
		}
	}
	p.find = NewForm(theme, Section{Fields: []Field{{Name: "find", Label: "Find", Limit: 40}}})
	p.table = NewTable(theme, []Column{{Title: "key", Width: 16}, {Title: "what it does", Min: 20}},
		func(i int) Row { return Row{p.found[i].Help().Key, p.found[i].Help().Desc} })
	p.narrow()
	return p
}

func (p *palettePane) bindings() []key.Binding { return []key.Binding{p.run, p.back} }

func (p *palettePane) setSize(width, height int) {
	p.width, p.height = width, height
	p.find.SetSize(width, 2)
	p.table.SetSize(width, height-3)
}

func (p *palettePane) narrow() {
	want := p.find.Value("find")
	p.found = p.found[:0]
	var loose []key.Binding
	for _, b := range p.all {
		switch text := b.Help().Desc + " " + b.Help().Key; {
		case contains(text, want):
			p.found = append(p.found, b)
		case inOrder(text, want):
			loose = append(loose, b)
		}
	}
	p.found = append(p.found, loose...)
	p.table.SetCount(len(p.found))
	p.table.SetCursor(0)
}

func contains(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

// inOrder says whether the letters of want occur in the text in this order,
// with anything between.
func inOrder(text, want string) bool {
	rest := []rune(strings.ToLower(want))
	for _, r := range strings.ToLower(text) {
		for len(rest) > 0 && unicode.IsSpace(rest[0]) {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0] == r {
			rest = rest[1:]
		}
	}
	return len(rest) == 0
}

// update takes a key. It gives the binding that was chosen, and says whether
// the palette is to be closed.
func (p *palettePane) update(msg tea.KeyMsg) (chosen *key.Binding, done bool) {
	switch {
	case key.Matches(msg, p.back):
		return nil, true
	case key.Matches(msg, p.run):
		if i := p.table.Cursor(); i >= 0 {
			return &p.found[i], true
		}
		return nil, false
	// Letters are text here, so only the keys that are not move the cursor.
	case msg.Type != tea.KeyRunes && p.table.Update(msg):
		return nil, false
	}
	if p.find.Update(msg) == FormChanged {
		p.narrow()
	}
	return nil, false
}

func (p *palettePane) view() string {
	lines := append(p.find.Lines()[:1], p.theme.Muted.Render(Fit(p.words(), p.width)), "")
	return Block(append(lines, p.table.Lines()...), p.width, p.height)
}

func (p *palettePane) words() string {
	if len(p.found) == 0 {
		return "No key does this here."
	}
	return strconv.Itoa(len(p.found)) + " keys work here; type a word or a key, enter does it"
}

// paletteKey gives a key to the palette. What is chosen is pressed: it goes
// the way of every key, so it does what the key does and nothing else.
func (s *Shell) paletteKey(msg tea.KeyMsg) tea.Cmd {
	if key.Matches(msg, s.keys.palette) || msg.Type == tea.KeyF1 {
		s.palette = nil
		return nil
	}
	chosen, done := s.palette.update(msg)
	if done {
		s.palette = nil
	}
	if chosen == nil {
		return nil
	}
	for _, name := range s.working(*chosen) {
		if press, ok := ParseKey(name); ok {
			return s.key(press)
		}
	}
	return nil
}
