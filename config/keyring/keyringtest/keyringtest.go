// Package keyringtest has a keyring in memory, for tests.
package keyringtest

import (
	"sync"

	"bellhop/config"
)

// Ring is a keyring in memory. The zero value is empty.
type Ring struct {
	mu   sync.Mutex
	kept map[string]config.Secret
	// Err is what everything fails with; nil is a keyring that works.
	Err error
	// Forgetful keeps nothing of what it is given.
	Forgetful bool
	// Asked counts what was asked.
	Asked int
}

// Get returns what is kept under a name.
func (r *Ring) Get(name string) (config.Secret, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Asked++
	if r.Err != nil {
		return config.Secret{}, r.Err
	}
	secret, ok := r.kept[name]
	if !ok {
		return secret, config.ErrNotKept
	}
	return secret, nil
}

// Set keeps a secret under a name.
func (r *Ring) Set(name string, secret config.Secret) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Asked++
	if r.Err != nil || r.Forgetful {
		return r.Err
	}
	if r.kept == nil {
		r.kept = map[string]config.Secret{}
	}
	r.kept[name] = secret
	return nil
}

// Delete forgets what is kept under a name.
func (r *Ring) Delete(name string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Asked++
	if r.Err == nil {
		delete(r.kept, name)
	}
	return r.Err
}

// Kept returns how many secrets are kept.
func (r *Ring) Kept() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.kept)
}
