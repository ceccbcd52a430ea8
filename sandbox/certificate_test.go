package sandbox

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// signed writes a certificate for this machine with a serial number, and its key.
func signed(t *testing.T, dir string, serial int64) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "sandbox"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, form, form, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o700); err != nil { // Whatever the umask.
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})
	for name, text := range map[string][]byte{key: pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), cert: text} {
		// Each atomically, so that a server that follows them never reads half a file.
		if err := errors.Join(os.WriteFile(name+".new", text, 0o600), os.Rename(name+".new", name)); err != nil {
			t.Fatal(err)
		}
	}
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	return cert, key, pool
}

// secureClient trusts a certificate, and keeps no connection.
func secureClient(pool *x509.CertPool) *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, DisableKeepAlives: true}}
}

func TestServeTLS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key, pool := signed(t, dir, 1)
	var told strings.Builder
	c, err := NewCertificate(cert, key, slog.New(slog.NewTextHandler(&told, nil)))
	if err != nil {
		t.Fatal(err)
	}
	count := func(words string) int {
		c.mu.Lock() // It is held while the log is written.
		defer c.mu.Unlock()
		return strings.Count(told.String(), words)
	}
	c.every = time.Millisecond
	l := start(t, func(o *Options) { o.Certificate = c })
	address, end := listening(t, l)
	ask := func(pool *x509.CertPool) (serial string, err error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+address+pathList, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.SetBasicAuth(l.account, l.token)
		answer, err := secureClient(pool).Do(r)
		if err != nil {
			return "", err
		}
		defer func() { _ = answer.Body.Close() }()
		if answer.StatusCode != http.StatusOK || answer.TLS.Version < tls.VersionTLS12 {
			t.Errorf("%d over TLS %x", answer.StatusCode, answer.TLS.Version)
		}
		return answer.TLS.PeerCertificates[0].SerialNumber.String(), nil
	}
	if serial, err := ask(pool); err != nil || serial != "1" {
		t.Fatalf("certificate %s, %v", serial, err)
	}
	// What net/http answers by itself is the service's error here as well.
	conn, err := (&tls.Dialer{Config: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(conn, "GET / HTTP/9.9\r\n\r\n")
	line, err2 := io.ReadAll(bufio.NewReader(conn))
	if err := errors.Join(err, err2, conn.Close()); err != nil || !strings.Contains(string(line), `"type":"VALIDATION"`) {
		t.Errorf("an unreadable request is answered %q, %v", line, err)
	}
	// A dropped connection is a reset.
	l.rules("reset GET " + pathList)
	if _, err := ask(pool); err == nil || !strings.Contains(err.Error(), "reset") {
		t.Errorf("a reset is seen as %v", err)
	}
	if err := l.sandbox.Training().Faults.Clear(t.Context()); err != nil {
		t.Fatal(err)
	}
	// A new certificate is used without a restart, and a broken one is not.
	_, _, next := signed(t, dir, 2)
	soon(t, "the new certificate", func() bool { serial, err := ask(next); return err == nil && serial == "2" })
	const refused = "the new certificate cannot be used"
	before := count(refused) // The key may have been read before its certificate.
	if count("the certificate was read again") == 0 {
		t.Error("nobody is told of the new certificate")
	}
	if err := os.WriteFile(cert, []byte("none"), 0o600); err != nil {
		t.Fatal(err)
	}
	soon(t, "the broken certificate", func() bool {
		serial, err := ask(next)
		return err == nil && serial == "2" && count(refused) > before
	})
	if err := end(); err != nil {
		t.Error(err)
	}
}

func TestCertificatesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var cert, key string
	for want, change := range map[string]func() error{
		"others can read ": func() error { return os.Chmod(key, 0o644) },
		"tls: private key": func() error { _, _, _ = signed(t, t.TempDir(), 2); return os.WriteFile(key, []byte("x"), 0o600) },
		"no such file":     func() error { return os.Remove(key) },
	} {
		cert, key, _ = signed(t, dir, 1)
		if err := os.Chmod(key, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if _, err := NewCertificate(cert, key, nil); err == nil || !strings.Contains(err.Error(), want) && !strings.Contains(fmt.Sprint(err), "failed to find any PEM data") {
			t.Errorf("want %q: %v", want, err)
		}
	}
}
