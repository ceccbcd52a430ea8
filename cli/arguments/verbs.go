package arguments

import (
	"cmp"
	"slices"
	"strings"

	"bellhop/internal/spelling"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// synonym returns our command for a name that other programs use, or "".
func synonym(word string) string {
	return map[string]string{
		"ls": "list", "get": "show", "view": "show", "search": "hotels", "login": "profile add", "rm": "remove", "delete": "remove",
		"change": "dates", "modify": "dates",
	}[word]
}

// mostMeant is how many commands of one name a hint lists.
const mostMeant = 3

// meant returns the paths of the commands that a word probably means: one of the group, or else of the whole program.
func meant(group *cobra.Command, word string) []string {
	root, name := group.Root(), cmp.Or(synonym(strings.ToLower(word)), word)
	if c := named(group, name); c != nil {
		return []string{c.CommandPath()}
	}
	paths := map[string][]string{}
	var names []string
	for _, c := range commandsBelow(root) {
		names, paths[c.Name()] = append(names, c.Name()), append(paths[c.Name()], c.CommandPath())
	}
	// A name that exactly one command has is likelier than a misspelling.
	if near := spelling.Nearest(word, commandNames(group)); near != "" && len(paths[name]) != 1 {
		return []string{group.CommandPath() + " " + near}
	}
	if group == root && (name == "list" || name == "show") {
		name = "reservation " + name // Most groups have such a command; a desk asks for reservations.
	}
	if c := named(root, name); c != nil {
		return []string{c.CommandPath()}
	}
	if found := paths[spelling.Nearest(name, names)]; len(found) <= mostMeant {
		return found
	}
	return nil
}

// named returns the command of a path below a group, or nil.
func named(group *cobra.Command, path string) *cobra.Command {
	for _, name := range strings.Fields(path) {
		at := slices.IndexFunc(group.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
		if at < 0 {
			return nil
		}
		group = group.Commands()[at]
	}
	return group
}

func commandsBelow(group *cobra.Command) (all []*cobra.Command) {
	for _, c := range group.Commands() {
		if c.IsAvailableCommand() {
			all = append(append(all, c), commandsBelow(c)...)
		}
	}
	return all
}

// VerbsFirst moves the names of commands before their flags, so that each flag is read by the command that has it. It refuses an
// unknown command, or a group without one, before any flag is read: the flags may be those of the command that was meant.
func VerbsFirst(root *cobra.Command, args []string) ([]string, error) {
	if len(args) > 0 && strings.HasPrefix(args[0], "__") {
		return args, nil // Cobra adds these commands when it runs.
	}
	root.InitDefaultHelpCmd()
	cmd, verbs, rest := root, []string{}, slices.Clone(args)
	for cmd.HasSubCommands() {
		at := firstWord(cmd, rest)
		switch {
		case at < 0 && !cmd.Runnable() && (len(rest) == 0 || rest[0] == "--"):
			return args, noCommand(cmd)
		case at < 0:
			return append(verbs, rest...), nil
		}
		next := named(cmd, rest[at])
		if next == nil {
			return args, wrongWord(cmd, rest[at])
		}
		cmd, verbs, rest = next, append(verbs, rest[at]), slices.Delete(rest, at, at+1)
	}
	if cmd.Name() == "help" { // All words name its topic.
		for at := firstWord(root, rest); at >= 0; at = firstWord(root, rest) {
			verbs, rest = append(verbs, rest[at]), slices.Delete(rest, at, at+1)
		}
	}
	return append(verbs, rest...), nil
}

// wrongWord returns the error for a word that is not a subcommand, or nil if it may be an argument. An argument may be a secret,
// so it is repeated only if a command was probably meant.
func wrongWord(cmd *cobra.Command, word string) error {
	err := cmd.ValidateArgs([]string{word})
	if !cmd.Runnable() || err != nil && len(meant(cmd, word)) > 0 {
		return UnknownCommand(cmd, word)
	}
	return err
}

// firstWord returns the index of the first argument that is neither a flag nor the value of one. It returns -1 if there is no
// such argument, or if a flag before it is unknown to every command.
func firstWord(cmd *cobra.Command, args []string) int {
	for i := 0; i < len(args); i++ {
		word := args[i]
		if !strings.HasPrefix(word, "-") || word == "-" {
			return i
		}
		if word == "--" {
			return -1
		}
		name, _, valued := strings.Cut(strings.TrimLeft(word, "-"), "=")
		flag := flagOf(cmd, name, !strings.HasPrefix(word, "--"))
		if flag == nil {
			return -1
		}
		if !valued && flag.NoOptDefVal == "" {
			i++
		}
	}
	return -1
}

// flagOf returns a flag of a command, or else of a command below it, by its name or its letter.
func flagOf(cmd *cobra.Command, name string, short bool) *pflag.Flag {
	if name == "" || short && len(name) > 1 {
		return nil
	}
	for _, c := range append([]*cobra.Command{cmd}, commandsBelow(cmd)...) {
		c.InitDefaultHelpFlag()
		c.InitDefaultVersionFlag()
		flag := c.Flags().Lookup(name)
		if short {
			flag = c.Flags().ShorthandLookup(name)
		}
		if flag != nil {
			return flag
		}
	}
	return nil
}
