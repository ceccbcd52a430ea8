package screens

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/references"
	"bellhop/ui"
)

// fieldReference is followed by the key of the custom data.
const fieldReference = "reference "

// mostOffers is how many earlier values of a reference are looked at.
const mostOffers = 20

// referenceFields ask for what the profile wants to stand in each booking.
func (d *Deps) referenceFields(draft booking.Draft) []ui.Field {
	return each(d.References, func(r references.Reference) ui.Field {
		return ui.Field{
			Name: fieldReference + r.Key, Label: r.Label, Value: customValue(draft, r.Key), Limit: booking.MaxCustomValue,
			Required: true, Private: true, Verbatim: true, Validate: r.Problem,
			Help: joined("Kept with the reservation as "+r.Key, when(r.Pattern() != "", "like "+r.Pattern())),
			Offers: func() []string {
				return slices.DeleteFunc(people(d).Values(r.Key, mostOffers), func(v string) bool { return r.Problem(v) != "" })
			},
		}
	})
}

func customValue(draft booking.Draft, key string) string {
	for _, pair := range draft.CustomData {
		if pair.Key == key {
			return pair.Text
		}
	}
	return ""
}

// ownPairs are the custom data of a draft that are no references.
func (d *Deps) ownPairs(draft booking.Draft) []api.CustomField {
	return slices.DeleteFunc(slices.Clone(draft.CustomData), func(pair api.CustomField) bool {
		return slices.ContainsFunc(d.References, func(r references.Reference) bool { return r.Key == pair.Key })
	})
}

// pairsOf is how many pairs of custom data there may be besides the references.
func (d *Deps) pairsOf() int { return max(0, references.Most-len(d.References)) }

// references returns what was typed, for the booking.
func (g *Guest) references() []api.CustomField {
	var pairs []api.CustomField
	for _, r := range g.deps.References {
		if value := g.form.Value(fieldReference + r.Key); value != "" {
			pairs = append(pairs, api.CustomField{Key: r.Key, Text: value})
		}
	}
	return pairs
}

// learnReferences reads the newest reservations for the values to offer, unless the session has read some.
func (g *Guest) learnReferences() tea.Cmd {
	if len(g.deps.References) == 0 || people(g.deps).Len() > 0 {
		return nil
	}
	return g.earlier.start(g.deps.listing(booking.ReservationList{}))
}
