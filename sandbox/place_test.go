package sandbox

import (
	"database/sql"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"bellhop/internal/pgtest"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// storeVariable says on which store the tests run that know nothing of it: "postgres",
// or the embedded one.
const storeVariable = "BELLHOP_TEST_STORE"

func onPostgres() bool { return os.Getenv(storeVariable) == "postgres" }

// schemas are the databases that stand for folders.
var schemas sync.Map // of a folder's name to a database's address

// placed puts the data where the tests are to run: a folder stands for one database
// as long as the test runs that opened it first.
func placed(t testing.TB, o Options) Options {
	t.Helper()
	if !onPostgres() || SharedData(o.Dir) {
		return o
	}
	if o.Dir == "" {
		o.Dir = pgtest.URL(t)
		return o
	}
	address, known := schemas.Load(o.Dir)
	if !known {
		address = pgtest.Kept(t)
		schemas.Store(o.Dir, address)
	}
	o.Dir = address.(string)
	return o
}

// ofOneServer ends a test about what a server alone keeps in its memory: there is
// nothing of it where servers share a store.
func ofOneServer(t *testing.T) {
	t.Helper()
	if onPostgres() {
		t.Skip("a store that servers share keeps this itself")
	}
}

// rawData opens the data in a folder, or in what stands for it, beside a server, and
// checks that it is sound where the store can be asked.
func rawData(t *testing.T, dir string) *sql.DB {
	t.Helper()
	if place := placed(t, Options{Dir: dir}).Dir; SharedData(place) {
		config, err := pgx.ParseConfig(place)
		if err != nil {
			t.Fatal(err)
		}
		return stdlib.OpenDB(*config)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	var verdict string
	if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Fatalf("integrity_check: %s, %v", verdict, err)
	}
	return db
}
