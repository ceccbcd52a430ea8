package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

// folders holds the folders that the tests copy, until all have ended.
var folders string

// template returns a folder with a new store's files. Copying them is cheaper
// than making the schema anew.
var template = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(folders, "template")
	s, err := Open(context.Background(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
	if err != nil {
		return "", err
	}
	return dir, s.Close()
})

func TestMain(m *testing.M) {
	var err error
	if folders, err = os.MkdirTemp("", "bellhop-store-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(folders)
	os.Exit(code)
}

// open opens the store in a folder, a new one if there is none.
func open(t testing.TB, dir string) *database {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, fileName)); dir != "" && err != nil {
		from, err := template()
		if err == nil {
			err = os.CopyFS(dir, os.DirFS(from))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return openAnew(t, dir)
}

// openAnew opens the store in a folder without a template.
func openAnew(t testing.TB, dir string) *database {
	t.Helper()
	opened, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	s, ok := opened.(*database)
	if !ok {
		t.Fatalf("opened a %T", opened)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// sale is a reservation of one room for two nights.
func sale(account string, rooms int, limit store.Allotment) store.New {
	return store.New{
		Account: account, Status: store.Confirmed, CreatedAt: 1000,
		Stay:  store.Stay{CheckIn: 10, CheckOut: 12, CheckInAt: 864000, CheckOutAt: 1036800},
		Hotel: 1, Room: 1, Rooms: rooms, Stock: limit, Values: []string{"s:x", "s:x"},
		Document: func(int64) ([]byte, error) { return []byte(`{"n":1}`), nil },
	}
}

// rooms gives n rooms for each of the nights; they are two where none is said.
func rooms(n int, nights ...int) store.Allotment {
	return slices.Repeat(store.Allotment{n}, append(nights, 2)[0])
}

// places opens the store in memory and on disk.
func places(t *testing.T, test func(*testing.T, *database)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) { test(t, open(t, "")) })
	t.Run("disk", func(t *testing.T) { test(t, open(t, t.TempDir())) })
}

func TestLastRoomIsSoldOnce(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, s *database) {
		var sold, refused atomic.Int64
		var group sync.WaitGroup
		for range 40 {
			group.Go(func() {
				switch _, err := s.Create(t.Context(), sale("a", 1, rooms(5))); {
				case err == nil:
					sold.Add(1)
				case errors.Is(err, store.ErrSoldOut):
					refused.Add(1)
				default:
					t.Error(err)
				}
				if _, _, err := s.List(t.Context(), "a", store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 5}); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if sold.Load() != 5 || refused.Load() != 35 {
			t.Errorf("sold %d and refused %d of 5 rooms, want 5 and 35", sold.Load(), refused.Load())
		}
		nights, err := s.Sold(t.Context(), []store.Hotels{{From: 1, Until: 2}}, 10, 12)
		if err != nil {
			t.Fatal(err)
		}
		for _, night := range []int32{10, 11} {
			if got := nights[store.Night{Hotel: 1, Night: night, Room: 1}]; got != 5 {
				t.Errorf("night %d has %d rooms sold, want 5", night, got)
			}
		}
	})
}

// No reservation is older than the one before it: what was undone in between, cleared or
// loaded does not count.
func TestCreatedAtNeverRunsBackwards(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, s *database) {
		create := func(account string, at, want int64) {
			t.Helper()
			n := sale(account, 1, nil)
			n.CreatedAt = at
			r, err := s.Create(t.Context(), n)
			if err != nil || r.CreatedAt != want {
				t.Errorf("made at %d by account %s, it is stored as of %d, %v; want %d", at, account, r.CreatedAt, err, want)
			}
			if again, err := s.Read(t.Context(), account, r.ID); err != nil || again.CreatedAt != want {
				t.Errorf("it reads as of %d, %v; want %d", again.CreatedAt, err, want)
			}
		}
		create("a", 100, 100)
		create("a", 50, 100)
		late := sale("a", 9, rooms(2))
		late.CreatedAt = 900
		if _, err := s.Create(t.Context(), late); !errors.Is(err, store.ErrSoldOut) {
			t.Fatal(err)
		}
		create("a", 101, 101)
		create("b", 10, 10)
		if err := s.Save(t.Context(), "x", time.Unix(0, 0)); err != nil {
			t.Fatal(err)
		}
		create("a", 500, 500)
		if err := s.Load(t.Context(), "x"); err != nil {
			t.Fatal(err)
		}
		create("a", 90, 101)
		if err := s.Clear(t.Context()); err != nil {
			t.Fatal(err)
		}
		create("a", 7, 7)
	})
}

