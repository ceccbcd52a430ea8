package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/trip"
)

// An ack is what a console told its user.
type ack struct {
	reservation string
	what        string // an outcome
	told        told
}

// A coordinator hands out the jobs, kills consoles and starts others in their place.
type coordinator struct {
	o        Options
	dir      string
	settings settings
	hotels   []want // their codes and names
	random   *rand.Rand

	workers []*worker
	events  chan event
	queue   []job
	jobs    int // ids given
	wants   int // stays thought of
	// open counts the booking jobs of a stay that have no result yet; what is to
	// follow a booking waits for all of them.
	open map[int]int

	acknowledged []ack
	out          Report
	kills        *countdown
	restarts     *countdown
	fills        *countdown
	server       site
}

func newCoordinator(o Options, dir string, s settings, hotels []want, server site) *coordinator {
	return &coordinator{
		o: o, dir: dir, settings: s, hotels: hotels, server: server,
		random: rand.New(rand.NewPCG(o.Seed, 4)), //nolint:gosec // The same seed thinks of the same stays.
		events: make(chan event), open: map[int]int{},
		kills: newCountdown(o.Seed, 5, o.KillEvery), restarts: newCountdown(o.Seed, 6, o.RestartEvery), fills: newCountdown(o.Seed, 7, o.FillEvery),
	}
}

func (c *coordinator) report() Report { return c.out }

