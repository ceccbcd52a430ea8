package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

//go:embed migrations/*.sql
var migrations embed.FS

//go:embed schema.sql
var schema string

// schemaVersion is the schema's version, which stands in the database header
// too, where reading it costs nothing. Data of oldestSchema is brought up to it;
// that of an earlier one is not read: nothing was released that wrote it.
const (
	schemaVersion = 4
	oldestSchema  = 2
)

const (
	fileName = "sandbox.db"
	lockName = "sandbox.lock"
	readers  = 8
)

// Open opens the database in dir, creating it when there is none; an empty dir keeps
// everything in memory. It fails with the errors that store names. Reservations can
// belong to the accounts alone.
func Open(ctx context.Context, dir string, world store.Identity, accounts []string) (_ store.Store, err error) {
	d := &database{dir: dir, identity: world, source: memory()}
	defer func() {
		if err != nil {
			d.abandon()
		}
	}()
	if d.namer, err = number.NewNamer(world.Seed); err != nil {
		return nil, err
	}
	if dir != "" {
		if d.lock, err = lockDir(ctx, dir); err != nil {
			return nil, err
		}
		d.source = address(dir, fileName) + "?_pragma=journal_mode(WAL)"
	}
	if err := d.open(ctx, accounts); err != nil {
		return nil, asDamage(d.file(), err)
	}
	return d, nil
}

// open opens the database and reads what is kept in memory.
func (d *database) open(ctx context.Context, accounts []string) (err error) {
	if d.dir != "" {
		if err := d.create(ctx); err != nil {
			return err
		}
		if err := d.check(ctx); err != nil {
			return err
		}
	}
	if d.write, err = connect(d.source, "&_txlock=immediate", 1); err != nil {
		return err
	}
	if err := migrate(ctx, d.write, d.dir); err != nil {
		return err
	}
	if err := identify(ctx, d.write, d.dir, d.identity); err != nil {
		return err
	}
	list, err := numberAccounts(ctx, d.write, accounts)
	if err != nil {
		return err
	}
	d.accounts.Store(&list)
	if d.read, err = connect(d.source, "&_pragma=query_only(1)", readers); err != nil {
		return err
	}
	if d.writer, err = newWriter(ctx, d); err != nil {
		return err
	}
	if d.queries, err = prepare(ctx, d.read, selectReservation, selectPage, selectCarriers, selectSold); err != nil {
		return err
	}
	if err := d.snapshots.open(d.dir); err != nil {
		return err
	}
	go d.writer.loop() // It outlives the opening.
	return nil
}

// create makes the database of a new folder. It is renamed when it has its schema, so an
// empty file of that name is always damage.
func (d *database) create(ctx context.Context) error {
	path := d.file()
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return dataError(err)
	}
	if d.killed() {
		return &store.DamageError{File: path, Text: "it is missing, and its log is there"}
	}
	if snapshots, _ := filepath.Glob(filepath.Join(d.dir, snapshotDir, "*.db")); len(snapshots) > 0 {
		return &store.DamageError{File: path, Text: "it is missing, and its snapshots are there"}
	}
	if err := createFile(path+partial, os.O_TRUNC); err != nil {
		return dataError(err)
	}
	db, err := connect(address(d.dir, fileName+partial)+"?mode=rw", "", 1)
	if err != nil {
		return err
	}
	if err := errors.Join(createSchema(ctx, db), db.Close()); err != nil {
		return err
	}
	return dataError(errors.Join(os.Rename(path+partial, path), syncDir(d.dir)))
}

// memory is the address of a new database in memory.
func memory() string { return "file:/" + rand.Text() + "?vfs=memdb" }

// lockDir prepares the directory, and locks it against a second process by an open
// transaction on a file of its own, which ends with the process.
func lockDir(ctx context.Context, dir string) (_ *sql.DB, err error) {
	err = os.MkdirAll(dir, 0o700)
	if err == nil {
		err = createFile(filepath.Join(dir, lockName), 0)
	}
	if err != nil {
		return nil, dataError(err)
	}
	lock, err := sql.Open("sqlite", address(dir, lockName)+"?_pragma=busy_timeout(0)")
	if err != nil {
		return nil, dataError(err)
	}
	lock.SetMaxOpenConns(1)
	if _, err := lock.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		_ = lock.Close()
		var refused *driver.Error
		if errors.As(err, &refused) && refused.Code()&0xff == sqlite3.SQLITE_BUSY {
			return nil, &store.InUseError{Dir: dir, Cause: err}
		}
		return nil, fmt.Errorf("sandbox data: locking %s: %w", dir, err)
	}
	return lock, nil
}

// address spells a file for SQLite, in which ? and % are not part of the name.
func address(dir, name string) string {
	path := filepath.ToSlash(filepath.Join(dir, name))
	return "file:" + (&url.URL{Path: path}).EscapedPath()
}

