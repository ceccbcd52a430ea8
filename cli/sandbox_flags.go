package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bellhop/booking/localfile"
	"bellhop/cli/exit"
	"bellhop/sandbox"
	"bellhop/sandbox/fixture"
	"bellhop/sandbox/training"
	"bellhop/sandbox/training/fault"

	"github.com/spf13/cobra"
)

// The sizes that a world can have.
const (
	minHotels = 100
	maxHotels = 1_000_000
)

// What is read of a file of fault rules and of one of fixtures is bounded.
const (
	maxFaultFile   = 1 << 20
	maxFixtureFile = 8 << 20
)

// trainingFlags are the flags that the sandbox and the demo share: the world, and
// how it behaves.
type trainingFlags struct {
	seed    uint64
	hotels  int
	clock   string
	latency string
	quirks  string
	faults  []string
	file    string
	record  string
	fixture string
	set     []string
	changes float64 // percent
}

// add defines the flags. Changes is in thousandths, as in sandbox.Options.
func (f *trainingFlags) add(cmd *cobra.Command, changes int, latency string) {
	flags := cmd.Flags()
	flags.Uint64Var(&f.seed, "seed", DefaultSeed, "make the world from this `NUMBER`: the same number, the same world")
	flags.IntVar(&f.hotels, "hotels", 0, "how many hotels the world has, as a `NUMBER` from 100 to 1000000")
	flags.StringVar(&f.clock, "clock", "", "where the clock starts, as a `TIME`: +6h runs on, \"2026-12-24 10:00\" stands still")
	flags.StringVar(&f.latency, "latency", latency, "how slow answers are: `none|office|hotel-wifi|satellite` or a duration")
	flags.StringVar(&f.quirks, "quirks", "", "answer in odd shapes that services have been seen to send, as a `LIST|all`; \"bellhop sandbox quirks\" has them")
	flags.StringArrayVar(&f.faults, "fault", nil, "something that goes wrong on purpose, as a `RULE`; may be repeated")
	flags.StringVar(&f.file, "faults", "", "a `FILE` of such rules, one a line")
	flags.StringVar(&f.record, "record", "", recordUsage)
	flags.StringVar(&f.fixture, "fixtures", "", "a `FILE` of reservations that a new world starts with")
	flags.StringArrayVar(&f.set, "set", nil, "a value of the fixtures in place of the file's, as `PATH=VALUE`; may be repeated")
	flags.Float64Var(&f.changes, "changes", float64(changes)/10, "how many rates in a hundred change their price before they are verified, as a `PERCENT`")
	// The default is the world that is there, or the sandbox's own size.
	flags.Lookup("hotels").DefValue = "0"
	for _, name := range []string{"seed", "hotels", "clock", "fault", "changes", "set"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	_ = cmd.RegisterFlagCompletionFunc("latency", cobra.FixedCompletions(latencies(), cobra.ShellCompDirectiveNoFileComp))
}

func latencies() []string { return []string{"none", "office", "hotel-wifi", "satellite"} }

// options reads the flags. Everything that can be mistyped is checked before
// anything is started. Where the sandbox is, and who may call it, is not among
// them.
func (f trainingFlags) options(cmd *cobra.Command) (sandbox.Options, error) {
	given := cmd.Flags().Changed
	o := sandbox.Options{
		Seed: f.seed, Properties: f.hotels, Keep: !given("seed") && f.hotels == 0,
		Start: f.clock, Latency: f.latency, Quirks: f.quirks, Set: f.set, Progress: progressLine(cmd.ErrOrStderr(), time.Now),
		Filling: fillingLine(cmd.ErrOrStderr(), time.Now),
	}
	for _, name := range []string{"clock", "latency", "quirks", "faults", "record", "fixtures"} {
		if given(name) && cmd.Flags().Lookup(name).Value.String() == "" {
			return o, exit.Wrong("--%s is empty; give it a value or leave it out", name)
		}
	}
	if given("hotels") && (f.hotels < minHotels || f.hotels > maxHotels) {
		return o, exit.Wrong("--hotels must be %d to %d", minHotels, maxHotels)
	}
	if math.IsNaN(f.changes) || f.changes < 0 || f.changes > 100 {
		return o, exit.Wrong("--changes must be 0 to 100 per cent")
	}
	o.Changes = int(math.Round(f.changes * 10))
	err := errors.Join(
		checked("--clock", f.clock, sandbox.CheckClock),
		checked("--latency", f.latency, checkLatency),
		checked("--quirks", f.quirks, training.CheckQuirks),
	)
	if err == nil {
		o.Faults, err = f.faultRules()
	}
	if err == nil {
		o.Fixtures, err = f.fixtures()
	}
	return o, err
}

const recordUsage = "add a line for each request to a `FILE`, with guests and secrets masked"

// recordFile is the absolute path of a recording; empty is none.
func recordFile(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return "", fmt.Errorf("find the file %s: %w", name, err)
	}
	return path, nil
}

