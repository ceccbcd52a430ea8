package world

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"
)

// benchSizes are the sizes at which costs are measured, to show how they grow.
var benchSizes = []int{10_000, 100_000, 1_000_000}

func sizes(b *testing.B, run func(b *testing.B, w *World)) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := build(b, n)
			w.Prepare(nil)
			runtime.GC()
			b.ReportAllocs()
			b.ResetTimer()
			run(b, w)
		})
	}
}

// percentiles runs each once per iteration and reports the p50, the p99 and the
// most of all runs, in milliseconds.
func percentiles(b *testing.B, each func(i int)) {
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		each(i)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	ms := func(at int) float64 { return float64(took[at]) / 1e6 }
	b.ReportMetric(ms(len(took)/2), "p50-ms")
	b.ReportMetric(ms(len(took)*99/100), "p99-ms")
	b.ReportMetric(ms(len(took)-1), "max-ms")
}

func BenchmarkNew(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				rebuild(b, n)
			}
		})
	}
}

func BenchmarkProperty(b *testing.B) {
	sizes(b, func(b *testing.B, w *World) {
		percentiles(b, func(i int) { w.Property(i * 7919 % w.Len()) })
	})
}

func BenchmarkOffers(b *testing.B) {
	in := DayAt(someday) + 30
	sizes(b, func(b *testing.B, w *World) {
		percentiles(b, func(i int) { w.Offers(i*7919%w.Len(), Stay{In: in, Out: in + 3, Adults: 2}, someday) })
	})
}

func BenchmarkSells(b *testing.B) {
	in := DayAt(someday) + 30
	sizes(b, func(b *testing.B, w *World) {
		percentiles(b, func(i int) { w.Sells(i*7919%w.Len(), Stay{In: in, Out: in + 3, Adults: 2}, someday) })
	})
}

// BenchmarkNearest looks around the largest city, near and far.
func BenchmarkNearest(b *testing.B) {
	for _, km := range []float64{3, 16, 80, 400} {
		b.Run(fmt.Sprintf("%vkm", km), func(b *testing.B) {
			sizes(b, func(b *testing.B, w *World) {
				at, _ := w.Locate("LON")
				found := 0
				percentiles(b, func(int) { found = len(w.Nearest(at, km, "", 2000)) })
				b.ReportMetric(float64(found), "hotels")
			})
		})
	}
}

// queryMix is what agents type, and what hurts an index: letters that begin
// half of all words, words that seldom meet, words that are misspelt.
var queryMix = []string{
	"london", "l", "lo", "s", "a", "lantern par", "hotel", "LHR", "lhr hotel", "", "grand h", "s p", "the", "the hotel", "hotel the",
	"hotel ryokan", "united states", "united kingdom old", "united japan", "japan the", "us inn", "india marg", "tokyo hotel", "hôtel étoile",
	"munchen", "muenchen", "lodnon", "londn", "barcelnoa", "amsterdm hotel", "xqzw", "qqqqqqqq", "zzzzzzzzzz hotel", "n y", "new york the",
	"kestrelway", "kestrelway airport", "quartz rooms london", "ホテル", "ホ", "海 ホ", "san f", "san", "st", "saint l", "no 2", "h t l a s",
	"united states the lodge", "lx", "lx paris", "qi hotel", "x", "q", "scenario", "inn hotel", "palace inn lodge", "de", "in", "lodge japan", "riad united states",
	"amstrd", "copenhgn", "barclon", "hotzl", "the sanxt", "hotel grnd", "united states palqc", "h t saintx", "lodge prks", "marxb", "stazio", "hotel bouti qarke",
}

func BenchmarkSearch(b *testing.B) {
	sizes(b, func(b *testing.B, w *World) {
		percentiles(b, func(i int) { w.Search(queryMix[i%len(queryMix)], "", Everything, 500) })
	})
}

// BenchmarkSearchWorst reports every query of the mix by itself.
func BenchmarkSearchWorst(b *testing.B) {
	w := build(b, 1_000_000)
	w.Prepare(nil)
	for _, query := range queryMix {
		b.Run(query, func(b *testing.B) {
			percentiles(b, func(int) { w.Search(query, "", Everything, 500) })
		})
	}
}

// BenchmarkBuildIndex reports what the index keeps in memory, the tables and
// the seeded world included.
func BenchmarkBuildIndex(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var w *World
			for b.Loop() {
				w = rebuild(b, n)
				w.Prepare(nil)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB-kept")
			b.ReportMetric(float64(after.Sys)/1e6, "MB-from-system")
			runtime.KeepAlive(w)
		})
	}
}
