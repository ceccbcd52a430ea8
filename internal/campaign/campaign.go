// Package campaign puts the promise "never twice, never lost" to the proof: it
// serves the real sandbox over HTTP with random faults, lets consoles without a
// screen book, cancel and change dates at it, kills all these processes at random
// moments, fills the disk under the consoles' journal, and in the end compares
// what the service answers over HTTP with the journal and with what the consoles
// told their users.
//
// Time is accelerated: the sandbox and the consoles share one clock that runs
// many times faster than the real one, so that the half hour in which a lost
// booking may still appear passes in seconds. Time-outs of HTTP stay real.
package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"bellhop/booking/journal"
)

// Options say what a campaign is made of. Program is required.
type Options struct {
	Bookings int    // how many stays are to be booked; 0: 150
	Seed     uint64 // of stays, faults and kills
	Workers  int    // console processes at a time; 0: 8
	Parallel int    // bookings that each of them has under way; 0: 16
	Hotels   int    // of the world; 0: 2000
	// Dir keeps the journal, the database and what the consoles said; "" is a
	// temporary folder, which is removed when nothing was found.
	Dir string
	// Factor is how many times faster the clock runs; 0: 120.
	Factor float64
	// WriteTime bounds a write for real; 0: what stands for two minutes.
	WriteTime time.Duration
	// KillEvery is after how many results, on average, a console is killed; 0:
	// 40. Negative: never.
	KillEvery int
	// RestartEvery is after how many results, on average, the service is killed and
	// started again; 0: 160. Negative: never, and the faults are there from the
	// beginning to the end.
	RestartEvery int
	// FillEvery is after how many results, on average, the disk of a console is
	// full for a while; 0: 60. Negative: never.
	FillEvery int
	// Fault is the usual probability of a kind of fault at a request; 0: 0.015.
	// Negative: no faults.
	Fault float64
	// ReadFaults limits faults to reads. While consoles run, nothing is killed and no disk is full.
	ReadFaults bool
	// Servers is how many servers share a database behind haproxy, which has a
	// standby; 0 is one service on a database of its own. What is killed and cut off
	// then is any of them (see cluster).
	Servers int
	// Program starts a process that calls Work or Serve, as its role says.
	Program func(Role) *exec.Cmd
	// Progress gets a line now and then; nil drops them.
	Progress io.Writer

	// faults are rules in place of those that Fault makes, for tests that sabotage,
	// and certain ones before those.
	faults, certain string
	// within runs a role in this very process in place of Program's, for tests that
	// kill nothing.
	within func(Role) *process
	// damage is called between the end of the consoles and the comparison.
	damage func(dir string) error
}

// localClock is how far the clock of the consoles' machine is from the
// service's: a clock that is slow by three quarters of an hour must not end the
// half hour of looking before it has begun.
const localClock = -45 * time.Minute

const (
	defaultBookings  = 150
	defaultWorkers   = 8
	defaultParallel  = 16
	defaultHotels    = 2000
	defaultFactor    = 120
	sharedFactor     = 40 // a write may wait for ten seconds, which must not be as long as a window
	defaultKillEvery = 40
	defaultRestart   = 160
	defaultFill      = 60
	defaultFault     = 0.015
	usualWriteTime   = 2 * time.Minute
	// readTimes is how many times longer a read may take than a write.
	readTimes = 4
)

func (o Options) withDefaults() Options {
	o.Bookings = cmp.Or(o.Bookings, defaultBookings)
	o.Workers = cmp.Or(o.Workers, defaultWorkers)
	o.Parallel = cmp.Or(o.Parallel, defaultParallel)
	o.Hotels = cmp.Or(o.Hotels, defaultHotels)
	if o.Servers > 0 {
		o.Factor = cmp.Or(o.Factor, sharedFactor)
	}
	o.Factor = cmp.Or(o.Factor, defaultFactor)
	o.KillEvery = cmp.Or(o.KillEvery, defaultKillEvery)
	o.RestartEvery = cmp.Or(o.RestartEvery, defaultRestart)
	o.FillEvery = cmp.Or(o.FillEvery, defaultFill)
	o.Fault = cmp.Or(o.Fault, defaultFault)
	if o.ReadFaults {
		// Not -1: hotels are searched for without faults, and the restart after that turns them on.
		o.KillEvery, o.RestartEvery, o.FillEvery = -1, math.MaxInt32, -1
	}
	if o.WriteTime == 0 {
		o.WriteTime = time.Duration(float64(usualWriteTime) / o.Factor)
	}
	if !canFillDisks {
		o.FillEvery = -1
	}
	if o.Progress == nil {
		o.Progress = io.Discard
	}
	return o
}

