package accessible

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// sentence ends a text as a sentence; nothing stays nothing.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return wording.Sentence(text)
}

// joined puts the parts that there are behind each other.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

// either joins what can be answered: "a number, next or back".
func either(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func addressWords(a api.Address) string {
	return joined(a.Street, strings.TrimSpace(a.City+" "+a.PostalCode), a.State, a.CountryCode)
}

func starsWords(stars float64) string {
	if stars <= 0 {
		return "class not known"
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", stars), ".0") + "*"
}

// distanceWords returns a distance with its unit and direction; empty where it is not known.
func (c *console) distanceWords(km float64, compass string) string {
	if km < 0 {
		return ""
	}
	words := fmt.Sprintf("%.1f kilometres", km)
	if c.Miles {
		words = fmt.Sprintf("%.1f miles", km/trip.KmPerMile)
	}
	if compass != "" {
		words += " " + trip.CompassWords(compass)
	}
	return words
}

// changes tells each difference in a line: what it is for the guest, what was and what is now. Of a long one these are lines
// of their own.
func (c *console) changes(changes []terms.Change) {
	for _, one := range changes {
		head, was, is := wording.Capital(one.Verdict.String())+". "+wording.Capital(one.What), clipped(one.Before), clipped(one.After)
		if len(was)+len(is) <= shortSides {
			c.Say(head + ": was " + was + ", is now " + wording.Stopped(is))
			continue
		}
		c.Say(head + ".")
		c.Fact("was", was)
		c.Fact("is now", is)
	}
}

// shortSides is how many letters both sides of a difference may have to be told in one line.
const shortSides = 80

// longestSide is how many letters of one side of a difference are told. No money, date or cost is near it.
const longestSide = 400

func clipped(text string) string { return orElse(wording.ClipTo(longestSide, text), terms.NotSaid) }

// accepted asks for a word where something is worse, or cannot be judged.
func (c *console) accepted(ctx context.Context, changes []terms.Change) (bool, error) {
	if !terms.Stops(changes) {
		return true, nil
	}
	ok, err := c.Word(ctx, "Something is worse, or cannot be judged. Type accept to go on with it", "accept",
		"Accept goes on with what was told as it is now. Nothing is sent by it.")
	if err == nil && !ok {
		c.Say("Not accepted.")
	}
	return ok, err
}

// number tells a code, and spells it in a line of its own: as it is written it is heard as words and large numbers.
func (c *console) number(name, code string) {
	if code == "" {
		return
	}
	c.Fact(name, code)
	c.Say("Spelled: " + dialogue.Spell(code) + ".")
}

// tellPhone tells a guest's phone in groups, and spells it: a group is heard as the thousands of the one before it.
func (c *console) tellPhone(g api.Guest) { c.number("phone", phoneWords(g)) }

// tellHotelCode tells the code that a hotel has at the service.
func (c *console) tellHotelCode(id api.PropertyID) { c.number("hotel code", id.String()) }

// numbers tells what proves a booking: its id, which is long, only where there is nothing shorter.
func (c *console) numbers(r api.Reservation) {
	n := r.Confirmation
	if n == nil || n.RecordLocator == "" {
		c.number("reservation id", r.ID)
	}
	if n != nil {
		c.number("record locator", n.RecordLocator)
		c.number("hotel confirmation", n.HotelNumber)
	}
}

// The word that tells all numbers of a booking, and its help.
const (
	wordNumbers = "numbers"
	numbersHelp = "Numbers tells and spells every number of it, the long ones too."
)

// tellNumbers tells every number that a reservation has at the service, the hotel and this machine.
func (c *console) tellNumbers(r api.Reservation) {
	if n := r.Confirmation; n != nil {
		c.number("record locator", n.RecordLocator)
		c.number("hotel confirmation", n.HotelNumber)
	}
	c.number("reservation id", r.ID)
	c.tellHotelCode(r.Hotel.ID)
	if done, err := c.Desk.CancellationOf(r); err == nil && done != nil {
		c.number("attempt of the cancellation", done.Attempt)
	}
}

// guestWords names a guest, masked unless shown.
func guestWords(g api.Guest, shown bool) string {
	if !shown {
		return booking.MaskName(g)
	}
	return booking.GuestName(g)
}

func guestAddress(g api.Guest) string {
	return joined(g.Address, strings.TrimSpace(g.City+" "+g.PostalCode), g.State, g.Country)
}

func statusWords(r api.Reservation) string {
	return wording.Status(r.Status)
}

// customWords lists custom data, without Bellhop's own: it says nothing to anybody.
func customWords(data api.CustomData) []string {
	var out []string
	for _, f := range data {
		if booking.OwnData(f.Key) {
			continue
		}
		value := f.Text
		if f.Kind == api.CustomBool {
			value = "no"
			if f.Truth {
				value = "yes"
			}
		}
		out = append(out, strings.ReplaceAll(f.Key, "_", " ")+" is "+value)
	}
	return out
}

// cost tells what cancelling costs: now in one line, and each later step in one of its own.
func (c *console) cost(lines []string) {
	for i, line := range lines {
		after, later := strings.CutPrefix(line, "then ")
		switch {
		case i == 0:
			c.Fact("cancelling", line)
		case later:
			c.Fact("then", after)
		default:
			c.Fact("note", line)
		}
	}
}

// isoDay is a day as services write it in their own words.
var isoDay = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b`) })

// daysInFull says the days of a service's text in words: 2026-12-15 is heard as three numbers.
func daysInFull(text string) string {
	return isoDay().ReplaceAllStringFunc(text, func(day string) string {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			return day
		}
		return trip.DayWords(api.DateOf(at))
	})
}

func isBack(err error) bool { return errors.Is(err, dialogue.ErrBack) }

// ignoreBack leaves a question by back without leaving the place.
func ignoreBack(err error) error {
	if isBack(err) {
		return nil
	}
	return err
}

// isOver reports whether nobody wants to go on, or can.
func isOver(err error) bool {
	return errors.Is(err, dialogue.ErrQuit) || errors.Is(err, dialogue.ErrEnd)
}

// phoneWords returns a guest's phone as people read it, in groups.
func phoneWords(g api.Guest) string {
	if read, problem := booking.ReadPhone(g.Phone, g.Country); problem == "" {
		return read.Spaced
	}
	return g.Phone
}

func moneyWords(m api.Money) string {
	if !m.IsSet() {
		return ""
	}
	return m.String()
}
