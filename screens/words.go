package screens

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/find"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// nothingSent stands in the footer as long as everything can be thrown away.
const nothingSent = "nothing sent yet"

// nothingBooked stands there once a booking was sent and refused.
const nothingBooked = "nothing booked"

// outcomesKnown stands there once the outcome of every lost answer is known.
const outcomesKnown = "outcomes known"

// distanceWords returns a distance and its direction in the agent's unit: "0.3 E".
func (d *Deps) distanceWords(km float64, compass string) string {
	if km < 0 {
		return "n/a"
	}
	return strings.TrimSpace(fmt.Sprintf("%.1f %s", d.inUnit(km), compass))
}

func (d *Deps) inUnit(km float64) float64 {
	if d.inMiles() {
		return km / trip.KmPerMile
	}
	return km
}

func (d *Deps) distanceUnit() string {
	if d.inMiles() {
		return "mi"
	}
	return "km"
}

// starsWords returns a class with a plain star: "4*", "3.5*", "n/a".
func starsWords(stars float64) string {
	if stars <= 0 {
		return "n/a"
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", stars), ".0") + "*"
}

func addressWords(a api.Address) string {
	return joinedBy(", ", []string{a.Street, strings.TrimSpace(a.City + " " + a.PostalCode), a.State, a.CountryCode})
}

// clockTimes returns the hours between which a guest comes and goes.
func clockTimes(in, out string) string {
	return joined(when(in != "", "in from "+shortClock(in)), when(out != "", "out by "+shortClock(out)))
}

// shortClock leaves the seconds of HH:MM:SS out.
func shortClock(text string) string {
	if len(text) == len("15:04:05") && text[2] == ':' && text[5] == ':' {
		return text[:5]
	}
	return text
}

// zoneOf returns a zone by its IANA name; nil when it is not known.
func zoneOf(name string) *time.Location {
	if name == "" {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return zone
}

// hotelClock returns "17:41 at the hotel", or nothing where its zone is not known.
func hotelClock(zone *time.Location, now time.Time) string {
	if zone == nil || now.IsZero() {
		return ""
	}
	return now.In(zone).Format("15:04") + " at the hotel"
}

func (d *Deps) agentZone() *time.Location {
	if d.Zone == nil {
		return time.UTC
	}
	return d.Zone
}

// penaltyClock returns what cancelling costs now and later, for this agent.
func (d *Deps) penaltyClock(c terms.Terms, now time.Time) []string {
	return c.CancelLines(now, d.agentZone())
}

// addClock draws the penalty clock: the state now in its colour, then what follows.
func addClock(d *ui.Details, t ui.Theme, clock []string, kind terms.CostKind) {
	d.AddStyled("cancelling", clock[0], costStyle(t, kind))
	later := make([]string, len(clock)-1)
	for i, line := range clock[1:] {
		later[i] = strings.TrimPrefix(line, "then ")
	}
	d.Add("then", strings.Join(later, "\n"))
}

// costStyle returns the colour of what cancelling costs; the words say it too.
func costStyle(t ui.Theme, kind terms.CostKind) ui.Style {
	switch kind {
	case terms.CostFree:
		return t.Good
	case terms.CostPenalty, terms.CostUnknown:
		return t.Warn
	case terms.CostNoRefund:
		return t.Bad
	default:
		return t.Plain
	}
}

// offWords returns why a field cannot be filled in at this service.
func offWords(off *api.FeatureOffError) string {
	if off == nil {
		return ""
	}
	return off.Reason()
}

func (d *Deps) today() api.Date { return api.DateOf(d.Desk.Now().In(d.agentZone())) }

// when returns the text if on, or nothing.
func when(on bool, text string) string {
	if on {
		return text
	}
	return ""
}

// each returns what a function makes of every item of a list, such as words.
func each[T, R any](list []T, of func(T) R) []R {
	out := make([]R, len(list))
	for i, item := range list {
		out[i] = of(item)
	}
	return out
}

// joined puts the parts that there are into one line.
func joined(parts ...string) string { return joinedBy(" · ", parts) }

func joinedBy(separator string, parts []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return part == "" }), separator)
}

// matchedWords leaves out of a name the words in which nothing was found. The marks for them take no cell that
// the others need.
func matchedWords(m find.MatchText, room int) find.MatchText {
	out, at, left := find.MatchText{Field: m.Field}, 0, false
	for word := range strings.SplitAfterSeq(m.Text, " ") {
		from, to := at, at+len(word)
		at = to
		shift, found := len(out.Text)-from, len(out.Spans)
		for _, span := range m.Spans {
			if span.From < to && span.To > from {
				out.Spans = append(out.Spans, find.Span{From: max(span.From, from) + shift, To: min(span.To, to) + shift})
			}
		}
		switch {
		case len(out.Spans) > found:
			out.Text += word
			left = false
		case !left:
			out.Text += "… "
			left = true
		}
	}
	out.Text = strings.TrimSuffix(out.Text, " ")
	if ui.Width(out.Text) > room {
		out.Text = strings.TrimSuffix(out.Text, " …")
	}
	if rest, ok := strings.CutPrefix(out.Text, "… "); ok && ui.Width(out.Text) > room {
		mark := "…"
		if ui.Width(mark+rest) > room {
			mark = ""
		}
		out.Text = mark + rest
		for i := range out.Spans {
			out.Spans[i].From -= len("… ") - len(mark)
			out.Spans[i].To -= len("… ") - len(mark)
		}
	}
	return out
}

// aroundMatch leaves out what stands before the typed letters where they would not be seen in so many cells.
func aroundMatch(m find.MatchText, room int) find.MatchText {
	if len(m.Spans) == 0 || ui.Width(m.Text) <= room || ui.Width(m.Text[:m.Spans[0].To]) < room {
		return m
	}
	from := m.Spans[0].From
	cut := find.MatchText{Field: m.Field, Text: "…" + m.Text[from:]}
	for _, s := range m.Spans {
		cut.Spans = append(cut.Spans, find.Span{From: s.From - from + len("…"), To: s.To - from + len("…")})
	}
	return cut
}

func arrivalWords(stay trip.Stay) string {
	if stay.Mark() != "" && !stay.In.IsZero() {
		return stay.In.Format("2 Jan 2006") + " UTC" // The weekday may be another one at the hotel.
	}
	return stay.InWords()
}

func shortArrival(stay trip.Stay) string {
	switch {
	case stay.In.IsZero():
		return stay.InWords()
	case stay.Mark() != "":
		return stay.In.Format("2 Jan") + " UTC"
	default:
		return stay.In.Format("2 Jan 2006")
	}
}

func (d *Deps) numberWords(r api.Reservation) string {
	if c := d.mask(r).Confirmation; c != nil {
		return valueOr(c.HotelNumber, c.RecordLocator)
	}
	return "none"
}

func (d *Deps) createdWords(r api.Reservation) string {
	if r.Created.IsZero() {
		return r.Created.Text
	}
	return r.Created.Time.In(d.agentZone()).Format("2 Jan 2006")
}
