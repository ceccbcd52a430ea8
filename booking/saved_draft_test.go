package booking_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/internal/safetext/safetexttest"
)

// draftFile is the only draft in a folder.
func draftFile(t *testing.T, dir string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(paths) != 1 {
		t.Fatalf("there are the drafts %q, %v", paths, err)
	}
	return paths[0]
}

func TestASavedDraftComesBackVerified(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	dir := filepath.Join(t.TempDir(), "state")
	store := booking.NewDraftStore(dir, "demo", o.clock)
	draft := firstDraft(t, o.desk, 1)
	draft.Token, draft.CustomData = api.NewSecret("marked-token"), api.CustomData{{Key: "cost", Text: "CC-1"}}
	if err := store.Save(draft); err != nil {
		t.Fatal(err)
	}
	path := draftFile(t, dir)
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), "marked-token") {
		t.Fatalf("the token is in the file, or: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v (%v), want 0600", info.Mode(), err)
	}
	all := store.Drafts()
	if len(all) != 1 {
		t.Fatalf("%d drafts are offered", len(all))
	}
	saved := all[0]
	if saved.Guest != draft.Guest || saved.Trip.CheckIn != draft.Trip.CheckIn {
		t.Fatalf("got %+v", saved)
	}
	if words := saved.Words(); !strings.Contains(words, draft.Hotel.Name) || strings.Contains(words, "Neill") {
		t.Errorf("the words are %q", words)
	}
	restored, err := restore(t.Context(), o.desk, saved)
	if err != nil || restored.Draft.Verified == nil || terms.Stops(restored.Draft.Changes) {
		t.Fatalf("got %+v, %v", restored, err)
	}
	if restored.Draft.Guest != draft.Guest || len(restored.Draft.CustomData) != 1 || !restored.Draft.Token.IsZero() {
		t.Errorf("the guest came back as %+v", restored.Draft.Guest)
	}
	// A rate that is gone leaves what was typed, and others are offered.
	saved.BookingCode = "gone"
	restored, err = restore(t.Context(), o.desk, saved)
	if err != nil || restored.Draft.Verified != nil || len(restored.Nearest) == 0 || restored.Draft.Guest != draft.Guest {
		t.Errorf("a rate that is gone: %+v, %v", restored, err)
	}
	if err := store.Clear(); err != nil {
		t.Fatal(err)
	}
	if len(store.Drafts()) > 0 {
		t.Error("a draft that was thrown away is offered")
	}
}

// savedDraft keeps a draft as a console does that ends then.
func savedDraft(t *testing.T, dir, profile string, now func() time.Time, draft booking.Draft) {
	t.Helper()
	store := booking.NewDraftStore(dir, profile, now)
	if err := errors.Join(store.Save(draft), store.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestSavedDraftsThatAreOfNoUse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil   func(path string) error
		profile string
		later   time.Duration
		removed bool
	}{
		"of another profile":               {profile: "work"},
		"two days old":                     {profile: "demo", later: 49 * time.Hour, removed: true},
		"of another profile, two days old": {profile: "work", later: 49 * time.Hour, removed: true},
		"cut off":                          {profile: "demo", removed: true, spoil: func(path string) error { return os.Truncate(path, 40) }},
		"of another form": {profile: "demo", removed: true, spoil: func(path string) error {
			return os.WriteFile(path, []byte(`{"version":99}`), 0o600)
		}},
	} {
		dir := t.TempDir()
		savedDraft(t, dir, "demo", atClock, stay("Mary"))
		path := draftFile(t, dir)
		if c.spoil != nil {
			if err := c.spoil(path); err != nil {
				t.Fatal(err)
			}
		}
		later := func() time.Time { return clock.Add(c.later) }
		if all := booking.NewDraftStore(dir, c.profile, later).Drafts(); len(all) > 0 {
			t.Errorf("a draft %s is offered", name)
		}
		if _, err := os.Stat(path); os.IsNotExist(err) != c.removed {
			t.Errorf("a draft %s: removed is %v, want %v", name, os.IsNotExist(err), c.removed)
		}
	}
	var none *booking.DraftStore
	if err := errors.Join(none.Save(booking.Draft{}), none.Clear(), none.Discard(booking.SavedDraft{}), none.Take(booking.SavedDraft{}), none.Close()); err != nil ||
		len(none.Drafts()) > 0 || none.Owns(booking.SavedDraft{}) {
		t.Errorf("no store holds a draft, or: %v", err)
	}
}

func atClock() time.Time { return clock }

// stay is a draft with nothing of a service in it.
func stay(guest string) booking.Draft {
	return booking.Draft{
		Trip:  trip.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 1, Rooms: 1},
		Guest: api.Guest{GivenName: guest},
	}
}

