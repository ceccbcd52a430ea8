package photos

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// barred are the addresses of this machine and of networks that are not public (IANA's special-purpose registries).
var barred = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16",
	"198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4", // the last one includes broadcast
	"::/96",           // unspecified, loopback and IPv4-compatible
	"::ffff:0:0:0/96", // IPv4-translated
	"64:ff9b:1::/48",  // NAT64 within a network
	"100::/64",        // discard
	"fc00::/7",        // unique local
	"fe80::/10",       // link-local
	"fec0::/10",       // site-local
	"ff00::/8",        // multicast
)

// tunnels are the IPv6 addresses that embed an IPv4 address. At is where its first byte stands, and each of its bytes is XORed
// with flipped.
var tunnels = []struct {
	prefix  netip.Prefix
	at      int
	flipped byte
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12, 0}, // NAT64
	{netip.MustParsePrefix("2002::/16"), 2, 0},     // 6to4
	{netip.MustParsePrefix("2001::/32"), 4, 0},     // Teredo's server
	{netip.MustParsePrefix("2001::/32"), 12, 0xff}, // Teredo's client
}

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

// inside reports whether an address is within this machine or its network, or leads there.
func inside(ip netip.Addr) bool {
	if !ip.IsValid() || ip.Zone() != "" {
		return true
	}
	ip = ip.Unmap()
	for _, prefix := range barred {
		if prefix.Contains(ip) {
			return true
		}
	}
	for _, tunnel := range tunnels {
		if !tunnel.prefix.Contains(ip) {
			continue
		}
		all := ip.As16()
		leads := [4]byte(all[tunnel.at:])
		for i := range leads {
			leads[i] ^= tunnel.flipped
		}
		if inside(netip.AddrFrom4(leads)) {
			return true
		}
	}
	return false
}

// local reports whether a host is named as one of this machine or of its network.
func local(host string) bool {
	if host = strings.TrimSuffix(strings.ToLower(host), "."); host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && inside(ip)
}

// A carrier sends the requests for photos. A name may lead anywhere, so the address is judged when it is known: at each
// connection, or before a proxy is asked.
type carrier struct {
	served   func(*url.URL) bool
	proxy    func(*http.Request) (*url.URL, error)
	resolver *net.Resolver
	judged   *http.Transport // connects to addresses outside, and uses no proxy
	plain    *http.Transport // connects to the service and to proxies, wherever they are
}

// newCarrier returns a carrier that reaches what is served wherever that is. A nil resolver is the machine's.
func newCarrier(served func(*url.URL) bool, proxy func(*http.Request) (*url.URL, error), resolver *net.Resolver) *carrier {
	c := &carrier{served: served, proxy: proxy, resolver: resolver}
	c.judged, c.plain = transport(resolver), transport(resolver)
	c.judged.DialContext = (&net.Dialer{Resolver: resolver, ControlContext: judge}).DialContext
	c.plain.Proxy = proxy
	return c
}

func transport(resolver *net.Resolver) *http.Transport {
	return &http.Transport{
		DialContext: (&net.Dialer{Resolver: resolver}).DialContext, TLSHandshakeTimeout: timeout, ResponseHeaderTimeout: timeout,
		MaxResponseHeaderBytes: 64 << 10, MaxIdleConnsPerHost: mostAtOnce, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
	}
}

// RoundTrip sends one request; a redirect is another one.
func (c *carrier) RoundTrip(r *http.Request) (*http.Response, error) {
	if c.served(r.URL) {
		return c.plain.RoundTrip(r)
	}
	through, err := c.proxy(r)
	if err != nil {
		return nil, err
	}
	if through == nil {
		return c.judged.RoundTrip(r)
	}
	if err := c.resolve(r.Context(), r.URL.Hostname()); err != nil {
		return nil, err
	}
	return c.plain.RoundTrip(r)
}

// judge refuses a connection to an address inside. The dialer calls it with the very address that it is about to connect to.
func judge(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || inside(to.Addr()) {
		return leadsInside(err, to.Addr())
	}
	return nil
}

// resolve refuses a host that resolves to an address inside, or not at all: the proxy would connect to it unchecked.
func (c *carrier) resolve(ctx context.Context, host string) error {
	found, err := c.resolver.LookupNetIP(ctx, "ip", host)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil || len(found) == 0:
		return refuse(err, "This machine cannot resolve %s, so it cannot tell where the proxy would connect. The photo was not fetched.", host)
	}
	for _, ip := range found {
		if inside(ip) {
			return leadsInside(nil, ip)
		}
	}
	return nil
}

func leadsInside(cause error, ip netip.Addr) error {
	return refuse(cause, "The photo's address leads to %s, which is within this machine or its network, so it was not fetched.", ip)
}
