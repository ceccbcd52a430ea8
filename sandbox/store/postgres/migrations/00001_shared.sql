-- +goose Up

-- Of which world the data is, and how the sandbox is set: it outlives a reset.
CREATE TABLE setting (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- An account's reservations are numbered from 1 without gaps. Last is the number of
-- the newest one, which was made at newest (Unix seconds).
CREATE TABLE account (
    number INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id     TEXT   NOT NULL UNIQUE,
    last   BIGINT NOT NULL DEFAULT 0,
    newest BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE fact (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- Check_in and check_out are the hotel's calendar days (days since 1970-01-01); the
-- _at columns are the instants at which they begin there. Document holds all that
-- is never searched: guests, payment, rate; deflated.
CREATE TABLE reservation (
    account      INTEGER  NOT NULL,
    ordinal      BIGINT   NOT NULL,
    status       SMALLINT NOT NULL,
    check_in     INTEGER  NOT NULL,
    check_out    INTEGER  NOT NULL,
    check_in_at  BIGINT   NOT NULL,
    check_out_at BIGINT   NOT NULL,
    created_at   BIGINT   NOT NULL,
    hotel        BIGINT   NOT NULL,
    room         INTEGER  NOT NULL,
    rooms        INTEGER  NOT NULL,
    held         BOOLEAN  NOT NULL,
    document     BYTEA    NOT NULL,
    PRIMARY KEY (account, ordinal)
);
CREATE INDEX reservation_check_in ON reservation (account, check_in, check_out, ordinal);
CREATE INDEX reservation_check_out ON reservation (account, check_out, check_in, ordinal);

-- Which reservations carry a custom_data value, normalised by its type. A value can
-- hold any character, NUL too, and so is bytes.
CREATE TABLE custom_value (
    account INTEGER NOT NULL,
    value   BYTEA   NOT NULL,
    ordinal BIGINT  NOT NULL,
    PRIMARY KEY (account, value, ordinal)
);

-- Rooms sold for one night. The allotment itself is the world's. Rows are updated
-- in place while their page has room.
CREATE TABLE stock (
    night INTEGER NOT NULL,
    hotel BIGINT  NOT NULL,
    room  INTEGER NOT NULL,
    sold  INTEGER NOT NULL CHECK (sold >= 0),
    PRIMARY KEY (night, hotel, room)
) WITH (fillfactor = 70);

-- What requests were told: see store.Kind.
CREATE TABLE note (
    kind  SMALLINT    NOT NULL,
    key   BYTEA       NOT NULL,
    value BYTEA       NOT NULL,
    kept  TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (kind, key)
) WITH (fillfactor = 70);
CREATE INDEX note_kept ON note (kept);

-- Copies of all of the above but the settings, under a name.
CREATE TABLE snapshot (
    number       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name         TEXT        NOT NULL UNIQUE,
    saved_at     BIGINT      NOT NULL, -- Unix nanoseconds, by the clock of who saved it
    reservations BIGINT      NOT NULL
);
CREATE TABLE snapshot_account (
    snapshot BIGINT NOT NULL REFERENCES snapshot ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    last     BIGINT  NOT NULL,
    newest   BIGINT  NOT NULL,
    PRIMARY KEY (snapshot, number)
);
CREATE TABLE snapshot_fact (
    snapshot BIGINT NOT NULL REFERENCES snapshot ON DELETE CASCADE,
    name     TEXT   NOT NULL,
    value    TEXT   NOT NULL,
    PRIMARY KEY (snapshot, name)
);
CREATE TABLE snapshot_reservation (
    snapshot     BIGINT   NOT NULL REFERENCES snapshot ON DELETE CASCADE,
    account      INTEGER  NOT NULL,
    ordinal      BIGINT   NOT NULL,
    status       SMALLINT NOT NULL,
    check_in     INTEGER  NOT NULL,
    check_out    INTEGER  NOT NULL,
    check_in_at  BIGINT   NOT NULL,
    check_out_at BIGINT   NOT NULL,
    created_at   BIGINT   NOT NULL,
    hotel        BIGINT   NOT NULL,
    room         INTEGER  NOT NULL,
    rooms        INTEGER  NOT NULL,
    held         BOOLEAN  NOT NULL,
    document     BYTEA    NOT NULL,
    PRIMARY KEY (snapshot, account, ordinal)
);
CREATE TABLE snapshot_custom_value (
    snapshot BIGINT  NOT NULL REFERENCES snapshot ON DELETE CASCADE,
    account  INTEGER NOT NULL,
    value    BYTEA   NOT NULL,
    ordinal  BIGINT  NOT NULL,
    PRIMARY KEY (snapshot, account, value, ordinal)
);
CREATE TABLE snapshot_stock (
    snapshot BIGINT  NOT NULL REFERENCES snapshot ON DELETE CASCADE,
    night    INTEGER NOT NULL,
    hotel    BIGINT  NOT NULL,
    room     INTEGER NOT NULL,
    sold     INTEGER NOT NULL,
    PRIMARY KEY (snapshot, night, hotel, room)
);
CREATE TABLE snapshot_note (
    snapshot BIGINT   NOT NULL REFERENCES snapshot ON DELETE CASCADE,
    kind     SMALLINT NOT NULL,
    key      BYTEA    NOT NULL,
    value    BYTEA    NOT NULL,
    PRIMARY KEY (snapshot, kind, key)
);

-- +goose Down
DROP TABLE snapshot_note, snapshot_stock, snapshot_custom_value, snapshot_reservation, snapshot_fact, snapshot_account, snapshot;
DROP TABLE note, stock, custom_value, reservation, fact, account, setting;
