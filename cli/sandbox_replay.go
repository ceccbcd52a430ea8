package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/sandbox"
	"bellhop/sandbox/recording"

	"github.com/spf13/cobra"
)

const replayLong = `Replay serves a file that "bellhop sandbox --record FILE" has written, or
"bellhop --record FILE" at any service, without a world behind it: a request gets the answer that was recorded for the same
method, path, query and body, with the Date of its recording. It prints its
address as its first line, and serves until ctrl+c or SIGTERM.

The same request gets its answers in their order, and from then on the last
one. What was not recorded is 404. Guests and payments match by what the
recording shows of them: any card does, and a guest each of whose fields begins
with the same character.

Without --account the accounts are those of the recording, with tokens that are
made for them. To walk through it with the console, start that with the three
variables that the example shows.`

const replayExample = `  bellhop sandbox replay requests.jsonl --listen 127.0.0.1:8080 --account partner:secret
  BELLHOP_BASE_URL=http://127.0.0.1:8080 BELLHOP_ACCOUNT=partner BELLHOP_TOKEN=secret bellhop`

func replayCommand(a *app) *cobra.Command {
	var o ReplayOptions
	var accounts, names []string
	cmd := &cobra.Command{
		Use:     "replay FILE",
		Short:   "Serve a recording again, for any HTTP client",
		Long:    replayLong,
		Example: replayExample,
		Args:    arguments.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.replay(cmd, o, args[0], accounts, names)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Listen, "listen", "127.0.0.1:0", "the `HOST:PORT` to listen on; port 0 is any free one")
	flags.StringArrayVar(&accounts, "account", nil, "an account that may call, as `ID:TOKEN`; may be repeated")
	flags.StringArrayVar(&names, "name", nil, "a name that the recorded sandbox was started with, as `ENTRY=NAME`; may be repeated")
	for _, name := range []string{"listen", "account"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	_ = cmd.RegisterFlagCompletionFunc("name", completeNames)
	return cmd
}

func (a *app) replay(cmd *cobra.Command, o ReplayOptions, file string, accounts, names []string) error {
	open, err := checkListen(o.Listen)
	if err != nil {
		return err
	}
	if len(accounts) > 0 {
		if o.Accounts, _, err = readAccounts(accounts); err != nil {
			return err
		}
	}
	if err := checkNames(names); err != nil {
		return err
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return fmt.Errorf("find the file %s: %w", file, err)
	}
	r, source, err := openRecording(path)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	var made []sandbox.Account
	if len(o.Accounts) == 0 {
		for _, id := range r.Accounts() {
			made = append(made, newAccount(id))
		}
		o.Accounts = made
	}
	if len(o.Accounts) == 0 {
		return exit.Wrong("%s: it holds no request that an account made", path)
	}
	o.Recording, o.Names, o.Errors = r, names, cmd.ErrOrStderr()
	o.Ready = func(address string) error {
		if err := tellCut(cmd, file, r.Cut()); err != nil {
			return err
		}
		if open {
			if _, err := fmt.Fprintf(cmd.ErrOrStderr(), openWarning, o.Listen); err != nil {
				return err
			}
		}
		lines := "listening on http://" + address + "\n"
		for _, one := range made {
			lines += fmt.Sprintf("account %s:%s\n", one.ID, one.Token)
		}
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%sreplaying %s, %s\n", lines, wording.Plural(r.Len(), "request"), spanOf(r.Span()))
		return err
	}
	err = untilStopped(cmd, func(ctx context.Context) error { return a.launch.Replay(ctx, o) })
	if errors.As(err, new(*sandbox.InputError)) {
		return aboutFile(path, err)
	}
	return err
}

// openRecording opens a file that a sandbox has written. Any other file is an error in the
// arguments.
func openRecording(name string) (*recording.Recording, io.Closer, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, exit.Wrong("%w", err)
	}
	about, err := file.Stat()
	var r *recording.Recording
	switch {
	case err != nil:
	case !about.Mode().IsRegular():
		// A pipe has no size, and would pass for a recording without requests.
		err = &sandbox.InputError{Text: "it is no ordinary file; save the recording in one first"}
	default:
		r, err = recording.Read(file, about.Size())
	}
	if err != nil {
		return nil, nil, errors.Join(aboutFile(name, err), file.Close())
	}
	return r, file, nil
}

// aboutFile returns an error of what is in a file with the file's name before it.
func aboutFile(name string, err error) error {
	if input := new(sandbox.InputError); errors.As(err, &input) {
		return exit.Wrong("%s: %s", name, input.Text)
	}
	return fmt.Errorf("%s: %w", name, err)
}

const openWarning = "bellhop: warning: other machines can reach %s, and what they send is not encrypted\n"

func spanOf(from, to time.Time) string {
	const day, clock = "Mon 2 Jan 2006 ", "15:04:05"
	text := "recorded " + from.Format(day+clock)
	switch {
	case from.Format(day) != to.Format(day):
		text += " to " + to.Format(day+clock)
	case from.Format(clock) != to.Format(clock):
		text += " to " + to.Format(clock)
	}
	return text + " UTC"
}

func tellCut(cmd *cobra.Command, file string, lines []int) error {
	if len(lines) == 0 {
		return nil
	}
	numbers := make([]string, 0, len(lines))
	for _, n := range lines {
		numbers = append(numbers, fmt.Sprint(n))
	}
	text := "line " + numbers[0] + " was cut off and is left out"
	if len(lines) > 1 {
		text = "lines " + strings.Join(numbers, ", ") + " were cut off and are left out"
	}
	_, err := fmt.Fprintf(cmd.ErrOrStderr(), "bellhop: %s: %s\n", file, text)
	return err
}
