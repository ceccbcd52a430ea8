package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"bellhop/sandbox/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema tells how far a database's tables are made.
type Schema struct {
	Name    string // of the database, for people
	Version int    // 0 before the first migration
	Newest  int    // what this program knows
}

// open opens what brings a database up to date. Only one process at a time
// does so in one schema: it holds an advisory lock.
func open(ctx context.Context, config *pgx.ConnConfig) (*goose.Provider, *sql.DB, error) {
	db := stdlib.OpenDB(*config)
	var schema string
	if err := db.QueryRowContext(ctx, "SELECT coalesce(current_schema(), '')").Scan(&schema); err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	if schema == "" {
		return nil, nil, errors.Join(errors.New("no schema of its search_path exists: make one with CREATE SCHEMA"), db.Close())
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte("bellhop " + schema))                                          // It never fails.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockID(int64(hash.Sum64() >> 1))) //nolint:gosec // 63 bits.
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithDisableGlobalRegistry(true), goose.WithSessionLocker(locker))
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return provider, db, nil
}

// prepareSchema makes the tables of an empty database. Those of an earlier program
// are left to Migrate: other servers may still use them.
func prepareSchema(ctx context.Context, config *pgx.ConnConfig, name string) error {
	provider, db, err := open(ctx, config)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer func() { _ = db.Close() }() // What it did is committed.
	have, know, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case have > know:
		return &store.VersionError{Dir: name, Have: int(have), Know: int(know)}
	case have == know:
		return nil
	case have > 0:
		return &store.MigrateError{Name: name, Have: int(have), Know: int(know)}
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("making the tables of %s: %w", name, err)
	}
	return nil
}

// Migrate brings the tables of a database up to date, and returns how far they
// were before.
func Migrate(ctx context.Context, address string) (before Schema, err error) {
	return with(ctx, address, func(p *goose.Provider) error {
		_, err := p.Up(ctx)
		return err
	})
}

// Status returns how far the tables of a database are made.
func Status(ctx context.Context, address string) (Schema, error) {
	return with(ctx, address, func(*goose.Provider) error { return nil })
}

func with(ctx context.Context, address string, work func(*goose.Provider) error) (before Schema, err error) {
	before.Name = Name(address)
	config, err := configure(address)
	if err != nil {
		return before, err
	}
	provider, db, err := open(ctx, config.ConnConfig)
	if err != nil {
		return before, failure(err)
	}
	defer func() { _ = db.Close() }() // What it did is committed.
	have, know, err := provider.GetVersions(ctx)
	if err != nil {
		return before, failure(err)
	}
	before.Version, before.Newest = int(have), int(know)
	if have > know {
		return before, &store.VersionError{Dir: before.Name, Have: int(have), Know: int(know)}
	}
	return before, failure(work(provider))
}
