-- +goose Up

-- What world the database belongs to, how far it was filled, and what the
-- sandbox keeps for itself.
CREATE TABLE fact (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE account (
    number INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE
);

-- seq is account number * 2^40 + ordinal, the ordinal counting from 1 within
-- the account: the reservations of an account lie together in the order of
-- their creation, and a page of its list is a range of keys. No other index is
-- kept: an id decodes to its seq, and dates are searched in the columns below.
-- check_in and check_out are the hotel's calendar days (days since
-- 1970-01-01); the _at columns are the instants at which they begin there.
-- document holds all that is never searched: guests, payment, rate; deflated.
CREATE TABLE reservation (
    seq          INTEGER PRIMARY KEY,
    status       INTEGER NOT NULL,
    check_in     INTEGER NOT NULL,
    check_out    INTEGER NOT NULL,
    check_in_at  INTEGER NOT NULL,
    check_out_at INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    hotel        INTEGER NOT NULL,
    room         INTEGER NOT NULL,
    rooms        INTEGER NOT NULL,
    held         INTEGER NOT NULL,
    document     BLOB    NOT NULL
);

-- The stays of 8192 reservations of an account, packed, once there are that
-- many: opening reads these and not the rows.
CREATE TABLE stay_block (
    account INTEGER NOT NULL,
    block   INTEGER NOT NULL,
    days    BLOB    NOT NULL,
    PRIMARY KEY (account, block)
);

-- Which reservations carry a custom_data value, normalised by its type: one
-- row for each 65536 ordinals of the account that hold any.
CREATE TABLE custom_value (
    account INTEGER NOT NULL,
    value   TEXT    NOT NULL,
    chunk   INTEGER NOT NULL,
    members BLOB    NOT NULL,
    PRIMARY KEY (account, value, chunk)
) WITHOUT ROWID;

-- Rooms sold for one night. The allotment itself is the world's. The hotels of
-- a city have neighbouring keys, so that a search reads one range a night.
CREATE TABLE stock (
    night INTEGER NOT NULL,
    hotel INTEGER NOT NULL,
    room  INTEGER NOT NULL,
    sold  INTEGER NOT NULL CHECK (sold >= 0),
    PRIMARY KEY (night, hotel, room)
) WITHOUT ROWID;

PRAGMA user_version = 2;

-- +goose Down
DROP TABLE stock;
DROP TABLE custom_value;
DROP TABLE stay_block;
DROP TABLE reservation;
DROP TABLE account;
DROP TABLE fact;
PRAGMA user_version = 0;
