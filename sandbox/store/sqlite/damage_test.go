package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/internal/gated"
	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
	"bellhop/sandbox/store/storetest"
)

// filled returns a folder with the files of a store that holds all that it can, as
// its orderly end leaves them and as a kill does. Copying them is cheaper than
// filling a store for every test.
var filled = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(folders, "filled")
	orderly := filepath.Join(dir, "orderly")
	from, err := template()
	if err == nil {
		err = os.CopyFS(orderly, os.DirFS(from))
	}
	if err != nil {
		return "", err
	}
	ctx := context.Background()
	opened, err := Open(ctx, orderly, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
	if err != nil {
		return "", err
	}
	s, _ := opened.(*database)
	err = fill(ctx, s)
	if err == nil {
		err = s.writer.alone(ctx, func(*writer) error { return os.CopyFS(filepath.Join(dir, "killed"), os.DirFS(orderly)) })
	}
	return dir, errors.Join(err, s.Close())
})

// copyFilled copies the files of the filled store as one of its ends leaves them.
func copyFilled(t *testing.T, end, to string) {
	t.Helper()
	from, err := filled()
	if err == nil {
		err = os.CopyFS(to, os.DirFS(filepath.Join(from, end)))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// openFilled opens a copy of the filled store.
func openFilled(t *testing.T) *database {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "filled")
	copyFilled(t, "orderly", dir)
	return open(t, dir)
}

// fill fills a store with what it can hold: reservations of two accounts with
// values and stock, changed and cancelled ones, facts and two snapshots.
func fill(ctx context.Context, s *database) error {
	for i := range 120 {
		n := storetest.Sale([]string{"a", "b"}[i%2], 1+i%2, storetest.Rooms(50))
		n.Hotel, n.Room = int64(1+i%7), i%3
		n.Stay.CheckIn = int32(10 + i%20)
		n.Stay.CheckOut = n.Stay.CheckIn + 2
		n.Values = []string{"s:x", fmt.Sprintf("s:att-%d", i)}
		n.Document = func(int64) ([]byte, error) { return fmt.Appendf(nil, `{"n":%d,"guest":"%x"}`, i, i*i*7919), nil }
		if i%6 == 0 {
			n.Stock = nil
		}
		r, err := s.Create(ctx, n)
		switch {
		case err != nil:
		case i%5 == 0:
			_, err = s.Cancel(ctx, n.Account, r.ID, nil)
		case i%7 == 0:
			_, err = s.Modify(ctx, n.Account, r.ID, func(r store.Reservation) (store.Change, error) {
				r.Stay.CheckOut++
				return store.Change{Stay: r.Stay, Document: append(r.Document, ' '), Stock: storetest.Rooms(50, 3)}, nil
			})
		case i == 31 || i == 61:
			err = s.Save(ctx, fmt.Sprintf("at-%d", i), time.Unix(int64(i), 0))
		}
		if err != nil {
			return err
		}
	}
	return s.SetFact(ctx, "clock", "+6h")
}

// questions asks all that a store can be asked. Each answer is a text; an error
// is none.
func questions(ctx context.Context, s store.Store) map[string]string {
	answers := map[string]string{}
	answer := func(question string, err error, value any) {
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return
		}
		answers[question] = fmt.Sprint(err, value)
	}
	ids, err := number.NewNamer(7)
	answer("namer", err, nil)
	for i, account := range []string{"a", "b"} {
		for ordinal := range int64(63) {
			id := ids.ID(number.Seq(int64(i+1), ordinal+1))
			r, err := s.Read(ctx, account, id)
			answer(fmt.Sprint("read ", account, ordinal), err, r)
		}
		for _, f := range []store.Filter{
			{CheckIn: store.AllDays(), CheckOut: store.AllDays()},
			{CheckIn: store.Days{From: 12, Until: 18}, CheckOut: store.AllDays()},
			{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Values: []string{"s:x"}},
			{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Values: []string{"s:att-37", "s:att-38"}},
			{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Values: []string{"s:nobody"}},
		} {
			f.Limit = 32
			for more := true; more; f.Offset += f.Limit {
				page, total, err := s.List(ctx, account, f)
				answer(fmt.Sprint("list ", account, f), err, fmt.Sprint(total, page))
				more = int64(len(page)) == f.Limit
			}
		}
	}
	for _, hotels := range []store.Hotels{{From: 0, Until: 2}, {From: 3, Until: 9}} {
		sold, err := s.Sold(ctx, []store.Hotels{hotels}, 8, 36)
		answer(fmt.Sprint("sold ", hotels), err, sold)
	}
	value, found, err := s.Fact(ctx, "clock")
	answer("clock", err, fmt.Sprint(value, found))
	filled, err := s.Filled(ctx)
	answer("filled", err, filled)
	count, err := s.Reservations(ctx)
	answer("count", err, count)
	return answers
}

