package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Where there is no place for the log, the error says what to do.
func TestLogWithoutAPlace(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	inFile, folder := filepath.Join(file, "bellhop", "bellhop.log"), filepath.Dir(file)
	for path, doing := range map[string]string{inFile: "making the log's folder: ", folder: "opening the log: "} {
		_, _, err := openLog(path)
		if err == nil || !strings.HasPrefix(err.Error(), doing) ||
			!strings.HasSuffix(err.Error(), "; set HOME or XDG_STATE_HOME to a folder that can be written to") {
			t.Errorf("%s: the error is %v", doing, err)
		}
	}
}
