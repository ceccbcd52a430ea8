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
	StateDir  string // the log, the journal, drafts
	DataDir   string // the data of sandboxes, exports

	ConfigFile      string // profiles and preferences
	CredentialsFile string // tokens, for the owner's eyes only
	LogFile         string
	JournalDir      string // every write to a service, of all profiles but the demo
	DraftsDir       string // for each profile the booking that is being made
	ExportsDir      string // files that the console writes on demand, such as calendars
	DemoDir         string // the world of `bellhop demo`
	DemoJournalDir  string // every write to that world: it goes with it
	DemoDraftsDir   string
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
		JournalDir:      filepath.Join(stateDir, "journal"),
		DraftsDir:       filepath.Join(stateDir, "drafts"),
		ExportsDir:      filepath.Join(dataDir, "exports"),
		DemoDir:         filepath.Join(dataDir, "demo"),
		DemoJournalDir:  filepath.Join(dataDir, "demo", "journal"),
		DemoDraftsDir:   filepath.Join(dataDir, "demo", "drafts"),
		SandboxDir:      filepath.Join(dataDir, "sandbox"),
	}
}
