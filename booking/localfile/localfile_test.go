package localfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"bellhop/booking/localfile"
)

func TestUpdatesTakeTurns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new", "count")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			err := localfile.Update(path, 100, func(old []byte) ([]byte, error) {
				n, _ := strconv.Atoi(string(old))
				return []byte(strconv.Itoa(n + 1)), nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if text, err := localfile.Read(path, 100); string(text) != "20" || err != nil {
		t.Errorf("after twenty updates: %q, %v", text, err)
	}
	for name, mode := range map[string]os.FileMode{path: 0o600, path + ".lock": 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestAFailedUpdateLeavesTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if text, err := localfile.Read(path, 3); text != nil || err != nil {
		t.Errorf("a file that is not there: %q, %v", text, err)
	}
	if err := localfile.Replace(path, []byte("abc")); err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	if err := localfile.Update(path, 3, func([]byte) ([]byte, error) { return nil, refused }); !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
	if text, err := localfile.Read(path, 3); string(text) != "abc" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	if _, err := localfile.Read(path, 2); !errors.Is(err, localfile.ErrTooLarge) {
		t.Errorf("a file that is too large: %v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 2 {
		t.Errorf("beside it is left: %v, %v", left, err)
	}
	for range 2 {
		if err := localfile.Remove(path); err != nil {
			t.Error(err)
		}
	}
}
