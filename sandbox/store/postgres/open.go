package postgres

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

// prefixes are how an address of a database begins.
func prefixes() []string { return []string{"postgres://", "postgresql://"} }

// Is reports whether a place for data is a database of this package.
func Is(place string) bool {
	for _, prefix := range prefixes() {
		if strings.HasPrefix(place, prefix) {
			return true
		}
	}
	return false
}

// name returns the address of a database as people may read it: without the password
// and the options.
func name(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return "the PostgreSQL database"
	}
	parsed.RawQuery = ""
	return parsed.Redacted()
}

// mostConnections is how many connections a server keeps, unless its address has
// pool_max_conns.
const mostConnections = 16

// What every connection is set to, unless the address says otherwise. A server that
// hangs within a transaction must not hold the others up for ever.
var parameters = map[string]string{
	"application_name":                    "bellhop sandbox",
	"idle_in_transaction_session_timeout": "3s",
	"lock_timeout":                        "8s",
}

// configure reads an address.
func configure(address string) (*pgxpool.Config, error) {
	c, err := pgxpool.ParseConfig(address)
	if err != nil {
		// The driver's error says the address again, though without its password.
		return nil, fmt.Errorf("the address of the database: %w", err)
	}
	for name, value := range parameters {
		if _, given := c.ConnConfig.RuntimeParams[name]; !given {
			c.ConnConfig.RuntimeParams[name] = value
		}
	}
	if !strings.Contains(address, "pool_max_conns") {
		c.MaxConns = mostConnections
	}
	if c.ConnConfig.ConnectTimeout == 0 {
		c.ConnConfig.ConnectTimeout = 3 * time.Second
	}
	c.MaxConnIdleTime, c.HealthCheckPeriod = 5*time.Minute, 30*time.Second
	c.ConnConfig.OnNotice = noteWarning
	return c, nil
}

// Open opens the database of an address; what the address leaves out is taken from
// PGHOST and the like. A database without tables gets them. It fails with the errors
// that store names. Reservations can belong to the accounts alone.
func Open(ctx context.Context, address string, world store.Identity, accounts []string) (_ store.Shared, err error) {
	work := &transactions{readTime: usualReadTime, writeTime: usualWriteTime}
	d := &database{transactions: work, facts: facts{work}, notes: notes{work}, name: name(address), identity: world}
	if d.namer, err = number.NewNamer(world.Seed); err != nil {
		return nil, err
	}
	config, err := configure(address)
	if err != nil {
		return nil, err
	}
	if err := makeTables(ctx, address); err != nil {
		return nil, err
	}
	if d.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, failure(err)
	}
	defer func() {
		if err != nil {
			d.pool.Close()
		}
	}()
	if err := d.identify(ctx); err != nil {
		return nil, explain(d.name, err)
	}
	if err := d.AddAccounts(ctx, accounts); err != nil {
		return nil, err
	}
	d.watching.config, d.watching.every = config.ConnConfig, usualWatch
	d.prune.start(d.notes)
	return d, nil
}

// settingWorld names the setting that says of which world the data is.
const settingWorld = "world"

// identify stores the world in a new database, and compares it in an old one.
func (d *database) identify(ctx context.Context) error {
	const form = "%d %d %d"
	want := d.identity
	return d.ChangeSetting(ctx, settingWorld, false, func(now string) (string, error) {
		if now == "" {
			return fmt.Sprintf(form, want.Seed, want.Properties, want.Version), nil
		}
		var have store.Identity
		if _, err := fmt.Sscanf(now, form, &have.Seed, &have.Properties, &have.Version); err != nil {
			return "", fmt.Errorf("the world that is noted in %s: %w", d.name, err)
		}
		if have != want {
			return "", &store.MismatchError{Dir: d.name, Have: have, Want: want}
		}
		return now, nil
	})
}

// AddAccounts gives every new account its number.
func (d *database) AddAccounts(ctx context.Context, ids []string) error {
	numbers := map[string]int64{}
	err := d.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO account (id) SELECT unnest($1::text[]) ORDER BY 1 ON CONFLICT DO NOTHING", ids)
		if err != nil {
			return err
		}
		rows, err := tx.Query(ctx, "SELECT id, number FROM account WHERE id = ANY($1)", ids)
		if err != nil {
			return err
		}
		var id string
		var n int64
		_, err = pgx.ForEachRow(rows, []any{&id, &n}, func() error {
			numbers[id] = n
			return nil
		})
		return err
	})
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	list := map[string]*account{}
	if now := d.accounts.Load(); now != nil {
		maps.Copy(list, *now)
	}
	for id, n := range numbers {
		if list[id] == nil {
			list[id] = &account{number: n}
		}
	}
	d.accounts.Store(&list)
	return nil
}
