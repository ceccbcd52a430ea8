package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/cli/prompt"
	"bellhop/config"

	"github.com/spf13/cobra"
)

func profileCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "profile",
		Short: "Add, list, choose, move and remove the accounts that the console can use",
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			a.begin(cmd)
			return a.homeless
		},
	}
	cmd.AddCommand(profileAddCommand(a), profileListCommand(a), profileUseCommand(a), profileMoveCommand(a), profileRemoveCommand(a))
	return cmd
}

func profileAddCommand(a *app) *cobra.Command {
	var n config.NewProfile
	var environment, place string
	cmd := &cobra.Command{
		Use:   "add NAME",
		Short: "Add an account of a service",
		Long: `Add stores an account under a name. It asks for the token without showing it,
or reads it from standard input when that is not a terminal. The first profile
becomes the default.

The token goes to the keyring of this system or to credentials.toml, which only
you can read. Add asks which; without a terminal it is the keyring where there is
one, and --token-in file is needed where there is none. The profile remembers it
as token_in, and "bellhop profile move" changes it.

Without --environment, an http address, which can only be this machine's, is a
sandbox, and every other one is production. An https address of this machine may
be a tunnel to either: add asks which, and without a terminal --environment is
needed. With --replace an existing profile gets a new token, and whatever else is
given.`,
		Example: `  bellhop profile add work --base-url https://api.example.com --account 1234
  bellhop profile add test --base-url https://sandbox.example.com --account 1234 \
      --environment sandbox --token-in file < token.txt`,
		Args: arguments.OneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			n.Name = args[0]
			return a.addProfile(cmd, n, environment, place)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().StringVar(&n.BaseURL, "base-url", "", "the service's `ADDRESS`, https unless it is this machine")
	cmd.Flags().StringVar(&n.Account, "account", "", "the account's `ID`")
	cmd.Flags().StringVar(&environment, "environment", "", "what the service is: `sandbox|production`")
	placeFlag(cmd, &place, "token-in", "where the token is kept")
	cmd.Flags().BoolVar(&n.Replace, "replace", false, "change the profile if there is one")
	for _, name := range []string{"base-url", "account"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	_ = cmd.RegisterFlagCompletionFunc("environment", cobra.FixedCompletions(
		[]string{string(config.Sandbox), string(config.Production)}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) addProfile(cmd *cobra.Command, n config.NewProfile, environment, place string) error {
	var missing []string
	for _, flag := range []struct{ name, value string }{{"--base-url", n.BaseURL}, {"--account", n.Account}} {
		given := cmd.Flags().Changed(strings.TrimPrefix(flag.name, "--"))
		if given && flag.value == "" || !given && !n.Replace {
			missing = append(missing, flag.name)
		}
	}
	if len(missing) > 0 {
		return exit.Wrong("%s must be given; see %q", strings.Join(missing, " and "), cmd.CommandPath()+" --help")
	}
	if cmd.Flags().Changed("environment") {
		var err error
		if n.Environment, err = config.ParseEnvironment(environment); err != nil {
			return exit.Wrong("--environment: %s", err)
		}
	}
	// Everything else is checked first, so that nobody types a token in vain.
	if err := config.CheckNewProfile(a.paths, n); err != nil {
		return err
	}
	open, err := config.NeedsEnvironment(a.paths, n)
	if err == nil && open {
		n.Environment, err = a.askEnvironment(n.BaseURL)
	}
	if err != nil {
		return err
	}
	if n.TokenIn, err = a.place(cmd, n, place); err != nil {
		return err
	}
	n.Keyring = a.launch.Keyring
	if n.Token, err = a.askToken(cmd.Context(), n.Name); err != nil {
		return err
	}
	isDefault, err := config.AddProfile(a.paths, n)
	if err != nil {
		return err
	}
	stored, err := a.profile(n.Name)
	if err != nil {
		return err
	}
	if a.launch.NoteSandbox != nil {
		if _, err := a.launch.NoteSandbox(cmd.Context(), a.paths, stored); err != nil {
			return err
		}
	}
	note := "Use it with: bellhop --profile " + n.Name
	if isDefault {
		note = "It is the default."
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "Stored profile %s: %s at %s, its token in %s. %s\n", n.Name,
		strings.ToUpper(string(stored.Environment)), stored.BaseURL.Text, placeWords(stored.TokenIn), note)
	return err
}

// profile returns a profile as the file has it now.
func (a *app) profile(name string) (config.Profile, error) {
	profiles, _, err := config.List(a.paths)
	i := slices.IndexFunc(profiles, func(p config.Profile) bool { return p.Name.Text == name })
	if err != nil || i < 0 {
		return config.Profile{}, err
	}
	return profiles[i], nil
}

// askEnvironment asks what kind of service is at an address that does not tell. There
// is no default: either answer may be wrong at the cost of a real booking, or of none.
func (a *app) askEnvironment(address string) (config.Environment, error) {
	if _, ok := a.person().Terminal(); !ok {
		return "", exit.Wrong("--environment is needed for %s: an https address of this machine may be a tunnel; say --environment sandbox or --environment production", address)
	}
	if _, err := fmt.Fprintf(a.streams.Err, "%s may be a tunnel to another machine. Is the service a sandbox, or production? [sandbox/production] ", address); err != nil {
		return "", err
	}
	line, err := prompt.ReadLine(a.streams.In)
	if err != nil {
		return "", err
	}
	environment, err := config.ParseEnvironment(strings.ToLower(strings.TrimSpace(line)))
	if err != nil {
		return "", fmt.Errorf("nothing was stored: %w", err)
	}
	return environment, nil
}

// profileJSON is a line of the list as JSON. There is no token in it, only whether
// one is stored; the keyring is not asked whether it still has its own.
type profileJSON struct {
	Name        string `json:"name"`
	Default     bool   `json:"default"`
	BuiltIn     bool   `json:"built_in"`
	Environment string `json:"environment"`
	Account     string `json:"account"`
	TokenStored bool   `json:"token_stored"`
	TokenIn     string `json:"token_in"`
	BaseURL     string `json:"base_url"`
}

func profileListCommand(a *app) *cobra.Command {
	var format output.Format
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the profiles; * marks the default",
		Args:  arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := a.profileList()
			if err != nil {
				return err
			}
			if format.JSON() {
				return format.Print(cmd.Context(), cmd.OutOrStdout(), list, nil)
			}
			return printProfiles(cmd.OutOrStdout(), list)
		},
	}
	format.Flags(cmd, []profileJSON{})
	return cmd
}

// profileList is the built-in profile and those of the file.
func (a *app) profileList() ([]profileJSON, error) {
	profiles, standard, err := config.List(a.paths)
	if err != nil {
		return nil, err
	}
	switch {
	case standard != "":
	case len(profiles) == 0:
		standard = config.Demo
	case len(profiles) == 1:
		standard = profiles[0].Name.Text
	}
	list := []profileJSON{{Name: config.Demo, Default: standard == config.Demo, BuiltIn: true, Environment: string(config.Sandbox)}}
	for _, p := range profiles {
		list = append(list, profileJSON{
			Name: p.Name.Text, Default: p.Name.Text == standard, Environment: string(p.Environment),
			Account: p.Account.Text, TokenStored: !p.Token.IsZero() || p.TokenIn == config.InKeyring, TokenIn: string(p.TokenIn), BaseURL: p.BaseURL.Text,
		})
	}
	return list, nil
}

func printProfiles(w io.Writer, list []profileJSON) error {
	t := output.NewTable(w)
	t.Row("  NAME", "ENVIRONMENT", "ACCOUNT", "TOKEN", "ADDRESS")
	for _, p := range list {
		mark, token := " ", "none"
		if p.Default {
			mark = "*"
		}
		if p.TokenStored {
			token = p.TokenIn
		}
		account, address := cmp.Or(p.Account, "none"), p.BaseURL
		if p.BuiltIn {
			account, token, address = "-", "-", "built in"
		}
		t.Row(mark+" "+p.Name, p.Environment, account, token, address)
	}
	return t.Flush()
}

func profileUseCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "use NAME",
		Short: "Make a profile the default",
		Long: `Use makes a profile the one that the console opens on when nothing else is
said. The name demo is the sandbox inside this program.`,
		Args:              arguments.OneName,
		ValidArgsFunction: a.completeProfiles(true),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := config.UseProfile(a.paths, args[0]); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "The default profile is %s.\n", args[0])
			return err
		},
	}
}

