package sshconsole

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/ssh"
)

// Servers that start at the same time have one key, and nothing else stays in the folder.
func TestStartsAtOnceMakeOneHostKey(t *testing.T) {
	t.Parallel()
	for range 20 {
		name := filepath.Join(ownFolder(t), "host")
		var keys [8]string
		var all sync.WaitGroup
		for i := range keys {
			all.Go(func() {
				key, err := hostKey(name)
				if err != nil {
					t.Error(err)
					return
				}
				keys[i] = ssh.FingerprintSHA256(key.PublicKey())
			})
		}
		all.Wait()
		for _, key := range keys {
			if key != keys[0] {
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
	name := filepath.Join(ownFolder(t), "host")
	if _, err := hostKey(name); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
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
