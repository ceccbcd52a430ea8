//go:build unix

package sshconsole

import (
	"testing"

	"github.com/charmbracelet/ssh"
)

// The pty has the client's size; if that is 0x0, the console asks the terminal.
func TestWinsize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ width, height, cols, rows int }{
		{120, 40, 120, 40}, {0, 0, 0, 0}, {-1, 24, 0, 24}, {5000, 24, 1000, 24},
	} {
		if got := winsize(ssh.Window{Width: c.width, Height: c.height}); int(got.Cols) != c.cols || int(got.Rows) != c.rows {
			t.Errorf("%dx%d: the pty has %dx%d, want %dx%d", c.width, c.height, got.Cols, got.Rows, c.cols, c.rows)
		}
	}
}