// notice returns what tells the user something before the start.
func notice(cmd *cobra.Command) func(text string) {
	return func(text string) { _, _ = fmt.Fprintf(cmd.ErrOrStderr(), "bellhop: %s\n", text) }
}

func checkLatency(text string) error {
	_, err := fault.ParseLatency(text)
	return err
}

func checkFaults(text string) error {
	_, err := fault.Parse(text)
	return err
}

// checked returns what a check says about a text, as wrong usage of what is named.
// The empty text is not checked.
func checked(name, text string, check func(string) error) error {
	if text == "" {
		return nil
	}
	if err := check(text); err != nil {
		return exit.Wrong("%s: %s", name, err)
	}
	return nil
}

// faultRules are the rules of the file and then those of the flags. Each is
// checked where it stands, so that an error names the right line.
func (f trainingFlags) faultRules() (string, error) {
	var rules []string
	if f.file != "" {
		text, err := readBounded(f.file, maxFaultFile)
		if err != nil {
			return "", exit.Wrong("--faults: %w", err)
		}
		if err := checked(f.file, text, checkFaults); err != nil {
			return "", err
		}
		rules = append(rules, text)
	}
	for _, rule := range f.faults {
		if strings.TrimSpace(rule) == "" {
			return "", exit.Wrong("--fault is empty; give it a rule or leave it out")
		}
		if strings.ContainsAny(rule, "\r\n") {
			return "", exit.Wrong("--fault takes one rule; give several with a --fault each, or in a file with --faults")
		}
		if err := checked(fmt.Sprintf("--fault %q", rule), rule, checkFaults); err != nil {
			return "", err
		}
		rules = append(rules, rule)
	}
	return strings.Join(rules, "\n"), nil
}

// fixtures is the text of the file of fixtures, checked with the settings that
// go into it.
func (f trainingFlags) fixtures() (string, error) {
	if f.fixture == "" {
		if len(f.set) > 0 {
			return "", exit.Wrong("--set changes a value of the fixtures; say which with --fixtures FILE")
		}
		return "", nil
	}
	text, err := readBounded(f.fixture, maxFixtureFile)
	if err != nil {
		return "", exit.Wrong("--fixtures: %w", err)
	}
	if strings.TrimSpace(text) == "" {
		return "", exit.Wrong("%s is empty; a world without reservations is {\"reservations\":[]}", f.fixture)
	}
	return text, checked(f.fixture, text, func(text string) error {
		return fixture.Check(text, f.set)
	})
}

// readBounded reads a file that must not be larger than the limit, without its byte order mark.
func readBounded(name string, limit int64) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", name, limit)
	}
	if err == nil {
		text, _, err = localfile.Unmarked(text)
	}
	if err != nil {
		return "", err
	}
	return string(text), nil
}

const (
	progressAfter = 500 * time.Millisecond // a world that is there at once says nothing
	progressEvery = time.Second
)

// progressLine tells on a writer how far a world is, once it takes a while.
func progressLine(w io.Writer, now func() time.Time) func(done, total int) {
	var next time.Time
	told := false
	return func(done, total int) {
		at := now()
		switch {
		case next.IsZero():
			next = at.Add(progressAfter)
			return
		case total <= 0 || done < total && at.Before(next) || done >= total && !told:
			return
		}
		told, next = done < total, at.Add(progressEvery)
		_, _ = fmt.Fprintf(w, "bellhop: making the world: %d %%\n", 100*done/total)
	}
}

// fillingAfter is how long the making of fixtures takes before it is told of.
const fillingAfter = 50 * time.Millisecond

// fillingLine tells on a writer how many fixtures are made, once that takes a while.
func fillingLine(w io.Writer, now func() time.Time) func(done, total int) {
	var next time.Time
	return func(done, total int) {
		at := now()
		switch {
		case done == 0:
			next = at.Add(fillingAfter)
		case !at.Before(next):
			next = at.Add(progressEvery)
			_, _ = fmt.Fprintf(w, "bellhop: making the reservations of the fixtures: %d of %d\n", done, total)
		}
	}
}
