package sshconsole

import (
	"cmp"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// A source is an address from which connections came that proved no key.
type source struct {
	failures *rate.Limiter
	refused  bool // it is kept out, and that was logged
}

// mostSources bounds the addresses that are remembered.
const mostSources = 10_000

// sourceOf returns the address of a connection. Of IPv6 it is the network: a machine there has as many addresses as it wants.
func sourceOf(conn net.Conn) string {
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return conn.RemoteAddr().String()
	}
	address := at.Addr().Unmap().WithZone("")
	if address.Is4() {
		return address.String()
	}
	network, _ := address.Prefix(64) // There is no other error than that of an IPv4 address.
	return network.String()
}

// accept gives a connection the place of a stranger; nil when its address had too many failed logins lately. If no place is free,
// the oldest stranger of the address that has most of them loses its own.
func (s *Server) accept(conn net.Conn) *connection {
	from := sourceOf(conn)
	s.mu.Lock()
	known := s.sources[from]
	if known != nil && known.failures.Tokens() < 1 {
		news := !known.refused
		known.refused = true
		s.mu.Unlock()
		if news { // One who goes on does not fill the log.
			s.o.Logger.Warn("connections are refused: too many failed logins from this address", slog.String("address", from))
		}
		return nil
	}
	var out *connection
	if len(s.strangers) >= mostStrangers {
		out = s.oldestOfBusiest()
		s.ends(out)
	}
	c := &connection{Conn: conn, server: s, from: from, since: time.Now()}
	s.strangers[c] = true
	s.mu.Unlock()
	if out != nil {
		out.refused(errors.New("its place was taken: too many connections had not logged in yet"))
		_ = out.Conn.Close() // It may have ended.
	}
	_ = conn.SetDeadline(time.Now().Add(s.bounds.grace)) // On a connection without deadlines, the peer ends it.
	return c
}

// oldestOfBusiest returns the oldest stranger of the address that has most of them.
func (s *Server) oldestOfBusiest() (found *connection) {
	of := map[string]int{}
	for c := range s.strangers {
		of[c.from]++
	}
	for c := range s.strangers {
		if found == nil || cmp.Or(cmp.Compare(of[found.from], of[c.from]), c.since.Compare(found.since)) < 0 {
			found = c
		}
	}
	return found
}

// ends frees the place of a stranger, and counts a failure of its address if no key was proved.
func (s *Server) ends(c *connection) {
	delete(s.strangers, c)
	if !c.known {
		s.countFailure(c.from)
	}
}

// countFailure counts a connection that proved no key.
func (s *Server) countFailure(from string) {
	if len(s.sources) > mostSources {
		clear(s.sources) // An attacker with so many addresses is not kept out by what is remembered.
	}
	if s.sources[from] == nil {
		s.sources[from] = &source{failures: rate.NewLimiter(rate.Limit(s.o.MostFailed)/60, s.o.MostFailed)}
	}
	known := s.sources[from]
	known.refused = false
	known.failures.Allow()
}

// strangerFailed counts a failed login, and reports whether the connection still had its place.
func (s *Server) strangerFailed(c *connection) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.strangers[c] {
		return false
	}
	s.ends(c)
	return true
}
