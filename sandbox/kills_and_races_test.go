package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/internal/gated"
)

var restarts = flag.Int("restarts", 5, "how often the sandbox is killed under load")

const crashClients = 8

// essence is what a reservation shows alike in every answer: a modification's
// leaves out most of the payment.
func essence(r tree) string {
	return fmt.Sprintln(r["id"], r["status"], r["check_in_date"], r["check_out_date"], r["created_at"], r["confirmation"],
		r["guests"], r["hotel"], r["custom_data"], at(r, "payment", "guest", "token"), r["rate"])
}

// owned is a reservation of one client: how it was acknowledged last, and, when
// the answer to a later change was lost, what that change was to do.
type owned struct {
	id, last string
	lost     func(now tree) bool
	seen     tree
	settled  bool // compared since a request about it was sent last
}

// crashClient sends requests until the sandbox is killed. It sends one at a
// time, so that at most one outcome is unknown.
type crashClient struct {
	url     string
	dice    *rand.Rand
	number  int
	turn    int
	offers  []offer
	list    []*owned
	pending string // the attempt of a create whose answer was lost
	acked   *atomic.Int64
}

// send returns no error when an answer was read to its end.
func (c *crashClient) send(method, path string, body tree) (int, tree, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	if body == nil {
		text = nil
	}
	r, err := http.NewRequestWithContext(context.Background(), method, c.url+path, bytes.NewReader(text))
	if err != nil {
		return 0, nil, err
	}
	r.SetBasicAuth("acme", "key-1")
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, nil, err
	}
	var got tree
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return answer.StatusCode, got, d.Decode(&got)
}

func (c *crashClient) run() {
	for {
		c.turn++
		var err error
		if len(c.list) < 3 || c.dice.IntN(2) == 0 {
			err = c.create()
		} else {
			err = c.change(c.list[c.dice.IntN(len(c.list))])
		}
		if err != nil {
			return
		}
	}
}

func (c *crashClient) create() error {
	body := c.offers[c.dice.IntN(len(c.offers))].createBody()
	attempt := fmt.Sprintf("att-%d-%d", c.number, c.turn)
	body["custom_data"] = tree{"attempt": attempt, "by": c.number, "all": true}
	if c.dice.IntN(3) == 0 {
		body["simulate"] = "confirmed"
	}
	c.pending = attempt
	status, made, err := c.send("POST", pathCreate, body)
	if err != nil {
		return err
	}
	c.pending = ""
	if status == http.StatusCreated {
		c.list = append(c.list, &owned{id: text(made, "id"), last: essence(made), seen: made})
		c.acked.Add(1)
	}
	return nil // Others are sold out.
}

func (c *crashClient) change(o *owned) error {
	method, path, body := "POST", pathCreate+"/"+o.id+"/cancel", tree(nil)
	lost := func(now tree) bool { return text(now, "status") == "CANCELED" }
	switch c.dice.IntN(3) {
	case 0:
		day := 10 + c.dice.IntN(6)
		in, out := fmt.Sprintf("2026-12-%02d", day), fmt.Sprintf("2026-12-%02d", day+1+c.dice.IntN(4))
		method, path, body = "PATCH", pathCreate+"/"+o.id, tree{"check_in_date": in, "check_out_date": out}
		lost = func(now tree) bool {
			return strings.HasPrefix(text(now, "check_in_date"), in) && strings.HasPrefix(text(now, "check_out_date"), out)
		}
	case 1:
		token := fmt.Sprintf("pay-%d-%d", c.number, c.turn)
		method, path, body = "PATCH", pathCreate+"/"+o.id, tree{"payment": tree{"guest": tree{"token": token}}}
		lost = func(now tree) bool { return text(now, "payment", "guest", "token") == token }
	}
	o.lost, o.settled = lost, false
	status, got, err := c.send(method, path, body)
	if err != nil {
		return err
	}
	o.lost = nil
	if status == http.StatusOK {
		o.last, o.seen = essence(got), got
		c.acked.Add(1)
	}
	return nil // Others cannot be changed any more, or not to these dates.
}

