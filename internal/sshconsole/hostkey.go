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

	"golang.org/x/crypto/ssh"

	"bellhop/internal/local"
)

// hostKey reads the server's key, or makes one.
func hostKey(name string) (ssh.Signer, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if err := newHostKey(name); err != nil {
			return nil, fmt.Errorf("the host key: %w", err)
		}
	}
	text, err := local.File{Path: name, Holds: "the host key", Harm: "pretend to be this server", Most: 64 << 10, Secret: true}.Read()
	if err != nil {
		return nil, err
	}
	key, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("the host key %s is damaged (%w): put it back from a backup, or remove it, and the next start makes another one", name, err)
	}
	return key, nil
}

// newHostKey makes a key that is whole as soon as it is there. Where another start makes one
// at the same time, the first one stays.
func newHostKey(name string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(private, "bellhop")
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
