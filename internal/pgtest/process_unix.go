//go:build unix

package pgtest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// asServer has a program run as the user of PostgreSQL where the tests run as root.
func asServer(run *exec.Cmd) error {
	if os.Getuid() != 0 {
		return nil
	}
	uid, gid, err := serverUser()
	if err != nil {
		return err
	}
	run.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}} //nolint:gosec // Ids of the system.
	return nil
}

func serverUser() (uid, gid int, err error) {
	who, err := user.Lookup(superuser)
	if err != nil {
		return 0, 0, fmt.Errorf("PostgreSQL does not run as root, and there is no user %s", superuser)
	}
	if uid, err = strconv.Atoi(who.Uid); err == nil {
		gid, err = strconv.Atoi(who.Gid)
	}
	return uid, gid, err
}

// newFolder makes a folder for the server's user.
func newFolder() (string, error) {
	dir, err := os.MkdirTemp("", "bellhop-postgres-")
	if err != nil || os.Getuid() != 0 {
		return dir, err
	}
	uid, gid, err := serverUser()
	if err == nil {
		err = os.Chown(dir, uid, gid)
	}
	return dir, err
}

// Kill ends the server and all its connections as a failure of the machine does:
// nothing is written any more.
func (s *Server) Kill() {
	// The other processes of the server end when its first one is gone.
	_ = s.run.Process.Kill()
	<-s.gone
}

// Stop ends the server in order; its connections are told.
func (s *Server) Stop() {
	_ = s.run.Process.Signal(syscall.SIGINT)
	<-s.gone
}

// Freeze holds the server as a machine that hangs does, until Thaw.
func (s *Server) Freeze() { _ = s.run.Process.Signal(syscall.SIGSTOP) }

// Thaw lets a server go on that was held.
func (s *Server) Thaw() { _ = s.run.Process.Signal(syscall.SIGCONT) }
