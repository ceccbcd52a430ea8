// Bellhop is a hotel booking console for the terminal, with the whole booking
// service as a sandbox built in.
package main

import (
	"context"
	"os"

	"bellhop/internal/app"
)

// The release sets these.
var (
	version = "dev"
	commit  = "none"
	date    = "unknown"
)

func main() {
	build := app.Build{Version: version, Commit: commit, Date: date}
	os.Exit(app.Run(context.Background(), build, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
