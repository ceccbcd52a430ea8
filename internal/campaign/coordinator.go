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
	"bellhop/booking/trip"
)

// An ack is what a console told its user.
type ack struct {
	reservation string
	what        string // an outcome
	told        told
}

// A boss hands out the jobs, kills consoles and starts others.
type boss struct {
	o        Options
	dir      string
	settings settings
	hotels   []want // their codes and names
	random   *rand.Rand

	crew   []*member
	events chan event
	queue  []job
	jobs   int // ids given
	wants  int // stays thought of
	// open counts the booking jobs of a stay that have no result yet; what is to
	// follow a booking waits for all of them.
	open map[int]int

	acknowledged []ack
	out          Report
	kills        *countdown
	restarts     *countdown
	fills        *countdown
	server       *server
}

func newBoss(o Options, dir string, s settings, hotels []want, server *server) *boss {
	return &boss{
		o: o, dir: dir, settings: s, hotels: hotels, server: server,
		random: rand.New(rand.NewPCG(o.Seed, 4)), //nolint:gosec // The same seed thinks of the same stays.
		events: make(chan event), open: map[int]int{},
		kills: newCountdown(o.Seed, 5, o.KillEvery), restarts: newCountdown(o.Seed, 6, o.RestartEvery), fills: newCountdown(o.Seed, 7, o.FillEvery),
	}
}

func (b *boss) report() Report { return b.out }

