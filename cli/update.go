package cli

import (
	"time"

	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// A Release is what is signed of the newest one, and how it stands to the program that runs.
type Release struct {
	Version string
	Verdict string    // newer, same, older; unknown where what runs is no release
	Trial   bool      // it is one to try before the real one
	Signed  time.Time // zero where the signature does not say
	// Seen is when the newest release that this machine has seen before was signed; zero is none.
	Seen         time.Time
	Archive, Sum string // of this platform; empty where there is none
	Address      string // where it was read
	// Verify compares a file with what is signed under its name.
	Verify func(path string) error
}

const updateLong = `Update tells whether a newer release of Bellhop is there. It fetches no program
and replaces none.

It reads the checksums of the newest release and their signature from the address
that this build names, or update_url under [preferences] of the config file, and
believes what the key of this build, or update_key, has signed. Nothing is asked
before one of these commands is typed; the console asks once a day, at an account
in production only, where update_check = "on" is set. Two files are asked for by
https, and the only thing said is "bellhop" and the version that runs.`

func updateCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "update",
		Short: "Tell whether a newer release is there, and compare what you downloaded",
		Long:  updateLong,
		Args:  arguments.Subcommand,
		RunE:  nothing,
	}
	cmd.AddCommand(updateCheckCommand(a), updateVerifyCommand(a))
	return cmd
}

// releaseJSON is what a check prints for scripts.
type releaseJSON struct {
	Version string     `json:"version"`
	Running string     `json:"running"`
	Verdict string     `json:"verdict"`
	Trial   bool       `json:"trial"`
	Signed  *time.Time `json:"signed"`
	Archive string     `json:"archive"`
	SHA256  string     `json:"sha256"`
	Address string     `json:"address"`
}

func updateCheckCommand(a *app) *cobra.Command {
	var format output.Format
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Ask once whether a newer release is there",
		Long: `Check asks for the checksums of the newest release and their signature, compares
the version that is signed with the one that runs, and prints the checksum of this
platform's archive, to compare what you download. It fetches nothing else.

The exit code is 0 whether there is a newer one or not: --jq .verdict has newer,
same, older or unknown. It is 1 when nothing could be read or the signature is not
that of the key, and 3 when no address or no key is known.`,
		Example: "  bellhop update check\n  bellhop update check --jq .verdict",
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := format.Check(); err != nil {
				return err
			}
			release, err := a.release(cmd, "")
			if err != nil {
				return err
			}
			answer := releaseJSON{release.Version, a.build.Version, release.Verdict, release.Trial, nil, release.Archive, release.Sum, release.Address}
			if !release.Signed.IsZero() {
				answer.Signed = &release.Signed
			}
			return format.Print(cmd.Context(), cmd.OutOrStdout(), answer, func() error {
				for _, line := range releaseLines(release, a.build.Version) {
					if err := output.PrintFolded(cmd.OutOrStdout(), line); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	format.Flags(cmd, releaseJSON{})
	return cmd
}

// release reads what is signed of the newest release, in a file of checksums or, without one, where releases are.
func (a *app) release(cmd *cobra.Command, checksums string) (Release, error) {
	c, err := a.resolve(cmd, config.Flags{}, nil)
	if err != nil {
		return Release{}, err
	}
	ctx, stop := exit.UntilSignal(cmd.Context())
	defer stop()
	release, err := a.launch.Release(ctx, c, checksums)
	return release, exit.StoppedBy(ctx, err)
}

func releaseLines(r Release, running string) []string {
	var lines []string
	switch r.Verdict {
	case "newer":
		lines = append(lines, r.Version+" is newer than this, "+running+".")
	case "same":
		lines = append(lines, "This is the newest release, "+running+".")
	case "older":
		lines = append(lines, r.Version+" is what is offered, and it is older than this, "+running+". Stay with this one.")
	default:
		lines = append(lines, "The newest release is "+r.Version+". This is "+running+", which is no release, so the two are not compared.")
	}
	if r.Trial {
		lines = append(lines, r.Version+" is one to try before the real one.")
	}
	if !r.Signed.IsZero() {
		lines = append(lines, "It was signed on "+dayOf(r.Signed)+".")
	}
	if r.Seen.After(r.Signed) && !r.Signed.IsZero() {
		lines = append(lines, "Careful: this machine has seen one that was signed later, on "+dayOf(r.Seen)+". That one was withdrawn, or somebody shows you an old one.")
	}
	if r.Archive == "" {
		return append(lines, "It has no archive for this platform.")
	}
	return append(lines, "Archive: "+r.Archive, "SHA-256: "+r.Sum, "Nothing was downloaded. Compare what you download yourself: bellhop update verify FILE")
}

func dayOf(at time.Time) string { return at.UTC().Format("2 January 2006") }

func updateVerifyCommand(a *app) *cobra.Command {
	var checksums string
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Compare an archive that you downloaded with what is signed",
		Long: `Verify compares the SHA-256 of an archive with the checksum that is signed for its
name, so leave it the name that it has there. It asks for the checksums and their
signature as check does; with --checksums they are files of this machine, the
signature beside them with .minisig behind its name, and nothing is asked.

The exit code is 1 when the archive is not what was signed.`,
		Example: "  bellhop update verify bellhop_1.3.0_linux_amd64.tar.gz\n  bellhop update verify bellhop_1.3.0_linux_amd64.tar.gz --checksums checksums.txt",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Wrong("%q takes one FILE, and %s given; see %q", cmd.CommandPath(), arguments.WasWere(len(args)), cmd.CommandPath()+" --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("checksums") && checksums == "" {
				return exit.Wrong("--checksums is empty; give it a file or leave it out")
			}
			release, err := a.release(cmd, checksums)
			if err != nil {
				return err
			}
			if err := release.Verify(args[0]); err != nil {
				return err
			}
			text := "It is what was signed"
			if !release.Signed.IsZero() {
				text += " on " + dayOf(release.Signed)
			}
			text += ": release " + release.Version
			if release.Verdict == "older" {
				text += ", which is older than this, " + a.build.Version
			}
			return output.PrintFolded(cmd.OutOrStdout(), text+".")
		},
	}
	cmd.Flags().StringVar(&checksums, "checksums", "", "a `FILE` of checksums on this machine, with its signature beside it")
	return cmd
}
