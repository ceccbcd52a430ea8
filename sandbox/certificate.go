package sandbox

import (
	"crypto/tls"
	"fmt"
	"io/fs"
	"net"
	"os"
	"runtime"
	"sync"
	"time"
)

// A Certificate is what a server proves itself with, in two files of PEM, which are
// read again when they change.
type Certificate struct {
	cert, key string        // the names of the files
	every     time.Duration // the shortest time between two looks at the files

	mu     sync.Mutex
	looked time.Time
	read   [2]time.Time // when the files that are in force were written
	now    *tls.Certificate
	failed func(error) // is told of files that cannot be used; those before stay in force
}

// isWindows says that the modes of files mean nothing.
const isWindows = runtime.GOOS == "windows"

// readableByOthers are the bits of a mode by which others than the owner read.
const readableByOthers = 0o044

// NewCertificate reads a certificate, with those that have signed it, and its key. Of
// files that it cannot use later on, failed is told.
func NewCertificate(cert, key string, failed func(error)) (*Certificate, error) {
	c := &Certificate{cert: cert, key: key, every: time.Second, failed: failed}
	info, err := os.Stat(key)
	if err != nil {
		return nil, fmt.Errorf("the key of the certificate: %w", err)
	}
	if info.Mode().Perm()&readableByOthers != 0 && !isWindows {
		return nil, fmt.Errorf("the key %s can be read by others: chmod 600 %s", key, key)
	}
	if err := c.load(); err != nil {
		return nil, err
	}
	return c, nil
}

// load reads the files.
func (c *Certificate) load() error {
	times, err := c.written()
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return fmt.Errorf("the certificate %s with the key %s: %w", c.cert, c.key, err)
	}
	c.now, c.read = &pair, times
	return nil
}

func (c *Certificate) written() (times [2]time.Time, err error) {
	for i, name := range []string{c.cert, c.key} {
		var info fs.FileInfo
		if info, err = os.Stat(name); err != nil {
			return times, fmt.Errorf("the certificate: %w", err)
		}
		times[i] = info.ModTime()
	}
	return times, nil
}

// get returns the certificate in force.
func (c *Certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) < c.every {
		return c.now, nil
	}
	c.looked = time.Now()
	times, err := c.written()
	if err == nil && times != c.read {
		if err = c.load(); err != nil {
			c.read = times // It is told once.
		}
	}
	if err != nil {
		c.failed(err)
	}
	return c.now, nil
}

// listenSecurely puts TLS under the connections of a listener; nil leaves them plain.
func listenSecurely(l net.Listener, c *Certificate) net.Listener {
	if c == nil {
		return l
	}
	return tls.NewListener(l, &tls.Config{
		MinVersion: tls.VersionTLS12, GetCertificate: c.get, NextProtos: []string{"http/1.1"}, // What answers is HTTP/1.1.
	})
}
