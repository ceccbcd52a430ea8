package recording

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"bellhop/internal/spelling"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

const (
	// maxNear is how many recorded requests are compared with one that is not
	// there, and maxTold how many differences its message names.
	maxNear = 200
	maxTold = 3
)

func rejectUnreplayable(number int, why string) *service.Rejection {
	return service.RejectRequest(http.StatusNotImplemented, service.CodeInternal,
		fmt.Sprintf("The answer on line %d of the recording cannot be given again: %s.", number, why))
}

func rejectUnrecorded(text string, details []jsontree.Problem) *service.Rejection {
	f := service.RejectRequest(http.StatusNotFound, service.CodeNotFound, "This request was not recorded. "+text)
	if len(details) > 0 {
		f.Details = details
	}
	return f
}

// missing answers what was not recorded. It names the recorded request that is
// nearest, and what is different there.
func (p *Replay) missing(q question, x Exchange) *service.Rejection {
	near, number, ok := p.nearest(q, x)
	if !ok {
		return rejectUnrecorded("The recording has nothing like it"+p.nearPath(q)+".", nil)
	}
	there, here := near.leaves(), q.leaves()
	var list []jsontree.Problem
	var words []string
	for _, name := range differing(there, here) {
		said, path := "is missing", here[name].path
		if one, has := there[name]; has {
			said, path = "is "+brief(one.text), one.path
		}
		words = append(words, leafName(name, strings.TrimPrefix(name, "?"))+" "+said)
		if len(list) < jsontree.MaxProblems {
			list = append(list, jsontree.Problem{Message: leafName(name, jsontree.Dotted(path)) + " " + said + " in the recording.", Field: path})
		}
	}
	if more := len(words) - maxTold; more > 0 {
		words = append(words[:maxTold:maxTold], fmt.Sprintf("%d more differ", more))
	}
	where := "with another reservation"
	if near.target == q.target {
		where = "where " + strings.Join(words, ", ")
	}
	return rejectUnrecorded(fmt.Sprintf("The nearest is line %d, %s %s, %s.", number, near.method, near.target, where), list)
}

// leafName returns what a message calls a leaf: its path, but for the parameters
// whose names a recording redacts.
func leafName(name, path string) string {
	if name == "?"+redacted {
		return "a query parameter with a name that is not the service's"
	}
	return path
}

// nearest returns the recorded request of the same method and path that differs
// in the fewest places.
func (p *Replay) nearest(q question, x Exchange) (question, int, bool) {
	var (
		best   question
		number int
		least  = -1
		seen   = map[asked]bool{}
		here   = q.leaves()
	)
	for i, e := range slices.Backward(p.recording.entries) {
		key := p.asked(e.account, e.question)
		if e.account == "" || e.method != q.method || e.path != x.Route.Path || seen[key] || !p.alone && e.account != x.Request.Account || e.path == service.NoPath {
			continue
		}
		seen[key] = true
		l, err := p.recording.line(i, false)
		if err != nil {
			continue
		}
		one := questionOf(l)
		apart := len(differing(one.leaves(), here))
		if one.target != q.target {
			apart += 1000
		}
		if least < 0 || apart < least {
			best, number, least = one, e.number, apart
		}
		if len(seen) == maxNear {
			break
		}
	}
	return best, number, least >= 0
}

// nearPath proposes the recorded path that a path was probably meant to be.
func (p *Replay) nearPath(q question) string {
	var known []string
	for _, e := range p.recording.entries {
		if one := e.method + " " + e.target; e.path != service.NoPath && e.method != "-" && !slices.Contains(known, one) && len(known) < maxNear {
			known = append(known, one)
		}
	}
	if near := spelling.Nearest(q.method+" "+q.target, known); near != "" {
		return "; the nearest is " + near
	}
	return ""
}

// sameBesides reports whether two queries are the same but for one parameter.
func sameBesides(a, b map[string][]string, but string) bool {
	a, b = maps.Clone(a), maps.Clone(b)
	delete(a, but)
	delete(b, but)
	return maps.EqualFunc(a, b, slices.Equal)
}

// differing returns the names of what two requests have otherwise, in order.
func differing(a, b map[string]leaf) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if one, has := b[name]; !has || one.text != a[name].text {
			list = append(list, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if _, has := a[name]; !has {
			list = append(list, name)
		}
	}
	return list
}

// brief cuts a text that is too long for a message.
func brief(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}
