package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"bellhop/sandbox/store"
)

// SQLite's checks of a whole database. The second compares indexes with their tables too.
const (
	quickCheck     = "PRAGMA quick_check(1)"
	integrityCheck = "PRAGMA integrity_check(1)"
)

// killed reports whether the process before has left a log: an orderly end removes it.
func (d *database) killed() bool {
	log, err := os.Stat(d.file() + "-wal")
	return err == nil && log.Size() > 0
}

// check refuses a damaged database before anything is written to it. After a kill its
// connection only reads: closing another would write the log into the database.
func (d *database) check(ctx context.Context) error {
	file, err := os.OpenFile(d.file(), os.O_RDWR, 0) // SQLite would open a file that cannot be written, and refuse each write.
	if err != nil {
		return dataError(err)
	}
	about, err := file.Stat()
	switch err := errors.Join(err, file.Close()); {
	case err != nil:
		return dataError(err)
	case !about.Mode().IsRegular():
		return &store.DamageError{File: d.file(), Text: "it is not a file"}
	case about.Size() == 0:
		return &store.DamageError{File: d.file(), Text: "it is empty"}
	}
	mode, pragma := "rw", quickCheck
	if d.killed() {
		mode, pragma = "ro", integrityCheck
	}
	db, err := connect(address(d.dir, fileName)+"?mode="+mode, "", 1)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // Nothing was written through it.
	version, err := versionOf(ctx, db)
	if err != nil {
		return dataError(err)
	}
	if err := knownVersion(version, d.dir); err != nil {
		return err
	}
	return checkStructure(ctx, db, pragma, d.file())
}

func checkStructure(ctx context.Context, db *sql.DB, pragma, file string) error {
	var says string
	if err := db.QueryRowContext(ctx, pragma).Scan(&says); err != nil {
		return dataError(err)
	}
	if says != "ok" {
		return &store.DamageError{File: file, Text: "its structure is not as it was written"}
	}
	return nil
}

// asDamage turns what SQLite says of a damaged file into a *DamageError, and
// names the file of one that has none yet.
func asDamage(file string, err error) error {
	var known *store.DamageError
	if errors.As(err, &known) {
		if known.File == "" {
			known.File = file
		}
		return err
	}
	var e *driver.Error
	if errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB) {
		return &store.DamageError{File: file, Text: "it cannot be read", Cause: e}
	}
	return err
}

// damagedRow is the error of a row that is not as it was written, or not there
// any more.
func (d *database) damagedRow(format string, args ...any) error {
	return &store.DamageError{File: d.file(), Text: fmt.Sprintf(format, args...) + " is not as it was written"}
}
