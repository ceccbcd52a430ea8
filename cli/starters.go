package cli

import (
	"context"
	"io"

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
	// TestTokens are the sandbox's named payment tokens, for the help.
	TestTokens func() []TestToken
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
	// Properties is how many hotels the world has; 0 is the sandbox's default.
	Properties int
	// Ready must be called once, with host:port as bound, when connections are
	// accepted. It prints the first lines; an error must end the sandbox.
	Ready func(address string) error
}

// A SandboxAccount may call the sandbox (SPEC 5).
type SandboxAccount struct {
	ID    string
	Token config.Secret
}
