package sqlite

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
	"bellhop/sandbox/store/storetest"
)

// benchSizes says how many reservations the benchmarks have before them:
// BELLHOP_BENCH_SIZES=1e4,1e5,1e6,1e7 asks for all that the documentation
// shows. The largest takes some minutes and 5 GB to make, once.
func benchSizes(b *testing.B) []int64 {
	text := os.Getenv("BELLHOP_BENCH_SIZES")
	if text == "" {
		text = "1e4,1e5"
	}
	var sizes []int64
	for one := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseFloat(one, 64)
		if err != nil {
			b.Fatal(err)
		}
		sizes = append(sizes, int64(n))
	}
	return sizes
}

// latencies measures every call of work and reports its p50 and p99.
func latencies(b *testing.B, work func(i int)) {
	b.Helper()
	var all []time.Duration
	for i := 0; b.Loop(); i++ {
		from := time.Now()
		work(i)
		all = append(all, time.Since(from))
	}
	report(b, all)
}

func report(b *testing.B, all []time.Duration) {
	slices.Sort(all)
	for name, share := range map[string]int{"p50-µs": 50, "p99-µs": 99} {
		b.ReportMetric(float64(all[len(all)*share/100].Nanoseconds())/1000, name)
	}
	b.ReportMetric(0, "ns/op") // The mean says less than the two.
}

// BenchmarkHistory measures each operation with ever more reservations in the
// database. Creating adds to the data that is kept in the cache folder.
func BenchmarkHistory(b *testing.B) {
	for _, count := range benchSizes(b) {
		b.Run(fmt.Sprintf("%.0e", float64(count)), func(b *testing.B) {
			s := benchStore(b, count)
			now := (*s.accounts.Load())["a"].view.Load().count
			b.Run("read", func(b *testing.B) {
				latencies(b, func(int) {
					id := s.namer.ID(number.Seq(1, 1+rand.Int64N(now)))
					if _, err := s.Read(b.Context(), "a", id); err != nil {
						b.Fatal(err)
					}
				})
			})
			for name, f := range benchFilters(s, count) {
				benchPages(b, s, name, f)
			}
			for _, clients := range []int{1, 32} {
				b.Run(fmt.Sprintf("create/clients=%d", clients), func(b *testing.B) { benchCreate(b, s, clients) })
			}
		})
	}
}

// benchFilters are all forms of SPEC 4.6, about the middle of the history.
func benchFilters(s *database, count int64) map[string]store.Filter {
	const day = benchFirst + benchDays/2
	every := store.AllDays()
	var ids []string
	for i := range int64(20) {
		ids = append(ids, s.namer.ID(number.Seq(1, 1+i*(count-1)/20)))
	}
	common := []string{"s:all", "s:CC-100", "s:CC-110", "b:true", "n:0007e0"}
	return map[string]store.Filter{
		"none":             {CheckIn: every, CheckOut: every},
		"check-in day":     {CheckIn: store.Days{From: day, Until: day}, CheckOut: every},
		"check-in month":   {CheckIn: store.Days{From: day, Until: day + 30}, CheckOut: every},
		"check-in year":    {CheckIn: store.Days{From: day, Until: day + 365}, CheckOut: every},
		"check-in open":    {CheckIn: store.Days{From: day, Until: every.Until}, CheckOut: every},
		"check-out month":  {CheckIn: every, CheckOut: store.Days{From: day, Until: day + 30}},
		"both dates":       {CheckIn: store.Days{From: day, Until: day + 30}, CheckOut: store.Days{From: day + 3, Until: day + 5}},
		"both, open":       {CheckIn: store.Days{From: every.From, Until: day}, CheckOut: store.Days{From: day, Until: every.Until}},
		"value of all":     {CheckIn: every, CheckOut: every, Values: []string{"s:all"}},
		"value of a ninth": {CheckIn: every, CheckOut: every, Values: []string{"s:CC-100"}},
		"value of one":     {CheckIn: every, CheckOut: every, Values: []string{benchAttempt(count / 2)}},
		"five values":      {CheckIn: every, CheckOut: every, Values: common},
		"values and year":  {CheckIn: store.Days{From: day, Until: day + 365}, CheckOut: every, Values: common},
		"ids":              {CheckIn: every, CheckOut: every, IDs: ids},
	}
}

func benchPages(b *testing.B, s *database, name string, f store.Filter) {
	f.Limit = 25
	_, total, err := s.List(b.Context(), "a", f)
	if err != nil {
		b.Fatal(err)
	}
	for page, offset := range map[string]int64{"first": 0, "last": max(total-25, 0)} {
		f.Offset = offset
		b.Run("list/"+name+"/"+page, func(b *testing.B) {
			latencies(b, func(int) {
				got, n, err := s.List(b.Context(), "a", f)
				if err != nil || n != total || int64(len(got)) != min(25, total) {
					b.Fatalf("%d of %d, %v; want 25 of %d", len(got), n, err, total)
				}
			})
			b.ReportMetric(float64(total), "matches")
		})
	}
}