// guests are those of the drafts that a console offers, in their order.
func guests(d *booking.DraftStore) string {
	var names []string
	for _, s := range d.Drafts() {
		names = append(names, s.Guest.GivenName)
	}
	return strings.Join(names, " ")
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Each console has a draft of its own. What one is at no other offers; what it
// leaves all offer, until one takes it.
func TestConsolesDoNotShareADraft(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), clock
	ticking := func() time.Time {
		now = now.Add(time.Second)
		return now
	}
	a, b, c := booking.NewDraftStore(dir, "demo", ticking), booking.NewDraftStore(dir, "demo", ticking), booking.NewDraftStore(dir, "demo", ticking)
	noError(t, a.Save(stay("Ann")))
	noError(t, b.Save(stay("Bob")))
	if got := guests(a) + ", " + guests(b) + ", " + guests(c); got != "Ann, Bob, " {
		t.Errorf("the consoles offer %q", got)
	}
	noError(t, a.Close())
	if got := guests(b) + ", " + guests(c); got != "Bob Ann, Ann" {
		t.Errorf("after the end of the first they offer %q", got)
	}
	ann := c.Drafts()[0]
	noError(t, b.Take(b.Drafts()[1]))
	if err := c.Take(ann); !errors.Is(err, booking.ErrDraftTaken) || booking.Explain(err).Title != "Another Bellhop goes on with this booking" {
		t.Errorf("a draft that another console has taken: %v", err)
	}
	noError(t, c.Discard(ann)) // It stays where it is gone on with.
	if got := guests(b) + ", " + guests(c); got != "Bob Ann, Bob" {
		t.Errorf("after the take they offer %q", got)
	}
	noError(t, b.Save(stay("Anna")))
	if got := guests(b); got != "Anna Bob" {
		t.Errorf("the draft that was taken is written as %q", got)
	}
	noError(t, b.Clear())
	noError(t, b.Discard(b.Drafts()[0]))
	if got := guests(b) + guests(c); got != "" {
		t.Errorf("after all were thrown away they offer %q", got)
	}
	if err := c.Take(ann); !errors.Is(err, booking.ErrDraftTaken) {
		t.Errorf("a draft that is gone is taken: %v", err)
	}
	noError(t, errors.Join(b.Close(), c.Close()))
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("there are still %v, %v", left, err)
	}
}

// A draft that was listed a while ago may have been gone on with since by a
// console that has ended: what was typed there must be neither written over nor
// thrown away for the old one.
func TestADraftThatIsNotWhatWasListed(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), clock
	ticking := func() time.Time {
		now = now.Add(time.Second)
		return now
	}
	savedDraft(t, dir, "demo", ticking, stay("Ann"))
	here, there := booking.NewDraftStore(dir, "demo", ticking), booking.NewDraftStore(dir, "demo", ticking)
	listed := here.Drafts()[0]
	noError(t, there.Take(there.Drafts()[0]))
	noError(t, errors.Join(there.Save(stay("Anna")), there.Close()))
	if err := here.Take(listed); !errors.Is(err, booking.ErrDraftTaken) || here.Owns(listed) {
		t.Errorf("the old draft is taken in place of the new one: %v", err)
	}
	noError(t, here.Discard(listed))
	if got := guests(here); got != "Anna" {
		t.Fatalf("offered are %q", got)
	}
	noError(t, here.Take(here.Drafts()[0]))
	noError(t, here.Clear())
	if got := guests(here); got != "" {
		t.Errorf("thrown away, it is offered as %q", got)
	}
}

// Consoles that start at once all see what was left.
func TestConsolesThatStartAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	savedDraft(t, dir, "demo", atClock, stay("Ann"))
	var all sync.WaitGroup
	var taken atomic.Int32
	for range 8 {
		all.Go(func() {
			d := booking.NewDraftStore(dir, "demo", atClock)
			for range 20 {
				if got := guests(d); got != "Ann" {
					t.Errorf("one of them offers %q", got)
				}
			}
		})
	}
	all.Wait()
	stores := make([]*booking.DraftStore, 8)
	for i := range stores {
		stores[i] = booking.NewDraftStore(dir, "demo", atClock)
		s := stores[i].Drafts()
		all.Go(func() {
			if len(s) == 1 && stores[i].Take(s[0]) == nil {
				taken.Add(1)
			}
		})
	}
	all.Wait()
	if n := taken.Load(); n != 1 {
		t.Errorf("%d have taken it", n)
	}
	runtime.KeepAlive(stores) // What is collected lets go of its file.
}

