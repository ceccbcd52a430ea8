package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/keymap"
)

// A commandPane, the palette, lists every action there is, by name and by key, and does the chosen one as its key would on the screen
// below. What sends something is listed with its key and left to it: an enter too many must send nothing.
type commandPane struct {
	theme         Theme
	all, found    []Listing
	find          *Form
	table         *Table
	asking        *Listing // its placeholders are typed
	answers       *Form
	keys          commandKeys
	note          string
	width, height int
}

type commandKeys struct{ take, close, next, back key.Binding }

// oneColumn is a width in which a form has its fields below each other: they are asked for one by one.
const oneColumn = 78

// openCommands opens the palette on the top screen, or closes it.
func (s *Shell) openCommands() {
	if _, open := s.help.(*commandPane); open {
		s.help = nil
		return
	}
	keys := s.options.Theme.Keys
	p := &commandPane{theme: s.options.Theme, all: s.Listed(), keys: commandKeys{
		take: keys.Binding("palette.take"), close: keys.Binding("palette.close"), next: keys.Binding("palette.next"), back: keys.Binding("palette.back"),
	}}
	p.find = NewForm(p.theme, Section{Fields: []Field{{Name: "find", Label: "Command", Limit: 60}}})
	p.table = NewTable(p.theme, []Column{{Title: "", Width: 13, Priority: 1}, {Title: "what it does", Min: 20}, {Title: "key", Width: 11}},
		func(i int) Row { return p.row(i) })
	p.table.Style = func(row, _ int) Style {
		if p.found[row].Why != "" {
			return p.theme.Muted
		}
		return p.theme.Plain
	}
	p.table.Found = func(row, column int) [][2]int {
		if column != 1 {
			return nil
		}
		return p.found[row].found
	}
	p.narrow()
	s.help = p
	p.setSize(s.bodySize())
}

func (p *commandPane) bindings() []key.Binding {
	if p.asking != nil {
		return []key.Binding{p.keys.next, p.keys.back}
	}
	return []key.Binding{p.keys.take, p.keys.close}
}

func (p *commandPane) setSize(width, height int) {
	p.width, p.height = width, height
	p.find.SetSize(width, 2)
	p.table.SetSize(width, height-3)
	if p.answers != nil {
		p.answers.SetSize(min(width, oneColumn), height-2)
	}
}

func (p *commandPane) row(i int) Row {
	item := p.found[i]
	group := item.Group
	// Of rows under one heading the first one shows it.
	if i > p.table.Offset() && p.found[i-1].Group == group {
		group = ""
	}
	return Row{group, item.shown(), item.Key}
}

// narrow lists what has what is typed, the best first. What has it much worse than the best is left out: some letters
// occur in their order in almost everything.
func (p *commandPane) narrow() {
	want := strings.TrimSpace(p.find.Value("find"))
	p.found = p.found[:0]
	least, best := 0, 0
	if len(want) > 1 && slices.ContainsFunc(p.all, func(i Listing) bool { return i.named(want) }) {
		least = scoreWord // The name of a key finds no other keys that look like it.
	}
	for _, item := range p.all {
		if want != "" && item.Group == groupUsed {
			continue // It stands among the others too.
		}
		if item.look(want) && item.score >= least {
			p.found, best = append(p.found, item), max(best, item.fit)
		}
	}
	p.found = slices.DeleteFunc(p.found, func(i Listing) bool { return i.score < scoreKey && 3*i.fit < 2*best })
	slices.SortStableFunc(p.found, func(a, b Listing) int { return cmp.Compare(b.score, a.score) })
	p.table.SetCount(len(p.found))
	p.table.SetCursor(0)
}

func (p *commandPane) update(msg tea.KeyMsg) (done bool, then func(*Shell) tea.Cmd) {
	p.note = ""
	if p.asking != nil {
		return p.ask(msg)
	}
	switch {
	case key.Matches(msg, p.keys.close):
		return true, nil
	case key.Matches(msg, p.keys.take):
		return p.choose()
	case !keymap.IsLetter(msg.String()) && p.table.Update(msg):
		return false, nil
	}
	switch p.find.Update(msg) {
	case FormChanged:
		p.narrow()
	case FormNone:
		// A key that is none of a text's is looked up instead of typed.
		if _, named := ParseKey(msg.String()); named {
			p.find.SetValue("find", msg.String())
			p.narrow()
		}
	case FormMoved, FormSubmitted, FormInvalid:
	}
	return false, nil
}

