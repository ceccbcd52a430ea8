package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
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
