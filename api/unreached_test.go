package api

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// goWords are words of Go's libraries that are not for people.
var goWords = regexp.MustCompile(`dial |tcp|udp|x509|tls:|\bEOF\b|lookup|connect:|remote error|proxyconnect|net/http|malformed|context |i/o`)

// An authority signs certificates.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Acme Travel Root CA"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, form, form, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return authority{certificate, key}
}

func (a authority) trusted() *tls.Config {
	pool := x509.NewCertPool()
	pool.AddCert(a.certificate)
	return &tls.Config{RootCAs: pool}
}

// server starts a TLS server with a certificate that the authority signs.
func (a authority) server(t *testing.T, name string, from, until time.Time, change func(*tls.Config)) *httptest.Server {
	t.Helper()
	form := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "service"}, NotBefore: from, NotAfter: until, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	if ip := net.ParseIP(name); ip != nil {
		form.IPAddresses = []net.IP{ip}
	} else {
		form.DNSNames = []string{name}
	}
	raw, err := x509.CreateCertificate(rand.Reader, form, a.certificate, a.key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: a.key}}}
	if change != nil {
		change(s.TLS)
	}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// closer accepts connections and closes each after it has read something.
func closer(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = bufio.NewReader(conn).ReadByte()
			_ = conn.Close()
		}
	}()
	return l.Addr().String()
}

// closedPort returns an address without a listener.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	return l.Addr().String()
}

// named returns a transport with the test's name server, which answers NXDOMAIN, or is not there.
func named(t *testing.T, there bool) *http.Transport {
	t.Helper()
	l, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	if !there {
		_ = l.Close()
	}
	go func() {
		question := make([]byte, 1500)
		for {
			n, from, err := l.ReadFrom(question)
			if err != nil {
				return
			}
			question[2], question[3] = 0x81, 0x83 // the flags of an NXDOMAIN answer
			_, _ = l.WriteTo(question[:n], from)
		}
	}()
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", l.LocalAddr().String())
	}}
	return &http.Transport{DialContext: (&net.Dialer{Resolver: resolver}).DialContext}
}

func proxied(address string) *http.Transport {
	return &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: address, User: url.UserPassword("anna", "proxy-secret")})}
}

func proxyThatAnswers(t *testing.T, status int) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

// TestUnreached shows, with real servers, the fault, the place and the advice of each kind of connection that fails.
func TestUnreached(t *testing.T) {
	ca := newAuthority(t)
	hour := time.Hour
	now := time.Now()
	trust := &http.Transport{TLSClientConfig: ca.trusted()}
	company := ca.server(t, "127.0.0.1", now.Add(-hour), now.Add(hour), nil)
	expired := ca.server(t, "127.0.0.1", now.Add(-48*hour), now.Add(-24*hour), nil)
	early := ca.server(t, "127.0.0.1", now.Add(24*hour), now.Add(48*hour), nil)
	other := ca.server(t, "portal.example", now.Add(-hour), now.Add(hour), nil)
	asking := ca.server(t, "127.0.0.1", now.Add(-hour), now.Add(hour), func(c *tls.Config) { c.ClientAuth = tls.RequireAnyClientCert })
	asking12 := ca.server(t, "127.0.0.1", now.Add(-hour), now.Add(hour), func(c *tls.Config) {
		c.ClientAuth, c.MaxVersion = tls.RequireAnyClientCert, tls.VersionTLS12
	})
	itself := httptest.NewUnstartedServer(http.NotFoundHandler())
	itself.Config.ErrorLog = log.New(io.Discard, "", 0)
	itself.StartTLS()
	t.Cleanup(itself.Close)
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	hung, closed, down := closer(t), closedPort(t), closedPort(t)
	denying, paying := proxyThatAnswers(t, http.StatusForbidden), proxyThatAnswers(t, http.StatusProxyAuthRequired)
	host := func(s *httptest.Server) string { return s.Listener.Addr().String() }
	for name, c := range map[string]struct {
		base      string
		transport *http.Transport
		message   string
		advice    string // a part of it
	}{
		"a company's authority":         {company.URL, nil, "the certificate of " + host(company) + " is not trusted: it is signed by Acme Travel Root CA, nothing was sent", trustAdvice(runtime.GOOS)},
		"signed by itself":              {itself.URL, nil, "the certificate of " + host(itself) + " is not trusted: it is signed by itself (Acme Co), nothing was sent", trustAdvice(runtime.GOOS)},
		"expired":                       {expired.URL, trust, "the certificate of " + host(expired) + " has ended on " + now.Add(-24*hour).UTC().Format("2 Jan 2006") + ", nothing was sent", "clock"},
		"not yet":                       {early.URL, trust, "the certificate of " + host(early) + " begins on " + now.Add(24*hour).UTC().Format("2 Jan 2006") + ", nothing was sent", "clock"},
		"another name":                  {other.URL, trust, "the certificate of " + host(other) + " is for portal.example only, nothing was sent", "proxy"},
		"a client certificate, TLS 1.2": {asking12.URL, trust, host(asking12) + " refuses the TLS of this program, and may ask for a client certificate, nothing was sent", "tell the operator"},
		"a client certificate":          {asking.URL, trust, host(asking) + " asks for a client certificate, and Bellhop has none", "ask those who run the service"},
		"no TLS":                        {"https://" + host(plain), nil, host(plain) + " does not speak TLS at this port, nothing was sent", "check the port"},
		"TLS":                           {"http://" + host(company), nil, "the service speaks TLS, and the address begins with http", "https"},
		"refused":                       {"https://" + closed, nil, "no connection to " + closed + " (refused), nothing was sent", "whether the service runs"},
		"hung up, TLS":                  {"https://" + hung, nil, "the connection to " + hung + " was closed before an answer came, nothing was sent", ""},
		"hung up":                       {"http://" + hung, nil, "the connection to " + hung + " was closed before an answer came", ""},
		"no such host":                  {"https://service.example", named(t, true), "no connection to service.example (there is no such host), nothing was sent", "check the address"},
		"no name server":                {"https://service.example", named(t, false), "no connection to service.example (the name server does not answer), nothing was sent", "check the network"},
		"proxy not there":               {"https://service.example", proxied(down), "no connection to the proxy " + down + " (refused), nothing was sent", "HTTPS_PROXY"},
		"proxy denies":                  {"https://service.example", proxied(denying), "the proxy " + denying + " refuses the connection: 403 Forbidden, nothing was sent", "ask those who run the proxy for service.example"},
		"proxy wants a login":           {"https://service.example", proxied(paying), "the proxy " + paying + " refuses the connection: 407 Proxy Authentication Required, nothing was sent", "HTTPS_PROXY"},
	} {
		t.Run(name, func(t *testing.T) {
			client := testClient(t, c.base, func(o *Options) {
				if o.ReadRetries = -1; c.transport != nil {
					o.Transport = c.transport
				}
			})
			_, err := client.ReadReservation(t.Context(), testID)
			e := failure(t, err)
			if e.Message != c.message || !strings.Contains(e.Advice, c.advice) || goWords.MatchString(err.Error()) {
				t.Errorf("%q, advice %q\nwant %q", e.Message, e.Advice, c.message)
			}
			if strings.Contains(err.Error(), "proxy-secret") || strings.Contains(err.Error(), testID) {
				t.Errorf("it tells too much: %s", err)
			}
		})
	}
}

