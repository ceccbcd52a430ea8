package store

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
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed migrations/*.sql
var migrations embed.FS

// schemaVersion is the schema's version, which stands in the database header
// too, where reading it costs nothing. Data of an earlier one is not read:
// nothing was released that wrote it.
const schemaVersion = 2

const (
	fileName = "sandbox.db"
	lockName = "sandbox.lock"
	readers  = 8

	factSeed       = "seed"
	factProperties = "properties"
	factVersion    = "version"
	factFilled     = "filled"
	factSaved      = "saved"        // in snapshots: when, in Unix nanoseconds
	factCount      = "reservations" // in snapshots: how many
	own            = "own "         // begins the names of what SetFact stores
)

// Open opens the database in dir, creating it when there is none; an empty dir
// keeps everything in memory. It fails with a MismatchError when the database
// belongs to another world, with a VersionError when a newer program wrote it,
// with an OldError when an earlier one did, and with an InUseError when another
// process serves it. The accounts are the ones that reservations can belong to.
func Open(ctx context.Context, dir string, world Identity, accounts []string) (_ *Store, err error) {
	s := &Store{
		dir: dir, identity: world, source: memory(),
		jobs: make(chan *job), quit: make(chan struct{}), stopped: make(chan struct{}),
	}
	defer func() {
		if err != nil {
			s.abandon()
		}
	}()
	if s.namer, err = newNamer(world.Seed); err != nil {
		return nil, err
	}
	if dir != "" {
		if s.source, err = s.claim(ctx, dir); err != nil {
			return nil, err
		}
	}
	if s.write, err = connect(s.source, "&_txlock=immediate", 1); err != nil {
		return nil, err
	}
	if err := migrate(ctx, s.write, dir); err != nil {
		return nil, err
	}
	if err := identify(ctx, s.write, dir, world); err != nil {
		return nil, err
	}
	if s.accounts, err = enrol(ctx, s.write, accounts); err != nil {
		return nil, err
	}
	if s.read, err = connect(s.source, "&_pragma=query_only(1)", readers); err != nil {
		return nil, err
	}
	if s.writer, err = newWriter(ctx, s); err != nil {
		return nil, err
	}
	if err := s.queries.prepare(ctx, s.read); err != nil {
		return nil, err
	}
	if err := s.shelf.open(dir); err != nil {
		return nil, err
	}
	go s.run()
	return s, nil
}

// memory is the address of a new database in memory.
func memory() string { return "file:/" + rand.Text() + "?vfs=memdb" }

// abandon closes what a failed Open has opened.
func (s *Store) abandon() {
	_ = s.queries.close()
	if s.writer != nil {
		_ = s.writer.close()
	}
	for _, db := range []*sql.DB{s.read, s.write, s.lock} {
		if db != nil {
			_ = db.Close()
		}
	}
}

// claim prepares the directory, locks it against a second process, and returns
// the database's address. The lock is an open transaction on a file of its
// own: the operating system drops it with the process, however that ends.
func (s *Store) claim(ctx context.Context, dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("sandbox data: %w", err)
	}
	for _, name := range []string{fileName, lockName} {
		// SQLite would create the file with wider permissions.
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return "", fmt.Errorf("sandbox data: %w", err)
		}
		if err := f.Close(); err != nil {
			return "", fmt.Errorf("sandbox data: %w", err)
		}
	}
	lock, err := sql.Open("sqlite", address(dir, lockName)+"?_pragma=busy_timeout(0)")
	if err != nil {
		return "", fmt.Errorf("sandbox data: %w", err)
	}
	s.lock = lock
	lock.SetMaxOpenConns(1)
	if _, err := lock.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		var refused *sqlite.Error
		if errors.As(err, &refused) && refused.Code()&0xff == sqlite3.SQLITE_BUSY {
			return "", &InUseError{Dir: dir, Cause: err}
		}
		return "", fmt.Errorf("sandbox data: locking %s: %w", dir, err)
	}
	return address(dir, fileName) + "?_pragma=journal_mode(WAL)", nil
}

// address spells a file for SQLite, in which ? and % are not part of the name.
func address(dir, name string) string {
	path := filepath.ToSlash(filepath.Join(dir, name))
	return "file:" + (&url.URL{Path: path}).EscapedPath()
}

func connect(source, extra string, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", source+"&_pragma=busy_timeout(10000)&_pragma=synchronous(FULL)"+extra)
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	// Connections stay open: opening one reads the schema again, and a
	// database in memory lives as long as a connection to it.
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// migrate brings the schema up to date. It asks the database header first,
// because goose's own bookkeeping costs more than opening a whole world.
func migrate(ctx context.Context, db *sql.DB, dir string) error {
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("sandbox data: reading the schema version: %w", err)
	}
	if version == schemaVersion {
		return nil
	}
	if version > 0 && version < schemaVersion {
		return &OldError{Dir: dir}
	}
	if version > schemaVersion {
		return &VersionError{Dir: dir, Have: version, Know: schemaVersion}
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("sandbox data: migrating the schema: %w", err)
	}
	return nil
}

// identify notes the world in a new database, and compares it in an old one.
func identify(ctx context.Context, db *sql.DB, dir string, want Identity) error {
	have, found, err := identity(ctx, db)
	switch {
	case err != nil:
		return err
	case !found:
		_, err := db.ExecContext(ctx, "INSERT INTO fact (name, value) VALUES (?, ?), (?, ?), (?, ?)",
			factSeed, strconv.FormatUint(want.Seed, 10), factProperties, strconv.Itoa(want.Properties), factVersion, strconv.Itoa(want.Version))
		if err != nil {
			return fmt.Errorf("sandbox data: %w", err)
		}
	case have != want:
		return &MismatchError{Dir: dir, Have: have, Want: want}
	}
	return nil
}

// identity reads the world that a database belongs to.
func identity(ctx context.Context, db *sql.DB) (have Identity, found bool, err error) {
	seed, found, err := fact(ctx, db, factSeed)
	if err != nil || !found {
		return Identity{}, false, err
	}
	size, _, err := fact(ctx, db, factProperties)
	if err != nil {
		return Identity{}, false, err
	}
	version, _, err := fact(ctx, db, factVersion)
	if err != nil {
		return Identity{}, false, err
	}
	var err1, err2, err3 error
	have.Seed, err1 = strconv.ParseUint(seed, 10, 64)
	have.Properties, err2 = strconv.Atoi(size)
	have.Version, err3 = strconv.Atoi(version)
	if err := errors.Join(err1, err2, err3); err != nil {
		return Identity{}, false, fmt.Errorf("sandbox data: the world that is noted in it: %w", err)
	}
	return have, true, nil
}

func fact(ctx context.Context, db *sql.DB, name string) (value string, found bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT value FROM fact WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("sandbox data: %w", err)
	}
	return value, true, nil
}

// enrol gives every account its number. Known accounts are not written again,
// so that opening an existing world does not wait for the disk.
func enrol(ctx context.Context, db *sql.DB, accounts []string) (map[string]*account, error) {
	list := make(map[string]*account, len(accounts))
	for _, id := range accounts {
		var number int64
		err := db.QueryRowContext(ctx, "SELECT number FROM account WHERE id = ?", id).Scan(&number)
		if errors.Is(err, sql.ErrNoRows) {
			err = db.QueryRowContext(ctx, "INSERT INTO account (id) VALUES (?) RETURNING number", id).Scan(&number)
		}
		if err != nil {
			return nil, fmt.Errorf("sandbox data: account %s: %w", strconv.Quote(strings.ToValidUTF8(id, "?")), err)
		}
		list[id] = &account{number: number}
	}
	return list, nil
}