// Run runs a campaign and compares. The error says why it could not be run;
// what it found is in the report.
func Run(ctx context.Context, o Options) (Report, error) {
	o = o.withDefaults()
	started, dir, temporary := time.Now(), o.Dir, false
	if dir == "" {
		made, err := os.MkdirTemp("", "bellhop-campaign-")
		if err != nil {
			return Report{}, fmt.Errorf("campaign: %w", err)
		}
		dir, temporary = made, true
	}
	if err := empty(dir); err != nil {
		return Report{}, err
	}
	report, err := run(ctx, o, dir)
	report.Seed, report.Seconds = o.Seed, time.Since(started).Seconds()
	if err != nil {
		return report, fmt.Errorf("campaign in %s: %w", dir, err)
	}
	if temporary && report.OK() {
		return report, os.RemoveAll(dir)
	}
	report.Dir = dir
	return report, nil
}

// empty makes the folder and sees to it that no earlier campaign is in it.
func empty(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("campaign: %w", err)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("campaign: %w", err)
	}
	if len(list) > 0 {
		return fmt.Errorf("campaign: the folder %s is not empty; name another one", dir)
	}
	return nil
}

// The folders of a campaign.
const (
	worldDir   = "world"
	journalDir = "journal"
)

func run(ctx context.Context, o Options, dir string) (Report, error) {
	clock := newClock(o.Factor)
	var server site = newServer(o, clock, dir)
	if o.Servers > 0 {
		server = newCluster(o, clock, dir)
	}
	defer server.stop()
	if err := server.start(o.RestartEvery < 0); err != nil {
		return Report{}, err
	}
	settings := server.console(o, clock, filepath.Join(dir, journalDir))
	hotels, zones, err := findHotels(ctx, settings)
	if err != nil {
		return Report{}, err
	}
	if err := server.restart(ctx, true); err != nil {
		return Report{}, err
	}
	coordinator := newCoordinator(o, dir, settings, hotels, server)
	err = coordinator.work(ctx)
	report := coordinator.report()
	if err == nil {
		err = finish(ctx, server, settings)
	}
	sum := server.total()
	report.Faults, report.At, report.Slowest, report.Restarts = sum.Faults, sum.Met, sum.Slowest.Seconds(), sum.Kills
	report.Outages = sum.Outages
	if err != nil {
		return report, err
	}
	witness := witness{address: settings.Address, token: settings.Token, zones: zones}
	truth, problems, err := witness.read(ctx)
	if err != nil {
		return report, err
	}
	server.stop()
	if o.damage != nil {
		if err := o.damage(dir); err != nil {
			return report, err
		}
	}
	report.truth(problems)
	return report, report.judge(dir, truth, coordinator.acknowledged)
}

// finish lets a last console find out about what is open, at a service without
// faults. The service is killed before and after it: what it has acknowledged
// must be there all the same.
func finish(ctx context.Context, server site, settings settings) error {
	if err := server.restart(ctx, false); err != nil {
		return err
	}
	if err := settle(ctx, settings); err != nil {
		return err
	}
	return server.restart(ctx, false)
}

// judge compares what is stored with what was written down.
func (r *Report) judge(dir string, truth []stored, acknowledged []ack) error {
	verdict, err := journal.Verify(filepath.Join(dir, journalDir))
	if err != nil {
		return err
	}
	j, err := journal.Open(filepath.Join(dir, journalDir), journal.Options{})
	if err != nil {
		return err
	}
	states, err := j.Attempts(journal.Filter{})
	if err = errors.Join(err, j.Close()); err != nil {
		return err
	}
	r.Stored, r.Lines = len(truth), verdict.Lines
	for _, p := range verdict.Problems {
		r.Journal = append(r.Journal, p.String())
	}
	r.count(states)
	sent, err := readCreates(filepath.Join(dir, createsFile))
	if err != nil {
		return err
	}
	r.compare(truth, states, sent, acknowledged)
	return nil
}
