package cli

import (
	"context"
	"fmt"

	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/config"

	"github.com/spf13/cobra"
)

func profileMoveCommand(a *app) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "move NAME",
		Short: "Move a profile's token to the keyring, or to the file",
		Long: `Move writes the token of a profile to the keyring of this system or to
credentials.toml, reads it back there, and only then removes it where it was. The
profile remembers the place. A token is never copied from one to the other by
anything else.`,
		Example:           "  bellhop profile move work --to keyring\n  bellhop profile move work --to file",
		Args:              arguments.OneName,
		ValidArgsFunction: a.completeProfiles(false),
		RunE: func(cmd *cobra.Command, args []string) error {
			if to == "" {
				return exit.Wrong("--to must say where: keyring or file")
			}
			place, err := config.ParsePlace(to)
			if err != nil {
				return exit.Wrong("--to: %s", err)
			}
			moved, err := config.MoveToken(a.paths, a.launch.Keyring, args[0], place)
			if err != nil {
				return err
			}
			says := "The token of %s is in %s now.\n"
			if !moved {
				says = "The token of %s is in %s already.\n"
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), says, args[0], placeWords(place))
			return err
		},
	}
	placeFlag(cmd, &to, "to", "where to")
	return cmd
}

func placeFlag(cmd *cobra.Command, place *string, name, what string) {
	cmd.Flags().StringVar(place, name, "", what+": `keyring|file`")
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(
		[]string{string(config.InKeyring), string(config.InFile)}, cobra.ShellCompDirectiveNoFileComp))
}

func placeWords(p config.Place) string {
	if p == config.InKeyring {
		return "the keyring"
	}
	return "credentials.toml"
}

// place decides where a token is kept: as the flag says, as the profile has it, or as
// the person says. A keyring is tried before anybody types a token for it, and one that
// does not work is never passed over in silence.
func (a *app) place(cmd *cobra.Command, n config.NewProfile, flag string) (config.Place, error) {
	if cmd.Flags().Changed("token-in") {
		place, err := config.ParsePlace(flag)
		if err != nil {
			return "", exit.Wrong("--token-in: %s", err)
		}
		if place == config.InKeyring {
			err = a.tryKeyring()
		}
		return place, err
	}
	old, err := a.profile(n.Name)
	if err != nil || old.TokenIn != "" {
		return old.TokenIn, err
	}
	_, asked := a.person().Terminal()
	missing := config.TryKeyring(a.launch.Keyring)
	switch {
	case !asked && missing == nil:
		return config.InKeyring, nil
	case !asked:
		return "", exit.Wrong("--token-in is needed, because the keyring of this system cannot be used: %w; say --token-in file to keep the token in credentials.toml, which only you can read", missing)
	case missing != nil:
		question := fmt.Sprintf("The keyring of this system cannot be used: %s. Keep the token in credentials.toml, which only you can read?", missing)
		return config.InFile, a.person().Confirm(question, "nothing was stored")
	}
	word, err := a.person().Choice("Keep the token in the keyring of this system, or in credentials.toml, which only you can read?",
		string(config.InKeyring), string(config.InFile))
	if err != nil {
		return "", err
	}
	place, err := config.ParsePlace(word)
	if err != nil {
		return "", fmt.Errorf("nothing was stored: %w", err)
	}
	return place, nil
}

func (a *app) tryKeyring() error {
	if err := config.TryKeyring(a.launch.Keyring); err != nil {
		return &config.KeyringError{Err: err, Fix: "unlock or start it and try again, or keep the token in credentials.toml, which only you can read (--token-in file)"}
	}
	return nil
}

// askToken asks for the token of a profile.
func (a *app) askToken(ctx context.Context, profile string) (config.Secret, error) {
	none := fmt.Sprintf("no token: type it at a terminal, or give it on standard input, as in: bellhop profile add %s … < token.txt", profile)
	text, err := a.person().Secret(ctx, "Token for "+profile+" (not shown): ", none, "nothing was stored")
	if err != nil {
		return config.Secret{}, err
	}
	return config.NewSecret(text), config.CheckToken(text)
}
