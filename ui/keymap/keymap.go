// Package keymap is the table of what keys do: each action of the program with its name, its words and its keys, the
// overrides of a user over those, and what is wrong with them. Bindings, help and texts are made from it, so that what
// they say is what is in force.
package keymap

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
)

// Text says whether an action works where letters are text.
type Text int

// What an action is where letters are text.
const (
	Letters  Text = iota // it does not: letters may be its keys
	Mixed                // it works there too: letters may be among its keys, and one of them is no letter
	NoLetter             // its keys are no letters
	OnlyText             // it works only there, and its keys are no letters
)

// Everywhere is the screen of actions that work on all of them.
const Everywhere = "everywhere"

// An Action is something that a key does.
type Action struct {
	ID    string   // "hotels.sort"
	Words string   // what it does, in a few words
	Keys  []string // by default, the first one is shown
	// Shown is how the default keys are shown; empty is the first one.
	Shown string
	// On are the names of the screens that it works on, or Everywhere. Two actions of one screen have no key in
	// common, unless their default keys say that they are never both there.
	On   []string
	Text Text
	// Write is an action that sends something, or throws away what cannot be had again. Its key counts only when it is
	// pressed by itself and means nothing else on any screen.
	Write bool
	// Keyless is an action that the palette does without a key: its keys may all be taken away.
	Keyless bool
}

// A Screen is a place that actions work on.
type Screen struct {
	Name  string // "hotels"
	Where string // "on the hotels"
}

// A Preset is a set of overrides that comes with the program.
type Preset struct {
	Name  string
	Words string
	Keys  map[string][]string // by the action's ID
}

// A Table is all there is to say of a program's keys.
type Table struct {
	Actions []Action
	Screens []Screen
	Presets []Preset
}

// kept are keys that mean the same in every program: what has one by default keeps it, and nothing else gets one.
var kept = map[string]string{
	"enter": "goes on", "esc": "goes back", "ctrl+c": "quits", "tab": "goes to the next field", "shift+tab": "goes to the field before",
	"up": "moves", "down": "moves", "left": "moves", "right": "moves", "home": "moves", "end": "moves", "pgup": "moves", "pgdown": "moves",
	"backspace": "deletes", "delete": "deletes",
}

// Kept reports whether a key means the same in every program, such as enter and the arrows.
func Kept(name string) bool { return kept[name] != "" || strings.HasPrefix(name, "shift+") }

// A Map is the keys in force. The nil one has those of Kit.
type Map struct {
	table   Table
	preset  string
	bound   map[string]*bound // by the action's ID
	pointer map[*string]string
}

// bound is an action with its keys in force.
type bound struct {
	Action
	keys    []string // as bindings have them: " " for the space bar
	noLetts []string // those of them that are no letters
	shown   string
	source  Source
}

// A Source says where the keys of an action come from.
type Source string

// The sources of keys.
const (
	fromDefault Source = "default"
	fromPreset  Source = "preset"
	fromConfig  Source = "config"
)

// Default returns the map without overrides.
func Default(t Table) *Map {
	m := &Map{table: t, bound: make(map[string]*bound, len(t.Actions)), pointer: make(map[*string]string, 2*len(t.Actions))}
	for _, a := range t.Actions {
		m.bind(a, a.Keys, fromDefault)
	}
	return m
}

func (m *Map) bind(a Action, keys []string, source Source) {
	b := &bound{Action: a, source: source}
	for _, k := range keys {
		if k == "space" {
			k = " "
		}
		b.keys = append(b.keys, k)
		if !IsLetter(k) {
			b.noLetts = append(b.noLetts, k)
		}
	}
	b.shown = first(keys)
	if source == fromDefault && a.Shown != "" {
		b.shown = a.Shown
	}
	for _, list := range [][]string{b.keys, b.noLetts} {
		if len(list) > 0 {
			m.pointer[&list[0]] = a.ID
		}
	}
	m.bound[a.ID] = b
}

func first(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	if keys[0] == " " {
		return "space"
	}
	return keys[0]
}

