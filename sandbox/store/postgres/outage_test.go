//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"bellhop/internal/gated"
	"bellhop/internal/pgtest"
	"bellhop/sandbox/store"
	"bellhop/sandbox/store/storetest"
)

// own starts a server of the test's own, which it can kill.
func own(t *testing.T, settings ...string) *pgtest.Server {
	t.Helper()
	gated.Test(t, pgtest.Gated)
	s, err := pgtest.Start(settings...)
	if err != nil {
		pgtest.Missing(t, err)
	}
	t.Cleanup(s.Remove)
	return s
}

// outcomes is what clients were told of their creations, by the values that mark them.
type outcomes struct {
	mu                  sync.Mutex
	made, not, unknown  []string
	count               atomic.Int64
	stopped             atomic.Bool
	group               sync.WaitGroup
	unexpected          error
	madeSince, allSince atomic.Int64 // since mark
}

// load lets clients create reservations on servers, one after another, until stop.
func load(list ...*database) *outcomes {
	o := &outcomes{}
	for client := range 16 {
		o.group.Go(func() {
			for !o.stopped.Load() {
				value := fmt.Sprintf("s:%d", o.count.Add(1))
				n := storetest.Sale(storetest.Accounts[client%2], 1, storetest.Rooms(1_000_000))
				n.Values = []string{value}
				_, err := list[client%len(list)].Create(context.Background(), n)
				o.note(value, err)
				if err != nil {
					time.Sleep(10 * time.Millisecond) // As clients do that are told to come back later.
				}
			}
		})
	}
	return o
}

func (o *outcomes) note(value string, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.allSince.Add(1)
	switch {
	case err == nil:
		o.made = append(o.made, value)
		o.madeSince.Add(1)
	case errors.Is(err, store.ErrUnknown):
		o.unknown = append(o.unknown, value)
	case errors.Is(err, store.ErrUnavailable):
		o.not = append(o.not, value)
	default:
		o.unexpected = err
	}
}

// made waits until so many more are made, by itself.
func (o *outcomes) wait(t *testing.T, n int64) {
	t.Helper()
	o.madeSince.Store(0)
	for end := time.Now().Add(time.Minute); o.madeSince.Load() < n; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d of %d more were made within a minute", o.madeSince.Load(), n)
		}
	}
}

// fail waits until so many more were told that they cannot be made.
func (o *outcomes) fail(t *testing.T, n int) {
	t.Helper()
	count := func() int {
		o.mu.Lock()
		defer o.mu.Unlock()
		return len(o.not) + len(o.unknown)
	}
	before := count()
	for end := time.Now().Add(time.Minute); count() < before+n; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d of %d more were told that there is no database", count()-before, n)
		}
	}
}

