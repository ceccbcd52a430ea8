package journal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// The test binary is also the other process: with this in the environment it
// acts on the journal in its working directory instead of testing. What to do
// stands in its input.
const childEnv = "BELLHOP_JOURNAL_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		if err := child(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child writes bookings, and says each event that it was told is on the disk
// (write), or holds an attempt until it ends (hold).
func child() error {
	var what, name string
	var n int
	if _, err := fmt.Fscanln(os.Stdin, &what, &name, &n); err != nil {
		return err
	}
	// Every start makes the index anew, so that kills meet it at any byte.
	j, err := Open(".", Options{indexEvery: 1})
	if err != nil {
		return err
	}
	if what == "hold" {
		a, err := j.Begin(plan(name))
		if err != nil {
			return err
		}
		if err := a.Sent(); err != nil {
			return err
		}
		fmt.Println("held")
		_, err = io.Copy(io.Discard, os.Stdin)
		return err
	}
	for i := range n {
		p := plan(fmt.Sprintf("att-%s-%d", name, i))
		a, err := j.Begin(p)
		for _, step := range []func() error{
			func() error { return err },
			func() error { return a.Sent() },
			func() error { return a.Answered(booked) },
			func() error { return a.Resolve(booked) },
		} {
			if err := step(); err != nil {
				return err
			}
			// One write a line, so that a kill leaves no half of one.
			if _, err := os.Stdout.WriteString(p.Attempt + "\n"); err != nil {
				return err
			}
		}
		if err := a.Close(); err != nil {
			return err
		}
	}
	return nil
}

// A process is another one that acts on the journal.
type process struct {
	*exec.Cmd
	out *bufio.Reader
	in  io.WriteCloser
}

func start(t *testing.T, what, dir, name string, count int) *process {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	p := &process{Cmd: exec.CommandContext(t.Context(), self)}
	p.Env, p.Dir, p.Stderr = append(os.Environ(), childEnv+"=1"), dir, os.Stderr
	out, err := p.StdoutPipe()
	must(t, err)
	p.out = bufio.NewReader(out)
	p.in, err = p.StdinPipe()
	must(t, err)
	must(t, p.Start())
	_, err = fmt.Fprintln(p.in, what, name, count)
	must(t, err)
	return p
}

// Several consoles write at once: nothing is lost and the chain is whole.
func TestProcessesWriteTogether(t *testing.T) {
	events := 240
	if testing.Short() {
		events = 100
	}
	for _, writers := range []int{2, 4} {
		t.Run(strconv.Itoa(writers), func(t *testing.T) {
			dir := t.TempDir()
			reader := openIn(t, dir)
			began := time.Now()
			var all []*process
			for i := range writers {
				all = append(all, start(t, "write", dir, strconv.Itoa(i), events/4))
			}
			said := make(chan int)
			for _, p := range all {
				go func() {
					lines := 0
					for {
						if _, err := p.out.ReadString('\n'); err != nil {
							break
						}
						lines++
					}
					said <- lines
				}()
			}
			total := 0
			for range all {
				total += <-said
			}
			for _, p := range all {
				must(t, p.Wait())
			}
			if total != writers*events {
				t.Fatalf("%d events were acknowledged", total)
			}
			t.Logf("%d events in %s", total, time.Since(began).Round(time.Millisecond))
			if r := verified(t, dir); r.Lines != int64(total) || r.Attempts != total/4 || r.Open != 0 || r.Repairs != 0 {
				t.Errorf("the report is %+v", r)
			}
			got, err := reader.Attempts(Filter{})
			must(t, err)
			for _, s := range got {
				if s.Events != 4 || s.Outcome != booked {
					t.Fatalf("an attempt is %+v", s)
				}
			}
			if len(got) != total/4 {
				t.Errorf("%d attempts", len(got))
			}
		})
	}
}

// Whatever a process was told is on the disk is there after it was killed, at
// most one event more, and the next process goes on.
func TestKilledWritersLoseNothing(t *testing.T) {
	dir := t.TempDir()
	reader := openIn(t, dir)
	rounds := 26 // Each number of lines twice.
	if testing.Short() {
		rounds = 5
	}
	acknowledged := map[string]int{}
	for round := range rounds {
		p := start(t, "write", dir, strconv.Itoa(round), 1<<20)
		for range 1 + round%13 {
			line, err := p.out.ReadString('\n')
			must(t, err)
			acknowledged[strings.TrimSpace(line)]++
		}
		must(t, p.Process.Kill())
		rest, err := io.ReadAll(p.out)
		must(t, err)
		for _, line := range strings.Fields(string(rest)) {
			acknowledged[line]++
		}
		if err := p.Wait(); err == nil {
			t.Fatal("the process ended by itself")
		}
	}
	unsaid := 0
	all, err := reader.Attempts(Filter{})
	must(t, err)
	for _, s := range all {
		extra := s.Events - acknowledged[s.Attempt]
		if extra < 0 || extra > 1 {
			t.Errorf("%s: %d events of which %d were acknowledged", s.Attempt, s.Events, acknowledged[s.Attempt])
		}
		unsaid += extra
		delete(acknowledged, s.Attempt)
	}
	if len(acknowledged) > 0 || unsaid > rounds {
		t.Errorf("lost: %v; %d events that were not acknowledged", acknowledged, unsaid)
	}
	verified(t, dir)

	// What was left open can be resumed, as its lock went with the process.
	left, err := reader.Attempts(Filter{Open: true})
	must(t, err)
	for _, s := range left {
		a, ok, err := reader.Resume(s.Attempt)
		if err != nil || !ok {
			t.Fatalf("%s is resumed: %t, %v", s.Attempt, ok, err)
		}
		if s, err = a.State(); err != nil || s.Step == Planned || s.Step == Sent {
			t.Errorf("%s is %q, %v", s.Attempt, s.Step, err)
		}
		must(t, a.Close())
	}
	verified(t, dir)
}