// damageFile damages a file at a random place, in one of the ways in which files are.
func damageFile(t *testing.T, dice *rand.Rand, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) == 0 {
		return "nothing"
	}
	at := dice.IntN(len(text))
	var how string
	switch dice.IntN(6) {
	case 0:
		how, text = "cut off", text[:at]
	case 1:
		how = "a sector of zeros"
		clear(text[at&^511 : min(at&^511+512, len(text))])
	case 2:
		how = "a sector from elsewhere"
		from := dice.IntN(len(text)) &^ 511
		copy(text[at&^511:min(at&^511+512, len(text))], text[from:])
	default:
		how = "a bit"
		text[at] ^= 1 << dice.IntN(8)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s at %d of %d", how, at, len(text))
}

// damages are those that SQLite's check finds in a database, by what they are.
func damages() map[string]func(t *testing.T, path string) {
	edit := func(change func(text []byte) []byte) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			t.Helper()
			text, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, change(text), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	const page = 4096
	return map[string]func(t *testing.T, path string){
		"empty":            edit(func([]byte) []byte { return nil }),
		"garbage":          edit(func([]byte) []byte { return bytes.Repeat([]byte("no database "), 999) }),
		"cut in a page":    edit(func(text []byte) []byte { return text[:len(text)/2+9] }),
		"one page":         edit(func(text []byte) []byte { return text[:page] }),
		"half overwritten": edit(func(text []byte) []byte { return append(text[:len(text)/2], bytes.Repeat([]byte("?"), len(text)/2)...) }),
		"half zeros":       edit(func(text []byte) []byte { return append(text[:len(text)/2], make([]byte, len(text)/2)...) }),
		"page destroyed":   edit(func(text []byte) []byte { clear(text[2*page : 3*page]); return text }),
	}
}

// filesOf returns the content of the database and its log in a folder.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name := entry.Name(); name != fileName && name != fileName+"-wal" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = string(text)
	}
	return files
}

// copyRunning copies the files of an open store as a kill leaves them, at a moment
// at which nothing is written: the files are copied one after the other.
func copyRunning(t *testing.T, s *database, to string) {
	t.Helper()
	if err := s.writer.alone(t.Context(), func(*writer) error { return os.CopyFS(to, os.DirFS(s.dir)) }); err != nil {
		t.Fatal(err)
	}
}