// choose does what is under the cursor, or says why it does not.
func (p *commandPane) choose() (done bool, then func(*Shell) tea.Cmd) {
	at := p.table.Cursor()
	if at < 0 || at >= len(p.found) {
		return false, nil
	}
	item := p.found[at]
	switch {
	case item.action != nil && item.action.Run == nil && item.action.Why == "":
		p.note = strings.TrimSpace(item.Key+" does this "+item.action.Where) + "."
		return false, nil
	case item.Why == notNow:
		p.note = "\"" + item.Word + "\" does nothing now."
		return false, nil
	case item.Why != "":
		p.note = "\"" + item.Word + "\" does nothing now: " + item.Why + "."
		return false, nil
	case item.alone != "":
		return true, func(*Shell) tea.Cmd { return Flash("press " + item.alone + " yourself: " + item.Word) }
	case item.action != nil && len(item.action.Asks) > 0:
		p.askFor(item)
		return false, nil
	}
	return true, func(s *Shell) tea.Cmd { return s.runItem(item, nil) }
}

// askFor opens a field for each of an action's placeholders.
func (p *commandPane) askFor(item Listing) {
	var fields []Field
	for i, name := range item.action.Asks {
		fields = append(fields, Field{Name: strconv.Itoa(i), Label: name, Required: true, Help: item.action.Help})
	}
	p.asking, p.answers = &item, NewForm(p.theme, Section{Fields: fields})
	for i, value := range item.action.Given {
		p.answers.SetValue(strconv.Itoa(i), value)
	}
	p.setSize(p.width, p.height)
}

// ask takes a key while placeholders are typed; enter on the last one runs the action.
func (p *commandPane) ask(msg tea.KeyMsg) (done bool, then func(*Shell) tea.Cmd) {
	item := *p.asking
	switch {
	case key.Matches(msg, p.keys.back):
		p.asking, p.answers = nil, nil
	case p.answers.Update(msg) == FormSubmitted:
		answers := make([]string, len(item.action.Asks))
		for i := range answers {
			answers[i] = p.answers.Value(strconv.Itoa(i))
		}
		return true, func(s *Shell) tea.Cmd { return s.runItem(item, answers) }
	}
	return false, nil
}

// runItem does an action as its key would, and remembers that it was used.
func (s *Shell) runItem(item Listing, answers []string) tea.Cmd {
	s.used = slices.DeleteFunc(s.used, func(id string) bool { return id == item.id() })
	s.used = slices.Insert(s.used, 0, item.id())
	switch {
	case item.press == nil:
		return s.run(Command{Run: func() (Nav, tea.Cmd) { return item.action.Run(answers) }})
	case key.Matches(*item.press, s.keys.quit):
		// Ctrl+c is meant; an enter on the wrong line may not be.
		s.asking = &question{text: "Quit? y/N", yes: func() tea.Cmd { return s.navigate(Quit()) }}
		return nil
	case key.Matches(*item.press, s.keys.commands):
		s.used = s.used[1:] // The palette in the palette is none of the things that are done.
	}
	return s.key(*item.press)
}

func (p *commandPane) view() string {
	if p.asking != nil {
		lines := []string{p.theme.Title.Render(Fit(p.asking.Word, p.width)), ""}
		return Block(append(lines, p.answers.Lines()...), p.width, p.height)
	}
	lines := append(p.find.Lines()[:1], p.theme.Muted.Render(Fit(p.words(), p.width)), "")
	return Block(append(lines, p.table.Lines()...), p.width, p.height)
}

func (p *commandPane) words() string {
	switch {
	case p.note != "":
		return p.note
	case len(p.found) == 0:
		return "No command has this."
	case len(p.found) == 1:
		return "1 command; enter does it"
	}
	return strconv.Itoa(len(p.found)) + " commands; type a word or a key, enter does it"
}
