package training

import (
	"slices"
	"strings"
	"time"

	"bellhop/sandbox/jsontree"
)

// A Quirk is an odd shape of an answer that real services have been seen to give
// where the specification has another (WIRE 4). It changes members of objects, or
// whole objects. Only html-error does neither: a page takes the place of the whole
// answer (see Quirks.apply).
type Quirk struct {
	Name string `json:"quirk"` // one word, as Quirks.Set reads it
	Does string `json:"does"`  // one sentence
	// at lists what it changes, each as "holder member": a member of the object
	// that stands under the holder's name, directly or in an array. "." is the
	// answer itself, or an item of a list of reservations.
	at     []string
	change change
	// whole changes an object rather than one of its members.
	whole func(a *applier, holder, path string, o *jsontree.Value)
	// crowd is set where only an object that is one of several is changed, such as
	// a hotel of a list: a hotel alone stays as it is.
	crowd bool
}

// change returns what stands in place of a member of the object o. It says no
// when the member is none that the quirk concerns.
type change func(a *applier, o jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool)

// quirks lists every quirk, in the order of WIRE 4.
var quirks = []Quirk{
	{Name: "state-province", Does: "a hotel's state_providence is called state_province", at: []string{"address state_providence"}, change: renamed("state_province")},
	{Name: "state-provience", Does: "a hotel's state_providence is called state_provience", at: []string{"address state_providence"}, change: renamed("state_provience")},
	{Name: "numbers-for-strings", Does: "postal_code, phone and fax are numbers where they can be", at: []string{"address postal_code", "results postal_code", "results phone", "results fax", "primary postal_code"}, change: asNumber},
	{Name: "penalties-object", Does: "cancel_penalties with one element are that element", at: []string{"terms cancel_penalties"}, change: value(bare)},
	{Name: "penalties-null", Does: "cancel_penalties are null: what cancelling costs is not said", at: []string{"terms cancel_penalties"}, change: replaced(jsontree.Value{Kind: jsontree.Null})},
	{Name: "penalties-missing", Does: "there are no cancel_penalties: what cancelling costs is not said", at: []string{"terms cancel_penalties"}, change: left},
	{Name: "deadline-minutes", Does: "deadline_local has no seconds", at: []string{"cancel_penalties deadline_local"}, change: value(withoutSeconds)},
	{Name: "prose-contradicts", Does: "cancel_short_description contradicts deadline_local", at: []string{"cancel_penalties cancel_short_description"}, change: replaced(jsontree.Text("Free cancellation until 18:00 on the day of arrival."))},
	{Name: "guarantee-array", Does: "guarantee_type is an array where a string is meant", at: []string{"terms guarantee_type"}, change: inArray(jsontree.String)},
	{Name: "guarantee-string", Does: "guarantee_type is a string where an array is meant", at: []string{"terms guarantee_type"}, change: value(bare)},
	{Name: "terms-array", Does: "terms are an array where an object is meant", at: []string{"rates terms", "rate terms"}, change: inArray(jsontree.Object)},
	{Name: "terms-object", Does: "terms are an object where an array is meant", at: []string{". terms"}, change: value(bare)},
	{Name: "stripe", Does: "the payment's processor is called stripe", at: []string{"guest processor", "partner processor"}, change: renamed("stripe")},
	{Name: "short-description", Does: "room_name is called short_description", at: []string{"rooms room_name", "rates room_name"}, change: renamed("short_description")},
	{Name: "category-string", Does: "an image's category is a string", at: []string{"images category"}, change: value(asText)},
	{Name: "other-names", Does: "verifications and reservations call a hotel by another name than searches", at: []string{"hotel name"}, change: value(capitals)},
	{Name: "missing-lowest-rate", Does: "a hotel has no lowest_rate", at: []string{"results lowest_rate"}, change: left},
	{Name: "missing-rooms", Does: "some hotels of a list have no rooms", at: []string{"results rooms"}, change: left, crowd: true},
	{Name: "missing-email", Does: "a hotel has no email", at: []string{"results email"}, change: left},
	{Name: "missing-occupancy", Does: "max_occupancy is not said", at: []string{"rooms max_occupancy", ". max_occupancy"}, change: left},
	{Name: "missing-tax-flag", Does: "taxes_and_fees_included is not said", at: []string{"price taxes_and_fees_included", "lowest_rate taxes_and_fees_included"}, change: left},
	{Name: "missing-confirmation", Does: "a reservation has no confirmation", at: []string{". confirmation"}, change: left},
	{Name: "missing-number", Does: "a confirmation has no hotel_confirmation_number", at: []string{". confirmation"}, change: without("hotel_confirmation_number")},
	{Name: "missing-locator", Does: "a confirmation has no record_locator", at: []string{". confirmation"}, change: without("record_locator")},
	{Name: "unknown-status", Does: "a confirmed reservation is COMPLETED once its stay is over", at: []string{". status"}, change: completed},
	{Name: "unknown-error", Does: "an error has a type and a code that nobody knows", whole: unknownError},
	{Name: "html-error", Does: "an error is a page of HTML"}, // See Quirks.apply.
	{Name: "null-optional", Does: "what is optional and empty, or left out, is null", whole: nulls},
	{Name: "unknown-keys", Does: "objects have fields that nobody knows", whole: moreKeys},
	{Name: "key-order", Does: "the fields of objects come in another order", whole: shuffled},
	{Name: "wrong-flags", Does: "included_in_base of taxes and fees says the opposite", at: []string{"taxes included_in_base", "fees included_in_base"}, change: value(opposite)},
	{Name: "parts-disagree", Does: "the taxes of a searched rate are 0, so that its parts do not add up", at: []string{"price total_taxes"}, change: noTaxes},
}

