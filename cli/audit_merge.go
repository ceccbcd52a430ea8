package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"bellhop/api"
	"bellhop/booking/audit"
	"bellhop/booking/journal"
	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

func auditExportCommand(a *app) *cobra.Command {
	var flags config.Flags
	var machine string
	cmd := &cobra.Command{
		Use:   "export FILE",
		Short: "Write the whole journal into one file that proves itself",
		Long: `Export writes the journal of the profile in use into one file, as it stands: a header,
and every line with its hash. "bellhop audit merge" puts the files of several machines
together. The journal holds no token, no card and no guest that anybody could read. The
file is for you only (0600), and never takes the place of another; - is standard output.`,
		Example: "  bellhop audit export journal.jsonl --machine reception",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] == "" {
				return exit.Wrong("%q takes one FILE, and %s given; see %q", cmd.CommandPath(), arguments.WasWere(len(args)), cmd.CommandPath()+" --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.load(cmd, flags)
			if err != nil {
				return err
			}
			if machine == "" {
				machine, _ = os.Hostname() // Without one it goes by the name of its file.
			}
			report, err := exported(cmd.OutOrStdout(), args[0], c.LocalState().JournalDir, machine)
			if errors.Is(err, fs.ErrNotExist) {
				return errNoJournal
			}
			if err == nil && !report.OK() {
				err = fmt.Errorf("it was written, but the journal is not as Bellhop wrote it: %s", report.Problems[0])
			}
			return err
		},
	}
	cmd.Flags().StringVar(&machine, "machine", "", "the `NAME` that this machine has in a merged timeline; its own where it is left out")
	_ = cmd.RegisterFlagCompletionFunc("machine", cobra.NoFileCompletions)
	a.profileFlags(cmd, &flags)
	return cmd
}

// exported writes the journal of a folder into a new file.
func exported(out io.Writer, path, dir, machine string) (report journal.Report, err error) {
	if path == "-" {
		return journal.Export(dir, machine, time.Now(), output.Data(out))
	}
	if _, err := os.Stat(dir); err != nil {
		return report, err // No empty file is left behind.
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		if errors.Is(err, fs.ErrExist) {
			return report, fmt.Errorf("nothing was written: %s is there already", path)
		}
		return report, fmt.Errorf("nothing was written: %s", err) //nolint:errorlint // A folder that is missing is no missing journal.
	}
	report, err = journal.Export(dir, machine, time.Now(), file)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(path)
	}
	return report, err
}

type mergedLine struct {
	At          time.Time    `json:"at"`
	Machine     string       `json:"machine"`
	User        string       `json:"user"`
	Step        journal.Step `json:"step"`
	Attempt     string       `json:"attempt"`
	Reservation string       `json:"reservation"`
	Words       string       `json:"words"`
	Seq         int64        `json:"seq"`
	Hash        string       `json:"hash"`
	File        string       `json:"file"`
}

type mergedSource struct {
	File     string   `json:"file"`
	Machine  string   `json:"machine"`
	OK       bool     `json:"ok"`
	Lines    int64    `json:"lines"`
	Digest   string   `json:"digest"`
	Problems []string `json:"problems"`
}

type merged struct {
	OK      bool           `json:"ok"`
	Sources []mergedSource `json:"sources"`
	Twice   int            `json:"lines_in_several"`
	Lines   []mergedLine   `json:"timeline"`
}

func auditMergeCommand() *cobra.Command {
	var format output.Format
	var id string
	cmd := &cobra.Command{
		Use:   "merge FILE …",
		Short: "Put the journals of several machines together, each verified",
		Long: `Merge reads what "bellhop audit export" wrote on several machines, or the folders of
journals, verifies each by itself, and prints one timeline: when, on which machine, who,
what. A line that stands in several files is there once. The exit code is 1 where one of
the journals is not as Bellhop wrote it; the timeline is printed all the same.`,
		Example: "  bellhop audit merge reception.jsonl backoffice.jsonl\n  bellhop audit merge *.jsonl --reservation \"$id\" --json timeline",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return exit.Wrong("%q needs the FILEs that \"bellhop audit export\" wrote", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := format.Check(); err != nil {
				return err
			}
			var sources []audit.Source
			for _, path := range args {
				s, err := audit.Open(path)
				if err != nil {
					return err
				}
				sources = append(sources, s)
			}
			t := audit.Merge(sources)
			if id != "" {
				t = t.Of(id)
			}
			out := cmd.OutOrStdout()
			if err := format.Print(cmd.Context(), out, mergedOf(t), func() error { return printMerged(out, cmd.ErrOrStderr(), t) }); err != nil {
				return err
			}
			if !t.OK() {
				return errors.New("a journal is not as Bellhop wrote it")
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&id, "reservation", "", "only what is about the reservation or the attempt with this `ID`")
	format.Flags(cmd, merged{})
	return cmd
}

func mergedOf(t audit.Timeline) merged {
	out := merged{OK: t.OK(), Twice: t.Twice, Sources: []mergedSource{}, Lines: []mergedLine{}}
	for _, s := range t.Sources {
		one := mergedSource{File: s.Path, Machine: s.Machine, OK: s.OK(), Lines: s.Report.Lines, Digest: s.Digest, Problems: []string{}}
		for _, p := range s.Report.Problems {
			one.Problems = append(one.Problems, p.String())
		}
		out.Sources = append(out.Sources, one)
	}
	for _, l := range t.Lines {
		out.Lines = append(out.Lines, mergedLine{
			At: l.At.UTC(), Machine: l.Machine, User: api.Clean(l.User), Step: l.Step, Attempt: api.Clean(l.Attempt), Reservation: l.Reservation(),
			Words: l.Words(), Seq: l.Seq, Hash: l.Hash, File: l.Path,
		})
	}
	return out
}

// printMerged prints the timeline, and on standard error what each journal proves.
func printMerged(w, errOut io.Writer, t audit.Timeline) error {
	out := output.NewList(w, "WHEN, UTC", "MACHINE", "WHO", "WHAT", "ATTEMPT")
	out.Spare("ATTEMPT")
	for _, l := range t.Lines {
		out.Row(l.At.UTC().Format("2006-01-02 15:04:05.000"), l.Machine, api.Clean(l.User), l.Words(), api.Clean(l.Attempt))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	for _, s := range t.Sources {
		says := "every line is as Bellhop wrote it"
		if !s.OK() {
			says = fmt.Sprintf("not as Bellhop wrote it: %s", s.Report.Problems[0])
			if more := len(s.Report.Problems) - 1; more > 0 {
				says += ", and " + wording.Plural(more, "more problem")
			}
		}
		if _, err := fmt.Fprintf(errOut, "%s (%s): %s; %s\n", s.Path, s.Machine, wording.Plural(int(s.Report.Lines), "line"), says); err != nil {
			return err
		}
	}
	return nil
}