func profileRemoveCommand(a *app) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:               "remove NAME",
		Short:             "Remove a profile and its token from this machine",
		Args:              arguments.OneName,
		ValidArgsFunction: a.completeProfiles(false),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := args[0]
			if err := config.CheckProfile(a.paths, name); err != nil {
				return err
			}
			if !yes {
				if err := a.person().Confirm("Remove the profile "+name+" and its token?", "nothing was removed"); err != nil {
					return err
				}
			}
			wasDefault, err := config.RemoveProfile(a.paths, a.launch.Keyring, name)
			if left := new(config.KeyringError); errors.As(err, &left) {
				return fmt.Errorf("the profile %s is removed, and its token is not: %w", name, err)
			}
			if err != nil {
				return err
			}
			note := ""
			if wasDefault {
				note = " It was the default: choose another with bellhop profile use."
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Removed profile %s.%s\n", name, note)
			return err
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

// completeProfiles offers the names of the profiles to the shell. What is wrong
// with the files is told when a command runs, and not while typing.
func (a *app) completeProfiles(withDemo bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var names []string
		if withDemo {
			names = append(names, cobra.CompletionWithDesc(config.Demo, "the sandbox inside this program"))
		}
		profiles, _, err := config.List(a.paths)
		if err != nil {
			return names, cobra.ShellCompDirectiveNoFileComp
		}
		for _, p := range profiles {
			names = append(names, cobra.CompletionWithDesc(p.Name.Text, string(p.Environment)+" "+p.BaseURL.Text))
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// person is who can be asked.
func (a *app) person() prompt.Person { return prompt.Person{In: a.streams.In, Err: a.streams.Err} }
