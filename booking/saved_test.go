package booking_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
)

func TestASavedDraftComesBackVerified(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	path := filepath.Join(t.TempDir(), "state", "draft.json")
	drawer := booking.Drawer{Path: path, Profile: "demo", Now: o.clock}
	draft := firstDraft(t, o.desk, 1)
	draft.Token, draft.CustomData = api.NewSecret("marked-token"), api.CustomData{{Key: "cost", Text: "CC-1"}}
	if err := drawer.Save(draft); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), "marked-token") {
		t.Fatalf("the token is in the file, or: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v (%v), want 0600", info.Mode(), err)
	}
	saved, ok := drawer.Saved()
	if !ok || saved.Guest != draft.Guest || saved.Trip.CheckIn != draft.Trip.CheckIn {
		t.Fatalf("got %+v, %v", saved, ok)
	}
	if words := saved.Words(); !strings.Contains(words, draft.Hotel.Name) || strings.Contains(words, "Neill") {
		t.Errorf("the words are %q", words)
	}
	restored, err := o.desk.Restore(t.Context(), saved)
	if err != nil || restored.Draft.Verified == nil || booking.Stops(restored.Draft.Changes) {
		t.Fatalf("got %+v, %v", restored, err)
	}
	if restored.Draft.Guest != draft.Guest || len(restored.Draft.CustomData) != 1 || !restored.Draft.Token.IsZero() {
		t.Errorf("the guest came back as %+v", restored.Draft.Guest)
	}
	// A rate that is gone leaves what was typed, and others are offered.
	saved.BookingCode = "gone"
	restored, err = o.desk.Restore(t.Context(), saved)
	if err != nil || restored.Draft.Verified != nil || len(restored.Nearest) == 0 || restored.Draft.Guest != draft.Guest {
		t.Errorf("a rate that is gone: %+v, %v", restored, err)
	}
	if err := drawer.Clear(); err != nil {
		t.Fatal(err)
	}
	if _, ok := drawer.Saved(); ok {
		t.Error("a draft that was thrown away is offered")
	}
}

func TestSavedDraftsThatAreOfNoUse(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	draft := firstDraft(t, o.desk, 1)
	for name, c := range map[string]struct {
		spoil   func(path string) error
		profile string
		later   time.Duration
		removed bool
	}{
		"of another profile": {profile: "work"},
		"two days old":       {profile: "demo", later: 49 * time.Hour, removed: true},
		"cut off":            {profile: "demo", removed: true, spoil: func(path string) error { return os.Truncate(path, 40) }},
		"of another form": {profile: "demo", removed: true, spoil: func(path string) error {
			return os.WriteFile(path, []byte(`{"version":99}`), 0o600)
		}},
	} {
		path := filepath.Join(t.TempDir(), "draft.json")
		if err := (booking.Drawer{Path: path, Profile: "demo", Now: o.clock}).Save(draft); err != nil {
			t.Fatal(err)
		}
		if c.spoil != nil {
			if err := c.spoil(path); err != nil {
				t.Fatal(err)
			}
		}
		later := func() time.Time { return o.clock().Add(c.later) }
		if _, ok := (booking.Drawer{Path: path, Profile: c.profile, Now: later}).Saved(); ok {
			t.Errorf("a draft %s is offered", name)
		}
		if _, err := os.Stat(path); os.IsNotExist(err) != c.removed {
			t.Errorf("a draft %s: removed is %v, want %v", name, os.IsNotExist(err), c.removed)
		}
	}
	if _, ok := (booking.Drawer{}).Saved(); ok {
		t.Error("no drawer holds a draft")
	}
}

// What a console left that was killed while it saved names a guest, and goes
// with the next draft; what another console is writing stays.
func TestHalfADraftDoesNotStay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, fresh := filepath.Join(dir, ".draft-1"), filepath.Join(dir, ".draft-2")
	for path, at := range map[string]time.Time{old: clock.Add(-time.Hour), fresh: clock} {
		if err := os.WriteFile(path, []byte(`{"guest":`), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	drawer := booking.Drawer{Path: filepath.Join(dir, "draft.json"), Now: func() time.Time { return clock }}
	if err := drawer.Clear(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Error("half a draft of an hour ago is still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error("what is being written was removed")
	}
}

// All that a draft's file holds is cleaned, so that nothing in it drives the
// terminal.
func TestASavedDraftIsCleaned(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "draft.json")
	now := func() time.Time { return clock }
	draft := booking.Draft{
		Trip:    booking.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 1, Rooms: 1},
		Guest:   api.Guest{Surname: "a\x1b[2J"},
		Loyalty: &api.Loyalty{Program: "b\x1b[2J", MemberID: "c\x1b[2J"}, CustomData: api.CustomData{{Key: "d\x1b[2J", Text: "e\x1b[2J"}},
	}
	if err := (booking.Drawer{Path: path, Now: now}).Save(draft); err != nil {
		t.Fatal(err)
	}
	s, ok := booking.Drawer{Path: path, Now: now}.Saved()
	if !ok {
		t.Fatal("the draft is gone")
	}
	for _, text := range []string{s.Guest.Surname, s.Loyalty.Program, s.Loyalty.MemberID, s.CustomData[0].Key, s.CustomData[0].Text} {
		if strings.ContainsRune(text, 0x1b) {
			t.Errorf("%q drives the terminal", text)
		}
	}
}

func FuzzSavedDraft(f *testing.F) {
	f.Add([]byte(`{"version":1,"at":"2026-11-21T12:00:00Z","profile":"demo","trip":{"CheckIn":{"Year":2026,"Month":12,"Day":12}}}`))
	f.Add([]byte(`{`))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "draft.json")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		now := func() time.Time { return clock }
		if s, ok := (booking.Drawer{Path: path, Profile: "demo", Now: now}).Saved(); ok {
			_ = s.Words()
		}
	})
}
