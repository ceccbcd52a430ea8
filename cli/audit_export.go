package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"bellhop/booking/journal"
	"bellhop/cli/arguments"
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
and every line with its hash. "bellhop audit verify FILE" proves that nobody has edited
the file. The journal holds no token, no card and no guest that anybody could read. The
file is for you only (0600), and never takes the place of another; - is standard output.`,
		Example: "  bellhop audit export journal.jsonl --machine reception",
		Args:    arguments.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.load(cmd, flags)
			if err != nil {
				return err
			}
			if machine == "" {
				machine, _ = os.Hostname() // Without one it goes by the name of its file.
			}
			report, err := exported(cmd.OutOrStdout(), args[0], c.LocalState().JournalDir,
				journal.Source{Machine: machine, Environment: string(c.Profile.Environment), Profile: c.Profile.Name.Text})
			if errors.Is(err, fs.ErrNotExist) {
				return errNoJournal
			}
			if err == nil && !report.OK() {
				err = fmt.Errorf("it was written, but the journal is not as Bellhop wrote it: %s", report.Problems[0])
			}
			return err
		},
	}
	cmd.Flags().StringVar(&machine, "machine", "", "the `NAME` of this machine in the file; its own where it is left out")
	_ = cmd.RegisterFlagCompletionFunc("machine", cobra.NoFileCompletions)
	a.profileFlags(cmd, &flags)
	return cmd
}

// exported writes the journal of a folder into a new file.
func exported(out io.Writer, path, dir string, from journal.Source) (report journal.Report, err error) {
	if path == "-" {
		return journal.Export(dir, from, time.Now(), output.Data(out))
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
	report, err = journal.Export(dir, from, time.Now(), file)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(path)
	}
	return report, err
}
