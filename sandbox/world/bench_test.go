package world

import (
	"fmt"
	"testing"
)

func sizes(b *testing.B, run func(b *testing.B, w *World)) {
	for _, n := range []int{2000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := build(b, n)
			b.ReportAllocs()
			b.ResetTimer()
			run(b, w)
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		build(b, 2000)
	}
}

func BenchmarkProperty(b *testing.B) {
	sizes(b, func(b *testing.B, w *World) {
		for i := 0; b.Loop(); i++ {
			w.Property(i * 7919 % w.Len())
		}
	})
}

func BenchmarkOffers(b *testing.B) {
	in := DayAt(someday) + 30
	sizes(b, func(b *testing.B, w *World) {
		for i := 0; b.Loop(); i++ {
			w.Offers(i*7919%w.Len(), Stay{In: in, Out: in + 3, Adults: 2}, someday)
		}
	})
}

func BenchmarkSells(b *testing.B) {
	in := DayAt(someday) + 30
	sizes(b, func(b *testing.B, w *World) {
		for i := 0; b.Loop(); i++ {
			w.Sells(i*7919%w.Len(), Stay{In: in, Out: in + 3, Adults: 2}, someday)
		}
	})
}

func BenchmarkWithin(b *testing.B) {
	sizes(b, func(b *testing.B, w *World) {
		at, _ := w.Locate("LON")
		for b.Loop() {
			w.Within(at, 16)
		}
	})
}

func BenchmarkNamed(b *testing.B) {
	sizes(b, func(b *testing.B, w *World) {
		for b.Loop() {
			w.Named("lantern")
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	queries := []string{"london", "l", "lantern par", "hotel", "LHR", "", "grand h", "s p"}
	sizes(b, func(b *testing.B, w *World) {
		w.Search("x", "", Hotels, 1)
		b.ResetTimer()
		for i := 0; b.Loop(); i++ {
			w.Search(queries[i%len(queries)], "", Everything, 500)
		}
	})
}

func BenchmarkBuildIndex(b *testing.B) {
	sizes(b, func(b *testing.B, w *World) {
		for b.Loop() {
			w.buildIndex()
		}
	})
}
