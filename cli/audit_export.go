package cli

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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
		Short: "Write the whole journal into one signed file",
		Long: `Export writes the journal of the profile in use into one file, as it stands: a
header, every line with its hash, and a signature of both with your key on this
machine. "bellhop audit verify FILE --key FINGERPRINT" says whether the file is as
it was exported; "bellhop audit key" prints the fingerprint, to give to whoever
checks it. The journal holds no token, no card and no readable guest. The file is
for you only (0600) and never replaces another; - is standard output.`,
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
			key, err := a.exportKey()
			if err != nil {
				return err
			}
			report, err := exported(cmd.OutOrStdout(), args[0], c.LocalState().JournalDir, key,
				journal.Source{Machine: machine, Environment: string(c.Profile.Environment), Profile: c.Profile.Name.Text})
			if errors.Is(err, fs.ErrNotExist) {
				return errNoJournal
			}
			if err == nil && !report.OK() {
				err = fmt.Errorf("it was written, but the journal was edited or is damaged: %s", report.Problems[0])
			}
			return err
		},
	}
	cmd.Flags().StringVar(&machine, "machine", "", "the `NAME` of this machine in the file; its own where it is left out")
	_ = cmd.RegisterFlagCompletionFunc("machine", cobra.NoFileCompletions)
	a.profileFlags(cmd, &flags)
	return cmd
}

// exportKey returns the key that signs this user's exports, and makes it at first use.
func (a *app) exportKey() (journal.SigningKey, error) {
	if a.homeless != nil {
		return journal.SigningKey{}, a.homeless
	}
	return journal.OpenSigningKey(filepath.Join(a.paths.StateDir, "export.key"))
}

func auditKeyCommand(a *app) *cobra.Command {
	var format output.Format
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Print the public half of the key that signs exports",
		Long: `Key prints what others need to tell whether an export is yours: the public half of
your key on this machine, and its fingerprint. Send them the fingerprint separately
from the file. The key is made at first use; its secret half is export.key in the
state folder, which only you can read. If export.key is replaced, earlier exports
keep the fingerprint of the old key.`,
		Args: arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			key, err := a.exportKey()
			if err != nil {
				return err
			}
			out := auditKey{Fingerprint: journal.Fingerprint(key.Public()), PublicKey: base64.StdEncoding.EncodeToString(key.Public())}
			return format.Print(cmd.Context(), cmd.OutOrStdout(), out, func() error {
				t := output.NewTable(cmd.OutOrStdout())
				t.Row("fingerprint", out.Fingerprint)
				t.Row("public key", "ed25519 "+out.PublicKey)
				return t.Flush()
			})
		},
	}
	format.Flags(cmd, auditKey{})
	return cmd
}

// auditKey is the key of exports as --json prints it.
type auditKey struct {
	Fingerprint string `json:"fingerprint"`
	PublicKey   string `json:"public_key"` // ed25519, in base64
}

// exported writes the journal of a folder into a new file.
func exported(out io.Writer, path, dir string, key journal.SigningKey, from journal.Source) (report journal.Report, err error) {
	if path == "-" {
		return journal.Export(dir, from, time.Now(), key, output.Data(out))
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
	report, err = journal.Export(dir, from, time.Now(), key, file)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(path)
	}
	return report, err
}
