package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/adrg/xdg"
)

const product = "bellhop"

// Paths are the folders and files that Bellhop uses, by the XDG base directory
// rules. They are absolute, but for those of a cache that has no
// place; none of them needs to exist.
type Paths struct {
	ConfigDir string // config.toml and credentials.toml
	StateDir  string // the log, the journal, drafts
	DataDir   string // the data of sandboxes, exports
	CacheDir  string // what can be fetched again; empty where there is no place for it

	ConfigFile      string // profiles and preferences
	CredentialsFile string // tokens, for the owner's eyes only
	LogFile         string
	JournalDir      string // every write to a service, of all profiles but the demo
	DraftsDir       string // for each profile the booking that is being made
	LearnedFile     string // how often each key that sends something was used, until it needs no explaining
	QuotesDir       string // what was quoted in the last thirty days
	GuestsFile      string // the guest book
	RecentFile      string // the lines that were searched of late
	LinesFile       string // the lines that people stored under a name
	ViewsFile       string // the views of reservations, which people share
	BatchDir        string // which cancellations of several are not done yet, for each account
	CrashesDir      string // what is known of consoles that ended by themselves
	RetiredFile     string // which settings and files of earlier versions were named as no longer used
	RunningDir      string // a file for each console that runs; one of a console that does not ended unclean
	ExportsDir      string // files that the console writes on demand, such as calendars
	PhotosDir       string // photos of hotels that were looked at; empty keeps none
	DemoDir         string // the world of `bellhop demo`
	DemoJournalDir  string // every write to that world: it goes with it
	DemoDraftsDir   string
	DemoLearnedFile string
	DemoQuotesDir   string
	DemoRecentFile  string
	DemoGuestsFile  string
	DemoBatchDir    string
	SandboxDir      string // the world of `bellhop sandbox`
}

// DefaultPaths returns the paths of this user. It reads nothing from the disk;
// the XDG variables are those of the program's start. The error, an *Error, says
// which variables are missing or wrong; then the paths must not be used, because
// they would stand at the root of the disk or move with the working folder.
func DefaultPaths() (Paths, error) {
	p := PathsIn(
		filepath.Join(xdg.ConfigHome, product),
		filepath.Join(xdg.StateHome, product),
		filepath.Join(xdg.DataHome, product),
		cacheDir(runtime.GOOS, os.Getenv),
	)
	return p, checkVariables(runtime.GOOS, os.Getenv)
}

// cacheDir returns the folder for what can be fetched again; none where no variable names a place for it. Nothing is wrong
// then: nothing is kept.
func cacheDir(goos string, env func(string) string) string {
	if goos != "windows" && !filepath.IsAbs(env("XDG_CACHE_HOME")) && !filepath.IsAbs(env("HOME")) {
		return ""
	}
	return filepath.Join(xdg.CacheHome, product)
}

// checkVariables finds what is wrong with the variables that the paths come from.
// The XDG specification takes only absolute paths. A relative one is refused
// rather than passed over: the journal would be written where nobody looks for it.
func checkVariables(goos string, env func(string) string) error {
	if goos == "windows" {
		return nil // The folders are known to the system.
	}
	var found problems
	missing := false
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"} {
		switch folder := env(name); {
		case folder == "":
			missing = true
		case strings.HasPrefix(folder, "~") || strings.HasPrefix(folder, "$HOME"):
			missing = true // The library puts HOME in its place.
		case !filepath.IsAbs(folder):
			found.add(notAbsolute(name, folder, "set it to a folder that begins with /, or unset it"))
		}
	}
	switch home := env("HOME"); {
	case !missing:
	case home == "":
		found.add(Problem{
			Where: "HOME", What: "it is not set, so there is no place for your files",
			Fix: "set HOME to your home folder, or XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_DATA_HOME to folders of your own",
		})
	case !filepath.IsAbs(home):
		found.add(notAbsolute("HOME", home, "set it to your home folder, which begins with /"))
	}
	return found.err()
}

func notAbsolute(name, folder, fix string) Problem {
	return Problem{Where: name, What: visible(folder) + " is not an absolute path", Fix: fix}
}

// PathsIn returns the paths in four folders of Bellhop's own.
func PathsIn(configDir, stateDir, dataDir, cacheDir string) Paths {
	photos := ""
	if cacheDir != "" {
		photos = filepath.Join(cacheDir, "photos")
	}
	return Paths{
		ConfigDir:       configDir,
		StateDir:        stateDir,
		DataDir:         dataDir,
		CacheDir:        cacheDir,
		ConfigFile:      filepath.Join(configDir, "config.toml"),
		CredentialsFile: filepath.Join(configDir, "credentials.toml"),
		LogFile:         filepath.Join(stateDir, "bellhop.log"),
		JournalDir:      filepath.Join(stateDir, "journal"),
		DraftsDir:       filepath.Join(stateDir, "drafts"),
		LearnedFile:     filepath.Join(stateDir, "learned.json"),
		QuotesDir:       filepath.Join(stateDir, "quotes"),
		GuestsFile:      filepath.Join(dataDir, "guests.jsonl"),
		RecentFile:      filepath.Join(stateDir, "recent.txt"),
		LinesFile:       filepath.Join(configDir, "lines.txt"),
		ViewsFile:       filepath.Join(configDir, "views.toml"),
		BatchDir:        filepath.Join(stateDir, "batches"),
		CrashesDir:      filepath.Join(stateDir, "crashes"),
		RetiredFile:     filepath.Join(stateDir, "retired.txt"),
		RunningDir:      filepath.Join(stateDir, "running"),
		ExportsDir:      filepath.Join(dataDir, "exports"),
		PhotosDir:       photos,
		DemoDir:         filepath.Join(dataDir, "demo"),
		DemoJournalDir:  filepath.Join(dataDir, "demo", "journal"),
		DemoDraftsDir:   filepath.Join(dataDir, "demo", "drafts"),
		DemoLearnedFile: filepath.Join(dataDir, "demo", "learned.json"),
		DemoQuotesDir:   filepath.Join(dataDir, "demo", "quotes"),
		DemoRecentFile:  filepath.Join(dataDir, "demo", "recent.txt"),
		DemoGuestsFile:  filepath.Join(dataDir, "demo", "guests.jsonl"),
		DemoBatchDir:    filepath.Join(dataDir, "demo", "batches"),
		SandboxDir:      filepath.Join(dataDir, "sandbox"),
	}
}
