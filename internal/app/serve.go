package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/debug"

	"bellhop/cli"
	"bellhop/sandbox"
)

// samples is how many reservations a new world starts with.
const samples = 240

// serveSandbox serves the sandbox alone, for any HTTP client.
func serveSandbox(ctx context.Context, o cli.SandboxOptions) error {
	record, err := recordingFile(o.Record)
	if err != nil {
		return err
	}
	defer func() { _ = record.Close() }()
	log, closeLog, err := serverLog(o)
	if err != nil {
		return err
	}
	defer closeLog()
	o.Samples, o.Logger = samples, log
	if o.Record != "" {
		o.Options.Record = warningWriter{record, o.Notice}
	}
	counted, err := prepareServer(&o, log)
	if err != nil {
		return err
	}
	box, err := sandbox.Open(ctx, o.Options)
	if err != nil {
		return advise(err, sandboxAdvice)
	}
	defer func() { _ = box.Close() }()
	noticeFixtures(box, o.Notice, "bellhop sandbox reset")
	stop, err := beside(ctx, o, box, counted, log)
	if err != nil {
		return err
	}
	defer stop()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("starting the sandbox: %w", err)
	}
	address := listener.Addr().String()
	if o.Dir != "" && !sandbox.SharedData(o.Dir) {
		scheme := "http"
		if o.TLSCert != "" {
			scheme = "https"
		}
		forget, err := cli.WriteControl(o.Dir, cli.Control{
			Address: cli.ControlURL(scheme, address), Token: o.Control, PID: os.Getpid(), Record: o.Record,
		})
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		defer forget()
	}
	if err := o.Ready(address); err != nil {
		return errors.Join(err, listener.Close())
	}
	go limitMemory()
	return box.Serve(ctx, listener)
}

// softMemory is what the Go runtime of a sandbox takes before its collector
// works harder, in bytes; the database and the program itself add some 40 MB.
const softMemory = 230 << 20

// limitMemory lets the collector work harder before garbage is as much as what a
// full sandbox holds. The limit is soft, and well above what was needed when
// the service started: a larger world is not slowed down. GOMEMLIMIT takes its
// place.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	runtime.GC() // What is left is needed; making a large world leaves much behind.
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	debug.SetMemoryLimit(max(softMemory, 3*int64(now.HeapAlloc))) //nolint:gosec // A heap is far below 2^62 bytes.
}

// noticeFixtures tells the user when fixtures have no effect yet: a world keeps
// the reservations that it has.
func noticeFixtures(s *sandbox.Sandbox, notice func(text string), reset string) {
	if s.FixturesWait() && notice != nil {
		notice("this world has its reservations already; " + reset + " puts the fixtures in their place")
	}
}
