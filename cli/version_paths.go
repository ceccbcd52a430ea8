package cli

import (
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"bellhop/config"

	"github.com/spf13/cobra"
)

func (a *app) versionLine() string {
	return fmt.Sprintf("bellhop %s (commit %s, built %s)\n", a.build.Version, a.build.Commit, a.build.Date)
}

func versionCommand(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit and the date of this build",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !asJSON {
				_, err := fmt.Fprint(cmd.OutOrStdout(), a.versionLine())
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
				Version  string `json:"version"`
				Commit   string `json:"commit"`
				Date     string `json:"date"`
				Go       string `json:"go"`
				Platform string `json:"platform"`
			}{a.build.Version, a.build.Commit, a.build.Date, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON")
	return cmd
}

func pathsCommand(a *app) *cobra.Command {
	var flags config.Flags
	cmd := &cobra.Command{
		Use:   "paths",
		Short: "Print where the files are, and where each setting comes from",
		Long: `Paths prints the files and folders that Bellhop uses, whether they exist or
not, and below them the settings in use with the flag, variable or file that
each comes from. The token itself is never printed.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p := a.paths
			t := newTable(cmd.OutOrStdout())
			for _, row := range [][2]string{
				{"config", p.ConfigFile},
				{"credentials", p.CredentialsFile},
				{"log", p.LogFile},
				{"journal", p.JournalDir},
				{"drafts", p.DraftsDir},
				{"exports", p.ExportsDir},
				{"demo", p.DemoDir},
				{"sandbox", p.SandboxDir},
			} {
				if _, err := fmt.Fprintf(t, "%s\t%s\n", row[0], row[1]); err != nil {
					return err
				}
			}
			// The paths come first: they help to repair what stops the rest.
			if err := t.Flush(); err != nil {
				return err
			}
			c, err := a.load(cmd, flags)
			if err != nil {
				return err
			}
			return a.printSettings(cmd, c)
		},
	}
	a.profileFlags(cmd, &flags)
	return cmd
}

func (a *app) printSettings(cmd *cobra.Command, c config.Config) error {
	if _, err := fmt.Fprintln(cmd.OutOrStdout()); err != nil {
		return err
	}
	t := newTable(cmd.OutOrStdout())
	row := func(name string, s config.Setting) error {
		if s.Text == "" {
			return nil
		}
		_, err := fmt.Fprintf(t, "%s\t%s\t%s\n", name, s.Text, s.Source)
		return err
	}
	p := c.Profile
	rows := []struct {
		name    string
		setting config.Setting
	}{
		{"profile", p.Name},
		{"environment", config.Setting{Text: string(p.Environment), Source: p.EnvironmentSource}},
		{"base address", p.BaseURL},
		{"account", p.Account},
		{"theme", c.Preferences.Theme},
		{"distance", c.Preferences.Distance},
		{"agent zone", zoneSetting(c.Preferences)},
	}
	if !p.Token.IsZero() {
		rows = append(rows, rows[0])
		rows[len(rows)-1].name, rows[len(rows)-1].setting = "token", config.Setting{Text: p.Token.String(), Source: p.TokenSource}
	}
	for _, r := range rows {
		if err := row(r.name, r.setting); err != nil {
			return err
		}
	}
	return t.Flush()
}

// zoneSetting is the agent's time zone by its name. The machine's own zone may
// have none that is known here.
func zoneSetting(p config.Preferences) config.Setting {
	if p.Zone == time.Local {
		return config.Setting{Text: "the machine's", Source: p.ZoneSource}
	}
	return config.Setting{Text: p.Zone.String(), Source: p.ZoneSource}
}
