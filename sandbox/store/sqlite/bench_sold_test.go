package sqlite

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"bellhop/sandbox/store"
)

// BenchmarkSold measures what a hotel search asks of the stock: a page of 25
// neighbours, the 500 or 2000 hotels around a place, and 500 that lie as far
// from each other as the benchmark's hotels can, in the middle of the history,
// where most nights of most hotels have a sale.
func BenchmarkSold(b *testing.B) {
	for _, count := range benchSizes(b) {
		b.Run(fmt.Sprintf("%.0e", float64(count)), func(b *testing.B) {
			s := benchStore(b, count)
			defer func() { _ = s.Close() }() // Nothing was written.
			for _, hotels := range []struct{ count, apart int64 }{{25, 1}, {500, 1}, {2000, 1}, {500, benchHotels / 500}} {
				for _, nights := range []int32{1, 3, 7, 30} {
					b.Run(fmt.Sprintf("hotels=%d/apart=%d/nights=%d", hotels.count, hotels.apart, nights), func(b *testing.B) {
						rows := 0
						latencies(b, func(int) {
							first := rand.Int64N(benchHotels - (hotels.count-1)*hotels.apart)
							keys := make([]int64, 0, hotels.count)
							for i := range hotels.count {
								keys = append(keys, first+i*hotels.apart)
							}
							in := benchFirst + benchDays/2 + rand.Int32N(60)
							sold, err := s.Sold(b.Context(), store.Ranges(keys), in, in+nights)
							if err != nil {
								b.Fatal(err)
							}
							rows += len(sold)
						})
						b.ReportMetric(float64(rows)/float64(b.N), "rows")
					})
				}
			}
		})
	}
}
