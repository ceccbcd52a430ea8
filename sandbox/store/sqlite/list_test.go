package sqlite

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/compress"
	"bellhop/sandbox/store/number"
	"bellhop/sandbox/store/storetest"
)

// Pages and totals across many blocks and chunks are those of a plain scan,
// whether a block is left out, taken as a whole or looked into.
func TestPickIsAPlainScan(t *testing.T) {
	t.Parallel()
	const count = 2*chunkSize + 3*blockSize + 77
	d := newDraft(&view{})
	stays := make([]store.Days, count+1) // check-in and check-out by ordinal
	for ordinal := int64(1); ordinal <= count; ordinal++ {
		in := int32(20000 + ordinal/500 + ordinal*7919%40)
		stays[ordinal] = store.Days{From: in, Until: in + 1 + int32(ordinal%11)}
		stay, err := pack(in, in+1+int32(ordinal%11))
		if err != nil {
			t.Fatal(err)
		}
		d.set(ordinal, stay)
	}
	v := d.view
	for b := range v.blocks {
		if v.full(b) {
			v.blocks[b].findRanges()
		}
	}
	selections := map[int64]selection{0: nil}
	for _, step := range []int64{1, 2, 1000, 70000} {
		selections[step] = selection{}
		for ordinal := step; ordinal <= count; ordinal += step {
			chunk, bit := chunkOf(ordinal)
			selections[step].chunk(chunk).set(bit)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) store.Days {
			from := rapid.Int32Range(19990, 20400).Draw(t, name)
			return store.Days{From: from, Until: from + rapid.SampledFrom([]int32{0, 3, 40, 400}).Draw(t, name+" span")}
		}
		f := store.Filter{CheckIn: draw("in"), CheckOut: draw("out"), Limit: 25}
		if rapid.Bool().Draw(t, "any check-out") {
			f.CheckOut = store.AllDays()
		}
		step := rapid.SampledFrom([]int64{0, 1, 2, 1000, 70000}).Draw(t, "step")
		var want []int64
		for ordinal := count - count%max(step, 1); ordinal >= 1; ordinal -= max(step, 1) {
			stay := stays[ordinal]
			if stay.From >= f.CheckIn.From && stay.From <= f.CheckIn.Until && stay.Until >= f.CheckOut.From && stay.Until <= f.CheckOut.Until {
				want = append(want, ordinal)
			}
		}
		f.Offset = rapid.Int64Range(0, int64(len(want))+30).Draw(t, "offset")
		days, ok := newDates(f.CheckIn, f.CheckOut)
		if !ok {
			t.Fatal("the filter is empty")
		}
		page, total := v.pick(days, selections[step], f.Offset, f.Limit)
		from := min(f.Offset, int64(len(want)))
		cut := want[from:min(from+f.Limit, int64(len(want)))]
		if total != int64(len(want)) || !slices.Equal(page, cut) {
			t.Fatalf("%+v step %d: %v of %d, want %v of %d", f, step, page, total, cut, len(want))
		}
	})
}

// openBefore opens a new store before which somebody wrote so many reservations
// of account a, which is much cheaper than making them.
func openBefore(t *testing.T, dir string, count int64) *database {
	t.Helper()
	if err := open(t, dir).Close(); err != nil { // It makes the schema.
		t.Fatal(err)
	}
	db, err := connect(address(dir, fileName)+"?_pragma=journal_mode(OFF)", "", 1)
	if err != nil {
		t.Fatal(err)
	}
	var c compress.Codec
	document, err := c.Compress([]byte(`{"n":1}`))
	if err != nil {
		t.Fatal(err)
	}
	const insert = `WITH RECURSIVE n (key) AS (SELECT 0 UNION ALL SELECT key + 1 FROM n WHERE key + 1 < ?)
		INSERT INTO reservation (` + columns + `)
		SELECT (1 << 40) + key + 1, 2, key % 100, key % 100 + 2, 0, 0, 0, 0, 0, 1, 0, ? FROM n`
	if _, err := db.ExecContext(t.Context(), insert, count, document); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return open(t, dir)
}

