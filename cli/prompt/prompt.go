// Package prompt asks the person at the terminal: for a secret without showing it,
// and whether something is meant.
package prompt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"bellhop/cli/exit"

	"golang.org/x/term"
)

// MaxLine bounds what is read for one answer.
const MaxLine = 8192

// A Person is who sits at the input, and reads what is asked on Err.
type Person struct {
	In  io.Reader
	Err io.Writer
}

// Terminal returns the input where somebody can be asked there.
func (p Person) Terminal() (fd int, ok bool) {
	f, isFile := p.In.(*os.File)
	if !isFile {
		return 0, false
	}
	fd = int(f.Fd())
	return fd, term.IsTerminal(fd)
}

// Secret asks for something that is not shown, or reads the first line of the
// input when nobody can be asked. None says what to do where that is empty, itself empty
// where it may be, and not what a signal leaves undone.
func (p Person) Secret(ctx context.Context, question, none, not string) (string, error) {
	fd, asked := p.Terminal()
	var text string
	var err error
	if asked {
		text, err = p.withoutEcho(ctx, fd, question, not)
	} else {
		text, err = ReadLine(p.In)
	}
	if err != nil {
		return "", err
	}
	text = strings.TrimSpace(text)
	if text == "" && !asked && none != "" {
		return "", exit.Wrong("%s", none)
	}
	return text, nil
}

// withoutEcho reads a line without an echo. The echo is off before the prompt invites
// anybody to type, and on again before anything else happens: after a signal the
// terminal would stay mute otherwise.
func (p Person) withoutEcho(ctx context.Context, fd int, question, not string) (string, error) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	before, err := term.MakeRaw(fd)
	if err != nil {
		return "", fmt.Errorf("ask for what is not shown: %w", err)
	}
	text, err := p.typed(ctx, signals, question, not)
	if restored := term.Restore(fd, before); restored != nil {
		return "", fmt.Errorf("restore the terminal: %w; run: stty sane", restored)
	}
	_, _ = fmt.Fprintln(p.Err) // The enter key was not echoed either.
	return text, err
}

// typed reads a line from a terminal without an echo, until it ends or somebody
// calls it off.
func (p Person) typed(ctx context.Context, signals <-chan os.Signal, question, not string) (string, error) {
	if _, err := fmt.Fprint(p.Err, question); err != nil {
		return "", err
	}
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	// A read cannot be called off: after a signal it ends with the program.
	go func() {
		line := term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{p.In, io.Discard}, "")
		text, err := line.ReadPassword("")
		answers <- answer{text, err}
	}()
	stopped := os.Interrupt
	select {
	case got := <-answers:
		if !errors.Is(got.err, io.EOF) { // It is ctrl+c or ctrl+d.
			return got.text, got.err
		}
	case stopped = <-signals:
	case <-ctx.Done():
	}
	return "", &exit.Stopped{Signal: stopped, Message: not}
}

// Confirm asks a question whose default is no; not says what a no leaves
// undone. Without a terminal it refuses.
func (p Person) Confirm(question, not string) error {
	if _, ok := p.Terminal(); !ok {
		return exit.Wrong("nobody can be asked, because the input is not a terminal; say --yes to do it without asking")
	}
	if _, err := fmt.Fprintf(p.Err, "%s [y/N] ", question); err != nil {
		return err
	}
	line, err := ReadLine(p.In)
	if err != nil {
		return err
	}
	if accepted(line) {
		return nil
	}
	return errors.New(not)
}

// Choice asks for one of some words, of which the first is that of a mere enter.
func (p Person) Choice(question string, words ...string) (string, error) {
	if _, err := fmt.Fprintf(p.Err, "%s [%s, enter: %s] ", question, strings.Join(words, "/"), words[0]); err != nil {
		return "", err
	}
	line, err := ReadLine(p.In)
	return cmp.Or(strings.ToLower(strings.TrimSpace(line)), words[0]), err
}

func accepted(line string) bool {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true
	default:
		return false
	}
}

// ReadLine reads one line and nothing after it; the end of the input ends a line too.
func ReadLine(r io.Reader) (string, error) {
	var line []byte
	for one := make([]byte, 1); len(line) < MaxLine; {
		n, err := r.Read(one)
		if n > 0 && one[0] == '\n' {
			break
		}
		line = append(line, one[:n]...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("read the answer: %w", err)
		}
	}
	return strings.TrimRight(string(line), "\r\n"), nil
}

// Word asks for a word that must be typed; not says what is left undone without it.
func (p Person) Word(question, word, not string) error {
	if _, err := fmt.Fprintf(p.Err, "%s Type %s to go on: ", question, word); err != nil {
		return err
	}
	line, err := ReadLine(p.In)
	if err != nil {
		return err
	}
	if strings.TrimSpace(line) != word {
		return errors.New(not)
	}
	return nil
}
