// Package campaign puts the promise "never twice, never lost" to the proof: it
// serves the real sandbox over HTTP with random faults, lets consoles without a
// screen book, cancel and change dates at it in processes of their own, kills
// those processes at random moments, and in the end compares the sandbox's
// database with the journal that the consoles share.
//
// Time is accelerated: the sandbox and the consoles share one clock that runs
// many times faster than the real one, so that the half hour in which a lost
// booking may still appear passes in seconds. Time-outs of HTTP stay real.
package campaign

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
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
	// Fault is the probability of each kind of fault at each request that has
	// faults; 0: 0.015. Negative: no faults.
	Fault float64
	// Program starts a console process: one that calls Work.
	Program func() *exec.Cmd
	// Progress gets a line now and then; nil drops them.
	Progress io.Writer

	// wrap stands between the network and the sandbox, for tests that sabotage.
	wrap func(http.Handler) http.Handler
	// spoil is called between the end of the consoles and the comparison.
	spoil func(dir string) error
}

// localClock is how far the clock of the consoles' machine is from the
// service's: a clock that is slow by three quarters of an hour must not end the
// half hour of looking before it has begun.
const localClock = -45 * time.Minute

const (
	defaultBookings  = 150
	defaultWorkers   = 8
	defaultParallel  = 16
	defaultFactor    = 120
	defaultKillEvery = 40
	defaultFault     = 0.015
	usualWriteTime   = 2 * time.Minute
)

func (o Options) withDefaults() Options {
	if o.Bookings == 0 {
		o.Bookings = defaultBookings
	}
	if o.Workers == 0 {
		o.Workers = defaultWorkers
	}
	if o.Parallel == 0 {
		o.Parallel = defaultParallel
	}
	if o.Factor == 0 {
		o.Factor = defaultFactor
	}
	if o.WriteTime == 0 {
		o.WriteTime = time.Duration(float64(usualWriteTime) / o.Factor)
	}
	if o.KillEvery == 0 {
		o.KillEvery = defaultKillEvery
	}
	if o.Fault == 0 {
		o.Fault = defaultFault
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
	service, err := serve(ctx, o, clock, filepath.Join(dir, worldDir))
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = service.close() }()
	settings := service.settings(o, clock, filepath.Join(dir, journalDir))
	hotels, err := findHotels(ctx, settings)
	if err != nil {
		return Report{}, err
	}
	if err := service.AddFaults(faultRules(o)); err != nil {
		return Report{}, err
	}
	boss := newBoss(o, dir, settings, hotels)
	err = boss.work(ctx)
	report := boss.report()
	report.Faults, report.Slowest = countFaults(service.Faults()), time.Duration(service.slowest.Load()).Seconds()
	if err != nil {
		return report, err
	}
	service.ClearFaults()
	if err := settle(ctx, settings); err != nil {
		return report, err
	}
	if err := service.close(); err != nil {
		return report, err
	}
	if o.spoil != nil {
		if err := o.spoil(dir); err != nil {
			return report, err
		}
	}
	return report, report.judge(ctx, dir, boss.acknowledged)
}

// judge compares what is stored with what was written down.
func (r *Report) judge(ctx context.Context, dir string, acknowledged []ack) error {
	stored, err := readWorld(ctx, filepath.Join(dir, worldDir))
	if err != nil {
		return err
	}
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
	r.Stored, r.Lines = len(stored), verdict.Lines
	for _, p := range verdict.Problems {
		r.Journal = append(r.Journal, p.String())
	}
	r.count(states)
	r.compare(stored, states, acknowledged)
	return nil
}
