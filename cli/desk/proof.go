package desk

import (
	"context"
	"fmt"
	"strings"

	"bellhop/booking/exports"
	"bellhop/booking/proof"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// ProofCommand is part of audit, which knows the journal.
func ProofCommand(h Host) *cobra.Command {
	var flags config.Flags
	var none output.Format
	var form, folder string
	var guest bool
	cmd := &cobra.Command{
		Use:   "proof RESERVATION",
		Short: "Write a proof to hand out: what was agreed, sent and answered",
		Long: `Proof reads a reservation and writes what the service has now, what was agreed to when
it was booked, what was sent and what came back, each line with its hash, and the digest
of the whole journal. Only an answer with the status CANCELED proves a cancellation. The
guest is masked; --guest shows the name, and the journal notes it.`,
		Example: "  bellhop audit proof \"$id\" > proof.txt\n  bellhop audit proof \"$id\" --format html --output .",
		Args:    oneID,
		RunE: func(cmd *cobra.Command, args []string) error {
			ending, err := quoteEnding(form)
			if err != nil {
				return err
			}
			return h.with(cmd, &flags, &none, func(ctx context.Context, s *Session) error {
				r, err := read(ctx, s, args[0])
				if err != nil {
					return err
				}
				if guest {
					if err := s.Desk.NoteReveal(r.ID); err != nil {
						return err
					}
				}
				p, err := proof.Of(s.Desk, r, guest, s.Zone)
				if err != nil {
					return err
				}
				name, files, err := p.Files()
				if err != nil {
					return err
				}
				return handOut(cmd, files, ending, folder, name)
			})
		},
	}
	cmd.Flags().StringVar(&form, "format", "text", "`text|markdown|html`")
	cmd.Flags().StringVar(&folder, "output", "", "write a file into this `FOLDER` in place of standard output")
	_ = cmd.MarkFlagDirname("output")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "markdown", "html"}, cobra.ShellCompDirectiveNoFileComp))
	guestFlag(cmd, &guest)
	h.Flags(cmd, &flags)
	return cmd
}

// handOut prints the form of a document that is wanted, or writes it into a folder and prints its path.
func handOut(cmd *cobra.Command, files []exports.File, ending, folder, name string) error {
	for _, file := range files {
		if file.Ending != ending {
			continue
		}
		if folder == "" {
			out := cmd.OutOrStdout()
			if ending != "txt" {
				out = output.Data(out) // A page says itself what it is written in.
			}
			_, err := fmt.Fprintln(out, strings.TrimRight(file.Text, "\n"))
			return err
		}
		paths, err := exports.Save(folder, name, file)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.Join(paths, "\n"))
		return err
	}
	return nil
}
