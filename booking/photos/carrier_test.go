package photos

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

func TestInside(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"127.0.0.1": true, "10.1.2.3": true, "172.16.0.1": true, "172.32.0.1": false, "192.168.1.1": true, "169.254.169.254": true, "0.0.0.0": true, "0.1.2.3": true,
		"100.64.0.1": true, "100.127.255.255": true, "100.128.0.1": false, "192.0.0.8": true, "198.18.0.1": true, "198.19.255.1": true, "198.20.0.1": false,
		"224.0.0.1": true, "239.1.1.1": true, "240.0.0.1": true, "255.255.255.255": true, "1.1.1.1": false, "93.184.216.34": false,
		"::": true, "::1": true, "::1%lo": true, "2606:4700::1111%eth0": true, "::7f00:1": true, "::5db8:d822": true, "::ffff:127.0.0.1": true, "::ffff:93.184.216.34": false,
		"::ffff:0:127.0.0.1": true, "fc00::1": true, "fd12::1": true, "fe80::1": true, "fec0::1": true, "ff02::1": true, "2606:4700::1111": false,
		"64:ff9b::7f00:1": true, "64:ff9b::6440:1": true, "64:ff9b::5db8:d822": false, "64:ff9b:1::5db8:d822": true,
		"2002:7f00:1::1": true, "2002:a00:1::1": true, "2002:5db8:d822::1": false,
		"2001:0:7f00:1::5247:27dd": true, "2001:0:5db8:d822::80ff:fffe": true, "2001:0:5db8:d822::a247:27dd": false, "2001:4860::8888": false,
	} {
		if got := inside(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is inside: %v, want %v", address, got, want)
		}
	}
	if !inside(netip.Addr{}) {
		t.Error("no address is outside")
	}
}

// names returns a resolver that asks a server of its own, which knows some names. What is unknown does not exist.
func names(t *testing.T, known map[string]string) *net.Resolver {
	t.Helper()
	server, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	t.Cleanup(func() { _ = server.Close(); <-ended })
	go func() {
		defer close(ended)
		query := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(query)
			if err != nil {
				return
			}
			_, _ = server.WriteTo(answered(query[:n], known), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// answered is the answer to a query of DNS (RFC 1035, section 4.1).
func answered(query []byte, known map[string]string) []byte {
	var labels []string
	at := 12
	for ; query[at] != 0; at += 1 + int(query[at]) {
		labels = append(labels, string(query[at+1:at+1+int(query[at])]))
	}
	question := query[12 : at+5]
	kind := binary.BigEndian.Uint16(query[at+1:])
	ip, err := netip.ParseAddr(known[strings.Join(labels, ".")])
	out := []byte{query[0], query[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}
	if err != nil {
		out[3] |= 3 // The name does not exist.
		return append(out, question...)
	}
	out = append(out, question...)
	if want := map[bool]uint16{true: 1, false: 28}[ip.Is4()]; kind != want {
		return out
	}
	out[7] = 1
	out = append(out, 0xc0, 12, byte(kind>>8), byte(kind), 0, 1, 0, 0, 0, 0, 0, byte(len(ip.AsSlice()))) //nolint:gosec // Halves of 16 bits.
	return append(out, ip.AsSlice()...)
}

func noProxy(*http.Request) (*url.URL, error) { return nil, nil } //nolint:nilnil // As http.ProxyFromEnvironment.

// listening accepts connections on this machine and counts them.
func listening(t *testing.T) (port string, asked *atomic.Int32) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked, ended := new(atomic.Int32), make(chan struct{})
	t.Cleanup(func() { _ = l.Close(); <-ended })
	go func() {
		defer close(ended)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			asked.Add(1)
			_ = conn.Close()
		}
	}()
	_, port, err = net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port, asked
}

func albumBy(service string, proxy func(*http.Request) (*url.URL, error), resolver *net.Resolver) (*Album, *carrier) {
	a := NewAlbum(Options{Service: service})
	c := newCarrier(a.served, proxy, resolver)
	a.client.Transport = c
	return a, c
}

// A name that leads inside is resolved and not connected to, whether it is the photo's or that of a redirect.
func TestFetch_AddressesInside(t *testing.T) {
	t.Parallel()
	port, asked := listening(t)
	resolver := names(t, map[string]string{
		"rebound.example": "127.0.0.1", "mapped.example": "::ffff:127.0.0.1", "carrier.example": "100.64.0.1", "nat64.example": "64:ff9b::7f00:1", "six.example": "::1",
	})
	var target atomic.Value
	h := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, target.Load().(string), http.StatusFound)
	})
	album, _ := albumBy(h.URL, noProxy, resolver)
	for _, address := range []string{
		"https://rebound.example:" + port + "/", "https://mapped.example:" + port + "/", "https://carrier.example:" + port + "/", "https://nat64.example:" + port + "/",
		"https://six.example:" + port + "/", "https://[::1%25lo]:" + port + "/", "https://100.64.0.1:" + port + "/", "https://[64:ff9b::7f00:1]:" + port + "/",
		"https://[::ffff:127.0.0.1]:" + port + "/", "https://0.0.0.0:" + port + "/", "https://127.0.0.1:" + port + "/", "https://localhost:" + port + "/",
	} {
		_, err := album.Fetch(t.Context(), Photo{Address: address})
		refused(t, err, "within this machine or its network, so it was not fetched")
		target.Store(address)
		_, err = album.Fetch(t.Context(), Photo{Address: h.URL + "/a"})
		refused(t, err, "within this machine or its network, so it was not fetched")
	}
	target.Store("http://127.0.0.1:" + port + "/")
	_, err := album.Fetch(t.Context(), Photo{Address: h.URL + "/a"})
	refused(t, err, "without https")
	if n := asked.Load(); n > 0 {
		t.Errorf("%d connections were made", n)
	}
	if h.asked.Load() == 0 {
		t.Error("no redirect was followed")
	}
}

