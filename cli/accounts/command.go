// Package accounts has the commands that keep the file of a sandbox's accounts.
package accounts

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/sandbox"
	"bellhop/sandbox/accountfile"

	"github.com/spf13/cobra"
)

// Command is "sandbox account".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "account",
		Short: "Keep the file of the accounts that may call a sandbox",
		Long: `"bellhop sandbox --accounts FILE" lets the accounts of a file call, and reads it
again when it changes. Each line is an account: its id, the digest of its token,
and what it may ask of one server:

  team-a sha256:2bd806c9... per-second=50 burst=100 at-once=20

The file holds no token. A token is random, and told once, when it is made: who
loses it gets another one with "rotate".`,
	}
	cmd.AddCommand(
		makes("add", "Add an account, and print its token", accountfile.Add),
		makes("rotate", "Give an account another token, and print it", accountfile.Rotate),
		removeCommand(), listCommand(),
	)
	return cmd
}

// file is the flag that names the file.
func file(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "file", "", "the `FILE` of the accounts")
	_ = cmd.MarkFlagRequired("file")
	_ = cmd.MarkFlagFilename("file")
}

// named is a command about one account of a file.
func named(use, short string, run func(cmd *cobra.Command, name, id string) error) *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use: use + " ID", Short: short, Args: arguments.OneName, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if name == "" {
				return exit.Wrong("--file is empty; name the file of the accounts")
			}
			return wrong(run(cmd, name, args[0]))
		},
	}
	file(cmd, &name)
	return cmd
}

// makes is a command that makes a token. It is all that goes to the standard output, so
// that a script can keep it.
func makes(use, short string, do func(name, id string) (token string, err error)) *cobra.Command {
	return named(use, short, func(cmd *cobra.Command, name, id string) error {
		if err := accountfile.CheckID(id); err != nil {
			return exit.Wrong("%w", err)
		}
		token, err := do(name, id)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), token); err != nil {
			return err
		}
		_, err = fmt.Fprintf(cmd.ErrOrStderr(), "bellhop: this is the token of %s. It is stored nowhere, and not told again.\n", id)
		return err
	})
}

func removeCommand() *cobra.Command {
	return named("remove", "Let an account call no more; what it has booked stays", func(cmd *cobra.Command, name, id string) error {
		if err := accountfile.Remove(name, id); err != nil {
			return err
		}
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "Removed %s. Its reservations stay.\n", id)
		return err
	})
}

// account is one of the list, as JSON.
type account struct {
	ID        string  `json:"id"`
	PerSecond float64 `json:"per_second,omitempty"`
	Burst     int     `json:"burst,omitempty"`
	AtOnce    int     `json:"at_once,omitempty"`
}

func listCommand() *cobra.Command {
	var name string
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List the accounts of a file, without what proves them", Args: arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := accountfile.List(name)
			if err != nil {
				return wrong(err)
			}
			if asJSON {
				all := make([]account, 0, len(list))
				for _, a := range list {
					all = append(all, account{a.ID, a.Limits.PerSecond, a.Limits.Burst, a.Limits.AtOnce})
				}
				return output.JSON(cmd.OutOrStdout(), all)
			}
			t := output.NewTable(cmd.OutOrStdout())
			for _, a := range list {
				t.Row(a.ID, limitWords(a.Limits))
			}
			return t.Flush()
		},
	}
	file(cmd, &name)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// limitWords are what an account may ask, as its line has it.
func limitWords(l sandbox.AccountLimits) string {
	var words []string
	if l.PerSecond > 0 {
		words = append(words, fmt.Sprintf("per-second=%g", l.PerSecond))
	}
	if l.Burst > 0 {
		words = append(words, fmt.Sprintf("burst=%d", l.Burst))
	}
	if l.AtOnce > 0 {
		words = append(words, fmt.Sprintf("at-once=%d", l.AtOnce))
	}
	if len(words) == 0 {
		return "without limits"
	}
	return strings.Join(words, " ")
}

// wrong makes a mistake in the file, or in its name, one of usage.
func wrong(err error) error {
	var mistake *accountfile.Error
	if errors.As(err, &mistake) || errors.Is(err, fs.ErrNotExist) {
		return exit.Wrong("%w", err)
	}
	return err
}
