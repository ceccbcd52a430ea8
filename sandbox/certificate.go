package sandbox

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"bellhop/internal/local"
)

// A Certificate is what a server proves itself with, in two files of PEM, which are
// used again when they change.
type Certificate struct {
	files *local.Followed[*tls.Certificate]
	every time.Duration // the shortest time between two looks at the files
	log   *slog.Logger

	mu     sync.Mutex
	looked time.Time
	now    *tls.Certificate
}

// NewCertificate reads a certificate, with those that have signed it, and its key. The
// log tells of those that are used later on, or cannot be.
func NewCertificate(cert, key string, log *slog.Logger) (*Certificate, error) {
	pair := func(texts [][]byte) (*tls.Certificate, error) {
		pair, err := tls.X509KeyPair(texts[0], texts[1])
		if err != nil {
			return nil, fmt.Errorf("the certificate %s with the key %s: %w", cert, key, err)
		}
		return &pair, nil
	}
	const harm = "pretend to be this server"
	files, now, err := local.Follow(pair,
		local.File{Path: cert, Holds: "the certificate", Harm: harm, Most: 1 << 20},
		local.File{Path: key, Holds: "the key of the certificate", Harm: harm, Most: 1 << 20, Secret: true})
	if err != nil {
		return nil, err
	}
	return &Certificate{files: files, every: time.Second, log: log, now: now}, nil
}

// get returns the certificate in force.
func (c *Certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) < c.every {
		return c.now, nil
	}
	c.looked = time.Now()
	err := c.files.Look(func(now *tls.Certificate) error {
		c.now = now
		c.log.Warn("the certificate was read again")
		return nil
	})
	if err != nil {
		c.log.Error("the new certificate cannot be used; the one before it stays", slog.String("error", err.Error()))
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
