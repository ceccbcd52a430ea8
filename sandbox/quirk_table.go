package sandbox

import (
	"slices"
	"strings"
	"time"

	"bellhop/sandbox/jsontree"
)

// quirk is a Quirk and what it makes of an answer: it changes members of objects
// or whole objects. One does neither, and puts a page in place of the answer
// (see distort).
type quirk struct {
	name, does string
	// at lists what it changes, each as "holder member": a member of the object
	// that stands under the holder's name, directly or in an array. "." is the
	// answer itself, or an item of a list of reservations.
	at     []string
	change change
	// whole changes an object rather than one of its members.
	whole func(d *distortion, holder, path string, o *jsontree.Value)
	// crowd keeps it from what is not one of several.
	crowd bool
}

// change returns what stands in place of a member of the object o. It says no
// when the member is none that the quirk concerns.
type change func(d *distortion, o jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool)

// quirkTable lists the quirks in the order of WIRE 4.
func quirkTable() []quirk {
	return slices.Concat(addressQuirks(), termsQuirks(), nameQuirks(), missingQuirks(), oddQuirks())
}

func addressQuirks() []quirk {
	return []quirk{
		{
			name: "state-province", does: "a hotel's state_providence is called state_province",
			at: []string{"address state_providence"}, change: renamed("state_province"),
		},
		{
			name: "state-provience", does: "a hotel's state_providence is called state_provience",
			at: []string{"address state_providence"}, change: renamed("state_provience"),
		},
		{
			name: "numbers-for-strings", does: "postal_code, phone and fax are numbers where they can be",
			at: []string{
				"address postal_code", "results postal_code", "results phone", "results fax", "primary postal_code",
			},
			change: asNumber,
		},
	}
}

func termsQuirks() []quirk {
	penalties := []string{"terms cancel_penalties"}
	return []quirk{
		{
			name: "penalties-object", does: "cancel_penalties with one element are that element",
			at: penalties, change: bare,
		},
		{
			name: "penalties-null", does: "cancel_penalties are null: what cancelling costs is not said",
			at: penalties, change: replaced(jsontree.Value{Kind: jsontree.Null}),
		},
		{
			name: "penalties-missing", does: "there are no cancel_penalties: what cancelling costs is not said",
			at: penalties, change: left,
		},
		{
			name: "deadline-minutes", does: "deadline_local has no seconds",
			at: []string{"cancel_penalties deadline_local"}, change: withoutSeconds,
		},
		{
			name: "prose-contradicts", does: "cancel_short_description contradicts deadline_local",
			at:     []string{"cancel_penalties cancel_short_description"},
			change: replaced(jsontree.Text("Free cancellation until 18:00 on the day of arrival.")),
		},
		{
			name: "guarantee-array", does: "guarantee_type is an array where a string is meant",
			at: []string{"terms guarantee_type"}, change: inArray(jsontree.String),
		},
		{
			name: "guarantee-string", does: "guarantee_type is a string where an array is meant",
			at: []string{"terms guarantee_type"}, change: bare,
		},
		{
			name: "terms-array", does: "terms are an array where an object is meant",
			at: []string{"rates terms", "rate terms"}, change: inArray(jsontree.Object),
		},
		{
			name: "terms-object", does: "terms are an object where an array is meant",
			at: []string{". terms"}, change: bare,
		},
	}
}

func nameQuirks() []quirk {
	return []quirk{
		{
			name: "stripe", does: "the payment's processor is called stripe",
			at: []string{"guest processor", "partner processor"}, change: renamed("stripe"),
		},
		{
			name: "short-description", does: "room_name is called short_description",
			at: []string{"rooms room_name", "rates room_name"}, change: renamed("short_description"),
		},
		{
			name: "category-string", does: "an image's category is a string",
			at: []string{"images category"}, change: asText,
		},
		{
			name: "other-names", does: "verifications and reservations call a hotel by another name than searches",
			at: []string{"hotel name"}, change: capitals,
		},
	}
}

func missingQuirks() []quirk {
	return []quirk{
		{
			name: "missing-lowest-rate", does: "a hotel has no lowest_rate",
			at: []string{"results lowest_rate"}, change: left,
		},
		{
			name: "missing-rooms", does: "some hotels of a list have no rooms",
			at: []string{"results rooms"}, change: left, crowd: true,
		},
		{
			name: "missing-email", does: "a hotel has no email",
			at: []string{"results email"}, change: left,
		},
		{
			name: "missing-occupancy", does: "max_occupancy is not said",
			at: []string{"rooms max_occupancy", ". max_occupancy"}, change: left,
		},
		{
			name: "missing-tax-flag", does: "taxes_and_fees_included is not said",
			at: []string{"price taxes_and_fees_included", "lowest_rate taxes_and_fees_included"}, change: left,
		},
		{
			name: "missing-confirmation", does: "a reservation has no confirmation",
			at: []string{". confirmation"}, change: left,
		},
		{
			name: "missing-number", does: "a confirmation has no hotel_confirmation_number",
			at: []string{". confirmation"}, change: without("hotel_confirmation_number"),
		},
		{
			name: "missing-locator", does: "a confirmation has no record_locator",
			at: []string{". confirmation"}, change: without("record_locator"),
		},
	}
}

