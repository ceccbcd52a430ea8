// Command mutate reports which small changes of the program pass its tests.
//
// It makes a mutant of each place that one of three operators finds in the named files:
//
//   - a condition dropped: an operand of && or ||, or the whole condition of an if, a for or a case;
//   - a comparison or sign turned: < to <= or >=, == to !=, + to -, Add to Sub, Before to After, min to max;
//   - a statement removed: a call, an assignment, an increment, a defer, a break or a continue.
//
// All mutants are compiled into each test binary once, every one behind its number, so that a mutant costs a run of the tests
// that reach it and no build. A mutant is reached where it would change a value: a dropped operand only where it decided.
//
//	go run ./tools/mutate                         the files whose rules cost money when they fail
//	go run ./tools/mutate -sample 400 -seed 7     400 of their mutants
//	go run ./tools/mutate -targets booking/mask.go -judges ./booking
//
// It prints the mutants that no test kills, file by file, and the counts.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

type options struct {
	targets, judges []string
	tests           string
	sample          int
	seed            uint64
	jobs            int
	progress        io.Writer
}

// The files that decide what a guest pays and whether a booking is made twice, and the packages whose tests answer for them.
var (
	standardTargets = []string{
		"booking/recovery", "booking/before_write.go", "booking/mask.go", "booking/deadlines.go", "booking/terms",
		"booking/rebook", "booking/bulk", "booking/report", "booking/quote",
		"sandbox/service/rates.go", "sandbox/service/query.go", "sandbox/limits.go",
	}
	standardJudges = []string{
		"./booking/recovery", "./booking/terms", "./booking/rebook", "./booking/bulk", "./booking/report", "./booking/quote",
		"./booking", "./sandbox/service", "./sandbox",
	}
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := command(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func command(ctx context.Context, args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.Usage = func() {
		_, _ = fmt.Fprint(progress, "Lists the small changes of the program that pass its tests.\n\n"+
			"  go run ./tools/mutate                         the files whose rules cost money when they fail\n"+
			"  go run ./tools/mutate -sample 400 -seed 7     400 of their mutants\n"+
			"  go run ./tools/mutate -targets booking/mask.go -judges ./booking\n\n")
		flags.PrintDefaults()
	}
	targets := flags.String("targets", "", "files and folders to change, separated by commas (default: the standard set)")
	judges := flags.String("judges", "", "packages whose tests are run, separated by commas (default: those of the targets)")
	tests := flags.String("tests", ".", "run only the tests whose names match this regular expression")
	sample := flags.Int("sample", 0, "how many mutants to draw; 0 runs all")
	seed := flags.Uint64("seed", 1, "seed of the sample")
	jobs := flags.Int("jobs", min(2, runtime.NumCPU()), "how many test binaries run at once")
	if err := flags.Parse(args); err != nil {
		return err
	}
	o := options{tests: *tests, sample: *sample, seed: *seed, jobs: *jobs, progress: progress}
	if *targets == "" {
		o.targets, o.judges = standardTargets, standardJudges
	} else {
		o.targets = strings.Split(*targets, ",")
		o.judges = folders(o.targets)
	}
	if *judges != "" {
		o.judges = strings.Split(*judges, ",")
	}
	return run(ctx, o, out)
}

// folders returns the packages of the targets, in the form that the go command takes.
func folders(targets []string) []string {
	var list []string
	seen := map[string]bool{}
	for _, target := range targets {
		if strings.HasSuffix(target, ".go") {
			target = filepath.Dir(target)
		}
		folder := "./" + filepath.ToSlash(filepath.Clean(target))
		if !seen[folder] {
			seen[folder] = true
			list = append(list, folder)
		}
	}
	return list
}

func run(ctx context.Context, o options, out io.Writer) error {
	scratch, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	packages, err := load(ctx, o.targets)
	if err != nil {
		return err
	}
	var mutants []*mutant
	for _, p := range packages {
		mutants = append(mutants, p.find(len(mutants))...)
	}
	binaries, err := build(ctx, scratch, packages, mutants, o)
	if err != nil {
		return err
	}
	if err := reach(ctx, scratch, binaries, mutants, o); err != nil {
		return err
	}
	chosen := draw(mutants, o.sample, o.seed)
	_, _ = fmt.Fprintf(o.progress, "%d of %d mutants\n", len(chosen), len(mutants))
	return judge(ctx, scratch, chosen, o, func(done []*mutant, last bool) { report(out, done, last) })
}
