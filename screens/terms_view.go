package screens

import (
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// A termRow is a part of the price, of both sides.
type termRow struct{ what, before, after string }

// View draws the page, and below it why a key has not gone on.
func (t *Terms) View() string {
	if t.reading == "" {
		return t.page.view()
	}
	lines := append(strings.Split(t.page.view(), "\n"), margin+t.deps.Theme.Warn.Render(ui.Truncate(t.reading, inner(t.width))))
	return ui.Block(lines, t.width, t.height)
}

// draw makes the page on every change, so that View only cuts. What differs from the search comes first, then what
// cancelling costs, what is paid, and the rest.
func (t *Terms) draw() {
	width := inner(t.width)
	lines, hints := t.headLines(width)
	if t.has {
		changes := t.changeLines(width)
		t.differs.place(len(lines), len(changes))
		lines = append(lines, changes...)
	}
	lines = append(lines, hints...)
	if t.has {
		lines = append(lines, "")
		cancelling := t.cancelLines(width)
		t.costs.place(len(lines), len(cancelling))
		lines = append(append(append(lines, cancelling...), t.penaltyLine(width)...), t.chargeLines().Lines(width)...)
		for _, more := range [][]string{t.compareLines(width), t.priceLines().Lines(width), t.termLines().Lines(width), t.nightLines(width)} {
			if len(more) > 0 {
				lines = append(append(lines, ""), more...)
			}
		}
	}
	height := t.height
	if t.reading != "" {
		height = max(height-1, 0)
	}
	t.page.set(lines, t.width, height)
	t.look()
}

// look notes which lines of what must be read are on screen.
func (t *Terms) look() {
	if t.has {
		t.differs.look(&t.page)
		t.costs.look(&t.page)
	}
}

// headLines draws which rate it is and what came of the verification; below come what the keys do.
func (t *Terms) headLines(width int) (lines, below []string) {
	theme, draft := t.deps.Theme, t.searched
	lines = []string{theme.Title.Render(ui.Truncate(draft.Hotel.Name, width))}
	lines = append(lines, muted(theme, joined(trip.StayWords(draft.Trip.CheckIn, draft.Trip.CheckOut), roomWords(draft)), width, 2)...)
	lines = append(lines, muted(theme, draft.Trip.DivisionWords(), width, 2)...)
	lines = append(lines, "")
	kind, title, text, hints := t.verdict()
	x := t.load.failure
	if x == nil && t.nearest.failure != nil {
		return append(lines, failureBlock(theme, width, t.nearest.failure, t.deps.say("{verify} verify again · {go.search} search again · esc back"))...), nil
	}
	if x != nil {
		hint := t.deps.say("{verify} verify again · {go.search} search again · esc back")
		if t.withdrawn() {
			gone := *x
			gone.Hint = t.deps.say("{nearest} shows this hotel's nearest rates, those of the same room first.")
			x, hint = &gone, t.deps.say("{verify} verify again · {go.search} search again · esc back")
		}
		lines = append(lines, failureBlock(theme, width, x, "")...)
		lines = append(lines, theme.Muted.Render(ui.Truncate(hint, width)))
		if x := t.nearest.failure; x != nil {
			lines = append(append(lines, ""), failureBlock(theme, width, x, "")...)
		}
		return lines, nil
	}
	lines = append(lines, ui.Notice(theme, width, kind, title, text)...)
	for _, hint := range hints {
		below = append(below, styled(theme.Muted.Render, ui.Wrap(hint, width))...)
	}
	if t.note != "" {
		below = append(below, styled(theme.Warn.Render, ui.Wrap("! "+t.note, width))...)
	}
	return lines, below
}

// longestSide is how many characters of a text on one side of a change are shown. No money, date or cost is near it; the
// verified terms below have longer ones in full.
const longestSide = 400

// changeLines draws every difference from the search under what came of the verification, wrapped and never cut short of
// longestSide: nothing is accepted before all of them were on screen.
func (t *Terms) changeLines(width int) (lines []string) {
	of := when(t.verified.Trip.Rooms > 1, " of one room")
	for _, c := range t.verified.Changes {
		sign, style := changeSign(t.deps.Theme, c.Verdict)
		before, after := wording.ClipTo(longestSide, c.Before), wording.ClipTo(longestSide, c.After)
		words := c.What + of + " " + valueOr(before, terms.NotSaid) + " → " + valueOr(after, terms.NotSaid) + ", " + c.Verdict.String()
		for i, line := range ui.Wrap(words, max(width-len(sign), 1)) {
			if i > 0 {
				sign = strings.Repeat(" ", len(sign))
			}
			lines = append(lines, style.Render(sign+line))
		}
	}
	return lines
}

func (t *Terms) verdict() (kind ui.NoticeKind, title, text string, hints []string) {
	changes := t.verified.Changes
	switch {
	case t.load.call.Busy() && !t.has:
		return ui.NoticeEmpty, "Verifying the price and the terms …", "The service is asked once more before anything is booked.", nil
	case !t.has:
		return ui.NoticeWarn, "! Not verified", "The verification was stopped.", []string{t.deps.say("{verify} verify again · esc back")}
	case t.expired():
		return ui.NoticeBad, "! This offer has expired", "Its price cannot be booked any more.", []string{t.deps.say("enter verify again · {go.search} search again · esc back")}
	case t.verified.NoPrice() != "":
		return ui.NoticeBad, "! There is no price to book at", "It cannot be booked: " + t.verified.NoPrice() + ".",
			[]string{t.deps.say("{verify} verify again · {go.search} search again · esc back")}
	case t.stops():
		return ui.NoticeWarn, "! Not as searched: " + wording.Plural(len(changes), "change"),
			"Something is worse than what was searched, or cannot be judged. Going on needs your yes; the answer is no until then.",
			[]string{t.deps.say("{accept} accept the change · esc choose another rate (enter does not accept)")}
	case len(changes) > 0:
		return ui.NoticeGood, "Verified, with " + wording.Plural(len(changes), "change") + " and none for the worse",
			"", []string{"enter go on to the guest"}
	case t.verified.Terms().CostAt(t.now).Kind == terms.CostUnknown:
		return ui.NoticeWarn, "Verified: the price is as searched", "What cancelling costs is not said, now or before.", []string{"enter go on to the guest"}
	default:
		return ui.NoticeGood, "Verified: price and terms are as searched", "", []string{"enter go on to the guest"}
	}
}

// rows returns the parts of the price that differ while the total is what is judged, and the names of what does not
// differ.
func (t *Terms) rows() (parts []termRow, same []string) {
	price, v := t.searched.Rate.Price, t.verified.Verified
	before, after := t.searched.Searched(), t.verified.Terms()
	rows := []termRow{{"total", setWords(price.Total), setWords(v.Total)}}
	for _, part := range []struct {
		what       string
		was, after api.Money
	}{{"base price", price.Base, v.Base}, {"taxes", price.Taxes, v.Taxes}, {"additional fees", price.Fees, v.Fees}} {
		row := termRow{part.what, setWords(part.was), setWords(part.after)}
		c, err := part.was.Cmp(part.after)
		if part.was.IsSet() && part.after.IsSet() && (err != nil || c != 0) && !t.changed(row.what) {
			parts = append(parts, row)
		} else {
			rows = append(rows, row)
		}
	}
	rows = append(rows, []termRow{
		{"refundable", before.RefundableWords(t.now), after.RefundableWords(t.now)},
		{"cancel penalties", before.ShortSaid(t.now), after.ShortSaid(t.now)},
		{"payment", before.Payment, after.Payment},
		{"guarantee", before.GuaranteeWords(), after.GuaranteeWords()},
	}...)
	for _, row := range rows {
		if row.before != "" && row.after != "" && !t.changed(row.what) {
			same = append(same, row.what)
		}
	}
	return parts, same
}

func (t *Terms) changed(what string) bool {
	return slices.ContainsFunc(t.verified.Changes, func(c terms.Change) bool { return c.What == what })
}

func setWords(m api.Money) string { return when(m.IsSet(), m.String()) }

// changeSign returns the sign before a change, which needs no colour, and its colour.
func changeSign(t ui.Theme, v terms.Verdict) (string, ui.Style) {
	switch v {
	case terms.Worse:
		return "! ", t.Bad
	case terms.Better:
		return "+ ", t.Good
	case terms.Unclear:
		return "? ", t.Warn
	default:
		return "- ", t.Plain
	}
}

// compareLines draws the parts of a changed total, searched and verified beside each other, and names in a line what did
// not change.
func (t *Terms) compareLines(width int) []string {
	theme := t.deps.Theme
	const label, verdict = len("additional fees") + 3, len("see total")
	column := max((width-label-verdict-4)/2, 1)
	parts, same := t.rows()
	var lines []string
	if len(parts) > 0 {
		lines = append(lines, theme.Title.Render(ui.Fit("one room", label)+ui.Fit("searched", column)+"  "+ui.Fit("verified", column)))
	}
	for _, row := range parts {
		before, after := ui.WrapShort(row.before, column, shortTrouble), ui.WrapShort(row.after, column, shortTrouble)
		what, word := row.what, "see total"
		for i := range max(len(before), len(after)) {
			lines = append(lines, theme.Muted.Render(ui.Fit(what, label))+ui.Fit(at(before, i), column)+"  "+
				ui.Fit(at(after, i), column)+"  "+ui.Fit(word, verdict))
			what, word = "", ""
		}
	}
	if len(same) == 0 {
		return lines
	}
	words := "nothing changed: "
	if len(parts)+len(t.verified.Changes) > 0 {
		words = "nothing else changed: "
	}
	return append(lines, styled(theme.Muted.Render, ui.Wrap(words+strings.Join(same, ", "), width))...)
}

// at returns a line, or nothing beyond the end.
func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// cancelLines draws what cancelling costs now and later, which must have been on screen before anything goes on.
func (t *Terms) cancelLines(width int) []string {
	theme, all := t.deps.Theme, t.verified.AllRooms()
	s := newSheet(theme)
	clock := all.OfferLines(t.now, t.deps.agentZone())
	s.cost(ui.Fit("cancelling", chargeLabels), clock, offerKind(all, t.now)) // As wide as the labels below it.
	if all.Refund(t.now) == terms.RefundUnsaid {
		s.Add("refundable", all.RefundableWords(t.now))
	}
	s.Add("rooms", t.verified.AllRoomsNote())
	return s.Lines(width)
}

// penaltyLine draws when cancelling costs what, below the words that must be read.
func (t *Terms) penaltyLine(width int) []string {
	if t.height < chartLeast {
		return nil
	}
	draft := t.verified
	line := penaltyLine(t.deps.Theme, draft.AllRooms(), time.Time{}, t.now, arrivalAt(draft.Trip.CheckIn, draft.Zone), width)
	if line == nil {
		return nil
	}
	return append(append([]string{""}, line...), "")
}

// nightLines draws the nights of the rate that was searched, each with its bar: a verification has no nights.
func (t *Terms) nightLines(width int) []string {
	price := t.verified.Rate.Price
	return nightBars(t.deps.Theme, price, nightsTitle(t.verified.Trip.Rooms)+", as searched", width, len(price.Nights))
}

// chargeLines draws what is paid, and when.
func (t *Terms) chargeLines() *ui.Details {
	theme, draft := t.deps.Theme, t.verified
	s := newSheet(theme)
	s.Short(shortLines)
	s.paymentFacts(draft.Payment(t.now))
	s.AddStyled("unclear", draft.AllRooms().DueNote(), theme.Warn)
	if rooms := draft.Trip.Rooms; rooms > trip.GroupRooms {
		s.AddStyled("group", "! "+wording.Plural(rooms, "room")+": hotels treat more than "+
			wording.Plural(trip.GroupRooms, "room")+" as a group and may cancel them", theme.Warn)
	}
	return s.Details
}

// priceLines draws the taxes and fees one by one.
func (t *Terms) priceLines() *ui.Details {
	theme, draft := t.deps.Theme, t.verified
	v, rooms := draft.Verified, draft.Trip.Rooms
	d := ui.NewDetails(theme)
	d.Heading("price" + when(rooms > 1, " per room"))
	for _, part := range []struct {
		label  string
		amount api.Money
		lines  []string
	}{
		{"total", v.Total, nil}, {"base price", v.Base, nil}, {"taxes", v.Taxes, taxLines(v.TaxLines)}, {"fees", v.Fees, each(v.FeeLines, terms.FeeWords)},
	} {
		lines := part.lines
		if part.amount.IsSet() && len(lines) != 1 {
			lines = append([]string{part.amount.String()}, lines...)
		}
		d.Add(part.label, strings.Join(lines, "\n"))
	}
	if note := draft.PartsNote(); note != "" {
		d.AddStyled("note", "! "+note, theme.Warn)
	}
	return d
}

// taxLines tells of every tax whether it is in the base price.
func taxLines(charges []api.Charge) []string {
	return each(charges, func(c api.Charge) string {
		where := "not said whether it is in the base price"
		if c.IncludedInBase != nil && *c.IncludedInBase {
			where = "in the base price"
		} else if c.IncludedInBase != nil {
			where = "on top of the base price"
		}
		return joined(c.Description, setWords(c.Amount), where)
	})
}

// termLines draws the verified terms in full.
func (t *Terms) termLines() *ui.Details {
	theme, c, rooms := t.deps.Theme, t.verified.AllRooms(), t.verified.Trip.Rooms
	d := ui.NewDetails(theme)
	d.Heading("terms")
	name, lines := c.Wording(rooms)
	d.Add(name, strings.Join(lines, "\n"))
	d.Add("note", c.Note).Add("payment", c.PaymentWords(rooms)).Add("guarantee", c.GuaranteeWords())
	d.Add("cards", c.CardWords())
	d.Add("deposit", strings.Join(c.DepositLines(), "\n"))
	if n := t.verified.Verified.MaxOccupancy; n > 0 {
		d.Add("occupancy", "at most "+wording.Plural(n, "guest")+" in a room")
	}
	d.Add("terms", strings.Join(c.Text, "\n"))
	switch expires := t.searched.Rate.Expires; {
	case expires.IsZero():
		d.Add("offer holds", "not said")
	case t.expired():
		d.AddStyled("offer holds", "expired", theme.Bad)
	case t.searched.Expired(t.now), !t.searched.Limited():
		d.Add("offer holds", "its time is past: "+t.verified.OfferWords(t.now))
	default:
		d.Add("offer holds", "for "+wording.Left(expires.Time.Sub(t.now)))
	}
	return d
}
