package app

import (
	"bellhop/cli"
	"bellhop/config"
	"bellhop/screens/keys"
	"bellhop/ui/keymap"
)

// keys returns the keys in force. What is wrong with a configuration was said when it was read. A play presses the
// default keys, and shows them.
func (s *session) keys() *keymap.Map {
	if s.script != nil || s.cfg.Keys.Preset == "" && len(s.cfg.Keys.Own) == 0 {
		return keys.Default()
	}
	m, _ := keymap.New(keys.Table(), s.cfg.Keys.Preset, s.cfg.Keys.Own)
	return m
}

// consoleKeys returns what the command line knows of the console's keys.
func consoleKeys() cli.Keys {
	return cli.Keys{
		Check: func(k config.Keys) []config.KeyProblem {
			if k.Preset == "" && len(k.Own) == 0 {
				return nil // The table is made only where something is to be checked.
			}
			_, found := keymap.New(keys.Table(), k.Preset, k.Own)
			out := make([]config.KeyProblem, len(found))
			for i, p := range found {
				out[i] = config.KeyProblem{Name: p.ID, What: p.What, Fix: p.Fix}
			}
			return out
		},
		InForce: keysInForce,
		Presets: keyPresets(),
	}
}

func keysInForce(k config.Keys) []cli.KeyAction {
	m, _ := keymap.New(keys.Table(), k.Preset, k.Own)
	var out []cli.KeyAction
	for _, e := range m.Entries() {
		out = append(out, cli.KeyAction{
			Name: e.ID, Words: e.Words, Keys: e.InForce, Default: e.Keys, From: string(e.Source), Screens: e.On,
			Text: e.Text != keymap.Letters, Writes: e.Write,
		})
	}
	return out
}

func keyPresets() []cli.KeyPreset {
	var out []cli.KeyPreset
	for _, p := range keys.Presets() {
		out = append(out, cli.KeyPreset{Name: p.Name, Words: p.Words, Keys: p.Keys})
	}
	return out
}
