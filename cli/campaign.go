package cli

import (
	"path/filepath"

	"github.com/spf13/cobra"
)

// campaignCommand is for those who work on Bellhop, and is not in the help.
func (a *app) campaignCommand() *cobra.Command {
	o := CampaignOptions{In: a.streams.In, Out: a.streams.Out, Err: a.streams.Err}
	cmd := &cobra.Command{
		Use:    "campaign",
		Short:  "Book under faults and kills, and prove that nothing is doubled or lost",
		Hidden: true,
		Long: `Campaign serves the sandbox with random faults, lets consoles without a screen
book, cancel and change dates at it in processes of their own, kills these and
the service at random moments, fills the disk under the journal, and compares
what the service has in the end with the journal and with what the consoles said.
The exit code is 1 unless nothing was doubled, lost or left unexplained.`,
		Example: "  bellhop campaign --bookings 10000 --seed 1",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !o.Console && !o.Service && (o.Bookings < 1 || o.Workers < 1) {
				return usage("--bookings and --workers must be 1 or more")
			}
			if o.Dir != "" {
				dir, err := filepath.Abs(o.Dir)
				if err != nil {
					return err
				}
				o.Dir = dir
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return stoppedBy(ctx, a.start.Campaign(ctx, o))
		},
	}
	cmd.Flags().IntVar(&o.Bookings, "bookings", 150, "how many stays to book, as a `NUMBER`")
	cmd.Flags().Uint64Var(&o.Seed, "seed", DefaultSeed, "choose stays, faults and kills by this `NUMBER`")
	cmd.Flags().IntVar(&o.Workers, "workers", 8, "how many consoles at a time, as a `NUMBER`")
	cmd.Flags().StringVar(&o.Dir, "dir", "", "keep the journal and the database in a new folder, as a `DIR`")
	cmd.Flags().BoolVar(&o.Console, "console", false, "be one of the consoles")
	cmd.Flags().BoolVar(&o.Service, "service", false, "be the service")
	// Only the campaign itself starts these.
	_ = cmd.Flags().MarkHidden("console")
	_ = cmd.Flags().MarkHidden("service")
	_ = cmd.MarkFlagDirname("dir")
	jsonFlag(cmd, &o.JSON)
	return cmd
}
