package measured_test

import (
	"errors"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"bellhop/internal/pgtest"
	"bellhop/sandbox/store"
	"bellhop/sandbox/store/measured"
	"bellhop/sandbox/store/postgres"
	"bellhop/sandbox/store/sqlite"
	"bellhop/sandbox/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// told is what is told of a store.
type told struct {
	mu   sync.Mutex
	list []string
}

func (o *told) tell(operation, outcome string, took time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if took < 0 {
		outcome = "negative"
	}
	o.list = append(o.list, operation+" "+outcome)
}

// A store that is measured is a store.
func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store {
		s, err := sqlite.Open(t.Context(), "", storetest.Identity, storetest.Accounts)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return measured.New(s, new(told).tell)
	})
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	data, err := postgres.Open(t.Context(), pgtest.URL(t), storetest.Identity, storetest.Accounts)
	if err != nil {
		t.Fatal(err)
	}
	o := &told{}
	s, is := measured.New(data, o.tell).(store.Shared)
	if !is {
		t.Fatal("a store that servers share is none any more")
	}
	_, _ = s.Create(t.Context(), storetest.Sale("a", 1, storetest.Rooms(1)))
	_, _ = s.Create(t.Context(), storetest.Sale("a", 1, storetest.Rooms(1)))
	_, _ = s.Read(t.Context(), "a", "nobody")
	page, _, _ := s.List(t.Context(), "a", store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: 1})
	no := errors.New("no")
	_, _ = s.Cancel(t.Context(), "a", page[0].ID, func(store.Reservation) error { return no })
	_, _ = s.Modify(t.Context(), "a", page[0].ID, func(r store.Reservation) (store.Change, error) {
		return store.Change{Stay: r.Stay, Document: r.Document}, nil
	})
	_ = s.Remember(t.Context(), store.OfferMade, store.Note{Key: "k", Value: "v"})
	_ = s.Close()
	_, _ = s.Reservations(t.Context())
	_, _ = s.Create(t.Context(), storetest.Sale("a", 1, nil))
	want := []string{"create ok", "create refused", "read refused", "list ok", "cancel refused", "modify ok", "remember ok", "create unavailable"}
	if !slices.Equal(o.list, want) {
		t.Errorf("told %v, want %v", o.list, want)
	}
}
