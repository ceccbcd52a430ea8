//go:build unix

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bellhop/cli/exit"
	"bellhop/internal/gated"
)

// command runs the program without a terminal and returns what it leaves.
func command(t *testing.T, home string, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	cmd := exec.CommandContext(context.Background(), bellhop(t), args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = environment(home), &o, &e
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}

// What a package prepares at the start is paid for by every command: tables and patterns are made when they are needed.
func TestCommandsPrepareLittle(t *testing.T) {
	t.Parallel()
	const most = 1000
	cmd := exec.CommandContext(context.Background(), bellhop(t), "version")
	cmd.Env = append(environment(t.TempDir()), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	made, packages := 0, 0
	for _, found := range regexp.MustCompile(`(?m)^init bellhop/.* (\d+) allocs$`).FindAllSubmatch(out, -1) {
		n, _ := strconv.Atoi(string(found[1]))
		made, packages = made+n, packages+1
	}
	if packages < 5 || made > most {
		t.Errorf("%d packages of Bellhop allocate %d times before the first line of a command, want at most %d:\n%s", packages, made, most, out)
	}
}

// The commands for cron and for auditors work on the demo without a screen: they
// serve its sandbox themselves.
func TestJourneyDeadlinesAndAudit(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	code, out, errOut := command(t, home, "deadlines", "--within", "900d", "--json")
	var list struct {
		Deadlines []struct {
			Reservation string `json:"reservation"`
			Left        int64  `json:"left_seconds"`
		} `json:"deadlines"`
		AtStake []struct {
			Amount string `json:"amount"`
		} `json:"at_stake"`
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil || code != exit.Due || errOut != "" {
		t.Fatalf("exit %d, %v, %s%s", code, err, out, errOut)
	}
	if len(list.Deadlines) < 10 || len(list.AtStake) == 0 || list.Deadlines[0].Left > list.Deadlines[1].Left {
		t.Errorf("%d deadlines with %d sums: %s", len(list.Deadlines), len(list.AtStake), out)
	}
	if code, out, errOut = command(t, home, "deadlines", "--within", "1s"); code != exit.OK || out != "no deadlines within 1s\n" || errOut != "" {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	if code, out, errOut = command(t, home, "audit", "list"); code != exit.OK || out != "nothing was sent\n" || errOut != "" {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	if code, out, errOut = command(t, home, "audit", "verify"); code != exit.OK || !strings.HasSuffix(out, "the lines fit each other: that finds accidents, not forgers\n") || errOut != "" {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
}

// A machine without zone data would read every hotel's day in UTC: the program
// has its own.
func TestTrap30ZoneDataIsEmbedded(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "../app/app.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	paths := make([]string, 0, len(file.Imports))
	for _, one := range file.Imports {
		paths = append(paths, one.Path.Value)
	}
	if !slices.Contains(paths, `"time/tzdata"`) {
		t.Errorf("app.go imports %s", strings.Join(paths, ", "))
	}
}