// work runs the consoles until all stays are booked.
func (c *coordinator) work(ctx context.Context) error {
	defer c.stop()
	for i := range c.o.Workers {
		c.workers = append(c.workers, &worker{number: i})
		if err := c.spawn(ctx, i); err != nil {
			return err
		}
	}
	for c.plan(); c.pending() > 0; c.plan() {
		if c.out.Booked >= c.o.Bookings && len(c.queue) == 0 {
			c.out.Left = c.running() // The last console finds out about them.
			return nil
		}
		c.assign()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-c.events:
			if err := c.handle(ctx, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// pending counts the jobs without a result.
func (c *coordinator) pending() int { return len(c.queue) + c.running() }

func (c *coordinator) running() int {
	n := 0
	for _, w := range c.workers {
		n += len(w.jobs)
	}
	return n
}

// twins is how many stays there are to one that two consoles try at once.
const twins = 50

// plan thinks of more stays while too few are booked or under way. There are
// some more than are wanted, so that the end comes in the midst of things.
func (c *coordinator) plan() {
	wanted := c.o.Bookings
	if c.o.KillEvery > 0 {
		wanted += c.o.Workers
	}
	for c.out.Booked+len(c.open) < wanted {
		w := c.hotels[c.random.IntN(len(c.hotels))]
		w.Number, w.Nights = c.wants, 1+c.random.IntN(4)
		w.CheckIn = api.DateOf(campaignStart()).AddDays(20 + c.random.IntN(280)).String()
		c.wants++
		c.open[w.Number] = 1
		first := job{Do: doBook, Want: w}
		if c.random.IntN(twins) == 0 && c.o.Workers > 1 {
			c.open[w.Number], first.half = 2, 1
			c.add(job{Do: doBook, Want: w, half: 2})
		}
		c.add(first)
		if len(c.queue) >= c.o.Workers*c.o.Parallel {
			return
		}
	}
}

func (c *coordinator) add(j job) {
	c.jobs++
	j.ID = c.jobs
	c.queue = append(c.queue, j)
}

// assign gives waiting jobs to consoles that have room, each to the one with the
// most.
func (c *coordinator) assign() {
	rest := c.queue[:0:0]
	for _, j := range c.queue {
		var to *worker
		for _, w := range c.workers {
			if w.ready && w.takes(j) && len(w.jobs) < c.o.Parallel && (to == nil || len(w.jobs) < len(to.jobs)) {
				to = w
			}
		}
		if to == nil {
			rest = append(rest, j)
			continue
		}
		to.give(j)
	}
	c.queue = rest
}

// handle handles something that happened.
func (c *coordinator) handle(ctx context.Context, e event) error {
	w := c.workers[e.worker]
	switch {
	case e.life != w.life:
		return nil // It is about a process that has been replaced.
	case e.ended:
		if !w.killed {
			return fmt.Errorf("a console ended by itself: %w; see %s", e.err, w.log)
		}
		for _, j := range w.jobs {
			c.queue = append(c.queue, j)
		}
		return c.spawn(ctx, e.worker)
	case e.restart:
		return c.server.restart(ctx, true)
	case e.fill.Do != "":
		_ = encodeLine(w.process.in, e.fill) // See spawn.
		c.out.Fills++
		return nil
	case e.kill:
		w.kill()
		c.out.Kills++
		return nil
	case e.result.Outcome == outcomeReady:
		w.ready = true
		return nil
	}
	j, known := w.jobs[e.result.Job]
	if !known {
		return fmt.Errorf("a console speaks of job %d, which it does not have", e.result.Job)
	}
	delete(w.jobs, j.ID)
	c.done(j, e.result)
	c.disrupt()
	if c.out.GaveUp > 20+c.o.Bookings/10 {
		return fmt.Errorf("%d jobs were given up, the last one for %q: this campaign would hardly end", c.out.GaveUp, e.result.Text)
	}
	return nil
}

// disrupt has something happen to a process when it is time.
func (c *coordinator) disrupt() {
	if c.kills.due() {
		c.schedule(c.kills, event{kill: true})
	}
	if c.fills.due() {
		c.schedule(c.fills, event{fill: job{
			Do: doFillDisk, Room: c.fills.random.Int64N(maxRoom), For: int64(minFull) + c.fills.random.Int64N(int64(maxFull-minFull)),
		}})
	}
	if c.restarts.due() {
		c.schedule(c.restarts, event{restart: true})
	}
}

// A disk is full for so long, and has so much room left: some lines of the
// journal, or a part of one.
const (
	minFull = 20 * time.Millisecond
	maxFull = 400 * time.Millisecond
	maxRoom = 1500
)

// disruptWithin is how much later than a result something happens to a process,
// at most: the moment is to fall anywhere into what the others are doing.
const disruptWithin = 40 * time.Millisecond

func (c *coordinator) schedule(by *countdown, e event) {
	w := c.workers[by.random.IntN(len(c.workers))]
	e.worker, e.life = w.number, w.life
	gone := w.gone
	time.AfterFunc(time.Duration(by.random.Int64N(int64(disruptWithin))), func() {
		select {
		case c.events <- e:
		case <-gone:
		}
	})
}

// done counts a result, and plans what follows.
func (c *coordinator) done(j job, r result) {
	switch r.Outcome {
	case outcomeNotOffered:
		c.out.Skipped++
	case outcomeStopped:
		c.out.Stopped++
		c.acknowledged = append(c.acknowledged, ack{r.Reservation, r.Outcome, r.Told})
	case outcomeGaveUp:
		c.out.GaveUp++
		_, _ = fmt.Fprintf(c.o.Progress, "given up: %s of stay %d: %s\n", j.Do, j.Want.Number, r.Text)
	case outcomeBooked, outcomeCanceled, outcomeMoved:
		c.acknowledged = append(c.acknowledged, ack{r.Reservation, r.Outcome, r.Told})
	default:
	}
	if j.Do != doBook {
		return
	}
	if c.open[j.Want.Number]--; c.open[j.Want.Number] > 0 {
		return
	}
	delete(c.open, j.Want.Number)
	if r.Reservation == "" {
		return
	}
	c.out.Booked++
	if c.out.Booked%1000 == 0 {
		_, _ = fmt.Fprintf(c.o.Progress, "%d booked, %d kills\n", c.out.Booked, c.out.Kills)
	}
	c.followUp(j, r)
}

// followUp lets some bookings be canceled or moved.
func (c *coordinator) followUp(j job, r result) {
	next := job{Want: j.Want, Reservation: r.Reservation}
	switch c.random.IntN(10) {
	case 0:
		next.Do = doCancel
	case 1:
		next.Do = doDates
	default:
		return
	}
	c.add(next)
}

// stop ends every console at once: what they have under way is left to the
// last one.
func (c *coordinator) stop() {
	for _, w := range c.workers {
		w.kill()
		w.await()
	}
}

// cities returns where the stays are, each with the zone of its hotels.
func cities() map[string]string {
	return map[string]string{
		"LON": "Europe/London", "PAR": "Europe/Paris", "NYC": "America/New_York", "TYO": "Asia/Tokyo",
		"ROM": "Europe/Rome", "SIN": "Asia/Singapore", "SYD": "Australia/Sydney", "MAD": "Europe/Madrid",
	}
}

// findHotels lists hotels for the stays, and the zone of each by its chain and
// property code.
func findHotels(ctx context.Context, s settings) ([]want, map[string]*time.Location, error) {
	client, err := api.New(api.Options{BaseURL: s.Address, Account: account, Token: api.NewSecret(s.Token)})
	if err != nil {
		return nil, nil, err
	}
	desk := booking.NewDesk(booking.Options{Service: client})
	var all []want
	zones := map[string]*time.Location{}
	for _, code := range slices.Sorted(maps.Keys(cities())) {
		zone, err := time.LoadLocation(cities()[code])
		if err != nil {
			return nil, nil, err
		}
		in := api.DateOf(campaignStart()).AddDays(30)
		list, err := desk.Hotels(ctx, trip.Trip{Destination: trip.CodeDestination(code), CheckIn: in, CheckOut: in.AddDays(1), Adults: 1, Rooms: 1})
		if err != nil {
			return nil, nil, err
		}
		for _, item := range list.Items {
			all = append(all, want{Chain: item.ID.Chain, Property: item.ID.Code, Hotel: item.Name})
			zones[item.ID.Chain+item.ID.Code] = zone
		}
	}
	if len(all) == 0 {
		return nil, nil, errors.New("the service has no hotels in any of the cities")
	}
	return all, zones, nil
}

// encodeLine writes a value as a line of JSON.
func encodeLine(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// settle lets a last console find out about everything that is still open, and
// look once more for what counts as not booked.
func settle(ctx context.Context, s settings) error {
	c, err := openConsole(ctx, s, hooks{})
	if err != nil {
		return err
	}
	defer c.end()
	// Twice the window, and time for a machine that has much else to do.
	limit, cancel := context.WithTimeout(ctx, time.Duration(float64(2*time.Hour)/s.Clock.Factor)+time.Minute)
	defer cancel()
	for {
		changed := c.desk.Recovery.Changed()
		open, err := c.journal.Attempts(journal.Filter{Open: true})
		if err != nil || len(open) == 0 && c.desk.Recovery.LookedBack() {
			return err
		}
		if limit.Err() != nil {
			return ctx.Err() // The comparison names what is still open.
		}
		await(limit, changed)
	}
}
