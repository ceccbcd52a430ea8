// Manpages writes the manual pages into a folder: go run ./internal/manpages/cmd DIR [VERSION [SECONDS]],
// where the seconds since 1970 are the date that they bear.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"bellhop/cli"
	"bellhop/internal/manpages"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "manpages:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 1 || len(args) > 3 {
		return fmt.Errorf("usage: manpages DIR [VERSION [SECONDS]]")
	}
	version, date := "dev", time.Now()
	if len(args) > 1 {
		version = args[1]
	}
	if len(args) > 2 {
		seconds, err := strconv.ParseInt(args[2], 10, 64)
		if err != nil {
			return err
		}
		date = time.Unix(seconds, 0)
	}
	if err := os.MkdirAll(args[0], 0o755); err != nil { //nolint:gosec // G301: pages are for everybody.
		return err
	}
	for name, text := range manpages.Pages(cli.Commands(cli.Build{Version: version}), version, date) {
		if err := os.WriteFile(filepath.Join(args[0], name), []byte(text), 0o644); err != nil { //nolint:gosec // G306: pages are for everybody.
			return err
		}
	}
	return nil
}
