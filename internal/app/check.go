package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"strings"

	"bellhop/api"
	"bellhop/cli"
	"bellhop/cli/desk"
	"bellhop/config"
	"bellhop/internal/check"
	"bellhop/sandbox"
	"bellhop/sandbox/service"
)

// check checks the service of the profile in use; for a built-in profile a
// sandbox in memory, so that a demo which runs is left alone.
func (l launcher) check(ctx context.Context, o cli.CheckOptions) error {
	profile := o.Config.Profile
	dialect, err := desk.DialectOf(profile)
	if err != nil {
		return err
	}
	options := check.Options{
		BaseURL: strings.TrimRight(profile.BaseURL.Text, "/"), Account: profile.Account.Text, Token: profile.Token.Reveal(),
		Names: namesOf(dialect), City: o.City, Write: o.Write, Card: o.Card.Reveal(), UserAgent: l.userAgent,
		Progress: func(number int, _ string) { o.Progress(number) }, Unreached: unreached,
	}
	if profile.BuiltIn() || profile.Environment == config.Sandbox && profile.TestTokens {
		options.Card = cmp.Or(options.Card, service.TestTokens()[0].Token)
	}
	if profile.BuiltIn() {
		address, stop, err := serveToCheck(ctx, &options)
		if err != nil {
			return err
		}
		defer stop()
		options.BaseURL = "http://" + address
	}
	report, err := check.Run(ctx, options)
	if errors.Is(err, check.ErrUnauthorized) {
		return &api.Error{Operation: "check", Message: err.Error(), Status: 401, Cause: err}
	}
	if report == nil {
		return err
	}
	printed := o.Format.Print(context.WithoutCancel(ctx), o.Out, report, func() error { return report.Print(o.Out) })
	if err = errors.Join(err, printed); err == nil && !report.OK() {
		err = errors.New(report.Figures())
	}
	return err
}

// unreached returns why a request had no answer, and what to do about it.
func unreached(err error) string {
	what, advice := api.Unreached(err, 0)
	if advice != "" {
		what += "; " + advice
	}
	return what
}

// namesOf returns the names of a dialect that a check needs.
func namesOf(d api.Dialect) check.Names {
	return check.Names{
		ID: d.IDFilter, IDs: d.IDsFilter, CustomData: d.CustomDataFilter, PageNumber: d.PageNumber, PageSize: d.PageSize,
		Simulation: d.Simulation, CheckIn: d.CheckIn, CheckOut: d.CheckOut, Pagination: d.Pagination,
		PaginationToken: d.PaginationToken, PaginationPage: d.PaginationPage, ReviewSiteIDs: d.ReviewSiteIDs,
	}
}

// serveToCheck serves a sandbox in memory until stop is called; it outlives the
// context, because an interrupted check gives back what it has booked.
func serveToCheck(ctx context.Context, o *check.Options) (address string, stop func(), err error) {
	o.Account, o.Token = demoAccount, rand.Text()
	box, err := sandbox.Open(ctx, sandbox.Options{
		Seed: cli.DefaultSeed, Samples: samples, Accounts: []sandbox.Account{{ID: o.Account, Token: o.Token}},
	})
	if err != nil {
		return "", nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, errors.Join(fmt.Errorf("starting the sandbox: %w", err), box.Close())
	}
	serving, end := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = box.Serve(serving, listener) // What cannot be served is not answered, and the check says so.
	}()
	return listener.Addr().String(), func() {
		end()
		<-done
		_ = box.Close() // It held everything in memory.
	}, nil
}
