package cli_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/cli/exit"
)

// A token goes to the keyring, or a person says that it goes to the file. It moves
// when somebody says so, and is then in one place.
func TestTokenPlaces(t *testing.T) {
	f := newFixture(t)
	const add = "profile add work --base-url https://api.example.com --account 1234"
	filed := func() bool {
		text, err := os.ReadFile(filepath.Join(f.home, "c", "bellhop", "credentials.toml"))
		return err == nil && strings.Contains(string(text), "hunter2")
	}
	f.ring.Err = errors.New("none runs")
	const none = "bellhop: --token-in is needed, because the keyring of this system cannot be used: none runs; " +
		"say --token-in file to keep the token in credentials.toml, which only you can read\n"
	f.in = strings.NewReader("hunter2")
	f.want(words(add), exit.Usage, "", none)
	f.in = strings.NewReader("hunter2")
	f.want(words(add+" --token-in keyring"), exit.Failed, "", "bellhop: the keyring cannot be used: none runs; unlock or start it and try again, "+
		"or keep the token in credentials.toml, which only you can read (--token-in file)\n")
	f.want(words(add+" --token-in ring"), exit.Usage, "", "bellhop: --token-in: unknown place \"ring\"; known are keyring, file\n")
	if filed() {
		t.Fatal("the token went to the file in silence")
	}
	f.in = strings.NewReader("hunter2")
	f.want(words(add+" --token-in file"), exit.OK, "Stored profile work: PRODUCTION at https://api.example.com, its token in credentials.toml. It is the default.\n", "")
	f.in = strings.NewReader("hunter2") // What was chosen is remembered.
	f.want(words("profile add work --replace"), exit.OK, "Stored profile work: PRODUCTION at https://api.example.com, its token in credentials.toml. It is the default.\n", "")
	f.want(words("profile move work --to keyring"), exit.Failed, "", "bellhop: the keyring cannot be used: none runs; unlock or start it and try again, "+
		"or keep the token in credentials.toml, which only you can read (--token-in file)\n")
	f.ring.Err = nil
	f.want(words("profile move work --to keyring"), exit.OK, "The token of work is in the keyring now.\n", "")
	f.want(words("profile move work --to keyring"), exit.OK, "The token of work is in the keyring already.\n", "")
	if filed() || f.ring.Kept() != 1 {
		t.Errorf("in the file: %v, in the keyring: %d", filed(), f.ring.Kept())
	}
	f.want(nil, exit.OK, "", "")
	if got := f.console.Profile.Token.Reveal(); got != "hunter2" {
		t.Errorf("the console got the token %q", got)
	}
	f.ring.Err = errors.New("it is locked, and was not unlocked")
	f.want(nil, exit.Auth, "", "bellhop: no token for work: the keyring cannot be used: it is locked, and was not unlocked; "+
		"unlock or start it and try again, set BELLHOP_TOKEN, or keep the token in a file: run bellhop profile add work --replace --token-in file\n")
	f.ring.Err = nil
	f.want(words("profile move work --to file"), exit.OK, "The token of work is in credentials.toml now.\n", "")
	f.want(words("profile move wrk --to file"), exit.Usage, "", "bellhop: HOME/c/bellhop/config.toml: there is no profile \"wrk\"; did you mean work?\n")
	f.want(words("profile move work"), exit.Usage, "", "bellhop: --to must say where: keyring or file\n")
	if !filed() || f.ring.Kept() != 0 {
		t.Errorf("in the file: %v, in the keyring: %d", filed(), f.ring.Kept())
	}
	f.want(words("profile move work --to keyring"), exit.OK, "The token of work is in the keyring now.\n", "")
	f.want(words("profile remove work --yes"), exit.OK, "Removed profile work. It was the default: choose another with bellhop profile use.\n", "")
	if f.ring.Kept() != 0 {
		t.Error("the keyring kept the token of a profile that is gone")
	}
}
