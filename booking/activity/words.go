package activity

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"bellhop/api/traffic"
	"bellhop/booking/wording"
)

// Words tell how much was asked: "12 calls in the last minute of 600 at most · look-to-book 37:1".
func (s Snapshot) Words() string {
	words := wording.Plural(s.LastMinute, "call") + " in the last minute"
	if s.Limit > 0 {
		words += " of " + wording.Count(s.Limit) + " at most"
	} else {
		words += ", no cap"
	}
	return words + " · " + s.Counts.Words()
}

// Brief is Words in fewer of them: "12 of 600 calls a minute · look-to-book 37:1".
func (s Snapshot) Brief() string {
	words := wording.Plural(s.LastMinute, "call") + " a minute"
	if s.Limit > 0 {
		words = wording.Count(s.LastMinute) + " of " + wording.Plural(s.Limit, "call") + " a minute"
	}
	return words + " · " + s.Counts.Words()
}

// Words tell the searches for hotels and the verifications of rates for one booking, as services count them:
// "look-to-book 37:1".
func (c Counts) Words() string {
	looks := c.Searches + c.Verifications
	if c.Bookings == 0 {
		return "look-to-book " + wording.Count(looks) + ":0"
	}
	return "look-to-book " + ratio(looks, c.Bookings) + ":1"
}

// ratio is looks for one booking, to one decimal where it is no whole number.
func ratio(looks, bookings int) string {
	tenths := (looks*20 + bookings) / (bookings * 2)
	if tenths%10 == 0 {
		return strconv.Itoa(tenths / 10)
	}
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// Waiting tells what a read waits for, and how long still: "waiting 12 s: 60 calls a minute".
func Waiting(w traffic.Wait, now time.Time) string {
	left := max((w.Until.Sub(now)+time.Second-1)/time.Second, 0)
	return fmt.Sprintf("waiting %d s: %s", left, w.Why)
}

// Status tells what came of a request in a word: its status, or that there is none.
func Status(x traffic.Exchange) string {
	switch {
	case !x.Over:
		return "…"
	case x.Status == 0:
		return "none"
	default:
		return strconv.Itoa(x.Status)
	}
}

// Took tells how long an answer took, in milliseconds.
func Took(x traffic.Exchange) string {
	switch ms := x.Took.Milliseconds(); {
	case !x.Over:
		return ""
	case ms == 0:
		return "<1 ms"
	default:
		return wording.Count(int(ms)) + " ms"
	}
}

// Size tells how large a body is.
func Size(bytes int64) string {
	switch {
	case bytes < 1000:
		return strconv.FormatInt(bytes, 10) + " B"
	case bytes < 1000*1000:
		return fmt.Sprintf("%d.%d kB", bytes/1000, bytes%1000/100)
	default:
		return fmt.Sprintf("%d.%d MB", bytes/1000_000, bytes%1000_000/100_000)
	}
}

// Target is a request's path with its query, as it can be read.
func Target(x traffic.Exchange) string {
	if len(x.Query) == 0 {
		return x.Path
	}
	parts := make([]string, len(x.Query))
	for i, p := range x.Query {
		parts[i] = p.Name + "=" + p.Value
	}
	return x.Path + "?" + strings.Join(parts, "&")
}

// Lines are a body to be read: its JSON, indented, or why there is none.
func Lines(b traffic.Body) []string {
	switch {
	case b.Gone:
		return []string{"(" + Size(b.Size) + ", not kept any more)"}
	case b.Kind != "":
		return []string{"(" + Size(b.Size) + " of " + b.Kind + ", not kept)"}
	case len(b.Text) == 0 && b.Size > 0:
		return []string{"(" + Size(b.Size) + " that are not JSON, not kept)"}
	case len(b.Text) == 0:
		return []string{"(empty)"}
	}
	var out []string
	if b.Cut {
		out = append(out, "(the beginning of "+Size(b.Size)+")")
	}
	text := jsontext.Value(bytes.Clone(b.Text))
	if text.Indent(jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true)) != nil {
		text = jsontext.Value(b.Text)
	}
	return append(out, strings.Split(string(text), "\n")...)
}
