package sshconsole

import "fmt"

// What one person may take of a server beside consoles. A channel that is open can hold 2 MB that nobody has read.
const (
	mostWaiting     = 8       // channels in which no console was asked for yet
	moreConnections = 4       // beyond one for each console
	mostRequests    = 100     // of a channel before it asks for a console
	mostRequest     = 4 << 10 // bytes of a request
)

// usage is what the connections of one person take.
type usage struct{ connections, channels, waiting int }

// forgive takes a connection whose key is proved off the strangers, and forgets the failures of its address, which a whole office may
// share.
func (s *Server) forgive(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.strangers, c)
	delete(s.sources, c.from)
}

// letIn counts a connection of a person, and reports whether the person may have one more.
func (s *Server) letIn(c *connection, name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.inside[name]
	if u == nil {
		u = &usage{}
		s.inside[name] = u
	}
	if u.connections >= s.o.MostOfOne+moreConnections {
		return false
	}
	u.connections++
	c.usage = u
	return true
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
	if *c.usage == (usage{}) {
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
