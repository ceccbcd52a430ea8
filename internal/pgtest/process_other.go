//go:build !unix

package pgtest

import (
	"os"
	"os/exec"
)

func asServer(*exec.Cmd) error { return nil }

func own(dir string) error { return os.MkdirAll(dir, 0o700) }

// Kill ends the server.
func (s *Server) Kill() {
	_ = s.run.Process.Kill()
	<-s.gone
}
