package cli

import (
	"context"
	"io"

	"bellhop/cli/desk"
	"bellhop/cli/doctor"
	"bellhop/cli/serve"
	"bellhop/config"
	"bellhop/internal/local"
	"bellhop/sandbox"
	"bellhop/sandbox/recording"
)

// Streams are where a command reads and writes. A prompt appears only when In is
// a terminal.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// Build is the release that runs. The release process sets it.
type Build struct {
	Version string
	Commit  string
	Date    string
}

// Launchers are what the commands start. Each returns when it has ended.
type Launchers struct {
	// Console opens the console on a profile. With Config.FirstStart it
	// welcomes first; with a built-in profile it starts the demo's sandbox.
	Console func(context.Context, config.Config) error
	// Demo opens the console on the sandbox inside the program.
	Demo func(context.Context, DemoOptions) error
	// Sandbox serves the sandbox until the context ends, then finishes what is
	// in flight and returns nil.
	Sandbox func(context.Context, SandboxOptions) error
	// Team serves consoles over SSH until the context ends.
	Team func(context.Context, serve.Options) error
	// Replay serves a recording until the context ends, like Sandbox.
	Replay func(context.Context, ReplayOptions) error
	// Desk opens a session at the service of a profile, without a screen, for as
	// long as use runs; for a built-in profile it serves the demo's sandbox.
	Desk func(ctx context.Context, c config.Config, use func(context.Context, *desk.Session) error) error
	// Check checks the service of a profile; for a built-in profile a sandbox in
	// memory. It fails when something deviates.
	Check func(context.Context, CheckOptions) error
	// Probe asks the service of a profile something small that changes nothing.
	Probe func(context.Context, config.Config) (doctor.Answer, error)
	// NoteSandbox asks the service of a new profile, if it is on this machine, whether it is Bellhop's own sandbox, and
	// notes that in the profile and returns it; nil asks none.
	NoteSandbox func(context.Context, config.Paths, config.Profile) (bool, error)
	// Keys are those of the console.
	Keys Keys
	// Keyring may keep the tokens of profiles; nil is none.
	Keyring config.Keyring
}

// Keys are what the command line knows of the console's keys.
type Keys struct {
	// Check says what is wrong with the keys of a configuration; nil takes them all.
	Check func(config.Keys) []config.KeyProblem
	// InForce returns all actions with the keys that a configuration gives them, in order.
	InForce func(config.Keys) []KeyAction
	// Presets are those that a configuration may name.
	Presets []KeyPreset
}

// A KeyAction is an action of the console.
type KeyAction struct {
	Name    string   // "hotels.sort"
	Words   string   // what it does
	Keys    []string // in force
	Default []string
	From    string   // "default", "preset" or "config"
	Screens []string // that it works on; "everywhere" is all of them
	Text    bool     // it works where letters are text
	Writes  bool     // it sends something, or throws something away
}

// A KeyPreset is a set of keys that comes with the program.
type KeyPreset struct {
	Name  string
	Words string
	Keys  map[string][]string // by the name of the action
}

// DefaultSeed makes the world when no seed is given.
const DefaultSeed = 1

// SandboxOptions are what the sandbox serves, where, and how it behaves.
type SandboxOptions struct {
	// Options.Keep stays false when a seed or a size was asked for;
	// Options.Record and Options.Logger are made from Record and Log below.
	sandbox.Options
	Listen string // host:port; port 0 is any free one
	Record string // an absolute file that gets a line a request; "" is none
	// Log is the file that says why something failed; "" is Errors.
	Log    string
	Errors io.Writer
	// AccountsFile is the file that Options.Accounts come from; nil where there is none.
	AccountsFile *local.Followed[[]sandbox.Account]
	// TLSCert and TLSKey are files of PEM; "" is plain HTTP.
	TLSCert, TLSKey string
	// Metrics is host:port where the counters are read; "" is nowhere.
	Metrics string
	// LogRequests writes a line for each request, and LogJSON makes lines JSON.
	LogRequests, LogJSON bool
	// Version is that of the program.
	Version string
	// Ready must be called once, with host:port as bound, when connections are
	// accepted. It prints the first lines; an error must end the sandbox.
	Ready func(address string) error
}

// DemoOptions are what the demo starts with.
type DemoOptions struct {
	Config config.Config // for the preferences and paths; its profile is the built-in one
	Fresh  bool          // throw the old world and its reservations away
	// Play has the console book by itself, in a world of its own that is gone
	// afterwards.
	Play bool
	// Join lets the demo share the sandbox of a demo that already runs.
	Join bool
	// Training lists the given flags for the sandbox's behaviour; a sandbox that already runs ignores them.
	Training []string
	// Alone keeps others from joining its sandbox: that of a command ends with it.
	Alone bool
	// Present starts the console in presenter mode.
	Present bool
	// Sandbox is how the demo's sandbox behaves; where it is served is up to the
	// demo.
	Sandbox sandbox.Options
	Record  string            // like SandboxOptions.Record
	Notice  func(text string) // tells the user something before the start; nil is nobody
}

// What the demo does when nothing is said: it answers like a service in the
// next street, and some rates in a thousand change before they are verified.
const (
	DemoLatency = "office"
	DemoChanges = 30
)

// DefaultDemo returns how the demo behaves when nothing is said.
func DefaultDemo(c config.Config) DemoOptions {
	return DemoOptions{Config: c, Record: c.Record, Join: c.Record == "", Sandbox: sandbox.Options{
		Seed: DefaultSeed, Keep: true, Latency: DemoLatency, Changes: DemoChanges, Progress: func(int, int) {},
	}}
}

// ReplayOptions are which recording is served, and where.
type ReplayOptions struct {
	sandbox.ReplayOptions
	Recording *recording.Recording
	Listen    string // host:port; port 0 is any free one
	// Errors gets why something failed.
	Errors io.Writer
	// Ready is called like SandboxOptions.Ready.
	Ready func(address string) error
}
