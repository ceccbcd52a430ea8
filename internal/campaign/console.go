package campaign

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
)

// profile is the name under which the consoles write into their journal.
const profile = "campaign"

// A console is what an agent works at, without a screen: a desk, the journal
// that it shares with the other consoles, and the looking for lost answers.
type console struct {
	settings settings
	hooks    hooks
	desk     *booking.Desk
	journal  *journal.Journal
	clock    *clock
	end      func()
	filling  sync.Mutex // held while the disk is full
}

// openConsole starts a console as Bellhop does: what an earlier one has left
// open is resolved in the background.
func openConsole(ctx context.Context, s settings, h hooks) (*console, error) {
	s.Clock.adopt()
	clock := s.Clock
	j, err := journal.Open(s.Journal, journal.Options{Now: clock.Now})
	if err != nil {
		return nil, err
	}
	desk, err := newDesk(s, h, j)
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	desk.Recovery.Start(ctx)
	return &console{settings: s, hooks: h, desk: desk, journal: j, clock: &clock, end: func() {
		cancel()
		desk.Recovery.Stop()
		_ = j.Close() // Every line of it is on the disk already.
	}}, nil
}

// newDesk returns a desk that writes into a journal.
func newDesk(s settings, h hooks, j *journal.Journal) (*booking.Desk, error) {
	client, err := api.New(api.Options{
		BaseURL: s.Address, Account: account, Token: api.NewSecret(s.Token), Now: s.Clock.Now, Sleep: s.Clock.Sleep,
		WriteTimeout: time.Duration(s.WriteTime), ReadTimeout: readTimes * time.Duration(s.WriteTime),
	})
	if err != nil {
		return nil, err
	}
	var service booking.Service = client
	if h.answers != nil {
		service = h.answers(service)
	}
	return booking.NewDesk(booking.Options{
		Service: service, Now: s.Clock.Now, Sleep: s.Clock.Sleep, Journal: j, Profile: profile, Environment: "sandbox",
	}), nil
}

// Work runs a console process: it reads its settings and then jobs, a line of JSON
// each, and writes a line for each job that is done. It returns when there are
// no more.
func Work(ctx context.Context, in io.Reader, out io.Writer) error { return work(ctx, in, out, hooks{}) }

func work(ctx context.Context, in io.Reader, out io.Writer, h hooks) error {
	lines := bufio.NewReader(in)
	var s settings
	if err := readLine(lines, &s); err != nil {
		return fmt.Errorf("the settings of a console: %w", err)
	}
	c, err := openConsole(ctx, s, h)
	if err != nil {
		return err
	}
	defer c.end()
	var saying sync.Mutex
	say := func(r result) {
		saying.Lock()
		defer saying.Unlock()
		text, _ := json.Marshal(r) // Texts and a number always encode.
		_, _ = out.Write(append(text, '\n'))
	}
	say(result{Outcome: outcomeReady})
	var working sync.WaitGroup
	defer working.Wait()
	for {
		var j job
		err := readLine(lines, &j)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("a job: %w", err)
		}
		if j.Do == doFillDisk {
			working.Go(func() { c.fillDisk(ctx, j.Room, time.Duration(j.For)) })
			continue
		}
		// Who hands out the jobs knows how many a console may have at a time.
		working.Go(func() { say(c.do(ctx, j)) })
	}
}

func readLine(r *bufio.Reader, into any) error {
	line, err := r.ReadBytes('\n')
	if err != nil {
		return err
	}
	return json.Unmarshal(line, into)
}

func (c *console) do(ctx context.Context, j job) result {
	var r result
	switch j.Do {
	case doBook:
		r = c.book(ctx, j.Want)
	case doCancel:
		r = c.cancel(ctx, j.Reservation)
	default:
		r = c.move(ctx, j.Want, j.Reservation)
	}
	r.Job = j.ID
	return r
}

// patience is how often a job is tried before it is given up.
const patience = 20

// again waits a moment before something that was refused is tried again: on a fast
// clock as long as a service that was killed may need to be back.
func (c *console) again(ctx context.Context) {
	_ = api.Sleep(ctx, max(50*time.Millisecond, time.Duration(float64(10*time.Second)/c.clock.Factor)))
}

