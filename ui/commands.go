package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/fuzzy"
)

// An Action is something that the palette lists besides the keys that work on the screen below it.
type Action struct {
	Group string // the heading that it stands under; empty is "everywhere"
	Word  string // what it does
	Key   string // the key that does the same on its screen; empty where there is none
	// Where is the screen that the key belongs to, such as "on a reservation", where the action does nothing here.
	Where string
	// Asks are the names of what must be typed before it runs.
	Asks []string
	// Run takes what was typed for Asks, and returns where to go. Nil is an action of another screen.
	Run func(answers []string) (Nav, tea.Cmd)
}

// The headings of the palette, in their order; those of actions stand between the last two.
const (
	groupUsed   = "used lately"
	groupScreen = "this screen"
	groupAll    = "everywhere"
	groupOther  = "other screens"
)

// notNow is why a key does nothing of which the screen says no more.
const notNow = "not now"

const mostUsed = 5 // that stand first before anything is typed

// A commandItem is a key that works on the screen below, or an action.
type commandItem struct {
	group, word, key string
	names            []string // of its keys
	why              string   // it does nothing now; empty where it does
	alone            string   // the key that a person must press; empty where enter does it
	press            *tea.KeyMsg
	action           *Action
	// How well it has what is typed, by its letters and over all, and where in shown.
	fit, score int
	found      [][2]int
}

func (i *commandItem) id() string { return i.key + " " + i.word }

// shown is its word, and why it does nothing now.
func (i *commandItem) shown() string {
	if i.why == "" {
		return i.word
	}
	return i.word + " · " + i.why
}

// A commandPane, the palette, lists every action there is, by name and by key, and does the chosen one as its key would on the screen
// below. What sends something is listed with its key and left to it: an enter too many must send nothing.
type commandPane struct {
	theme         Theme
	all, found    []commandItem
	find          *Form
	table         *Table
	asking        *commandItem // its placeholders are typed
	answers       *Form
	keys          commandKeys
	note          string
	width, height int
}

type commandKeys struct{ take, close, next, back key.Binding }