// proxying is a proxy on this machine that connects everything to one server, and notes what it is asked for.
func proxying(t *testing.T, to string) (proxy *httptest.Server, asked *atomic.Value) {
	t.Helper()
	asked = new(atomic.Value)
	proxy = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.Method + " " + r.Host)
		there, err := new(net.Dialer).DialContext(r.Context(), "tcp", to)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		w.WriteHeader(http.StatusOK)
		here, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			_ = there.Close()
			return
		}
		go func() { _, _ = io.Copy(there, here); _ = there.Close() }()
		_, _ = io.Copy(here, there)
		_ = here.Close()
	}))
	t.Cleanup(proxy.Close)
	return proxy, asked
}

// Behind a proxy the host is resolved here, and the proxy itself may be on this machine.
func TestFetch_BehindAProxy(t *testing.T) {
	t.Parallel()
	photos := httptest.NewTLSServer(bytesOf(picture(t, "png", 60, 40)))
	t.Cleanup(photos.Close)
	proxy, asked := proxying(t, photos.Listener.Addr().String())
	address, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	album, c := albumBy("https://service.example", http.ProxyURL(address), names(t, map[string]string{"example.com": "93.184.216.34", "rebound.example": "127.0.0.1", "six.example": "fd00::1"}))
	c.plain.TLSClientConfig = photos.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	t.Cleanup(c.plain.CloseIdleConnections)
	for host, want := range map[string]string{
		"rebound.example": "leads to 127.0.0.1, which is within", "six.example": "leads to fd00::1, which is within",
		"unknown.example": "This machine cannot resolve unknown.example",
	} {
		_, err := album.Fetch(t.Context(), Photo{Address: "https://" + host + "/a"})
		refused(t, err, want)
	}
	if asked.Load() != nil {
		t.Errorf("the proxy was asked: %v", asked.Load())
	}
	got, err := album.Fetch(t.Context(), Photo{Address: "https://example.com/a"})
	if err != nil || got.Image.Bounds().Dx() != 60 || asked.Load() != "CONNECT example.com:443" {
		t.Errorf("%+v, %v; the proxy was asked %v", got, err, asked.Load())
	}
}

// A sandbox for a team is reached by its name within the network, at its own port alone.
func TestFetch_ServiceInside(t *testing.T) {
	t.Parallel()
	sandbox := httptest.NewTLSServer(bytesOf(picture(t, "png", 60, 40)))
	t.Cleanup(sandbox.Close)
	_, port, err := net.SplitHostPort(sandbox.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	other, asked := listening(t)
	album, c := albumBy("https://Example.com:"+port, noProxy, names(t, map[string]string{"example.com": "127.0.0.1"}))
	c.plain.TLSClientConfig = sandbox.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	t.Cleanup(c.plain.CloseIdleConnections)
	if _, err := album.Fetch(t.Context(), Photo{Address: "https://example.com:" + port + "/a"}); err != nil {
		t.Error(err)
	}
	_, err = album.Fetch(t.Context(), Photo{Address: "https://example.com:" + other + "/a"})
	refused(t, err, "leads to 127.0.0.1, which is within")
	if asked.Load() > 0 {
		t.Errorf("%d connections were made to another port", asked.Load())
	}
}
