//go:build linux

package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"bellhop/internal/pgtest"
)

// BenchmarkServers has 32 clients book, at one to four servers of one database and at one
// with the embedded store: how many bookings a second there are, and how much processor time
// of the servers and of the database each takes. One search finds the rooms of some 25
// bookings, so that what is measured is booking.
//
//	go test ./internal/e2e -run xxx -bench Servers -benchtime 3000x
func BenchmarkServers(b *testing.B) {
	program, err := build()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("embedded", func(b *testing.B) { benchServers(b, program, 1, "") })
	for servers := 1; servers <= 4; servers++ {
		b.Run(fmt.Sprintf("servers=%d", servers), func(b *testing.B) {
			database, err := pgtest.Start("max_connections=300", "shared_buffers=256MB", "max_wal_size=4GB")
			if err != nil {
				pgtest.Missing(b, err)
			}
			b.Cleanup(database.Remove)
			benchServers(b, program, servers, database.Schema(b))
		})
	}
}

func benchServers(b *testing.B, program string, servers int, data string) {
	home := b.TempDir()
	if data == "" {
		data = filepath.Join(home, "world")
	}
	var addresses []string
	for range servers {
		cmd := exec.CommandContext(b.Context(), program, "sandbox", "--listen", "127.0.0.1:0", "--data", data, "--account", "bench:secret")
		cmd.Env = environment(home)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait() // It was killed.
		})
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			b.Fatal(err)
		}
		addresses = append(addresses, strings.TrimSpace(strings.TrimPrefix(line, "listening on ")))
	}
	var group sync.WaitGroup
	const clients = 32
	tasks := make(chan struct{}, b.N)
	for range b.N {
		tasks <- struct{}{}
	}
	close(tasks)
	booked := make([]int, clients)
	before := [2]time.Duration{used("bellhop"), used("postgres")}
	written := measure(b, data)
	b.ResetTimer()
	for i := range clients {
		group.Go(func() {
			c := caller{b: b, address: addresses[i%servers], dice: rand.New(rand.NewPCG(uint64(i), uint64(b.N)))} //nolint:gosec // Neither is negative.
			for range tasks {
				c.bookNext()
			}
			booked[i] = c.booked
		})
	}
	group.Wait()
	b.StopTimer()
	sum := 0
	for _, n := range booked {
		sum += n
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(sum)/b.Elapsed().Seconds(), "bookings/s")
	for i, unit := range []string{"commits/booking", "kB-wal/booking"} {
		b.ReportMetric((measure(b, data)[i]-written[i])/float64(sum), unit)
	}
	for i, name := range []string{"bellhop", "postgres"} {
		b.ReportMetric((used(name)-before[i]).Seconds()*1e3/float64(sum), name+"-cpu-ms/booking")
	}
}

// measure returns how many transactions a database has committed, and how many kilobytes
// it has written to its log.
func measure(b *testing.B, data string) (values [2]float64) {
	b.Helper()
	if !strings.HasPrefix(data, "postgres://") {
		return values
	}
	connection, err := pgx.Connect(b.Context(), data)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = connection.Close(b.Context()) }()
	if err := connection.QueryRow(b.Context(), "SELECT sum(xact_commit)::float8, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 / 1024 FROM pg_stat_database").
		Scan(&values[0], &values[1]); err != nil {
		b.Fatal(err)
	}
	return values
}

// bookNext books one of the rooms that were found, or finds some first.
func (c *caller) bookNext() {
	for len(c.ready) == 0 {
		in := time.Now().AddDate(0, 0, 10+c.dice.IntN(300))
		stay := [2]string{in.Format(time.DateOnly), in.AddDate(0, 0, 1).Format(time.DateOnly)}
		var page foundPage
		if err := json.Unmarshal(c.ask(http.MethodPost, "/rest/v1/hotel/search", map[string]any{
			"stay_info": map[string]any{"check_in_date": stay[0], "check_out_date": stay[1], "guests": map[string]any{"adults": 2}},
			"filter": map[string]any{"location": map[string]any{
				"type":    "coordinates",
				"details": map[string]any{"latitude": 40 + 12*c.dice.Float64(), "longitude": 20 * c.dice.Float64()},
				"radius":  map[string]any{"value": 1000, "type": "mi"},
			}},
		}), &page); err != nil {
			c.b.Error(err)
			return
		}
		for _, hotel := range page.Results {
			c.ready = append(c.ready, func() { c.book(hotel, stay) })
		}
	}
	next := c.ready[len(c.ready)-1]
	c.ready = c.ready[:len(c.ready)-1]
	next()
}

// used is the processor time of all processes of a name.
func used(name string) (sum time.Duration) {
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range all {
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), "("+name+")") {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest)
		for _, field := range fields[11:13] { // utime and stime, in hundredths of a second
			n, err := strconv.ParseInt(field, 10, 64)
			if err == nil {
				sum += time.Duration(n) * 10 * time.Millisecond
			}
		}
	}
	return sum
}