// An attempt that another process is at cannot be acted on, and can the moment
// that process is gone, however it went.
func TestAnAttemptOfAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	p := start(t, "hold", dir, "att-1", 0)
	if line, err := p.out.ReadString('\n'); err != nil || line != "held\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if _, ok, err := j.Resume("att-1"); ok || err != nil {
		t.Fatalf("resumed: %t, %v", ok, err)
	}
	if _, err := j.Begin(plan("att-1")); !errors.Is(err, errHeld) {
		t.Fatalf("begun: %v", err)
	}
	if s := state(t, j, "att-1"); s.Step != Sent {
		t.Fatalf("a look at it changed it to %q", s.Step)
	}
	must(t, p.Process.Kill())
	if err := p.Wait(); err == nil {
		t.Fatal("the process ended by itself")
	}
	a, ok, err := j.Resume("att-1")
	if err != nil || !ok {
		t.Fatalf("after its end it is resumed: %t, %v", ok, err)
	}
	defer a.Close()
	if s := state(t, j, "att-1"); s.Step != Unknown || s.Cause != CauseInterrupted {
		t.Errorf("it is %q, %q", s.Step, s.Cause)
	}
	verified(t, dir)
}

// One console does several things at once, and another beside it.
func TestGoroutinesWriteTogether(t *testing.T) {
	dir := t.TempDir()
	two := []*Journal{openIn(t, dir), openIn(t, dir)}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			j := two[i%2]
			for k := range 5 {
				p := plan(fmt.Sprintf("att-%d-%d", i, k))
				a, err := j.Begin(p)
				if err != nil {
					t.Error(err)
					return
				}
				_, listErr := j.Attempts(Filter{Open: true})
				_, similarErr := j.Similar(p, time.Hour)
				if err := errors.Join(listErr, similarErr, a.Sent(), a.Answered(booked), a.Resolve(booked), a.Close()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if r := verified(t, dir); r.Lines != 160 || r.Attempts != 40 || r.Open != 0 {
		t.Errorf("the report is %+v", r)
	}
}

// Many plan the same stay at the same moment, and one of them gets through:
// the look for a similar stay and the plan are one step.
func TestOneOfManyBeginsAlone(t *testing.T) {
	dir := t.TempDir()
	two := []*Journal{openIn(t, dir), openIn(t, dir)}
	var all sync.WaitGroup
	got := make(chan string, 16)
	for i := range cap(got) {
		all.Go(func() {
			p := plan(fmt.Sprintf("att-%d", i))
			a, err := two[i%2].BeginUnlessSimilar(p, time.Hour)
			var similar *HeldBackError
			switch {
			case errors.As(err, &similar) && len(similar.Earlier) == 1:
			case err != nil:
				t.Error(err)
			default:
				got <- a.ID()
				if err := a.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	close(got)
	if len(got) != 1 {
		t.Fatalf("%d planned the same stay", len(got))
	}
	again := plan("att-again")
	again.Despite = []string{<-got}
	a, err := two[0].BeginUnlessSimilar(again, time.Hour)
	must(t, err)
	must(t, a.Close())
	if s := state(t, two[1], "att-again"); len(s.Despite) != 1 {
		t.Errorf("the journal says that it was planned besides %q", s.Despite)
	}
	if r := verified(t, dir); r.Lines != 2 {
		t.Errorf("the report is %+v", r)
	}
}

// Many try to take over one attempt, and one of them gets it.
func TestOneOfManyResumes(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	a := begin(t, j, plan("att-1"))
	must(t, errors.Join(a.Sent(), a.Close()))
	var all sync.WaitGroup
	got := make(chan *Attempt, 8)
	for range cap(got) {
		all.Go(func() {
			a, ok, err := j.Resume("att-1")
			if err != nil {
				t.Error(err)
			}
			if ok {
				got <- a
			}
		})
	}
	all.Wait()
	close(got)
	if len(got) != 1 {
		t.Errorf("%d resumed it", len(got))
	}
	for a := range got {
		must(t, a.Close())
	}
	if got := steps(t, j, "att-1"); got != "planned sent unknown" {
		t.Errorf("the events are %q", got)
	}
}
