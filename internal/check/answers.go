package check

import (
	"net/http"
	"slices"
	"strconv"
)

// hold holds an answer against the description.
func (s *script) hold(a answer) any {
	kind := a.header.Get("Content-Type")
	v, err := decode(a.text)
	if err != nil || !isJSON(kind) {
		found := "another content type"
		if err != nil {
			found = "something else: " + err.Error()
		}
		why := ""
		if a.status >= http.StatusBadRequest {
			why = copes
		}
		s.note(jsonBodies, a, Finding{Expected: "JSON of the type " + jsonType, Found: found, Tolerated: why})
		if err != nil {
			return nil
		}
	} else {
		s.note(jsonBodies, a)
	}
	form := &shapes{verified: a.request.operation == "verifyRate" && a.status < http.StatusMultipleChoices}
	v = form.settle(v, nil)
	name := s.schemaOf(a)
	if name == "" {
		return v
	}
	s.verdicts(a, s.doc.hold(name, v), form.list, text(v, "type") == "VALIDATION")
	return v
}

// schemaOf is the name of the schema of an answer. A status that the description
// does not know has the schema of its kind: the rule of the step says what
// is wrong with it.
func (s *script) schemaOf(a answer) string {
	statuses := s.doc.Answers[a.request.operation]
	if name := statuses[strconv.Itoa(a.status)][jsonType]; name != "" {
		return name
	}
	if a.status >= http.StatusBadRequest {
		return "Error"
	}
	for _, status := range []string{"200", "201"} {
		if name := statuses[status][jsonType]; name != "" && a.status < http.StatusMultipleChoices {
			return name
		}
	}
	return ""
}

// verdicts tells the rules of the schemas what came of them.
func (s *script) verdicts(a answer, h holding, list []shape, invalid bool) {
	for _, name := range h.seen {
		rule := ruleOfSchema(name)
		s.note(rule, a)
		if rule == reservationFields {
			s.note(paymentFields, a)
			if name == "CreatedReservation" {
				s.note(createdBare, a)
			}
			if name != "ModifiedReservation" {
				s.note(cvvShown, a)
			}
		}
		if rule == errorFields {
			s.note(errorRequest, a)
			if invalid {
				s.note(validation, a)
			}
		}
	}
	strange := slices.ContainsFunc(h.differences, isStrange)
	for _, d := range h.differences {
		if strange && d.keyword == "const" {
			continue // What follows from an error's unknown type says nothing more.
		}
		rule, f := s.finding(d)
		if rule == errorFields && invalid && d.keyword == "const" && d.want == validationCode {
			rule, f.Tolerated = validation, ""
		}
		s.note(rule, a, f)
	}
	for _, one := range list {
		s.note(s.ruleAt(a, one.path, h.seen), a, Finding{Path: pointer(one.path), Expected: one.want, Found: one.found, Tolerated: copes})
	}
}

// validationCode is the code of a VALIDATION error (SPEC 7).
const validationCode = "2001"

// finding is a difference as a rule's finding.
func (s *script) finding(d difference) (RuleID, Finding) {
	f := Finding{Path: pointer(d.path), Expected: d.want, Found: kind(d.value, d.path), Tolerated: d.forgiven()}
	rule := ruleOfSchema(d.schema)
	switch d.keyword {
	case "required":
		f.Path, f.Expected, f.Found = pointer(in(d.path, d.member)), "a value", "nothing"
	case "additionalProperties":
		f.Path, f.Expected = pointer(in(d.path, d.member)), "nothing"
	case "propertyNames":
		f.Found = "another"
	}
	payment := slices.Contains(d.path, "payment")
	switch {
	case d.keyword == "additionalProperties" && d.shown() && d.member == "cvv":
		rule = cvvShown
	case d.keyword == "additionalProperties" && d.shown():
		rule = createdBare
	case rule == reservationFields && payment:
		rule = paymentFields
	case rule == errorFields && d.member == "request_id":
		rule = errorRequest
	case rule == errorFields && len(d.path) == 1 && d.path[0] == "request_id":
		rule = errorRequest
	}
	return rule, f
}

// isStrange says of an error that its type is none of SPEC 7.
func isStrange(d difference) bool {
	return ruleOfSchema(d.schema) == errorFields && d.keyword == "enum" && len(d.path) == 1 && d.path[0] == "type"
}

// ruleAt is the rule that a shape belongs to: that of the innermost part of the
// answer that its path leads through.
func (s *script) ruleAt(a answer, path []string, seen []string) RuleID {
	parts := []struct {
		member string
		rule   RuleID
	}{
		{"terms", termsFields},
		{"rates", rateFields},
		{"rooms", roomFields},
		{"guests", guestsFields},
		{"payment", paymentFields},
		{"rate", bookedFields},
		{"results", hotelFields},
	}
	rule := reservationFields
	if len(seen) > 0 {
		rule = ruleOfSchema(seen[0])
	}
	for _, part := range parts {
		if slices.Contains(path, part.member) {
			rule = part.rule
			break
		}
	}
	switch a.request.operation {
	case "verifyRate":
		return verifiedTerms
	case "searchDestinations":
		return listedFields
	default:
		return rule
	}
}
