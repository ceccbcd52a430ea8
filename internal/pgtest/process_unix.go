//go:build unix

package pgtest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
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
		return 0, 0, fmt.Errorf("%w: PostgreSQL does not run as root, and there is no user %s", errNotInstalled, superuser)
	}
	if uid, err = strconv.Atoi(who.Uid); err == nil {
		gid, err = strconv.Atoi(who.Gid)
	}
	return uid, gid, err
}

// own gives a folder to the server's user, and makes it where there is none.
func own(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil || os.Getuid() != 0 {
		return err
	}
	uid, gid, err := serverUser()
	if err != nil {
		return err
	}
	return os.Chown(dir, uid, gid)
}

// Kill ends the server and all its processes as a failure of the machine does:
// nothing is written any more.
func (s *Server) Kill() {
	s.signal(syscall.SIGSTOP) // None starts another one meanwhile.
	s.signal(syscall.SIGKILL)
	<-s.gone
}

// Restart ends all connections and starts the server again, as an update does.
func (s *Server) Restart() error {
	_ = s.run.Process.Signal(syscall.SIGINT)
	<-s.gone
	return s.Run()
}

// Freeze holds all processes of the server as a machine that hangs does, until Thaw.
func (s *Server) Freeze() { s.signal(syscall.SIGSTOP) }

// Thaw lets a server go on that was held.
func (s *Server) Thaw() { s.signal(syscall.SIGCONT) }

// Ended reports whether the server's process has ended by itself.
func (s *Server) Ended() bool {
	select {
	case <-s.gone:
		return true
	default:
		return false
	}
}

// signal sends a signal to the server's first process and to all that it has started.
func (s *Server) signal(what syscall.Signal) {
	first := s.run.Process.Pid
	list := []int{first}
	all, _ := filepath.Glob("/proc/[0-9]*/stat") // Elsewhere the others end with the first one.
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // It has ended.
		}
		// The name in brackets can have any character; the parent is the second field behind it.
		_, rest, _ := bytes.Cut(text, []byte(") "))
		if fields := bytes.Fields(rest); len(fields) > 1 && string(fields[1]) == strconv.Itoa(first) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name))) // A number, by the pattern.
			list = append(list, pid)
		}
	}
	for _, pid := range list {
		_ = syscall.Kill(pid, what) // It may have ended.
	}
}

// OnSmallDisk starts a server on a file system of so many bytes. Fill takes all the
// room that is left, and returns what gives it back.
func OnSmallDisk(t testing.TB, size int) (s *Server, fill func() (free func())) {
	t.Helper()
	dir, err := os.MkdirTemp("", "bellhop-disk-")
	if err == nil {
		err = os.Chmod(dir, 0o755) //nolint:gosec // The server's user has to get through.
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%d,mode=0777", size), "tmpfs", dir).CombinedOutput(); err != nil { //nolint:gosec,noctx // A folder of the test's.
		t.Skipf("NOT RUN: no small file system can be made: %s", out)
	}
	t.Cleanup(func() {
		_ = exec.Command("umount", "-l", dir).Run() //nolint:gosec,noctx // A folder of the test's.
		_ = os.Remove(dir)
	})
	s, err = startIn(filepath.Join(dir, "server"), "max_wal_size=32MB", "min_wal_size=32MB")
	if err != nil {
		Missing(t, err)
	}
	t.Cleanup(s.Kill)
	return s, func() func() {
		t.Helper()
		name := filepath.Join(dir, "filling")
		file, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		part := make([]byte, 64<<10)
		for err == nil {
			_, err = file.Write(part)
		}
		_ = file.Close() // It is full.
		return func() { _ = os.Remove(name) }
	}
}
