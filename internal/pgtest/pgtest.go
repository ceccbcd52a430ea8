// Package pgtest runs PostgreSQL for tests: a server of its own in a folder that
// goes with it, from the programs that the machine has, or the one that
// BELLHOP_TEST_POSTGRES names. It speaks to nothing else of ours.
package pgtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"bellhop/internal/gated"
)

// variable names the server to test with: a URL, whose user may make schemas.
const variable = "BELLHOP_TEST_POSTGRES"

// superuser owns the servers of tests, and is whom the server runs as where the
// tests run as root, which PostgreSQL refuses.
const superuser = "postgres"

// Server is a running PostgreSQL server.
type Server struct {
	Port int
	at   *Ports // of which Port is the first; nil for a server that was there before
	dir  string // of its data; "" for a server that was there before
	url  string
	with []string // its settings
	run  *exec.Cmd
	gone chan struct{} // closed when the process has ended
}

// errNotInstalled means that a program which a test needs is not there.
var errNotInstalled = errors.New("not installed")

// shared is the server of a test binary: the first test that asks for an address starts it, and Main ends it.
var shared struct {
	main   bool // whether Main runs the tests
	once   sync.Once
	server *Server
	err    error
	mu     sync.Mutex
	kept   []string // schemas that go at the end
}

// Main runs the tests of a package, ends the server that they have started, and returns their exit code.
func Main(m *testing.M) int {
	shared.main = true
	code := m.Run()
	if shared.server != nil {
		shared.server.forget(shared.kept)
		shared.server.remove()
	}
	return code
}

func begin() (*Server, error) {
	if given := os.Getenv(variable); given != "" {
		return &Server{url: given}, nil
	}
	// What is lost with the power is of no use to anybody here.
	return Start("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300")
}

// URL returns the address of an empty schema, which is dropped with the test. It skips a test in a plain run, and where there is no
// PostgreSQL. Where CI is set and root could install PostgreSQL, it fails the test.
func URL(t testing.TB) string {
	t.Helper()
	return started(t).Schema(t)
}

// Kept is URL for a schema that stays until all tests have ended.
func Kept(t testing.TB) string {
	t.Helper()
	server, name := started(t), newSchema()
	server.run1(t, "CREATE SCHEMA "+name)
	shared.mu.Lock()
	defer shared.mu.Unlock()
	shared.kept = append(shared.kept, name)
	return server.With("search_path", name)
}

// started returns the server of the test binary.
func started(t testing.TB) *Server {
	t.Helper()
	gated.Test(t, Gated)
	if !shared.main {
		t.Fatal("the package's TestMain does not call pgtest.Main")
	}
	shared.once.Do(func() { shared.server, shared.err = begin() })
	if shared.err != nil {
		Missing(t, shared.err)
	}
	return shared.server
}

// Gated is the reason for which a plain run skips the tests of this package's users.
const Gated = "it needs PostgreSQL"

func newSchema() string { return "t_" + strings.ToLower(rand.Text()[:16]) }

// Missing ends a test for which there is no PostgreSQL.
func Missing(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("CI") != "" && os.Getuid() == 0 || !errors.Is(err, errNotInstalled) {
		t.Fatalf("PostgreSQL is needed: %v", err)
	}
	t.Skipf("NOT RUN: %v; install PostgreSQL, or name a server in %s", err, variable)
}

// Schema returns the address of an empty schema of the server, which is dropped
// with the test.
func (s *Server) Schema(t testing.TB) string {
	t.Helper()
	name := newSchema()
	s.run1(t, "CREATE SCHEMA "+name)
	t.Cleanup(func() { s.run1(t, "DROP SCHEMA "+name+" CASCADE") })
	return s.With("search_path", name)
}

// With returns the server's address with one more parameter.
func (s *Server) With(name, value string) string {
	address, err := url.Parse(s.url)
	if err != nil {
		return s.url
	}
	q := address.Query()
	q.Set(name, value)
	address.RawQuery = q.Encode()
	return address.String()
}