func benchCreate(b *testing.B, s *database, clients int) {
	var turn atomic.Int64
	var mu sync.Mutex
	var all []time.Duration
	document := storetest.Document()
	from := time.Now()
	b.SetParallelism(max(clients/2, 1))
	one := func() {
		n := benchStayless(turn.Add(1))
		n.Document = func(int64) ([]byte, error) { return document, nil }
		from := time.Now()
		if _, err := s.Create(b.Context(), n); err != nil {
			b.Error(err)
			return
		}
		mu.Lock()
		all = append(all, time.Since(from))
		mu.Unlock()
	}
	if clients == 1 {
		for b.Loop() {
			one()
		}
	} else {
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				one()
			}
		})
	}
	b.ReportMetric(float64(len(all))/time.Since(from).Seconds(), "creates/s")
	report(b, all)
}

// benchStayless is a reservation after all the others, of five values.
func benchStayless(i int64) store.New {
	in := int32(benchFirst + benchDays + i%benchLead)
	return store.New{
		Account: "a", Status: store.Confirmed, CreatedAt: int64(in) * 86400,
		Stay:  store.Stay{CheckIn: in, CheckOut: in + 3, CheckInAt: int64(in) * 86400, CheckOutAt: int64(in+3) * 86400},
		Hotel: i % benchHotels, Room: int(i % benchRooms), Rooms: 1, Stock: storetest.Rooms(1<<30, 3),
		Values: append(benchValues(i), fmt.Sprintf("s:new-%016X", rand.Uint64())),
	}
}

// BenchmarkScattered finds a page among ten million stays whose dates have
// nothing to do with their order, so that no block can be left out: the worst
// that the columns can meet.
func BenchmarkScattered(b *testing.B) {
	const count = 10_000_000
	d := newDraft(&view{})
	for ordinal := range int64(count) {
		in := 20000 + rand.Int32N(1000)
		stay, err := pack(in, in+1+rand.Int32N(10))
		if err != nil {
			b.Fatal(err)
		}
		d.set(ordinal+1, stay)
	}
	for i := range d.view.blocks {
		d.view.blocks[i].findRanges()
	}
	all := newMembers(count)
	both, in := store.Filter{CheckIn: store.Days{From: 20300, Until: 20330}, CheckOut: store.Days{From: 20303, Until: 20900}}, store.Filter{CheckIn: store.Days{From: 20300, Until: 20330}, CheckOut: store.AllDays()}
	for name, test := range map[string]struct {
		f     store.Filter
		among selection
	}{"check-in": {in, nil}, "both dates": {both, nil}, "both dates and a value of all": {both, all}} {
		b.Run(name, func(b *testing.B) {
			days, _ := newDates(test.f.CheckIn, test.f.CheckOut)
			latencies(b, func(int) {
				if page, total := d.view.pick(days, test.among, 0, 25); len(page) != 25 || total < 1000 {
					b.Fatal(len(page), total)
				}
			})
		})
	}
}

func newMembers(count int64) selection {
	s := selection{}
	for ordinal := int64(1); ordinal <= count; ordinal++ {
		chunk, bit := chunkOf(ordinal)
		s.chunk(chunk).set(bit)
	}
	return s
}

// BenchmarkOpen reads the columns of each size.
func BenchmarkOpen(b *testing.B) {
	for _, count := range benchSizes(b) {
		b.Run(fmt.Sprintf("%.0e", float64(count)), func(b *testing.B) {
			s := benchStore(b, count)
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				s, err := Open(b.Context(), s.dir, s.identity, []string{"a", "b"})
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSnapshots saves, loads and clears ten thousand reservations, forty
// times as many as a new default world has.
func BenchmarkSnapshots(b *testing.B) {
	s := open(b, b.TempDir())
	list := make([]store.New, 10_000)
	for i := range list {
		list[i] = benchStayless(int64(i))
		list[i].Document = func(int64) ([]byte, error) { return storetest.Document(), nil }
	}
	if err := s.Fill(b.Context(), list); err != nil {
		b.Fatal(err)
	}
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"save", func() error { return s.Save(b.Context(), "x", time.Unix(1, 0)) }},
		{"load", func() error { return s.Load(b.Context(), "x") }},
		{"clear", func() error { return s.Reset(b.Context(), nil) }},
	} {
		b.Run(step.name, func(b *testing.B) {
			latencies(b, func(int) {
				if err := step.do(); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}
