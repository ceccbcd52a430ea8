package screens

import (
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

type termRow struct {
	what, before, after string
	changed             bool
	verdict             terms.Verdict
	// part is a part of the total that differs: the total is what is judged.
	part bool
}

func partRow(what string, before, after api.Money) termRow {
	c, err := before.Cmp(after)
	return termRow{
		what: what, before: setWords(before), after: setWords(after),
		part: before.IsSet() && after.IsSet() && (err != nil || c != 0),
	}
}

func (t *Terms) View() string { return t.page.view() }

// draw makes the page on every change, so that View only cuts.
func (t *Terms) draw() {
	width := inner(t.width)
	var lines []string
	lines = append(lines, t.headLines(width)...)
	if t.has {
		// What is charged comes first: it must be seen without scrolling.
		lines = append(lines, "")
		lines = append(lines, t.chargeLines().Lines(width)...)
		lines = append(lines, "")
		lines = append(lines, t.compareLines(width)...)
		lines = append(lines, "")
		if more := t.priceLines().Lines(width); len(more) > 0 {
			lines = append(append(lines, more...), "")
		}
		lines = append(lines, t.termLines().Lines(width)...)
	}
	t.page.set(lines, t.width, t.height)
}

// headLines draws which rate it is, what came of the verification, and what the keys do.
func (t *Terms) headLines(width int) []string {
	theme, draft := t.deps.Theme, t.searched
	lines := []string{theme.Title.Render(ui.Truncate(draft.Hotel.Name, width))}
	lines = append(lines, muted(theme, joined(roomWords(draft), trip.StayWords(draft.Trip.CheckIn, draft.Trip.CheckOut)), width, 2)...)
	lines = append(lines, muted(theme, draft.Trip.DivisionWords(), width, 2)...)
	lines = append(lines, "")
	kind, title, text, hints := t.verdict()
	if x := t.load.failure; x != nil {
		hint := "ctrl+v verify again · ctrl+n search again · esc other rates"
		if t.withdrawn() {
			gone := *x
			gone.Hint = "ctrl+e shows this hotel's nearest rates, those of the same room first."
			x, hint = &gone, "ctrl+v verify again · ctrl+n search again · esc back to the rates"
		}
		lines = append(lines, failureBlock(theme, width, x, "")...)
		lines = append(lines, theme.Muted.Render(ui.Truncate(hint, width)))
		if x := t.nearest.failure; x != nil {
			lines = append(append(lines, ""), failureBlock(theme, width, x, "")...)
		}
		return lines
	}
	lines = append(lines, ui.Notice(theme, width, kind, title, text)...)
	for _, hint := range hints {
		lines = append(lines, styled(theme.Muted.Render, ui.Wrap(hint, width))...)
	}
	if t.note != "" {
		lines = append(lines, styled(theme.Warn.Render, ui.Wrap("! "+t.note, width))...)
	}
	return lines
}

func (t *Terms) verdict() (kind ui.NoticeKind, title, text string, hints []string) {
	changes := t.verified.Changes
	switch {
	case t.load.call.Busy() && !t.has:
		return ui.NoticeEmpty, "Verifying the price and the terms …", "The service is asked once more before anything is booked.", nil
	case !t.has:
		return ui.NoticeWarn, "! Not verified", "The verification was stopped.", []string{"ctrl+v verify again · esc other rates"}
	case t.expired():
		return ui.NoticeBad, "! This offer has expired", "Its price cannot be booked any more.", []string{"ctrl+n search again · ctrl+v verify again · esc other rates"}
	case t.verified.NoPrice() != "":
		return ui.NoticeBad, "! There is no price to book at", "It cannot be booked: " + t.verified.NoPrice() + ".",
			[]string{"ctrl+v verify again · ctrl+n search again · esc other rates"}
	case t.stops():
		return ui.NoticeWarn, "! Not as searched: " + wording.Plural(len(changes), "change"),
			"Something is worse than what was searched, or cannot be judged. Going on needs your yes; the answer is no until then.",
			[]string{"ctrl+y accept the change · esc choose another rate (enter does not accept)"}
	case len(changes) > 0:
		return ui.NoticeGood, "Verified, with " + wording.Plural(len(changes), "change") + " and none for the worse",
			"", []string{"enter go on to the guest"}
	case t.verified.Terms().CostAt(t.now).Kind == terms.CostUnknown:
		return ui.NoticeWarn, "Verified: the price is as searched", "What cancelling costs is not said, now or before.", []string{"enter go on to the guest"}
	default:
		return ui.NoticeGood, "Verified: price and terms are as searched", "", []string{"enter go on to the guest"}
	}
}

// rows returns the searched and the verified side of each thing, what has changed first.
func (t *Terms) rows() []termRow {
	price, v := t.searched.Rate.Price, t.verified.Verified
	before, after := t.searched.Searched(), t.verified.Terms()
	rows := []termRow{
		{what: "total", before: setWords(price.Total), after: setWords(v.Total)},
		partRow("base price", price.Base, v.Base),
		partRow("taxes", price.Taxes, v.Taxes),
		partRow("additional fees", price.Fees, v.Fees),
		{what: "refundable", before: before.RefundableWords(t.now), after: after.RefundableWords(t.now)},
		{what: "cancel penalties", before: before.ShortSaid(t.now), after: after.ShortSaid(t.now)},
		{what: "payment", before: before.Payment, after: after.Payment},
		{what: "guarantee", before: before.GuaranteeWords(), after: after.GuaranteeWords()},
	}
	for _, c := range t.verified.Changes {
		at := slices.IndexFunc(rows, func(row termRow) bool { return row.what == c.What })
		if at < 0 {
			rows = append(rows, termRow{what: c.What})
			at = len(rows) - 1
		}
		rows[at] = termRow{what: c.What, before: c.Before, after: c.After, changed: true, verdict: c.Verdict}
	}
	var changed, same []termRow
	for _, row := range rows {
		switch {
		case row.changed:
			changed = append(changed, row)
		case row.before != "" || row.after != "" || row.what == "cancel penalties":
			same = append(same, row)
		}
	}
	return append(changed, same...)
}

func setWords(m api.Money) string { return when(m.IsSet(), m.String()) }

// verdictWord returns a change's verdict with a sign that needs no colour, and its colour.
func verdictWord(t ui.Theme, row termRow) (string, ui.Style) {
	switch {
	case !row.changed && row.part:
		return "see total", t.Plain
	case !row.changed && (row.before == "" || row.after == ""):
		return terms.NotSaid, t.Muted
	case !row.changed:
		return "same", t.Muted
	}
	switch row.verdict {
	case terms.Worse:
		return "! worse", t.Bad
	case terms.Better:
		return "+ better", t.Good
	case terms.Unclear:
		return "? unclear", t.Warn
	default:
		return "changed", t.Plain
	}
}

// compareLines draws searched and verified beside each other.
func (t *Terms) compareLines(width int) []string {
	theme := t.deps.Theme
	const label, verdict = len("additional fees") + 3, len("? unclear")
	column := max((width-label-verdict-4)/2, 1)
	lines := []string{theme.Title.Render(ui.Fit("one room", label) + ui.Fit("searched", column) + "  " + ui.Fit("verified", column))}
	for _, row := range t.rows() {
		before, after := ui.WrapShort(valueOr(row.before, terms.NotSaid), column, shortTrouble), ui.WrapShort(valueOr(row.after, terms.NotSaid), column, shortTrouble)
		what := row.what
		word, style := verdictWord(theme, row)
		for i := range max(len(before), len(after)) {
			lines = append(lines, theme.Muted.Render(ui.Fit(what, label))+ui.Fit(at(before, i), column)+"  "+
				style.Render(ui.Fit(at(after, i), column)+"  "+ui.Fit(word, verdict)))
			what, word = "", ""
		}
	}
	return lines
}

// at returns a line, or nothing beyond the end.
func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

func (t *Terms) chargeLines() *ui.Details {
	theme, draft := t.deps.Theme, t.verified
	rooms := draft.Trip.Rooms
	d := ui.NewDetails(theme)
	d.AddStyled("due now", dueNow(draft), theme.Money)
	d.Short(shortLines)
	all := draft.AllRooms()
	d.AddStyled("unclear", all.DueNote(), theme.Warn)
	d.AddStyled("cancelling", penaltyClock(t.deps, all, t.now)[0], costStyle(theme, all.CostAt(t.now).Kind))
	d.Add("due at the hotel", strings.Join(few(atHotelLines(draft)), "\n"))
	if rooms > trip.GroupRooms {
		d.AddStyled("group", "! "+wording.Plural(rooms, "room")+": hotels treat more than "+
			wording.Plural(trip.GroupRooms, "room")+" as a group and may cancel them", theme.Warn)
	}
	return d
}

// priceLines draws the taxes and fees one by one.
func (t *Terms) priceLines() *ui.Details {
	theme, draft := t.deps.Theme, t.verified
	v, rooms := draft.Verified, draft.Trip.Rooms
	d := ui.NewDetails(theme)
	if note := draft.PartsNote(); len(v.TaxLines)+len(v.FeeLines) > 0 || note != "" {
		d.Heading("price")
	}
	d.Add(perRoom("taxes", rooms), strings.Join(taxLines(v.TaxLines), "\n"))
	d.Add(perRoom("fees", rooms), strings.Join(chargeLines(v.FeeLines), "\n"))
	if note := draft.PartsNote(); note != "" {
		d.AddStyled("note", "! "+note, theme.Warn)
	}
	return d
}

func perRoom(label string, rooms int) string { return label + when(rooms > 1, " per room") }

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
	theme, c := t.deps.Theme, t.verified.Terms()
	d := ui.NewDetails(theme)
	d.Heading("terms")
	all := t.verified.AllRooms()
	addClock(d, theme, penaltyClock(t.deps, all, t.now), all.CostAt(t.now).Kind)
	d.Add("rooms", t.verified.AllRoomsNote())
	for _, s := range c.Steps {
		d.Add("in words", s.Text)
	}
	d.Add("note", c.Note).Add("payment", c.Payment).Add("guarantee", strings.Join(c.Guarantee, ", "))
	d.Add("cards", strings.Join(c.Cards, ", "))
	d.Add("deposit", strings.Join(depositLines(c), "\n"))
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
