package storetest

import (
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"bellhop/sandbox/store"
)

func names(t *testing.T, s store.Store, beginning string) (list []string) {
	t.Helper()
	facts, err := s.Facts(t.Context(), beginning)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		list = append(list, name+"="+facts[name])
	}
	return list
}

func testFacts(t *testing.T, s store.Store) {
	for _, f := range []store.NamedFact{{Name: "late 2", Value: "b"}, {Name: "late 10", Value: "é"}, {Name: "clock", Value: "+6h"}, {Name: "late", Value: "x"}, {Name: "latf", Value: "x"}, {Name: "late 2", Value: "c"}} {
		if err := s.SetFact(t.Context(), f.Name, f.Value); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, s, "late "); !slices.Equal(got, []string{"late 10=é", "late 2=c"}) {
		t.Errorf("the facts are %v", got)
	}
	for range 2 { // Forgetting what is not there is no error.
		if err := s.DropFact(t.Context(), "late 10"); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, s, "late"); !slices.Equal(got, []string{"late=x", "late 2=c"}) {
		t.Errorf("the facts are %v", got)
	}
	if got := names(t, s, "seed"); got != nil {
		t.Errorf("the store's own facts are listed: %v", got)
	}
}

// A reservation and the fact that asked for it change places as a whole.
func testCreateSettlesAFact(t *testing.T, s store.Store) {
	if err := s.SetFact(t.Context(), "late 1", "x"); err != nil {
		t.Fatal(err)
	}
	n := Sale("a", 1, Rooms(0))
	n.Settles = "late 1"
	if _, err := s.Create(t.Context(), n); !errors.Is(err, store.ErrSoldOut) {
		t.Fatalf("without a room: %v", err)
	}
	broken := errors.New("no document")
	n.Stock, n.Document = Rooms(1), func(int64) ([]byte, error) { return nil, broken }
	if _, err := s.Create(t.Context(), n); !errors.Is(err, broken) {
		t.Fatalf("without a document: %v", err)
	}
	if got := names(t, s, "late"); len(got) != 1 {
		t.Errorf("after creations that failed: %v", got)
	}
	n = Sale("a", 1, Rooms(1))
	n.Settles = "late 1"
	if _, err := s.Create(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	if got := names(t, s, "late"); got != nil {
		t.Errorf("after the creation: %v", got)
	}
}

// What is given to Save is in the copy, and not in what was copied.
func testSnapshotHoldsExtraFacts(t *testing.T, s store.Store) {
	if err := s.SetFact(t.Context(), "offers", "old"); err != nil {
		t.Fatal(err)
	}
	if err := s.Save(t.Context(), "one", time.Unix(0, 0), store.NamedFact{Name: "offers", Value: "new"}, store.NamedFact{Name: "more", Value: "x"}); err != nil {
		t.Fatal(err)
	}
	if got := append(names(t, s, "offers"), names(t, s, "more")...); !slices.Equal(got, []string{"offers=old"}) {
		t.Errorf("after saving it has %v", got)
	}
	if err := s.Load(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if got := append(names(t, s, "offers"), names(t, s, "more")...); !slices.Equal(got, []string{"offers=new", "more=x"}) {
		t.Errorf("after loading it has %v", got)
	}
}
