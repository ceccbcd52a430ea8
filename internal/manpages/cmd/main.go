// Manpages writes the manual pages into a folder: go run ./internal/manpages/cmd DIR [VERSION [SECONDS [PACKED]]],
// where the seconds since 1970 are the date that they bear. Into the folder PACKED it writes them as packages hold them.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
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
	if len(args) < 1 || len(args) > 4 {
		return fmt.Errorf("usage: manpages DIR [VERSION [SECONDS [PACKED]]]")
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
	pages := manpages.Pages(cli.Commands(cli.Build{Version: version}), version, date)
	if err := write(args[0], pages); err != nil || len(args) < 4 {
		return err
	}
	packed := make(map[string]string, len(pages))
	for name, text := range pages {
		var err error
		if packed[name+".gz"], err = pack(text); err != nil {
			return err
		}
	}
	return write(args[3], packed)
}

func write(dir string, pages map[string]string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // G301: pages are for everybody.
		return err
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil { //nolint:gosec // G306: pages are for everybody.
			return err
		}
	}
	return nil
}

// pack packs a text without the name of a file and without a time: the same text gives the same bytes.
func pack(text string) (string, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := io.WriteString(z, text); err != nil {
		return "", err
	}
	err = z.Close()
	return b.String(), err
}
