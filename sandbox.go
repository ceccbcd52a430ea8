package main

import (
	"bytes"
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
	"bellhop/sandbox/store"
	"bellhop/sandbox/training/fault"
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

// recording opens the file that requests are recorded in, for its owner only.
// Without a name it is the null device.
func recording(name string) (*os.File, error) {
	if name == "" {
		name = os.DevNull
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the recording: %w", err)
	}
	if err := goOn(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// goOn readies a file that is there already. It must be a recording: nothing is
// added to what is somebody's own. Its last line is ended, where a recorder was
// killed in the middle of it: the next line must not become a part of that one.
func goOn(file *os.File) error {
	about, err := file.Stat()
	if err != nil || !about.Mode().IsRegular() {
		return err
	}
	if about.Mode().Perm()&0o077 != 0 {
		if err := file.Chmod(0o600); err != nil {
			return fmt.Errorf("opening the recording: others can read it: %w", err)
		}
	}
	if about.Size() == 0 {
		return nil
	}
	begin := []byte(`{"time":"`)
	first := make([]byte, min(about.Size(), int64(len(begin))))
	if _, err := file.ReadAt(first, 0); err != nil {
		return fmt.Errorf("opening the recording: %w", err)
	}
	if !bytes.HasPrefix(begin, first) {
		return cli.Misused(fmt.Sprintf("--record: %s is there, and is no recording; give another file", file.Name()))
	}
	last := make([]byte, 1)
	if _, err = file.ReadAt(last, about.Size()-1); err == nil && last[0] != '\n' {
		_, err = file.WriteString("\n")
	}
	return err
}

// telling is a recording that says when it cannot go on: the sandbox goes on
// without it, and what is missing would be missed too late.
type telling struct {
	out  io.Writer
	tell func(text string)
}

func (t telling) Write(line []byte) (int, error) {
	n, err := t.out.Write(line)
	if err != nil {
		t.tell("the recording has ended, and is not whole: " + err.Error())
	}
	return n, err
}

// sandboxWords is what the sandbox understands, for the command line.
func sandboxWords() cli.SandboxWords {
	return cli.SandboxWords{
		Scenarios: func() []cli.Scenario {
			var out []cli.Scenario
			for _, s := range sandbox.Scenarios() {
				out = append(out, cli.Scenario{Key: s.Key, Hotel: s.Hotel, Room: s.Room, Does: s.Does})
			}
			return out
		},
		Faults: func() []cli.FaultKind {
			var out []cli.FaultKind
			for _, k := range fault.Kinds() {
				out = append(out, cli.FaultKind{Kind: string(k.Kind), Does: k.Meaning})
			}
			return out
		},
		Quirks: func() []cli.Quirk {
			var out []cli.Quirk
			for _, q := range sandbox.Quirks() {
				out = append(out, cli.Quirk{Name: q.Name, Does: q.Does})
			}
			return out
		},
		CheckClock: sandbox.CheckClock,
		CheckLatency: func(text string) error {
			_, err := fault.ParseLatency(text)
			return err
		},
		CheckFaults: func(text string) error {
			_, err := fault.Parse(text)
			return err
		},
		CheckQuirks:   sandbox.CheckQuirks,
		CheckNames:    sandbox.CheckNames,
		CheckFixtures: sandbox.CheckFixtures,
		CheckPath:     fault.CheckPath,
		Unpack:        sandbox.UnpackLine,
	}
}

// An advice is what a command offers against an error of its sandbox's data.
type advice struct{ busy, other, newer, older, damaged, rest string }

// fromSnapshot is what goes before the last resort against damage.
const fromSnapshot = "go back to a snapshot by copying its file from the folder snapshots over sandbox.db and removing sandbox.db-wal and sandbox.sum, or "

var (
	demoAdvice = advice{
		busy:  "leave the other demo first",
		other: "leave --seed and --hotels out, or start over with --fresh",
		// The console starts the demo as well, and has no such flag.
		newer:   "use the newer one, or start over with bellhop demo --fresh",
		older:   "start over with bellhop demo --fresh",
		damaged: fromSnapshot + "start over with bellhop demo --fresh",
		rest:    "if that can't be mended, start over with bellhop demo --fresh",
	}
	sandboxAdvice = advice{
		busy:    "stop that one, or use another --data",
		other:   "leave --seed and --hotels out, or use another --data",
		newer:   "use the newer one, or another --data",
		older:   "start over with another --data, or remove that folder",
		damaged: fromSnapshot + "use another --data",
		rest:    "if that can't be mended, use another --data",
	}
)

// advise adds to an error of a sandbox's data what its command offers against
// it.
func advise(err error, a advice) error {
	var (
		busy  *store.InUseError
		other *store.MismatchError
		newer *store.VersionError
		older *store.OldError
		bad   *store.DamageError
		input *sandbox.InputError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &input):
		return cli.Misused(input.Text)
	case errors.As(err, &busy):
		return fmt.Errorf("%w; %s", err, a.busy)
	case errors.As(err, &older), errors.As(err, &other) && other.OtherVersion():
		return fmt.Errorf("%w; %s", err, a.older)
	case errors.As(err, &other):
		return fmt.Errorf("%w; %s", err, a.other)
	case errors.As(err, &newer):
		return fmt.Errorf("%w; %s", err, a.newer)
	case errors.As(err, &bad):
		return fmt.Errorf("%w; %s", err, a.damaged)
	default:
		return fmt.Errorf("%w; %s", err, a.rest)
	}
}

// testTokens are the sandbox's payment tokens as the command line tells them.
func testTokens() []cli.TestToken {
	var out []cli.TestToken
	for _, t := range sandbox.TestTokens() {
		out = append(out, cli.TestToken{Token: t.Token, Meaning: t.Meaning})
	}
	return out
}
