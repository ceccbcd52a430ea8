//go:build unix

// Command peers measures Bellhop beside other programs of the terminal, in one run on one machine: how long each takes to
// its first frame, from a key to the frame that the key changes, and what a key costs in processor time and in bytes. The
// floor is a program that only echoes: two trips through the pseudo-terminal.
//
//	go run ./internal/peers
//	go run ./internal/peers --slow
//
// The second one holds a key for five seconds over slow lines, and tells how long after the last key the last frame is there.
// It prints a table in Markdown. Run as root where there is apt-get, it installs the programs that are missing; otherwise
// it says which it could not measure.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	if os.Getenv(floorVariable) != "" {
		os.Exit(floor())
	}
	keys := flag.Int("keys", 240, "keys that are pressed in each program")
	starts := flag.Int("starts", 10, "starts of each program")
	lines := flag.Bool("slow", false, "hold a key over slow lines instead")
	install := flag.Bool("install", os.Geteuid() == 0, "install what is missing, with apt-get")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, options{*keys, *starts, *install, *lines}); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		stop()
		os.Exit(1)
	}
}

type options struct {
	keys, starts   int
	install, lines bool
}

// run measures all programs in a folder of its own.
func run(ctx context.Context, o options) error {
	if o.keys < 1 || o.starts < 1 {
		return errors.New("--keys and --starts are at least 1")
	}
	folder, err := os.MkdirTemp("", "bellhop-peers-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	programs, err := prepare(ctx, folder)
	if err != nil {
		return err
	}
	if o.install {
		installMissing(ctx, programs)
	}
	programs = slices.DeleteFunc(programs, func(p program) bool {
		_, err := exec.LookPath(p.binary())
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s is not installed and was not measured: its package is %s\n", p.name, p.packaged)
		}
		return err != nil
	})
	if o.lines {
		return slow(ctx, folder, programs)
	}
	var results []result
	for _, p := range programs {
		r, err := p.measure(ctx, folder, o.keys, o.starts)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s was not measured: %v\n", p.name, err)
			continue
		}
		results = append(results, r)
	}
	printTable(os.Stdout, results)
	return nil
}

// A program is one that is measured.
type program struct {
	name     string
	packaged string // Debian's package; empty for our own
	command  []string
	env      []string
	// ready is a text of the first frame that counts, and of no earlier output.
	ready string
	// prepare are keys that lead to the list, each with a text that the screen shows before it is pressed.
	prepare []step
	// listed is a text that the screen shows once the keys can be measured.
	listed string
	// there and back are pressed by turns, so many times each that the list never ends.
	there, back string
	end         string // the keys that end it
	redraw      string // the key that draws the screen anew; empty for none
}

type step struct{ shows, keys string }

// A key's turn, shorter than a screen.
const turn = 20

const (
	up   = "\x1b[A"
	down = "\x1b[B"
)

// prepare builds Bellhop, and makes the file that the others show: 10,000 lines of some hundred characters.
func prepare(ctx context.Context, folder string) ([]program, error) {
	bellhop := filepath.Join(folder, "bellhop")
	build := exec.CommandContext(ctx, "go", "build", "-o", bellhop, ".") //nolint:gosec // The folder is a temporary one of its own.
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("go build, which works in the root of the repository: %w", err)
	}
	var lines strings.Builder
	for i := 1; i <= 10_000; i++ {
		fmt.Fprintf(&lines, "2026-11-25 %02d:%02d:%02d hotel %05d  The Aldwych Lantern  London  4 stars  %d.%02d GBP  free until 12 Dec\n",
			i/3600, i/60%60, i%60, i, 90+i%300, i%100)
	}
	list := filepath.Join(folder, "hotels.log")
	if err := os.WriteFile(list, []byte(lines.String()), 0o600); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return []program{
		{name: "floor", command: []string{self}, env: []string{floorVariable + "=1"}, ready: "ready", listed: "ready", there: down, back: up, end: "q"},
		{
			name: "bellhop", command: []string{bellhop, "demo", "--latency", "none", "--changes", "0"}, ready: "nothing sent yet",
			prepare: []step{{"nothing sent yet", "lon fri"}, {"London GB", "\r"}}, listed: "enter rates", there: down, back: up, end: "\x03", redraw: "\x0c",
		},
		{name: "less", packaged: "less", command: []string{"less", list}, ready: "hotel 00030", listed: "hotel 00001", there: "j", back: "k", end: "q", redraw: "r"},
		{
			name: "fzf", packaged: "fzf", command: []string{"sh", "-c", "fzf < " + list},
			ready: "10000/10000", listed: "10000/10000", there: up, back: down, end: "\x03", redraw: "\x0c",
		},
		{
			name: "lnav", packaged: "lnav", command: []string{"lnav", list}, ready: "hotel 10000", listed: "hotel 10000",
			there: "k", back: "j", end: "q", redraw: "\x0c",
		},
		{
			name: "visidata", packaged: "visidata", command: []string{"vd", "-f", "txt", list}, ready: "hotel 00030", listed: "hotel 00001",
			there: "j", back: "k", end: "gq", redraw: "\x0c",
		},
	}, nil
}

// installMissing installs the packages of the programs that are not there.
func installMissing(ctx context.Context, programs []program) {
	var missing []string
	for _, p := range programs {
		if _, err := exec.LookPath(p.binary()); err != nil && p.packaged != "" {
			missing = append(missing, p.packaged)
		}
	}
	if _, err := exec.LookPath("apt-get"); err != nil || len(missing) == 0 {
		return
	}
	for _, name := range missing {
		install := exec.CommandContext(ctx, "apt-get", "install", "-y", "--no-install-recommends", name) //nolint:gosec // One of the names above.
		install.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if said, err := install.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s cannot be installed: %v\n%s\n", name, err, said)
		}
	}
}

// binary is the command that has to be installed.
func (p program) binary() string {
	if p.command[0] == "sh" {
		return p.packaged
	}
	return p.command[0]
}

// A result is what was measured of a program.
type result struct {
	name          string
	starts, times []time.Duration // sorted
	cpu           time.Duration   // a key
	bytes, cells  float64         // a key
	megabytes     float64
}

// at returns the time below which that share of them is.
func at(sorted []time.Duration, share float64) time.Duration {
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

func printTable(to *os.File, results []result) {
	_, _ = fmt.Fprintln(to, "| Program | first frame, p50 | key to frame, p50 | p99 | times the floor | processor time a key | bytes a key | cells changed | memory |")
	_, _ = fmt.Fprintln(to, "|---|---|---|---|---|---|---|---|---|")
	floor := time.Duration(0)
	if i := slices.IndexFunc(results, func(r result) bool { return r.name == "floor" }); i >= 0 {
		floor = at(results[i].times, 0.5)
	}
	for _, r := range results {
		ratio := "-"
		if floor > 0 {
			ratio = fmt.Sprintf("%.1f", float64(at(r.times, 0.5))/float64(floor))
		}
		_, _ = fmt.Fprintf(to, "| %s | %.0f ms | %.2f ms | %.2f ms | %s | %.2f ms | %.0f | %.0f | %.0f MB |\n", r.name,
			milliseconds(at(r.starts, 0.5)), milliseconds(at(r.times, 0.5)), milliseconds(at(r.times, 0.99)), ratio,
			milliseconds(r.cpu), r.bytes, r.cells, r.megabytes)
	}
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1e3 }