// book books a stay as an agent would who wants it once, and who sends it a
// second time only when the half hour of looking has ended with "not booked".
func (c *console) book(ctx context.Context, w want) result {
	var accepted []string // attempts that ended with "not booked"
	var last error
	for range patience {
		draft, offered, err := c.draft(ctx, w)
		if err == nil && !offered {
			return result{Outcome: outcomeNotOffered}
		}
		if err != nil {
			last = err
			c.again(ctx)
			continue
		}
		draft.Despite, draft.Unmade = accepted, accepted
		booked, err := c.desk.Book(ctx, draft)
		var write *recovery.Write
		var unrecorded *recovery.NotRecordedError
		switch {
		case err == nil:
			return c.said(ctx, outcomeBooked, booked.Reservation)
		case errors.As(err, &write) && write.State == recovery.Unresolved:
			outcome := c.outcome(ctx, write.Plan.Attempt)
			if outcome.Result == journal.Booked {
				return found(outcomeBooked, outcome)
			}
			accepted = append(accepted, write.Plan.Attempt)
		case errors.As(err, &write):
			for _, s := range write.Others {
				outcome := c.outcome(ctx, s.Attempt)
				if outcome.Result == journal.Booked {
					return found(outcomeStopped, outcome)
				}
				accepted = append(accepted, s.Attempt)
			}
		case errors.As(err, &unrecorded) && c.hooks.unrecorded != nil:
			c.hooks.unrecorded(ctx, c, draft)
		default:
			c.again(ctx)
		}
		last = err
	}
	return result{Outcome: outcomeGaveUp, Text: last.Error()}
}

// said returns a result with what the user is told of a reservation.
func (c *console) said(ctx context.Context, outcome string, r api.Reservation) result {
	told := told{Total: r.Rate.Total.Number(), Currency: r.Rate.Total.Currency()}
	// Without the hotel's zone no days are told for certain.
	if _, known, err := c.desk.Directory.Facts(ctx, r.Hotel); err == nil && known {
		stay := c.desk.StayOf(r)
		told.In, told.Out = stay.In.String(), stay.Out.String()
	}
	if c.hooks.told != nil {
		told = c.hooks.told(told)
	}
	return result{Outcome: outcome, Reservation: r.ID, Told: told}
}

// found returns a result of which the journal knows.
func found(outcome string, o journal.Outcome) result {
	return result{Outcome: outcome, Reservation: o.Reservation, Told: told{Total: o.Total, Currency: o.Currency}}
}

// draft returns a booking up to the verified terms.
func (c *console) draft(ctx context.Context, w want) (booking.Draft, bool, error) {
	in, err := api.ParseDate(w.CheckIn)
	if err != nil {
		return booking.Draft{}, false, err
	}
	trip := trip.Trip{CheckIn: in, CheckOut: in.AddDays(w.Nights), Adults: 1, Rooms: 1}
	hotel, offered, err := c.desk.HotelAgain(ctx, trip, api.Hotel{ID: api.PropertyID{Chain: w.Chain, Code: w.Property}, Name: w.Hotel})
	if err != nil || !offered {
		return booking.Draft{}, false, err
	}
	rates := booking.RoomRates(hotel)
	roomRate := rates[w.Number%len(rates)]
	draft, err := c.desk.Verify(ctx, booking.Draft{
		Trip: trip, Hotel: hotel, Room: roomRate.Room, Rate: roomRate.Rate, Guest: guestOf(w.Number), Token: api.NewSecret("campaign_card"),
	})
	return draft, true, err
}

// guestOf returns the invented guest of a stay.
func guestOf(number int) api.Guest {
	return api.Guest{
		GivenName: fmt.Sprintf("Guest %d", number), Surname: "Campaign", Email: fmt.Sprintf("guest-%d@example.com", number),
		Phone: "+442079460000", Address: "1 Lantern Row", City: "London", Country: "GB",
	}
}

// journalPause is how often the journal is asked for what other processes have
// written.
const journalPause = 200 * time.Millisecond

