package cli

import (
	"slices"
	"strings"

	"bellhop/booking/journal"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// mostCompleted is how many ids are offered to the shell, the newest first.
const mostCompleted = 50

// completeKnown lets the shell complete what this machine knows: reservations and
// attempts of its journal. Nothing is asked of a service or of a keyring while somebody
// types, and no guest is named.
func (a *app) completeKnown(root *cobra.Command) {
	reservations, attempts := a.completeJournal(reservationOf), a.completeJournal(attemptOf)
	first := func(complete cobra.CompletionFunc) cobra.CompletionFunc {
		return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 && !strings.Contains(cmd.Use, "…") {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return complete(cmd, args, typed)
		}
	}
	for path, complete := range map[string]cobra.CompletionFunc{
		"reservation show": reservations, "reservation cancel": reservations, "reservation dates": reservations,
		"reservation payment": reservations, "audit proof": reservations, "audit show": a.completeJournal(reservationOf, attemptOf),
	} {
		if cmd, rest, err := root.Find(strings.Fields(path)); err == nil && len(rest) == 0 {
			cmd.ValidArgsFunction = first(complete)
		}
	}
	for _, flag := range []struct {
		path, name string
		complete   cobra.CompletionFunc
	}{
		{"reservation list", "id", reservations},
		{"reservation export", "id", reservations},
		{"book", "besides", attempts},
	} {
		if cmd, rest, err := root.Find(strings.Fields(flag.path)); err == nil && len(rest) == 0 && cmd.Flags().Lookup(flag.name) != nil {
			_ = cmd.RegisterFlagCompletionFunc(flag.name, flag.complete) // An earlier one is as good.
		}
	}
}

func reservationOf(s journal.AttemptState) string { return s.ReservationID() }

func attemptOf(s journal.AttemptState) string { return s.Attempt }

// completeJournal offers ids of the journal of the profile in use, each with what was
// done. What is wrong with a file is told when a command runs, and not while typing.
func (a *app) completeJournal(ids ...func(journal.AttemptState) string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		local, known := a.local(cmd)
		if !known {
			return nil, directive
		}
		var states []journal.AttemptState
		err := reading(local.JournalDir, func(j *journal.Journal) (err error) {
			states, err = j.Attempts(journal.Filter{Profile: local.Service})
			return err
		})
		if err != nil {
			return nil, directive
		}
		var offered, out []string
		for _, state := range states {
			for _, of := range ids {
				id := of(state)
				if id == "" || !strings.HasPrefix(id, typed) || slices.Contains(offered, id) || slices.Contains(args, id) || len(out) == mostCompleted {
					continue
				}
				offered = append(offered, id)
				out = append(out, cobra.CompletionWithDesc(id, doneWords(state)))
			}
		}
		return out, directive
	}
}

// doneWords says what was done, without the guest.
func doneWords(s journal.AttemptState) string {
	words := []string{map[journal.Kind]string{journal.Create: "booked", journal.Modify: "changed", journal.Cancel: "cancelled"}[s.Kind]}
	if !s.Made() {
		words = []string{"to be " + words[0]}
	}
	if s.CheckIn != "" {
		words = append(words, s.CheckIn)
	}
	if s.HotelName != "" {
		words = append(words, s.HotelName)
	}
	return strings.Join(words, " ")
}

// local is where this machine keeps what is done at the service that the flags of a
// command choose.
func (a *app) local(cmd *cobra.Command) (config.LocalState, bool) {
	var flags config.Flags
	for name, into := range map[string]*string{"profile": &flags.Profile, "base-url": &flags.BaseURL} {
		if flag := cmd.Flags().Lookup(name); flag != nil {
			*into = flag.Value.String()
		}
	}
	c, err := a.resolve(cmd, flags, nil)
	return c.LocalState(), err == nil
}
