package ui

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/keymap"
)

// A pane stands in place of the top screen's body and has its keys: the help and the palette.
type pane interface {
	// update takes a key. It reports whether the pane is to be closed, and what the shell does then.
	update(msg tea.KeyMsg) (done bool, then func(*Shell) tea.Cmd)
	view() string
	setSize(width, height int)
	bindings() []key.Binding
}

// A helpPane lists every key that works on the screen below it, and narrows the
// list to what is typed. It is made from the bindings themselves, so it cannot
// say anything that is not so. Enter presses the chosen key, but none that sends
// something: what does that with one press on its screen must not hide behind an
// enter.
type helpPane struct {
	theme         Theme
	all, found    []key.Binding
	find          *Form
	table         *Table
	close, take   key.Binding
	help          key.Binding // closes it too
	letters       bool        // are text on the screen below
	alone         []string    // the keys that enter does not press
	note          string
	width, height int
}

func newHelpPane(theme Theme, bindings []key.Binding, letters bool, alone []string) *helpPane {
	p := &helpPane{theme: theme, letters: letters, alone: alone, close: theme.Keys.Binding("help.close"), take: theme.Keys.Binding("help.take"), help: theme.Keys.Typing("global.help")}
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
		func(i int) Row { return Row{p.found[i].Help().Key, strings.TrimSpace(p.found[i].Help().Desc)} })
	p.narrow()
	return p
}

func (p *helpPane) bindings() []key.Binding { return []key.Binding{p.take, p.close} }

func (p *helpPane) setSize(width, height int) {
	p.width, p.height = width, height
	p.find.SetSize(width, 2)
	p.table.SetSize(width, height-3)
}

func (p *helpPane) narrow() {
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

// inOrder reports whether the letters of want occur in the text in this order,
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

func (p *helpPane) update(msg tea.KeyMsg) (done bool, then func(*Shell) tea.Cmd) {
	p.note = ""
	// Letters are text here, so only the keys that are not move the cursor.
	switch {
	case key.Matches(msg, p.close, p.help):
		return true, nil
	case key.Matches(msg, p.take):
		return p.choose()
	case !keymap.IsLetter(msg.String()) && p.table.Update(msg):
	case p.find.Update(msg) == FormChanged:
		p.narrow()
	}
	return false, nil
}

// choose presses the key under the cursor, by the first of its names that is no text below.
func (p *helpPane) choose() (done bool, then func(*Shell) tea.Cmd) {
	at := p.table.Cursor()
	if at < 0 || at >= len(p.found) {
		return false, nil
	}
	for _, name := range p.found[at].Keys() {
		msg, ok := ParseKey(name)
		switch {
		case !ok || p.letters && len([]rune(name)) == 1:
			continue
		case slices.Contains(p.alone, name):
			p.note = name + " sends something: close the help and press it yourself."
			return false, nil
		}
		return true, func(s *Shell) tea.Cmd { return s.key(msg) }
	}
	return false, nil
}

func (p *helpPane) view() string {
	lines := append(p.find.Lines()[:1], p.theme.Muted.Render(Fit(p.words(), p.width)), "")
	return Block(append(lines, p.table.Lines()...), p.width, p.height)
}

func (p *helpPane) words() string {
	if len(p.found) == 0 {
		return "No key does this here."
	}
	if p.note != "" {
		return p.note
	}
	if len(p.found) == 1 {
		return "1 key works here; enter presses it"
	}
	return strconv.Itoa(len(p.found)) + " keys work here; type a word or a key, enter presses it"
}
