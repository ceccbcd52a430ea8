package campaign

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
)

// A site is what consoles book at: one service, or several that share a database.
type site interface {
	start(faults bool) error
	// restart has a part of it fail in the midst of anything, and sees to it that it
	// comes back.
	restart(ctx context.Context, faults bool) error
	console(o Options, c *clock, journal string) settings
	total() figures
	stop()
}

// A server runs the service in a process of its own, and kills it.
type server struct {
	o        Options
	settings serviceSettings
	log      string // the file of what it says of errors

	process *process
	out     *bufio.Reader
	kills   int
	last    figures // of the present process
	sum     figures // of those before it
}

func newServer(o Options, c *clock, dir string) *server {
	return &server{
		o: o, log: filepath.Join(dir, "service.log"),
		settings: serviceSettings{
			Dir: filepath.Join(dir, worldDir), Address: "127.0.0.1:0", Token: rand.Text(), Seed: o.Seed, Hotels: o.Hotels, Clock: *c,
			Creates: filepath.Join(dir, createsFile),
		},
		sum: figures{Faults: map[string]int64{}, Met: map[string]int64{}},
	}
}

// start starts the service's next process, on the data and at the address of the
// one before it.
func (s *server) start(faults bool) error {
	s.settings.Life++
	s.settings.Faults = ""
	if faults {
		s.settings.Faults = s.o.faultRules(s.settings.Life)
	}
	var err error
	if s.process, err = s.o.launch(RoleService, s.log); err != nil {
		return err
	}
	s.out = bufio.NewReader(s.process.out)
	_ = encodeLine(s.process.in, s.settings) // A process that is gone already is noticed by its silence.
	f, err := s.hear()
	if err != nil {
		return err
	}
	s.settings.Address = f.Address
	return nil
}

func (s *server) hear() (figures, error) {
	var f figures
	if err := readLine(s.out, &f); err != nil {
		return f, fmt.Errorf("the service does not answer, see %s: %w", s.log, err)
	}
	return f, nil
}

// count asks for the figures of the process.
func (s *server) count() error {
	if _, err := s.process.in.Write([]byte("\n")); err != nil {
		return fmt.Errorf("the service ended by itself, see %s: %w", s.log, err)
	}
	f, err := s.hear()
	if err == nil {
		s.last = f
	}
	return err
}

// total returns the sum of the figures of all processes that were asked.
func (s *server) total() figures {
	for kind, n := range s.last.Faults {
		s.sum.Faults[kind] += n
	}
	for request, n := range s.last.Met {
		s.sum.Met[request] += n
	}
	s.sum.Slowest = max(s.sum.Slowest, s.last.Slowest)
	s.sum.Kills = s.kills
	s.last = figures{}
	return s.sum
}

// restart kills the service as the system does, in the midst of anything, and
// starts it again, unless it is never to be killed.
func (s *server) restart(ctx context.Context, faults bool) error {
	if err := s.count(); err != nil || s.o.RestartEvery < 0 {
		return err
	}
	s.total()
	s.stop()
	s.kills++
	if err := s.start(faults); err != nil {
		return err
	}
	return ctx.Err()
}

// stop kills the process and waits for its end.
func (s *server) stop() {
	if s.process == nil {
		return
	}
	s.process.kill()
	_ = s.process.wait() // It was killed.
}
