package campaign

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"bellhop/booking/journal"
	"bellhop/internal/gated"
	"bellhop/sandbox/training/fault"
)

// roleVariable makes the test's own program a process of a campaign, and
// sabotageVariable sabotages it.
const (
	roleVariable     = "BELLHOP_CAMPAIGN_ROLE"
	sabotageVariable = "BELLHOP_CAMPAIGN_SABOTAGE"
)

func TestMain(m *testing.M) {
	var err error
	h := sabotages[os.Getenv(sabotageVariable)]
	switch role := Role(os.Getenv(roleVariable)); role {
	case RoleConsole:
		err = work(context.Background(), os.Stdin, os.Stdout, h)
	case RoleService:
		err = serve(context.Background(), os.Stdin, os.Stdout, h)
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// program starts a process with a sabotage; "" is none.
func program(sabotage string) func(Role) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return func(role Role) *exec.Cmd {
		cmd := exec.CommandContext(context.Background(), self)
		cmd.Env = append(os.Environ(), roleVariable+"="+string(role), sabotageVariable+"="+sabotage)
		return cmd
	}
}

// rarest are faults of creations that a short campaign would not be sure to meet.
// Those that stall are still without an answer when their console is killed.
const rarest = `late POST /rest/v1/reservation nth=3
reset-after POST /rest/v1/reservation nth=4
other-reservation POST /rest/v1/reservation nth=6
stalled POST /rest/v1/reservation every=5 delay=1s
repeated-id POST /rest/v1/reservation nth=9
foreign-after POST /rest/v1/reservation nth=12
other-reservation POST /rest/v1/reservation nth=14
reset-after POST /rest/v1/reservation nth=18
`

// A short campaign of the kind that the command runs at length. It meets every
// kind of fault, and every way to lose an answer.
func TestCampaign(t *testing.T) {
	t.Parallel()
	gated.Test(t, "a campaign takes a minute")
	var progress strings.Builder
	report, err := Run(t.Context(), Options{
		Bookings: 60, Seed: 1, Workers: 3, Parallel: 12, Hotels: 100, Factor: 200, KillEvery: 7, RestartEvery: 25, FillEvery: 12, Fault: 0.04,
		Program: program(""), Progress: &progress, certain: rarest,
	})
	var text strings.Builder
	_ = report.Print(&text)
	t.Log(text.String(), progress.String())
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		t.Error(report.Figures())
	}
	for _, k := range fault.Kinds() {
		if report.Faults[string(k.Kind)] == 0 {
			t.Errorf("nothing was %s", k.Kind)
		}
	}
	for _, cause := range []journal.Cause{
		journal.CauseInterrupted, journal.CauseReset, journal.CauseServerError, journal.CauseTimeout, journal.CauseUnreadable, journal.CauseForeign,
	} {
		if report.Lost[string(cause)] == 0 {
			t.Errorf("no answer was lost by %s", cause)
		}
	}
	if report.Kills == 0 || report.Restarts < 3 || report.Fills == 0 { // Two restarts are those of every campaign.
		t.Errorf("%d kills, %d kills of the service, %d full disks", report.Kills, report.Restarts, report.Fills)
	}
}
