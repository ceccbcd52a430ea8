package fault

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
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
func (r Rule) matches(e Endpoint, known bool) bool {
	return (known || !r.Kind.NeedsAccount()) && r.covers(e)
}

// covers reports whether the rule is about an endpoint.
func (r Rule) covers(e Endpoint) bool {
	return r.Kind.Meets(e) && r.names(e)
}

// names reports whether the rule's method and path are those of an endpoint.
func (r Rule) names(e Endpoint) bool {
	if r.Method != "" && r.Method != e.Method {
		return false
	}
	if prefix, open := strings.CutSuffix(r.Path, "*"); open {
		return strings.HasPrefix(e.Path, prefix)
	}
	return r.Path == "" || r.Path == e.Path
}

// Bounds of the numbers in rules. They keep a typing error from becoming a
// rule that never fires.
const maxCount = 1_000_000_000

// option reads the value of one option into a rule, and says what is wrong
// with it in words that follow the option.
type option struct {
	name string
	read func(*Rule, string) (wrong string)
}

func options() []option {
	return []option{
		{"nth", func(r *Rule, text string) string { return readCount(&r.Nth, text) }},
		{"every", func(r *Rule, text string) string { return readCount(&r.Every, text) }},
		{"p", func(r *Rule, text string) string {
			p, err := strconv.ParseFloat(text, 64)
			if err != nil || !(p > 0 && p <= 1) {
				return "must be a probability above 0 and up to 1, such as 0.05"
			}
			r.P = p
			return ""
		}},
		{"times", func(r *Rule, text string) string { return readCount(&r.Times, text) }},
		{"delay", func(r *Rule, text string) string {
			d, err := time.ParseDuration(text)
			if err != nil || d <= 0 || d > MaxDelay {
				return "must be a duration above 0 and up to 5m, such as 8s or 250ms"
			}
			r.Delay = d
			return ""
		}},
		{"retry-after", func(r *Rule, text string) string {
			d, err := time.ParseDuration(text)
			if err != nil || d < time.Second || d > MaxRetryAfter || d%time.Second != 0 {
				return "must be whole seconds from 1s to 1h, such as 5s"
			}
			r.RetryAfter = d
			return ""
		}},
		{"status", func(r *Rule, text string) string {
			n, err := strconv.Atoi(text)
			if err != nil || n < 200 || n > 599 || n == http.StatusNoContent || n == http.StatusNotModified {
				return "must be a status of HTTP from 200 to 599 that can have a body, such as 409"
			}
			r.Status = n
			return ""
		}},
		{"body", func(r *Rule, text string) string {
			if !slices.Contains(Bodies(), Body(text)) {
				return "must be one of " + bodyNames()
			}
			r.Body = Body(text)
			return ""
		}},
		{"seed", func(r *Rule, text string) string {
			n, err := strconv.ParseUint(text, 10, 64)
			if err != nil || n == 0 {
				return "must be a whole number from 1"
			}
			r.Seed = n
			return ""
		}},
	}
}

func bodyNames() string {
	var names []string
	for _, b := range Bodies() {
		names = append(names, string(b))
	}
	return strings.Join(names, ", ")
}

func readCount(to *int64, text string) string {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > maxCount {
		return "must be a whole number from 1 to 1000000000"
	}
	*to = n
	return ""
}

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
	for _, e := range Endpoints() {
		if r.covers(e) {
			return ""
		}
	}
	if slices.ContainsFunc(Endpoints(), func(e Endpoint) bool { return r.names(e) && !r.Kind.Meets(e) }) {
		return string(r.Kind) + " can only meet " + r.Kind.only()
	}
	return r.Method + " " + r.Path + " is no request of the service"
}
