//go:build unix

package sshconsole

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/crypto/ssh"
)

// Works reports whether this system has the pseudo-terminals that sessions need.
const Works = true

// exitRefused ends a session that is none.
const exitRefused = 2

// serve serves one session.
func (s *Server) serve(session *session) {
	c := session.connection
	person, known := s.person(c.key)
	defer c.uses()()
	log := c.log
	if known {
		log = s.o.Logger.With(slog.String("user", person.Name), slog.String("login", c.login), slog.String("address", c.RemoteAddr().String()),
			slog.String("key", ssh.FingerprintSHA256(c.key)))
	}
	refuse := func(text string) {
		log.Info("a session was refused", slog.String("why", text))
		_, _ = io.WriteString(session.Stderr(), "bellhop: "+text+"\r\n") // Who has gone is not told.
		session.exit(exitRefused)
	}
	switch {
	case !known: // The key was taken out of the file after the connection had come up.
		refuse("Your key may not enter any more. Ask who runs this server.")
		return
	case session.command:
		refuse("There are no commands here. Without one the console opens.")
		return
	case session.terminal == nil:
		refuse("The console needs a terminal: ssh -t asks for one.")
		return
	}
	if why := s.enter(person.Name); why != "" {
		refuse(why)
		return
	}
	defer s.leave(person.Name)
	console, err := s.o.Console(person, environment(session.terminal.Term, session.env, c.RemoteAddr().String()))
	if err != nil {
		log = log.With(slog.String("profile", person.Profile), slog.String("cause", causeOf(err))) // The person is told less.
		refuse(strings.ReplaceAll(err.Error(), "\n", " "))
		return
	}
	begun := time.Now()
	log.Info("a session began", slog.String("profile", person.Profile), slog.Bool("read_only", person.ReadOnly))
	code, why := s.run(session, console)
	log.Info("a session ended", slog.String("why", why), slog.Duration("took", time.Since(begun)))
	session.exit(code)
}

// run runs a console in a pseudo-terminal until it ends, or the line does.
func (s *Server) run(session *session, console *exec.Cmd) (code int, why string) {
	tty, err := pty.StartWithSize(console, winsize(session.terminal.Columns, session.terminal.Rows))
	if err != nil {
		_, _ = fmt.Fprintf(session.Stderr(), "bellhop: the console cannot be started: %s\r\n", err)
		return 1, err.Error()
	}
	defer func() { _ = tty.Close() }()
	var typed atomic.Int64 // when something came, by the clock of the system
	typed.Store(time.Now().UnixNano())
	go func() {
		_, _ = io.Copy(tty, noting{session, &typed, session.drop}) // It ends with the line or the console.
	}()
	drawn, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(drawn)
		_, err := io.Copy(session, tty)
		if errors.Is(err, syscall.EIO) { // A pty can fail with EIO before its last output is read.
			<-gone
			_, _ = io.Copy(session, tty)
		}
		_, _ = io.Copy(io.Discard, tty) // Keep draining the pty, or the console blocks on write while it ends.
	}()
	ended := make(chan error, 1)
	go func() {
		err := console.Wait()
		close(gone)
		ended <- err
	}()
	idle := time.NewTimer(s.o.Idle)
	defer idle.Stop()
	for {
		select {
		case err := <-ended:
			waitFor(drawn, s.bounds.lastWords) // The last frame is on its way.
			return exitCode(err), "it was left"
		case w := <-session.sizes:
			_ = pty.Setsize(tty, winsize(w.Columns, w.Rows)) // A window that is gone has no size.
		case <-session.line.Done():
			code := s.hangUp(console, tty, ended)
			s.tell(session, drawn, "The input has ended.") // It may be the input alone.
			return code, "the line dropped"
		case <-s.ending:
			s.hangUp(console, tty, ended)
			s.tell(session, drawn, "The server ends.")
			return 1, "the server ends"
		case <-idle.C:
			if left := s.o.Idle - time.Since(time.Unix(0, typed.Load())); left > 0 {
				idle.Reset(left)
				continue
			}
			s.hangUp(console, tty, ended)
			s.tell(session, drawn, fmt.Sprintf("Nothing was typed for %s.", s.o.Idle))
			return 1, "nothing was typed"
		}
	}
}

// tell says why a console was ended, below what it has drawn last. It does not wait for a
// client that takes nothing: that would keep the person's place.
func (s *Server) tell(session io.Writer, drawn <-chan struct{}, why string) {
	waitFor(drawn, s.bounds.lastWords)
	told := make(chan struct{})
	go func() {
		defer close(told)
		_, _ = io.WriteString(session, "\r\nbellhop: "+why+" What you had begun is kept.\r\n")
	}()
	waitFor(told, s.bounds.lastWords)
}

// hangUp ends a console as a terminal that is gone does, and by force if that is not
// enough.
func (s *Server) hangUp(console *exec.Cmd, tty *os.File, ended <-chan error) int {
	_ = console.Process.Signal(syscall.SIGHUP) // It may have ended.
	select {
	case err := <-ended:
		return exitCode(err)
	case <-time.After(s.bounds.killAfter):
	}
	_ = console.Process.Kill()
	_ = tty.Close()
	return exitCode(<-ended)
}

func exitCode(err error) int {
	var status *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status) && status.ExitCode() >= 0:
		return status.ExitCode()
	default:
		return 1
	}
}

// winsize returns the size that the client reports. After 0x0 the console queries the terminal.
func winsize(columns, rows uint32) *pty.Winsize {
	return &pty.Winsize{Rows: uint16(min(rows, 1000)), Cols: uint16(min(columns, 1000))}
}

// noting notes when something was read, and that there is no more.
type noting struct {
	io.Reader
	at  *atomic.Int64
	end func()
}

func (n noting) Read(to []byte) (int, error) {
	count, err := n.Reader.Read(to)
	if count > 0 {
		n.at.Store(time.Now().UnixNano())
	}
	if err != nil {
		n.end()
	}
	return count, err
}