// verify compares what was acknowledged with what is there now: all of it, or
// only what a request was sent about since, so that a hundred restarts cost
// what their requests do.
func (c *crashClient) verify(t *testing.T, l *testFixture, all bool) {
	t.Helper()
	for _, o := range c.list {
		if o.settled && !all {
			continue
		}
		o.settled = true
		now := l.ok(200, "GET", pathCreate+"/"+o.id, nil)
		if got := essence(now); got != o.last && (o.lost == nil || !o.lost(now)) {
			t.Errorf("client %d: reservation %s is\n%swas acknowledged as\n%s", c.number, o.id, got, o.last)
		} else {
			o.last, o.seen, o.lost = got, now, nil
		}
		if found := l.attempts(text(o.seen, "custom_data", "attempt")); len(found) != 1 || text(found[0], "id") != o.id {
			t.Errorf("client %d: %d reservations are found by the attempt of %s", c.number, len(found), o.id)
		}
	}
	if c.pending != "" {
		switch found := l.attempts(c.pending); {
		case len(found) > 1:
			t.Errorf("client %d: %d reservations of the attempt %s", c.number, len(found), c.pending)
		case len(found) == 1:
			c.list = append(c.list, &owned{id: text(found[0], "id"), last: essence(found[0].(tree)), seen: found[0].(tree)})
		}
		c.pending = ""
	}
}

func (l *testFixture) attempts(value string) []any {
	l.t.Helper()
	found, _ := at(l.ok(200, "GET", pathList+"?filter[custom_data]="+value, nil), "items").([]any)
	return found
}

// crashChild starts a sandbox in a process of its own.
func crashChild(t *testing.T, dir string) (*exec.Cmd, string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0]) //nolint:gosec // The test runs itself.
	command.Env = append(os.Environ(), childDir+"="+placed(t, Options{Dir: dir}).Dir)
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return command, strings.TrimSpace(url)
}

// Killed again and again under load, the sandbox keeps all
// that it acknowledged, and nothing by halves.
func TestKillsUnderLoadLoseNothing(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it kills a server under load for seconds")
	dir := t.TempDir()
	dice := rand.New(rand.NewPCG(3, 3))
	var acked atomic.Int64
	var offers []offer
	var clients []*crashClient
	for i := range crashClients {
		clients = append(clients, &crashClient{number: i, dice: rand.New(rand.NewPCG(uint64(i), 5)), acked: &acked})
	}
	for round := range *restarts {
		command, url := crashChild(t, dir)
		l := &testFixture{t: t, url: url, account: "acme", token: "key-1"}
		if offers == nil {
			offers = l.offers(searchBody()) // Their codes count after every restart.
		}
		var group sync.WaitGroup
		for _, c := range clients {
			c.url, c.offers = url, offers
			c.verify(t, l, false)
			group.Go(c.run)
		}
		time.Sleep(time.Duration(30+dice.IntN(300)) * time.Millisecond) // The moment of the kill is the test.
		if err := command.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		group.Wait()
		if err := command.Wait(); err == nil {
			t.Fatal("the child ended in peace")
		}
		inspect(t, dir)
		if t.Failed() {
			t.Fatalf("after %d kills", round+1)
		}
		http.DefaultClient.CloseIdleConnections()
	}
	l := start(t, func(o *Options) { o.Dir, o.Properties = dir, 400 })
	for _, c := range clients {
		c.verify(t, l, true)
	}
	inspectLists(t, l)
	t.Logf("%d kills, %d acknowledged writes", *restarts, acked.Load())
	if acked.Load() == 0 {
		t.Error("nothing was acknowledged between the kills")
	}
}

