package cli

import (
	"fmt"
	"net/http"
	"net/url"

	"bellhop/booking/wording"
	"bellhop/cli/arguments"

	"github.com/spf13/cobra"
)

func snapshotCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "snapshot",
		Short: "Save and load the state of a running sandbox by name",
		Long: `A snapshot holds all reservations of a sandbox, its clock, which rates were
offered when, and the bookings that are still to come. Names are 1 to 64
letters, digits, - and _.`,
	}
	cmd.AddCommand(snapshotSaveCommand(a), snapshotLoadCommand(a), snapshotRemoveCommand(a), snapshotListCommand(a))
	return cmd
}

func snapshotSaveCommand(a *app) *cobra.Command {
	return a.controls(&cobra.Command{
		Use: "save NAME", Short: "Save the state under a name, replacing an older one", Args: arguments.OneName,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, func(c *controller, args []string) error {
		return c.tell(http.MethodPost, "/snapshots", map[string]string{"name": args[0]}, func(s state) error {
			// A snapshot holds what every account has, also one that is not
			// served now.
			count := s.Reservations
			for _, one := range s.Snapshots {
				if one.Name == args[0] {
					count = one.Reservations
				}
			}
			return c.println(fmt.Sprintf("Saved %s: %s.", args[0], wording.Plural(int(count), "reservation")))
		})
	})
}

func snapshotLoadCommand(a *app) *cobra.Command {
	return a.destroys(&cobra.Command{
		Use: "load NAME", Short: "Go back to a saved state; what is there now is forgotten", Args: arguments.OneName,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, func(c *controller, args []string) error {
		return c.destroy("Load "+args[0]+"? The reservations made since are forgotten.",
			http.MethodPost, "/snapshots/"+url.PathEscape(args[0])+"/load", func(s state) string {
				return fmt.Sprintf("Loaded %s: %s.", args[0], wording.Plural(int(s.Reservations), "reservation"))
			})
	})
}

func snapshotRemoveCommand(a *app) *cobra.Command {
	return a.destroys(&cobra.Command{
		Use: "remove NAME", Short: "Remove a saved state", Args: arguments.OneName,
		ValidArgsFunction: cobra.NoFileCompletions,
	}, func(c *controller, args []string) error {
		return c.destroy("Remove the snapshot "+args[0]+"?", http.MethodDelete, "/snapshots/"+url.PathEscape(args[0]),
			func(state) string { return "Removed the snapshot " + args[0] + "." })
	})
}

func snapshotListCommand(a *app) *cobra.Command {
	return a.controls(&cobra.Command{Use: "list", Short: "List the saved states", Args: arguments.None}, func(c *controller, _ []string) error {
		return c.request(false, http.MethodGet, "", nil, func(s state) error {
			rows := []string{"NAME\tSAVED\tRESERVATIONS"}
			for _, one := range s.Snapshots {
				if one.Damaged {
					rows = append(rows, one.Name+"\tdamaged\t")
					continue
				}
				rows = append(rows, fmt.Sprintf("%s\t%s\t%d", one.Name, one.SavedAt.UTC().Format("2 Jan 2006 15:04 UTC"), one.Reservations))
			}
			return printList(c.OutOrStdout(), c.asJSON, s.Snapshots, rows)
		})
	})
}
