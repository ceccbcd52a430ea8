package accessible

import (
	"context"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
)

// The menu is the beginning.
type menu struct {
	greeted bool
	hidden  bool     // the agent was told of a hidden draft
	unseen  []string // attempts of bookings that the greeting read out, until an answer proves that the line is up
}

func (m *menu) name(*console) string { return "beginning" }

// A choice is a line of the menu, and where it leads.
type choice struct {
	text, word string
	place      func() place
}

func (m *menu) run(ctx context.Context, c *console) (move, error) {
	if !m.greeted {
		m.greeted = true
		m.unseen = c.greet(ctx)
	}
	saved, err := c.savedDrafts()
	if err != nil && !m.hidden {
		m.hidden = true
		c.Say(booking.HiddenDraftWords)
	}
	choices := c.choices(saved)
	list := &dialogue.List{Len: len(choices), Item: func(i int) string { return choices[i].text }}
	index, answer, err := c.Choose(ctx, list, dialogue.Question{
		Field: "choice", Text: "Number, or a search in one line",
		Help: []string{
			"Type the number of what you want.",
			"Or type a search at once: where, when and who, such as lon 12dec 3n 2a.",
			"Or type find and a name, a number or a day, such as find miller.",
		},
	})
	if err != nil {
		return nil, err
	}
	c.noteShown(m.unseen...)
	m.unseen = nil
	if index >= 0 {
		return to(choices[index].place()), nil
	}
	word, rest, _ := strings.Cut(answer, " ")
	if strings.EqualFold(word, "find") {
		return to(&finding{text: strings.TrimSpace(rest)}), nil
	}
	for _, one := range choices {
		if strings.EqualFold(answer, one.word) {
			return to(one.place()), nil
		}
	}
	return to(&search{text: answer}), nil
}

// greet says where this is and what is open of earlier.
func (c *console) greet(ctx context.Context) (unseen []string) {
	err := c.Desk.Recovery.Round(ctx) // The first round finds the writes that an earlier run left unresolved.
	for _, w := range c.Desk.Recovery.Writes() {
		if w.Unseen != nil {
			unseen = append(unseen, w.Plan.Attempt)
			c.Say(sentence(wording.Capital(w.Progress(c.Desk.Now(), c.Zone)))+" "+sentence(wording.Capital(whatWords(w))), w.UnseenWords("told")+" Lost answers tells it.")
		}
	}
	environment := "SANDBOX"
	if !c.Sandbox {
		environment = "PRODUCTION"
	}
	c.Sayf("Bellhop, %s %s. What is booked here is %s.", environment, c.Profile, strings.TrimPrefix(c.where(), "in the sandbox, "))
	c.Say(c.Joined)
	if c.ReadOnly {
		c.Say("Read only: nothing is booked, changed or cancelled from here.")
	}
	c.Say("At every question these words work: back, repeat, more, help, where am I, quit.")
	c.Say(c.ZoneTrouble)
	c.Say(sentence(c.Ended))
	c.Fact("a report of it is in", c.Report)
	c.Say(c.Retired)
	if x, there := c.Desk.JournalTrouble(); there {
		c.tellExplanation(x)
	} else if err != nil {
		c.logFailure(err)
		c.Say("What was sent earlier and not answered cannot all be read. The log says why.")
	}
	return unseen
}

// noteShown notes in the journal that bookings were read out, so that later starts skip them.
func (c *console) noteShown(attempts ...string) {
	for _, attempt := range attempts {
		if err := c.Desk.Recovery.NoteShown(attempt); err != nil {
			c.logFailure(err)
		}
	}
}

// dismiss removes writes from the list of lost answers. Later starts skip the bookings among them.
func (c *console) dismiss(attempts ...string) {
	for _, attempt := range attempts {
		if err := c.Desk.Recovery.Dismiss(attempt); err != nil {
			c.logFailure(err)
		}
	}
}

// savedDrafts lists the drafts to resume, and discards those that are booked. After an error the list is incomplete.
func (c *console) savedDrafts() ([]booking.SavedDraft, error) {
	open, booked, err := c.Desk.Drafts(c.Drafts)
	if err != nil {
		c.logFailure(err)
	}
	for _, s := range booked {
		if err := c.Drafts.Discard(s); err != nil {
			c.logFailure(err)
		}
	}
	return open, err
}

func (c *console) choices(saved []booking.SavedDraft) []choice {
	choices := []choice{
		{"Search hotels", "search", func() place { return &search{} }},
		{"Find a reservation by a name, a number or a day", "find", func() place { return &finding{} }},
		{"All reservations, the newest first", "reservations", func() place { return &reservations{} }},
		{"Deadlines: what must be cancelled by when", "deadlines", func() place { return &deadlines{} }},
		{"Reports by day: arrivals, departures, cancellations, deadlines", "reports", func() place { return &reports{} }},
	}
	if stored, err := c.storedOnes(); len(stored) > 0 || err != nil {
		choices = append(choices, choice{"Searches of late, and those that were stored", "stored searches", func() place { return &storedLines{} }})
	}
	if lost := c.Desk.Recovery.Writes(); len(lost) > 0 {
		text := "Lost answers: found out what became of " + wording.Plural(len(lost), "write")
		if open := openOnes(lost); open > 0 {
			text = "Lost answers: it is not known what became of " + wording.Plural(open, "write")
		}
		choices = append(choices, choice{text, "lost answers", func() place { return &lostAnswers{} }})
	}
	if len(saved) > 0 {
		choices = append(choices, choice{wording.Plural(len(saved), "booking") + " interrupted: go on, or throw away", "interrupted", func() place { return &interrupted{} }})
	}
	if half := c.halfRebooked(); len(half) > 0 {
		choices = append(choices, choice{"A rebooking is half done: the new one is booked, and the old one stands", "half rebookings", func() place { return &halfRebookings{} }})
	}
	if pending := c.pendingOf(); len(pending) > 0 {
		choices = append(choices, choice{"Cancelling several was interrupted: go on", "interrupted cancellations", func() place { return &leftCancellations{} }})
	}
	return choices
}

func openOnes(list []recovery.Write) int {
	n := 0
	for _, w := range list {
		if w.State == recovery.Unresolved {
			n++
		}
	}
	return n
}

// Interrupted lists the bookings that were not finished.
type interrupted struct{}

func (*interrupted) name(*console) string { return "interrupted bookings" }

func (p *interrupted) run(ctx context.Context, c *console) (move, error) {
	saved, err := c.savedDrafts()
	if err != nil {
		c.Say(booking.HiddenDraftWords)
	}
	if len(saved) == 0 {
		c.Say("There is no interrupted booking.")
		return back(), nil
	}
	list := &dialogue.List{Len: len(saved), Item: func(i int) string {
		sent := ""
		if saved[i].NotBooked {
			sent = "sent once and not booked"
		}
		return joined(saved[i].Words(), saved[i].ReplacesWords(), sent, "kept "+saved[i].At.In(c.Zone).Format("Mon 2 Jan 15:04"))
	}}
	index, answer, err := c.Choose(ctx, list, dialogue.Question{
		Field: "booking", Text: "Number to go on with, or throw away and a number",
		Help:  []string{"A number goes on with that booking. Its price and terms are verified again first.", "Throw away and a number forgets that booking, such as throw away 1."},
		Check: func(answer string) string { return wrongThrowAway(answer, list.Wrong) },
	})
	switch {
	case err != nil:
		return nil, err
	case index < 0:
		one := saved[thrownAway(answer)-1]
		if err := c.Drafts.Discard(one); err != nil {
			return nil, err
		}
		if c.Drafts.Owns(one) {
			_ = c.Drafts.Clear() // It is empty already.
		}
		c.Say("Thrown away: " + wording.Stopped(one.Words()))
		return stay(), nil
	}
	one := saved[index]
	if err := c.Drafts.Take(one); err != nil {
		return nil, err
	}
	replaces, err := reading(ctx, c, "reading what is kept", func(ctx context.Context) (r *api.Reservation, found []recovery.Finding, err error) {
		return c.Desk.Replaced(ctx, one)
	})
	if err != nil {
		return nil, err
	}
	restored, err := dialogue.During(ctx, c.Dialogue, "verifying the booking again", func(ctx context.Context) (booking.RestoredDraft, error) {
		return c.Desk.Restore(ctx, one, replaces)
	})
	if err != nil {
		return nil, err
	}
	if restored.Draft.Verified == nil {
		c.Say("The rate of this booking is gone. What was typed of the guest is kept.")
		return instead(&nearest{draft: restored.Draft, offers: restored.Nearest}), nil
	}
	return instead(&verified{draft: restored.Draft, done: true}), nil
}

// thrownAway returns the number behind "throw away"; 0 where there is none.
func thrownAway(answer string) int {
	rest, ok := strings.CutPrefix(strings.ToLower(answer), "throw away ")
	if !ok {
		return 0
	}
	return whole(rest)
}

func wrongThrowAway(answer string, wrong func(n int) string) string {
	n := thrownAway(answer)
	if n == 0 {
		return "it is neither a number of the list, nor throw away and such a number"
	}
	return wrong(n)
}