// At most a handful is kept; the oldest go. One that a console is at does not
// count.
func TestAHandfulOfDrafts(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), clock
	clockNow := func() time.Time { return now }
	running := booking.NewDraftStore(dir, "demo", clockNow)
	noError(t, running.Save(stay("Running")))
	for _, name := range []string{"A", "B", "C", "D", "E", "F", "G"} {
		now = now.Add(time.Minute)
		savedDraft(t, dir, "demo", clockNow, stay(name))
	}
	savedDraft(t, dir, "work", clockNow, stay("Work"))
	for range 2 {
		if got := guests(booking.NewDraftStore(dir, "demo", clockNow)); got != "G F E D C" {
			t.Errorf("offered are %q", got)
		}
	}
	if got := guests(booking.NewDraftStore(dir, "work", clockNow)) + " " + guests(running); got != "Work G F E D C Running" {
		t.Errorf("the others are offered %q", got)
	}
	now = now.Add(time.Minute)
	noError(t, running.Clear())
	noError(t, running.Save(stay("Running")))
	if got := guests(running); got != "Running G F E D" {
		t.Errorf("the running one is offered %q", got)
	}
}

// A draft that replaces another reservation says so, and is restored with the
// reservation as it is by then.
func TestADraftThatReplacesAReservation(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	old, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	noError(t, err)
	in, out := api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 16)
	change, err := priceDates(t.Context(), o.desk, old.Reservation.ID, in, out)
	noError(t, err)
	draft := change.Replacement(nil)
	draft.Hotel, draft.Room, draft.Rate = change.Hotel, change.RoomRate.Room, change.RoomRate.Rate
	draft, err = o.desk.Verify(t.Context(), draft)
	noError(t, err)
	dir := t.TempDir()
	savedDraft(t, dir, "demo", o.clock, draft)
	saved := booking.NewDraftStore(dir, "demo", o.clock).Drafts()[0]
	if words := saved.ReplacesWords(); words != "in place of Sat 12 Dec – Tue 15 Dec 2026 · 3 nights" {
		t.Errorf("the words are %q", words)
	}
	restored, err := restore(t.Context(), o.desk, saved)
	if err != nil || restored.Draft.Replaces == nil || restored.Draft.Replaces.ID != old.Reservation.ID || restored.Draft.Replaces.Status != api.StatusConfirmed {
		t.Fatalf("restored as %+v, %v", restored.Draft.Replaces, err)
	}
	// It is alike on purpose, so it is not asked about; the journal has both.
	restored.Draft.Token = api.NewSecret("card_good")
	made, err := o.desk.Book(t.Context(), restored.Draft)
	noError(t, err)
	if s := o.recorded(made.Attempt); s.Replaces != old.Reservation.ID {
		t.Errorf("the journal says that it replaces %q", s.Replaces)
	}
	if lines := recovery.PlanLines(o.recorded(made.Attempt).Plan); !strings.Contains(lines[0], ", in place of reservation "+old.Reservation.ID) {
		t.Errorf("the audit says %q", lines)
	}
	_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(old.Reservation))
	noError(t, err)
	if restored, err = restore(t.Context(), o.desk, saved); err != nil || restored.Draft.Replaces.Status != api.StatusCanceled {
		t.Errorf("after the cancellation it is restored as %+v, %v", restored.Draft.Replaces, err)
	}
	saved.Replaces.ID = strings.Repeat("0", len(saved.Replaces.ID))
	restored, err = restore(t.Context(), o.desk, saved)
	if err != nil || restored.Draft.Replaces != nil || len(restored.Draft.Changes) == 0 || restored.Draft.Changes[0].What != "reservation to replace" || !terms.Stops(restored.Draft.Changes) {
		t.Errorf("a reservation that is gone: %+v, %v", restored.Draft.Changes, err)
	}
	o.service.set(false, false, true)
	if _, err := restore(t.Context(), o.desk, saved); err == nil {
		t.Error("a reservation that cannot be read counts as gone")
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
	noLock, lock := filepath.Join(dir, "A.lock"), filepath.Join(dir, "B.lock")
	for path, at := range map[string]time.Time{noLock: clock.Add(-time.Hour), lock: clock} {
		noError(t, os.WriteFile(path, nil, 0o600))
		noError(t, os.Chtimes(path, at, at))
	}
	store := booking.NewDraftStore(dir, "demo", atClock)
	if err := store.Clear(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Error("half a draft of an hour ago is still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error("what is being written was removed")
	}
	if _, err := os.Stat(noLock); !os.IsNotExist(err) {
		t.Error("the lock of no draft is still there")
	}
	if _, err := os.Stat(lock); err != nil {
		t.Error("a lock that was just made was removed")
	}
}

// The texts of a draft come back from its file as they were typed.
func TestSavedDraft_KeepsTexts(t *testing.T) {
	t.Parallel()
	for _, name := range safetexttest.Names() {
		dir := t.TempDir()
		draft := booking.Draft{
			Trip:    trip.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 1, Rooms: 1},
			Hotel:   api.Hotel{ID: api.PropertyID{Chain: "LX", Code: "1"}, Name: name},
			Guest:   api.Guest{GivenName: name, Surname: name},
			Loyalty: &api.Loyalty{Program: name, MemberID: name}, CustomData: api.CustomData{{Key: "note", Text: name}},
		}
		savedDraft(t, dir, "demo", atClock, draft)
		all := booking.NewDraftStore(dir, "demo", atClock).Drafts()
		if len(all) != 1 {
			t.Fatal("the draft is gone")
		}
		s := all[0]
		for _, text := range []string{s.Hotel.Name, s.Guest.GivenName, s.Guest.Surname, s.Loyalty.Program, s.Loyalty.MemberID, s.CustomData[0].Text} {
			if text != name {
				t.Errorf("%+q comes back as %+q", name, text)
			}
		}
	}
}

