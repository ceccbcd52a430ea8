package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"bellhop/api"
	"bellhop/config"
	"bellhop/internal/spelling"

	"github.com/spf13/cobra"
)

// noArguments refuses arguments without repeating them: one may be a secret
// that was pasted into the wrong place.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%q takes no arguments, and %s given; see %q", cmd.CommandPath(), wasWere(len(args)), cmd.CommandPath()+" --help")
	}
	return nil
}

func wasWere(n int) string {
	if n == 1 {
		return "1 was"
	}
	return fmt.Sprintf("%d were", n)
}

func oneName(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage("%q takes one NAME, and %s given; see %q", cmd.CommandPath(), wasWere(len(args)), cmd.CommandPath()+" --help")
	}
	if args[0] == "" {
		return usage("the NAME is empty; see %q", cmd.CommandPath()+" --help")
	}
	return nil
}

// subcommandNeeded is the Args of a command that only groups others.
func subcommandNeeded(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return usage("%q needs a command: %s", cmd.CommandPath(), strings.Join(commandNames(cmd), ", "))
}

func unknownCommand(cmd *cobra.Command, word string) error {
	hint := "see " + cmd.CommandPath() + " --help"
	if near := spelling.Nearest(word, commandNames(cmd)); near != "" {
		hint = "did you mean " + cmd.CommandPath() + " " + near + "?"
	}
	return usage("there is no command %q; %s", word, hint)
}

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

// flagError explains a flag that cannot be read.
func flagError(cmd *cobra.Command, err error) error {
	var unknown interface{ GetSpecifiedName() string }
	if errors.As(err, &unknown) && strings.HasPrefix(err.Error(), "unknown flag") {
		name := unknown.GetSpecifiedName()
		if namesSecret(name) {
			return usage("--%s %s", name, noTokenFlag)
		}
		hint := "see " + cmd.CommandPath() + " --help"
		if near := spelling.Nearest(name, flagNames(cmd)); near != "" {
			hint = "did you mean --" + near + "?"
		}
		return usage("%q has no flag --%s; %s", cmd.CommandPath(), name, hint)
	}
	what := err.Error()
	if strings.HasPrefix(what, "invalid argument") {
		what, _, _ = strings.Cut(what, " flag: ") // What follows are names of Go functions.
	}
	return usage("%s; see %q", what, cmd.CommandPath()+" --help")
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	for _, found := range regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)`).FindAllStringSubmatch(cmd.Flags().FlagUsages(), -1) {
		names = append(names, found[1])
	}
	return names
}

// completable are arguments whose completion can be asked for: what the library
// cannot complete it repeats on the program's own standard error, past every
// writer that it is given.
func completable(args []string) []string {
	if len(args) == 0 || args[0] != cobra.ShellCompRequestCmd && args[0] != cobra.ShellCompNoDescRequestCmd {
		return args
	}
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = api.Clean(arg)
	}
	return out
}

// helpCommand is cobra's, but an unknown topic is an error with a hint.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
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
					return unknownCommand(topic, word)
				}
				topic = next
			}
			topic.InitDefaultHelpFlag()
			topic.InitDefaultVersionFlag()
			return topic.Help()
		},
	}
}
