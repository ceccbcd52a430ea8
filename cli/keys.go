package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

const keysLong = `Keys prints what every key of the console does, as the config file has it: the
name of each action, its keys, what it does and where. With a word it prints the
actions that have it in their name, their words, their keys or their screens.

[keys] of the config file gives an action other keys, by its name, or all of them
those of a preset. A key that would do two things on one screen is an error when
Bellhop starts. Keys whose meaning every program shares, such as enter, esc and
the arrows, stay; others can be added to them. --config prints a config to start
from: every action with its keys, as comments.`

const keysExample = `  bellhop keys
  bellhop keys book
  bellhop keys --preset vim
  bellhop keys --config > keys.toml
  bellhop keys --jq '.actions[] | select(.from != "default") | .name'`

// keysJSON is the keys in force.
type keysJSON struct {
	Preset  string          `json:"preset"` // "" is none
	Presets []keyPresetJSON `json:"presets"`
	Actions []keyActionJSON `json:"actions"`
}

type keyPresetJSON struct {
	Name string `json:"name"`
	Says string `json:"says"`
}

// keyActionJSON is an action and its keys.
type keyActionJSON struct {
	Name    string   `json:"name"`
	Says    string   `json:"says"`
	Keys    []string `json:"keys"`
	Default []string `json:"default"`
	From    string   `json:"from"` // "default", "preset" or "config"
	Screens []string `json:"screens"`
	Text    bool     `json:"text"`   // it works where letters are text: a letter alone cannot be its key there
	Writes  bool     `json:"writes"` // it sends something or throws something away: its key is a control key
}

func keysCommand(a *app) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var asConfig, changed bool
	var preset string
	cmd := &cobra.Command{
		Use:     "keys [word]",
		Short:   "Print what the console's keys do, and how to change them",
		Long:    keysLong,
		Example: keysExample,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if asConfig && format.JSON() {
				return exit.Wrong("--config prints no JSON; leave one of the two out")
			}
			if err := format.Check(); err != nil {
				return err
			}
			c, err := a.resolve(cmd, flags, nil)
			if err != nil {
				return err
			}
			k := c.Keys
			if preset != "" {
				if k.Preset = preset; !slices.ContainsFunc(a.launch.Keys.Presets, func(p KeyPreset) bool { return p.Name == preset }) {
					return exit.Wrong("there is no preset %q; there are %s", preset, strings.Join(a.presetNames(), ", "))
				}
				if found := a.launch.Keys.Check(k); len(found) > 0 {
					return exit.Wrong("with --preset %s and the config file: %s; %s", preset, found[0].What, found[0].Fix)
				}
			}
			actions := matching(a.launch.Keys.InForce(k), strings.ToLower(strings.Join(args, " ")), changed)
			if asConfig {
				return printKeyConfig(cmd.OutOrStdout(), a.launch.Keys.Presets, k.Preset, actions)
			}
			return format.Print(cmd.Context(), cmd.OutOrStdout(), keysOf(a.launch.Keys.Presets, k.Preset, actions), func() error {
				return printKeys(cmd.OutOrStdout(), actions)
			})
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 || a.launch.Keys.InForce == nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, action := range a.launch.Keys.InForce(config.Keys{}) {
				names = append(names, cobra.CompletionWithDesc(action.Name, action.Words))
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&asConfig, "config", false, "print a [keys] table to start from")
	cmd.Flags().BoolVar(&changed, "changed", false, "only what is not as by default")
	cmd.Flags().StringVar(&preset, "preset", "", "as if the config file named this `PRESET`")
	_ = cmd.RegisterFlagCompletionFunc("preset", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return a.presetNames(), cobra.ShellCompDirectiveNoFileComp
	})
	format.Flags(cmd, keysJSON{})
	a.profileFlags(cmd, &flags)
	return cmd
}

func (a *app) presetNames() []string {
	var names []string
	for _, p := range a.launch.Keys.Presets {
		names = append(names, p.Name)
	}
	return names
}

