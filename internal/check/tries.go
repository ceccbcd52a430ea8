package check

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A try is what is known of one rule.
type try struct {
	tried      bool
	mismatches []Mismatch
	why        string // it could not be tried
}

// tries are what is known of the rules.
type tries map[RuleID]*try

func (t tries) of(id RuleID) *try {
	if t[id] == nil {
		t[id] = &try{}
	}
	return t[id]
}

// maxMismatches is how many deviations of a rule are kept, and how many places that
// are tolerated: more say nothing new.
const maxMismatches = 20

// note notes that a rule was tried, and what was found.
func (t tries) note(id RuleID, a answer, mismatches ...Mismatch) {
	one := t.of(id)
	one.tried = true
	for _, f := range mismatches {
		f.Request, f.Status, f.Times = a.request.String(), a.status, 1
		alike := 0
		known := slices.IndexFunc(one.mismatches, func(other Mismatch) bool {
			if other.rank() == f.rank() {
				alike++
			}
			return other.Path == f.Path && other.Expected == f.Expected && other.Found == f.Found && other.Tolerated == f.Tolerated
		})
		if known >= 0 {
			one.mismatches[known].Times++
		} else if alike < maxMismatches {
			one.mismatches = append(one.mismatches, f)
		}
	}
}

// add adds what an examination found.
func (t tries) add(a answer, notes []note) {
	for _, n := range notes {
		t.note(n.rule, a, n.mismatches...)
	}
}

// skip notes why rules are not tried.
func (t tries) skip(why string, ids ...RuleID) {
	for _, id := range ids {
		if one := t.of(id); one.why == "" {
			one.why = why
		}
	}
}

// judge notes whether an answer is as a rule wants it, and returns it.
func (t tries) judge(id RuleID, a answer, ok bool, path, want, found string) bool {
	if ok {
		t.note(id, a)
	} else {
		t.note(id, a, Mismatch{Path: path, Expected: want, Found: found})
	}
	return ok
}

// answered reports whether there is an answer that says something about a rule: a
// service that is busy or away says nothing.
func (t tries) answered(id RuleID, a answer) bool {
	switch {
	case a.err != nil:
		t.skip(strings.TrimPrefix(a.err.Error(), "not sent: "), id)
		return false
	case a.status == http.StatusTooManyRequests, a.status == http.StatusBadGateway, a.status == http.StatusServiceUnavailable,
		a.status == http.StatusGatewayTimeout:
		t.skip(fmt.Sprintf("the service answered with %d", a.status), id)
		return false
	default:
		return true
	}
}

// accepted reports whether a request was carried out, and tells its rule when it
// was not.
func (t tries) accepted(id RuleID, a answer) bool {
	return t.answered(id, a) && (a.succeeded() || t.judge(id, a, false, "", "a success", a.outcome()))
}

// refused judges a rule that wants a request to be refused: with a status, a
// type ("" is any), and with a detail for a field, unless none is named.
func (t tries) refused(id RuleID, a answer, v any, status int, kind string, field ...string) {
	if !t.answered(id, a) {
		return
	}
	if a.status != status {
		t.judge(id, a, false, "", strconv.Itoa(status), a.outcome())
		return
	}
	got := text(v, "type")
	switch {
	case v == nil:
		t.note(id, a, Mismatch{Expected: "an error body", Found: "something else", Tolerated: copes})
		return
	case !isErrorType(got):
		t.note(id, a, Mismatch{Path: "/type", Expected: cmp.Or(kind, "a type of SPEC 7"), Found: "another word", Tolerated: copes})
		return
	case kind != "" && got != kind:
		t.judge(id, a, false, "/type", kind, got)
		return
	}
	named := len(field) == 0 || slices.ContainsFunc(array(v, "details"), func(detail any) bool {
		return slices.EqualFunc(array(detail, "field"), field, func(got any, want string) bool { return got == want })
	})
	t.judge(id, a, named, "/details", "one for "+strings.Join(field, "."), "none")
}

