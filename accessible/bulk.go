package accessible

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/wording"
)

// severalAfter is what the numbers of several reservations stand behind.
const severalAfter = "cancel "

// several reads "cancel 1 3 5 to 7" as indexes into a list, each once. wrong returns why the list lacks a number. problem is the
// error text for the numbers. Both results are empty for any other answer.
func several(answer string, wrong func(n int) string) (indexes []int, problem string) {
	rest, ok := strings.CutPrefix(strings.ToLower(answer), severalAfter)
	if !ok {
		return nil, ""
	}
	words := strings.Fields(strings.NewReplacer(",", " ", " and ", " ", "-", " to ").Replace(rest))
	for i := 0; i < len(words); i++ {
		first := whole(words[i])
		last := first
		if i+2 < len(words) && words[i+1] == "to" {
			last = whole(words[i+2])
			i += 2
		}
		if first < 1 || last < first {
			return nil, "behind cancel stand numbers of the list, such as cancel 1 3 5 to 7"
		}
		if problem := wrong(last); problem != "" {
			return nil, problem
		}
		for n := first; n <= last; n++ {
			if !slices.Contains(indexes, n-1) {
				indexes = append(indexes, n-1)
			}
		}
	}
	if len(indexes) > bulk.Most {
		return nil, bulk.ErrTooMany.Error()
	}
	return indexes, ""
}

// A cancellingSeveral place reads several reservations again, tells what cancelling all of them costs, asks, and cancels one
// after the other.
type cancellingSeveral struct {
	ids     []string
	rest    *bulk.Pending // that an earlier run has left; nil of a new choice
	changed func(api.Reservation)
}

func (*cancellingSeveral) name(*console) string { return "cancelling several" }

func (p *cancellingSeveral) run(ctx context.Context, c *console) (move, error) {
	if c.ReadOnly {
		c.Say("Read only: nothing is changed or cancelled from here.")
		return back(), nil
	}
	plan, err := dialogue.During(ctx, c.Dialogue, "reading "+wording.Plural(len(p.ids), "reservation")+" once more", func(ctx context.Context) (bulk.Plan, error) {
		if p.rest != nil {
			return c.Batches.Resume(ctx, c.Desk, *p.rest, nil)
		}
		return bulk.Prepare(ctx, c.Desk, p.ids, nil)
	})
	if err != nil {
		return nil, err
	}
	for _, left := range plan.Left {
		p.tellBelow(c, left.Reservation)
	}
	if len(plan.Items) == 0 {
		c.Say("None of them can be cancelled.")
		p.tellLeft(c, plan.Left)
		return back(), nil
	}
	p.tell(c, plan)
	ok, err := c.Word(ctx, "Type cancel to cancel "+wording.Plural(len(plan.Items), "reservation")+" "+c.where()+"; enter keeps them", bulk.Word,
		"They are cancelled one after the other. It stops at the first that costs something else by then, or of which nobody knows what came of it. None can be undone.")
	if err != nil {
		return nil, err
	}
	if !ok {
		c.Say("They are kept. Nothing was sent.")
		return back(), nil
	}
	return p.send(ctx, c, plan)
}

// tell says what all of it costs before it names each.
func (p *cancellingSeveral) tell(c *console, plan bulk.Plan) {
	costs := plan.Costs()
	c.Fact("all of it costs now", costs.Words())
	if costs.Unsaid > 0 {
		c.Sayf("Of %s the service does not say what cancelling costs: ask the hotel first.", wording.Count(costs.Unsaid))
	}
	if n := len(plan.Earlier); n > 0 {
		c.Say(wording.Plural(n, "reservation") + " the interrupted run has cancelled, which cost " + wording.Stopped(plan.EarlierCosts().Words()))
	}
	c.guestsShown = c.reveal(plan.IDs()...)
	for i, item := range plan.Items {
		c.Say(strconv.Itoa(i+1) + ". Costs " + item.Cost.Sentence() + ": " + wording.Stopped(c.rowWords(item.Shown.Reservation)))
	}
	c.guestsShown = false // The question is not about those left out.
	p.tellLeft(c, plan.Left)
}

func (p *cancellingSeveral) tellLeft(c *console, list []bulk.Left) {
	for _, left := range list {
		words := left.Why
		if left.Here != nil {
			words = "cancelled from here: " + left.Here.Words(c.Desk.Directory.Zone(left.Reservation.Hotel.ID), c.Zone)
		}
		if left.Reservation != nil {
			words = c.rowWords(*left.Reservation) + ": " + words
		}
		c.Fact("left out", words)
	}
}

