package sshconsole

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	gossh "golang.org/x/crypto/ssh"
)

// readableByOthers are the bits of a mode by which others than the owner read.
const readableByOthers = 0o077

// hostKey reads the server's key, or makes one.
func hostKey(name string) ([]byte, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if err := newHostKey(name); err != nil {
			return nil, fmt.Errorf("the host key: %w", err)
		}
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("the host key: %w", err)
	}
	if info.Mode().Perm()&readableByOthers != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("others can read the host key %s, and pretend to be this server: make another one, or chmod 600 %s if nobody has", name, name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("the host key: %w", err)
	}
	if _, err := gossh.ParsePrivateKey(text); err != nil {
		return nil, fmt.Errorf("the host key %s is damaged (%w): put it back from a backup, or remove it, and the next start makes another one", name, err)
	}
	return text, nil
}

// newHostKey makes a key that is whole as soon as it is there. Where another start makes one
// at the same time, the first one stays.
func newHostKey(name string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(private, "bellhop")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".ssh_host-*") // Only its owner can read it.
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // The key has a name of its own by then.
	_, err = file.Write(pem.EncodeToMemory(block))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), name); !errors.Is(err, fs.ErrExist) { // A rename would replace the other's.
		return err
	}
	return nil
}
