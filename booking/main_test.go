package booking_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow further between collections: answers and frames are large and soon forgotten.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
