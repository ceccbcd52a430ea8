package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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
	return someQuestions(ctx, s, 0, 1)
}

// someQuestions asks one of so many parts of the reads and of the filters, and all
// else.
func someQuestions(ctx context.Context, s store.Store, part, parts int) map[string]string {
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
		for ordinal := int64(part); ordinal < 63; ordinal += int64(parts) {
			id := ids.ID(number.Seq(int64(i+1), ordinal+1))
			r, err := s.Read(ctx, account, id)
			answer(fmt.Sprint("read ", account, ordinal), err, r)
		}
		filters := []store.Filter{
			{CheckIn: store.Days{From: 12, Until: 18}, CheckOut: store.AllDays()},
			{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Values: []string{"s:x"}},
			{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Values: []string{"s:att-37", "s:att-38"}},
			{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Values: []string{"s:nobody"}},
		}
		asked := []store.Filter{{CheckIn: store.AllDays(), CheckOut: store.AllDays()}}
		for n := part; n < len(filters); n += parts {
			asked = append(asked, filters[n])
		}
		for _, f := range asked {
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

// Whatever is damaged in whichever file: every answer afterwards is as it was,
// or an error.
func TestDamageIsNeverAnsweredFrom(t *testing.T) {
	t.Parallel()
	want := questions(t.Context(), openFilled(t))
	for end, files := range map[string][]string{
		"orderly": {fileName, sumName},
		"killed":  {fileName, fileName + walSuffix, fileName + "-shm", sumName},
	} {
		kept := filepath.Join(t.TempDir(), "kept")
		copyFilled(t, end, kept)
		// The snapshots are not asked about, and need not be copied every time.
		if err := os.RemoveAll(filepath.Join(kept, snapshotDir)); err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			t.Run(end+" "+name, func(t *testing.T) {
				t.Parallel()
				dice, refused := rand.New(rand.NewPCG(1, uint64(len(name)))), 0
				const tries = 40
				for try := range tries {
					at := filepath.Join(t.TempDir(), "data")
					if err := os.CopyFS(at, os.DirFS(kept)); err != nil {
						t.Fatal(err)
					}
					how := damageFile(t, dice, filepath.Join(at, name))
					s, err := Open(t.Context(), at, store.Identity{Seed: 7, Properties: 100}, []string{"a", "b"})
					if err != nil {
						refused++
						var damage *store.DamageError
						if !errors.As(err, &damage) || !strings.Contains(err.Error(), at) {
							t.Errorf("try %d, %s: the error is %v", try, how, err)
						}
						continue
					}
					got := someQuestions(t.Context(), s, try%4, 4)
					for question, answer := range got {
						if answer != want[question] {
							t.Errorf("try %d, %s: %s is answered\n%.300s\nwant\n%.300s", try, how, question, answer, want[question])
						}
					}
					if err := s.Close(); err != nil {
						t.Errorf("try %d, %s: closing: %v", try, how, err)
					}
				}
				// The memory of shared locks is made anew, and most of the sums is what
				// nothing needs while the log is there.
				if name != fileName+"-shm" && name != sumName && refused < tries/3 {
					t.Errorf("only %d of %d damages are told", refused, tries)
				}
			})
		}
	}
}

// A row that is changed while the store is open is not answered from either:
// each column of each table is.
func TestDamagedRows(t *testing.T) {
	t.Parallel()
	s := openFilled(t)
	if err := s.SetFact(t.Context(), "late 1", "{}"); err != nil {
		t.Fatal(err)
	}
	r, err := s.Create(t.Context(), storetest.Sale("a", 1, storetest.Rooms(50)))
	if err != nil {
		t.Fatal(err)
	}
	db, err := connect(s.source, "", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	list := func(f store.Filter) error {
		f.CheckIn, f.CheckOut, f.Limit = store.AllDays(), store.AllDays(), 10
		_, _, err := s.List(t.Context(), "a", f)
		return err
	}
	sold := func() error {
		_, err := s.Sold(t.Context(), []store.Hotels{{From: 0, Until: 1 << 62}}, 0, 50)
		return err
	}
	row := fmt.Sprintf("reservation WHERE seq = %d", r.Seq)
	for _, c := range []struct {
		table   string
		columns string
		ask     map[string]func() error
	}{
		{row, "status check_in check_out check_in_at check_out_at created_at hotel room rooms held sum", map[string]func() error{
			"read":   func() error { _, err := s.Read(t.Context(), "a", r.ID); return err },
			"list":   func() error { return list(store.Filter{}) },
			"ids":    func() error { return list(store.Filter{IDs: []string{r.ID}}) },
			"value":  func() error { return list(store.Filter{Values: []string{"s:x"}}) },
			"cancel": func() error { _, err := s.Cancel(t.Context(), "a", r.ID, nil); return err },
			"modify": func() error {
				_, err := s.Modify(t.Context(), "a", r.ID, func(r store.Reservation) (store.Change, error) { return store.Change{Stay: r.Stay}, nil })
				return err
			},
		}},
		{"custom_value WHERE value = 's:x' AND account = 1", "sum", map[string]func() error{
			"list":   func() error { return list(store.Filter{Values: []string{"s:x"}}) },
			"create": func() error { _, err := s.Create(t.Context(), storetest.Sale("a", 1, nil)); return err },
		}},
		{"stock WHERE hotel = 1 AND room = 1 AND night = 11", "sold sum", map[string]func() error{
			"sold":   sold,
			"create": func() error { _, err := s.Create(t.Context(), storetest.Sale("a", 1, storetest.Rooms(50))); return err },
			"cancel": func() error { _, err := s.Cancel(t.Context(), "a", r.ID, nil); return err },
		}},
		{"fact WHERE name = 'own clock'", "sum", map[string]func() error{
			"fact": func() error { _, _, err := s.Fact(t.Context(), "clock"); return err },
		}},
		{"fact WHERE name = 'own late 1'", "sum", map[string]func() error{
			"facts": func() error { _, err := s.Facts(t.Context(), "late"); return err },
		}},
	} {
		table, where, _ := strings.Cut(c.table, " WHERE ")
		for _, column := range strings.Fields(c.columns) {
			change := func(by int) {
				if _, err := db.ExecContext(t.Context(), fmt.Sprintf("UPDATE %s SET %s = %s + %d WHERE %s", table, column, column, by, where)); err != nil {
					t.Fatal(err)
				}
			}
			change(1)
			for name, ask := range c.ask {
				var damage *store.DamageError
				if err := ask(); !errors.As(err, &damage) {
					t.Errorf("%s of %s, %s: %v, want a DamageError", column, table, name, err)
				}
			}
			change(-1)
			for name, ask := range c.ask {
				if name == "cancel" || name == "modify" || name == "create" {
					continue
				}
				if err := ask(); err != nil {
					t.Errorf("%s of %s is as it was, and %s is %v", column, table, name, err)
				}
			}
		}
	}
	// A reservation that is gone was there.
	if _, err := db.ExecContext(t.Context(), "DELETE FROM "+row); err != nil { //nolint:gosec // The names are our own.
		t.Fatal(err)
	}
	var damage *store.DamageError
	if _, err := s.Read(t.Context(), "a", r.ID); !errors.As(err, &damage) {
		t.Errorf("a row that is gone is read: %v", err)
	}
	if _, err := s.Cancel(t.Context(), "a", r.ID, nil); !errors.As(err, &damage) {
		t.Errorf("a row that is gone is cancelled: %v", err)
	}
	if err := list(store.Filter{}); !errors.As(err, &damage) {
		t.Errorf("a row that is gone is listed: %v", err)
	}
}

// A snapshot that is damaged anywhere changes nothing, and the others are still
// told and can be loaded.
func TestDamagedSnapshotIsRefused(t *testing.T) {
	t.Parallel()
	s := openFilled(t)
	before, present := questions(t.Context(), s), storetest.State(t, s)
	path := filepath.Join(s.dir, snapshotDir, "at-31.db")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(3, 4))
	for try := range 60 {
		how := damageFile(t, dice, path)
		if now, err := os.ReadFile(path); err != nil || slices.Equal(now, whole) {
			continue // A sector that was the same elsewhere.
		}
		err := s.Load(t.Context(), "at-31")
		var damage *store.DamageError
		if !errors.As(err, &damage) || !strings.Contains(err.Error(), "snapshot at-31") || !strings.Contains(err.Error(), path) {
			t.Errorf("try %d, %s: loading it: %v", try, how, err)
		}
		if now := storetest.State(t, s); now != present {
			t.Fatalf("try %d, %s: the state is\n%s\nwant\n%s", try, how, now, present)
		}
		list, err := s.Snapshots(t.Context())
		if err != nil || len(list) != 2 || list[1].Name != "at-61" || list[1].Damaged || list[1].SavedAt != time.Unix(61, 0).UTC() {
			t.Errorf("try %d, %s: the snapshots are %v, %v", try, how, list, err)
		}
		if one := list[0]; one.Name != "at-31" || !one.Damaged {
			t.Errorf("try %d, %s: it is told as %v", try, how, one)
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	after := questions(t.Context(), s)
	for question, answer := range before {
		if after[question] != answer {
			t.Errorf("%s is answered\n%.300s\nwant\n%.300s", question, after[question], answer)
		}
	}
	middle := slices.Clone(whole)
	middle[len(middle)/2] ^= 1
	for _, text := range []string{string(middle), "no snapshot", ""} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if list, err := s.Snapshots(t.Context()); err != nil || !list[0].Damaged {
			t.Errorf("%.20q is told as %v, %v", text, list, err)
		}
	}
	if err := s.Load(t.Context(), "at-61"); err != nil {
		t.Errorf("loading the other: %v", err)
	}
	if err := s.RemoveSnapshot(t.Context(), "at-31"); err != nil {
		t.Errorf("removing the damaged one: %v", err)
	}
}
