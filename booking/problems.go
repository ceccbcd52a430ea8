package booking

import (
	"slices"
	"strconv"
	"strings"

	"bellhop/api"
)

// ProblemPlace says where in a booking a problem that the service named can be
// mended.
type ProblemPlace int

const (
	// AtRequest is anywhere but the guest's form and the payment: dates, rate,
	// hotel, or a problem that names no field.
	AtRequest ProblemPlace = iota
	// AtGuest is what the guest's form asks for: name, address, custom data,
	// loyalty.
	AtGuest
	// AtPayment is the payment token.
	AtPayment
)

// PlaceOf says where a problem of a create request (section 4.4) is mended, by
// the path that the service gave.
func PlaceOf(p api.Problem) ProblemPlace {
	if len(p.Field) == 0 {
		return AtRequest
	}
	switch p.Field[0] {
	case "custom_data", api.FieldLoyalty:
		return AtGuest
	case "guests":
		if len(p.Field) > 1 && p.Field[1] == "primary" {
			return AtGuest
		}
	case "payment":
		return AtPayment
	}
	return AtRequest
}

// ProblemWords is a problem in one line: the field in words and what the
// service says of it. A path that has no words is shown as sent.
func ProblemWords(p api.Problem) string {
	if len(p.Field) == 0 {
		return p.Message
	}
	return PathWords(p.Field) + ": " + ProblemText(p)
}

// ProblemText is what the service says of a field, for where the field is named
// already: a path in front, such as "guests.primary.email is missing", goes.
func ProblemText(p api.Problem) string {
	if text, ok := strings.CutPrefix(p.Message, strings.Join(p.Field, ".")+" "); ok && len(p.Field) > 0 {
		return text
	}
	return p.Message
}

// PathWords is the path of a field in words: "guest's email", "payment token".
func PathWords(path []string) string {
	last := func(drop int) string {
		return strings.ReplaceAll(strings.Join(path[drop:], " "), "_", " ")
	}
	switch {
	case len(path) > 2 && path[0] == "guests" && path[1] == "primary":
		return "guest's " + last(2)
	case slices.Equal(path, []string{"payment", "guest", "token"}):
		return "payment token"
	case len(path) > 1 && path[0] == "custom_data":
		return "custom data " + strings.Join(path[1:], " ")
	default:
		return last(0)
	}
}

// rangeChips are the conditions on one date in words.
func rangeChips(what string, r api.DateRange) []string {
	var out []string
	add := func(word string, d api.Date) {
		if !d.IsZero() {
			out = append(out, what+" "+word+" "+DayWords(d))
		}
	}
	add("on", r.On)
	add("after", r.After)
	add("from", r.From)
	add("before", r.Before)
	add("until", r.Until)
	return out
}

// QueryChips are the conditions of a reservation list (section 4.6) in words,
// one each; none when the list is not narrowed. All of them must hold.
func QueryChips(q api.ReservationQuery) []string {
	out := rangeChips("arrival", q.CheckIn)
	out = append(out, rangeChips("departure", q.CheckOut)...)
	if q.ID != "" {
		out = append(out, "id "+q.ID)
	}
	if len(q.IDs) > 0 {
		out = append(out, strconv.Itoa(len(q.IDs))+" ids")
	}
	if len(q.CustomValues) > 0 {
		out = append(out, "custom data "+strings.Join(q.CustomValues, " or "))
	}
	return out
}

// MaxCustomFilter is the most custom values that one list may be filtered by
// (section 8).
const MaxCustomFilter = 5

const idLength = 32

// CheckReservationID says what is wrong with a reservation id, or nothing
// (section 8: 32 letters and digits).
func CheckReservationID(id string) string {
	if len(id) == idLength && !strings.ContainsFunc(id, notLetterOrDigit) {
		return ""
	}
	return "an id is 32 letters and digits"
}

func notLetterOrDigit(r rune) bool {
	return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// SplitIDs reads several ids, parted by commas or spaces. The problem is one
// line for the field that names all that are none; it is empty when all are.
func SplitIDs(text string) (ids []string, problem string) {
	var bad []string
	for _, id := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\n' || r == '\t' }) {
		into := &ids
		if CheckReservationID(id) != "" {
			into, id = &bad, clip(api.Clean(id))
		}
		if !slices.Contains(*into, id) {
			*into = append(*into, id)
		}
	}
	if len(bad) > 0 {
		return nil, CheckReservationID("") + ": " + strings.Join(bad, ", ")
	}
	return ids, ""
}
