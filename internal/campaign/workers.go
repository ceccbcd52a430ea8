package campaign

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
)

// A worker is a console process, and after it was killed the next.
type worker struct {
	number int
	life   int // counts the processes
	jobs   map[int]job
	ready  bool
	killed bool
	log    string // the file of what it says of errors

	process *process
	gone    chan struct{} // closed when nobody listens to this life any more
	ended   chan struct{}
}

// An event is something that a console did or met.
type event struct {
	worker, life int
	result       result
	kill         bool // it is time to kill it
	fill         job  // it is time to fill its disk, unless it is nothing
	restart      bool // it is time to kill the service
	ended        bool
	err          error // how it ended
}

// spawn starts the next process of a worker.
func (c *coordinator) spawn(ctx context.Context, number int) error {
	w := c.workers[number]
	if w.gone != nil {
		close(w.gone)
	}
	w.life++
	w.jobs, w.ready, w.killed = map[int]job{}, false, false
	w.gone, w.ended = make(chan struct{}), make(chan struct{})
	w.log = filepath.Join(c.dir, fmt.Sprintf("console-%d.log", number))
	var err error
	if w.process, err = c.o.launch(RoleConsole, w.log); err != nil {
		return err
	}
	c.out.Starts++
	go c.listen(event{worker: number, life: w.life}, w.process, w.gone, w.ended)
	_ = encodeLine(w.process.in, c.settings) // A process that is gone already is noticed by its end.
	return ctx.Err()
}

// listen passes on what a process says, until it ends. What was cut off by a
// kill was not said.
func (c *coordinator) listen(e event, p *process, gone, ended chan struct{}) {
	defer close(ended)
	tell := func(e event) {
		select {
		case c.events <- e:
		case <-gone:
		}
	}
	lines := bufio.NewReader(p.out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil || json.Unmarshal(line, &e.result) != nil {
			break
		}
		tell(e)
		e.result = result{}
	}
	_, _ = io.Copy(io.Discard, lines)
	e.ended, e.err = true, p.wait()
	tell(e)
}

// takes reports whether a job is for the worker.
func (w *worker) takes(j job) bool { return j.half == 0 || w.number%2 == j.half-1 }

// give hands over a job.
func (w *worker) give(j job) {
	w.jobs[j.ID] = j
	_ = encodeLine(w.process.in, j) // See spawn.
}

// kill ends the process, in the midst of anything.
func (w *worker) kill() {
	w.killed = true
	if w.process != nil {
		w.process.kill()
	}
}

// await waits for the end of a killed process.
func (w *worker) await() {
	if w.gone != nil {
		close(w.gone)
		<-w.ended
	}
}
