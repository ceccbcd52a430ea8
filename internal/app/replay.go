package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"bellhop/cli"
	"bellhop/config"
	"bellhop/sandbox"
)

// openRecording opens a file that a sandbox has recorded. A file that is none is
// an error in the arguments.
func openRecording(name string) (*sandbox.Recording, io.Closer, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, cli.Misused(err.Error())
	}
	about, err := file.Stat()
	var r *sandbox.Recording
	switch {
	case err != nil:
	case !about.Mode().IsRegular():
		// A pipe has no size, and would pass for a recording without requests.
		err = &sandbox.InputError{Text: "it is no ordinary file; save the recording in one first"}
	default:
		r, err = sandbox.ReadRecording(file, about.Size())
	}
	if err != nil {
		return nil, nil, errors.Join(aboutFile(name, err), file.Close())
	}
	return r, file, nil
}

func aboutFile(name string, err error) error {
	if input := new(sandbox.InputError); errors.As(err, &input) {
		return cli.Misused(name + ": " + input.Text)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// serveReplay serves a recording, for any HTTP client.
func serveReplay(ctx context.Context, o cli.ReplayOptions) error {
	recording, file, err := openRecording(o.File)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	accounts, made := o.Accounts, []cli.SandboxAccount(nil)
	if len(accounts) == 0 {
		for _, id := range recording.Accounts() {
			made = append(made, cli.SandboxAccount{ID: id, Token: config.NewSecret(strings.ToLower(rand.Text()))})
		}
		accounts = made
	}
	if len(accounts) == 0 {
		return cli.Misused(o.File + ": it holds no request that an account made")
	}
	log, _, err := failures("", o.Errors)
	if err != nil {
		return err
	}
	options := sandbox.ReplayOptions{Names: o.Names, Logger: log}
	for _, a := range accounts {
		options.Accounts = append(options.Accounts, sandbox.Account{ID: a.ID, Token: a.Token.Reveal()})
	}
	replay, err := sandbox.NewReplay(recording, options)
	if err != nil {
		return aboutFile(o.File, err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("starting the replay: %w", err)
	}
	from, to := recording.Span()
	about := cli.Replayed{Made: made, Requests: recording.Len(), From: from, To: to, Cut: recording.Cut()}
	if err := o.Ready(listener.Addr().String(), about); err != nil {
		return errors.Join(err, listener.Close())
	}
	return replay.Serve(ctx, listener)
}

// compareRecordings compares two files.
func compareRecordings(a, b string) (cli.RecordingDiff, error) {
	var d cli.RecordingDiff
	one, oneFile, err := openRecording(a)
	if err != nil {
		return d, err
	}
	defer func() { _ = oneFile.Close() }()
	other, otherFile, err := openRecording(b)
	if err != nil {
		return d, err
	}
	defer func() { _ = otherFile.Close() }()
	list, err := sandbox.Compare(one, other)
	if err != nil {
		return d, err
	}
	d.Same = len(list) == 0
	d.A = cli.RecordingEnd{Requests: one.Len(), Cut: append([]int{}, one.Cut()...)}
	d.B = cli.RecordingEnd{Requests: other.Len(), Cut: append([]int{}, other.Cut()...)}
	d.Differences = make([]cli.RecordingDifference, 0, len(list))
	for _, x := range list {
		d.Differences = append(d.Differences, cli.RecordingDifference(x))
	}
	return d, nil
}
