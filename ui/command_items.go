package ui

import (
	"cmp"
	"slices"
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
	Why   string // it does nothing now; empty where it does
	// Asks are the names of what must be typed before it runs, and Given what stands there already.
	Asks, Given []string
	Help        string // what to know for that
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

// A Listing is a line of the palette: a key that works on the screen below, or an action.
type Listing struct {
	Group, Word, Key string
	Names            []string // of its keys
	Why              string   // it does nothing now; empty where it does
	alone            string   // the key that a person must press; empty where enter does it
	press            *tea.KeyMsg
	action           *Action
	// How well it has what is typed, by its letters and over all, and where in shown.
	fit, score int
	found      [][2]int
}

func (i *Listing) id() string { return i.Key + " " + i.Word }

// shown is its word, and why it does nothing now.
func (i *Listing) shown() string {
	if i.Why == "" {
		return i.Word
	}
	return i.Word + " · " + i.Why
}

// Listed returns all lines of the palette, those that were used lately first, and then in the order of their headings.
func (s *Shell) Listed() []Listing {
	var items []Listing
	seen := map[string]bool{}
	add := func(item Listing) {
		if !seen[item.id()] {
			seen[item.id()] = true
			items = append(items, item)
		}
	}
	for _, b := range s.Top().Keys() {
		if item, ok := s.keyItem(groupScreen, b); ok {
			add(item)
		}
	}
	for _, b := range s.keysEverywhere() {
		if item, ok := s.keyItem(groupAll, b); ok {
			add(item)
		}
	}
	if a, ok := topmost[Actor](s.stack); ok {
		for _, action := range a.Actions() {
			if item := actionItem(action); item.Group != groupOther || !offered(items, item) {
				add(item)
			}
		}
	}
	order := []string{groupScreen, groupAll}
	for _, item := range items {
		if item.Group != groupOther && !slices.Contains(order, item.Group) {
			order = append(order, item.Group)
		}
	}
	order = append(order, groupOther)
	slices.SortStableFunc(items, func(a, b Listing) int {
		return cmp.Compare(slices.Index(order, a.Group), slices.Index(order, b.Group))
	})
	return usedFirst(s.used, items)
}

// offered reports whether the screen below has the key of an action of other screens, with the same word.
func offered(items []Listing, action Listing) bool {
	return slices.ContainsFunc(items, func(i Listing) bool {
		return slices.Contains(i.Names, action.Key) && strings.HasPrefix(i.Word, action.Word)
	})
}

// usedFirst puts those that work and were used lately first, once more.
func usedFirst(used []string, items []Listing) []Listing {
	var first []Listing
	for _, id := range used {
		at := slices.IndexFunc(items, func(i Listing) bool { return i.id() == id && i.Why == "" })
		if at >= 0 && len(first) < mostUsed {
			item := items[at]
			item.Group = groupUsed
			first = append(first, item)
		}
	}
	return append(first, items...)
}

// keyItem is a key of the screen below. It is pressed by the first of its names that is no text there.
func (s *Shell) keyItem(group string, b key.Binding) (item Listing, ok bool) {
	word := strings.TrimSpace(b.Help().Desc)
	if word == "" || b.Help().Key == "" {
		return item, false
	}
	item = Listing{Group: group, Word: word, Key: b.Help().Key, Names: b.Keys()}
	if !b.Enabled() {
		item.Why = notNow
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
	item.Why = "letters are text here"
	return item, true
}

func actionItem(a Action) Listing {
	item := Listing{Group: cmp.Or(a.Group, groupAll), Word: a.Word, Key: a.Key, action: &a}
	if a.Key != "" {
		item.Names = []string{a.Key}
	}
	if a.Key == " " {
		item.Key = "space"
	}
	if item.Why = a.Why; a.Run == nil && a.Why == "" {
		item.Group, item.Why = groupOther, a.Where
	}
	return item
}

// What makes an action come before others that have what was typed.
const (
	scoreKey   = 1_000_000 // its key was typed
	scoreWord  = 10_000    // it is the word, and not the key or the heading, that has it
	scoreWorks = 40        // it works now
)

// named reports whether a text is one of its keys.
func (i *Listing) named(name string) bool {
	return slices.Contains(i.Names, name) || len(name) > 1 && strings.EqualFold(i.Key, name) || name == "space" && slices.Contains(i.Names, " ")
}

// look reports whether an item has what is wanted, and keeps how well and where.
func (i *Listing) look(want string) bool {
	i.found, i.fit, i.score = nil, 0, 0
	if want == "" {
		return true
	}
	if i.Why == "" {
		i.score = scoreWorks
	}
	// A letter is a key of the screen below; of other screens it is a letter of their words first.
	if i.named(want) && (len(want) > 1 || i.Group != groupOther) {
		i.score += scoreKey
		return true
	}
	match, ok := fuzzy.Find(i.Word, want)
	if ok {
		i.score += scoreWord
	} else if match, ok = fuzzy.Find(i.shown()+" "+i.Key+" "+i.Group, want); !ok || len(match.At) > len(strings.Fields(want)) {
		return false // Of what stands beside the word, letters here and there say nothing.
	}
	i.fit = match.Score
	i.score += match.Score
	i.found = slices.DeleteFunc(match.At, func(part [2]int) bool { return part[1] > len(i.shown()) })
	return true
}