func connect(source, extra string, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", source+"&_pragma=busy_timeout(10000)&_pragma=synchronous(FULL)"+extra)
	if err != nil {
		return nil, dataError(err)
	}
	// Connections stay open: opening one reads the schema again, and a
	// database in memory lives as long as a connection to it.
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// migrate makes the schema, or brings it up to date. It asks the database header first,
// because goose's own bookkeeping costs more than opening a whole world.
func migrate(ctx context.Context, db *sql.DB, dir string) error {
	version, err := versionOf(ctx, db)
	var changes int // of the schema, ever
	if err == nil {
		err = db.QueryRowContext(ctx, "PRAGMA schema_version").Scan(&changes)
	}
	switch {
	case err != nil:
		return fmt.Errorf("sandbox data: reading the schema version: %w", err)
	case version == schemaVersion:
		return nil
	case changes == 0:
		return createSchema(ctx, db)
	}
	if err := knownVersion(version, dir); err != nil {
		return err
	}
	return upgrade(ctx, db)
}

// upgrade runs the migrations that are still to be made.
func upgrade(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return dataError(err)
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return dataError(err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("sandbox data: migrating the schema: %w", err)
	}
	return nil
}

// versionOf returns the version of a database's schema.
func versionOf(ctx context.Context, db *sql.DB) (version int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}

// createSchema gives an empty database the schema.
func createSchema(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return dataError(err)
	}
	defer func() { _ = tx.Rollback() }() // It does nothing after the commit.
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return dataError(err)
	}
	return dataError(tx.Commit())
}

// knownVersion refuses a schema that cannot be read. Version 0 is a database
// without one.
func knownVersion(version int, dir string) error {
	switch {
	case version > schemaVersion:
		return &store.VersionError{Dir: dir, Have: version, Know: schemaVersion}
	case version != 0 && version < oldestSchema:
		return &store.OldError{Dir: dir}
	default:
		return nil
	}
}

// identify stores the world in a new database, and compares it in an old one.
func identify(ctx context.Context, db *sql.DB, dir string, want store.Identity) error {
	have, found, err := identity(ctx, db)
	switch {
	case err != nil:
		return err
	case !found:
		return dataError(storeFacts(ctx, db,
			store.NamedFact{Name: factProperties, Value: strconv.Itoa(want.Properties)},
			store.NamedFact{Name: factVersion, Value: strconv.Itoa(want.Version)},
			store.NamedFact{Name: factSeed, Value: strconv.FormatUint(want.Seed, 10)})) // Last: who has it has all.
	case have != want:
		return &store.MismatchError{Dir: dir, Have: have, Want: want}
	}
	return nil
}

// identity reads the world that a database belongs to.
func identity(ctx context.Context, db *sql.DB) (have store.Identity, found bool, err error) {
	var texts [3]string
	for i, name := range []string{factSeed, factProperties, factVersion} {
		if texts[i], found, err = fact(ctx, db, name); err != nil || i == 0 && !found {
			return store.Identity{}, false, err
		}
	}
	var err1, err2, err3 error
	have.Seed, err1 = strconv.ParseUint(texts[0], 10, 64)
	have.Properties, err2 = strconv.Atoi(texts[1])
	have.Version, err3 = strconv.Atoi(texts[2])
	if err := errors.Join(err1, err2, err3); err != nil {
		return store.Identity{}, false, fmt.Errorf("sandbox data: the world that is noted in it: %w", err)
	}
	return have, true, nil
}

// execer is a querier that also writes.
type execer interface {
	querier
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// numberAccounts gives every account its number. Known accounts are not written
// again, so that opening an existing world does not wait for the disk.
func numberAccounts(ctx context.Context, db execer, accounts []string) (map[string]*account, error) {
	known, last := map[string]int64{}, int64(0)
	rows, err := db.QueryContext(ctx, "SELECT number, id FROM account ORDER BY number")
	err = eachRow(rows, err, func(rows *sql.Rows) error {
		var number int64
		var id string
		if err := rows.Scan(&number, &id); err != nil {
			return dataError(err)
		}
		known[id], last = number, number
		return nil
	})
	if err != nil {
		return nil, err
	}
	list := make(map[string]*account, len(accounts))
	for _, id := range accounts {
		number, there := known[id]
		if !there {
			last++
			number = last
			if _, err := db.ExecContext(ctx, "INSERT INTO account (number, id) VALUES (?, ?)", number, id); err != nil {
				return nil, fmt.Errorf("sandbox data: account %s: %w", strconv.Quote(strings.ToValidUTF8(id, "?")), err)
			}
		}
		list[id] = newAccount(number)
	}
	return list, nil
}