// work runs the consoles until all stays are booked.
func (b *boss) work(ctx context.Context) error {
	defer b.dismiss()
	for i := range b.o.Workers {
		b.crew = append(b.crew, &member{number: i})
		if err := b.hire(ctx, i); err != nil {
			return err
		}
	}
	for b.fill(); b.pending() > 0; b.fill() {
		if b.out.Booked >= b.o.Bookings && len(b.queue) == 0 {
			b.out.Left = b.running() // The last console finds out about them.
			return nil
		}
		b.hand()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-b.events:
			if err := b.take(ctx, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// pending counts the jobs without a result.
func (b *boss) pending() int { return len(b.queue) + b.running() }

func (b *boss) running() int {
	n := 0
	for _, m := range b.crew {
		n += len(m.jobs)
	}
	return n
}

// twins is one in how many stays that are tried by two consoles at once.
const twins = 50

// fill thinks of more stays while too few are booked or under way. There are
// some more than are wanted, so that the end comes in the midst of things.
func (b *boss) fill() {
	wanted := b.o.Bookings
	if b.o.KillEvery > 0 {
		wanted += b.o.Workers
	}
	for b.out.Booked+len(b.open) < wanted {
		w := b.hotels[b.random.IntN(len(b.hotels))]
		w.Number, w.Nights = b.wants, 1+b.random.IntN(4)
		w.CheckIn = api.DateOf(campaignStart()).AddDays(20 + b.random.IntN(280)).String()
		b.wants++
		b.open[w.Number] = 1
		first := job{Do: doBook, Want: w}
		if b.random.IntN(twins) == 0 && b.o.Workers > 1 {
			b.open[w.Number], first.half = 2, 1
			b.add(job{Do: doBook, Want: w, half: 2})
		}
		b.add(first)
		if len(b.queue) >= b.o.Workers*b.o.Parallel {
			return
		}
	}
}

func (b *boss) add(j job) {
	b.jobs++
	j.ID = b.jobs
	b.queue = append(b.queue, j)
}

// hand gives waiting jobs to consoles that have room, each to the one with the
// most.
func (b *boss) hand() {
	rest := b.queue[:0:0]
	for _, j := range b.queue {
		var to *member
		for _, m := range b.crew {
			if m.ready && m.may(j) && len(m.jobs) < b.o.Parallel && (to == nil || len(m.jobs) < len(to.jobs)) {
				to = m
			}
		}
		if to == nil {
			rest = append(rest, j)
			continue
		}
		to.give(j)
	}
	b.queue = rest
}

// take takes note of something that happened.
func (b *boss) take(ctx context.Context, e event) error {
	m := b.crew[e.member]
	switch {
	case e.life != m.life:
		return nil // It is about a process that has been replaced.
	case e.ended:
		if !m.killed {
			return fmt.Errorf("a console ended by itself: %w; see %s", e.err, m.log)
		}
		for _, j := range m.jobs {
			b.queue = append(b.queue, j)
		}
		return b.hire(ctx, e.member)
	case e.restart:
		return b.server.restart(ctx, true)
	case e.fill.Do != "":
		_ = encodeLine(m.in, e.fill) // See hire.
		b.out.Fills++
		return nil
	case e.kill:
		m.kill()
		b.out.Kills++
		return nil
	case e.result.Outcome == outcomeReady:
		m.ready = true
		return nil
	}
	j, known := m.jobs[e.result.Job]
	if !known {
		return fmt.Errorf("a console speaks of job %d, which it does not have", e.result.Job)
	}
	delete(m.jobs, j.ID)
	b.done(j, e.result)
	b.trouble()
	if b.out.GaveUp > 20+b.o.Bookings/10 {
		return fmt.Errorf("%d jobs were given up, the last one for %q: this campaign would hardly end", b.out.GaveUp, e.result.Text)
	}
	return nil
}

// trouble has something happen to a process when it is time.
func (b *boss) trouble() {
	if b.kills.due() {
		b.schedule(b.kills, event{kill: true})
	}
	if b.fills.due() {
		b.schedule(b.fills, event{fill: job{
			Do: doFillDisk, Room: b.fills.random.Int64N(maxRoom), For: int64(minFull) + b.fills.random.Int64N(int64(maxFull-minFull)),
		}})
	}
	if b.restarts.due() {
		b.schedule(b.restarts, event{restart: true})
	}
}

// A disk is full for so long, and has so much room left: some lines of the
// journal, or a part of one.
const (
	minFull = 20 * time.Millisecond
	maxFull = 400 * time.Millisecond
	maxRoom = 1500
)

// troubleWithin is how much later than a result something happens to a process,
// at most: the moment is to fall anywhere into what the others are doing.
const troubleWithin = 40 * time.Millisecond

func (b *boss) schedule(c *countdown, e event) {
	m := b.crew[c.random.IntN(len(b.crew))]
	e.member, e.life = m.number, m.life
	gone := m.gone
	time.AfterFunc(time.Duration(c.random.Int64N(int64(troubleWithin))), func() {
		select {
		case b.events <- e:
		case <-gone:
		}
	})
}

// done counts a result, and thinks of what follows.
func (b *boss) done(j job, r result) {
	switch r.Outcome {
	case outcomeNotOffered:
		b.out.Skipped++
	case outcomeStopped:
		b.out.Stopped++
		b.acknowledged = append(b.acknowledged, ack{r.Reservation, r.Outcome, r.Told})
	case outcomeGaveUp:
		b.out.GaveUp++
		_, _ = fmt.Fprintf(b.o.Progress, "given up: %s of stay %d: %s\n", j.Do, j.Want.Number, r.Text)
	case outcomeBooked, outcomeCanceled, outcomeMoved:
		b.acknowledged = append(b.acknowledged, ack{r.Reservation, r.Outcome, r.Told})
	default:
	}
	if j.Do != doBook {
		return
	}
	if b.open[j.Want.Number]--; b.open[j.Want.Number] > 0 {
		return
	}
	delete(b.open, j.Want.Number)
	if r.Reservation == "" {
		return
	}
	b.out.Booked++
	if b.out.Booked%1000 == 0 {
		_, _ = fmt.Fprintf(b.o.Progress, "%d booked, %d kills\n", b.out.Booked, b.out.Kills)
	}
	b.follow(j, r)
}

// follow lets some bookings be canceled or moved.
func (b *boss) follow(j job, r result) {
	next := job{Want: j.Want, Reservation: r.Reservation}
	switch b.random.IntN(10) {
	case 0:
		next.Do = doCancel
	case 1:
		next.Do = doDates
	default:
		return
	}
	b.add(next)
}

// dismiss ends every console at once: what they have under way is left to the
// last one.
func (b *boss) dismiss() {
	for _, m := range b.crew {
		m.kill()
		m.await()
	}
}

// cities are where the stays are, each with the zone of its hotels.
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
// look once more for what came to count as not booked.
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
		open, err := c.journal.OpenAttempts()
		if err != nil || len(open) == 0 && c.desk.Recovery.LookedBack() {
			return err
		}
		if sleep(limit, glance) != nil {
			return ctx.Err() // The comparison names what is still open.
		}
	}
}
