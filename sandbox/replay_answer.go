package sandbox

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"bellhop/sandbox/internal/fifo"
	"bellhop/sandbox/internal/spelling"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// maxAliases is how many attempts beside those of its recording a replay knows:
// the newest ones.
const maxAliases = 10_000

// aliases are the attempts of a replay beside those of its recording.
type aliases struct {
	there *fifo.Map[string, string] // recorded attempts, by those sent
	here  map[string]string         // the newest one sent, by that recorded
}

func newAliases() aliases {
	return aliases{fifo.New[string, string](maxAliases), map[string]string{}}
}

// learn lets an attempt stand for a recorded one. The newest one does.
func (a aliases) learn(recorded, sent string) {
	if recorded != "" && sent != "" {
		a.there.Put(sent, recorded)
		a.here[recorded] = sent
	}
}

// recorded is a request as it would have been recorded.
func (a aliases) recorded(text string) string {
	return attempts.ReplaceAllStringFunc(text, func(id string) string {
		if known, ok := a.there.Get(id); ok {
			return known
		}
		return id
	})
}

// sent is a recorded answer as it is for this client.
func (a aliases) sent(text string) string {
	return attempts.ReplaceAllStringFunc(text, func(id string) string { return cmp.Or(a.here[id], id) })
}

// respond makes an answer of a line again.
func (p *Replay) respond(x *exchange, i int, line recordedRequest, q question, raw jsontree.Value) response {
	if strings.HasPrefix(string(line.Response), `{"left_out":`) {
		return x.refuse(rejectUnreplayable(p.recording.entries[i].number, "its body was left out"))
	}
	if e := p.recording.entries[i]; e.method != http.MethodGet {
		p.done[i] = true
		if q.books() {
			p.names.learn(questionOf(line).attempt(), q.attempt())
			p.told[e.about] = told{raw, q.body}.only("guests", "custom_data")
		}
	}
	out := response{Answer: x.Blank()}
	for name, value := range line.Header {
		if value == "" {
			delete(out.Header, name)
		} else {
			out.Header[name] = value
		}
	}
	out.Status, out.cut = line.Status, line.Cut
	switch {
	case line.Page != "":
		out.Body = []byte(line.Page)
	case len(line.Response) > 0:
		out.Body = append([]byte(p.names.sent(string(p.unmask(line.Response, q, raw)))), '\n')
	}
	return out
}

// unmask puts into an answer about reservations what its client said itself:
// all that it sent with this request, and the guests and the custom data that it
// sent with an earlier one.
func (p *Replay) unmask(text []byte, q question, raw jsontree.Value) []byte {
	if !bytes.Contains(text, []byte(mask)) || !strings.HasPrefix(q.target, service.PathReservation) {
		return text
	}
	v, err := jsontree.Decode(text, nil)
	if err != nil {
		return text
	}
	v = fill(v, raw, q.body)
	v = p.introduce(v)
	for i, m := range v.Members {
		if m.Name == "items" {
			for j, item := range m.Value.Items {
				v.Members[i].Value.Items[j] = p.introduce(item)
			}
		}
	}
	standIn(v)
	return []byte(v.String())
}

// someToken stands for the payment tokens that nobody here has said: a mask is
// no token.
const someToken = "***"

// standIn puts someToken in place of the masks of tokens.
func standIn(v jsontree.Value) {
	for i, m := range v.Members {
		if m.Name == "token" && m.Value.Text == mask {
			v.Members[i].Value.Text = someToken
		}
		standIn(m.Value)
	}
	for _, item := range v.Items {
		standIn(item)
	}
}

// only is what was said in some fields of a request.
func (t told) only(names ...string) told {
	other := func(m jsontree.Member) bool { return !slices.Contains(names, m.Name) }
	t.raw.Members = slices.DeleteFunc(slices.Clone(t.raw.Members), other)
	t.masked.Members = slices.DeleteFunc(slices.Clone(t.masked.Members), other)
	return t
}

// introduce puts the guests and the custom data of a reservation into it.
func (p *Replay) introduce(v jsontree.Value) jsontree.Value {
	if said, known := p.told[v.Member("id").Text]; known {
		return fill(v, said.raw, said.masked)
	}
	return v
}

