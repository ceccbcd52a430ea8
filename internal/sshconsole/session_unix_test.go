//go:build unix

package sshconsole

import "testing"

// The pty has the client's size; if that is 0x0, the console asks the terminal.
func TestWinsize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height uint32
		cols, rows    uint16
	}{
		{120, 40, 120, 40}, {0, 0, 0, 0}, {1 << 31, 24, 1000, 24}, {5000, 24, 1000, 24},
	} {
		if got := winsize(c.width, c.height); got.Cols != c.cols || got.Rows != c.rows {
			t.Errorf("%dx%d: the pty has %dx%d, want %dx%d", c.width, c.height, got.Cols, got.Rows, c.cols, c.rows)
		}
	}
}
