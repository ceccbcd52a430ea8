package config

import (
	"maps"
	"slices"
	"strings"
)

// Keys are what the file says of the console's keys. What the names mean is not known here: Inputs.CheckKeys is.
type Keys struct {
	Preset string              // its name; empty is none
	Own    map[string][]string // by the name of the action; an empty list takes the keys away
}

// A KeyProblem is what is wrong with the keys of an action, or with the preset, whose name is "preset".
type KeyProblem struct {
	Name string
	What string
	Fix  string
}

const presetKey = "preset"

// keys reads the table of keys. A name with a dot may be written without quotes, which TOML takes for tables in tables.
func (r reader) keys(root map[string]any) (k Keys, paths map[string][]string) {
	table := r.table(root, "keys")
	if k.Preset = r.text(table, "keys", presetKey); k.Preset == retiredPreset {
		k.Preset = ""
	}
	paths = map[string][]string{presetKey: {"keys", presetKey}}
	var read func(table map[string]any, path []string)
	read = func(table map[string]any, path []string) {
		for _, name := range slices.Sorted(maps.Keys(table)) {
			at := append(slices.Clone(path), name)
			action := strings.Join(at[1:], ".")
			if action == presetKey || slices.Contains(retiredActions(), action) {
				continue
			}
			if inner, ok := table[name].(map[string]any); ok {
				read(inner, at)
				continue
			}
			names, ok := r.names(table, at)
			if !ok {
				continue
			}
			if k.Own == nil {
				k.Own = map[string][]string{}
			}
			k.Own[action], paths[action] = names, at
		}
	}
	read(table, []string{"keys"})
	return k, paths
}

// names returns the text or the list of texts at the path's last name.
func (r reader) names(table map[string]any, path []string) (names []string, ok bool) {
	switch v := table[path[len(path)-1]].(type) {
	case string:
		return []string{v}, true
	case []any:
		names = []string{}
		for _, one := range v {
			text, isText := one.(string)
			if !isText {
				r.problems.add(r.doc.problem(written(path...)+" must be keys, and has "+kind(one), `write it as ["S", "f12"]`, path...))
				return nil, false
			}
			names = append(names, text)
		}
		return names, true
	default:
		r.problems.add(r.doc.problem(written(path...)+" must be a key or a list of keys, and is "+kind(v), `write it as "S" or ["S", "f12"]`, path...))
		return nil, false
	}
}

// checkKeys lets whoever knows the console's actions say which keys cannot be theirs.
func (s stored) checkKeys(check func(Keys) []KeyProblem, doc *document) error {
	if check == nil {
		return nil
	}
	var found problems
	keys, _ := doc.values["keys"].(map[string]any)
	for _, p := range check(s.keys) {
		if keys[presetKey] == retiredPreset {
			p.Fix = strings.TrimPrefix(p.Fix+"; the preset "+retiredPreset+" is no longer used", "; ")
		}
		found.add(doc.problem(p.What, p.Fix, s.keyPaths[p.Name]...))
	}
	return found.inOrder().err()
}
