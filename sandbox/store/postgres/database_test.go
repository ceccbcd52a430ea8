package postgres

import (
	"os"
	"testing"

	"bellhop/internal/pgtest"
	"bellhop/sandbox/store"
	"bellhop/sandbox/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// openAt opens the store at an address.
func openAt(t testing.TB, address string) *database {
	t.Helper()
	s, err := Open(t.Context(), address, storetest.Identity, storetest.Accounts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.(*database)
}

func TestListsDuringReplacement(t *testing.T) {
	t.Parallel()
	storetest.ListsDuringReplacement(t, openAt(t, pgtest.URL(t)))
}

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return openAt(t, pgtest.URL(t)) })
}
