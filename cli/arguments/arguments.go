// Package arguments checks what a command line says, and explains what is wrong with it.
package arguments

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"bellhop/cli/exit"
	"bellhop/config"
	"bellhop/internal/safetext"
	"bellhop/internal/spelling"

	"github.com/spf13/cobra"
)

// None refuses arguments without repeating them: one may be a secret
// that was pasted into the wrong place.
func None(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return exit.Wrong("%q takes no arguments, and %s given; see %q", cmd.CommandPath(), WasWere(len(args)), cmd.CommandPath()+" --help")
	}
	return nil
}

// WasWere says that so many were given.
func WasWere(n int) string {
	if n == 1 {
		return "1 was"
	}
	return fmt.Sprintf("%d were", n)
}

// OneFile wants one FILE.
func OneFile(cmd *cobra.Command, args []string) error {
	return one(cmd, args, "FILE", "the name of a FILE is empty")
}

// OptionalFile wants one FILE or none.
func OptionalFile(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return exit.Wrong("%q takes one FILE at most, and %s given; see %q", cmd.CommandPath(), WasWere(len(args)), cmd.CommandPath()+" --help")
	case len(args) == 1:
		return OneFile(cmd, args)
	}
	return nil
}

// OneName wants one NAME.
func OneName(cmd *cobra.Command, args []string) error {
	return one(cmd, args, "NAME", "the NAME is empty")
}

// OneEmail wants one EMAIL.
func OneEmail(cmd *cobra.Command, args []string) error {
	return one(cmd, args, "EMAIL", "the EMAIL is empty")
}

func one(cmd *cobra.Command, args []string, what, empty string) error {
	switch {
	case len(args) != 1:
		return exit.Wrong("%q takes one %s, and %s given; see %q", cmd.CommandPath(), what, WasWere(len(args)), cmd.CommandPath()+" --help")
	case args[0] == "":
		return exit.Wrong("%s; see %q", empty, cmd.CommandPath()+" --help")
	}
	return nil
}

// noCommand is the error of a command line that ends with a group of commands.
func noCommand(cmd *cobra.Command) error {
	return exit.Wrong("%q needs a command: %s", cmd.CommandPath(), strings.Join(commandNames(cmd), ", "))
}

// UnknownCommand names the command that was probably meant.
func UnknownCommand(cmd *cobra.Command, word string) error {
	hint := "see " + cmd.CommandPath() + " --help"
	if paths := meant(cmd, word); len(paths) > 0 {
		hint = "did you mean " + strings.Join(paths, " or ") + "?"
	}
	return exit.Wrong("there is no command %q; %s", word, hint)
}

// commandNames lists the commands of a group.
func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// A token on the command line is refused by any name that people try.
func namesSecret(flag string) bool {
	switch flag {
	case "token", "api-token", "key", "api-key", "apikey", "password", "secret":
		return true
	default:
		return false
	}
}

const noTokenFlag = "is not a flag, because arguments can be read by everybody on this machine and stay in the shell's history; " +
	"bellhop profile add asks for the token, or reads it from standard input, or set " + config.EnvToken

// FlagError explains a flag that cannot be read.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown interface{ GetSpecifiedName() string }
	if errors.As(err, &unknown) && strings.HasPrefix(err.Error(), "unknown flag") {
		name := unknown.GetSpecifiedName()
		if namesSecret(name) {
			return exit.Wrong("--%s %s", name, noTokenFlag)
		}
		hint := "see " + cmd.CommandPath() + " --help"
		if near := spelling.Nearest(name, flagNames(cmd)); near != "" {
			hint = "did you mean --" + near + "?"
		}
		return exit.Wrong("%q has no flag --%s; %s", cmd.CommandPath(), name, hint)
	}
	what := err.Error()
	for _, name := range []string{"--json", "--at-most"} { // Their errors are our own sentences.
		if _, problem, of := strings.Cut(what, `for "`+name+`" flag: `); of {
			return exit.Wrong("%s: %s", name, problem)
		}
	}
	if strings.HasPrefix(what, "invalid argument") {
		what, _, _ = strings.Cut(what, " flag: ") // What follows are names of Go functions.
	}
	return exit.Wrong("%s; see %q", what, cmd.CommandPath()+" --help")
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	for _, found := range regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)`).FindAllStringSubmatch(cmd.Flags().FlagUsages(), -1) {
		names = append(names, found[1])
	}
	return names
}

// Completable are arguments whose completion can be asked for: what the library
// cannot complete it repeats on the program's own standard error, past every
// writer that it is given.
func Completable(args []string) []string {
	if len(args) == 0 || args[0] != cobra.ShellCompRequestCmd && args[0] != cobra.ShellCompNoDescRequestCmd {
		return args
	}
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = safetext.Line(arg)
	}
	return out
}

// HelpCommand is cobra's, but an unknown topic is an error with a hint.
func HelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		// The flags may be those of the command that the topic names.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if topic, _, err := cmd.Root().Find(args); err == nil {
				return commandNames(topic), cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			topic := cmd.Root()
			for _, word := range args {
				next, _, err := topic.Find([]string{word})
				if err != nil || next == topic {
					return UnknownCommand(topic, word)
				}
				topic = next
			}
			topic.InitDefaultHelpFlag()
			topic.InitDefaultVersionFlag()
			return topic.Help()
		},
	}
}

// Fields joins a --json and the fields after it: the flag may stand alone, and the library takes what follows such a flag
// for an argument of the command.
func Fields(root *cobra.Command, args []string) []string {
	cmd, _, err := root.Find(args)
	if err != nil {
		return args
	}
	if flag := cmd.Flags().Lookup("json"); flag == nil || flag.Value.Type() != "FIELDS" {
		return args
	}
	out := make([]string, 0, len(args))
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--":
			return append(out, args[i:]...)
		case args[i] == "--json" && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-"):
			out = append(out, "--json="+args[i+1])
			i++
		default:
			out = append(out, args[i])
		}
	}
	return out
}
