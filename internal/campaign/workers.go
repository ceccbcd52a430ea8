package campaign

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// A member of the crew is a console process, and after it was killed the next.
type member struct {
	number int
	life   int // counts the processes
	jobs   map[int]job
	ready  bool
	killed bool
	log    string // the file of what it says of errors

	process *exec.Cmd
	in      io.WriteCloser
	gone    chan struct{} // closed when nobody listens to this life any more
	ended   chan struct{}
}

// An event is something that a console did or met.
type event struct {
	member, life int
	result       result
	kill         bool // it is time to kill it
	fill         job  // it is time to fill its disk, unless it is nothing
	restart      bool // it is time to kill the service
	ended        bool
	err          error // how it ended
}

// hire starts the member's next process.
func (b *boss) hire(ctx context.Context, number int) error {
	m := b.crew[number]
	if m.gone != nil {
		close(m.gone)
	}
	m.life++
	m.jobs, m.ready, m.killed = map[int]job{}, false, false
	m.gone, m.ended = make(chan struct{}), make(chan struct{})
	m.log = filepath.Join(b.dir, fmt.Sprintf("console-%d.log", number))
	log, err := os.OpenFile(m.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }() // The process has its own.
	m.process = b.o.Program(RoleConsole)
	m.process.Stderr = log
	out, err := m.process.StdoutPipe()
	if err != nil {
		return err
	}
	if m.in, err = m.process.StdinPipe(); err != nil {
		return err
	}
	if err := m.process.Start(); err != nil {
		return err
	}
	b.out.Starts++
	go b.listen(event{member: number, life: m.life}, m.process, out, m.gone, m.ended)
	_ = encodeLine(m.in, b.settings) // A process that is gone already is noticed by its end.
	return ctx.Err()
}

// listen passes on what a process says, until it ends. What was cut off by a
// kill was not said.
func (b *boss) listen(e event, process *exec.Cmd, out io.Reader, gone, ended chan struct{}) {
	defer close(ended)
	tell := func(e event) {
		select {
		case b.events <- e:
		case <-gone:
		}
	}
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil || json.Unmarshal(line, &e.result) != nil {
			break
		}
		tell(e)
		e.result = result{}
	}
	_, _ = io.Copy(io.Discard, lines)
	e.ended, e.err = true, process.Wait()
	tell(e)
}

// may says whether a job is for the member.
func (m *member) may(j job) bool { return j.half == 0 || m.number%2 == j.half-1 }

// give hands over a job.
func (m *member) give(j job) {
	m.jobs[j.ID] = j
	_ = encodeLine(m.in, j) // See hire.
}

// kill ends the process as the system does, in the midst of anything.
func (m *member) kill() {
	m.killed = true
	if m.process != nil && m.process.Process != nil {
		_ = m.process.Process.Kill()
	}
}

// await waits for the end of a killed process.
func (m *member) await() {
	if m.gone != nil {
		close(m.gone)
		<-m.ended
	}
}
