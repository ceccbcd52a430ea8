-- The schema as the migrations leave it, for a new database: one script takes a
-- fraction of the time that they do. What the tables are for stands there.

CREATE TABLE fact (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE account (
    number INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE
);

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

CREATE TABLE stay_block (
    account INTEGER NOT NULL,
    block   INTEGER NOT NULL,
    days    BLOB    NOT NULL,
    PRIMARY KEY (account, block)
);

CREATE TABLE custom_value (
    account INTEGER NOT NULL,
    value   TEXT    NOT NULL,
    chunk   INTEGER NOT NULL,
    members BLOB    NOT NULL,
    PRIMARY KEY (account, value, chunk)
) WITHOUT ROWID;

CREATE TABLE stock (
    night INTEGER NOT NULL,
    hotel INTEGER NOT NULL,
    room  INTEGER NOT NULL,
    sold  INTEGER NOT NULL CHECK (sold >= 0),
    PRIMARY KEY (night, hotel, room)
) WITHOUT ROWID;

-- What goose writes down, so that it takes up the next migration from here.
CREATE TABLE goose_db_version (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL,
    is_applied INTEGER NOT NULL,
    tstamp     TIMESTAMP DEFAULT (datetime('now'))
);
INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1), (2, 1), (4, 1);

PRAGMA user_version = 4;
