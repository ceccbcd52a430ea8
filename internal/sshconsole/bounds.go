package sshconsole

import (
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"
)

// What one person may take of a server beside consoles. A channel that is open can hold 2 MB that nobody has read.
const (
	mostWaiting     = 8       // channels in which no console was asked for yet
	moreConnections = 4       // beyond one for each console
	mostRequests    = 100     // of a channel before it asks for a console
	mostRequest     = 4 << 10 // bytes of a request
)

// usage is what the connections of one person take.
type usage struct{ connections, channels, waiting int }

// errTooMany is told to a person who has no more connections.
var errTooMany = &ssh.BannerError{
	Err:     errors.New("the person has too many connections"),
	Message: "bellhop: You have as many connections open as one person may have. Close one first.\r\n",
}

// letIn takes a connection whose key is proved off the strangers, and counts it as one of its person. It forgives the failures of
// the address, which a whole office may share. A person with too many connections keeps the place of a stranger until the line ends.
func (s *Server) letIn(c *connection, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.strangers[c] {
		return errors.New("its place was taken")
	}
	c.known = true
	delete(s.sources, c.from)
	u := s.inside[name]
	if u == nil {
		u = &usage{}
		s.inside[name] = u
	}
	if u.connections >= s.o.MostOfOne+moreConnections {
		return errTooMany
	}
	u.connections++
	c.usage = u
	delete(s.strangers, c)
	return nil
}

// left counts the end of a connection that was let in.
func (s *Server) left(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.usage.connections--
	s.forget(c)
}

// forget drops the usage of a person who has nothing open.
func (s *Server) forget(c *connection) {
	if *c.usage == (usage{}) && s.inside[c.person] == c.usage {
		delete(s.inside, c.person)
	}
}

// opens counts a channel until it is closed. Why names the bound that it exceeds, or is empty.
func (s *Server) opens(c *connection) (why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.usage.channels++
	c.usage.waiting++
	switch most := s.o.MostOfOne + mostWaiting; {
	case c.usage.channels > most:
		return fmt.Sprintf("the person has more than %d channels", most)
	case c.usage.waiting > mostWaiting:
		return fmt.Sprintf("the person has more than %d channels without a console", mostWaiting)
	}
	return ""
}

// begins counts a channel in which a console is asked for.
func (s *Server) begins(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.usage.waiting--
}

// closes counts a channel that the client has closed.
func (s *Server) closes(c *connection, waiting bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.usage.channels--
	if waiting {
		c.usage.waiting--
	}
	s.forget(c)
}
