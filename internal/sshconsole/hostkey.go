package sshconsole

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"

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

// newHostKey makes a key.
func newHostKey(name string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(private, "bellhop")
	if err != nil {
		return err
	}
	return local.Make(name, pem.EncodeToMemory(block))
}
