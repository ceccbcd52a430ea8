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
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"bellhop/sandbox/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// newestSchema is the version of the tables that this program works with: that of
// the last migration.
const newestSchema = 1

// Schema tells how far a database's tables are made.
type Schema struct {
	Name    string // of the database, for people
	Version int    // 0 before the first migration
	Newest  int    // what this program knows
}

// Status returns how far the tables of a database are made. It changes nothing.
func Status(ctx context.Context, address string) (Schema, error) {
	return withSchema(ctx, address, func(context.Context, *sql.DB, Schema) error { return nil })
}

// Migrate brings the tables of a database up to date, and returns how far they
// were before. Of several at once one does the work, and the others wait for it.
func Migrate(ctx context.Context, address string) (before Schema, err error) {
	return withSchema(ctx, address, upgrade)
}

// makeTables makes the tables of an empty database. Those of an earlier program are
// left to Migrate: other servers may still use them.
func makeTables(ctx context.Context, address string) error {
	_, err := withSchema(ctx, address, func(ctx context.Context, db *sql.DB, at Schema) error {
		switch at.Version {
		case newestSchema:
			return nil
		case 0:
			return upgrade(ctx, db, at)
		default:
			return &store.MigrateError{Name: at.Name, Have: at.Version, Know: newestSchema}
		}
	})
	return err
}

// withSchema runs work on a database whose tables are not newer than this program.
func withSchema(ctx context.Context, address string, work func(context.Context, *sql.DB, Schema) error) (at Schema, err error) {
	at = Schema{Name: name(address), Newest: newestSchema}
	config, err := configure(address)
	if err != nil {
		return at, err
	}
	db := stdlib.OpenDB(*config.ConnConfig, stdlib.OptionBeforeConnect(func(_ context.Context, c *pgx.ConnConfig) error {
		c.RuntimeParams["lock_timeout"] = "0" // Who waits for another's migration waits.
		return nil
	}))
	defer func() { _ = db.Close() }() // What it did is committed.
	if at.Version, err = schemaVersion(ctx, db); err != nil {
		return at, explain(at.Name, err)
	}
	if at.Version > newestSchema {
		return at, &store.VersionError{Dir: at.Name, Have: at.Version, Know: newestSchema}
	}
	if err := work(ctx, db, at); err != nil {
		return at, explain(at.Name, err)
	}
	return at, nil
}

// What a database that does not serve says, and what to do then.
var explanations = map[string]string{
	"28000": "lets this user in from nowhere here: look at its pg_hba.conf",
	"28P01": "does not take the password, or was given none: set PGPASSWORD, or write ~/.pgpass",
	"3D000": "is not there: make it with createdb",
	"42501": "does not let this user make tables: make the user its owner",
	"42P07": "has a table of this name that is not the sandbox's: give the sandbox a database of its own",
	"53300": "has no free connection: raise its max_connections, or set a lower pool_max_conns in the address",
	"25006": "takes no writes: name its primary, or add target_session_attrs=read-write to an address of several hosts",
}

// explain returns the error for who starts a server on a database.
func explain(name string, err error) error {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && explanations[refused.Code] != "" {
		return &store.PlaceError{Name: name, Text: explanations[refused.Code]}
	}
	if err := failure(err); errors.Is(err, store.ErrUnavailable) {
		return fmt.Errorf("%s: %w", name, err)
	}
	return failure(err)
}

// schemaVersion returns the version of a database's tables.
func schemaVersion(ctx context.Context, db *sql.DB) (version int, err error) {
	var there bool
	if err := db.QueryRowContext(ctx, "SELECT to_regclass('goose_db_version') IS NOT NULL").Scan(&there); err != nil || !there {
		return 0, err
	}
	err = db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&version)
	return version, err
}

// upgrade runs the migrations that are still to be made, while an advisory lock keeps
// others away from the schema.
func upgrade(ctx context.Context, db *sql.DB, at Schema) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	var schema string
	if err := conn.QueryRowContext(ctx, "SELECT coalesce(current_schema(), '')").Scan(&schema); err != nil {
		return err
	}
	if schema == "" {
		return fmt.Errorf("%s: no schema of its search_path exists: make one with CREATE SCHEMA", at.Name)
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte("bellhop " + schema)) // It never fails.
	key := int64(hash.Sum64() >> 1)
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	defer func() {
		_, err2 := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
		err = errors.Join(err, err2)
	}()
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("making the tables of %s: %w", at.Name, err)
	}
	return nil
}
