package campaign

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
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

// A short campaign of the kind that the command runs at length.
func TestCampaign(t *testing.T) {
	t.Parallel()
	var progress strings.Builder
	report, err := Run(t.Context(), Options{
		Bookings: 150, Seed: 1, Workers: 4, Parallel: 12, Hotels: 300, Factor: 200, KillEvery: 15, RestartEvery: 50, FillEvery: 20, Fault: 0.025,
		Program: program(""), Progress: &progress,
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
}