// check ends the clients and compares what they were told with what there is: all that
// was acknowledged, nothing that was refused, nothing twice, and rooms for just these.
func (o *outcomes) check(t *testing.T, s *database) {
	t.Helper()
	o.stopped.Store(true)
	o.group.Wait()
	if o.unexpected != nil {
		t.Errorf("a client was told %v", o.unexpected)
	}
	there := map[string]int{}
	var all int64
	for _, account := range storetest.Accounts {
		for offset := int64(0); ; offset += 1000 {
			page, total, err := s.List(t.Context(), account, store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 1000, Offset: offset})
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				all += total
				break
			}
		}
	}
	rows, err := s.pool.Query(t.Context(), "SELECT value, count(*) FROM custom_value GROUP BY value")
	if err != nil {
		t.Fatal(err)
	}
	var value []byte
	var n int
	if _, err := pgx.ForEachRow(rows, []any{&value, &n}, func() error {
		there[string(value)] = n
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, value := range o.made {
		if there[value] != 1 {
			t.Errorf("%s was acknowledged, and is there %d times", value, there[value])
		}
	}
	for _, value := range o.not {
		if there[value] != 0 {
			t.Errorf("%s was refused, and is there", value)
		}
	}
	late := 0
	for _, value := range o.unknown {
		if there[value] > 1 {
			t.Errorf("%s is there %d times", value, there[value])
		}
		late += there[value]
	}
	if want := int64(len(o.made) + late); all != want || int64(len(there)) != want {
		t.Errorf("%d reservations and %d values, want %d", all, len(there), want)
	}
	sold, err := s.Sold(t.Context(), []store.Hotels{{From: 1, Until: 1}}, 0, 100)
	if err != nil || int64(sold[store.Night{Hotel: 1, Night: 10, Room: 1}]) != all {
		t.Errorf("%v rooms are sold, %v; want %d", sold, err, all)
	}
	t.Logf("%d made, %d refused, %d unknown, of which %d are there", len(o.made), len(o.not), len(o.unknown), late)
}

// A database that is restarted, and one that is killed and comes back: nothing that was
// acknowledged is lost, and all goes on by itself.
func TestDatabaseComesBack(t *testing.T) {
	t.Parallel()
	server := own(t)
	a, b := openAt(t, pgtest.URLOf("", server)), openAt(t, pgtest.URLOf("", server))
	o := load(a, b)
	o.wait(t, 100)
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	o.wait(t, 100)
	server.Kill()
	o.fail(t, 50)
	if _, err := a.Read(t.Context(), "a", a.namer.ID(1<<40|1)); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a read without a database: %v, want ErrUnavailable", err)
	}
	if err := server.Run(); err != nil {
		t.Fatal(err)
	}
	o.wait(t, 100)
	o.check(t, a)
}

// The primary is killed under load, and its synchronous standby takes over.
func TestStandbyTakesOver(t *testing.T) {
	t.Parallel()
	primary := own(t, "synchronous_standby_names=*", "synchronous_commit=on")
	standby, err := primary.Standby("synchronous_standby_names=", "hot_standby=on")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(standby.Remove)
	address := pgtest.URLOf("", primary, standby)
	a, b := openAt(t, address), openAt(t, address)
	told := make(chan struct{}, 1000)
	a.Watch(func(context.Context) { told <- struct{}{} })
	o := load(a, b)
	o.wait(t, 200)
	primary.Kill()
	o.fail(t, 20)
	if err := standby.Promote(); err != nil {
		t.Fatal(err)
	}
	o.wait(t, 200)
	for len(told) > 0 {
		<-told
	}
	if err := b.SetFact(t.Context(), "clock", "+6h"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-told:
	case <-time.After(30 * time.Second):
		t.Error("what was changed after the change of the primary was told to nobody")
	}
	o.check(t, a)
}

// requireStandby makes a server's commits wait for a standby, and returns when they do:
// pg_reload_conf only signals the process that puts the setting in force.
func requireStandby(t *testing.T, server *pgtest.Server, admin *pgx.Conn) {
	t.Helper()
	for _, text := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
		if _, err := admin.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	probe, err := pgx.Connect(t.Context(), pgtest.URLOf("", server))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = probe.Close(context.Background()) }()
	waited := false
	for end := time.Now().Add(time.Minute); !waited; {
		if time.Now().After(end) {
			t.Fatal("no commit waits for a standby")
		}
		committed := make(chan error, 1)
		go func() {
			_, err := probe.Exec(context.WithoutCancel(t.Context()), "SELECT pg_logical_emit_message(true, 'probe', '')")
			committed <- err
		}()
		waited = breakOff(t, admin, committed)
	}
}