// A damaged database is refused with the name of its file, and nothing of it is changed.
func TestOpen_RefusesDamage(t *testing.T) {
	t.Parallel()
	s := openFilled(t)
	storetest.Create(t, s, "a")
	killed, orderly := filepath.Join(t.TempDir(), "killed"), s.dir
	copyRunning(t, s, killed)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for end, from := range map[string]string{"orderly": orderly, "killed": killed} {
		for name, damage := range damages() {
			t.Run(end+" "+name, func(t *testing.T) {
				t.Parallel()
				dir := filepath.Join(t.TempDir(), "data")
				if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(dir, fileName)
				damage(t, path)
				before := filesOf(t, dir)
				_, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
				var refused *store.DamageError
				if !errors.As(err, &refused) || !strings.HasPrefix(err.Error(), path+" is damaged: ") {
					t.Errorf("the error is %v", err)
				}
				if after := filesOf(t, dir); !maps.Equal(before, after) {
					t.Errorf("the files are %q, were %q", slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
				}
			})
		}
	}
}

// A new database would take the log of the one that is missing for its own.
func TestOpen_LogWithoutDatabase(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	copyFilled(t, "killed", dir)
	path := filepath.Join(dir, fileName)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	before := filesOf(t, dir)
	_, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
	if err == nil || err.Error() != path+" is damaged: it is missing, and its log is there" {
		t.Errorf("the error is %v", err)
	}
	if after := filesOf(t, dir); !maps.Equal(before, after) {
		t.Error("the log has changed")
	}
}

// A kill loses nothing that was acknowledged, however much of the log was written back.
func TestOpen_AfterAKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "first"))
	// Documents that are not compressible make the log long with few reservations.
	document := make([]byte, 100_000)
	_, _ = rand.NewChaCha8([32]byte{}).Read(document) // It never fails.
	for i := range 100 {
		n := storetest.Sale([]string{"a", "b"}[i%2], 1, storetest.Rooms(1000))
		n.Document = func(int64) ([]byte, error) { return document, nil }
		if _, err := s.Create(t.Context(), n); err != nil {
			t.Fatal(err)
		}
		if i%10 != 0 {
			continue
		}
		at := filepath.Join(dir, fmt.Sprint(i))
		copyRunning(t, s, at)
		killed, err := Open(t.Context(), at, s.identity, []string{"a", "b"})
		if err != nil {
			t.Fatalf("after %d: %v", i, err)
		}
		if n, err := killed.Reservations(t.Context()); err != nil || n != int64(i+1) {
			t.Errorf("after %d there are %d reservations, %v", i, n, err)
		}
		if err := errors.Join(killed.Close(), os.RemoveAll(at)); err != nil {
			t.Error(err)
		}
	}
	if about, err := os.Stat(s.file()); err != nil || about.Size() < 1<<20 {
		t.Errorf("the log was never written back: %v, %v", about, err)
	}
}

// unnoticed reports whether SQLite calls a file damaged, and the error is no DamageError.
func unnoticed(err error) bool {
	var damage *store.DamageError
	return !errors.As(err, &damage) && errors.As(asDamage("", err), &damage)
}

