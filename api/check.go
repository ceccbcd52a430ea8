package api

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"bellhop/internal/safetext"
)

// The limits of section 8.
const (
	maxCustomFields = 10
	maxCustomKey    = 32
	maxCustomText   = 128
	maxCustomValues = 5
)

const forbiddenInCustom = `><"'\`

var (
	customKey     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]+$`) })
	reservationID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9]{32}$`) })
)

// A check collects everything that is wrong with a request before it is sent.
type check struct {
	problems []Problem
	off      *FeatureOffError
}

// lacks records the feature that a call needs and the dialect has no name for. It is a no-op for nil.
func (c *check) lacks(off *FeatureOffError) {
	if off != nil {
		c.off = off
	}
}

func (c *check) add(message string, field ...string) {
	c.problems = append(c.problems, Problem{Field: field, Message: message})
}

// err is nil, or the VALIDATION error that the service would have answered, or
// what the profile switches off.
func (c *check) err(operation string) error {
	if c.off != nil {
		return &Error{Operation: operation, Message: c.off.Error(), Outcome: OutcomeRefused, Cause: c.off}
	}
	if len(c.problems) == 0 {
		return nil
	}
	return &Error{
		Operation: operation,
		Code:      CodeValidation,
		Type:      TypeValidation,
		Message:   "not sent: something is missing or invalid",
		Problems:  c.problems,
		Outcome:   OutcomeRefused,
	}
}

func (c *check) id(id string, field ...string) {
	if !reservationID().MatchString(id) {
		c.add("a reservation id has 32 letters and digits", field...)
	}
}

// customData checks the rules of section 8. Lengths are characters, not bytes.
func (c *check) customData(data CustomData) {
	if len(data) > maxCustomFields {
		c.add(fmt.Sprintf("at most %d pairs, not %d", maxCustomFields, len(data)), "custom_data")
	}
	seen := make(map[string]bool, len(data))
	for _, field := range data {
		path := []string{"custom_data", field.Key}
		switch {
		case !customKey().MatchString(field.Key):
			c.add("a key has letters, digits, _ and - only", path...)
		case len(field.Key) > maxCustomKey:
			c.add(fmt.Sprintf("a key has at most %d characters", maxCustomKey), path...)
		case seen[field.Key]:
			c.add("the key stands twice", path...)
		}
		seen[field.Key] = true
		switch field.Kind {
		case CustomString:
			c.customText(field.Text, path...)
		case CustomNumber:
			if !moneyNumber().MatchString(field.Text) {
				c.add("not a number", path...)
			}
		case CustomBool:
		default:
			c.add("a value is a string, a number or a boolean", path...)
		}
	}
}

// guest refuses unprintable characters in a guest's fields, and names them by their code.
func (c *check) guest(g Guest, l *Loyalty) {
	for name, text := range map[string]string{
		"given_name": g.GivenName, "surname": g.Surname, "email": g.Email, "telephone_number": g.Phone, "address": g.Address,
		"city": g.City, "state": g.State, "postal_code": g.PostalCode, "country": g.Country,
	} {
		c.printable(text, "guests", "primary", name)
	}
	if l != nil {
		c.printable(l.Program, FieldLoyalty, FieldLoyaltyProgram)
		c.printable(l.MemberID, FieldLoyalty, FieldLoyaltyMember)
	}
	slices.SortFunc(c.problems, func(a, b Problem) int { return slices.Compare(a.Field, b.Field) })
}

func (c *check) printable(text string, path ...string) {
	if refusal := safetext.Refusal(text); refusal != "" {
		c.add(refusal, path...)
	}
}

func (c *check) customText(text string, path ...string) {
	switch {
	case utf8.RuneCountInString(text) > maxCustomText:
		c.add(fmt.Sprintf("at most %d characters", maxCustomText), path...)
	case strings.ContainsAny(text, forbiddenInCustom):
		c.add(`the characters > < " ' \ are not allowed`, path...)
	default:
		c.printable(text, path...)
	}
}

func (c *check) customValues(values []string) {
	if len(values) > maxCustomValues {
		c.add(fmt.Sprintf("at most %d values, not %d", maxCustomValues, len(values)), "custom_data")
	}
	for i, value := range values {
		c.customText(value, "custom_data", strconv.Itoa(i))
	}
}

// amount checks that an amount can be sent as a JSON number. One that is unset
// is left out of the request, for the service to judge.
func (c *check) amount(m Money, field ...string) {
	if m.IsSet() && !m.Valid() {
		c.add("not an amount", field...)
	}
}

func (c *check) simulation(s Simulation, field string) {
	switch s {
	case SimulateNothing, SimulateCreated, SimulateConfirmed:
	default:
		// A service ignores any other value and books for real (section 4.4).
		c.add("a simulation is created or confirmed", field)
	}
}

func (c *check) location(q HotelQuery) {
	ways := 0
	for _, given := range []bool{q.Code != "", q.Around != nil, len(q.Properties) > 0} {
		if given {
			ways++
		}
	}
	switch {
	case ways > 1:
		c.add("a code, coordinates and properties exclude each other", "filter")
	case ways == 0 && len(q.ReviewSiteIDs) == 0:
		// A name alone does not say where: the service asks for a location beside it.
		c.add("a code, coordinates or properties must say where", "filter")
	case len(q.Properties) > 0 && q.Name != "":
		c.add("properties and a name exclude each other", "filter", "hotel")
	}
}
