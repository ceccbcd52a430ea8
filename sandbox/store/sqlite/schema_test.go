package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/store/storetest"
)

// A new database has the schema that the migrations lead to, and the same is
// written down of what was migrated.
func TestNewSchemaIsWhatTheMigrationsMake(t *testing.T) {
	t.Parallel()
	made := func(schema func(context.Context, *sql.DB) error) []string {
		db, err := connect(memory(), "", 1)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		if err := schema(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		rows, err := db.QueryContext(t.Context(), `
			SELECT * FROM (SELECT name, ifnull(sql, '') FROM sqlite_schema ORDER BY name)
			UNION ALL SELECT * FROM (SELECT version_id, is_applied FROM goose_db_version ORDER BY id)
			UNION ALL SELECT 'version', user_version FROM pragma_user_version`)
		var list []string
		err = eachRow(rows, err, func(rows *sql.Rows) error {
			var name, text string
			err := rows.Scan(&name, &text)
			list = append(list, fmt.Sprint(name, ": ", strings.Join(strings.Fields(text), "")))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	created, migrated := made(createSchema), made(upgrade)
	if len(created) < 10 || !slices.Equal(created, migrated) {
		t.Errorf("a new database has\n%s\nthe migrations make\n%s", strings.Join(created, "\n"), strings.Join(migrated, "\n"))
	}
}

// asSchema makes of a database what a program of an earlier schema would have written:
// one of version 3 has a column more in each table.
func asSchema(t *testing.T, path string, version int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	list := []string{"DELETE FROM goose_db_version WHERE version_id > 1", fmt.Sprintf("PRAGMA user_version = %d", version)}
	if version == 3 {
		list = append(list, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (2, 1), (3, 1)")
		for _, table := range append(tables(), "fact", "account") {
			list = append(list, "ALTER TABLE "+table+" ADD COLUMN sum INTEGER NOT NULL DEFAULT 0", "UPDATE "+table+" SET sum = 77")
		}
	}
	for _, text := range list {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// asOldSnapshot makes of a snapshot what a program of an earlier schema would have saved:
// one of version 3 ends in bytes that belong to no page.
func asOldSnapshot(t *testing.T, path string, version int) {
	t.Helper()
	asSchema(t, path, version)
	if version == 3 {
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, append(text, "bhseal\x00\x01 sixteen bytes.."...), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// answersAre compares the answers of a store with those of before.
func answersAre(t *testing.T, s *database, want map[string]string, when string) {
	t.Helper()
	got := questions(t.Context(), s)
	for question, answer := range want {
		if got[question] != answer {
			t.Errorf("%s: %s is answered\n%.300s\nwant\n%.300s", when, question, got[question], answer)
		}
	}
	if err := checkStructure(t.Context(), s.read, integrityCheck, s.file()); err != nil {
		t.Errorf("%s: %v", when, err)
	}
}

// Data and snapshots of an earlier schema go on. The file that an earlier program kept
// beside them stays as it is.
func TestOpen_EarlierSchema(t *testing.T) {
	t.Parallel()
	for _, version := range []int{2, 3} {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			s := openFilled(t)
			want := questions(t.Context(), s)
			beside := filepath.Join(s.dir, "sandbox.sum")
			if err := errors.Join(s.Save(t.Context(), "now", time.Unix(9, 0)), s.Close(), os.WriteFile(beside, []byte("?"), 0o600)); err != nil {
				t.Fatal(err)
			}
			asSchema(t, s.file(), version)
			asOldSnapshot(t, filepath.Join(s.dir, snapshotDir, "now.db"), version)
			s = open(t, s.dir)
			answersAre(t, s, want, "after the opening")
			if list, err := s.Snapshots(t.Context()); err != nil || len(list) != 3 || list[2].Name != "now" || list[2].Damaged || list[2].Reservations != 120 {
				t.Errorf("the snapshots are %v, %v", list, err)
			}
			storetest.Create(t, s, "a")
			if err := s.Load(t.Context(), "now"); err != nil {
				t.Fatal(err)
			}
			answersAre(t, s, want, "after loading")
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open(t, s.dir)
			answersAre(t, s, want, "after another opening")
			if left, err := filepath.Glob(filepath.Join(s.dir, snapshotDir, "*"+partial+"*")); err != nil || len(left) > 0 {
				t.Errorf("%v, %v is left of the copy", left, err)
			}
			if text, err := os.ReadFile(beside); err != nil || string(text) != "?" {
				t.Errorf("%s is %q, %v", beside, text, err)
			}
		})
	}
}

// A snapshot that somebody puts in the place of the database is its state, as
// the message of a damaged one advises.
func TestOpen_SnapshotInPlaceOfTheDatabase(t *testing.T) {
	t.Parallel()
	for _, version := range []int{2, 3, schemaVersion} {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			s := openFilled(t)
			want := questions(t.Context(), s)
			snapshot := filepath.Join(s.dir, snapshotDir, "now.db")
			if err := errors.Join(s.Save(t.Context(), "now", time.Unix(9, 0)), s.Close()); err != nil {
				t.Fatal(err)
			}
			if version < schemaVersion {
				asOldSnapshot(t, snapshot, version)
			}
			if err := os.Rename(snapshot, s.file()); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				s = open(t, s.dir)
				answersAre(t, s, want, "after an opening")
				for range 30 { // The database grows.
					if _, err := s.Create(t.Context(), storetest.Sale("a", 1, nil)); err != nil {
						t.Fatal(err)
					}
				}
				want = questions(t.Context(), s)
				if err := errors.Join(s.Save(t.Context(), "again", time.Unix(10, 0)), s.Close()); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
