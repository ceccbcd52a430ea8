// Package config finds what Bellhop is told before it starts: the folders, the
// profiles and preferences of config.toml, the tokens of credentials.toml, and
// the environment and flags that override them. Every value remembers where it
// came from, and every problem names its file, line and column.
//
// A profile is one account of one service. Whether it is a sandbox or
// production is decided by its host and never by its key, because the same key
// may work on both.
package config
