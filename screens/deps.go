package screens

import (
	"context"
	"log/slog"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui"
)

// Deps are what every screen needs. They are built once and handed from screen
// to screen.
type Deps struct {
	// Context is the parent of every call; it ends with the program.
	Context context.Context
	Desk    *booking.Desk
	Theme   ui.Theme
	Log     *slog.Logger
	// Drafts keeps the booking that is being made against a crash; nil keeps
	// none.
	Drafts *Drafts
	// Exports is the folder for files that are written on demand; empty writes
	// none.
	Exports string
	// Writes counts what is being sent, for the end of the program.
	Writes *Writes
	// Zone is the agent's own time zone.
	Zone *time.Location
	// Miles reports whether distances are shown in miles.
	Miles bool
	// Environment is the service, as the header shows it.
	Environment ui.Environment
	// Sandbox reports whether the service is a sandbox: only there the simulation
	// option is offered.
	Sandbox bool
	// TestTokens are the payment tokens that the sandbox knows by name; none
	// where the sandbox is not Bellhop's own.
	TestTokens []Described
	// Controls are those of the sandbox that the console itself has started; nil
	// at every other service.
	Controls SandboxControls
	// TryToken reads something harmless from the service with another API key;
	// nil means that the service takes it. Nothing else uses the key yet.
	TryToken func(context.Context, api.Secret) error
	// SetToken replaces the API key for this and, for a stored profile, later
	// sessions. It is for keys that were tried.
	SetToken func(api.Secret) error
	// OwnToken is the API key of the sandbox that the console itself has
	// started: nobody else knows it, so a refused one can only be this again.
	OwnToken api.Secret
}

// A Described is something of the sandbox by its name: a payment token, or a
// scenario.
type Described struct{ Name, Does string }
