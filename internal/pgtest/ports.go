package pgtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
)

// Ports are nine neighbouring ports of this machine for programs that cannot inherit an open
// listener. They lie below the ephemeral range. A listener on the tenth port is the lock:
// while it is open, no other test claims them.
type Ports struct {
	First int
	tenth net.Listener
}

// ClaimPorts claims nine free ports.
func ClaimPorts() (*Ports, error) {
	const lowest, highest = 10_000, 32_750
	for range 1000 {
		if p, err := claim(lowest + rand.N((highest-lowest)/10)*10); err == nil { //nolint:gosec // A port is no secret.
			return p, nil
		}
	}
	return nil, errors.New("there are no free ports")
}

// claim claims the ports from the first one on.
func claim(first int) (*Ports, error) {
	tenth, err := listen(first + 9)
	if err != nil {
		return nil, err
	}
	for port := first; port < first+9; port++ {
		free, err := listen(port)
		if err != nil {
			return nil, errors.Join(err, tenth.Close())
		}
		_ = free.Close() // Nothing has connected to it.
	}
	return &Ports{First: first, tenth: tenth}, nil
}

func listen(port int) (net.Listener, error) {
	return new(net.ListenConfig).Listen(context.Background(), "tcp", fmt.Sprintf("127.0.0.1:%d", port))
}

// Release lets others claim the ports.
func (p *Ports) Release() { _ = p.tenth.Close() }
