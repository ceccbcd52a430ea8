// Package cli is the command line: it reads arguments, loads the configuration,
// hands over to what internal/app gave it to start, and turns the result into messages
// and an exit code. No token is ever taken as an argument of the console.
package cli
