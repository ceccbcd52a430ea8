package check

import (
	"net/http"
	"slices"
	"strconv"
)

// An examination is what one answer says of the rules of the description.
type examination struct {
	value any // with the shapes of the description; nil when the answer is no JSON
	notes []note
}

// A note is that a rule was tried, and what was found.
type note struct {
	rule       RuleID
	mismatches []Mismatch
}

func (e *examination) note(rule RuleID, mismatches ...Mismatch) {
	e.notes = append(e.notes, note{rule, mismatches})
}

// examine compares an answer with the description.
func (d *document) examine(a answer) examination {
	var e examination
	v, err := decode(a.text)
	if err != nil || !isJSON(a.header.Get("Content-Type")) {
		f := Mismatch{Expected: "JSON of the type " + jsonType, Found: "another content type"}
		if err != nil {
			f.Found = "something else: " + err.Error()
		}
		if a.status >= http.StatusBadRequest {
			f.Tolerated = copes
		}
		e.note(jsonBodies, f)
		if err != nil {
			return e
		}
	} else {
		e.note(jsonBodies)
	}
	forms := &shapes{verified: a.request.operation == "verifyRate" && a.status < http.StatusMultipleChoices}
	e.value = forms.settle(v, nil)
	if name := d.schemaOf(a); name != "" {
		e.judge(a, d.compare(name, e.value), forms.list)
	}
	return e
}

// schemaOf returns the name of the schema of an answer. A status that the description
// does not know has the schema of its kind: the rule of the step reports what is
// wrong with it.
func (d *document) schemaOf(a answer) string {
	statuses := d.Answers[a.request.operation]
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

// judge notes for the rules of the schemas how the value compares with them.
func (e *examination) judge(a answer, r result, settled []shape) {
	invalid := text(e.value, "type") == "VALIDATION"
	for _, name := range r.schemas {
		rule := ruleOfSchema(name)
		e.note(rule)
		switch rule {
		case reservationFields:
			e.note(paymentFields)
			if name == "CreatedReservation" {
				e.note(createdBare)
			}
			if name != "ModifiedReservation" {
				e.note(cvvShown)
			}
		case errorFields:
			e.note(errorRequest)
			if invalid {
				e.note(validation)
			}
		}
	}
	strange := slices.ContainsFunc(r.differences, isStrange)
	for _, d := range r.differences {
		if strange && d.keyword == "const" {
			continue // What follows from an error's unknown type says nothing more.
		}
		rule, f := d.mismatch()
		if rule == errorFields && invalid && d.keyword == "const" && d.want == validationCode {
			rule, f.Tolerated = validation, ""
		}
		e.note(rule, f)
	}
	for _, one := range settled {
		e.note(a.ruleAt(one.path, r.schemas), Mismatch{Path: pointer(one.path), Expected: one.want, Found: one.found, Tolerated: copes})
	}
}

// validationCode is the code of a VALIDATION error (SPEC 7).
const validationCode = "2001"

// mismatch returns a difference as a mismatch of a rule.
func (d difference) mismatch() (RuleID, Mismatch) {
	f := Mismatch{Path: pointer(d.path), Expected: d.want, Found: kind(d.value, d.path), Tolerated: d.tolerated()}
	switch d.keyword {
	case "required":
		f.Path, f.Expected, f.Found = pointer(in(d.path, d.member)), "a value", "nothing"
	case "additionalProperties":
		f.Path, f.Expected = pointer(in(d.path, d.member)), "nothing"
	case "propertyNames":
		f.Found = "another"
	}
	rule := ruleOfSchema(d.schema)
	switch {
	case d.keyword == "additionalProperties" && d.shown() && d.member == "cvv":
		rule = cvvShown
	case d.keyword == "additionalProperties" && d.shown():
		rule = createdBare
	case rule == reservationFields && slices.Contains(d.path, "payment"):
		rule = paymentFields
	case rule == errorFields && (d.member == "request_id" || len(d.path) == 1 && d.path[0] == "request_id"):
		rule = errorRequest
	}
	return rule, f
}

// isStrange reports whether an error's type is none of SPEC 7.
func isStrange(d difference) bool {
	return ruleOfSchema(d.schema) == errorFields && d.keyword == "enum" && len(d.path) == 1 && d.path[0] == "type"
}

// ruleAt returns the rule that a shape belongs to: that of the innermost part of the
// answer that its path leads through.
func (a answer) ruleAt(path, schemas []string) RuleID {
	switch a.request.operation {
	case "verifyRate":
		return verifiedTerms
	case "searchDestinations":
		return listedFields
	}
	for _, part := range []struct {
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
	} {
		if slices.Contains(path, part.member) {
			return part.rule
		}
	}
	if len(schemas) > 0 {
		return ruleOfSchema(schemas[0])
	}
	return reservationFields
}