// silent returns the address of a server that accepts connections and answers nothing.
func silent(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String()
}

// TestUnreached_TimeOut shows that a time-out names what did not answer: the service, its proxy or the name server.
func TestUnreached_TimeOut(t *testing.T) {
	never := func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	mute := silent(t)
	farProxy := proxied("proxy.example:3128")
	farProxy.DialContext = never
	lostName := &http.Transport{DialContext: (&net.Dialer{Resolver: &net.Resolver{PreferGo: true, Dial: never}}).DialContext}
	for name, c := range map[string]struct {
		transport *http.Transport
		timeout   time.Duration
		message   string
		advice    string // a part of it
	}{
		"service":          {&http.Transport{DialContext: never}, 20 * time.Millisecond, "no connection to service.example (no answer in time, 20 milliseconds at most), nothing was sent", "whether a proxy is needed (HTTPS_PROXY)"},
		"proxy not there":  {farProxy, 20 * time.Millisecond, "no connection to the proxy proxy.example:3128 (no answer in time, 20 milliseconds at most), nothing was sent", "NO_PROXY"},
		"proxy is silent":  {proxied(mute), time.Second, "no connection to service.example through the proxy " + mute + " (no answer in time, 1 second at most), nothing was sent", "NO_PROXY"},
		"name server":      {lostName, time.Second, "no connection to service.example (the name server does not answer), nothing was sent", "check the network"},
		"dialer's own end": {&http.Transport{DialContext: (&net.Dialer{Timeout: 20 * time.Millisecond, Resolver: &net.Resolver{PreferGo: true, Dial: never}}).DialContext}, 2 * time.Minute, "no connection to service.example (the name server does not answer), nothing was sent", "check the network"},
	} {
		t.Run(name, func(t *testing.T) {
			client := testClient(t, "https://service.example", func(o *Options) { o.Transport, o.ReadTimeout, o.ReadRetries = c.transport, c.timeout, -1 })
			_, err := client.ReadReservation(t.Context(), testID)
			if e := failure(t, err); e.Message != c.message || !strings.Contains(e.Advice, c.advice) {
				t.Errorf("%q, advice %q\nwant %q", e.Message, e.Advice, c.message)
			}
		})
	}
}

// TestTrustAdvice_BySystem shows that SSL_CERT_FILE is advised only where Go reads it.
func TestTrustAdvice_BySystem(t *testing.T) {
	for system, want := range map[string]string{
		"linux": "set SSL_CERT_FILE to the file of its certificate", "freebsd": "set SSL_CERT_FILE to the file of its certificate",
		"darwin": "add its certificate to the system's certificates", "windows": "add its certificate to the system's certificates",
	} {
		if got := trustAdvice(system); !strings.HasSuffix(got, ", "+want) {
			t.Errorf("%s: %q", system, got)
		}
	}
}

func TestAtMost(t *testing.T) {
	for d, want := range map[time.Duration]string{
		2 * time.Minute: "2 minutes at most", time.Minute: "1 minute at most", 90 * time.Second: "90 seconds at most",
		time.Second: "1 second at most", 1500 * time.Millisecond: "1500 milliseconds at most",
	} {
		if got := atMost(d); got != want {
			t.Errorf("%s is %q", d, got)
		}
	}
}
