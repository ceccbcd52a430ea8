-- +goose Up

-- A checksum over all columns of a row. The next migration works out those of
-- the rows that are there, and gives the schema its number.
ALTER TABLE fact ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reservation ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stay_block ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE custom_value ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stock ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE stock DROP COLUMN sum;
ALTER TABLE custom_value DROP COLUMN sum;
ALTER TABLE stay_block DROP COLUMN sum;
ALTER TABLE reservation DROP COLUMN sum;
ALTER TABLE account DROP COLUMN sum;
ALTER TABLE fact DROP COLUMN sum;
