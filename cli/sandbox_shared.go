package cli

import (
	"fmt"

	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/sandbox"

	"github.com/spf13/cobra"
)

// envData names the data in place of --data, so that an address of a database need
// not stand on a command line.
const envData = "BELLHOP_SANDBOX_DATA"

// dataPlace is where the data is: what --data says, or else its variable.
func (a *app) dataPlace(cmd *cobra.Command, data string) string {
	if value := a.variable(envData); value != "" && !cmd.Flags().Changed("data") {
		return value
	}
	return data
}

func migrateCommand(a *app) *cobra.Command {
	var data string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the tables of a shared database up to date",
		Long: `A database that many servers share gets its tables from the first one. Those
of an earlier Bellhop are brought up to date by this command alone, because
servers of that one may still work with them: stop them first. It can be run
again, and by several at once: one does the work. "bellhop sandbox status
--data postgres://..." says what it would do.`,
		Args: arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			place, err := sharedPlace(a.dataPlace(cmd, data))
			if err != nil {
				return err
			}
			before, err := sandbox.Migrate(cmd.Context(), place)
			if err != nil {
				return err
			}
			if asJSON {
				return output.JSON(cmd.OutOrStdout(), map[string]any{"database": before.Name, "before": before.Version, "now": before.Newest})
			}
			text := fmt.Sprintf("%s was up to date: its tables have version %d.", before.Name, before.Newest)
			if before.Version != before.Newest {
				text = fmt.Sprintf("%s now has tables of version %d; before, it had version %d.", before.Name, before.Newest, before.Version)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().StringVar(&data, "data", "", "the database, as a `postgres://` address")
	_ = cmd.RegisterFlagCompletionFunc("data", cobra.NoFileCompletions)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func sharedPlace(place string) (string, error) {
	if place == "" {
		return "", exit.Wrong("say which database with --data postgres://... or %s", envData)
	}
	if !sandbox.SharedData(place) {
		return "", exit.Wrong("--data %s is no database that servers share: its address begins with postgres://. A folder is brought up to date by itself", place)
	}
	return place, nil
}

// sharedStatus tells how far the tables of a shared database are made. What runs on
// them each server tells itself.
func (c *controller) sharedStatus(place string) error {
	at, err := sandbox.SharedStatus(c.Context(), place)
	if err != nil {
		return err
	}
	if c.asJSON {
		return output.JSON(c.OutOrStdout(), map[string]any{"database": at.Name, "tables": at.Version, "newest": at.Newest})
	}
	t := output.NewTable(c.OutOrStdout())
	words := "up to date"
	switch at.Version {
	case at.Newest:
	case 0:
		words = "none yet: the first server makes them"
	default:
		words = fmt.Sprintf("this bellhop needs %d: run bellhop sandbox migrate", at.Newest)
	}
	_, _ = fmt.Fprintf(t, "database\t%s\n", at.Name)
	_, _ = fmt.Fprintf(t, "tables\tversion %d, %s\n", at.Version, words)
	_, _ = fmt.Fprintf(t, "servers\teach tells its own: set %s and %s\n", envControlURL, envControlToken)
	return t.Flush()
}

const passwordWarning = `bellhop: warning: every user of this machine can read the password in --data on
the command line: leave it to PGPASSWORD, ~/.pgpass or ` + envData + `.
`
