-- +goose Up

-- SQLite checks the database itself. Version 3 filled the columns, and needs no migration.
ALTER TABLE fact DROP COLUMN sum;
ALTER TABLE account DROP COLUMN sum;
ALTER TABLE reservation DROP COLUMN sum;
ALTER TABLE stay_block DROP COLUMN sum;
ALTER TABLE custom_value DROP COLUMN sum;
ALTER TABLE stock DROP COLUMN sum;

PRAGMA user_version = 4;

-- +goose Down
ALTER TABLE stock ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE custom_value ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stay_block ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reservation ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fact ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
PRAGMA user_version = 3;