// openCommands opens the palette on the top screen, or closes it.
func openCommands(s *Shell) {
	if _, open := s.help.(*commandPane); open {
		s.help = nil
		return
	}
	p := &commandPane{theme: s.options.Theme, all: commandItems(s), keys: commandKeys{
		take: Bind("do it", "enter"), close: Bind("close", "esc"), next: Bind("next", "enter"), back: Bind("back to the list", "esc"),
	}}
	p.find = NewForm(p.theme, Section{Fields: []Field{{Name: "find", Label: "Command", Limit: 60}}})
	p.table = NewTable(p.theme, []Column{{Title: "", Width: 13, Priority: 1}, {Title: "what it does", Min: 20}, {Title: "key", Width: 11}},
		func(i int) Row { return p.row(i) })
	p.table.Style = func(row, _ int) Style {
		if p.found[row].why != "" {
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

// commandItems are all actions, those that were used lately first, and then in the order of their headings.
func commandItems(s *Shell) []commandItem {
	var items []commandItem
	seen := map[string]bool{}
	add := func(item commandItem) {
		if !seen[item.id()] {
			seen[item.id()] = true
			items = append(items, item)
		}
	}
	for _, b := range s.Top().Keys() {
		if item, ok := keyItem(s, groupScreen, b); ok {
			add(item)
		}
	}
	for _, b := range keysEverywhere(s) {
		if item, ok := keyItem(s, groupAll, b); ok {
			add(item)
		}
	}
	if a, ok := topmost[Actor](s.stack); ok {
		for _, action := range a.Actions() {
			if item := actionItem(action); item.group != groupOther || !offered(items, item) {
				add(item)
			}
		}
	}
	order := []string{groupScreen, groupAll}
	for _, item := range items {
		if item.group != groupOther && !slices.Contains(order, item.group) {
			order = append(order, item.group)
		}
	}
	order = append(order, groupOther)
	slices.SortStableFunc(items, func(a, b commandItem) int {
		return cmp.Compare(slices.Index(order, a.group), slices.Index(order, b.group))
	})
	return usedFirst(s.used, items)
}

// A Listing is what the palette shows of an action.
type Listing struct{ Group, Word, Key, Why string }

// Listed is all that the palette lists on the top screen.
func Listed(s *Shell) []Listing {
	var out []Listing
	for _, item := range commandItems(s) {
		out = append(out, Listing{Group: item.group, Word: item.word, Key: item.key, Why: item.why})
	}
	return out
}

// offered reports whether the screen below has the key of an action of other screens, with the same word.
func offered(items []commandItem, action commandItem) bool {
	return slices.ContainsFunc(items, func(i commandItem) bool {
		return slices.Contains(i.names, action.key) && strings.HasPrefix(i.word, action.word)
	})
}

// usedFirst puts those that work and were used lately first, once more.
func usedFirst(used []string, items []commandItem) []commandItem {
	var first []commandItem
	for _, id := range used {
		at := slices.IndexFunc(items, func(i commandItem) bool { return i.id() == id && i.why == "" })
		if at >= 0 && len(first) < mostUsed {
			item := items[at]
			item.group = groupUsed
			first = append(first, item)
		}
	}
	return append(first, items...)
}

// keyItem is a key of the screen below. It is pressed by the first of its names that is no text there.
func keyItem(s *Shell, group string, b key.Binding) (item commandItem, ok bool) {
	word := strings.TrimSpace(b.Help().Desc)
	if word == "" || b.Help().Key == "" {
		return item, false
	}
	item = commandItem{group: group, word: word, key: b.Help().Key, names: b.Keys()}
	if !b.Enabled() {
		item.why = notNow
		return item, true
	}
	for _, name := range b.Keys() {
		msg, known := ParseKey(name)
		if !known || typing(s.Top()) && len([]rune(name)) == 1 {
			continue
		}
		if slices.Contains(s.options.Alone, name) {
			item.alone = name
		}
		item.press = &msg
		return item, true
	}
	item.why = "letters are text here"
	return item, true
}

func actionItem(a Action) commandItem {
	item := commandItem{group: cmp.Or(a.Group, groupAll), word: a.Word, key: a.Key, action: &a}
	if a.Key != "" {
		item.names = []string{a.Key}
	}
	if a.Key == " " {
		item.key = "space"
	}
	if a.Run == nil {
		item.group, item.why = groupOther, a.Where
	}
	return item
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
		p.answers.SetSize(width, height-2)
	}
}

func (p *commandPane) row(i int) Row {
	item := p.found[i]
	group := item.group
	// Of rows under one heading the first one shows it.
	if i > p.table.Offset() && p.found[i-1].group == group {
		group = ""
	}
	return Row{group, item.shown(), item.key}
}

// What makes an action come before others that have what was typed.
const (
	scoreKey   = 1_000_000 // its key was typed
	scoreWord  = 10_000    // it is the word, and not the key or the heading, that has it
	scoreWorks = 40        // it works now
)

// named reports whether a text is one of its keys.
func (i *commandItem) named(name string) bool {
	return slices.Contains(i.names, name) || len(name) > 1 && strings.EqualFold(i.key, name) || name == "space" && slices.Contains(i.names, " ")
}

// narrow lists what has what is typed, the best first. What has it much worse than the best is left out: some letters
// occur in their order in almost everything.
func (p *commandPane) narrow() {
	want := strings.TrimSpace(p.find.Value("find"))
	p.found = p.found[:0]
	least, best := 0, 0
	if len(want) > 1 && slices.ContainsFunc(p.all, func(i commandItem) bool { return i.named(want) }) {
		least = scoreWord // The name of a key finds no other keys that look like it.
	}
	for _, item := range p.all {
		if want != "" && item.group == groupUsed {
			continue // It stands among the others too.
		}
		if item.look(want) && item.score >= least {
			p.found, best = append(p.found, item), max(best, item.fit)
		}
	}
	p.found = slices.DeleteFunc(p.found, func(i commandItem) bool { return i.score < scoreKey && 3*i.fit < 2*best })
	slices.SortStableFunc(p.found, func(a, b commandItem) int { return cmp.Compare(b.score, a.score) })
	p.table.SetCount(len(p.found))
	p.table.SetCursor(0)
}

// look reports whether an item has what is wanted, and keeps how well and where.
func (i *commandItem) look(want string) bool {
	i.found, i.fit, i.score = nil, 0, 0
	if want == "" {
		return true
	}
	if i.why == "" {
		i.score = scoreWorks
	}
	// A letter is a key of the screen below; of other screens it is a letter of their words first.
	if i.named(want) && (len(want) > 1 || i.group != groupOther) {
		i.score += scoreKey
		return true
	}
	match, ok := fuzzy.Find(i.word, want)
	if ok {
		i.score += scoreWord
	} else if match, ok = fuzzy.Find(i.shown()+" "+i.key+" "+i.group, want); !ok {
		return false
	}
	i.fit = match.Score
	i.score += match.Score
	i.found = slices.DeleteFunc(match.At, func(part [2]int) bool { return part[1] > len(i.shown()) })
	return true
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
	case msg.Type != tea.KeyRunes && msg.Type != tea.KeySpace && p.table.Update(msg):
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
	case item.action != nil && item.action.Run == nil:
		p.note = strings.TrimSpace(item.key+" does this "+item.action.Where) + "."
		return false, nil
	case item.why == notNow:
		p.note = "\"" + item.word + "\" does nothing now."
		return false, nil
	case item.why != "":
		p.note = "\"" + item.word + "\" does nothing now: " + item.why + "."
		return false, nil
	case item.alone != "":
		return true, func(*Shell) tea.Cmd { return Flash("press " + item.alone + " yourself: " + item.word) }
	case item.action != nil && len(item.action.Asks) > 0:
		p.askFor(item)
		return false, nil
	}
	return true, func(s *Shell) tea.Cmd { return runItem(s, item, nil) }
}

// askFor opens a field for each of an action's placeholders.
func (p *commandPane) askFor(item commandItem) {
	var fields []Field
	for i, name := range item.action.Asks {
		fields = append(fields, Field{Name: strconv.Itoa(i), Label: name, Limit: 60, Required: true})
	}
	p.asking, p.answers = &item, NewForm(p.theme, Section{Fields: fields})
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
		return true, func(s *Shell) tea.Cmd { return runItem(s, item, answers) }
	}
	return false, nil
}

// runItem does an action as its key would, and remembers that it was used.
func runItem(s *Shell, item commandItem, answers []string) tea.Cmd {
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
		lines := []string{p.theme.Title.Render(Fit(p.asking.word, p.width)), ""}
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
	return strconv.Itoa(len(p.found)) + " commands; type a word or a key to find one, enter does it"
}
