package cli

import (
	"errors"
	"os"
	"runtime"

	"bellhop/cli/arguments"
	"bellhop/cli/doctor"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/config/keyring"

	"github.com/spf13/cobra"
)

const doctorLong = `Doctor looks at what Bellhop needs on this machine and at the service of the profile
in use: the configuration, who can reach your files, the key and where it is kept,
whether the service answers and takes the key, its clock beside this one, the journal
and what is unresolved in it, the folder of exports, the disk, and the terminal with
its colours, its clipboard and how wide it draws characters.

Each line is ok, warn or BAD, and says what to do. It changes nothing, and prints no
key and no guest. The exit code is 0 when nothing is bad, and 1 when something is.`

func doctorCommand(a *app) *cobra.Command {
	var flags config.Flags
	var format output.Format
	cmd := &cobra.Command{
		Use:     "doctor",
		Short:   "Look at everything that may be in the way, and say what to do",
		Long:    doctorLong,
		Example: "  bellhop doctor\n  bellhop doctor --profile work --jq '.[] | select(.verdict == \"bad\")'",
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := format.Check(); err != nil {
				return err
			}
			c, err := a.resolve(cmd, flags, a.launch.Keyring)
			if coded := new(exit.Error); errors.As(err, &coded) {
				return err // It is the command line.
			}
			subject := &doctor.Subject{
				Paths: a.paths, Homeless: a.homeless, Load: func() (config.Config, error) { return c, err },
				Probe: a.launch.Probe, Keyring: keyring.Present, Env: a.variable, GOOS: runtime.GOOS,
			}
			if file, is := output.TerminalOf(cmd.OutOrStdout()); is {
				subject.Screen = file
			}
			if file, isFile := a.streams.In.(*os.File); isFile && output.IsTerminal(file) {
				subject.Keyboard = file
			}
			found := doctor.Run(cmd.Context(), subject)
			out := cmd.OutOrStdout()
			if err := format.Print(cmd.Context(), out, found, func() error { return doctor.Print(out, found) }); err != nil {
				return err
			}
			if !doctor.Healthy(found) {
				return exit.With(exit.Failed, nil)
			}
			return nil
		},
	}
	format.Flags(cmd, []doctor.Finding{})
	a.profileFlags(cmd, &flags)
	return cmd
}
