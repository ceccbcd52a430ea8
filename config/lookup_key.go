package config

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// lookupKey is the name of the guest look-up's key, beside the token.
const lookupKey = "lookup_key"

const minLookupKey, maxLookupKey = 32, 256

// badLookupKey says what is wrong with the key of a guest look-up, or "", and never repeats it.
func badLookupKey(key string) string {
	switch {
	case utf8.RuneCountInString(key) < minLookupKey:
		return "is shorter than 32 characters, and could be guessed"
	case len(key) > maxLookupKey:
		return "is longer than 256 characters"
	case !utf8.ValidString(key) || strings.IndexFunc(key, notPlain) >= 0:
		return "holds a space or a control character; copy it again"
	default:
		return ""
	}
}

// keyringMark stands in the file in place of a key that the keyring has.
var keyringMark = NewSecret(string(InKeyring))

// lookupEntry is what the keyring keeps the key of a profile's guest look-up under. It is sent nowhere, so that the
// account and the host do not matter.
func lookupEntry(profile string) string { return profile + ": look-up key" }

// SetLookupKey stores the key of a profile's guest look-up where its token is kept, and says where. An empty one takes the
// key away.
func SetLookupKey(p Paths, ring Keyring, name string, key Secret) (Place, error) {
	if why := badLookupKey(key.Reveal()); why != "" && !key.IsZero() {
		return "", oneProblem("", "the key "+why, "")
	}
	e, err := openEditor(p)
	if err != nil {
		return "", err
	}
	if err := e.mustExist(name, false); err != nil {
		return "", err
	}
	was := e.stored.lookupKeys[name]
	if key.IsZero() {
		e.credentials.removeKey(name, lookupKey)
		delete(e.stored.lookupKeys, name)
		if err := e.save(); err != nil || was != keyringMark {
			return InFile, err
		}
		return InKeyring, forgetLookupKey(ring, name)
	}
	if why := e.stored.noRoomForLookup(name); why != "" {
		return "", oneProblem(e.config.doc.path, why, "take one away")
	}
	place, kept := InFile, key
	if e.stored.profiles[name].tokenIn == InKeyring {
		if err := keepLookupKey(ring, name, key); err != nil {
			return "", err
		}
		place, kept = InKeyring, keyringMark
	}
	e.credentials.set(kept.Reveal(), name, lookupKey)
	e.stored.lookupKeys[name] = kept
	return place, e.save()
}

// keepLookupKey keeps a key in the keyring and reads it back: what cannot be read again is not kept.
func keepLookupKey(ring Keyring, name string, key Secret) error {
	const fix = "unlock or start it and try again"
	if ring == nil {
		return &KeyringError{"", errNoKeyring, fix}
	}
	if err := ring.Set(lookupEntry(name), key); err != nil {
		return &KeyringError{"", err, fix}
	}
	switch kept, err := ring.Get(lookupEntry(name)); {
	case err != nil:
		return &KeyringError{"", err, fix}
	case kept != key:
		return &KeyringError{"", errors.New("it gives back another key than it was given"), fix}
	}
	return nil
}

// forgetLookupKey takes a key out of the keyring. Where that fails, it says what is left there.
func forgetLookupKey(ring Keyring, name string) error {
	err := errNoKeyring
	if ring != nil {
		err = ring.Delete(lookupEntry(name))
	}
	if err != nil {
		return &KeyringError{"", err, "its entry " + strconv.Quote(lookupEntry(name)) + " for bellhop is still there: remove it by hand"}
	}
	return nil
}

// readLookupKey gives the profile in use the key that the keyring has.
func (r *resolver) readLookupKey(p *Profile) {
	if !p.lookupInKeyring || r.in.Keyring == nil {
		return
	}
	key, err := r.in.Keyring.Get(lookupEntry(p.Name.Text))
	again := "run bellhop profile lookup-key " + p.Name.Text + ", or with --remove to go without it"
	switch {
	case errors.Is(err, ErrNotKept):
		p.LookupProblem = &KeyringError{"the keyring has nothing under " + strconv.Quote(lookupEntry(p.Name.Text)), err, again}
	case err != nil:
		p.LookupProblem = &KeyringError{"", err, "unlock or start it and try again, or " + again}
	case badLookupKey(key.Reveal()) != "":
		p.LookupProblem = &KeyringError{"", errors.New("the look-up key there " + badLookupKey(key.Reveal())), again}
	default:
		p.LookupKey = key
	}
}

// moveLookupKey moves a key to where the token of its profile is kept from now on. It is written there first.
func moveLookupKey(p Paths, ring Keyring, name string, to Place) error {
	e, err := openEditor(p)
	if err != nil {
		return err
	}
	key := e.stored.lookupKeys[name]
	switch {
	case key.IsZero() || (key == keyringMark) == (to == InKeyring):
		return nil
	case to == InKeyring:
		_, err := SetLookupKey(p, ring, name, key)
		return err
	case ring == nil:
		return &KeyringError{"", errNoKeyring, "the look-up key is still in the keyring"}
	}
	if key, err = ring.Get(lookupEntry(name)); err != nil {
		return &KeyringError{"", err, "the look-up key is still in the keyring"}
	}
	if _, err := SetLookupKey(p, ring, name, key); err != nil {
		return err
	}
	return forgetLookupKey(ring, name)
}
