// Package gated marks the tests that need servers or minutes. The gate runs them; a plain go test ./... skips them with the
// reason.
package gated

import (
	"os"
	"testing"
)

// variable is the environment variable that runs every test when it is "all".
const variable = "BELLHOP_TEST"

// All reports whether this run includes the gated tests.
func All() bool { return os.Getenv(variable) == "all" }

// Test skips t unless this run includes the gated tests. why is the reason, such as "it needs a PostgreSQL server".
func Test(t testing.TB, why string) {
	t.Helper()
	if !All() {
		t.Skipf("NOT RUN without %s=all: %s", variable, why)
	}
}

// Draws returns how many cases a test draws: few in a plain run, many in the gate.
func Draws(few, many int) int {
	if All() {
		return many
	}
	return few
}
