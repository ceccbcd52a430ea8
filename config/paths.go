package config

import (
	"path/filepath"

	"github.com/adrg/xdg"
)

const product = "bellhop"

// Paths are the folders and files that Bellhop uses, by the XDG base directory
// rules. They are absolute; none of them needs to exist.
type Paths struct {
	ConfigDir string // config.toml and credentials.toml
	StateDir  string // the log
	DataDir   string // the data of sandboxes

	ConfigFile      string // profiles and preferences
	CredentialsFile string // tokens, for the owner's eyes only
	LogFile         string
	DemoDir         string // the world of `bellhop demo`
	SandboxDir      string // the world of `bellhop sandbox`
}

// DefaultPaths returns the paths of this user. It reads nothing from the disk;
// the XDG variables are those of the program's start.
func DefaultPaths() Paths {
	return PathsIn(
		filepath.Join(xdg.ConfigHome, product),
		filepath.Join(xdg.StateHome, product),
		filepath.Join(xdg.DataHome, product),
	)
}

// PathsIn returns the paths in three folders of Bellhop's own.
func PathsIn(configDir, stateDir, dataDir string) Paths {
	return Paths{
		ConfigDir:       configDir,
		StateDir:        stateDir,
		DataDir:         dataDir,
		ConfigFile:      filepath.Join(configDir, "config.toml"),
		CredentialsFile: filepath.Join(configDir, "credentials.toml"),
		LogFile:         filepath.Join(stateDir, "bellhop.log"),
		DemoDir:         filepath.Join(dataDir, "demo"),
		SandboxDir:      filepath.Join(dataDir, "sandbox"),
	}
}
