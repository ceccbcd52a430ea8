package cli

import (
	"fmt"

	"bellhop/booking/lookup"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/config"

	"github.com/spf13/cobra"
)

func profileLookupCommand(a *app) *cobra.Command {
	var fresh, remove bool
	cmd := &cobra.Command{
		Use:   "lookup-key NAME",
		Short: "Store the key by which colleagues find guests",
		Long: `Lookup-key stores a key where the token of a profile is kept: in the keyring, or in
credentials.toml, which only you can read. From then on each booking carries two
custom values, hashes of the guest's surname and email with this key, and find asks
the service for a guest by them: in one call, however many reservations the account
has. So does "bellhop reservation list --lookup". Whoever has the key finds them;
the values alone name nobody. Bookings of before carry none.

It asks for the key without showing it, or reads it from standard input when that
is not a terminal. --new makes one and writes it to standard output, this once:
hand it to colleagues as you would a password. Another key finds no guest of the
one before.`,
		Example: `  bellhop profile lookup-key work --new > key.txt
  bellhop profile lookup-key work < key.txt`,
		Args:              arguments.OneName,
		ValidArgsFunction: a.completeProfiles(false),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := args[0]
			if fresh && remove {
				return exit.Wrong("--new and --remove contradict each other")
			}
			if err := config.CheckProfile(a.paths, name); err != nil {
				return err
			}
			switch {
			case remove:
				if _, err := config.SetLookupKey(a.paths, a.launch.Keyring, name, config.Secret{}); err != nil {
					return err
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "Removed the look-up key of profile %s.\n", name)
				return err
			case fresh:
				return a.newLookupKey(cmd, name)
			}
			key, err := a.person().Secret(cmd.Context(), "Look-up key (not shown): ", "there is no key on standard input", "nothing was stored")
			if err != nil {
				return err
			}
			if key == "" {
				return exit.Wrong("there is no key; nothing was stored")
			}
			place, err := config.SetLookupKey(a.paths, a.launch.Keyring, name, config.NewSecret(key))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Stored the look-up key of profile %s in %s. Its bookings carry what their guest is found by.\n", name, lookupPlace(place))
			return err
		},
	}
	cmd.Flags().BoolVar(&fresh, "new", false, "make a key, and write it to standard output")
	cmd.Flags().BoolVar(&remove, "remove", false, "take the key away")
	return cmd
}

// newLookupKey stores a new key and then shows it, so that what is handed on is what is used.
func (a *app) newLookupKey(cmd *cobra.Command, name string) error {
	profile, err := a.profile(name)
	if err != nil {
		return err
	}
	if profile.LookupStored {
		return exit.Wrong("profile %s has a look-up key already, and another one finds no guest of it; say --remove first to go without them", name)
	}
	key := lookup.Make()
	place, err := config.SetLookupKey(a.paths, a.launch.Keyring, name, config.NewSecret(key.Reveal()))
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(cmd.OutOrStdout(), key.Reveal()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.streams.Err, "Stored it for profile %s in %s. Keep it where passwords are kept: it is not shown again.\n", name, lookupPlace(place))
	return err
}

// lookupPlace says where a key was stored.
func lookupPlace(place config.Place) string {
	if place == config.InKeyring {
		return "the keyring"
	}
	return "credentials.toml, which only you can read"
}
