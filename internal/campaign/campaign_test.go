package campaign

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// consoleVariable makes the test's own program a console.
const consoleVariable = "BELLHOP_CAMPAIGN_CONSOLE"

func TestMain(m *testing.M) {
	if os.Getenv(consoleVariable) == "" {
		os.Exit(m.Run())
	}
	if err := Work(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func program() *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.CommandContext(context.Background(), self)
	cmd.Env = append(os.Environ(), consoleVariable+"=1")
	return cmd
}

// A short campaign of the kind that "bellhop campaign" runs at length.
func TestCampaign(t *testing.T) {
	t.Parallel()
	var progress strings.Builder
	report, err := Run(t.Context(), Options{
		Bookings: 150, Seed: 1, Workers: 4, Parallel: 12, Factor: 200, KillEvery: 15, Fault: 0.025, Program: program, Progress: &progress,
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
