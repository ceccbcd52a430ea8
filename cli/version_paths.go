package cli

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/internal/credits"

	"github.com/spf13/cobra"
)

func (a *app) versionLine() string {
	return fmt.Sprintf("bellhop %s (commit %s, built %s)\n", a.build.Version, a.build.Commit, a.build.Date)
}

// versionJSON is the build.
type versionJSON struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Date     string `json:"date"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func versionCommand(a *app) *cobra.Command {
	var format output.Format
	var licences bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the commit and the date of this build",
		Example: "  bellhop version\n  bellhop version --json version,platform\n  bellhop version --licences | less",
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case licences && format.JSON():
				return exit.Wrong("--licences prints text: leave out --json and --jq")
			case licences:
				return credits.Write(output.Data(cmd.OutOrStdout()))
			}
			b := a.build
			answer := versionJSON{b.Version, b.Commit, b.Date, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			return format.Print(cmd.Context(), cmd.OutOrStdout(), answer, func() error {
				_, err := fmt.Fprint(cmd.OutOrStdout(), a.versionLine())
				return err
			})
		},
	}
	format.Flags(cmd, versionJSON{})
	cmd.Flags().BoolVar(&licences, "licences", false, "print the licences of everything in the program")
	return cmd
}

// A pathJSON is a file or folder, and a settingJSON a setting with what it comes from.
type (
	pathJSON struct {
		Name string `json:"name"`
		Path string `json:"path"`
	}
	settingJSON struct {
		Name   string `json:"name"`
		Value  string `json:"value"`
		Source string `json:"source"`
	}
)

// pathsJSON is all of it.
type pathsJSON struct {
	Paths    []pathJSON    `json:"paths"`
	Settings []settingJSON `json:"settings"`
}

func pathsCommand(a *app) *cobra.Command {
	var flags config.Flags
	var format output.Format
	cmd := &cobra.Command{
		Use:   "paths",
		Short: "Print where the files are, and where each setting comes from",
		Long: `Paths prints the files and folders that Bellhop uses, whether they exist or
not, and below them the settings in use with the flag, variable or file that
each comes from. The token itself is never printed.`,
		Args: arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if a.homeless != nil {
				return a.homeless
			}
			paths, out := pathList(a.paths), cmd.OutOrStdout()
			if !format.JSON() {
				// The paths come first: they help to repair what stops the rest.
				t := output.NewTable(out)
				for _, p := range paths {
					t.Row(p.Name, p.Path)
				}
				if err := t.Flush(); err != nil {
					return err
				}
			}
			c, err := a.load(cmd, flags)
			if err != nil {
				return err
			}
			settings := settingList(c)
			if format.JSON() {
				return format.Print(cmd.Context(), out, pathsJSON{paths, settings}, nil)
			}
			return printSettings(out, settings)
		},
	}
	format.Flags(cmd, pathsJSON{})
	a.profileFlags(cmd, &flags)
	return cmd
}

func pathList(p config.Paths) []pathJSON {
	list := []pathJSON{
		{"config", p.ConfigFile},
		{"credentials", p.CredentialsFile},
		{"log", p.LogFile},
		{"journal", p.JournalDir},
		{"drafts", p.DraftsDir},
		{"learned", p.LearnedFile},
		{"quotes", p.QuotesDir},
		{"recent", p.RecentFile},
		{"lines", p.LinesFile},
		{"views", p.ViewsFile},
		{"guests", p.GuestsFile},
		{"crashes", p.CrashesDir},
		{"exports", p.ExportsDir},
		{"photos", p.PhotosDir},
		{"demo", p.DemoDir},
		{"sandbox", p.SandboxDir},
	}
	return slices.DeleteFunc(list, func(one pathJSON) bool { return one.Path == "" }) // There may be no place for a cache.
}

func printSettings(w io.Writer, settings []settingJSON) error {
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	t := output.NewTable(w)
	for _, s := range settings {
		t.Row(s.Name, s.Value, s.Source)
	}
	return t.Flush()
}

// settingList is what is in use and where it comes from. What is not set is left out.
func settingList(c config.Config) []settingJSON {
	p := c.Profile
	var list []settingJSON
	add := func(name string, s config.Setting) {
		if s.Text != "" {
			list = append(list, settingJSON{name, s.Text, s.Source})
		}
	}
	add("profile", p.Name)
	add("environment", config.Setting{Text: string(p.Environment), Source: p.EnvironmentSource})
	add("base address", p.BaseURL)
	add("account", p.Account)
	add("calls a minute", p.CallsPerMinute)
	add("single name", p.SingleName)
	add("theme", c.Preferences.Theme)
	for _, one := range c.Colors {
		name := "colour of " + one.Name
		if one.Theme != "" {
			name += " (" + one.Theme + ")"
		}
		add(name, config.Setting{Text: one.Text, Source: one.File})
	}
	add("glyphs", c.Preferences.Glyphs)
	add("ambiguous width", c.Preferences.Ambiguous)
	add("distance", c.Preferences.Distance)
	add("learning", c.Preferences.Learning)
	add("guest book", c.Preferences.GuestBook)
	add("looks", c.Preferences.Looks)
	add("rebook threshold", c.Preferences.RebookThreshold)
	add("mark-up words", c.Preferences.MarkupWords)
	add("follow", c.Preferences.Follow)
	add("photos", c.Preferences.Photos)
	add("photo graphics", c.Preferences.PhotoGraphics)
	add("accessible", c.Preferences.Accessible)
	add("mouse", c.Preferences.Mouse)
	add("agent zone", zoneSetting(c.Preferences))
	if !p.Token.IsZero() {
		add("token", config.Setting{Text: p.Token.String(), Source: p.TokenSource})
	}
	return list
}

// zoneSetting is the agent's time zone by its name. The machine's own zone may
// have none that is known here.
func zoneSetting(p config.Preferences) config.Setting {
	if p.Zone == time.Local {
		return config.Setting{Text: "the machine's", Source: p.ZoneSource}
	}
	if p.ZoneTrouble != "" {
		return config.Setting{Text: "UTC, because TZ is not a time zone", Source: p.ZoneSource}
	}
	return config.Setting{Text: p.Zone.String(), Source: p.ZoneSource}
}