// or returns the map itself, or that of Kit for the nil one.
func (m *Map) or() *Map {
	if m == nil {
		return kit()
	}
	return m
}

// Binding returns the binding of an action. Its words may be others than the table's. Of an unknown one it matches
// nothing.
func (m *Map) Binding(id string, words ...string) key.Binding {
	b := m.or().bound[id]
	if b == nil {
		return key.NewBinding()
	}
	return binding(b.keys, b.shown, cmp.Or(first(words), b.Words))
}

// Typing returns the binding of an action where letters are text: without those of its keys that are letters.
func (m *Map) Typing(id string, words ...string) key.Binding {
	b := m.or().bound[id]
	if b == nil {
		return key.NewBinding()
	}
	shown := first(b.noLetts)
	if len(b.noLetts) == len(b.keys) {
		shown = b.shown
	}
	return binding(b.noLetts, shown, cmp.Or(first(words), b.Words))
}

func binding(keys []string, shown, words string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, words))
}

// Pair returns a binding that shows two actions as one, such as "[ ]": it has the keys of both.
func (m *Map) Pair(words, one, other string) key.Binding {
	a, b := m.Binding(one), m.Binding(other)
	return binding(slices.Concat(a.Keys(), b.Keys()), strings.TrimSpace(a.Help().Key+" "+b.Help().Key), words)
}

// Shown returns the name of an action's key for a text; empty for an action without one.
func (m *Map) Shown(id string) string {
	if b := m.or().bound[id]; b != nil {
		return first(b.keys)
	}
	return ""
}

// Say returns a text with the keys in force in place of the actions that it names in braces: "{send} books it". With an
// exclamation mark, as in "{reload!}", it is the key where letters are text.
func (m *Map) Say(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	m = m.or()
	var out strings.Builder
	for {
		begin := strings.IndexByte(text, '{')
		length := strings.IndexByte(text[max(begin, 0):], '}')
		if begin < 0 || length < 0 {
			out.WriteString(text)
			return out.String()
		}
		id, typing := strings.CutSuffix(text[begin+1:begin+length], "!")
		b := m.bound[id]
		out.WriteString(text[:begin])
		switch {
		case b == nil:
			out.WriteString(text[begin : begin+length+1])
		case typing && len(b.noLetts) > 0:
			out.WriteString(b.noLetts[0])
		case len(b.keys) > 0:
			out.WriteString(first(b.keys))
		default:
			out.WriteString("the palette")
		}
		text = text[begin+length+1:]
	}
}

// Of returns the action that a binding of this map is of.
func (m *Map) Of(b key.Binding) (id string, ok bool) {
	keys := b.Keys()
	if len(keys) == 0 {
		return "", false
	}
	id, ok = m.or().pointer[&keys[0]]
	return id, ok
}

// Bound reports whether any action has this key.
func (m *Map) Bound(name string) bool {
	for _, b := range m.or().bound {
		if slices.Contains(b.keys, name) {
			return true
		}
	}
	return false
}

// WriteKeys returns the keys that count only when they are pressed by themselves.
func (m *Map) WriteKeys() []string {
	var out []string
	m = m.or()
	for _, a := range m.table.Actions {
		if a.Write {
			for _, k := range m.bound[a.ID].keys {
				if !slices.Contains(out, k) {
					out = append(out, k)
				}
			}
		}
	}
	return out
}

// An Entry is an action with its keys in force.
type Entry struct {
	Action
	InForce []string
	Source  Source
}

// Entries returns all actions, in the order of the table.
func (m *Map) Entries() []Entry {
	m = m.or()
	out := make([]Entry, 0, len(m.table.Actions))
	for _, a := range m.table.Actions {
		b := m.bound[a.ID]
		keys := make([]string, len(b.keys))
		for i, k := range b.keys {
			keys[i] = first([]string{k})
		}
		out = append(out, Entry{Action: a, InForce: keys, Source: b.source})
	}
	return out
}

// Table returns what the map was made of.
func (m *Map) Table() Table { return m.or().table }

// Preset returns the name of the preset in force; empty is none.
func (m *Map) Preset() string { return m.or().preset }
