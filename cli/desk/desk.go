// Package desk has the commands that do an agent's and a support desk's work at a service. They
// call the functions that the screens call: what is right or wrong is decided in package booking.
package desk

import (
	"context"
	"fmt"
	"io"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/quotestore"
	"bellhop/booking/references"
	"bellhop/cli/output"
	"bellhop/cli/prompt"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// A Session is a desk at the service of a profile, for as long as a command runs.
type Session struct {
	Desk *booking.Desk
	// Service is what the desk works at.
	Service booking.Service
	// Raw sends a request as it is.
	Raw         func(context.Context, api.RawRequest) (api.RawAnswer, error)
	Environment config.Environment
	Profile     string
	// ReadOnly says that nothing is written at the service.
	ReadOnly bool
	// Zone is the agent's own; Miles says that distances are told in miles.
	Zone   *time.Location
	Miles  bool
	Quotes *quotestore.Store
	// MarkupWords is what the agency calls a mark-up that a client pays apart; empty is nothing.
	MarkupWords string
	References  []references.Reference
	// Cancellations keeps which reservations were chosen to be cancelled together.
	Cancellations *bulk.Store
	// serviceFlags are the flags that name this command's service, to append to another command: " --profile work".
	serviceFlags string
}

// DialectOf returns the dialect of a profile's service. In production, writes use only names that the profile sets: the
// service might ignore a guessed one and book without its value.
func DialectOf(p config.Profile) (api.Dialect, error) {
	dialect := api.DefaultDialect()
	if p.Environment == config.Production {
		dialect = dialect.ForProduction()
	}
	dialect, err := dialect.With(p.Dialect)
	if err != nil {
		return api.Dialect{}, fmt.Errorf("profile %s: %w", p.Name.Text, err)
	}
	return dialect, nil
}

// A Host is what the commands get of the program.
type Host struct {
	// Flags adds the flags that choose a service.
	Flags func(cmd *cobra.Command, flags *config.Flags)
	// Load reads the configuration that they choose.
	Load func(cmd *cobra.Command, flags config.Flags) (config.Config, error)
	// Open opens a session for as long as use runs.
	Open func(ctx context.Context, c config.Config, use func(context.Context, *Session) error) error
	// ViewsFile is where views of reservations are kept.
	ViewsFile string
	// Env looks a variable up.
	Env func(string) (string, bool)
	// Input is the input of the program.
	Input io.Reader
}

// Group is the heading of these commands in the help.
const Group = "desk"

// Commands are all of them.
func Commands(h Host) []*cobra.Command {
	return []*cobra.Command{
		destinationsCommand(h), hotelsCommand(h), ratesCommand(h), verifyCommand(h), quoteCommand(h), bookCommand(h), reservationCommand(h), apiCommand(h), deadlinesCommand(h),
	}
}

// with opens a session at the service that the flags choose. A format that cannot be meant is told before that.
func (h Host) with(cmd *cobra.Command, flags *config.Flags, format *output.Format, use func(context.Context, *Session) error) error {
	if err := format.Check(); err != nil {
		return err
	}
	if dry := cmd.Flags().Lookup("dry-run"); dry != nil && dry.Value.String() == "true" {
		return h.dry(cmd, flags, func(ctx context.Context, client *api.Client, _ config.Profile) error {
			return use(ctx, drySession(client))
		})
	}
	c, err := h.Load(cmd, *flags)
	if err != nil {
		return err
	}
	if err := c.Ready(); err != nil {
		return err
	}
	ctx, stop := tellingWaits(cmd)
	defer stop()
	return h.Open(ctx, c, func(ctx context.Context, s *Session) error {
		s.serviceFlags = serviceFlags(cmd)
		return use(ctx, s)
	})
}

// person is who can be asked.
func (h Host) person(cmd *cobra.Command) prompt.Person {
	return prompt.Person{In: h.Input, Err: cmd.ErrOrStderr()}
}

// progress tells on standard error how far something is that takes a while.
func progress(cmd *cobra.Command) *output.Progress { return output.NewProgress(cmd.ErrOrStderr()) }
