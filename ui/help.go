package ui

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// A helpPane lists every key that works on the screen below it, and narrows the
// list to what is typed. It is made from the bindings themselves, so it cannot
// say anything that is not so. It presses none of them: what a key does with
// one press on its screen must not hide behind an enter.
type helpPane struct {
	theme         Theme
	all, found    []key.Binding
	find          *Form
	table         *Table
	close         key.Binding
	width, height int
}

func newHelpPane(theme Theme, bindings []key.Binding) *helpPane {
	p := &helpPane{theme: theme, close: BindAs("esc", "close help", "esc", "enter", "f1")}
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

func (p *helpPane) bindings() []key.Binding { return []key.Binding{p.close} }

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

// update takes a key and reports whether the help is to be closed.
func (p *helpPane) update(msg tea.KeyMsg) (done bool) {
	// Letters are text here, so only the keys that are not move the cursor.
	switch {
	case key.Matches(msg, p.close):
		return true
	case msg.Type != tea.KeyRunes && p.table.Update(msg):
	case p.find.Update(msg) == FormChanged:
		p.narrow()
	}
	return false
}

func (p *helpPane) view() string {
	lines := append(p.find.Lines()[:1], p.theme.Muted.Render(Fit(p.words(), p.width)), "")
	return Block(append(lines, p.table.Lines()...), p.width, p.height)
}

func (p *helpPane) words() string {
	if len(p.found) == 0 {
		return "No key does this here."
	}
	return strconv.Itoa(len(p.found)) + " keys work here; type a word or a key to find one"
}
