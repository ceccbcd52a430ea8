package sandbox

import "bellhop/sandbox/service"

// TestToken is a payment token with a behaviour of its own.
type TestToken = service.TestToken

// TestTokens returns the named payment tokens, the good one first.
func TestTokens() []TestToken { return service.TestTokens() }

// CheckNames checks settings as Options.Names has them.
func CheckNames(settings []string) error { return service.CheckNames(settings) }
