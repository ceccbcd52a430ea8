package campaign

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	random "math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"bellhop/internal/pgtest"
	"bellhop/sandbox"
)

// A cluster is several servers of the service, each in a process of its own, behind
// haproxy, on one PostgreSQL that has a synchronous standby. Each server reaches the
// two through networks of its own, which can be cut.
type cluster struct {
	o        Options
	dir      string
	template serviceSettings
	servers  []*server
	links    [][]*pgtest.Link // of each server, to either database
	proxy    *proxy
	random   *random.Rand

	primary, standby *pgtest.Server
	outages          map[string]int
	order            []string // the outages that are still to come, before all come again
	faults           bool     // rules are in force
	met              figures
}

// What can happen to a cluster.
const (
	serverKilled     = "server killed"
	primaryKilled    = "primary killed, standby promoted"
	primaryRestarted = "primary restarted"
	primaryFrozen    = "primary hanging"
	networkCut       = "network cut between a server and the databases"
)

// How long what hangs or is cut off stays so.
const outage = 1500 * time.Millisecond

// synchronous lets a commit be acknowledged when a standby has it, too.
func synchronous() []string {
	return []string{"synchronous_standby_names=*", "synchronous_commit=on", "max_connections=200"}
}

func newCluster(o Options, c *clock, dir string) *cluster {
	return &cluster{
		o: o, dir: dir, outages: map[string]int{}, random: random.New(random.NewPCG(o.Seed, 8)), //nolint:gosec // The same seed makes the same trouble.
		template: serviceSettings{
			Address: "127.0.0.1:0", Token: rand.Text(), Control: rand.Text(), Seed: o.Seed, Hotels: o.Hotels, Clock: *c, Creates: filepath.Join(dir, createsFile),
		},
		met: figures{Faults: map[string]int64{}, Met: map[string]int64{}},
	}
}

// start starts the databases, the servers and what stands before them.
func (c *cluster) start(faults bool) (err error) {
	if c.primary, err = pgtest.Start(synchronous()...); err != nil {
		return err
	}
	// The first commit waits for it, as every other one does.
	if c.standby, err = c.primary.Standby(synchronous()...); err != nil {
		return err
	}
	var addresses []string
	for i := range c.o.Servers {
		s := &server{o: c.o, log: filepath.Join(c.dir, fmt.Sprintf("service-%d.log", i)), settings: c.template}
		s.sum = figures{Faults: map[string]int64{}, Met: map[string]int64{}}
		if s.settings.Dir, err = c.reach(); err != nil {
			return err
		}
		if err := s.start(false); err != nil {
			return err
		}
		c.servers = append(c.servers, s)
		addresses = append(addresses, s.settings.Address)
	}
	if c.proxy, err = startProxy(c.dir, addresses); err != nil {
		return err
	}
	if faults {
		return c.setFaults(true)
	}
	return nil
}

// reach makes the networks of a server, and returns the databases' address there.
func (c *cluster) reach() (address string, err error) {
	var links []*pgtest.Link
	for _, database := range []*pgtest.Server{c.primary, c.standby} {
		link, err := pgtest.NewLink(database.Port)
		if err != nil {
			return "", err
		}
		links = append(links, link)
	}
	c.links = append(c.links, links)
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d,127.0.0.1:%d/postgres?sslmode=disable&target_session_attrs=read-write&connect_timeout=2",
		links[0].Port, links[1].Port), nil
}

func (c *cluster) console(o Options, clock *clock, journal string) settings {
	s := c.servers[0].console(o, clock, journal)
	s.Address = "http://" + c.proxy.address
	return s
}

// restart brings the next kind of outage. All come once before any comes again.
func (c *cluster) restart(ctx context.Context, faults bool) error {
	if err := c.setFaults(faults); err != nil || c.o.RestartEvery < 0 {
		return err
	}
	if len(c.order) == 0 {
		c.order = []string{serverKilled, primaryKilled, primaryRestarted, primaryFrozen, networkCut}
		c.random.Shuffle(len(c.order), func(i, j int) { c.order[i], c.order[j] = c.order[j], c.order[i] })
	}
	what := c.order[0]
	c.order = c.order[1:]
	c.outages[what]++
	if err := c.bring(ctx, what); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if !faults {
		return c.ready(ctx)
	}
	return ctx.Err()
}