// A full block survives a restart, a change in it as well, and the database
// opens from the blocks and not from the rows.
func TestBlocksSurviveReopening(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openBefore(t, dir, blockSize-2)
	for i := range 5 { // The second completes the block.
		n := storetest.Sale("a", 1, nil)
		n.Stay.CheckIn, n.Stay.CheckOut = int32(i), int32(i)+2
		if _, err := s.Create(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	move := func(s *database, ordinal int64, in int32) {
		t.Helper()
		if _, err := s.Modify(t.Context(), "a", s.namer.ID(number.Seq(1, ordinal)), func(r store.Reservation) (store.Change, error) {
			return store.Change{Stay: store.Stay{CheckIn: in, CheckOut: in + 1}, Document: r.Document}, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	move(s, 5, 777)           // in a full block
	move(s, blockSize+2, 777) // behind it
	before := (*s.accounts.Load())["a"].view.Load()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	after := (*s.accounts.Load())["a"].view.Load()
	if !reflect.DeepEqual(before.blocks[0], after.blocks[0]) || !slices.Equal(before.stays(1), after.stays(1)) {
		t.Error("the stays differ after reopening")
	}
	page, total, err := s.List(t.Context(), "a", store.Filter{CheckIn: store.Days{From: 777, Until: 777}, CheckOut: store.AllDays(), Limit: 5})
	if err != nil || total != 2 || len(page) != 2 || page[0].Seq != number.Seq(1, blockSize+2) || page[1].Seq != number.Seq(1, 5) {
		t.Errorf("%d moved reservations, %v; want 2", total, err)
	}
	if n, err := s.Reservations(t.Context()); err != nil || n != blockSize+3 {
		t.Errorf("%d reservations, want %d", n, blockSize+3)
	}
}

// A view that a list holds does not change under it.
func TestViewsDoNotChange(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	r, err := s.Create(t.Context(), storetest.Sale("a", 1, nil))
	if err != nil {
		t.Fatal(err)
	}
	held := (*s.accounts.Load())["a"].view.Load()
	want := held.blocks[0].stays[0]
	if _, err := s.Modify(t.Context(), "a", r.ID, func(r store.Reservation) (store.Change, error) {
		return store.Change{Stay: store.Stay{CheckIn: 500, CheckOut: 501}, Document: r.Document}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(t.Context(), storetest.Sale("a", 1, nil)); err != nil {
		t.Fatal(err)
	}
	if held.count != 1 || held.blocks[0].stays[0] != want {
		t.Error("an earlier view has changed")
	}
	if now := (*s.accounts.Load())["a"].view.Load(); now.count != 2 || now.blocks[0].stays[0] == want {
		t.Errorf("the present view has %d stays, or the old one", now.count)
	}
}

func TestStaysOutsideOfTheCalendarAreRefused(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for _, stay := range []store.Stay{{CheckIn: -1, CheckOut: 2}, {CheckIn: maxDay + 1, CheckOut: maxDay + 2}, {CheckIn: 9, CheckOut: 8}, {CheckIn: 1, CheckOut: 2000}} {
		n := storetest.Sale("a", 1, storetest.Rooms(1))
		n.Stock = nil
		n.Stay = stay
		if _, err := s.Create(t.Context(), n); err == nil || err.Error() != errStay.Error() {
			t.Errorf("%+v: %v, want %v", stay, err, errStay)
		}
	}
	if n, err := s.Reservations(t.Context()); err != nil || n != 0 {
		t.Errorf("%d reservations were stored", n)
	}
}

// FuzzBlock shows that a damaged block is an error, and any other comes back as
// it was.
func FuzzBlock(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, 4*blockSize))
	f.Add(bytes.Repeat([]byte{255}, 4*blockSize))
	f.Add(bytes.Repeat([]byte{1, 2, 3, 4}, blockSize-1))
	f.Fuzz(func(t *testing.T, blob []byte) {
		b, err := decodeBlock(blob)
		if err != nil {
			return
		}
		if !bytes.Equal(b.encode(), blob) {
			t.Error("the block is another after decoding and encoding")
		}
		v := view{count: blockSize, blocks: []*block{b}}
		if _, total := v.pick(dates{b.in, b.out}, nil, 0, 25); total != blockSize {
			t.Errorf("%d of %d stays lie in the block's own range", total, blockSize)
		}
	})
}

// FuzzMembers shows that a damaged set is an error, and that adding to any
// other adds just that.
func FuzzMembers(f *testing.F) {
	f.Add([]byte{}, uint16(3))
	f.Add([]byte{1, 0, 2, 0}, uint16(9))
	f.Add([]byte{2, 0, 1, 0}, uint16(9))
	f.Add([]byte{1}, uint16(0))
	f.Add(make([]byte, bitmapBytes), uint16(65535))
	f.Fuzz(func(t *testing.T, blob []byte, bit uint16) {
		before := new(members)
		if err := before.add(blob); err != nil {
			return
		}
		grown, err := addMember(slices.Clone(blob), int(bit))
		if err != nil {
			return // It is not the last one.
		}
		after := new(members)
		if err := after.add(grown); err != nil {
			t.Fatal(err)
		}
		before.set(int(bit))
		if *before != *after {
			t.Errorf("adding %d gives another set", bit)
		}
	})
}

// A value's set turns from a list into a bitmap without losing any.
func TestMembersTurnIntoABitmap(t *testing.T) {
	t.Parallel()
	var blob []byte
	want := new(members)
	for bit := 0; bit < chunkSize; bit += 3 {
		var err error
		if blob, err = addMember(blob, bit); err != nil {
			t.Fatal(err)
		}
		want.set(bit)
		if bit%999 == 0 {
			got := new(members)
			if err := got.add(blob); err != nil || *got != *want {
				t.Fatalf("after %d the set is another, %v", bit, err)
			}
		}
	}
	if len(blob) != bitmapBytes {
		t.Errorf("a dense set has %d bytes, want %d", len(blob), bitmapBytes)
	}
}
