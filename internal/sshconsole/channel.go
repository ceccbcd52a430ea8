package sshconsole

import (
	"context"
	"fmt"
	"io"

	"golang.org/x/crypto/ssh"

	"bellhop/internal/guard"
)

// A window is the size of a client's terminal, as RFC 4254 sends it.
type window struct{ Columns, Rows, Width, Height uint32 }

// A terminal is what a client says of its own, in the same form.
type terminal struct {
	Term                         string
	Columns, Rows, Width, Height uint32
	Modes                        string
}

// A session is a channel of a connection in which a client asks for a console.
type session struct {
	ssh.Channel
	connection *connection
	terminal   *terminal // nil without one
	env        []string
	command    bool            // it asks for a command
	line       context.Context // until the client has closed the channel, or its input has ended
	drop       context.CancelFunc
	sizes      chan window // the last change of the window
}

// channel serves a channel until its client has closed it.
func (s *Server) channel(c *connection, asked ssh.NewChannel) {
	waiting := true
	defer func() { s.closes(c, waiting) }()
	if why := s.opens(c); why != "" {
		c.end(why)
		return
	}
	accepted, requests, err := asked.Accept()
	if err != nil {
		return // The client has gone.
	}
	client := &session{Channel: accepted, connection: c, sizes: make(chan window, 1)}
	client.line, client.drop = context.WithCancel(context.Background())
	defer client.drop()
	n := 0
	for r := range requests {
		if n++; waiting && n > mostRequests || len(r.Payload) > mostRequest {
			c.end(fmt.Sprintf("more than %d requests before a console, or one of more than %d bytes", mostRequests, mostRequest))
			ssh.DiscardRequests(requests) // Until they end: the library waits for whoever reads them.
			return
		}
		begins := waiting && (r.Type == "shell" || r.Type == "exec")
		_ = r.Reply(begins || client.grant(r, waiting), nil) // The client may have gone.
		if begins {
			waiting, client.command = false, r.Type != "shell"
			s.begins(c)
			c.consoles.Go(func() {
				defer guard.Catch()
				s.serve(client)
			})
		}
	}
}

// grant does what a client asks for its session, and reports whether it may. A terminal and an environment are those of a
// console that has not begun.
func (s *session) grant(r *ssh.Request, waiting bool) bool {
	switch r.Type {
	case "pty-req":
		asked := &terminal{}
		if !waiting || s.terminal != nil || ssh.Unmarshal(r.Payload, asked) != nil {
			return false
		}
		s.terminal = asked
		return true
	case "window-change":
		var size window
		if s.terminal == nil || ssh.Unmarshal(r.Payload, &size) != nil {
			return false
		}
		select {
		case <-s.sizes: // It is out of date.
		default:
		}
		s.sizes <- size
		return true
	case "env":
		var one struct{ Name, Value string }
		if !waiting || ssh.Unmarshal(r.Payload, &one) != nil {
			return false
		}
		s.env = append(s.env, one.Name+"="+one.Value)
		return true
	}
	if words := forwardingWords[r.Type]; words != "" {
		s.connection.askedFor(r.Type)
		_, _ = io.WriteString(s.Stderr(), "bellhop: "+words+"\r\n") // The client may have gone.
	}
	return false
}

// forwardingWords say why a client's keys and its screen are not used.
var forwardingWords = map[string]string{
	"auth-agent-req@openssh.com": "Agent forwarding is refused: the console uses no key of yours.",
	"x11-req":                    "X11 forwarding is refused: the console opens no windows.",
}

// exit ends a session with a code.
func (s *session) exit(code int) {
	_, _ = s.SendRequest("exit-status", false, ssh.Marshal(struct{ Code uint32 }{uint32(max(code, 0))})) //nolint:gosec // It is a process's exit code.
	_ = s.Close()                                                                                        // The client may have gone.
}