// forget drops schemas of a server that stays.
func (s *Server) forget(schemas []string) {
	if s.dir != "" {
		return // It goes as a whole.
	}
	conn, err := pgx.Connect(context.Background(), s.url)
	if err != nil {
		return
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for _, name := range schemas {
		_, _ = conn.Exec(context.Background(), "DROP SCHEMA "+name+" CASCADE") // Who owns the server sees what is left.
	}
}

// run1 runs one statement on a connection of its own.
func (s *Server) run1(t testing.TB, statement string) {
	t.Helper()
	ctx := context.Background() // A cleanup comes after the test's own has ended.
	conn, err := pgx.Connect(ctx, s.url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, statement); err != nil {
		t.Fatal(err)
	}
}

// Start makes a server with settings, each NAME=VALUE, and waits until it answers.
func Start(settings ...string) (*Server, error) {
	dir, err := os.MkdirTemp("", "bellhop-postgres-")
	if err != nil {
		return nil, err
	}
	return startIn(dir, settings...)
}

// startIn is Start in a folder.
func startIn(dir string, settings ...string) (*Server, error) {
	if err := own(dir); err != nil {
		return nil, err
	}
	s := &Server{dir: dir}
	var err error
	if err := s.program("initdb", "-D", s.data(), "-U", superuser, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if s.at, err = ClaimPorts(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s.Port = s.at.First
	if err := s.Run(settings...); err != nil {
		s.at.Release()
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

// Standby makes a server that follows another one, with settings, and waits until
// it answers. The other one has to allow it: wal_level=replica is the default.
func (s *Server) Standby(settings ...string) (*Server, error) {
	ports, err := ClaimPorts()
	if err != nil {
		return nil, err
	}
	return s.standbyAt(ports, settings...)
}

// StandbyAt is Standby on the port of a server that was removed.
func (s *Server) StandbyAt(port int, settings ...string) (*Server, error) {
	ports, err := claim(port)
	if err != nil {
		return nil, err
	}
	return s.standbyAt(ports, settings...)
}

func (s *Server) standbyAt(ports *Ports, settings ...string) (_ *Server, err error) {
	defer func() {
		if err != nil {
			ports.Release()
		}
	}()
	dir, err := os.MkdirTemp("", "bellhop-postgres-")
	if err == nil {
		err = own(dir)
	}
	if err != nil {
		return nil, err
	}
	other := &Server{dir: dir, Port: ports.First, at: ports}
	name := "standby" + strconv.Itoa(s.Port)
	source := fmt.Sprintf("host=127.0.0.1 port=%d user=%s application_name=%s", s.Port, superuser, name)
	if err := other.program("pg_basebackup", "-D", other.data(), "-d", source, "-R", "-X", "stream", "-c", "fast"); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := other.Run(settings...); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return other, nil
}

// Run starts the server again after Kill, with other settings if any are given, and
// waits until it answers.
func (s *Server) Run(settings ...string) error {
	if len(settings) > 0 {
		s.with = settings
	}
	args := []string{
		"-D", s.data(), "-p", strconv.Itoa(s.Port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
		"-c", "log_min_messages=warning", "-c", "shared_buffers=64MB",
	}
	for _, one := range s.with {
		args = append(args, "-c", one)
	}
	run, err := s.command(context.Background(), "postgres", args...)
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	run.Stdout, run.Stderr = log, log
	if err := run.Start(); err != nil {
		return err
	}
	s.run, s.gone = run, make(chan struct{})
	go func() {
		_ = run.Wait() // How it ended is in its log.
		close(s.gone)
	}()
	s.url = fmt.Sprintf("postgres://%s@127.0.0.1:%d/postgres?sslmode=disable", superuser, s.Port)
	return s.answers()
}

// startTime is how long a server may take to answer.
const startTime = 60 * time.Second

func (s *Server) answers() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.url)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.gone:
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return fmt.Errorf("PostgreSQL ended: %s", bytes.TrimSpace(log))
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Promote makes a standby the primary.
func (s *Server) Promote() error { return s.program("pg_ctl", "-D", s.data(), "promote", "-w") }

// URLOf returns the address of the first of several servers that takes writes, as
// a client with several addresses finds it.
func URLOf(parameters string, servers ...*Server) string {
	var hosts []string
	for _, one := range servers {
		hosts = append(hosts, "127.0.0.1:"+strconv.Itoa(one.Port))
	}
	return fmt.Sprintf("postgres://%s@%s/postgres?sslmode=disable&target_session_attrs=read-write&%s", superuser, strings.Join(hosts, ","), parameters)
}

func (s *Server) remove() {
	if s.dir == "" {
		return
	}
	s.Kill()
	s.at.Release()
	_ = os.RemoveAll(s.dir)
}

// Remove ends the server and removes its data.
func (s *Server) Remove() { s.remove() }

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// program runs one of PostgreSQL's programs to its end.
func (s *Server) program(name string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	run, err := s.command(ctx, name, args...)
	if err != nil {
		return err
	}
	if out, err := run.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(out))
	}
	return nil
}

func (s *Server) command(ctx context.Context, name string, args ...string) (*exec.Cmd, error) {
	path, err := find(name)
	if err != nil {
		return nil, err
	}
	run := exec.CommandContext(ctx, path, args...) //nolint:gosec // One of PostgreSQL's programs.
	run.Dir, run.Env = s.dir, append(slices.DeleteFunc(os.Environ(), func(one string) bool { return strings.HasPrefix(one, "PG") }), "LC_ALL=C.UTF-8")
	return run, asServer(run)
}

// find returns the newest of a program of PostgreSQL; Debian keeps those of the
// server outside of PATH.
func find(name string) (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name) // The pattern is a good one.
	if len(found) > 0 {
		return slices.MaxFunc(found, func(a, b string) int { return release(a) - release(b) }), nil
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%w: there is no %s", errNotInstalled, name)
	}
	return path, nil
}

func release(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path)))) // What is no number is older than all.
	return n
}
