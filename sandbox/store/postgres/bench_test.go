package postgres

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/internal/pgtest"
	"bellhop/sandbox/store"
	"bellhop/sandbox/store/compress"
	"bellhop/sandbox/store/number"
	"bellhop/sandbox/store/sqlite"
	"bellhop/sandbox/store/storetest"
)

// Run with
//
//	go test -run xxx -bench 'Creates|Reads|Lists' -benchtime 2s ./sandbox/store/postgres
//
// and for the largest world, whose making takes minutes and 5 GB of disk,
//
//	go test ./sandbox/store/postgres -run xxx -bench 'Reads|Lists' -reservations 10000000 -timeout 1h
var reservationCounts = flag.String("reservations", "10000,100000,1000000", "how many reservations the store of a benchmark has, with commas")

// durable starts a server whose commits are on the disk, as that of others is.
func durable(b *testing.B) *pgtest.Server {
	b.Helper()
	s, err := pgtest.Start("max_connections=300", "shared_buffers=256MB", "max_wal_size=4GB")
	if err != nil {
		pgtest.Missing(b, err)
	}
	b.Cleanup(s.Remove)
	return s
}

func benchOpen(b *testing.B, address string, accounts []string) *database {
	b.Helper()
	s, err := Open(b.Context(), address, storetest.Identity, accounts)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	return s.(*database)
}

// clients runs work by 32 clients for as long as the benchmark lasts, and reports how many
// times a second it was done and how long it took.
func clients(b *testing.B, work func(client int, i int64) error) {
	b.Helper()
	var next atomic.Int64
	var group sync.WaitGroup
	times := make([][]time.Duration, 32)
	b.ResetTimer()
	for client := range times {
		group.Go(func() {
			for i := next.Add(1); i <= int64(b.N); i = next.Add(1) {
				begun := time.Now()
				if err := work(client, i); err != nil {
					b.Error(err)
					return
				}
				times[client] = append(times[client], time.Since(begun))
			}
		})
	}
	group.Wait()
	b.StopTimer()
	all := slices.Concat(times...)
	slices.Sort(all)
	if len(all) > 0 {
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
		b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "/s")
	}
	b.ReportMetric(0, "ns/op")
}

// sold is a reservation that takes rooms, of a hotel that few others want.
func sold(account string, i int64) store.New {
	n := storetest.Sale(account, 1, storetest.Rooms(1_000_000))
	n.Hotel, n.Values = i%5000, []string{"s:att-" + strconv.FormatInt(i, 10)}
	n.Document = func(int64) ([]byte, error) { return storetest.Document(), nil }
	return n
}

// What a creation costs: beside the embedded store, and beside a loop that does nothing but
// commit one row after another.
func BenchmarkCreates(b *testing.B) {
	accounts := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	server := durable(b)
	b.Run("bare-rows", func(b *testing.B) {
		s := benchOpen(b, server.Schema(b)+"&pool_max_conns=32", accounts)
		var c compress.Codec
		document, err := c.Compress(storetest.Document())
		if err != nil {
			b.Fatal(err)
		}
		clients(b, func(_ int, i int64) error {
			_, err := s.pool.Exec(context.Background(), insertReservation, 1, i, 2, 10, 12, 1, 1, 1, i%5000, 1, 1, true, document)
			return err
		})
	})
	b.Run("embedded", func(b *testing.B) {
		s, err := sqlite.Open(b.Context(), b.TempDir(), storetest.Identity, accounts)
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		clients(b, func(_ int, i int64) error {
			_, err := s.Create(context.Background(), sold("a", i))
			return err
		})
	})
	for _, of := range []int{1, 8} {
		for _, servers := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("accounts-%d/servers-%d", of, servers), func(b *testing.B) {
				address := server.Schema(b)
				var list []*database
				for range servers {
					list = append(list, benchOpen(b, address, accounts))
				}
				clients(b, func(client int, i int64) error {
					_, err := list[client%servers].Create(context.Background(), sold(accounts[int(i)%of], i))
					return err
				})
			})
		}
	}
}

