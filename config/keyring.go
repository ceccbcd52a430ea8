package config

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Keyring keeps secrets for the user, apart from files: the system's own, or one
// in memory in tests.
type Keyring interface {
	// Get returns what is kept under a name, and ErrNotKept where nothing is.
	Get(name string) (Secret, error)
	Set(name string, secret Secret) error
	// Delete forgets what is kept under a name; it is no error that nothing is.
	Delete(name string) error
}

// ErrNotKept says that a keyring works and has nothing under a name.
var ErrNotKept = errors.New("the keyring has nothing under this name")

// errNoKeyring is for a program that was started without one.
var errNoKeyring = errors.New("this program has no keyring")

// A Place is where the token of a profile is kept.
type Place string

// The places. A profile that names none keeps its token in the file.
const (
	InFile    Place = "file"
	InKeyring Place = "keyring"
)

// ParsePlace reads a place's word.
func ParsePlace(word string) (Place, error) {
	switch p := Place(word); p {
	case InFile, InKeyring:
		return p, nil
	default:
		return "", errors.New("unknown place " + strconv.Quote(word) + "; " + didYouMean(word, []string{string(InKeyring), string(InFile)}))
	}
}

// sourceKeyring is the source of a token that the keyring has.
const sourceKeyring = "the keyring"

// A KeyringError says that the keyring did not do what was asked of it, and how to do
// without it. No error of a keyring is ever a reason to write a token elsewhere.
type KeyringError struct {
	What string // empty: the keyring cannot be used
	Err  error
	Fix  string
}

// Error is one line: what is wrong, and what to do.
func (e *KeyringError) Error() string {
	text := e.What
	if text == "" {
		text = "the keyring cannot be used: " + e.Err.Error()
	}
	if e.Fix != "" {
		text += "; " + e.Fix
	}
	return plain(text)
}

// Unwrap returns what the keyring said.
func (e *KeyringError) Unwrap() error { return e.Err }

// TryKeyring reports whether a keyring can be used, by asking for what is not there.
func TryKeyring(ring Keyring) error {
	if ring == nil {
		return errNoKeyring
	}
	if _, err := ring.Get("a question whether there is a keyring"); err != nil && !errors.Is(err, ErrNotKept) {
		return err
	}
	return nil
}

// keyringName is what a token is kept under. It names the account and the host: where
// one of them is changed by hand, the token is not found, and not sent elsewhere.
func keyringName(profile string, p storedProfile) string {
	host, _ := parseBaseURL(p.baseURL) // It has been checked.
	return profile + ": " + p.account + "@" + host.name
}

// fromKeyring reads a token. The error is a *KeyringError.
func fromKeyring(ring Keyring, profile string, p storedProfile) (Secret, error) {
	again := "bellhop profile add " + profile + " --replace --token-in "
	if ring == nil {
		return Secret{}, &KeyringError{"", errNoKeyring, "run " + again + "file"}
	}
	token, err := ring.Get(keyringName(profile, p))
	switch {
	case errors.Is(err, ErrNotKept):
		return Secret{}, &KeyringError{"the keyring has nothing under " + strconv.Quote(keyringName(profile, p)), err, "run " + again + "keyring"}
	case err != nil:
		return Secret{}, &KeyringError{"", err, "unlock or start it and try again, set " + EnvToken + ", or keep the token in a file: run " + again + "file"}
	}
	if why := badToken(token.Reveal()); why != "" {
		return Secret{}, &KeyringError{"", errors.New("the token there " + why), "run " + again + "keyring"}
	}
	return token, nil
}

// intoKeyring keeps a token and reads it back: what cannot be read again is not kept.
func intoKeyring(ring Keyring, profile string, p storedProfile, token Secret) error {
	const fix = "unlock or start it and try again, or keep the token in credentials.toml, which only you can read (--token-in file)"
	if ring == nil {
		return &KeyringError{"", errNoKeyring, fix}
	}
	name := keyringName(profile, p)
	if err := ring.Set(name, token); err != nil {
		return &KeyringError{"", err, fix}
	}
	switch kept, err := ring.Get(name); {
	case err != nil:
		return &KeyringError{"", err, fix}
	case kept != token:
		return &KeyringError{"", errors.New("it gives back another token than it was given"), fix}
	}
	return nil
}

