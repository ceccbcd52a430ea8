//go:build !unix

package pgtest

import (
	"os"
	"os/exec"
)

func asServer(*exec.Cmd) error { return nil }

func newFolder() (string, error) { return os.MkdirTemp("", "bellhop-postgres-") }

// Kill ends the server.
func (s *Server) Kill() {
	_ = s.run.Process.Kill()
	<-s.gone
}
