package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"bellhop/booking/wording"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/sandbox"
	"bellhop/sandbox/recording"

	"github.com/spf13/cobra"
)

// diff is what two recordings have otherwise. Its JSON is that of --json.
type diff struct {
	Same bool     `json:"same"`
	A    diffSide `json:"a"`
	B    diffSide `json:"b"`
	// Differences stand in the order of the first recording, and what only the
	// second one has comes last.
	Differences []recording.Difference `json:"differences"`
}

type diffSide struct {
	Requests int   `json:"requests"`
	Cut      []int `json:"cut_lines"` // lines that were cut off and left out
}

const diffLong = `Diff compares two recordings request by request: each with the one that came as
the same of its method and path. It names what differs in the request, the
status and the answer, by the path of the field.

What differs from run to run is not compared: times, accounts, and ids where one
always stands in the place of the other. So two runs of the same requests on
sandboxes with the same seed and clock have no difference.

The exit code is 0 without a difference, 1 with one, and 2 when a file cannot be
read.`

func diffCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "diff A B",
		Short:   "Compare two recordings",
		Long:    diffLong,
		Example: "  bellhop sandbox log diff before.jsonl after.jsonl\n  bellhop sandbox log diff before.jsonl after.jsonl --json",
		Args:    recordings("two FILEs", 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := compareRecordings(args[0], args[1])
			if err != nil {
				return err
			}
			if err := tellCut(cmd, args[0], d.A.Cut); err != nil {
				return err
			}
			if err := tellCut(cmd, args[1], d.B.Cut); err != nil {
				return err
			}
			if asJSON {
				err = output.JSON(cmd.OutOrStdout(), d)
			} else {
				err = d.print(cmd.OutOrStdout(), args[0], args[1])
			}
			if err == nil && !d.Same {
				err = exit.With(exit.Failed, nil)
			}
			return err
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

func compareRecordings(a, b string) (diff, error) {
	one, oneFile, err := openRecording(a)
	if err != nil {
		return diff{}, err
	}
	defer func() { _ = oneFile.Close() }()
	other, otherFile, err := openRecording(b)
	if err != nil {
		return diff{}, err
	}
	defer func() { _ = otherFile.Close() }()
	list, err := recording.Compare(one, other)
	return diff{
		Same: len(list) == 0, Differences: append([]recording.Difference{}, list...),
		A: diffSide{one.Len(), append([]int{}, one.Cut()...)},
		B: diffSide{other.Len(), append([]int{}, other.Cut()...)},
	}, err
}

// openRecording opens a file that a sandbox has diffSide. A file that is none is
// an error in the arguments.
func openRecording(name string) (*recording.Recording, io.Closer, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, exit.Wrong("%s", err)
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

// maxListed is how many differences of one request are listed for people.
const maxListed = 20

func (d diff) print(w io.Writer, a, b string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	requests, listed := 0, 0
	for i, one := range d.Differences {
		if i == 0 || one.A != d.Differences[i-1].A || one.B != d.Differences[i-1].B {
			requests, listed = requests+1, 0
			_, _ = fmt.Fprintf(t, "%s %s  (%s)\n", shown(one.Method), shown(one.Path), where(one, a, b))
		}
		if listed++; listed <= maxListed && one.A > 0 && one.B > 0 {
			before, after := apart(one.Before, one.After)
			_, _ = fmt.Fprintf(t, "  %s\t%s\t%s\n", one.Kind, printable(one.Field), change(before, after))
		}
		last := i == len(d.Differences)-1 || one.A != d.Differences[i+1].A || one.B != d.Differences[i+1].B
		if last && listed > maxListed {
			_, _ = fmt.Fprintf(t, "  and %d more, which --json lists\n", listed-maxListed)
		}
	}
	if d.Same {
		_, _ = fmt.Fprintf(t, "no difference in %s\n", requestWords(d.A.Requests))
	} else {
		_, _ = fmt.Fprintf(t, "%s in %s; %s has %d, %s has %d\n",
			wording.Plural(len(d.Differences), "difference"), requestWords(requests), a, d.A.Requests, b, d.B.Requests)
	}
	return t.Flush()
}

func where(d recording.Difference, a, b string) string {
	switch {
	case d.B == 0:
		return fmt.Sprintf("line %d, only in %s", d.A, a)
	case d.A == 0:
		return fmt.Sprintf("line %d, only in %s", d.B, b)
	case d.A == d.B:
		return fmt.Sprintf("line %d", d.A)
	default:
		return fmt.Sprintf("lines %d and %d", d.A, d.B)
	}
}

func change(before, after string) string {
	switch {
	case before == "":
		return after
	case after == "":
		return before
	default:
		return before + " → " + after
	}
}

// Of a long value this much is shown, from this far before the place where the
// two part.
const (
	maxValue  = 48
	beforeGap = 16
)

// apart is two values as they fit in a line: the places where they part.
func apart(a, b string) (string, string) {
	as, bs := []rune(a), []rune(b)
	same := 0
	for same < len(as) && same < len(bs) && as[same] == bs[same] {
		same++
	}
	cut := func(r []rune) string {
		begin, end := "", ""
		if len(r) > maxValue {
			if from := min(same-beforeGap, len(r)-maxValue); from > 0 {
				begin, r = "…", r[from:]
			}
			if len(r) > maxValue {
				r, end = r[:maxValue], "…"
			}
		}
		return begin + printable(string(r)) + end
	}
	return cut(as), cut(bs)
}

// printable keeps what is in a file from driving the terminal, and its letters.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0xfeff {
			return '?'
		}
		return r
	}, text)
}
