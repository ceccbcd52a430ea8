package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/internal/pgtest"
	"bellhop/sandbox/store"
	"bellhop/sandbox/store/storetest"
)

// servers opens one database several times, as so many servers do.
func servers(t *testing.T, n int) []*database {
	t.Helper()
	address := pgtest.URL(t)
	list := make([]*database, n)
	var group sync.WaitGroup
	for i := range list {
		group.Go(func() { list[i] = openAt(t, address) }) // All find it empty.
	}
	group.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return list
}

// 200 clients of three servers want one room, a hundred times: exactly one gets it,
// and the numbers have no gaps.
func TestLastRoomOfManyServers(t *testing.T) {
	t.Parallel()
	list := servers(t, 3)
	for round := range 100 {
		var sold, refused atomic.Int64
		var group sync.WaitGroup
		for client := range 200 {
			group.Go(func() {
				n := storetest.Sale(storetest.Accounts[client%2], 1, storetest.Rooms(1))
				n.Hotel = int64(round)
				switch _, err := list[client%3].Create(t.Context(), n); {
				case err == nil:
					sold.Add(1)
				case errors.Is(err, store.ErrSoldOut):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		group.Wait()
		if sold.Load() != 1 || refused.Load() != 199 {
			t.Fatalf("round %d: %d have the room and %d were refused, want 1 and 199", round, sold.Load(), refused.Load())
		}
	}
	if n, err := list[0].Reservations(t.Context()); err != nil || n != 100 {
		t.Errorf("%d reservations, %v; want 100", n, err)
	}
}

// Stays that overlap are sold by accounts that lock the nights from both ends: nobody
// waits for ever, and no night is sold twice.
func TestOverlappingStaysOfManyServers(t *testing.T) {
	t.Parallel()
	list := servers(t, 3)
	var sold atomic.Int64
	var group sync.WaitGroup
	for client := range 120 {
		group.Go(func() {
			n := storetest.Sale(storetest.Accounts[client%2], 1, nil)
			n.Stay.CheckIn = int32(10 + client%7)
			n.Stay.CheckOut = n.Stay.CheckIn + 4
			n.Stock = storetest.Rooms(3, 4)
			r, err := list[client%3].Create(t.Context(), n)
			switch {
			case err == nil && client%5 == 0:
				if _, err := list[(client+1)%3].Cancel(t.Context(), n.Account, r.ID, nil); err != nil {
					t.Error(err)
				}
			case err == nil:
				sold.Add(4)
			case !errors.Is(err, store.ErrSoldOut):
				t.Error(err)
			}
		})
	}
	group.Wait()
	nights, err := list[0].Sold(t.Context(), []store.Hotels{{From: 1, Until: 1}}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	var sum int64
	for night, rooms := range nights {
		if sum += int64(rooms); rooms > 3 {
			t.Errorf("%d rooms of 3 are sold on night %d", rooms, night.Night)
		}
	}
	if sum != sold.Load() {
		t.Errorf("%d nights are sold, and %d were taken", sum, sold.Load())
	}
}

// A snapshot is of one moment, also beside a reset and a load by another server: what it
// counts it has.
func TestSnapshotsBesideResets(t *testing.T) {
	t.Parallel()
	list := servers(t, 2)
	a, b := list[0], list[1]
	for round := range 20 {
		for range 5 {
			if _, err := a.Create(t.Context(), storetest.Sale(storetest.Accounts[0], 1, storetest.Rooms(1000))); err != nil {
				t.Fatal(err)
			}
		}
		var group sync.WaitGroup
		name := fmt.Sprint("s", round)
		group.Go(func() {
			if err := a.Reset(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			if err := b.Save(t.Context(), name, time.Unix(0, 0)); err != nil {
				t.Error(err)
			}
		})
		group.Wait()
		if err := a.Load(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		page, total, err := b.List(t.Context(), storetest.Accounts[0], store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 25})
		if err != nil || int64(len(page)) != total || total != 0 && total != 5 {
			t.Fatalf("the snapshot has %d reservations and counts %d, %v", len(page), total, err)
		}
		if err := a.Reset(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
}

// Changes of a fact come one after another, whichever server makes them.
func TestFactsAreChangedOneAfterAnother(t *testing.T) {
	t.Parallel()
	list := servers(t, 3)
	var group sync.WaitGroup
	for i := range 30 {
		group.Go(func() {
			if err := list[i%3].ChangeFact(t.Context(), "n", func(now string) (string, error) { return now + "x", nil }); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got, _, err := list[0].Fact(t.Context(), "n"); err != nil || got != strings.Repeat("x", 30) {
		t.Errorf("30 changes made %q, %v", got, err)
	}
	refused := errors.New("no")
	if err := list[0].ChangeFact(t.Context(), "none", func(string) (string, error) { return "", refused }); !errors.Is(err, refused) {
		t.Errorf("a change that fails says %v", err)
	}
	if _, found, err := list[0].Fact(t.Context(), "none"); err != nil || found {
		t.Errorf("it left something: %v, %v", found, err)
	}
}

// A database that does not serve as it is says what to do about it.
func TestDatabasesThatDoNotServe(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	for want, place := range map[string]string{
		"/no_such is not there: make it with createdb":                    strings.Replace(address, "/postgres?", "/no_such?", 1),
		"takes no writes: name its primary, or add target_session_attrs=": address + "&default_transaction_read_only=on",
		"is not available: ": "postgres://127.0.0.1:1/x",
	} {
		_, err := Open(t.Context(), place, storetest.Identity, storetest.Accounts)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is told as %v, want %q", name(place), err, want)
		}
		if _, isPlace := errors.AsType[*store.PlaceError](err); isPlace == strings.Contains(want, "available") {
			t.Errorf("%v is of the wrong type", err)
		}
	}
}

// What one server does the others are told, and read.
func TestWatch(t *testing.T) {
	t.Parallel()
	list := servers(t, 2)
	list[1].watching.every = time.Hour // Only what is told is known.
	told := make(chan string, 100)
	list[1].Watch(func(ctx context.Context) {
		clock, _, err := list[1].Fact(ctx, "clock")
		setting, err2 := list[1].Setting(ctx, "latency")
		told <- fmt.Sprint(clock, "/", setting, errors.Join(err, err2))
	})
	wait := func(want string) {
		t.Helper()
		for {
			select {
			case got := <-told:
				if got == want {
					return
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("nobody said %s", want)
			}
		}
	}
	wait("/<nil>")
	if err := list[0].SetFact(t.Context(), "clock", "+6h"); err != nil {
		t.Fatal(err)
	}
	wait("+6h/<nil>")
	office := func(string) (string, error) { return "office", nil }
	if err := list[0].ChangeSetting(t.Context(), "latency", true, office); err != nil {
		t.Fatal(err)
	}
	wait("+6h/office<nil>")
	// A connection that is lost is made again, and what came meanwhile is read.
	if _, err := list[0].pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE query LIKE 'LISTEN%' AND query LIKE '%' || current_schema() || '%' AND pid <> pg_backend_pid()`); err != nil {
		t.Fatal(err)
	}
	if err := list[0].SetFact(t.Context(), "clock", "stop"); err != nil {
		t.Fatal(err)
	}
	wait("stop/office<nil>")
	if err := list[0].Reset(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	wait("/office<nil>") // Settings outlive a reset.
}

func TestSettingsAreChangedOneAfterAnother(t *testing.T) {
	t.Parallel()
	list := servers(t, 3)
	var group sync.WaitGroup
	for i := range 60 {
		group.Go(func() {
			err := list[i%3].ChangeSetting(t.Context(), "count", false, func(now string) (string, error) {
				n, _ := strconv.Atoi(now) // "" is none yet.
				return strconv.Itoa(n + 1), nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got, err := list[0].Setting(t.Context(), "count"); err != nil || got != "60" {
		t.Errorf("60 changes made it %q, %v", got, err)
	}
	broken := errors.New("no")
	if err := list[0].ChangeSetting(t.Context(), "count", true, func(string) (string, error) { return "x", broken }); !errors.Is(err, broken) {
		t.Errorf("a change that fails: %v, want %v", err, broken)
	}
	if got, _ := list[1].Setting(t.Context(), "count"); got != "60" {
		t.Errorf("a change that failed made it %q", got)
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	list := servers(t, 2)
	a, b := list[0], list[1]
	odd := "k\x00\xff"
	err := errors.Join(
		a.Remember(t.Context(), store.OfferMade, store.Note{Key: odd, Value: "1\x00"}, store.Note{Key: "z", Value: "2"}),
		a.Remember(t.Context(), store.SearchMade, store.Note{Key: odd, Value: "search"}),
		b.Remember(t.Context(), store.OfferMade, store.Note{Key: "z", Value: "3"}),
	)
	if err != nil {
		t.Fatal(err)
	}
	recalled := func(want string) {
		t.Helper()
		found, err := b.Recall(t.Context(), store.OfferMade, odd, "z", "nobody")
		if got := fmt.Sprintf("%q", found); err != nil || got != want {
			t.Errorf("offers are %s, %v; want %s", got, err, want)
		}
	}
	recalled(fmt.Sprintf("%q", map[string]string{odd: "1\x00", "z": "3"}))
	var firsts atomic.Int64
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			first, err := list[i%2].First(t.Context(), store.OnceMet, "stay")
			if err != nil {
				t.Error(err)
			}
			if first {
				firsts.Add(1)
			}
		})
	}
	group.Wait()
	if firsts.Load() != 1 {
		t.Errorf("%d were the first, want one", firsts.Load())
	}
	// A snapshot holds the offers, and no other notes.
	if err := errors.Join(a.Save(t.Context(), "x", time.Unix(0, 0)), a.Reset(t.Context(), nil)); err != nil {
		t.Fatal(err)
	}
	recalled("map[]")
	if first, err := b.First(t.Context(), store.OnceMet, "stay"); err != nil || !first {
		t.Errorf("after a reset it is not the first time: %v", err)
	}
	if err := b.Load(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	recalled(fmt.Sprintf("%q", map[string]string{odd: "1\x00", "z": "3"}))
	if found, err := a.Recall(t.Context(), store.SearchMade, odd); err != nil || len(found) != 0 {
		t.Errorf("a search outlived the loading: %v, %v", found, err)
	}
	// Old ones go; what happens only once stays.
	if _, err := a.First(t.Context(), store.OnceMet, "other"); err != nil {
		t.Fatal(err)
	}
	if removed, err := a.pruneNotes(t.Context(), -time.Hour); err != nil || removed != 2 {
		t.Fatalf("%d notes were removed, %v", removed, err)
	}
	recalled("map[]")
	if first, err := b.First(t.Context(), store.OnceMet, "other"); err != nil || first {
		t.Errorf("what happens once was forgotten: %v", err)
	}
}

// A fact that asks for a reservation is settled by one server alone.
func TestSettledByOneServer(t *testing.T) {
	t.Parallel()
	list := servers(t, 3)
	if err := list[0].SetFact(t.Context(), "late 1", "x"); err != nil {
		t.Fatal(err)
	}
	var made, settled atomic.Int64
	var group sync.WaitGroup
	for i := range 9 {
		group.Go(func() {
			n := storetest.Sale("a", 1, storetest.Rooms(9))
			n.Settles = "late 1"
			switch _, err := list[i%3].Create(t.Context(), n); {
			case err == nil:
				made.Add(1)
			case errors.Is(err, store.ErrSettled):
				settled.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if made.Load() != 1 || settled.Load() != 8 {
		t.Errorf("%d were made and %d settled, want 1 and 8", made.Load(), settled.Load())
	}
	if n, err := list[0].Reservations(t.Context()); err != nil || n != 1 {
		t.Errorf("%d reservations, %v", n, err)
	}
}

// Fill and Reset of several servers at once leave the reservations of one of them.
func TestFilledOnce(t *testing.T) {
	t.Parallel()
	list := servers(t, 3)
	first := []store.New{storetest.Sale("a", 1, nil), storetest.Sale("b", 1, nil), storetest.Sale("b", 1, nil)}
	for _, fill := range []func(s *database) error{
		func(s *database) error { return s.Fill(t.Context(), first) },
		func(s *database) error {
			return s.Reset(t.Context(), first, store.NamedFact{Name: "clock", Value: "real"})
		},
	} {
		var group sync.WaitGroup
		for _, s := range list {
			group.Go(func() {
				if err := fill(s); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if n, err := list[0].Reservations(t.Context()); err != nil || n != 3 {
			t.Errorf("%d reservations, %v; want 3", n, err)
		}
	}
}

func TestOtherWorldsAreTold(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	openAt(t, address)
	other := storetest.Identity
	other.Seed++
	var mismatch *store.MismatchError
	if _, err := Open(t.Context(), address, other, storetest.Accounts); !errors.As(err, &mismatch) || mismatch.Have != storetest.Identity {
		t.Errorf("another world: %v, want a MismatchError", err)
	}
}

func TestSchemaVersions(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	if at, err := Status(t.Context(), address); err != nil || at.Version != 0 || at.Newest < 1 {
		t.Errorf("an empty schema: %+v, %v", at, err)
	}
	s := openAt(t, address)
	if at, err := Status(t.Context(), address); err != nil || at.Version != at.Newest {
		t.Errorf("after opening: %+v, %v", at, err)
	}
	// What a later program would have left.
	if _, err := s.pool.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)"); err != nil {
		t.Fatal(err)
	}
	var newer *store.VersionError
	for what, do := range map[string]func() error{
		"open":    func() error { _, err := Open(t.Context(), address, storetest.Identity, storetest.Accounts); return err },
		"migrate": func() error { _, err := Migrate(t.Context(), address); return err },
	} {
		if err := do(); !errors.As(err, &newer) || newer.Have != 99 {
			t.Errorf("%s a newer schema: %v, want a VersionError", what, err)
		}
	}
	files, err := migrations.ReadDir("migrations")
	if err != nil || len(files) != newestSchema {
		t.Errorf("there are %d migrations, and the newest schema is %d", len(files), newestSchema)
	}
}

func TestAddressesAreNamedWithoutSecrets(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{ //nolint:gosec // The secrets are none.
		"postgres://who:secret@host:5432/db?sslmode=disable&password=secret": "postgres://who:xxxxx@host:5432/db",
		"postgres://":                      "postgres:",
		"postgres://who:sec%zzret@host/db": "the PostgreSQL database",
	} {
		if got := name(address); got != want || strings.Contains(got, "secret") {
			t.Errorf("%s is named %s, want %s", address, got, want)
		}
	}
	if _, err := Open(t.Context(), "postgres://who:secret@host:port/db", storetest.Identity, nil); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("an address that cannot be read: %v", err)
	}
}