func TestCancelGivesBack(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, s *database) {
		r, err := s.Create(t.Context(), sale("a", 2, rooms(2)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Create(t.Context(), sale("a", 1, rooms(2))); !errors.Is(err, store.ErrSoldOut) {
			t.Errorf("a third room of two: %v, want ErrSoldOut", err)
		}
		if _, err := s.Cancel(t.Context(), "b", r.ID, nil); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("cancelling another account's: %v, want ErrNotFound", err)
		}
		done, err := s.Cancel(t.Context(), "a", r.ID, nil)
		if err != nil || done.Status != store.Canceled {
			t.Fatalf("cancel: %v, %v", done.Status, err)
		}
		if _, err := s.Cancel(t.Context(), "a", r.ID, nil); !errors.Is(err, store.ErrNotConfirmed) {
			t.Errorf("cancelling twice: %v, want ErrNotConfirmed", err)
		}
		if _, err := s.Create(t.Context(), sale("a", 2, rooms(2))); err != nil {
			t.Errorf("selling what was given back: %v", err)
		}
	})
}

func TestModifyMovesStock(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	r, err := s.Create(t.Context(), sale("a", 1, rooms(1)))
	if err != nil {
		t.Fatal(err)
	}
	to := func(in, out int32, limit store.Allotment) func(store.Reservation) (store.Change, error) {
		return func(r store.Reservation) (store.Change, error) {
			return store.Change{Stay: store.Stay{CheckIn: in, CheckOut: out}, Document: r.Document, Stock: limit}, nil
		}
	}
	// One night overlaps: it must count as free for the same reservation.
	moved, err := s.Modify(t.Context(), "a", r.ID, to(11, 13, rooms(1)))
	if err != nil || moved.Stay.CheckIn != 11 {
		t.Fatalf("moving by a night: %+v, %v", moved.Stay, err)
	}
	if _, err := s.Modify(t.Context(), "a", r.ID, to(10, 13, store.Allotment{1, 0, 0})); !errors.Is(err, store.ErrSoldOut) {
		t.Errorf("moving onto a closed night: %v, want ErrSoldOut", err)
	}
	nights, err := s.Sold(t.Context(), []store.Hotels{{From: 1, Until: 1}}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	want := map[store.Night]int{{Hotel: 1, Night: 11, Room: 1}: 1, {Hotel: 1, Night: 12, Room: 1}: 1}
	if fmt.Sprint(nights) != fmt.Sprint(want) {
		t.Errorf("sold nights are %v, want %v", nights, want)
	}
}

func TestFailedJobLeavesNoTrace(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	bad := sale("a", 1, rooms(9))
	bad.Document = func(int64) ([]byte, error) { panic("made up") }
	if _, err := s.Create(t.Context(), bad); err == nil || !strings.Contains(err.Error(), "panic in a write: made up") {
		t.Errorf("a panic in a write: %v", err)
	}
	r, err := s.Create(t.Context(), sale("a", 1, rooms(9)))
	if _, n := number.Split(r.Seq); err != nil || n != 1 {
		t.Errorf("the next reservation has number %d, %v; want 1", n, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Create(ended, sale("a", 1, rooms(9))); !errors.Is(err, context.Canceled) {
		t.Errorf("a write of a caller that has gone: %v", err)
	}
	_, total, err := s.List(t.Context(), "a", store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 5})
	if err != nil || total != 1 {
		t.Errorf("%d reservations, %v; want 1", total, err)
	}
}

func TestReopen(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data dir %41?")
	s := openAnew(t, dir)
	r, err := s.Create(t.Context(), sale("b", 1, nil))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a"}); err == nil || !strings.Contains(err.Error(), "in use by another sandbox") {
		t.Errorf("opening twice: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(t.Context(), sale("b", 1, nil)); !errors.Is(err, store.ErrClosed) {
		t.Errorf("writing to a closed store: %v, want ErrClosed", err)
	}
	var mismatch *store.MismatchError
	_, err = Open(t.Context(), dir, store.Identity{Seed: 8, Properties: 1}, []string{"a"})
	if want := "the data in " + dir + " belongs to a world made from seed 7 with 100 hotels, not seed 8 with 1 hotel"; !errors.As(err, &mismatch) || err.Error() != want {
		t.Errorf("opening another world: %v, want %s", err, want)
	}
	s = openAnew(t, dir)
	again, err := s.Read(t.Context(), "b", r.ID)
	if err != nil || again.Seq != r.Seq || string(again.Document) != string(r.Document) || again.Stay != r.Stay {
		t.Errorf("read %+v, %v; want %+v", again, err, r)
	}
	if _, err := s.Read(t.Context(), "a", r.ID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("reading another account's: %v, want ErrNotFound", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v; want 0600", e.Name(), info.Mode().Perm(), err)
		}
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory has mode %v, %v; want 0700", info.Mode().Perm(), err)
	}
}

func TestMigrationsMatchTheSchemaVersion(t *testing.T) {
	t.Parallel()
	files, err := migrations.ReadDir("migrations")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d migrations, %v", len(files), err)
	}
	s := open(t, "")
	var version int
	if err := s.read.QueryRowContext(t.Context(), "PRAGMA user_version").Scan(&version); err != nil || version != schemaVersion {
		t.Errorf("user_version is %d, %v; want %d", version, err, schemaVersion)
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := connect(address(dir, fileName)+"?_txlock=immediate", "", 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a"})
	var newer *store.VersionError
	want := fmt.Sprintf("the data in %s was written by a newer bellhop: its schema version is 99, and this one knows %d", dir, schemaVersion)
	if !errors.As(err, &newer) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestListFilters(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	var ids []string
	for i := range int32(6) {
		n := sale([]string{"a", "b"}[i/5], 1, nil)
		n.Stay.CheckIn, n.Stay.CheckOut = 10+i, 12+i
		n.Values = []string{fmt.Sprintf("n:%de0", i%2), "s:all"}
		r, err := s.Create(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.ID)
	}
	for name, test := range map[string]struct {
		change func(*store.Filter)
		want   []int64
		total  int64
	}{
		"all, newest first": {func(*store.Filter) {}, []int64{5, 4, 3, 2, 1}, 5},
		"page":              {func(f *store.Filter) { f.Limit, f.Offset = 2, 2 }, []int64{3, 2}, 5},
		"past the end":      {func(f *store.Filter) { f.Offset = 5 }, nil, 5},
		"check-in":          {func(f *store.Filter) { f.CheckIn = store.Days{From: 11, Until: 12} }, []int64{3, 2}, 2},
		"check-out":         {func(f *store.Filter) { f.CheckOut.From = 16 }, []int64{5}, 1},
		"nothing":           {func(f *store.Filter) { f.CheckIn = store.Days{From: 12, Until: 11} }, nil, 0},
		"ids":               {func(f *store.Filter) { f.IDs = []string{ids[0], ids[5], ids[2]} }, []int64{3, 1}, 2},
		"no ids":            {func(f *store.Filter) { f.IDs = []string{} }, nil, 0},
		"values":            {func(f *store.Filter) { f.Values = []string{"n:1e0", "s:other"} }, []int64{4, 2}, 2},
		"values and dates":  {func(f *store.Filter) { f.Values, f.CheckIn.From = []string{"s:all", "n:1e0"}, 13 }, []int64{5, 4}, 2},
	} {
		f := store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 25}
		test.change(&f)
		page, total, err := s.List(t.Context(), "a", f)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, r := range page {
			_, n := number.Split(r.Seq)
			got = append(got, n)
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) || total != test.total {
			t.Errorf("%s: %v of %d, want %v of %d", name, got, total, test.want, test.total)
		}
	}
}
