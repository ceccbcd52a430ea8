package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"bellhop/api"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/internal/spelling"
	"bellhop/sandbox/recording"
	"bellhop/sandbox/training/fault"
)

const (
	followEvery = 200 * time.Millisecond
	// maxRecord bounds a line of a recording: two bodies, and what is around
	// them.
	maxRecord = 4 << 20
)

// logFlags say which requests are listed.
type logFlags struct {
	target
	follow, asJSON bool
	method         string
	path           string
	status         string
	notice         func(text string) // nil: nobody is told
}

func logCommand(a *app) *cobra.Command {
	var f logFlags
	cmd := &cobra.Command{
		Use:   "log [FILE]",
		Short: "List the requests that a sandbox has recorded",
		Long: `Log lists the requests in a file that "bellhop sandbox --record FILE" writes, or
in that of the sandbox that runs. Guests and secrets are masked in the file
itself. --json prints whole lines, with headers and bodies.`,
		Example: `  bellhop sandbox log --follow --status 5xx
  bellhop sandbox log requests.jsonl --method POST --path /rest/v1/reservation*`,
		Args: arguments.OptionalFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.notice = notice(cmd)
			return a.log(cmd, f, args)
		},
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveDefault // A FILE.
	}
	flags := cmd.Flags()
	flags.BoolVarP(&f.follow, "follow", "f", false, "go on as requests come, until ctrl+c")
	flags.StringVar(&f.method, "method", "", "only this `METHOD`")
	flags.StringVar(&f.path, "path", "", "only this `PATH`; * at its end stands for anything")
	flags.StringVar(&f.status, "status", "", "only this `STATUS`, such as 404 or 5xx")
	f.add(a, cmd)
	jsonFlag(cmd, &f.asJSON)
	for _, name := range []string{"method", "path", "status"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	return cmd
}

func (a *app) log(cmd *cobra.Command, f logFlags, args []string) error {
	if !statusPattern(f.status) {
		return exit.Wrong("--status %q is neither a status such as 404 nor a class such as 5xx", f.status)
	}
	if err := checkedMethod(f.method); err != nil {
		return err
	}
	if f.path != "" && !strings.HasPrefix(f.path, "/") {
		return exit.Wrong("--path %q is no path: it begins with /, such as /rest/v1/reservation*", f.path)
	}
	if err := checked("--path", f.path, fault.CheckPath); err != nil {
		return err
	}
	name := ""
	if len(args) == 1 {
		name = args[0]
	} else {
		c, err := a.control(cmd, f.target)
		if err != nil {
			return err
		}
		name = c.Record
		if name == "" && c.PID == 0 {
			// The variables name the sandbox, and not what it writes.
			return exit.Wrong("which file that sandbox records in is not known here; name the FILE")
		}
		if name == "" {
			return errors.New("that sandbox does not record; start it with --record FILE, or name a FILE")
		}
	}
	file, err := os.Open(name)
	switch {
	case err != nil && len(args) == 1:
		return exit.Wrong("%w", err)
	case err != nil:
		return fmt.Errorf("open the recording: %w", err)
	}
	defer func() { _ = file.Close() }()
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	seen, listed, err := f.copy(ctx, cmd.OutOrStdout(), file, name)
	if err == nil && listed == 0 && !f.follow {
		// Silence would leave open whether a filter is mistyped.
		says := "nothing is recorded yet"
		if seen > 0 {
			says = fmt.Sprintf("no such request among %d recorded", seen)
		}
		_, err = fmt.Fprintf(cmd.ErrOrStderr(), "bellhop: %s\n", says)
	}
	return err
}

