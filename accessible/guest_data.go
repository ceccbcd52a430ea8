package accessible

import (
	"context"
	"fmt"
	"slices"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/references"
)

func (p *guest) askLoyalty(ctx context.Context, c *console) error {
	if without := c.Desk.Off().Loyalty; without != nil {
		c.Say(sentence(without.Error()))
		return nil // A booking goes on without them.
	}
	program, err := c.Ask(ctx, dialogue.Question{Field: "loyalty programme", Optional: true, Verbatim: true, Check: booking.CheckGuestText, Help: []string{"The guest's membership with the hotel's chain."}})
	if err != nil || program == "" {
		p.loyalty = nil
		return ignoreBack(err)
	}
	member, err := c.Ask(ctx, dialogue.Question{Field: "member number", Verbatim: true, Check: booking.CheckGuestText, Help: []string{"The guest's number in that programme."}})
	if err == nil {
		p.loyalty = &api.Loyalty{Program: program, MemberID: member}
	}
	return ignoreBack(err)
}

// askData asks for a pair of custom data. None as its value takes it away again.
func (p *guest) askData(ctx context.Context, c *console) error {
	name, err := c.Ask(ctx, dialogue.Question{
		Field: "name of the data", Help: []string{"Letters, digits, dashes and underscores, such as project."},
		Check: func(answer string) string {
			if c.isReference(answer) {
				return "it is one of the fields"
			}
			return booking.CheckCustomField(answer, "")
		},
	})
	if err != nil {
		return ignoreBack(err)
	}
	others := slices.DeleteFunc(slices.Clone(p.pairs), func(pair api.CustomField) bool { return pair.Key == name })
	value, err := c.Ask(ctx, dialogue.Question{
		Field: "its value", Check: booking.CheckCustomValue, Optional: true, Verbatim: true, Help: []string{"It is kept with the reservation as " + name + ".", "None, or enter, leaves it out."},
	})
	switch {
	case err != nil:
		return ignoreBack(err)
	case value == "" || value == "none":
		p.pairs = others
	case len(others)+len(c.References) >= references.Most:
		c.Say("Error in data: " + fmt.Sprintf("a booking has at most %d of these.", references.Most))
	default:
		p.pairs = append(others, api.CustomField{Key: name, Text: value})
	}
	c.keep(p.filled(c))
	return nil
}

// isReference reports whether custom data is asked for as a field of its own.
func (c *console) isReference(key string) bool {
	return slices.ContainsFunc(c.References, func(r references.Reference) bool { return r.Key == key })
}
