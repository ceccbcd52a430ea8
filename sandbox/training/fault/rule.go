package fault

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/service"
)

// Rule says which requests meet a fault. Its text form is one line:
//
//	KIND [METHOD] [PATH] [nth=2 | every=3 | p=0.05] [times=1] [delay=8s] [retry-after=5s]
//	     [status=409] [body=html] [seed=7]
//
// Without nth, every and p it fires on every request that it matches.
type Rule struct {
	Action
	Method string // "" is any
	Path   string // a template of SPEC 4, or a prefix of templates that ends in *; "" is any
	Nth    int64  // fires on that one of its requests alone, counted from 1
	Every  int64  // fires on each so manieth of its requests
	P      float64
	Times  int64  // fires at most so often; 0 is without limit
	Seed   uint64 // of P, beside the seed of the set
}

// String is the rule as one line, which Parse reads back to the same rule.
func (r Rule) String() string {
	words := []string{string(r.Kind)}
	add := func(there bool, word string) {
		if there {
			words = append(words, word)
		}
	}
	add(r.Method != "", r.Method)
	add(r.Path != "", r.Path)
	add(r.Nth > 0, "nth="+strconv.FormatInt(r.Nth, 10))
	add(r.Every > 0, "every="+strconv.FormatInt(r.Every, 10))
	add(r.P > 0, "p="+strconv.FormatFloat(r.P, 'g', -1, 64))
	add(r.Times > 0, "times="+strconv.FormatInt(r.Times, 10))
	add(r.Delay > 0, "delay="+r.Delay.String())
	add(r.RetryAfter > 0, "retry-after="+r.RetryAfter.String())
	add(r.Status > 0, "status="+strconv.Itoa(r.Status))
	add(r.Body != "", "body="+string(r.Body))
	add(r.Seed > 0, "seed="+strconv.FormatUint(r.Seed, 10))
	return strings.Join(words, " ")
}

// matches reports whether a request is one of the rule's.
func (r Rule) matches(e service.Endpoint, known bool) bool {
	return (known || !r.Kind.NeedsAccount()) && r.covers(e)
}

// covers reports whether the rule is about an endpoint.
func (r Rule) covers(e service.Endpoint) bool {
	return r.Kind.Meets(e) && r.names(e)
}

// names reports whether the rule's method and path are those of an endpoint.
func (r Rule) names(e service.Endpoint) bool {
	if r.Method != "" && r.Method != e.Method {
		return false
	}
	if prefix, open := strings.CutSuffix(r.Path, "*"); open {
		return strings.HasPrefix(e.Path, prefix)
	}
	return r.Path == "" || r.Path == e.Path
}

// maxCount keeps a typing error from becoming a rule that never fires.
const maxCount = 1_000_000_000

// option reads the value of one option into a rule, and reports whether it can be
// one; wrong says what it must be, in words that follow the option.
type option struct {
	name, wrong string
	read        func(*Rule, string) bool
}

// number makes an option's read of a parser and of what fits.
func number[T any](field func(*Rule) *T, parse func(string) (T, error), fits func(T) bool) func(*Rule, string) bool {
	return func(r *Rule, text string) bool {
		n, err := parse(text)
		*field(r) = n
		return err == nil && fits(n)
	}
}

func whole(field func(*Rule) *int64) func(*Rule, string) bool {
	return number(field, func(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }, func(n int64) bool { return n >= 1 && n <= maxCount })
}

var options = []option{
	{"nth", wrongCount, whole(func(r *Rule) *int64 { return &r.Nth })},
	{"every", wrongCount, whole(func(r *Rule) *int64 { return &r.Every })},
	{"p", "must be a probability above 0 and up to 1, such as 0.05", number(func(r *Rule) *float64 { return &r.P },
		func(text string) (float64, error) { return strconv.ParseFloat(text, 64) }, func(p float64) bool { return p > 0 && p <= 1 })},
	{"times", wrongCount, whole(func(r *Rule) *int64 { return &r.Times })},
	{"delay", "must be a duration above 0 and up to 5m, such as 8s or 250ms", number(func(r *Rule) *time.Duration { return &r.Delay },
		time.ParseDuration, func(d time.Duration) bool { return d > 0 && d <= maxDelay })},
	{"retry-after", "must be whole seconds from 1s to 1h, such as 5s", number(func(r *Rule) *time.Duration { return &r.RetryAfter },
		time.ParseDuration, func(d time.Duration) bool { return d >= time.Second && d <= maxRetryAfter && d%time.Second == 0 })},
	{"status", "must be a status of HTTP from 200 to 599 that can have a body, such as 409", number(func(r *Rule) *int { return &r.Status },
		strconv.Atoi, func(n int) bool {
			return n >= 200 && n <= 599 && n != http.StatusNoContent && n != http.StatusNotModified
		})},
	{"body", "must be one of " + strings.Join(lists.Map(bodies(), func(b Body) string { return string(b) }), ", "), func(r *Rule, text string) bool {
		r.Body = Body(text)
		return slices.Contains(bodies(), r.Body)
	}},
	{"seed", "must be a whole number from 1", number(func(r *Rule) *uint64 { return &r.Seed },
		func(text string) (uint64, error) { return strconv.ParseUint(text, 10, 64) }, func(n uint64) bool { return n > 0 })},
}

const wrongCount = "must be a whole number from 1 to 1000000000"

// check says what does not fit together.
func (r Rule) check() (wrong string) {
	ways := 0
	for _, set := range []bool{r.Nth > 0, r.Every > 0, r.P > 0} {
		if set {
			ways++
		}
	}
	switch {
	case ways > 1:
		return "nth, every and p exclude each other: keep one of them"
	case r.Seed > 0 && r.P == 0:
		return "seed goes with p only"
	case (r.Status > 0 || r.Body != "") && r.Kind != Foreign && r.Kind != ForeignAfter:
		return "status and body go with foreign and foreign-after only"
	case r.RetryAfter > 0 && r.Kind != Busy && r.Kind != Unavailable:
		return "retry-after goes with busy and unavailable only"
	}
	switch all := service.Endpoints(); {
	case slices.ContainsFunc(all, r.covers):
		return ""
	case slices.ContainsFunc(all, r.names):
		d, _ := r.Kind.describe() // What covers nothing but names something has a scope.
		return string(r.Kind) + " can only meet " + d.scope.words
	}
	return r.Method + " " + r.Path + " is no request of the service"
}
