package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime"
	"runtime/debug"

	"bellhop/cli"
	"bellhop/sandbox"
)

// samples is how many reservations a new world starts with.
const samples = 240

// serve serves the sandbox alone, for any HTTP client.
func serve(ctx context.Context, o cli.SandboxOptions) error {
	record, err := recording(o.Record)
	if err != nil {
		return err
	}
	defer func() { _ = record.Close() }()
	log, closeLog, err := failures(o.Log, o.Errors)
	if err != nil {
		return err
	}
	defer closeLog()
	options := sandbox.Options{Dir: o.Data, Seed: o.Seed, Keep: !o.SeedGiven && o.Hotels == 0, Samples: samples, Names: o.Names, Logger: log, Notice: o.Notice}
	for _, a := range o.Accounts {
		options.Accounts = append(options.Accounts, sandbox.Account{ID: a.ID, Token: a.Token.Reveal()})
	}
	train(&options, o.Training, o.Control, telling{record, o.Notice})
	service, err := sandbox.Open(ctx, options)
	if err != nil {
		return advise(err, sandboxAdvice)
	}
	defer func() { _ = service.Close() }()
	tellFixtures(service, o.Training, "bellhop sandbox reset")
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("starting the sandbox: %w", err)
	}
	address := listener.Addr().String()
	if o.Data != "" {
		forget, err := cli.WriteControl(o.Data, cli.Control{
			Address: cli.ControlURL(address), Token: o.Control, PID: os.Getpid(), Record: o.Record,
		})
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		defer forget()
	}
	if err := o.Ready(address); err != nil {
		return errors.Join(err, listener.Close())
	}
	go restrain()
	return service.Serve(ctx, listener)
}

// failures is a log of what fails, and of no request that does not: a server
// answers very many. Without a file it goes to out.
func failures(path string, out io.Writer) (log *slog.Logger, stop func(), err error) {
	stop = func() {}
	if path != "" {
		file, err := openLogFile(path)
		if err != nil {
			return nil, nil, err
		}
		out, stop = file, func() { _ = file.Close() }
	}
	return slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: slog.LevelWarn})), stop, nil
}

// softMemory is what the Go runtime of a sandbox takes before its collector
// works harder, in bytes; the database and the program itself add some 40 MB.
const softMemory = 230 << 20

// restrain lets the collector work harder before garbage is as much as what a
// full sandbox holds. The limit is soft, and well above what was needed when
// the service started: a larger world is not slowed down. GOMEMLIMIT takes its
// place.
func restrain() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	runtime.GC() // What is left is needed; making a large world leaves much behind.
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	debug.SetMemoryLimit(max(softMemory, 3*int64(now.HeapAlloc))) //nolint:gosec // A heap is far below 2^62 bytes.
}

// train puts into a sandbox's options how it is to behave.
func train(options *sandbox.Options, t cli.Training, control string, record io.Writer) {
	options.Properties, options.Start, options.Latency, options.Faults = t.Hotels, t.Clock, t.Latency, t.Faults
	options.Changes, options.Control, options.Progress, options.Quirks = t.Changes, control, t.Progress, t.Quirks
	options.Fixtures, options.Set = t.Fixtures, t.Set
	if t.Record != "" {
		options.Record = record
	}
}

// tellFixtures says when fixtures have no effect yet: a world keeps the
// reservations that it has.
func tellFixtures(s *sandbox.Sandbox, t cli.Training, reset string) {
	if s.FixturesWait() {
		t.Notice("this world has its reservations already; " + reset + " puts the fixtures in their place")
	}
}
