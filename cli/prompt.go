package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"bellhop/config"

	"golang.org/x/term"
)

// maxLine bounds what is read for one answer.
const maxLine = 8192

func (a *app) terminal() (fd int, ok bool) {
	f, isFile := a.streams.In.(*os.File)
	if !isFile {
		return 0, false
	}
	fd = int(f.Fd())
	return fd, term.IsTerminal(fd)
}

// readToken asks for a token without showing it, or reads the first line of the
// input when nobody can be asked.
func (a *app) readToken(ctx context.Context, profile string) (config.Secret, error) {
	fd, asked := a.terminal()
	var text string
	var err error
	if asked {
		text, err = a.readWithoutEcho(ctx, fd, "Token for "+profile+" (not shown): ")
	} else {
		text, err = readLine(a.streams.In)
	}
	if err != nil {
		return config.Secret{}, err
	}
	text = strings.TrimSpace(text)
	if text == "" && !asked {
		return config.Secret{}, usage("no token: type it at a terminal, or give it on standard input, as in: bellhop profile add %s … < token.txt", profile)
	}
	return config.NewSecret(text), config.CheckToken(text)
}

// readWithoutEcho reads a line without an echo. The echo is off before the prompt invites
// anybody to type, and on again before anything else happens: after a signal the
// terminal would stay mute otherwise.
func (a *app) readWithoutEcho(ctx context.Context, fd int, prompt string) (string, error) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	before, err := term.MakeRaw(fd)
	if err != nil {
		return "", fmt.Errorf("ask for the token: %w", err)
	}
	text, err := a.typed(ctx, signals, prompt)
	if restored := term.Restore(fd, before); restored != nil {
		return "", fmt.Errorf("restore the terminal: %w; run: stty sane", restored)
	}
	_, _ = fmt.Fprintln(a.streams.Err) // The enter key was not echoed either.
	return text, err
}

// typed reads a line from a terminal without an echo, until it ends or somebody
// calls it off.
func (a *app) typed(ctx context.Context, signals <-chan os.Signal, prompt string) (string, error) {
	if _, err := fmt.Fprint(a.streams.Err, prompt); err != nil {
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
		}{a.streams.In, io.Discard}, "")
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
	return "", &Interrupted{Signal: stopped, Message: "nothing was stored"}
}

// confirm asks a question whose default is no; not says what a no leaves
// undone. Without a terminal it refuses.
func (a *app) confirm(question, not string) error {
	if _, ok := a.terminal(); !ok {
		return usage("nobody can be asked, because the input is not a terminal; say --yes to do it without asking")
	}
	if _, err := fmt.Fprintf(a.streams.Err, "%s [y/N] ", question); err != nil {
		return err
	}
	line, err := readLine(a.streams.In)
	if err != nil {
		return err
	}
	if accepted(line) {
		return nil
	}
	return errors.New(not)
}

func accepted(line string) bool {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true
	default:
		return false
	}
}

// readLine reads the first line; the end of the input ends a line too.
func readLine(r io.Reader) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(r, maxLine)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the answer: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// IsTerminal reports whether the file is a terminal; /dev/null is none.
func IsTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }
