package screens

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/rebook"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

func (s *Rebook) enable() {
	k := &s.keys
	free := !s.read.call.Busy() && !s.verify.call.Busy() && !s.close.call.Busy()
	offers := s.offers()
	state := s.write.state()
	half := free && s.half != nil && s.half.Step == rebook.HalfDone && s.write.idle()
	stands := half || free && s.half != nil && s.half.Step == rebook.Unready && s.write.idle()
	k.up.SetEnabled(len(offers) > 1)
	k.down.SetEnabled(len(offers) > 1)
	k.choose.SetEnabled(free && len(offers) > 0)
	if len(offers) > 0 {
		word := "book it instead"
		if o := offers[min(s.cursor, len(offers)-1)]; !o.Verified() || o.Draft.Stale(s.now) != "" {
			word = "verify it"
		}
		ui.Reword(&k.choose, word)
	}
	k.open.SetEnabled(state == writeMade)
	k.cancel.SetEnabled(half && s.half.Why == "" && !s.write.since.stops())
	k.accept.SetEnabled(half && s.half.Why == "" && s.write.since.stops())
	ui.Reword(&k.accept, acceptWords(s.write.since.changes))
	k.keep.SetEnabled(stands && s.word == nil)
	k.other.SetEnabled(stands && s.word == nil && s.half.New.Status == api.StatusConfirmed)
	k.look.SetEnabled(state == writeUnresolved || s.half != nil && s.half.Step == rebook.Unresolved)
	k.reload.SetEnabled(free && s.write.idle() && s.word == nil)
	k.back.SetEnabled(!s.write.sending())
}

func (s *Rebook) offers() []rebook.Offer {
	if s.compare == nil {
		return nil
	}
	return s.compare.Offers
}

func (s *Rebook) SetSize(width, height int) {
	s.width, s.height = width, height
	s.refresh()
}

func (s *Rebook) refresh() {
	s.enable()
	form := s.rebookFormHeight()
	if form > 0 {
		s.word.SetSize(inner(s.width), form)
	}
	if s.page.reading != "" {
		form++
	}
	s.facts().onto(&s.page, s.width, max(s.height-form, 0))
}

func (s *Rebook) rebookFormHeight() int {
	if s.word == nil {
		return 0
	}
	return min(3, s.height/2)
}

func (s *Rebook) View() string {
	lines := strings.Split(s.page.view(), "\n")
	if s.page.reading != "" {
		lines = append(lines, margin+s.deps.Theme.Warn.Render(ui.Truncate(s.page.reading, inner(s.width))))
	}
	if s.rebookFormHeight() > 0 {
		lines = append(lines, indent(s.word.Lines())...)
	}
	return ui.Block(lines, s.width, s.height)
}

func (s *Rebook) facts() *sheet {
	p := newSheet(s.deps.Theme)
	switch {
	case s.write.result != nil:
		s.doneFacts(p, *s.write.result)
		return p
	case s.half != nil:
		s.halfFacts(p)
	case s.compare != nil:
		s.compareFacts(p)
	case s.read.call.Busy():
		p.text(p.theme.Title, "Looking what the same stay costs now")
		p.Gap()
		p.whoseFacts(s.deps, s.shown, booking.MaskName(s.shown.Guest), shortTrouble)
	}
	p.Gap()
	p.explain(s.read.failure, s.deps.say("{reload!}"))
	p.explain(s.verify.failure, "enter")
	p.explain(s.close.failure, s.keys.keep.Help().Key)
	if s.half == nil {
		p.text(p.theme.Warn, s.note)
	}
	return p
}

// compareFacts draws what the stay cost, what it costs now, and what else differs.
func (s *Rebook) compareFacts(p *sheet) {
	c, t := s.compare, p.theme
	offers := s.offers()
	if len(offers) == 0 {
		p.text(t.Title, c.Why)
		p.Gap()
		p.whoseFacts(s.deps, c.Old, booking.MaskName(c.Old.Guest), shortTrouble)
		p.AddStyled("booked at", terms.PriceWords(c.Old.Rate.Total), t.Money)
		p.facts("not compared", c.LeftOut)
		return
	}
	at := min(s.cursor, len(offers)-1)
	o := offers[at]
	title := o.Title()
	if !o.Verified() {
		title += ", as far as it was searched"
	}
	p.text(t.Title, title)
	p.Short(shortLines)
	s.offerLines(p, offers, at)
	p.Gap()
	p.AddStyled("booked at", terms.PriceWords(c.Old.Rate.Total), t.Money)
	p.AddStyled("now", joined(terms.PriceWords(o.Draft.Charge()), when(!o.Verified(), "not verified")), t.Money)
	p.AddStyled("penalty now", c.Penalty.Sentence(), costStyle(t, c.Penalty.Kind))
	p.AddStyled("saves", o.Saving.String()+when(c.Penalty.Estimated, ", by an estimated penalty"), t.Good)
	p.Add("not counted", strings.Join(o.Notes, "; "))
	p.Gap()
	p.Add("old cancelling", c.Terms.Short(s.now))
	p.Add("new cancelling", o.Draft.AllRooms().Short(s.now))
	if len(o.Changes) == 0 {
		p.Add("differs", "nothing but the price")
	}
	p.changeFacts(o.Changes)
	p.Gap()
	p.whoseFacts(s.deps, c.Old, booking.MaskName(c.Old.Guest), shortTrouble)
	p.facts("not compared", c.LeftOut)
	p.Gap()
	p.text(t.Muted, "enter reads the new booking back; nothing is sent before you book it there. The old one stands until the new one is confirmed, and "+
		"is cancelled by a key of its own. Loyalty numbers are not carried over.")
}

// offerLines lists the rates that are worth it, the chosen one marked, and as many as leave room for the rest.
func (s *Rebook) offerLines(p *sheet, offers []rebook.Offer, at int) {
	most := max(1, min(len(offers), s.height/5))
	from := max(0, min(at-most/2, len(offers)-most))
	for i := from; i < from+most; i++ {
		mark, style := "  ", p.theme.Plain
		if i == at {
			mark, style = "› ", p.theme.Cursor
		}
		o := offers[i]
		if heading := o.Group().Heading(); heading != "" && (i == from || o.Group() != offers[i-1].Group()) {
			p.text(p.theme.Muted, ui.Truncate("  "+heading+":", inner(s.width)))
		}
		room := booking.RoomRate{Room: o.Draft.Room, Rate: o.Draft.Rate}.RoomName()
		words := ui.Truncate(joined(o.Draft.Rate.Name, room), max(inner(s.width)-38, 12))
		p.text(style, mark+joined(words, o.Draft.Charge().String(), "saves "+o.Saving.Digits()))
	}
	if more := len(offers) - most; more > 0 {
		p.text(p.theme.Muted, "  and "+wording.Plural(more, "other rate"))
	}
}

// halfFacts draws a rebooking that is not over.
func (s *Rebook) halfFacts(p *sheet) {
	h, t := s.half, p.theme
	if s.write.sending() {
		style, line := s.write.waitingLine()
		p.text(style, line)
		p.Gap()
	} else {
		step := h.Step
		if s.write.state() == writeUnresolved {
			step = rebook.Unresolved
		}
		p.text(t.Title, halfTitle(step))
		p.text(t.Warn, h.Why)
		p.text(t.Warn, s.note)
		p.Gap()
	}
	if !s.write.sending() {
		s.write.trouble(p)
	}
	s.unresolvedFacts(p)
	p.Short(shortNumbers)
	if h.New.ID != "" {
		p.AddStyled("new", s.deps.rebookedLine(h.New), statusStyle(t, h.New.Status))
	}
	p.AddStyled("old", s.deps.rebookedLine(h.Old), statusStyle(t, h.Old.Status))
	if h.Step == rebook.HalfDone {
		p.mustRead(func() {
			p.AddStyled("cancelling now", h.Penalty.Sentence(), costStyle(t, h.Penalty.Kind))
			if h.Saving.IsSet() {
				p.AddStyled("saved then", h.Saving.String(), t.Money)
			}
		})
	}
	p.Gap()
	p.whoseFacts(s.deps, h.Old, s.guest.asked(h.Old.Guest, s.asks()), shortTrouble)
	p.explain(s.guest.note.failure, "")
	p.Gap()
	p.text(t.Plain, s.halfHint())
}

func halfTitle(step rebook.Step) string {
	return map[rebook.Step]string{
		rebook.Unresolved: "It is not known yet what came of a step of this rebooking",
		rebook.HalfDone:   "Half rebooked: the new one is confirmed, and the old one stands",
		rebook.Unready:    "Half rebooked: the old one must stand",
		rebook.Done:       "Rebooked: the old one is cancelled",
		rebook.GivenUp:    "Not rebooked: the new one is cancelled, and the old one stands",
	}[step]
}

func (s *Rebook) halfHint() string {
	switch h := s.half; {
	case s.word != nil:
		return s.deps.say("The word and then {cancel} cancel the old one, and that cannot be undone. esc goes back to the other keys.")
	case s.write.since.stops():
		return s.deps.say("Something has changed: not cancelled unless {accept} accepts that, and then {cancel} cancels the old one.")
	case s.write.state() == writeUnresolved || h.Step == rebook.Unresolved:
		return s.deps.say("Nothing can be sent until that is known. {look} looks now; esc leaves it, and the first screen tells how it stands.")
	case h.CanCancelOld():
		return s.deps.say("{cancel} cancels the old one, and that cannot be undone. {keep_both} keeps both, {cancel_question} cancels the new one instead. ") +
			"esc leaves it half done: the first screen keeps telling it."
	case h.Step == rebook.HalfDone || h.Step == rebook.Unready:
		return s.deps.say("{keep_both} keeps both, {cancel_question} cancels the new one. The old one can be cancelled on its own page. esc leaves it half done.")
	default:
		return "Nothing is left to do."
	}
}

// unresolvedFacts tells what is known of a write of the rebooking whose answer was lost.
func (s *Rebook) unresolvedFacts(p *sheet) {
	if s.half.Step != rebook.Unresolved {
		return
	}
	for _, w := range s.deps.Desk.Recovery.Writes() {
		if w.State != recovery.Unresolved || w.Plan.Rebooking != s.half.Attempt {
			continue
		}
		w = masked(s.deps, booking.MaskWrite, w)
		p.text(p.theme.Bad, "! "+w.What())
		p.text(p.theme.Plain, w.Story(s.now, s.deps.agentZone()))
		p.AddStyled("looking for it", w.Progress(s.now, s.deps.agentZone()), p.theme.Warn)
		p.Gap()
	}
}

// rebookedLine names one of the two reservations: its status, its price and its numbers.
func (d *Deps) rebookedLine(r api.Reservation) string {
	total := terms.PriceWords(r.Rate.Total)
	r = d.mask(r)
	return joined(statusWords(r), total, valueOr(joined(referenceLines(r)...), "id "+r.ID))
}

// doneFacts draws both numbers, what was saved, and what proves it.
func (s *Rebook) doneFacts(p *sheet, done rebook.Result) {
	t := p.theme
	p.text(t.Good.Bold(), "Rebooked: the new one is confirmed, and the old one is cancelled")
	if s.write.found {
		p.text(t.Warn, "Found cancelled after its answer was lost: it was sent once.")
	}
	switch {
	case done.Proven():
	case done.Read != nil:
		p.text(t.Bad, "! The cancellation was answered, and a read made now shows "+statusWords(*done.Read)+". Look at the old one again later.")
	default:
		p.text(t.Warn, "The cancellation was answered, and could not be read again: "+booking.Explain(done.Trouble).Title)
	}
	p.Gap()
	p.Short(shortNumbers)
	p.AddStyled("new", s.deps.rebookedLine(done.New), statusStyle(t, done.New.Status))
	old := done.Canceled.Reservation
	if old.Confirmation == nil {
		old.Confirmation = done.Canceled.Before
	}
	p.AddStyled("old", s.deps.rebookedLine(old), statusStyle(t, old.Status))
	if done.Saving.IsSet() {
		p.AddStyled("saved", done.Saving.String(), t.Money)
	}
	p.canceledFacts(s.deps, done.Canceled.Reservation, done.Canceled.Cancellation)
	p.Gap()
	p.whoseFacts(s.deps, done.New, guestWords(masked(s.deps, booking.MaskGuest, done.New.Guest), true), shortTrouble)
}

func (s *Rebook) Keys() []key.Binding {
	k := s.keys
	var keys []key.Binding
	switch {
	case s.write.result != nil:
		keys = append(keys, k.open)
	case s.half != nil:
		keys = append(ui.Offered(k.look), ui.Instead(k.cancel, k.accept), k.keep, k.other, k.reload)
	case s.compare != nil && len(s.offers()) == 0:
		keys = append(keys, k.reload)
	default:
		keys = append(keys, k.choose, k.reload)
	}
	keys = append(keys, k.back)
	if len(s.offers()) > 1 {
		return append(keys, ui.HelpOnly(), k.up, k.down)
	}
	return append(keys, s.page.keys()...)
}

// halfLines tell of the rebookings that are half done, for the first screen.
func (d *Deps) halfLines(width int) []string {
	pending := d.halfDone()
	if len(pending) == 0 {
		return nil
	}
	p := pending[0].New.Plan
	what := planBrief(p)
	title := "! A rebooking is half done: " + what
	if len(pending) > 1 {
		title = "! " + strconv.Itoa(len(pending)) + " rebookings are half done, the newest at " + what
	}
	return []string{
		d.Theme.Bad.Render(ui.Truncate(title, width)),
		ui.Truncate(d.say("  New one booked, old one stands: {go.lost_answers}, enter goes on."), width),
	}
}

// halfDone lists the rebookings whose new reservation is booked while the old one stands, and of which nothing is being
// looked for: that stands among the lost answers.
func (d *Deps) halfDone() []journal.Rebooking {
	return slices.DeleteFunc(rebook.Pending(d.Desk), func(one journal.Rebooking) bool { return one.New.Open() || one.Canceling != nil })
}

// resumeRebook goes on with a rebooking that the journal has.
func (d *Deps) resumeRebook(one journal.Rebooking) *Rebook {
	p := one.New.Plan
	s := NewRebook(d, api.Reservation{
		ID: p.Replaces, Hotel: api.HotelRef{ID: api.PropertyID{Chain: p.Chain, Code: p.Property}, Name: p.HotelName},
	})
	s.stay = stayOfPlan(p.CheckIn, p.CheckOut)
	return s
}

// planBrief tells of a plan in a narrow line: what is cut off is the hotel's name.
func planBrief(p journal.Plan) string {
	days := recovery.PlanDays(p)
	if stay := stayOfPlan(p.CheckIn, p.CheckOut); !stay.In.IsZero() && !stay.Out.IsZero() {
		days = joined(stay.BriefYear(), wording.Plural(trip.Trip{CheckIn: stay.In, CheckOut: stay.Out}.Nights(), "night"))
	}
	return joined(days, p.HotelName)
}

// stayOfPlan returns the days of a plan for a header.
func stayOfPlan(in, out string) trip.Stay {
	from, _ := api.ParseDate(in)
	to, _ := api.ParseDate(out)
	return trip.Stay{In: from, Out: to}
}
