package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// test is a test function of a judge.
type test struct {
	binary
	name string
	took time.Duration
}

type verdict string

const (
	killed     verdict = "killed"
	timedOut   verdict = "killed by time-out"
	lived      verdict = "lived"
	notReached verdict = "not reached"
)

// testTimeout is the time-out of a test that runs alone, without a mutant.
const testTimeout = 5 * time.Minute

// reach runs each test alone, without a mutant, and records the mutants that it reaches. A test that fails alone is left out.
func reach(ctx context.Context, scratch string, binaries []binary, mutants []*mutant, o options) error {
	var tests []*test
	for _, b := range binaries {
		names, err := b.tests(ctx, o.tests)
		if err != nil {
			return err
		}
		for _, name := range names {
			tests = append(tests, &test{binary: b, name: name})
		}
	}
	reached := make([][]int, len(tests))
	each(len(tests), o.jobs, func(i int) {
		t := tests[i]
		file := filepath.Join(scratch, fmt.Sprintf("reached%d", i))
		began := time.Now()
		failed, _ := t.run(ctx, scratch, "^"+t.name+"$", testTimeout, "MUTATE_REACHED="+file)
		t.took = time.Since(began)
		if failed && ctx.Err() == nil {
			_, _ = fmt.Fprintf(o.progress, "left out, because it fails alone: %s %s\n", t.judge, t.name)
			return
		}
		text, _ := os.ReadFile(file) // Without a file no mutant was reached.
		for number := range strings.FieldsSeq(string(text)) {
			if n, err := strconv.Atoi(number); err == nil {
				reached[i] = append(reached[i], n)
			}
		}
	})
	for i, numbers := range reached {
		for _, n := range numbers {
			mutants[n-1].reachedBy = append(mutants[n-1].reachedBy, tests[i])
		}
	}
	return ctx.Err()
}

var testName = regexp.MustCompile(`(?m)^(?:Test|Example|Fuzz)\w*$`)

func (b binary) tests(ctx context.Context, pattern string) ([]string, error) {
	cmd := exec.CommandContext(ctx, b.path, "-test.list", pattern) //nolint:gosec // It was built here.
	cmd.Dir = b.dir
	output, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("the tests of %s: %w", b.judge, err)
	}
	return testName.FindAllString(string(output), -1), nil
}

// firstFailure ends the tests as soon as one has failed: -test.failfast runs all that are parallel to it to their end.
type firstFailure struct {
	bytes.Buffer
	end    func()
	failed bool
}

func (f *firstFailure) Write(p []byte) (int, error) {
	n, err := f.Buffer.Write(p)
	if !f.failed && bytes.Contains(f.Bytes(), []byte("--- FAIL: ")) {
		f.failed = true
		f.end()
	}
	return n, err
}

// run runs tests in a temporary folder of their own. Tests that cannot be started have not failed.
func (b binary) run(ctx context.Context, scratch, pattern string, limit time.Duration, environment string) (failed, late bool) {
	folder, err := os.MkdirTemp(scratch, "")
	if err != nil {
		return false, false
	}
	defer func() { _ = os.RemoveAll(folder) }()
	ctx, cancel := context.WithTimeout(ctx, limit+10*time.Second) // should the binary not end itself
	defer cancel()
	cmd := exec.CommandContext(ctx, b.path, "-test.run", pattern, "-test.timeout", limit.String()) //nolint:gosec // It was built here.
	cmd.Dir = b.dir
	// Property tests draw the same cases each time, and leave no files beside the sources.
	cmd.Env = slices.Concat([]string{"RAPID_SEED=1", "RAPID_NOFAILFILE=true"}, os.Environ(), []string{environment, "TMPDIR=" + folder})
	output := &firstFailure{end: cancel}
	cmd.Stdout, cmd.Stderr = output, output
	cmd.WaitDelay = time.Second // a child that outlives its test may hold the output
	err = cmd.Run()
	switch {
	case output.failed:
		return true, false
	case ctx.Err() != nil, bytes.Contains(output.Bytes(), []byte("panic: test timed out")):
		return true, true
	}
	var exit *exec.ExitError
	return errors.As(err, &exit), false
}

// unchanged caches by binary and pattern whether tests that pass alone fail together.
var unchanged sync.Map

// failsUnchanged reports whether tests fail together without a mutant: then their failure proves nothing.
func (b binary) failsUnchanged(ctx context.Context, scratch, pattern string, limit time.Duration) bool {
	key := b.path + " " + pattern
	if known, ok := unchanged.Load(key); ok {
		return known.(bool)
	}
	failed, _ := b.run(ctx, scratch, pattern, limit, "MUTATE_ACTIVE=0")
	unchanged.Store(key, failed)
	return failed
}

// draw returns n of the mutants that compile, in their order, the same for the same seed; 0 is all.
func draw(mutants []*mutant, n int, seed uint64) []*mutant {
	all := slices.DeleteFunc(slices.Clone(mutants), func(m *mutant) bool { return m.doesNotCompile })
	if n == 0 || n >= len(all) {
		return all
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] }) //nolint:gosec // It draws a sample.
	all = all[:n]
	slices.SortFunc(all, func(a, b *mutant) int { return a.number - b.number })
	return all
}

// judge runs the tests against each mutant and reports a file as soon as all its mutants are judged; last is set in the last
// call, which has all of them.
func judge(ctx context.Context, scratch string, mutants []*mutant, o options, report func(done []*mutant, last bool)) error {
	var mutex sync.Mutex
	open, done := map[*source]int{}, 0
	for _, m := range mutants {
		open[m.source]++
	}
	each(len(mutants), o.jobs, func(i int) {
		m := mutants[i]
		m.verdict = m.try(ctx, scratch)
		mutex.Lock()
		defer mutex.Unlock()
		done++
		_, _ = fmt.Fprintf(o.progress, "%d of %d: %s: %s\n", done, len(mutants), m.verdict, m)
		if open[m.source]--; open[m.source] == 0 && ctx.Err() == nil {
			report(slices.DeleteFunc(slices.Clone(mutants), func(other *mutant) bool { return other.source != m.source }), false)
		}
	})
	if ctx.Err() == nil {
		report(mutants, true)
	}
	return ctx.Err()
}

// quickTests is how many of the quickest tests are run before the others: they kill most mutants.
const quickTests = 8

// try runs the tests that reach a mutant.
func (m *mutant) try(ctx context.Context, scratch string) verdict {
	if len(m.reachedBy) == 0 {
		return notReached
	}
	slices.SortStableFunc(m.reachedBy, func(a, b *test) int { return cmp.Compare(a.took, b.took) })
	quick := min(quickTests, len(m.reachedBy))
	for _, tests := range [][]*test{m.reachedBy[:quick], m.reachedBy[quick:]} {
		for len(tests) > 0 {
			b := tests[0].binary
			var names []string
			var others []*test
			limit := 20 * time.Second
			for _, t := range tests {
				if t.binary != b {
					others = append(others, t)
					continue
				}
				names = append(names, t.name)
				limit += 5 * t.took
			}
			tests = others
			pattern := "^(" + strings.Join(names, "|") + ")$"
			failed, late := b.run(ctx, scratch, pattern, limit, "MUTATE_ACTIVE="+strconv.Itoa(m.number))
			switch {
			case ctx.Err() != nil: // The run is over and reports nothing.
				return lived
			case late:
				return timedOut
			case failed && !b.failsUnchanged(ctx, scratch, pattern, limit):
				return killed
			}
		}
	}
	return lived
}

// each calls do for 0 to n-1, jobs of them at once.
func each(n, jobs int, do func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}