// Random damage is refused, as damage where SQLite notices it, or the store opens: neither
// an opening nor a question panics or hangs.
func TestOpen_RandomDamage(t *testing.T) {
	t.Parallel()
	for end, files := range map[string][]string{
		"orderly": {fileName},
		"killed":  {fileName, fileName + "-wal", fileName + "-shm"},
	} {
		for _, name := range files {
			t.Run(end+" "+name, func(t *testing.T) {
				t.Parallel()
				dice := rand.New(rand.NewPCG(1, uint64(len(end+name))))
				for try := range gated.Draws(20, 60) {
					at := filepath.Join(t.TempDir(), "data")
					copyFilled(t, end, at)
					how := damageFile(t, dice, filepath.Join(at, name))
					s, err := Open(t.Context(), at, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
					if err != nil {
						if unnoticed(err) {
							t.Errorf("try %d, %s: the error is %v", try, how, err)
						}
						continue
					}
					questions(t.Context(), s)
					if err := s.Close(); err != nil {
						t.Errorf("try %d, %s: closing: %v", try, how, err)
					}
				}
			})
		}
	}
}

// Damage that a read or a write meets later is a DamageError too.
func TestDamageWhileOpen(t *testing.T) {
	t.Parallel()
	s := openFilled(t)
	r, err := s.Create(t.Context(), storetest.Sale("a", 1, storetest.Rooms(50)))
	if err != nil {
		t.Fatal(err)
	}
	db, err := connect(s.source, "", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	refused := func(what string, err error) {
		t.Helper()
		var damage *store.DamageError
		if !errors.As(err, &damage) || !strings.Contains(err.Error(), s.file()+" is damaged: ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := db.ExecContext(t.Context(), "UPDATE custom_value SET members = x'00'"); err != nil {
		t.Fatal(err)
	}
	_, _, err = s.List(t.Context(), "a", store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Values: []string{"s:x"}})
	refused("listing by a value", err)
	_, err = s.Create(t.Context(), storetest.Sale("a", 1, nil))
	refused("creating with a value", err)
	all := store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 10}
	for _, damage := range []string{
		fmt.Sprintf("UPDATE reservation SET document = 'none' WHERE seq = %d", r.Seq),
		fmt.Sprintf("DELETE FROM reservation WHERE seq = %d", r.Seq),
		"PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'reservation'; PRAGMA writable_schema = RESET",
	} {
		if _, err := db.ExecContext(t.Context(), damage); err != nil {
			t.Fatal(err)
		}
		_, err := s.Read(t.Context(), "a", r.ID)
		refused("reading after "+damage, err)
		_, _, err = s.List(t.Context(), "a", all)
		refused("listing after "+damage, err)
		_, err = s.Cancel(t.Context(), "a", r.ID, nil)
		refused("cancelling after "+damage, err)
	}
}

// A snapshot that is damaged changes nothing, and the others are still told and can be
// loaded.
func TestLoad_RefusesDamage(t *testing.T) {
	t.Parallel()
	s := openFilled(t)
	present := storetest.State(t, s)
	path := filepath.Join(s.dir, snapshotDir, "at-31.db")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, damage := range damages() {
		damage(t, path)
		err := s.Load(t.Context(), "at-31")
		var refused *store.DamageError
		if !errors.As(err, &refused) || !strings.HasPrefix(err.Error(), "snapshot at-31: "+path+" is damaged: ") {
			t.Errorf("%s: loading it: %v", name, err)
		}
		if now := storetest.State(t, s); now != present {
			t.Fatalf("%s: the state is\n%s\nwant\n%s", name, now, present)
		}
		list, err := s.Snapshots(t.Context())
		if err != nil || len(list) != 2 || list[1].Name != "at-61" || list[1].Damaged || list[1].SavedAt != time.Unix(61, 0).UTC() {
			t.Errorf("%s: the snapshots are %v, %v", name, list, err)
		}
		if one := list[0]; one.Name != "at-31" || !one.Damaged {
			t.Errorf("%s: it is told as %v", name, one)
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Load(t.Context(), "at-61"); err != nil {
		t.Errorf("loading the other: %v", err)
	}
	if err := s.RemoveSnapshot(t.Context(), "at-31"); err != nil {
		t.Errorf("removing the damaged one: %v", err)
	}
}

// A snapshot with random damage is refused and changes nothing, or is loaded.
func TestLoad_RandomDamage(t *testing.T) {
	t.Parallel()
	s := openFilled(t)
	path := filepath.Join(s.dir, snapshotDir, "at-31.db")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(3, 4))
	for try := range gated.Draws(20, 60) {
		present := storetest.State(t, s)
		how := damageFile(t, dice, path)
		if err := s.Load(t.Context(), "at-31"); err != nil {
			if unnoticed(err) {
				t.Errorf("try %d, %s: loading it: %v", try, how, err)
			}
			if now := storetest.State(t, s); now != present {
				t.Fatalf("try %d, %s: the state is\n%s\nwant\n%s", try, how, now, present)
			}
		}
		if _, err := s.Snapshots(t.Context()); err != nil {
			t.Errorf("try %d, %s: listing the snapshots: %v", try, how, err)
		}
		if err := errors.Join(os.WriteFile(path, whole, 0o600), s.Load(t.Context(), "at-31")); err != nil {
			t.Fatal(err)
		}
	}
}

// Open refuses a database that is missing beside its snapshots, a folder in its place and a read-only file, and creates nothing.
// Root may write a read-only file, so for root Open serves it.
func TestOpen_RefusesWhatItCannotServe(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(dir string) error
		want  string
	}{
		"missing": {func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, fileName)), os.MkdirAll(filepath.Join(dir, snapshotDir), 0o700),
				os.WriteFile(filepath.Join(dir, snapshotDir, "before.db"), []byte("x"), 0o600))
		}, "it is missing, and its snapshots are there"},
		"a folder": {func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, fileName)), os.Mkdir(filepath.Join(dir, fileName), 0o700))
		}, "is a directory"},
		"read-only": {func(dir string) error { return os.Chmod(filepath.Join(dir, fileName), 0o400) }, "permission denied"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			copyFilled(t, "orderly", dir)
			if err := c.spoil(dir); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Open(t.Context(), dir, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
			if name == "read-only" && os.Geteuid() == 0 {
				if err != nil {
					t.Fatalf("opened by root: %v", err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), fileName) {
				t.Errorf("opened: %v", err)
			}
			after, err := os.ReadDir(dir)
			if err != nil || len(after) != len(before) {
				t.Errorf("it leaves %v, %v", after, err)
			}
		})
	}
}
