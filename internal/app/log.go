package app

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
)

// maxLog is the size at which the log starts over, with one older file kept.
const maxLog = 4 << 20

// elsewhere is what to do where the log cannot be.
const elsewhere = "set HOME or XDG_STATE_HOME to a folder that can be written to"

// openLog opens the log for its owner only. What is logged is chosen line by
// line where it happens: no bodies, no secrets, no guests.
func openLog(path string) (*slog.Logger, func(), error) {
	file, err := openLogFile(path)
	if err != nil {
		return nil, nil, err
	}
	return slog.New(slog.NewTextHandler(file, nil)), func() { _ = file.Close() }, nil
}

func openLogFile(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("making the log's folder: %w; %s", err, elsewhere)
	}
	if info, err := os.Stat(path); err == nil && info.Size() > maxLog {
		_ = os.Rename(path, path+".1")
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the log: %w; %s", err, elsewhere)
	}
	return file, nil
}
