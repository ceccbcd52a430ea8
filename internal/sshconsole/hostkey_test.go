package sshconsole

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Servers that start at the same time have one key, and nothing else stays in the folder.
func TestStartsAtOnceMakeOneHostKey(t *testing.T) {
	t.Parallel()
	for range 20 {
		name := filepath.Join(t.TempDir(), "host")
		var keys [8][]byte
		var all sync.WaitGroup
		for i := range keys {
			all.Go(func() {
				key, err := hostKey(name)
				if err != nil {
					t.Error(err)
				}
				keys[i] = key
			})
		}
		all.Wait()
		for _, key := range keys {
			if !bytes.Equal(key, keys[0]) {
				t.Fatal("two starts have two keys")
			}
		}
		if list, err := os.ReadDir(filepath.Dir(name)); err != nil || len(list) != 1 {
			t.Errorf("%v, %v", list, err)
		}
	}
}

// A key that is damaged is replaced by nobody: people know it.
func TestADamagedHostKeyIsTold(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "host")
	text, err := hostKey(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := hostKey(name); err == nil || !strings.Contains(err.Error(), "the host key "+name+" is damaged") {
		t.Errorf("%v", err)
	}
}
