//go:build unix

package main

import (
	"bytes"
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

// read notes what comes, and answers as a terminal does, both as late and as slowly as the line has it.
func (x *running) read() {
	posts := make(chan post, 1<<16)
	carried := make(chan struct{})
	go func() {
		defer close(carried)
		carry(posts)
	}()
	defer func() {
		close(posts)
		<-carried
		close(x.output)
	}()
	chunk := make([]byte, 64<<10)
	for {
		l, size := x.line.Load(), len(chunk)
		if l != nil {
			size = max(1, min(l.rate/50, size))
		}
		n, err := x.pty.Read(chunk[:size])
		if n > 0 {
			delay := time.Duration(0)
			if l = x.line.Load(); l != nil {
				time.Sleep(time.Duration(n) * time.Second / time.Duration(l.rate))
				delay = l.delay
			}
			text := bytes.Clone(chunk[:n])
			posts <- post{time.Now().Add(delay), func() { x.show(text, delay) }}
		}
		if err != nil {
			return
		}
	}
}

// show has the terminal show a text, and answer what it asks, which takes its way back.
func (x *running) show(text []byte, delay time.Duration) {
	x.output <- arrival{at: time.Now(), text: text}
	const longest = len("\x1b[5n")
	seen := append(x.tail, text...)
	for question, answer := range answers {
		// One that was seen whole before is answered already.
		if bytes.Contains(seen[max(0, len(x.tail)-len(question)+1):], []byte(question)) {
			time.AfterFunc(delay, func() { _, _ = x.pty.WriteString(answer) })
		}
	}
	x.tail = bytes.Clone(seen[max(0, len(seen)-longest+1):])
}

// hold holds a key of the program over a line, from its start on, once it shows its list.
func (p program) hold(ctx context.Context, folder string, l line) (h held, err error) {
	home := filepath.Join(folder, p.name+"-home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return h, err
	}
	x, err := p.start(ctx, home, &l)
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
	if _, err := x.ends(time.Now()); err != nil {
		return h, err
	}
	before := len(x.all)
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
	last, n, err := x.take(quiet, time.After(time.Until(since.Add(mostLate))))
	switch {
	case errors.Is(err, errOver):
		return mostLate, nil
	case err != nil || n == 0:
		return 0, err
	}
	return max(0, last.Sub(since)), nil
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
