//go:build !windows

package config

import "os"

// modeBits says that files have permissions that mean something.
const modeBits = true

// syncDir makes a rename in the folder last through a power cut.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	return d.Sync()
}
