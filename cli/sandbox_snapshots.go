package cli

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"
)

func snapshotCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "snapshot",
		Short: "Save and load the state of a running sandbox by name",
		Long: `A snapshot holds all reservations of a sandbox, its clock, which rates were
offered when, and the bookings that are still to come. Names are 1 to 64
letters, digits, - and _.`,
		Args: subcommandNeeded,
		RunE: nothing,
	}
	cmd.AddCommand(snapshotSaveCommand(a), snapshotLoadCommand(a), snapshotRemoveCommand(a), snapshotListCommand(a))
	return cmd
}

func snapshotSaveCommand(a *app) *cobra.Command {
	var t target
	var asJSON bool
	cmd := &cobra.Command{
		Use: "save NAME", Short: "Save the state under a name, replacing an older one", Args: oneName,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.tell(cmd, t, asJSON, http.MethodPost, "/snapshots", map[string]string{"name": args[0]}, func(s state) error {
				// A snapshot holds what every account has, also one that is not
				// served now.
				count := s.Reservations
				for _, one := range s.Snapshots {
					if one.Name == args[0] {
						count = one.Reservations
					}
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "Saved %s: %d reservations.\n", args[0], count)
				return err
			})
		},
	}
	t.add(a, cmd)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func snapshotLoadCommand(a *app) *cobra.Command {
	var t target
	var yes, asJSON bool
	cmd := &cobra.Command{
		Use: "load NAME", Short: "Go back to a saved state; what is there now is forgotten", Args: oneName,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.destroy(cmd, t, yes, asJSON, "Load "+args[0]+"? The reservations made since are forgotten.",
				http.MethodPost, "/snapshots/"+url.PathEscape(args[0])+"/load", func(s state) string {
					return fmt.Sprintf("Loaded %s: %d reservations.", args[0], s.Reservations)
				})
		},
	}
	t.add(a, cmd)
	yesFlag(cmd, &yes)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func snapshotRemoveCommand(a *app) *cobra.Command {
	var t target
	var yes, asJSON bool
	cmd := &cobra.Command{
		Use: "remove NAME", Short: "Remove a saved state", Args: oneName,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.destroy(cmd, t, yes, asJSON, "Remove the snapshot "+args[0]+"?",
				http.MethodDelete, "/snapshots/"+url.PathEscape(args[0]), func(state) string { return "Removed the snapshot " + args[0] + "." })
		},
	}
	t.add(a, cmd)
	yesFlag(cmd, &yes)
	jsonFlag(cmd, &asJSON)
	return cmd
}

func snapshotListCommand(a *app) *cobra.Command {
	var t target
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List the saved states", Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.tell(cmd, t, false, http.MethodGet, "", nil, func(s state) error {
				if asJSON {
					return writeJSON(cmd.OutOrStdout(), s.Snapshots)
				}
				w := newTable(cmd.OutOrStdout())
				_, _ = fmt.Fprintln(w, "NAME\tSAVED\tRESERVATIONS")
				for _, one := range s.Snapshots {
					if one.Damaged {
						_, _ = fmt.Fprintf(w, "%s\tdamaged\t\n", one.Name)
						continue
					}
					_, _ = fmt.Fprintf(w, "%s\t%s\t%d\n", one.Name, one.SavedAt.UTC().Format("2 Jan 2006 15:04 UTC"), one.Reservations)
				}
				return w.Flush()
			})
		},
	}
	t.add(a, cmd)
	jsonFlag(cmd, &asJSON)
	return cmd
}
