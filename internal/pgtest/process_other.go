//go:build !unix

package pgtest

import (
	"errors"
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

// errElsewhere is what a server cannot do here, where it takes no signals.
var errElsewhere = errors.New("the server is not stopped and frozen on this system")

// Restart does nothing here.
func (s *Server) Restart() error { return errElsewhere }

// Freeze does nothing here.
func (s *Server) Freeze() {}

// Thaw does nothing here.
func (s *Server) Thaw() {}