// matching returns the actions that have a word somewhere, and, with changed, other keys than by default.
func matching(all []KeyAction, word string, changed bool) []KeyAction {
	return slices.DeleteFunc(slices.Clone(all), func(a KeyAction) bool {
		if changed && a.From == "default" {
			return true
		}
		text := strings.ToLower(a.Name + " " + a.Words + " " + strings.Join(a.Screens, " "))
		return !strings.Contains(text, word) && !slices.ContainsFunc(a.Keys, func(k string) bool { return strings.ToLower(k) == word })
	})
}

func keysOf(presets []KeyPreset, preset string, actions []KeyAction) keysJSON {
	out := keysJSON{Preset: preset, Presets: []keyPresetJSON{}, Actions: []keyActionJSON{}}
	for _, p := range presets {
		out.Presets = append(out.Presets, keyPresetJSON{p.Name, p.Words})
	}
	for _, a := range actions {
		out.Actions = append(out.Actions, keyActionJSON{
			Name: a.Name, Says: a.Words, Keys: append([]string{}, a.Keys...), Default: a.Default, From: a.From, Screens: a.Screens, Text: a.Text, Writes: a.Writes,
		})
	}
	return out
}

// mostScreens is how many screens are named beside an action.
const mostScreens = 6

// printKeys prints the actions, those of several screens first, and then screen by screen.
func printKeys(w io.Writer, actions []KeyAction) error {
	if len(actions) == 0 {
		_, err := fmt.Fprintln(w, "No action has this; \"bellhop keys\" lists them all.")
		return err
	}
	var groups []string
	by := map[string][]KeyAction{}
	for _, a := range actions {
		group := groupOf(a)
		if by[group] == nil {
			groups = append(groups, group)
		}
		by[group] = append(by[group], a)
	}
	for i, group := range groups {
		if i > 0 {
			_, _ = fmt.Fprintln(w)
		}
		if _, err := fmt.Fprintln(w, group); err != nil {
			return err
		}
		out := output.NewTable(w)
		for _, a := range by[group] {
			where := ""
			switch n := len(a.Screens); {
			case n > mostScreens:
				where = "on " + strconv.Itoa(n) + " screens"
			case n > 1:
				where = strings.Join(a.Screens, ", ")
			}
			from := ""
			if a.From != "default" {
				from = " (" + a.From + ")"
			}
			_, _ = fmt.Fprintf(out, "  %s\t%s\t%s%s\t%s\n", a.Name, strings.Join(a.Keys, "  "), a.Words, from, where)
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// groupOf returns the heading of an action: its one screen, or what its name begins with.
func groupOf(a KeyAction) string {
	switch {
	case len(a.Screens) == 1:
		return a.Screens[0]
	case strings.HasPrefix(a.Name, "list."), strings.HasPrefix(a.Name, "page."):
		return "lists and pages"
	case strings.HasPrefix(a.Name, "form."), strings.HasPrefix(a.Name, "text."), strings.HasPrefix(a.Name, "calendar."):
		return "forms and text"
	default:
		return "several screens"
	}
}

// printKeyConfig prints a [keys] table: what is as by default as comments.
func printKeyConfig(w io.Writer, presets []KeyPreset, preset string, actions []KeyAction) error {
	lines := []string{
		"# The console's keys. Take the # away and change what you like; \"bellhop keys\"", "# shows what is in force, and a key that would be two things is an error at the start.", "[keys]",
	}
	for _, p := range presets {
		mark := "# "
		if p.Name == preset {
			mark = ""
		}
		lines = append(lines, fmt.Sprintf("%spreset = %q  # %s", mark, p.Name, p.Words))
	}
	for _, a := range actions {
		mark := "# "
		if a.From == "config" {
			mark = ""
		}
		lines = append(lines, fmt.Sprintf("%s%q = %s  # %s", mark, a.Name, tomlKeys(a.Keys), a.Words))
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(output.Data(w), line); err != nil {
			return err
		}
	}
	return nil
}

// tomlKeys writes keys as TOML reads them. Its texts are written as JSON's are.
func tomlKeys(keys []string) string {
	texts := make([]string, len(keys))
	for i, k := range keys {
		var b strings.Builder
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if enc.Encode(k) == nil {
			texts[i] = strings.TrimSpace(b.String())
		}
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "[" + strings.Join(texts, ", ") + "]"
}
