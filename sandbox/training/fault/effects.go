package fault

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// Answer is an answer of the service, and how it is sent. Without a status the
// connection is reset.
type Answer struct {
	service.Answer
	Cut  bool          // only the first half of the body is sent
	Hold time.Duration // how long the connection stays open after that half
}

// refuse puts a rejection in place of the answer.
func (out Answer) refuse(f *service.Rejection) Answer {
	out.Answer = out.Refuse(f)
	return out
}

// Source is what an effect takes besides the answer.
type Source struct {
	Seed service.Seed
	// Reservations lists the newest reservations of the request's account.
	Reservations func() []jsontree.Value
}

// effect is what a fault makes of an answer.
type effect func(a Action, out Answer, from Source) Answer

// Apply returns the answer as the fault leaves it.
func (a Action) Apply(out Answer, from Source) Answer {
	if d, known := a.Kind.describe(); known && d.effect != nil {
		return d.effect(a, out, from)
	}
	return out
}

// refusal is the effect of an error of the service, which may tell when to come
// back.
func refusal(f *service.Rejection) effect {
	return func(a Action, out Answer, _ Source) Answer {
		if again := a.Again(); again > 0 {
			// It rounds up: a client that comes back earlier is refused again.
			out.Header["Retry-After"] = strconv.FormatInt(int64((again+time.Second-1)/time.Second), 10)
		}
		return out.refuse(f)
	}
}

// proxy is the effect of the HTML page of some proxy in place of the answer.
func proxy(status int, title string) effect {
	return func(_ Action, out Answer, _ Source) Answer { return out.page(status, title) }
}

func (out Answer) page(status int, title string) Answer {
	out.Answer = HTMLPage(out.Answer, status, title)
	return out
}

// HTMLPage returns the answer with an HTML page of some proxy in place of what it
// said.
func HTMLPage(a service.Answer, status int, title string) service.Answer {
	a.Status = status
	a.Header["Content-Type"] = "text/html"
	a.Body = []byte(strings.ReplaceAll("<html>\r\n<head><title>T</title></head>\r\n<body>\r\n<center><h1>T</h1></center>\r\n</body>\r\n</html>\r\n", "T", title))
	return a
}

func empty(_ Action, out Answer, _ Source) Answer {
	delete(out.Header, "Content-Type")
	out.Status, out.Body = http.StatusOK, nil
	return out
}

func truncated(_ Action, out Answer, _ Source) Answer {
	out.Cut = true
	return out
}

func stalled(a Action, out Answer, _ Source) Answer {
	out.Cut, out.Hold = true, a.Wait()
	return out
}

func reset(_ Action, out Answer, _ Source) Answer {
	out.Status, out.Body = 0, nil
	return out
}

// foreign is the answer of something between the service and its client: a
// proxy, a gateway, a portal.
func foreign(a Action, out Answer, _ Source) Answer {
	status, body := a.Foreign()
	whole := out
	out.Status = status
	title := http.StatusText(status)
	if title == "" {
		title = "Request Refused"
	}
	switch body {
	case bodyEmpty:
		delete(out.Header, "Content-Type")
		out.Body = nil
	case bodyCut:
		if !whole.Success() || !out.Success() {
			// What is cut off is an error, whatever the answer was.
			whole = out.refuse(service.RejectBooking("The request could not be carried out."))
		}
		out.Body = whole.Body[:len(whole.Body)*3/4]
	case bodyError:
		out.Body = fmt.Appendf(nil, `{"error":{"status":%d,"message":%q}}`+"\n", status, title)
	case bodyProblem:
		out.Header["Content-Type"] = "application/problem+json"
		out.Body = fmt.Appendf(nil, `{"type":"about:blank","title":%q,"status":%d,"detail":"The request was not let through."}`+"\n", title, status)
	default:
		return out.page(status, fmt.Sprintf("%d %s", status, title))
	}
	return out
}

// otherReservation is a success with the account's newest other reservation in
// place of its own. As long as there is no other one, the connection is reset.
func otherReservation(_ Action, out Answer, from Source) Answer {
	v, err := jsontree.Decode(out.Body, nil)
	if err != nil || !out.Success() {
		return out
	}
	for _, one := range from.Reservations() {
		if one.Member("id").Text != v.Member("id").Text {
			out.Body = []byte(one.String() + "\n")
			return out
		}
	}
	return reset(Action{}, out, from)
}

// repeatedID is a success with its id three times: a client that takes the
// first one, and one that takes the last, takes a wrong one.
func repeatedID(_ Action, out Answer, from Source) Answer {
	v, err := jsontree.Decode(out.Body, nil)
	if err != nil || !out.Success() || !v.Has("id") {
		return out
	}
	wrong := jsontree.TextMember("id", from.Seed.ReservationID("wrong id", v.Member("id").Text))
	v.Members = append([]jsontree.Member{wrong}, append(v.Members, wrong)...)
	out.Body = []byte(v.String() + "\n")
	return out
}

// oddPrice is a success whose prices are all odd in the way whose turn it is.
func oddPrice(a Action, out Answer, _ Source) Answer {
	v, err := jsontree.Decode(out.Body, nil)
	if err != nil || !out.Success() {
		return out
	}
	ways := oddPrices()
	setPrices(&v, ways[a.Turn%uint64(len(ways))])
	out.Body = []byte(v.String() + "\n")
	return out
}

// oddPrices are ways in which a price can be odd: what each makes of a total or
// of a currency, nil leaving the member out.
func oddPrices() []map[string]*jsontree.Value {
	number := func(text string) *jsontree.Value { return &jsontree.Value{Kind: jsontree.Number, Text: text} }
	text := func(text string) *jsontree.Value { v := jsontree.Text(text); return &v }
	const total, currency = "total_price", "currency_code"
	return []map[string]*jsontree.Value{
		{total: nil},
		{total: {}}, // null
		{total: text("12.50")},
		{total: number("0")},
		{total: number("-1")},
		{total: number("1e30")},
		{total: number("0.001")},
		{currency: nil},
		{currency: text("")},
		{currency: text("XTS")},
	}
}

// setPrices changes every object in the value that holds a total.
func setPrices(v *jsontree.Value, odd map[string]*jsontree.Value) {
	for i := range v.Items {
		setPrices(&v.Items[i], odd)
	}
	isPrice := v.Has("total_price")
	var members []jsontree.Member
	for _, m := range v.Members {
		by, meets := odd[m.Name]
		switch {
		case !isPrice || !meets:
			setPrices(&m.Value, odd)
			members = append(members, m)
		case by != nil:
			members = append(members, jsontree.Member{Name: m.Name, Value: *by})
		}
	}
	v.Members = members
}