// ready waits until every server answers again.
func (c *cluster) ready(ctx context.Context) error {
	for _, s := range c.servers {
		for answers := 0; answers < 3; {
			if err := sleep(ctx, 300*time.Millisecond); err != nil {
				return err
			}
			answer, err := http.Get("http://" + s.settings.Address + "/readyz") //nolint:noctx // It is bounded by the server.
			if err != nil {
				continue
			}
			_ = answer.Body.Close()
			if answers++; answer.StatusCode != http.StatusOK {
				answers = 0
			}
		}
	}
	return sleep(ctx, 2*time.Second) // haproxy asks them as well.
}

func (c *cluster) bring(ctx context.Context, what string) error {
	which := c.random.IntN(len(c.servers))
	switch what {
	case serverKilled:
		return c.servers[which].restart(ctx, false)
	case primaryRestarted:
		return c.primary.Restart()
	case primaryFrozen:
		c.primary.Freeze()
		defer c.primary.Thaw()
		return sleep(ctx, outage)
	case networkCut:
		for _, link := range c.links[which] {
			link.Cut()
			defer link.Mend()
		}
		return sleep(ctx, outage)
	}
	// The primary is gone for good, and a new standby takes its place. Until it is
	// there, nothing is acknowledged.
	gone := c.primary
	gone.Kill()
	if err := c.standby.Promote(); err != nil {
		return err
	}
	c.primary = c.standby
	port := gone.Port
	gone.Remove()
	var err error
	c.standby, err = c.primary.StandbyAt(port, synchronous()...)
	return err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// setFaults begins or ends the faults of all servers, through one of them.
func (c *cluster) setFaults(on bool) error {
	switch {
	case on == c.faults:
		return nil
	case on:
		c.faults = true
		return c.control(http.MethodPost, "/faults", map[string]string{"rules": c.o.faultRules(1)}, nil)
	}
	c.faults = false
	if err := c.readFaults(); err != nil {
		return err
	}
	return c.control(http.MethodDelete, "/faults", nil, nil)
}

// readFaults reads how often each fault was met, at all servers.
func (c *cluster) readFaults() error {
	var state sandbox.ControlState
	if err := c.control(http.MethodGet, "", nil, &state); err != nil {
		return err
	}
	f := countFaults(state.Faults)
	c.met.Faults, c.met.Met = f.Faults, f.Met
	return nil
}

// control asks the first server, once it can answer.
func (c *cluster) control(method, path string, in, out any) error {
	var text []byte
	if in != nil {
		text, _ = json.Marshal(in) // Texts can always be written.
	}
	var last error
	for range 100 {
		if last = c.controlOnce(method, path, text, out); last == nil {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return fmt.Errorf("the first server's control path: %w", last)
}

func (c *cluster) controlOnce(method, path string, text []byte, out any) error {
	r, err := http.NewRequestWithContext(context.Background(), method, "http://"+c.servers[0].settings.Address+"/control"+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+c.template.Control)
	if text != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = errors.New(answer.Status + ": " + string(body))
	}
	if err == nil && out != nil {
		err = json.Unmarshal(body, out)
	}
	return err
}

func (c *cluster) total() figures {
	sum := c.met
	for _, s := range c.servers {
		if s.count() == nil { // Of one that is gone the former figures count.
			sum.Slowest = max(sum.Slowest, s.last.Slowest)
		}
		sum.Slowest = max(sum.Slowest, s.sum.Slowest)
	}
	sum.Outages = c.outages
	sum.Kills = c.outages[serverKilled] + c.outages[primaryKilled]
	return sum
}

func (c *cluster) stop() {
	for _, s := range c.servers {
		s.stop()
	}
	c.servers = nil
	if c.proxy != nil {
		c.proxy.stop()
	}
	for _, link := range slices.Concat(c.links...) {
		link.Close()
	}
	for _, database := range []*pgtest.Server{c.standby, c.primary} {
		if database != nil {
			database.Remove()
		}
	}
	c.primary, c.standby, c.links, c.proxy = nil, nil, nil, nil
}