// inspect reads the database of a process that was killed: it is sound, and the
// rooms that are taken are those that reservations hold.
func inspect(t *testing.T, dir string) {
	t.Helper()
	if !SharedData(placed(t, Options{Dir: dir}).Dir) {
		dir = copyOf(t, dir)
	}
	db := rawData(t, dir)
	defer db.Close()
	var wrong int
	err := db.QueryRowContext(t.Context(), `
		WITH RECURSIVE nights (night, until, hotel, room, rooms) AS (
			SELECT check_in, check_out, hotel, room, rooms FROM reservation WHERE held
			UNION ALL SELECT night + 1, until, hotel, room, rooms FROM nights WHERE night + 1 < until),
		due AS (SELECT night, hotel, room, sum(rooms) AS sold FROM nights GROUP BY night, hotel, room)
		SELECT count(*) FROM (SELECT night, hotel, room, sold FROM stock WHERE sold > 0) AS s
		FULL JOIN due USING (night, hotel, room) WHERE s.sold IS DISTINCT FROM due.sold`).Scan(&wrong)
	if err != nil || wrong != 0 {
		t.Fatalf("%d nights have other rooms sold than reservations hold, %v", wrong, err)
	}
}

// copyOf copies a database and its log: whoever closes one writes the log back, which is the
// next server's to do.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	for _, name := range []string{"sandbox.db", "sandbox.db-wal"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), text, 0o600)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return to
}

// inspectLists compares every list by a date with the reservations themselves.
func inspectLists(t *testing.T, l *testFixture) {
	t.Helper()
	days, total := map[string]int{}, 0
	for page := 1; ; page++ {
		answer := l.ok(200, "GET", pathList+"?page_size=100&page_number="+strconv.Itoa(page), nil)
		items, _ := answer["items"].([]any)
		for _, r := range items {
			total++
			for _, date := range []string{"check_in_date", "check_out_date"} {
				days["filter["+date+"]"+"="+text(r, date)[:10]]++
			}
			days["filter[custom_data]="+text(r, "custom_data", "by")]++
		}
		if len(items) == 0 {
			if got := text(answer, "total_items_without_paging"); got != strconv.Itoa(total) {
				t.Errorf("the list has %d items and tells of %s", total, got)
			}
			break
		}
	}
	days["filter[custom_data]=true"] = total
	for query, want := range days {
		if got := text(l.ok(200, "GET", pathList+"?"+query, nil), "total_items_without_paging"); got != strconv.Itoa(want) {
			t.Errorf("%s tells of %s reservations, want %d", query, got, want)
		}
	}
}

// However many want the last room, just as many get it as
// there are, and a cancellation lets one more in.
func TestRaceForTheLastRoom(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Dir = t.TempDir() })
	o := l.roomy(3)
	want := int64(l.left(o))
	body := o.createBody()
	race := func() (sold int64, ids []string) {
		var refused atomic.Int64
		var mu sync.Mutex
		var group sync.WaitGroup
		for range 200 {
			group.Go(func() {
				r := l.do("POST", pathCreate, body)
				switch {
				case r.status == http.StatusCreated:
					mu.Lock()
					ids = append(ids, text(r.body, "id"))
					mu.Unlock()
				case r.status == http.StatusBadRequest && text(r.body, "type") == "BOOKING_CREATION_ERROR":
					refused.Add(1)
				default:
					t.Errorf("status %d: %s", r.status, r.raw)
				}
			})
		}
		group.Wait()
		if got := int64(len(ids)) + refused.Load(); got != 200 {
			t.Errorf("%d of 200 were answered", got)
		}
		return int64(len(ids)), ids
	}
	sold, ids := race()
	if sold != want {
		t.Fatalf("%d reservations were made for %d rooms", sold, want)
	}
	l.ok(200, "POST", pathCreate+"/"+ids[0]+"/cancel", nil)
	if sold, _ = race(); sold != 1 {
		t.Errorf("%d reservations were made for the room that was given back", sold)
	}
}
