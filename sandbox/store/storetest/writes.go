package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

func testLastRoomIsSoldOnce(t *testing.T, s store.Store) {
	var sold, refused atomic.Int64
	var group sync.WaitGroup
	for range 40 {
		group.Go(func() {
			switch _, err := s.Create(t.Context(), Sale("a", 1, Rooms(5))); {
			case err == nil:
				sold.Add(1)
			case errors.Is(err, store.ErrSoldOut):
				refused.Add(1)
			default:
				t.Error(err)
			}
			if _, _, err := s.List(t.Context(), "a", store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 5}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if sold.Load() != 5 || refused.Load() != 35 {
		t.Errorf("sold %d and refused %d of 5 rooms, want 5 and 35", sold.Load(), refused.Load())
	}
	nights, err := s.Sold(t.Context(), []store.Hotels{{From: 1, Until: 2}}, 10, 12)
	if err != nil {
		t.Fatal(err)
	}
	for _, night := range []int32{10, 11} {
		if got := nights[store.Night{Hotel: 1, Night: night, Room: 1}]; got != 5 {
			t.Errorf("night %d has %d rooms sold, want 5", night, got)
		}
	}
}

// No reservation is older than the one before it: what was undone in between, cleared or
// loaded does not count.
func testCreatedAtNeverRunsBackwards(t *testing.T, s store.Store) {
	create := func(account string, at, want int64) {
		t.Helper()
		n := Sale(account, 1, nil)
		n.CreatedAt = at
		r, err := s.Create(t.Context(), n)
		if err != nil || r.CreatedAt != want {
			t.Errorf("made at %d by account %s, it is stored as of %d, %v; want %d", at, account, r.CreatedAt, err, want)
		}
		if again, err := s.Read(t.Context(), account, r.ID); err != nil || again.CreatedAt != want {
			t.Errorf("it reads as of %d, %v; want %d", again.CreatedAt, err, want)
		}
	}
	create("a", 100, 100)
	create("a", 50, 100)
	late := Sale("a", 9, Rooms(2))
	late.CreatedAt = 900
	if _, err := s.Create(t.Context(), late); !errors.Is(err, store.ErrSoldOut) {
		t.Fatal(err)
	}
	create("a", 101, 101)
	create("b", 10, 10)
	if err := s.Save(t.Context(), "x", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	create("a", 500, 500)
	if err := s.Load(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	create("a", 90, 101)
	if err := s.Reset(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	create("a", 7, 7)
}

func testCancelGivesBack(t *testing.T, s store.Store) {
	r, err := s.Create(t.Context(), Sale("a", 2, Rooms(2)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(t.Context(), Sale("a", 1, Rooms(2))); !errors.Is(err, store.ErrSoldOut) {
		t.Errorf("a third room of two: %v, want ErrSoldOut", err)
	}
	if _, err := s.Cancel(t.Context(), "b", r.ID, nil); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("cancelling another account's: %v, want ErrNotFound", err)
	}
	done, err := s.Cancel(t.Context(), "a", r.ID, nil)
	if err != nil || done.Status != store.Canceled {
		t.Fatalf("cancel: %v, %v", done.Status, err)
	}
	if _, err := s.Cancel(t.Context(), "a", r.ID, nil); !errors.Is(err, store.ErrNotConfirmed) {
		t.Errorf("cancelling twice: %v, want ErrNotConfirmed", err)
	}
	if _, err := s.Create(t.Context(), Sale("a", 2, Rooms(2))); err != nil {
		t.Errorf("selling what was given back: %v", err)
	}
}

func testModifyMovesStock(t *testing.T, s store.Store) {
	r, err := s.Create(t.Context(), Sale("a", 1, Rooms(1)))
	if err != nil {
		t.Fatal(err)
	}
	to := func(in, out int32, limit store.Allotment) func(store.Reservation) (store.Change, error) {
		return func(r store.Reservation) (store.Change, error) {
			return store.Change{Stay: store.Stay{CheckIn: in, CheckOut: out}, Document: r.Document, Stock: limit}, nil
		}
	}
	// One night overlaps: it must count as free for the same reservation.
	moved, err := s.Modify(t.Context(), "a", r.ID, to(11, 13, Rooms(1)))
	if err != nil || moved.Stay.CheckIn != 11 {
		t.Fatalf("moving by a night: %+v, %v", moved.Stay, err)
	}
	if _, err := s.Modify(t.Context(), "a", r.ID, to(10, 13, store.Allotment{1, 0, 0})); !errors.Is(err, store.ErrSoldOut) {
		t.Errorf("moving onto a closed night: %v, want ErrSoldOut", err)
	}
	nights, err := s.Sold(t.Context(), []store.Hotels{{From: 1, Until: 1}}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	want := map[store.Night]int{{Hotel: 1, Night: 11, Room: 1}: 1, {Hotel: 1, Night: 12, Room: 1}: 1}
	if fmt.Sprint(nights) != fmt.Sprint(want) {
		t.Errorf("sold nights are %v, want %v", nights, want)
	}
}

func testFailedJobLeavesNoTrace(t *testing.T, s store.Store) {
	bad := Sale("a", 1, Rooms(9))
	bad.Document = func(int64) ([]byte, error) { panic("made up") }
	if _, err := s.Create(t.Context(), bad); err == nil || !strings.Contains(err.Error(), "panic in a write: made up") {
		t.Errorf("a panic in a write: %v", err)
	}
	r, err := s.Create(t.Context(), Sale("a", 1, Rooms(9)))
	if _, n := number.Split(r.Seq); err != nil || n != 1 {
		t.Errorf("the next reservation has number %d, %v; want 1", n, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Create(ended, Sale("a", 1, Rooms(9))); !errors.Is(err, context.Canceled) {
		t.Errorf("a write of a caller that has gone: %v", err)
	}
	_, total, err := s.List(t.Context(), "a", store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 5})
	if err != nil || total != 1 {
		t.Errorf("%d reservations, %v; want 1", total, err)
	}
}