// fillDirectly makes so many reservations of one account, a page of months of them, in
// the database itself.
func fillDirectly(b *testing.B, s *database, count int64) {
	b.Helper()
	document, err := s.codec.Compress(storetest.Document())
	if err != nil {
		b.Fatal(err)
	}
	for _, one := range []struct {
		text string
		args []any
	}{
		{`INSERT INTO reservation (` + columns + `) SELECT 1, g, CASE WHEN g % 10 = 0 THEN 3 ELSE 2 END, day, day + 1 + g % 7, day::bigint * 86400,
			(day + 1 + g % 7)::bigint * 86400, 1700000000 + g, (g * 7919) % 6000, 1, 1, false, $2
			FROM (SELECT g, (20000 + (g * 104729) % 730)::int AS day FROM generate_series(1, $1::bigint) g) t`, []any{count, document}},
		{`INSERT INTO custom_value (account, value, ordinal) SELECT 1, convert_to('s:att-' || g, 'UTF8'), g FROM generate_series(1, $1::bigint) g`, []any{count}},
		{`INSERT INTO custom_value (account, value, ordinal) SELECT 1, 's:corp', g FROM generate_series(1, $1::bigint, 100) g`, []any{count}},
		{`UPDATE account SET last = $1::bigint, newest = 1700000000 + $1::bigint WHERE number = 1`, []any{count}},
	} {
		if _, err := s.pool.Exec(b.Context(), one.text, one.args...); err != nil {
			b.Fatal(err)
		}
	}
	for _, text := range []string{"VACUUM ANALYZE reservation", "VACUUM ANALYZE custom_value", "CHECKPOINT"} {
		if _, err := s.pool.Exec(b.Context(), text); err != nil {
			b.Fatal(err)
		}
	}
}

// eachSize runs a benchmark on stores of the sizes that are asked for.
func eachSize(b *testing.B, run func(b *testing.B, s *database, count int64)) {
	b.Helper()
	server := durable(b)
	for text := range strings.SplitSeq(*reservationCounts, ",") {
		count, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			s := benchOpen(b, server.Schema(b)+"&pool_max_conns=16", storetest.Accounts)
			s.readTime = time.Minute
			fillDirectly(b, s, count)
			run(b, s, count)
		})
	}
}

func BenchmarkReads(b *testing.B) {
	eachSize(b, func(b *testing.B, s *database, count int64) {
		b.Run("one", func(b *testing.B) {
			clients(b, func(int, int64) error {
				_, err := s.Read(context.Background(), "a", s.namer.ID(number.Seq(1, 1+rand.Int64N(count))))
				return err
			})
		})
	})
}

func BenchmarkLists(b *testing.B) {
	eachSize(b, func(b *testing.B, s *database, count int64) {
		all := store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 25}
		for _, one := range []struct {
			name   string
			filter func() store.Filter
		}{
			{"first-page", func() store.Filter { return all }},
			{"last-page", func() store.Filter { f := all; f.Offset = count - 25; return f }},
			{"one-attempt", func() store.Filter {
				f := all
				f.Values = []string{"s:att-" + strconv.FormatInt(1+rand.Int64N(count), 10)}
				return f
			}},
			{"one-day", func() store.Filter {
				f := all
				day := 20000 + rand.Int32N(730)
				f.CheckIn = store.Days{From: day, Until: day}
				return f
			}},
			{"one-month", func() store.Filter {
				f := all
				day := 20000 + rand.Int32N(700)
				f.CheckIn = store.Days{From: day, Until: day + 29}
				return f
			}},
			{"label-of-one-in-100", func() store.Filter { f := all; f.Values = []string{"s:corp"}; return f }},
		} {
			b.Run(one.name, func(b *testing.B) {
				var times []time.Duration
				for b.Loop() {
					begun := time.Now()
					page, _, err := s.List(context.Background(), "a", one.filter())
					if err != nil || len(page) == 0 {
						b.Fatalf("%d on the page, %v", len(page), err)
					}
					times = append(times, time.Since(begun))
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
				b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
			})
		}
		var size string
		if err := s.pool.QueryRow(b.Context(), "SELECT pg_size_pretty(sum(pg_total_relation_size(oid))) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'").
			Scan(&size); err != nil {
			b.Fatal(err)
		}
		b.Logf("%d reservations take %s", count, size)
	})
}