func FuzzSavedDraft(f *testing.F) {
	f.Add([]byte(`{"version":1,"at":"2026-11-21T12:00:00Z","profile":"demo","trip":{"CheckIn":{"Year":2026,"Month":12,"Day":12}}}`))
	f.Add([]byte(`{`))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		noError(t, os.WriteFile(filepath.Join(dir, "draft.json"), text, 0o600))
		for _, s := range booking.NewDraftStore(dir, "demo", atClock).Drafts() {
			_ = s.Words()
		}
	})
}

// The journal decides what became of a draft that was sent, whatever its file says.
func TestDesk_DraftsThatWereSent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		dropped, done, deaf bool // of the answer
		refuse              bool
		unsent              bool
		offered, notBooked  bool
		booked              bool
	}{
		"not sent":                 {unsent: true, offered: true},
		"booked":                   {booked: true},
		"answer lost, booked":      {done: true, deaf: true},
		"answer lost, nothing yet": {dropped: true, deaf: true},
		"refused":                  {refuse: true, offered: true, notBooked: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			draft := firstDraft(t, o.desk, 1)
			draft.Attempt = o.desk.NewAttempt()
			dir := filepath.Join(t.TempDir(), "state")
			savedDraft(t, dir, "demo", o.clock, draft)
			o.service.set(c.dropped, c.done, c.deaf)
			if c.refuse {
				o.alter(func(a *altered) {
					a.created = func(api.Reservation) (api.Reservation, error) {
						return api.Reservation{}, &api.Error{Status: 400, Type: api.TypePayment, Outcome: api.OutcomeRefused}
					}
				})
			}
			if !c.unsent {
				_, _ = o.desk.Book(t.Context(), draft)
			}
			open, booked, err := o.desk.Drafts(booking.NewDraftStore(dir, "demo", o.clock))
			if offered := len(open) == 1; err != nil || offered != c.offered || offered && open[0].NotBooked != c.notBooked {
				t.Errorf("offered are %+v, %v", open, err)
			}
			if (len(booked) == 1) != c.booked {
				t.Errorf("booked are %+v", booked)
			}
			draftFile(t, dir) // Listing removes nothing.
			unread := booking.NewDesk(booking.Options{OpenJournal: func() (*journal.Journal, error) { return nil, errors.New("the disk is gone") }})
			if open, booked, err = unread.Drafts(booking.NewDraftStore(dir, "demo", o.clock)); err == nil || len(open)+len(booked) != 0 {
				t.Errorf("without the journal %+v and %+v are listed, %v", open, booked, err)
			}
		})
	}
}

// A draft that is about to be sent and cannot be kept takes the earlier one with it, which would be offered as not sent.
func TestDraftStore_SaveThatFailsAtSending(t *testing.T) {
	t.Parallel()
	for name, attempt := range map[string]string{"typed": "", "sent": "att-1"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, now := t.TempDir(), clock
			store := booking.NewDraftStore(dir, "demo", func() time.Time { return now })
			draft := stay("Mary")
			noError(t, store.Save(draft))
			draft.Attempt = attempt
			now = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) // JSON has no such year.
			if err := store.Save(draft); err == nil {
				t.Fatal("it was saved")
			}
			paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
			if kept := len(paths) == 1; err != nil || kept != (attempt == "") {
				t.Errorf("kept are %v, %v", paths, err)
			}
		})
	}
}