func isErrorType(name string) bool {
	return slices.Contains([]string{
		"APPLICATION_ERROR", "BOOKING_CANCELLATION_ERROR", "BOOKING_CREATION_ERROR", "BOOKING_ERROR", "PAYMENT_PROCESSING_ERROR", "VALIDATION",
	}, name)
}

// status judges the status of a reservation. A word that is none of SPEC 3 is
// tolerated.
func (t tries) status(id RuleID, a answer, v any, want string) bool {
	got := text(v, "status")
	if got != "" && !isStatus(got) {
		t.note(id, a, Mismatch{Path: "/status", Expected: want, Found: "another word", Tolerated: copes})
		return true
	}
	return t.judge(id, a, got == want, "/status", want, cmp.Or(got, "nothing"))
}

func isStatus(name string) bool {
	return slices.Contains([]string{"CREATED", "CONFIRMED", "CANCELED"}, name)
}

// confirmed judges a reservation that should be confirmed.
func (t tries) confirmed(id RuleID, a answer, v map[string]any) {
	if !t.status(id, a, v, "CONFIRMED") {
		return
	}
	for _, name := range []string{"hotel_confirmation_number", "record_locator"} {
		if text(v, "confirmation", name) == "" {
			t.note(id, a, Mismatch{Path: "/confirmation/" + name, Expected: "a text", Found: "none", Tolerated: copes})
		}
	}
}

// same judges whether members of two values agree, as far as both have them.
func (t tries) same(id RuleID, a answer, got, want any, words string, paths ...[]string) {
	for _, path := range paths {
		t.judge(id, a, agree(at(got, path...), at(want, path...)), pointer(path), words, "another value")
	}
}

// reservation judges whether two answers have the same reservation. The hotel's
// name is left out: it can differ from call to call (WIRE 4).
func (t tries) reservation(id RuleID, a answer, got, want any, words string) {
	if isStatus(text(got, "status")) && isStatus(text(want, "status")) {
		t.judge(id, a, at(got, "status") == at(want, "status"), "/status", words, text(got, "status"))
	}
	t.same(id, a, got, want, words,
		[]string{"id"}, []string{"check_in_date"}, []string{"check_out_date"}, []string{"created_at"}, []string{"confirmation"},
		[]string{"hotel", "chain_code"}, []string{"hotel", "property_code"}, []string{"guests"}, []string{"rate"}, []string{"custom_data"})
}

// ranked judges whether the hotels of each category come by their ranks.
func (t tries) ranked(a answer, v any) {
	last := map[string]int64{}
	tried, ok := false, true
	for _, one := range objects(v, "results") {
		category, rank := text(one, "category"), whole(one, "priority_rank")
		if text(one, "type") != "hotel" || category == "" || rank < 0 {
			continue
		}
		if before, there := last[category]; there {
			tried, ok = true, ok && before <= rank
		}
		last[category] = rank
	}
	if tried {
		t.judge(placesRank, a, ok, "/results/*/priority_rank", "lower ranks first", "another order")
	}
}

// paged compares the figures of a page of hotels with one another.
func (t tries) paged(a answer, v any) {
	page := object(v, "pagination")
	size, pages, total := whole(page, "page_size"), whole(page, "total_pages"), whole(page, "total_items")
	if size < 1 || pages < 0 || total < 0 {
		return // The fields are wrong already.
	}
	want := (total + size - 1) / size
	t.judge(searchPages, a, pages == want, "/pagination/total_pages", fmt.Sprintf("%d for %d of %d each", want, total, size), strconv.FormatInt(pages, 10))
	found := int64(len(array(v, "results")))
	t.judge(searchPages, a, found <= size, "/results", fmt.Sprintf("at most %d", size), strconv.FormatInt(found, 10))
}

// newestFirst judges whether the most recent reservations come first.
func (t tries) newestFirst(a answer, v any) {
	var last time.Time
	tried, ok := false, true
	for _, one := range array(v, "items") {
		created, err := time.Parse(time.RFC3339, text(one, "created_at"))
		if err != nil {
			continue
		}
		if !last.IsZero() {
			tried, ok = true, ok && !created.After(last)
		}
		last = created
	}
	if tried {
		t.judge(listOrder, a, ok, "/items/*/created_at", "the most recent first", "another order")
	}
}