// outcome waits for the outcome of an attempt, of this console or of another one.
func (c *console) outcome(ctx context.Context, attempt string) journal.Outcome {
	for ctx.Err() == nil {
		changed := c.desk.Recovery.Changed()
		p, known := c.desk.Recovery.Write(attempt)
		mine := known && !p.OtherConsole
		if mine && p.State == recovery.Unresolved {
			await(ctx, changed)
			continue
		}
		if mine {
			_ = c.desk.Recovery.Dismiss(attempt) // A campaign shows it to no person.
		}
		if s, err := c.journal.State(attempt); err == nil && !s.Open() {
			return s.Outcome
		}
		await(ctx, nil)
	}
	return journal.Outcome{}
}

// await waits until more is known of a write, but no longer than the journal is
// let alone.
func await(ctx context.Context, changed <-chan struct{}) {
	pause := time.NewTimer(journalPause)
	defer pause.Stop()
	select {
	case <-ctx.Done():
	case <-changed:
	case <-pause.C:
	}
}

// read reads a reservation at which no other write is under way.
func (c *console) read(ctx context.Context, id string) (api.Reservation, error) {
	open, err := c.journal.Attempts(journal.Filter{Open: true, Reservation: id})
	if err != nil {
		return api.Reservation{}, err
	}
	for _, s := range open {
		c.outcome(ctx, s.Attempt)
	}
	r, found, err := c.desk.Read(ctx, id)
	c.desk.Recovery.Correct(found)
	return r, err
}

// cancel cancels until the reservation is seen to be canceled.
func (c *console) cancel(ctx context.Context, id string) result {
	var last error
	for range patience {
		r, err := c.read(ctx, id)
		if err == nil && r.Status == api.StatusCanceled {
			return result{Outcome: outcomeCanceled, Reservation: id}
		}
		if err == nil {
			_, err = c.desk.Cancel(ctx, c.desk.ShownNow(r))
		}
		if c.changed(ctx, err) {
			return result{Outcome: outcomeCanceled, Reservation: id}
		}
		last = err
	}
	return result{Outcome: outcomeGaveUp, Reservation: id, Text: last.Error()}
}

// move changes the dates by a day.
func (c *console) move(ctx context.Context, w want, id string) result {
	in, err := api.ParseDate(w.CheckIn)
	last := err
	for range patience {
		var change booking.DateChange
		var now api.Reservation
		if now, err = c.read(ctx, id); err == nil {
			change, err = c.desk.PriceDates(ctx, now, in.AddDays(1), in.AddDays(w.Nights+1))
		}
		switch {
		case errors.Is(err, booking.ErrNotChangeable), err == nil && !change.Possible():
			return result{Outcome: outcomeNotPossible, Reservation: id}
		case errors.Is(err, booking.ErrSameDates):
			return c.said(ctx, outcomeMoved, now)
		case err == nil:
			var moved booking.Modified
			if moved, err = c.desk.ChangeDates(ctx, change); err == nil {
				return c.said(ctx, outcomeMoved, moved.Reservation)
			}
		}
		if c.changed(ctx, err) {
			return result{Outcome: outcomeMoved, Reservation: id}
		}
		last = err
	}
	return result{Outcome: outcomeGaveUp, Reservation: id, Text: last.Error()}
}

// changed reports whether a write to a reservation took place, waiting for its
// outcome where the answer was lost. Otherwise it may be tried again.
func (c *console) changed(ctx context.Context, err error) bool {
	unresolved := recovery.WriteIn(err, recovery.Unresolved)
	switch {
	case err == nil:
		return true
	case unresolved != nil:
		outcome := c.outcome(ctx, unresolved.Plan.Attempt)
		return outcome.Result == journal.Canceled || outcome.Result == journal.Modified
	default:
		c.again(ctx)
		return false
	}
}

// fillDisk keeps the journal from growing by more than so many bytes for a
// while, as a full disk does.
func (c *console) fillDisk(ctx context.Context, room int64, d time.Duration) {
	c.filling.Lock()
	defer c.filling.Unlock()
	info, err := os.Stat(filepath.Join(c.settings.Journal, "journal.jsonl"))
	if err != nil {
		return // It has no line yet.
	}
	if free, err := limitFiles(info.Size() + room); err == nil {
		_ = api.Sleep(ctx, d)
		free()
	}
}