// tellBelow has the list below know a reservation as it is now.
func (p *cancellingSeveral) tellBelow(c *console, r *api.Reservation) {
	if r == nil {
		return
	}
	if c.index != nil {
		c.index.Put(*r)
	}
	if p.changed != nil {
		p.changed(*r)
	}
}

// send cancels what the plan has, and tells each as it is done. The end of the conversation waits for the one that is being
// sent and leaves the rest.
func (p *cancellingSeveral) send(ctx context.Context, c *console, plan bulk.Plan) (move, error) {
	c.Say("They are cancelled one after the other, each once.")
	stop := ctx.Done()
	told := len(plan.Earlier)
	report, err := dialogue.Wait(ctx, c.Dialogue, "cancelling", func(ctx context.Context) (bulk.Report, error) {
		// A signal ends the run after the one that is on its way, which nothing else may break off.
		ctx = booking.WhenSending(context.WithoutCancel(ctx), func() {
			if c.Log != nil {
				c.Log.LogAttrs(ctx, slog.LevelInfo, "cancellation is being sent, one of several")
			}
		})
		return bulk.Run(ctx, bulk.Options{Desk: c.Desk, Store: c.Batches, Plan: plan, Stop: stop, Told: func(r bulk.Report) {
			for ; told < len(r.Results) && r.Results[told].Outcome != bulk.NotTried; told++ {
				c.Say(strconv.Itoa(told-len(plan.Earlier)+1) + ". " + sentence(resultWords(r.Results[told])))
			}
		}})
	})
	if err != nil {
		c.logFailure(err)
		c.Say("Error. " + sentence(err.Error()))
		return back(), nil
	}
	p.ended(c, report)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return back(), nil
}

// resultWords says what became of one.
func resultWords(r bulk.Result) string {
	words := r.Shown.Reservation.Hotel.Name + ": " + r.Outcome.String()
	switch {
	case r.Canceled != nil:
		words += ", it cost " + r.Canceled.Cost.Sentence()
	case r.Err != nil:
		words += ". " + booking.Explain(r.Err).Title
	}
	return words
}

// ended tells what came of all, and notes what is not known yet.
func (p *cancellingSeveral) ended(c *console, report bulk.Report) {
	for _, result := range report.Results {
		if result.Canceled != nil {
			p.tellBelow(c, &result.Canceled.Reservation)
		}
		if result.Err != nil {
			c.logFailure(result.Err)
		}
		if result.Outcome == bulk.Unresolved && result.Attempt != "" {
			c.sent = append(c.sent, result.Attempt)
		}
	}
	if !report.Finished() {
		c.Say("Not all of it: "+wording.Stopped(report.Words()), report.Stopped,
			"The beginning offers to go on with those that are left.")
		return
	}
	c.Say("Done: " + wording.Stopped(report.Words()))
	if report.Count(bulk.Canceled) > 0 {
		c.Fact("cancelling cost", report.Costs().Words())
	}
}

// A leftCancellations place lists the cancellations of several that are not at their end.
type leftCancellations struct{}

func (*leftCancellations) name(*console) string { return "interrupted cancellations" }

func (p *leftCancellations) run(ctx context.Context, c *console) (move, error) {
	pending := c.pendingOf()
	if len(pending) == 0 {
		c.Say("No cancellation of several is left.")
		return back(), nil
	}
	list := &dialogue.List{Len: len(pending), Item: func(i int) string {
		return wording.Plural(len(pending[i].IDs), "reservation") + ", begun " + pending[i].Begun.In(c.Zone).Format("Mon 2 Jan 15:04")
	}}
	index, _, err := c.Choose(ctx, list, dialogue.Question{
		Field: "cancellations", Text: "Number to go on with", Check: onlyNumbers,
		Help: []string{"A number reads those that are left again, tells what they cost, and asks. Nothing is sent by it."},
	})
	if err != nil {
		return nil, err
	}
	return to(&cancellingSeveral{ids: pending[index].IDs, rest: &pending[index]}), nil
}

// pendingOf lists what is left of cancellations of several. What cannot be read of it is logged.
func (c *console) pendingOf() []bulk.Pending {
	pending, err := c.Batches.Pending()
	if err != nil {
		c.logFailure(err)
	}
	return pending
}
