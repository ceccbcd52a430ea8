package keyring

import (
	"errors"
	"testing"
	"time"

	"bellhop/config"

	ring "github.com/zalando/go-keyring"
)

func here() error { return nil }

// The library's ring is one for the whole process: its tests run one after another.
func TestSystem(t *testing.T) {
	ring.MockInit()
	s := System{present: here}
	if _, err := s.Get("a"); !errors.Is(err, config.ErrNotKept) {
		t.Errorf("an empty ring gives %v", err)
	}
	if err := s.Delete("a"); err != nil {
		t.Errorf("nothing is there to forget: %v", err)
	}
	secret := config.NewSecret("hunter2")
	if err := s.Set("a", secret); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get("a"); err != nil || got != secret {
		t.Errorf("got another secret, %v", err)
	}
	if err := s.Delete("a"); err != nil {
		t.Fatal(err)
	}
	if err := config.TryKeyring(s); err != nil {
		t.Errorf("a ring that works: %v", err)
	}
	for said, want := range map[error]string{
		errors.New("The name org.freedesktop.secrets was not provided by any .service files"): "none runs: start a Secret Service, such as gnome-keyring or KWallet",
		errors.New("failed to unlock correct collection '/org'"):                              "it is locked, and was not unlocked",
		ring.ErrSetDataTooBig:          "the token is too long for this system's keyring",
		ring.ErrUnsupportedPlatform:    "there is none for this system",
		errors.New("connection reset"): "it says: connection reset",
	} {
		ring.MockInitWithError(said)
		if err := config.TryKeyring(s); err == nil || err.Error() != want {
			t.Errorf("%v: got %v, want %s", said, err, want)
		}
	}
	if err := config.TryKeyring(nil); err == nil {
		t.Error("no ring is one")
	}
}

// A keyring that hangs does not hang the program, and says that it is waited for.
func TestSystemThatHangs(t *testing.T) {
	t.Parallel()
	waited := make(chan struct{})
	s := System{Waiting: func() { close(waited) }, patience: time.Nanosecond, Limit: 20 * time.Millisecond, present: here}
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	_, err := s.ask(func() (string, error) { <-never; return "", nil })
	if err == nil || err.Error() != "it does not answer within 20ms: it may be locked and wait for its password in a window of its own" {
		t.Errorf("got %v", err)
	}
	select {
	case <-waited:
	default:
		t.Error("nobody was told that it is waited for")
	}
}

// Where there can be no keyring, nothing is asked: the library would start a D-Bus.
func TestPresent(t *testing.T) {
	t.Parallel()
	env := func(address string) func(string) string { return func(string) string { return address } }
	const nobody = 1<<31 - 7
	for name, c := range map[string]struct {
		goos, address string
		there         bool
	}{
		"macOS": {"darwin", "", true}, "Windows": {"windows", "", true}, "D-Bus": {"linux", "unix:path=/x", true},
		"none": {"linux", "", false}, "to be started": {"freebsd", "autolaunch:", false},
	} {
		if err := present(c.goos, env(c.address), nobody); (err == nil) != c.there {
			t.Errorf("%s: %v", name, err)
		}
	}
	asked := false
	s := System{present: func() error { return errors.New("there is none") }}
	if _, err := s.ask(func() (string, error) { asked = true; return "", nil }); err == nil || asked {
		t.Errorf("it was asked: %v, %v", asked, err)
	}
}
