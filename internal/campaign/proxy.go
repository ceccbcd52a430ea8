package campaign

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"bellhop/internal/pgtest"
)

// A proxy is haproxy before several servers.
type proxy struct {
	address string
	ports   *pgtest.Ports
	run     *exec.Cmd
}

// proxyConfig asks each server whether it is ready. What was sent to one is never sent
// to another: only a connection that could not be made is tried again.
const proxyConfig = `global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 10m
  timeout server 10m
  retries 2
  retry-on conn-failure
  option redispatch
frontend service
  bind %s
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /readyz
`

// startProxy starts haproxy before the addresses, and waits until it takes connections.
func startProxy(dir string, addresses []string) (p *proxy, err error) {
	program, err := exec.LookPath("haproxy")
	if err != nil {
		program = "/usr/sbin/haproxy" // Debian keeps it outside of a user's PATH.
	}
	ports, err := pgtest.ClaimPorts()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			ports.Release()
		}
	}()
	address := fmt.Sprintf("127.0.0.1:%d", ports.First)
	var text bytes.Buffer
	fmt.Fprintf(&text, proxyConfig, address)
	for i, one := range addresses {
		fmt.Fprintf(&text, "  server s%d %s check inter 500ms fall 2 rise 1\n", i, one)
	}
	config := filepath.Join(dir, "haproxy.cfg")
	if err := os.WriteFile(config, text.Bytes(), 0o600); err != nil {
		return nil, err
	}
	run := exec.CommandContext(context.Background(), program, "-db", "-f", config) //nolint:gosec // haproxy.
	log, err := os.OpenFile(filepath.Join(dir, "haproxy.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }() // The process has its own.
	run.Stdout, run.Stderr = log, log
	if err := run.Start(); err != nil {
		return nil, fmt.Errorf("haproxy: %w", err)
	}
	p = &proxy{address, ports, run}
	for range 200 {
		conn, err := new(net.Dialer).DialContext(context.Background(), "tcp", address)
		if err == nil {
			return p, conn.Close()
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.stop()
	return nil, errors.New("haproxy does not answer, see " + log.Name())
}

func (p *proxy) stop() {
	_ = p.run.Process.Kill()
	_ = p.run.Wait() // It was killed.
	p.ports.Release()
}