func oddQuirks() []quirk {
	return []quirk{
		{
			name: "unknown-status", does: "a confirmed reservation is COMPLETED once its stay is over",
			at: []string{". status"}, change: completed,
		},
		{
			name: "unknown-error", does: "an error has a type and a code that nobody knows",
			whole: unknownError,
		},
		{
			name: "html-error", does: "an error is a page of HTML", // See distort.
		},
		{
			name: "null-optional", does: "what is optional and empty, or left out, is null",
			whole: nulls,
		},
		{
			name: "unknown-keys", does: "objects have fields that nobody knows",
			whole: moreKeys,
		},
		{
			name: "key-order", does: "the fields of objects come in another order",
			whole: shuffled,
		},
		{
			name: "wrong-flags", does: "included_in_base of taxes and fees says the opposite",
			at: []string{"taxes included_in_base", "fees included_in_base"}, change: opposite,
		},
		{
			name: "parts-disagree", does: "the taxes of a searched rate are 0, so that its parts do not add up",
			at: []string{"price total_taxes"}, change: noTaxes,
		},
	}
}

func renamed(name string) change {
	return func(_ *distortion, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
		return []jsontree.Member{{Name: name, Value: m.Value}}, true
	}
}

func replaced(by jsontree.Value) change {
	return func(_ *distortion, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
		return []jsontree.Member{{Name: m.Name, Value: by}}, true
	}
}

// left leaves the member out.
func left(*distortion, jsontree.Value, jsontree.Member) ([]jsontree.Member, bool) { return nil, true }

// asNumber makes a number of a string's digits. A telephone number loses its
// plus sign with that; nothing else loses anything, and no zero is lost.
func asNumber(_ *distortion, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	digits := m.Value.Text
	if m.Name != "postal_code" {
		digits = strings.TrimPrefix(digits, "+")
	}
	if m.Value.Kind != jsontree.String || !jsontree.OnlyDigits(digits) || digits[0] == '0' {
		return nil, false
	}
	return []jsontree.Member{{Name: m.Name, Value: jsontree.Value{Kind: jsontree.Number, Text: digits}}}, true
}

func asText(_ *distortion, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	return []jsontree.Member{jsontree.TextMember(m.Name, m.Value.Text)}, m.Value.Kind == jsontree.Number
}

// bare puts the one element of an array in place of the array.
func bare(_ *distortion, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	if m.Value.Kind != jsontree.Array || len(m.Value.Items) != 1 {
		return nil, false
	}
	return []jsontree.Member{{Name: m.Name, Value: m.Value.Items[0]}}, true
}

func inArray(of jsontree.Kind) change {
	return func(_ *distortion, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
		return []jsontree.Member{{Name: m.Name, Value: jsontree.Value{Kind: jsontree.Array, Items: []jsontree.Value{m.Value}}}}, m.Value.Kind == of
	}
}

func withoutSeconds(_ *distortion, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	at, err := time.Parse(time.RFC3339, m.Value.Text)
	if err != nil || at.Second() != 0 {
		return nil, false
	}
	return []jsontree.Member{jsontree.TextMember(m.Name, at.Format("2006-01-02T15:04-07:00"))}, true
}

func capitals(_ *distortion, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	return []jsontree.Member{jsontree.TextMember(m.Name, strings.ToUpper(m.Value.Text))}, m.Value.Kind == jsontree.String
}

func without(name string) change {
	return func(_ *distortion, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
		inside := slices.DeleteFunc(slices.Clone(m.Value.Members), func(one jsontree.Member) bool { return one.Name == name })
		return []jsontree.Member{{Name: m.Name, Value: jsontree.Value{Kind: jsontree.Object, Members: inside}}}, len(inside) < len(m.Value.Members)
	}
}

// completed tells only stays that are over, which nobody cancels or changes any
// more: a live reservation whose state nobody can read is of no use.
func completed(d *distortion, o jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	over := o.Member("check_out_date").Text < d.now
	return []jsontree.Member{jsontree.TextMember(m.Name, "COMPLETED")}, m.Value.Text == "CONFIRMED" && over
}

func opposite(_ *distortion, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	return []jsontree.Member{{Name: m.Name, Value: jsontree.Value{Kind: jsontree.Bool, Bool: !m.Value.Bool}}}, m.Value.Kind == jsontree.Bool
}

// noTaxes leaves the prices alone that a booking has to repeat.
func noTaxes(_ *distortion, o jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	return []jsontree.Member{{Name: m.Name, Value: jsontree.Value{Kind: jsontree.Number, Text: "0"}}}, o.Has("nightly_breakdown")
}
