package sandbox

import (
	"testing"
	"time"
)

// BenchmarkOpenWithOffers opens data that keeps as many offers as are ever
// remembered.
func BenchmarkOpenWithOffers(b *testing.B) {
	o := options(b.TempDir())
	o.Properties = DefaultProperties
	open := func() *Sandbox {
		s, err := Open(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	s := open()
	plant(b, s, offersText(b, 0, 200_000))
	for b.Loop() {
		b.StopTimer()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		s = open()
	}
	b.StopTimer()
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkLoadWithOffers loads a snapshot that holds as many.
func BenchmarkLoadWithOffers(b *testing.B) {
	s := demo(b)
	plant(b, s, offersText(b, 0, 200_000))
	if err := s.Save(b.Context(), "x"); err != nil {
		b.Fatal(err)
	}
	var behind time.Duration
	for b.Loop() {
		if err := s.Load(b.Context(), "x"); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		begun := time.Now()
		s.service.WaitForOffers() // It goes on behind Load.
		behind += time.Since(begun)
		b.StartTimer()
	}
	b.ReportMetric(float64(behind.Milliseconds())/float64(b.N), "ms-behind")
}
