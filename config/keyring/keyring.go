// Package keyring is the system's keyring: the Keychain of macOS, the Credential
// Manager of Windows, and the Secret Service that a desktop of Linux or BSD has on
// D-Bus. Nothing is asked of any of them before somebody asks here.
package keyring

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"bellhop/config"
	"bellhop/internal/guard"

	ring "github.com/zalando/go-keyring"
)

// service is what every entry is filed under.
const service = "bellhop"

// How long a keyring may take. One that is locked asks for its password first, in a
// window of its own; one that hangs must not hang the program.
const (
	patience = 3 * time.Second
	limit    = 30 * time.Second
)

// System is the keyring of this machine's user.
type System struct {
	// Waiting is called when an answer takes long, so that somebody may look for the
	// keyring's window; nil tells nobody.
	Waiting func()
	// Limit is how long an answer may take; 0 is half a minute.
	Limit time.Duration

	patience time.Duration // 0 is the constant
	present  func() error  // nil is the function
}

// Get returns what is kept under a name.
func (s System) Get(name string) (config.Secret, error) {
	text, err := s.ask(func() (string, error) { return ring.Get(service, name) })
	if errors.Is(err, ring.ErrNotFound) {
		return config.Secret{}, config.ErrNotKept
	}
	return config.NewSecret(text), err
}

// Set keeps a secret under a name.
func (s System) Set(name string, secret config.Secret) error {
	_, err := s.ask(func() (string, error) { return "", ring.Set(service, name, secret.Reveal()) })
	return err
}

// Delete forgets what is kept under a name.
func (s System) Delete(name string) error {
	_, err := s.ask(func() (string, error) { return "", ring.Delete(service, name) })
	if errors.Is(err, ring.ErrNotFound) {
		return nil
	}
	return err
}

// ask waits for an answer no longer than the limit. A question that is given up goes on
// until the program ends: the library cannot be told to stop.
func (s System) ask(question func() (string, error)) (string, error) {
	present := Present
	if s.present != nil {
		present = s.present
	}
	if err := present(); err != nil {
		return "", err
	}
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		defer guard.Catch()
		text, err := question()
		answers <- answer{text, err}
	}()
	most := or(s.Limit, limit)
	end := time.NewTimer(most)
	defer end.Stop()
	slow := time.NewTimer(or(s.patience, patience))
	defer slow.Stop()
	for {
		select {
		case got := <-answers:
			return got.text, inWords(got.err)
		case <-slow.C:
			if s.Waiting != nil {
				s.Waiting()
			}
		case <-end.C:
			return "", fmt.Errorf("it does not answer within %s: it may be locked and wait for its password in a window of its own", most)
		}
	}
}

func or(d, otherwise time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return otherwise
}

// Present reports whether this machine can have a keyring at all, by what can be seen
// without asking it. Without it, the library would start a D-Bus of its own, in which
// nobody has a keyring.
func Present() error { return present(runtime.GOOS, os.Getenv, os.Getuid()) }

func present(goos string, env func(string) string, uid int) error {
	switch goos {
	case "darwin", "windows":
		return nil
	}
	if address := env("DBUS_SESSION_BUS_ADDRESS"); address != "" && address != "autolaunch:" {
		return nil
	}
	for _, name := range []string{"bus", "dbus-session"} {
		if _, err := os.Stat(filepath.Join("/run/user", strconv.Itoa(uid), name)); err == nil {
			return nil
		}
	}
	return errors.New("there is none: no D-Bus session runs for you here, as over ssh or in a container")
}

// inWords says what an error of the library means to a person. The library's own words
// follow where they may help.
func inWords(err error) error {
	if err == nil || errors.Is(err, ring.ErrNotFound) {
		return err
	}
	text := err.Error()
	switch {
	case errors.Is(err, ring.ErrSetDataTooBig):
		return errors.New("the token is too long for this system's keyring")
	case errors.Is(err, ring.ErrUnsupportedPlatform):
		return errors.New("there is none for this system")
	case strings.Contains(text, "was not provided by any .service files"), strings.Contains(text, "ServiceUnknown"):
		return errors.New("none runs: start a Secret Service, such as gnome-keyring or KWallet")
	case strings.Contains(text, "failed to unlock"), strings.Contains(text, "IsLocked"), strings.Contains(text, "dismissed"):
		return errors.New("it is locked, and was not unlocked")
	default:
		return fmt.Errorf("it says: %w", err)
	}
}
