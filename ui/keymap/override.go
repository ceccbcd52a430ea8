package keymap

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Problem is what is wrong with an override.
type Problem struct {
	ID   string // of the action that was overridden, or "preset"
	What string
	Fix  string // what to do about it; may be empty
}

// PresetName is the name beside the actions' that a preset is chosen by.
const PresetName = "preset"

// New returns the keys of a table with a preset, empty for none, and a user's overrides over it. The problems are all that
// is wrong; then the map is of no use.
func New(t Table, preset string, own map[string][]string) (*Map, []Problem) {
	m := Default(t)
	var found []Problem
	if preset != "" {
		at := slices.IndexFunc(t.Presets, func(p Preset) bool { return p.Name == preset })
		if at < 0 {
			return m, []Problem{{ID: PresetName, What: "there is no preset " + strconv.Quote(preset), Fix: "there are " + strings.Join(t.presetNames(), ", ")}}
		}
		m.preset = preset
		found = m.override(t.Presets[at].Keys, fromPreset)
	}
	found = append(found, m.override(own, fromConfig)...)
	if len(found) == 0 {
		found = m.conflicts()
	}
	return m, found
}

func (t Table) presetNames() []string {
	var names []string
	for _, p := range t.Presets {
		names = append(names, p.Name)
	}
	return names
}

// IDs returns the names of all actions.
func (t Table) IDs() []string {
	out := make([]string, len(t.Actions))
	for i, a := range t.Actions {
		out[i] = a.ID
	}
	return out
}

func (m *Map) override(keys map[string][]string, source Source) []Problem {
	var found []Problem
	for _, id := range slices.Sorted(maps.Keys(keys)) {
		b := m.bound[id]
		if b == nil {
			found = append(found, Problem{ID: id, What: "there is no action " + strconv.Quote(id), Fix: m.near(id)})
			continue
		}
		names, problems := checked(b.Action, keys[id])
		if found = append(found, problems...); len(problems) == 0 {
			m.bind(b.Action, names, source)
		}
	}
	return found
}

// near names actions that end or begin like a name that there is not.
func (m *Map) near(id string) string {
	_, last, _ := strings.Cut(id, ".")
	for _, a := range m.table.Actions {
		if _, own, _ := strings.Cut(a.ID, "."); last != "" && own == last || last == "" && own == id {
			return "bellhop keys lists them all; did you mean " + strconv.Quote(a.ID) + "?"
		}
	}
	return "bellhop keys lists them all"
}

// checked returns the names of an action's new keys, with those that it keeps.
func checked(a Action, keys []string) (names []string, found []Problem) {
	wrong := func(what, fix string) { found = append(found, Problem{ID: a.ID, What: what, Fix: fix}) }
	for _, text := range keys {
		name, err := Name(text)
		if err != nil {
			wrong("the key "+err.Error(), "")
			continue
		}
		if why := refused(a, name); why != "" {
			wrong(strconv.Quote(name)+" cannot be a key of "+a.ID+" ("+a.Words+"): "+why, "use "+allowed(a))
			continue
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range a.Keys {
		if kept[name] != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(keys) == 0 && len(names) > 0 {
		wrong(names[0]+" "+kept[names[0]]+", everywhere, and cannot be taken from "+a.ID, "leave the line out")
	}
	if len(found) > 0 {
		return nil, found
	}
	switch typed := slices.ContainsFunc(names, func(name string) bool { return !IsLetter(name) }); {
	case len(names) == 0 && !a.Keyless:
		wrong(a.ID+" ("+a.Words+") has no other way than a key", "give it one")
	case len(names) > 0 && a.Text == Mixed && !typed:
		wrong(a.ID+" ("+a.Words+") works where letters are text too", "give it "+allowed(Action{Text: NoLetter})+" besides")
	}
	return names, found
}

// refused is why a key cannot be one of an action's; empty where it can.
func refused(a Action, name string) string {
	does, fixed := kept[name]
	msg, _ := ParseKey(name)
	switch {
	case fixed && !slices.Contains(a.Keys, name):
		return name + " " + does + ", everywhere"
	case a.Write && (msg.Alt || msg.Type < 0 || msg.Type >= ' '):
		return "it sends something or throws something away, so it must be a control key, which counts only when it is pressed by itself"
	case a.Text >= NoLetter && IsLetter(name):
		return "letters are text where it works"
	}
	return ""
}

func allowed(a Action) string {
	if a.Write {
		return "a control key such as ctrl+b"
	}
	if a.Text >= NoLetter {
		return "a control, function or alt key"
	}
	return "another key"
}

// conflicts returns the pairs of actions that have one key.
func (m *Map) conflicts() []Problem {
	var found []Problem
	for i, one := range m.table.Actions {
		for _, other := range m.table.Actions[i+1:] {
			a, b := m.bound[one.ID], m.bound[other.ID]
			if a.source == fromDefault && b.source == fromDefault {
				continue
			}
			name, both := common(a.keys, b.keys)
			if !both || !meet(one, other) {
				continue
			}
			if b.source == fromConfig && a.source != fromConfig {
				a, b = b, a
			}
			what := "the key " + first([]string{name}) + " is both " + a.ID + " (" + a.Words + ") and " + b.ID + " (" + b.Words + ") " + where(a.Action, b.Action)
			id := a.ID
			if a.source == fromPreset && b.source == fromPreset {
				id = PresetName
			}
			found = append(found, Problem{ID: id, What: what, Fix: "give one of them another key"})
		}
	}
	return found
}

// common returns a key that is in both lists.
func common(a, b []string) (name string, ok bool) {
	for _, k := range a {
		if slices.Contains(b, k) {
			return k, true
		}
	}
	return "", false
}

// meet reports whether two actions may not have one key: they are on one screen, and their default keys do not say that
// they are never both there. What sends something has its key alone.
func meet(a, b Action) bool {
	if _, never := common(spelt(a.Keys), spelt(b.Keys)); never {
		return false
	}
	if a.Write || b.Write {
		return true
	}
	if a.Text == OnlyText && b.Text == Letters || b.Text == OnlyText && a.Text == Letters {
		return false
	}
	_, same := together(a, b)
	return same
}

func spelt(keys []string) []string {
	out := slices.Clone(keys)
	for i, k := range out {
		if k == " " {
			out[i] = "space"
		}
	}
	return out
}

// together returns a screen that two actions are on.
func together(a, b Action) (screen string, ok bool) {
	for _, one := range a.On {
		for _, other := range b.On {
			switch {
			case one == other, other == Everywhere:
				return one, true
			case one == Everywhere:
				return other, true
			}
		}
	}
	return "", false
}

func where(a, b Action) string {
	switch screen, ok := together(a, b); {
	case !ok:
		return "and what sends something has its key alone"
	case screen == Everywhere:
		return "everywhere"
	default:
		return "on one screen (" + screen + ")"
	}
}