// checkedMethod is what is wrong with a method to look for; the empty text is
// every method.
func checkedMethod(method string) error {
	known := []string{
		http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete,
		http.MethodHead, http.MethodOptions, http.MethodConnect, http.MethodTrace,
	}
	if method == "" || slices.Contains(known, strings.ToUpper(method)) {
		return nil
	}
	hint := "such as GET or POST"
	if near := spelling.Nearest(method, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	return exit.Wrong("--method %q is no method of HTTP; %s", method, hint)
}

// statusPattern reports whether a text is a status or a class of them; the empty
// text is every status.
func statusPattern(s string) bool {
	if s == "" {
		return true
	}
	if len(s) != 3 || s[0] < '1' || s[0] > '5' {
		return false
	}
	rest := strings.ToLower(s[1:])
	return rest == "xx" || rest[0] >= '0' && rest[0] <= '9' && rest[1] >= '0' && rest[1] <= '9'
}

// A recorded request, as far as a line of the list says it.
type recorded struct {
	Time   time.Time `json:"time"`
	Method string    `json:"method"`
	Path   string    `json:"path"`
	Status int       `json:"status"`
	Took   float64   `json:"took_ms"`
	Fault  string    `json:"fault"`
}

// copy prints the lines that are wanted. A line that is not yet whole waits for
// its end, which with follow may come. It counts the requests that it has seen,
// and those that it has listed.
func (f logFlags) copy(ctx context.Context, out io.Writer, in io.Reader, name string) (seen, listed int, err error) {
	r := bufio.NewReader(in)
	var line []byte
	for number := 1; ctx.Err() == nil; {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			wanted, err := f.print(out, line, name, number)
			if err != nil {
				return seen, listed, err
			}
			seen++
			if wanted {
				listed++
			}
			line = line[:0]
			number++
		case len(line) > maxRecord:
			return seen, listed, fmt.Errorf("%s: line %d is longer than %d bytes; is this a recording?", name, number, maxRecord)
		case errors.Is(err, bufio.ErrBufferFull):
		case !errors.Is(err, io.EOF):
			return seen, listed, fmt.Errorf("read the recording: %w", err)
		case !f.follow:
			// What is left has no end: its writer was killed, or it is being
			// written.
			return seen, listed, f.unfinished(line, name, number)
		default:
			_ = api.Sleep(ctx, followEvery) // The next reading sees that the context ended.
		}
	}
	return seen, listed, nil
}

// print prints a line of the recording if it is wanted, and reports whether it is.
func (f logFlags) print(out io.Writer, line []byte, name string, number int) (wanted bool, err error) {
	if number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff")) // Some editors begin a file with this mark.
	}
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return false, nil
	}
	var one recorded
	switch err := json.Unmarshal(line, &one); {
	case err != nil && !json.Valid(line):
		return false, f.cut(line, name, number, err)
	case err != nil, one.Method == "", one.Path == "", one.Time.IsZero():
		return false, exit.Wrong("%s: line %d is no line of a recording: it has no time, method and path", name, number)
	}
	if !f.wants(one) {
		return false, nil
	}
	if f.asJSON {
		line = recording.Unpack(line)
		_, err := fmt.Fprintf(output.Data(out), "%s\n", line)
		return true, err
	}
	text := fmt.Sprintf("%s  %-6s  %3d  %7.1f ms  %s", one.Time.UTC().Format("2006-01-02 15:04:05"), shown(one.Method), one.Status, one.Took, shown(one.Path))
	if one.Fault != "" {
		text += "  [" + shown(one.Fault) + "]"
	}
	_, err = fmt.Fprintln(out, text)
	return true, err
}

// unfinished is what is wrong with an end that is no whole line.
func (f logFlags) unfinished(line []byte, name string, number int) error {
	f.notice = nil // One that is being written is no news.
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return nil
	}
	return f.cut(line, name, number, errors.New("it has no end"))
}

// cut passes over a line whose writer was ended in its middle, and says so. Any
// other line that is not whole was never one of a recording.
func (f logFlags) cut(line []byte, name string, number int, err error) error {
	if begin := []byte(`{"time":"`); !bytes.HasPrefix(line, begin) && !bytes.HasPrefix(begin, line) {
		return exit.Wrong("%s: line %d is no line of a recording: %s", name, number, err)
	}
	if f.notice != nil {
		f.notice(fmt.Sprintf("%s: line %d was cut off and is left out", name, number))
	}
	return nil
}

// shown keeps what a client sent from driving the terminal.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f {
			return '?'
		}
		return r
	}, text)
}

func (f logFlags) wants(one recorded) bool {
	if f.method != "" && !strings.EqualFold(f.method, one.Method) {
		return false
	}
	if begin, open := strings.CutSuffix(f.path, "*"); f.path != "" && one.Path != f.path && (!open || !strings.HasPrefix(one.Path, begin)) {
		return false
	}
	class := fmt.Sprintf("%dxx", one.Status/100)
	return f.status == "" || strings.EqualFold(f.status, class) || f.status == fmt.Sprint(one.Status)
}
