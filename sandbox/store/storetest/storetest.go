// Package storetest tests that a store is one: each store runs these tests, which
// know nothing of how it keeps what.
package storetest

import (
	_ "embed" // for the document
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/store"
)

// Identity is the world of the stores that are tested.
var Identity = store.Identity{Seed: 7, Properties: 100}

// Accounts are theirs.
var Accounts = []string{"a", "b"}

//go:embed document.json
var document []byte

// Document returns a reservation as the service stores it.
func Document() []byte { return slices.Clone(document) }

// Run runs every test on a store of its own, which open makes and closes.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, store.Store){
		"LastRoomIsSoldOnce":          testLastRoomIsSoldOnce,
		"CreatedAtNeverRunsBackwards": testCreatedAtNeverRunsBackwards,
		"CancelGivesBack":             testCancelGivesBack,
		"ModifyMovesStock":            testModifyMovesStock,
		"FailedJobLeavesNoTrace":      testFailedJobLeavesNoTrace,
		"ListFilters":                 testListFilters,
		"ListsAsANaiveModelDoes":      testListsAsANaiveModelDoes,
		"Facts":                       testFacts,
		"CreateSettlesAFact":          testCreateSettlesAFact,
		"SnapshotHoldsExtraFacts":     testSnapshotHoldsExtraFacts,
		"Snapshots":                   testSnapshots,
		"FillUndoesWhatFoundNoRoom":   testFillUndoesWhatFoundNoRoom,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// Sale is a reservation of one room for two nights.
func Sale(account string, rooms int, limit store.Allotment) store.New {
	return store.New{
		Account: account, Status: store.Confirmed, CreatedAt: 1000,
		Stay:  store.Stay{CheckIn: 10, CheckOut: 12, CheckInAt: 864000, CheckOutAt: 1036800},
		Hotel: 1, Room: 1, Rooms: rooms, Stock: limit, Values: []string{"s:x", "s:x"},
		Document: func(int64) ([]byte, error) { return []byte(`{"n":1}`), nil },
	}
}

// Rooms gives n rooms for each of the nights; they are two where none is said.
func Rooms(n int, nights ...int) store.Allotment {
	return slices.Repeat(store.Allotment{n}, append(nights, 2)[0])
}

// Create creates a reservation that finds room.
func Create(t *testing.T, s store.Store, account string) store.Reservation {
	t.Helper()
	r, err := s.Create(t.Context(), Sale(account, 1, Rooms(50)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// State is all that a snapshot has to keep, read through the store.
func State(t *testing.T, s store.Store) string {
	t.Helper()
	var b strings.Builder
	for _, account := range []string{"a", "b"} {
		for _, values := range [][]string{nil, {"s:x"}} {
			page, total, err := s.List(t.Context(), account, store.Filter{CheckIn: store.AllDays(), CheckOut: store.AllDays(), Values: values, Limit: 100})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s %v: %d %v\n", account, values, total, page)
		}
	}
	sold, err := s.Sold(t.Context(), []store.Hotels{{From: 0, Until: 1000}}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	clock, found, err := s.Fact(t.Context(), "clock")
	if err != nil {
		t.Fatal(err)
	}
	filled, err := s.Filled(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "sold %v clock %q %t filled %t", sold, clock, found, filled)
	return b.String()
}