// forget takes a token out of the keyring. Where that fails, it says what is left there.
func forget(ring Keyring, profile string, p storedProfile) error {
	err := errNoKeyring
	if ring != nil {
		err = ring.Delete(keyringName(profile, p))
	}
	if err != nil {
		return &KeyringError{"", err, "its entry " + strconv.Quote(keyringName(profile, p)) + " for bellhop is still there: remove it by hand"}
	}
	return nil
}

// readToken gives the profile in use the token that the keyring has.
func (r *resolver) readToken(p *Profile) {
	if p.TokenSource != sourceKeyring || r.in.Keyring == nil {
		return
	}
	p.Token, p.TokenProblem = fromKeyring(r.in.Keyring, p.Name.Text, r.file.profiles[p.Name.Text])
}

// validatePlace checks where a profile says that its token is.
func (p storedProfile) validatePlace(add func(what, fix, key string)) {
	if p.tokenIn == "" {
		return
	}
	if _, err := ParsePlace(string(p.tokenIn)); err != nil {
		what, fix, _ := strings.Cut(err.Error(), "; ")
		add(what, fix, "token_in")
	}
}

// MoveToken moves the token of a profile to another place: it is written there, read back, and only then removed where it
// was. It reports whether there was a token to move.
func MoveToken(p Paths, ring Keyring, name string, to Place) (moved bool, err error) {
	e, err := openEditor(p)
	if err != nil {
		return false, err
	}
	if err := e.mustExist(name, false); err != nil {
		return false, err
	}
	profile := e.stored.profiles[name]
	inFile, filed := e.stored.credentials[name]
	switch {
	case to == InKeyring && profile.tokenIn == InKeyring && !filed:
		return false, nil
	case to == InKeyring:
		return true, e.moveToKeyring(ring, name, inFile)
	case profile.tokenIn != InKeyring:
		return false, nil
	}
	token, err := fromKeyring(ring, name, profile)
	if err != nil {
		return false, err
	}
	e.place(name, InFile)
	e.keepInFile(name, token)
	if err := e.save(); err != nil {
		return false, err
	}
	if again, err := openEditor(p); err != nil || again.stored.credentials[name] != token {
		return false, errors.Join(errors.New("the token cannot be read back; it is still in the keyring too"), err)
	}
	return true, forget(ring, name, profile)
}

// moveToKeyring moves a token there. The configuration names the keyring before the file
// forgets the token: a crash between the two leaves it in both, and in use.
func (e *editor) moveToKeyring(ring Keyring, name string, token Secret) error {
	profile := e.stored.profiles[name]
	switch {
	case token.IsZero():
		return oneProblem(e.credentials.doc.path, "there is no token of "+name+" to move", "run bellhop profile add "+name+" --replace --token-in keyring")
	case profile.tokenIn == InKeyring:
		// What the file has is left over. The keyring's counts, and must be there.
		if _, err := fromKeyring(ring, name, profile); err != nil {
			return err
		}
	default:
		if err := intoKeyring(ring, name, profile, token); err != nil {
			return err
		}
		e.place(name, InKeyring)
		if err := e.save(); err != nil {
			return err
		}
		again, err := openEditor(e.paths)
		if err != nil {
			return err
		}
		*e = *again
	}
	e.keepNotInFile(name)
	return e.save()
}

// place notes where the token of a profile is.
func (e *editor) place(name string, at Place) {
	profile := e.stored.profiles[name]
	if profile.tokenIn == at {
		return
	}
	e.config.set(string(at), "profiles", name, "token_in")
	profile.tokenIn = at
	e.stored.profiles[name] = profile
}

func (e *editor) keepInFile(name string, token Secret) {
	e.credentials.set(token.Reveal(), name, "token")
	e.stored.credentials[name] = token
}

func (e *editor) keepNotInFile(name string) {
	table, _ := e.credentials.current().values[name].(map[string]any)
	if slices.ContainsFunc(slices.Collect(maps.Keys(table)), func(key string) bool { return key != "token" }) {
		e.credentials.removeKey(name, "token")
	} else {
		e.credentials.removeTable(name)
	}
	delete(e.stored.credentials, name)
}