// breakOff cancels the waits for a standby until a commit has ended, and reports whether
// there was one. A commit whose wait is cancelled succeeds.
func breakOff(t *testing.T, admin *pgx.Conn, committed <-chan error) (waited bool) {
	t.Helper()
	for {
		done, err := admin.Exec(t.Context(), "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
		if err != nil {
			t.Fatal(err)
		}
		waited = waited || done.RowsAffected() > 0
		select {
		case err := <-committed:
			if err != nil {
				t.Fatal(err)
			}
			return waited
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// A commit that no standby has confirmed is not acknowledged.
func TestCommitWithoutAStandby(t *testing.T) {
	t.Parallel()
	primary := own(t)
	s := openAt(t, pgtest.URLOf("", primary))
	s.writeTime = 2 * time.Second
	admin, err := pgx.Connect(t.Context(), pgtest.URLOf("", primary))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = admin.Close(context.Background()) }()
	requireStandby(t, primary, admin)
	unknown := func(what string) {
		t.Helper()
		if _, err := s.Create(t.Context(), storetest.Sale("a", 1, storetest.Rooms(100))); !errors.Is(err, store.ErrUnknown) {
			t.Errorf("%s: %v, want ErrUnknown", what, err)
		}
	}
	unknown("nobody answers")
	s.writeTime = time.Minute
	begun, ended := time.Now(), make(chan error, 1)
	go func() {
		defer func() { ended <- nil }()
		unknown("an administrator breaks the wait off")
	}()
	if waited := breakOff(t, admin, ended); !waited || time.Since(begun) >= s.writeTime {
		t.Errorf("the commit ended after %s, and the administrator has broken off its wait: %v", time.Since(begun), waited)
	}
}

// The network between servers and database is cut, and the database hangs: nobody waits
// for ever, and all goes on by itself.
func TestPartition(t *testing.T) {
	t.Parallel()
	server := own(t)
	link, err := pgtest.NewLink(server.Port)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(link.Close)
	a, b := openAt(t, fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", link.Port)), openAt(t, pgtest.URLOf("", server))
	for _, s := range []*database{a, b} {
		s.readTime, s.writeTime = time.Second, time.Second
	}
	o := load(a, b)
	o.wait(t, 100)
	link.Cut()
	o.fail(t, 16)
	o.wait(t, 20) // The other server goes on: what the first one holds is let go.
	link.Mend()
	o.wait(t, 100)
	server.Freeze()
	o.fail(t, 16)
	server.Thaw()
	o.wait(t, 100)
	o.check(t, b)
}

// A database that has no connection left.
func TestOutOfConnections(t *testing.T) {
	t.Parallel()
	const most = 12
	server := own(t, fmt.Sprintf("max_connections=%d", most), "superuser_reserved_connections=0")
	a := openAt(t, pgtest.URLOf("pool_max_conns=4", server))
	a.pool.Reset() // Its connections go, and the test takes all there are.
	var held []*pgx.Conn
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for len(held) < most {
		conn, err := pgx.Connect(ctx, pgtest.URLOf("", server))
		switch {
		case err == nil:
			held = append(held, conn)
		case ctx.Err() != nil:
			t.Fatalf("only %d of %d connections can be had: %v", len(held), most, err)
		}
		// Else it is tried again: one that has ended counts until the server has cleared it up.
	}
	if _, err := a.Create(t.Context(), storetest.Sale("a", 1, nil)); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a write without a connection: %v, want ErrUnavailable", err)
	}
	if _, err := a.Reservations(t.Context()); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a read without a connection: %v, want ErrUnavailable", err)
	}
	for _, conn := range held {
		_ = conn.Close(context.Background())
	}
	if _, err := a.Create(t.Context(), storetest.Sale("a", 1, nil)); err != nil {
		t.Errorf("a write with connections: %v", err)
	}
}

// A disk that is full. It needs a file system of its own, which only root can make.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("NOT RUN: only root can make a small file system")
	}
	server, fill := pgtest.OnSmallDisk(t, 160<<20)
	s := openAt(t, pgtest.URLOf("", server))
	o := load(s)
	o.wait(t, 50)
	full := fill()
	o.fail(t, 20)
	full()
	if server.Ended() { // It gives up where it cannot write its log; its supervisor starts it again.
		if err := server.Run(); err != nil {
			t.Fatal(err)
		}
	}
	o.wait(t, 50)
	o.check(t, s)
}
