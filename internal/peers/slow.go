//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// A line is between a program and its terminal.
type line struct {
	name  string
	rate  int           // bytes a second from the program
	delay time.Duration // each way
}

// slowLines are a serial line of 9,600 baud, one around half the world, and both in one.
func slowLines() []line {
	const fast, slow, far = 1 << 20, 960, 100 * time.Millisecond
	return []line{{"960 bytes a second", slow, 0}, {"200 ms there and back", fast, far}, {"960 bytes a second and 200 ms", slow, far}}
}

const (
	heldFor   = 5 * time.Second
	heldEvery = time.Second / 30
	// quiet is how long nothing comes once the last frame is there, less than the second in which some tell the time, and
	// mostLate how long that is waited for.
	quiet    = 700 * time.Millisecond
	mostLate = time.Minute
)

// A held key is what became of one that was held for some seconds.
type held struct {
	late  time.Duration // from the last key to the end of the last frame; mostLate is that or more
	bytes int
	whole bool // the screen is what the program draws when it draws all of it anew
}

// A post is on its way to the terminal.
type post struct {
	at time.Time // when it comes there
	do func()
}

// carry does in order what is due, each at its time.
func carry(posts <-chan post) {
	for p := range posts {
		time.Sleep(time.Until(p.at))
		p.do()
	}
}

// hold holds a key of the program over a line, once it shows its list.
func (p program) hold(ctx context.Context, folder string, l line) (h held, err error) {
	home := filepath.Join(folder, p.name+"-home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return h, err
	}
	x, err := p.start(ctx, home)
	if err != nil {
		return h, err
	}
	defer func() {
		x.line.Store(nil)
		x.stop(p.end)
	}()
	if _, err := x.until(p.ready); err != nil {
		return h, err
	}
	if err := p.list(x); err != nil {
		return h, err
	}
	before := len(x.all)
	x.line.Store(&l)
	keys := time.NewTicker(heldEvery)
	defer keys.Stop()
	for began, i := time.Now(), 0; time.Since(began) < heldFor; i++ {
		<-keys.C
		time.AfterFunc(l.delay, func() { _, _ = x.pty.WriteString(p.turned(i)) })
	}
	last := time.Now()
	if h.late, err = x.ends(last); err != nil {
		return h, err
	}
	h.bytes = len(x.all) - before
	if h.late == mostLate || p.redraw == "" {
		return h, nil
	}
	x.line.Store(nil)
	screen := newScreen()
	defer screen.close()
	screen.write(x.all)
	shown, from := screen.String(), len(x.all)
	if _, err := x.pty.WriteString(p.redraw); err != nil {
		return h, err
	}
	if err := x.settle(); err != nil {
		return h, err
	}
	screen.write(x.all[from:])
	h.whole = screen.String() == shown
	return h, nil
}

// ends takes output until nothing comes for a while, and returns how long after a moment the last of it came.
func (x *running) ends(since time.Time) (late time.Duration, err error) {
	over := time.After(time.Until(since.Add(mostLate)))
	still := time.NewTimer(quiet)
	defer still.Stop()
	for {
		select {
		case a, ok := <-x.output:
			if !ok {
				return late, errors.New("it has ended")
			}
			x.all = append(x.all, a.text...)
			late = max(late, a.at.Sub(since))
			still.Reset(quiet)
		case <-still.C:
			return late, nil
		case <-over:
			return mostLate, nil
		}
	}
}

// slow holds a key in each program over each line.
func slow(ctx context.Context, folder string, programs []program) error {
	lines := slowLines()
	fmt.Printf("| Program |")
	for _, l := range lines {
		fmt.Printf(" %s: last frame | bytes |", l.name)
	}
	fmt.Printf(" whole |\n|---|")
	for range lines {
		fmt.Printf("---|---|")
	}
	fmt.Println("---|")
	for _, p := range programs {
		row, whole := "| "+p.name+" |", true
		for _, l := range lines {
			h, err := p.hold(ctx, folder, l)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			switch {
			case err != nil:
				row += " " + err.Error() + " | |"
			case h.late == mostLate:
				row += fmt.Sprintf(" over %.0f s | %d |", mostLate.Seconds(), h.bytes)
			default:
				row += fmt.Sprintf(" %.1f s | %d |", h.late.Seconds(), h.bytes)
			}
			whole = whole && h.whole
		}
		fmt.Printf("%s %s |\n", row, map[bool]string{true: "yes", false: "not shown"}[whole])
	}
	return nil
}