// fill puts values in place of their masks where the same mask stands in the
// same place of what was sent. A text that a quirk made a number of has 0 for
// its mask, and so has every number; that of true is false.
func fill(v, raw, masked jsontree.Value) jsontree.Value {
	switch {
	case raw.Kind != masked.Kind || raw.Text == masked.Text && raw.Bool == masked.Bool:
	case v.Kind == masked.Kind && v.Text == masked.Text && v.Bool == masked.Bool:
		return raw
	case masked.Kind == jsontree.String && v.Kind == jsontree.Number && v.Text == "0" && jsontree.OnlyDigits(raw.Text):
		return jsontree.Value{Kind: jsontree.Number, Text: raw.Text}
	}
	for i, m := range v.Members {
		v.Members[i].Value = fill(m.Value, raw.Member(m.Name), masked.Member(m.Name))
	}
	return v
}

// sameBesides says whether two queries are the same but for one parameter.
func sameBesides(a, b map[string][]string, but string) bool {
	a, b = maps.Clone(a), maps.Clone(b)
	delete(a, but)
	delete(b, but)
	return maps.EqualFunc(a, b, slices.Equal)
}

func rejectUnreplayable(number int, why string) *service.Rejection {
	return service.Reject(http.StatusNotImplemented, service.CodeInternal, service.TypeApplication,
		fmt.Sprintf("The answer on line %d of the recording cannot be given again: %s.", number, why))
}

const (
	// maxNear is how many recorded requests are compared with one that is not
	// there, and maxTold how many differences its message names.
	maxNear = 200
	maxTold = 3
)

// missing answers what was not recorded. It names the recorded request that is
// nearest, and what is different there.
func (p *Replay) missing(q question, x *exchange) *service.Rejection {
	near, number, ok := p.nearest(q, x)
	if !ok {
		return rejectUnrecorded("The recording has nothing like it"+p.nearPath(q)+".", nil)
	}
	there, here := near.spots(), q.spots()
	var list []jsontree.Problem
	var words []string
	for _, name := range differing(there, here) {
		said, path := "is missing", here[name].path
		if one, has := there[name]; has {
			said, path = "is "+brief(one.text), one.path
		}
		words = append(words, spotName(name, strings.TrimPrefix(name, "?"))+" "+said)
		if len(list) < jsontree.MaxProblems {
			list = append(list, jsontree.Problem{Message: spotName(name, jsontree.Dotted(path)) + " " + said + " in the recording.", Field: path})
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

// spotName is what a message calls a spot: its path, but for the parameters whose
// names a recording hides.
func spotName(name, path string) string {
	if name == "?"+mask {
		return "a query parameter with a name that is not the service's"
	}
	return path
}

func rejectUnrecorded(text string, details []jsontree.Problem) *service.Rejection {
	f := service.Reject(http.StatusNotFound, service.CodeNotFound, service.TypeApplication, "This request was not recorded. "+text)
	if len(details) > 0 {
		f.Details = details
	}
	return f
}

// nearest is the recorded request of the same method and path that differs in
// the fewest places.
func (p *Replay) nearest(q question, x *exchange) (question, int, bool) {
	var (
		best   question
		number int
		least  = -1
		seen   = map[asked]bool{}
		here   = q.spots()
	)
	for i, e := range slices.Backward(p.recording.entries) {
		key := p.asked(e.account, e.question)
		if e.account == "" || e.method != q.method || e.path != x.route.Path || seen[key] || !p.alone && e.account != x.Account || e.path == "-" {
			continue
		}
		seen[key] = true
		line, err := p.recording.line(i, false)
		if err != nil {
			continue
		}
		one := questionOf(line)
		apart := len(differing(one.spots(), here))
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
		if one := e.method + " " + e.target; e.path != "-" && e.method != "-" && !slices.Contains(known, one) && len(known) < maxNear {
			known = append(known, one)
		}
	}
	if near := spelling.Nearest(q.method+" "+q.target, known); near != "" {
		return "; the nearest is " + near
	}
	return ""
}

// differing are the names of what two requests have otherwise, in order.
func differing(a, b map[string]spot) []string {
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
