package accessible

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
)

// send sends a write, once, and waits for its answer whatever happens meanwhile: nobody is asked anything until then. What is
// lost is noted, so that the end of the conversation tells it.
func send[T any](ctx context.Context, c *console, kind journal.Kind, name string, do func(context.Context) (T, error)) (T, error) {
	c.Say("Looking first whether it still is as it was told. Nothing is sent yet.")
	value, err := dialogue.Wait(ctx, c.Dialogue, "waiting", func(ctx context.Context) (T, error) {
		return do(booking.WhenSending(ctx, func() {
			c.Say("Sent once. Waiting for the answer.")
			if c.Log != nil {
				c.Log.LogAttrs(ctx, slog.LevelInfo, "the "+recovery.ActionWords(kind)+" is being sent", slog.String("of", name))
			}
		}))
	})
	if errors.Is(err, dialogue.ErrPanic) { // It may have been sent before.
		err = &recovery.Write{Plan: journal.Plan{Kind: kind}, Err: err}
	}
	if err != nil {
		c.logFailure(err)
	}
	if lost := recovery.WriteIn(err, recovery.Unresolved); lost != nil {
		c.sent = append(c.sent, lost.Plan.Attempt)
	}
	return value, err
}

// firstLooks are those that are waited for unasked: a service can take a moment to show what it has made.
const firstLooks = 3

// follow tells of a write whose answer was lost what is known, and waits for what becomes of it as long as is wanted. Back
// leaves it; it is looked for all the same.
func (c *console) follow(ctx context.Context, lost *recovery.Write) (recovery.Write, error) {
	if ctx.Err() != nil {
		return *lost, ctx.Err()
	}
	c.tellExplanation(booking.Explain(lost))
	attempt := lost.Plan.Attempt
	w, known := c.Desk.Recovery.Write(attempt)
	if !known {
		c.Say("It is not looked for from here.")
		return *lost, dialogue.ErrBack
	}
	c.Say(w.Story(c.Desk.Now(), c.Zone))
	w, err := c.watch(ctx, attempt, func(w recovery.Write) bool { return !w.Looking && (w.LookFailed || w.Looks >= firstLooks) })
	for err == nil && w.State == recovery.Unresolved {
		var answer string
		answer, err = c.Ask(ctx, dialogue.Question{
			Field: "answer", Text: "Type wait, look, numbers or back", Check: oneOf("wait", "look", wordNumbers),
			Help: []string{
				"Wait waits until it is known what came of it. Look looks now, and tells.",
				"Numbers tells and spells the attempt, by which this machine and support know it.",
				"Back leaves this. It is looked for all the same, and the beginning lists it under lost answers.",
				"It is not sent again by any of these.",
			},
		})
		switch {
		case err != nil:
		case answer == wordNumbers:
			c.number("attempt", attempt)
			c.number("reservation id", w.Plan.Reservation)
		case answer == "look":
			before := w.Looks
			c.Desk.Recovery.LookNow(attempt)
			w, err = c.watch(ctx, attempt, func(w recovery.Write) bool { return !w.Looking && (w.Looks > before || w.OtherConsole) })
		default:
			w, err = c.watch(ctx, attempt, func(recovery.Write) bool { return false })
		}
	}
	if err == nil {
		c.tellFound(w)
	}
	return w, err
}

// whatWords says what a write is without the ids of reservations, which the word for all numbers tells.
func whatWords(w recovery.Write) string {
	words := w.What()
	for _, id := range []string{w.Plan.Reservation, w.Plan.Replaces} {
		if id != "" {
			words = strings.Replace(strings.Replace(words, " · reservation "+id, "", 1), "in place of reservation "+id, "in place of another", 1)
		}
	}
	return words
}

// tellFound says what became of a write. A booking counts as read out once the next question is answered.
func (c *console) tellFound(w recovery.Write) {
	if w.Booked() {
		c.told = append(c.told, w.Plan.Attempt)
	}
	now := c.Desk.Now()
	c.Say(sentence(w.Progress(now, c.Zone)))
	for _, note := range w.Notes(now, c.Zone) {
		c.Say(sentence(note))
	}
}

// watch tells each look for a write, until it is known what came of it or enough was waited.
func (c *console) watch(ctx context.Context, attempt string, enough func(recovery.Write) bool) (recovery.Write, error) {
	told := -1 // looks
	for {
		changed := c.Desk.Recovery.Changed()
		w, _ := c.Desk.Recovery.Write(attempt)
		if w.State != recovery.Unresolved {
			return w, nil
		}
		if !w.Looking && w.Looks != told {
			told = w.Looks
			c.Say(wording.Sentence(w.Progress(c.Desk.Now(), c.Zone)))
		}
		if enough(w) {
			return w, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return w, ctx.Err()
		}
	}
}

// A lostAnswers place lists the writes whose answers were lost.
type lostAnswers struct{}

func (*lostAnswers) name(*console) string { return "lost answers" }

func (*lostAnswers) run(ctx context.Context, c *console) (move, error) {
	writes := c.Desk.Recovery.Writes()
	if len(writes) == 0 {
		c.Say("Every write has an outcome that is known.")
		return back(), nil
	}
	now := c.Desk.Now()
	list := &dialogue.List{Len: len(writes), Item: func(i int) string {
		return whatWords(writes[i]) + ". " + wording.Capital(writes[i].Progress(now, c.Zone))
	}}
	index, _, err := c.Choose(ctx, list, dialogue.Question{
		Field: "write", Text: "Number of a write", Check: onlyNumbers,
		Help: []string{"A number tells what is known of it, and follows it where that is not all."},
	})
	if err != nil {
		return nil, err
	}
	w := writes[index]
	if w.State == recovery.Unresolved {
		if w, err = c.follow(ctx, &w); err != nil {
			return stay(), ignoreBack(err)
		}
	} else {
		c.Say(sentence(whatWords(w)), w.Story(now, c.Zone))
		c.tellFound(w)
		if !w.Booked() {
			c.dismiss(w.Plan.Attempt)
		}
	}
	switch {
	case w.Reservation != nil:
		return to(&reservation{r: *w.Reservation}), nil
	case w.Unseen != nil:
		r, err := c.read(ctx, w.ReservationID())
		if err != nil {
			return nil, err
		}
		return to(&reservation{r: r}), nil
	}
	return stay(), nil
}