// ListQuirks lists every quirk, in the order of WIRE 4.
func ListQuirks() []Quirk { return slices.Clone(quirks) }

// value makes a change of one that knows the member's value alone.
func value(by func(jsontree.Value) (to jsontree.Value, fits bool)) change {
	return func(_ *applier, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
		to, fits := by(m.Value)
		return []jsontree.Member{{Name: m.Name, Value: to}}, fits
	}
}

func replaced(by jsontree.Value) change {
	return value(func(jsontree.Value) (jsontree.Value, bool) { return by, true })
}

func renamed(name string) change {
	return func(_ *applier, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
		return []jsontree.Member{{Name: name, Value: m.Value}}, true
	}
}

// left leaves the member out.
func left(*applier, jsontree.Value, jsontree.Member) ([]jsontree.Member, bool) { return nil, true }

// asNumber makes a number of a string's digits. A telephone number loses its
// plus sign with that; nothing else loses anything, and no zero is lost.
func asNumber(_ *applier, _ jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	digits := m.Value.Text
	if m.Name != "postal_code" {
		digits = strings.TrimPrefix(digits, "+")
	}
	if m.Value.Kind != jsontree.String || !jsontree.OnlyDigits(digits) || digits[0] == '0' {
		return nil, false
	}
	return []jsontree.Member{{Name: m.Name, Value: jsontree.Value{Kind: jsontree.Number, Text: digits}}}, true
}

func asText(v jsontree.Value) (jsontree.Value, bool) {
	return jsontree.Text(v.Text), v.Kind == jsontree.Number
}

// bare puts the one element of an array in place of the array.
func bare(v jsontree.Value) (jsontree.Value, bool) {
	if v.Kind != jsontree.Array || len(v.Items) != 1 {
		return v, false
	}
	return v.Items[0], true
}

func inArray(of jsontree.Kind) change {
	return value(func(v jsontree.Value) (jsontree.Value, bool) {
		return jsontree.Value{Kind: jsontree.Array, Items: []jsontree.Value{v}}, v.Kind == of
	})
}

func withoutSeconds(v jsontree.Value) (jsontree.Value, bool) {
	at, err := time.Parse(time.RFC3339, v.Text)
	return jsontree.Text(at.Format("2006-01-02T15:04-07:00")), err == nil && at.Second() == 0
}

func capitals(v jsontree.Value) (jsontree.Value, bool) {
	return jsontree.Text(strings.ToUpper(v.Text)), v.Kind == jsontree.String
}

func opposite(v jsontree.Value) (jsontree.Value, bool) {
	return jsontree.Value{Kind: jsontree.Bool, Bool: !v.Bool}, v.Kind == jsontree.Bool
}

func without(name string) change {
	return value(func(v jsontree.Value) (jsontree.Value, bool) {
		inside := slices.DeleteFunc(slices.Clone(v.Members), func(one jsontree.Member) bool { return one.Name == name })
		return jsontree.Value{Kind: jsontree.Object, Members: inside}, len(inside) < len(v.Members)
	})
}

// completed tells only stays that are over, which nobody cancels or changes any
// more: a live reservation whose state nobody can read is of no use.
func completed(a *applier, o jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	over := o.Member("check_out_date").Text < a.now
	return []jsontree.Member{jsontree.TextMember(m.Name, "COMPLETED")}, m.Value.Text == "CONFIRMED" && over
}

// noTaxes leaves the prices alone that a booking has to repeat.
func noTaxes(_ *applier, o jsontree.Value, m jsontree.Member) ([]jsontree.Member, bool) {
	return []jsontree.Member{{Name: m.Name, Value: jsontree.Value{Kind: jsontree.Number, Text: "0"}}}, o.Has("nightly_breakdown")
}
