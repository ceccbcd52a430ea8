package cli

import (
	"context"
	"io"

	"bellhop/booking"
	"bellhop/config"
)

// Streams are where a command reads and writes. A prompt appears only when In is
// a terminal.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// Build says which release this is. The release sets it.
type Build struct {
	Version string
	Commit  string
	Date    string
}

// Starters are what the commands start. They return when it has ended.
type Starters struct {
	// Console opens the console on a profile. With Config.FirstStart it
	// welcomes first; with a built-in profile it starts the demo's sandbox.
	Console func(context.Context, ConsoleOptions) error
	// Demo opens the console on the sandbox inside the program.
	Demo func(context.Context, DemoOptions) error
	// Sandbox serves the sandbox until the context ends, then finishes what is
	// in flight and returns nil.
	Sandbox func(context.Context, SandboxOptions) error
	// Replay serves a recording until the context ends, like Sandbox.
	Replay func(context.Context, ReplayOptions) error
	// CompareRecordings compares two files that a sandbox has recorded.
	CompareRecordings func(a, b string) (RecordingDiff, error)
	// Desk opens a desk at the service of a profile, without a screen, for as
	// long as use runs; for a built-in profile it serves the demo's sandbox.
	Desk func(ctx context.Context, c config.Config, use func(context.Context, *booking.Desk) error) error
	// Journal says where the writes of a profile are recorded.
	Journal func(config.Config) JournalPlace
	// Check checks the service of a profile; for a built-in profile a sandbox in
	// memory. It fails when something deviates.
	Check func(context.Context, CheckOptions) error
	// TestTokens are the sandbox's named payment tokens, for the help.
	TestTokens func() []TestToken
	// Words is what the sandbox understands.
	Words SandboxWords
}

// A JournalPlace is where the writes of a profile are recorded.
type JournalPlace struct {
	Dir     string // an absolute folder
	Service string // the name that the profile's service has in it
}

// SandboxWords is what the sandbox understands, so that a mistyped word is
// found before anything is started. What is nil is not offered or checked.
type SandboxWords struct {
	// Scenarios are the hotels that do something on purpose, in their order.
	Scenarios func() []Scenario
	// Faults are the kinds of faults, in the order of the help.
	Faults func() []FaultKind
	// Quirks are the odd shapes that it can answer in, in the order of the help.
	Quirks func() []Quirk
	// The checks return an error that names what is wrong, and where.
	CheckClock, CheckLatency, CheckFaults, CheckQuirks func(text string) error
	// CheckNames does so for settings, each as ENTRY=NAME.
	CheckNames func(settings []string) error
	// CheckFixtures does so for a file of fixtures and the settings, PATH=VALUE,
	// that override its values.
	CheckFixtures func(text string, set []string) error
	// CheckPath does so for the path that recorded requests are listed by.
	CheckPath func(path string) error
	// Unpack is a line of a recording with its bodies as JSON.
	Unpack func(line []byte) []byte
}

// A Scenario is a hotel of the sandbox that does something on purpose. Its
// JSON is that of the control path.
type Scenario struct {
	Key   string `json:"scenario"`
	Hotel string `json:"hotel"`
	Room  string `json:"room"`
	Does  string `json:"does"`
}

// A FaultKind is a word that a fault rule can begin with, and what it does.
type FaultKind struct {
	Kind string `json:"kind"`
	Does string `json:"does"`
}

// A Quirk is an odd shape that the sandbox can answer in.
type Quirk struct {
	Name string `json:"quirk"`
	Does string `json:"does"`
}

// A TestToken is a payment token of the sandbox and what it does.
type TestToken struct {
	Token   string
	Meaning string
}

// ConsoleOptions are what the console starts with.
type ConsoleOptions struct {
	Config config.Config
}

// DemoOptions are what the demo starts with.
type DemoOptions struct {
	Config config.Config // for the preferences and paths; its profile is the built-in one
	Fresh  bool          // throw the old world and its reservations away
	// Seed makes the world. Without SeedGiven it is DefaultSeed, and an
	// existing world is kept whatever it was made from.
	Seed      uint64
	SeedGiven bool
	// Play has the console book by itself, in a world of its own that is gone
	// afterwards.
	Play bool
	// Present starts the console in presenter mode.
	Present bool
	Training
}

// DefaultSeed makes the world when no seed is given.
const DefaultSeed = 1

// SandboxOptions are what the sandbox serves, and where.
type SandboxOptions struct {
	Listen   string // host:port; port 0 is any free one
	Accounts []SandboxAccount
	Data     string // an absolute folder; "" keeps everything in memory
	// Seed makes the world, like DemoOptions.Seed.
	Seed      uint64
	SeedGiven bool
	Training
	// Names are other names for what the specification leaves open, each as
	// ENTRY=NAME; an empty NAME is left out of the service.
	Names []string
	// Control is the token of the control path.
	Control string
	// Log is the file that says why something failed; "" is Errors.
	Log    string
	Errors io.Writer
	// Ready must be called once, with host:port as bound, when connections are
	// accepted. It prints the first lines; an error must end the sandbox.
	Ready func(address string) error
}

// A SandboxAccount may call the sandbox (SPEC 5).
type SandboxAccount struct {
	ID    string
	Token config.Secret
}

// Training is how a sandbox behaves: the size of its world, its clock, and what
// goes wrong on purpose.
type Training struct {
	// Hotels is how many the world has; 0 is the sandbox's default.
	Hotels int
	// Clock is where the clock starts, as "bellhop sandbox clock" reads it; ""
	// leaves it as it was.
	Clock string
	// Latency is a profile or a duration; "" is the default of what is started.
	Latency string
	// Quirks are names of odd shapes with commas between them, or "all"; "" is
	// none.
	Quirks string
	// Faults are rules, one a line.
	Faults string
	// Changes is how many rates in a thousand cost something else when they are
	// verified than when they were found.
	Changes int
	// Record is an absolute file that gets a line a request; "" is none.
	Record string
	// Fixtures is the text of a file of reservations that a new world starts
	// with; "" is none. Set are settings, PATH=VALUE, that override values of it.
	Fixtures string
	Set      []string
	// Notice tells the user something before the start; never nil.
	Notice func(text string)
	// Progress is told how far the world is while it is made; never nil.
	Progress func(done, total int)
}
