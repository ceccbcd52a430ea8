-- +goose Up

-- What world the database belongs to, and how far it was filled.
CREATE TABLE fact (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE account (
    number INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE
);

-- seq counts up, so that newest first is the primary key read backwards.
-- check_in and check_out are the hotel's calendar days (days since
-- 1970-01-01); the _at columns are the instants at which they begin there.
-- document holds all that is never searched: guests, payment, rate.
CREATE TABLE reservation (
    seq          INTEGER PRIMARY KEY,
    id           TEXT    NOT NULL UNIQUE,
    account      INTEGER NOT NULL REFERENCES account (number),
    status       INTEGER NOT NULL,
    check_in     INTEGER NOT NULL,
    check_out    INTEGER NOT NULL,
    check_in_at  INTEGER NOT NULL,
    check_out_at INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    hotel        TEXT    NOT NULL,
    room         INTEGER NOT NULL,
    rooms        INTEGER NOT NULL,
    held         INTEGER NOT NULL,
    document     BLOB    NOT NULL
);
CREATE INDEX reservation_newest    ON reservation (account, seq);
CREATE INDEX reservation_check_in  ON reservation (account, check_in, seq);
CREATE INDEX reservation_check_out ON reservation (account, check_out, seq);

-- One row for each custom_data value, normalised by its type.
CREATE TABLE custom_value (
    account INTEGER NOT NULL,
    value   TEXT    NOT NULL,
    seq     INTEGER NOT NULL REFERENCES reservation (seq),
    PRIMARY KEY (account, value, seq)
) WITHOUT ROWID;

-- Rooms sold for one night. The allotment itself is the world's.
CREATE TABLE stock (
    hotel TEXT    NOT NULL,
    night INTEGER NOT NULL,
    room  INTEGER NOT NULL,
    sold  INTEGER NOT NULL CHECK (sold >= 0),
    PRIMARY KEY (hotel, night, room)
) WITHOUT ROWID;

PRAGMA user_version = 1;

-- +goose Down
DROP TABLE stock;
DROP TABLE custom_value;
DROP TABLE reservation;
DROP TABLE account;
DROP TABLE fact;
PRAGMA user_version = 0;
