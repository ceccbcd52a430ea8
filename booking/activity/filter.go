package activity

import (
	"slices"
	"strconv"
	"strings"

	"bellhop/api/traffic"
)

// A Class is requests of which the same became.
type Class int

// The classes, in the order in which a key goes through them.
const (
	Every Class = iota
	Writes
	Done    // 2xx
	Refused // 3xx and 4xx
	Failed  // 5xx, no answer, or one that cannot be read
	UnderWay
)

// classWords are the classes in words.
func classWords() []string {
	return []string{"all", "writes", "done", "refused", "failed", "under way"}
}

func (c Class) String() string { return classWords()[c] }

// Next returns the class after it, and after the last one the first.
func (c Class) Next() Class { return (c + 1) % Class(len(classWords())) }

func (c Class) holds(x traffic.Exchange) bool {
	switch c {
	case Writes:
		return x.Write
	case Done:
		return x.Over && x.Status/100 == 2 && x.Failure == ""
	case Refused:
		return x.Over && (x.Status/100 == 3 || x.Status/100 == 4)
	case Failed:
		return x.Over && (x.Status == 0 || x.Status >= 500 || x.Status/100 == 2 && x.Failure != "")
	case UnderWay:
		return !x.Over
	default:
		return true
	}
}

// A Filter narrows a list of requests.
type Filter struct {
	Class Class
	// Words must all hold: a method (post), a status or a class of them (409, 4xx), or a part of the path, the query
	// or the operation.
	Words string
}

// Holds reports whether a request is one of those that are wanted.
func (f Filter) Holds(x traffic.Exchange) bool {
	if !f.Class.holds(x) {
		return false
	}
	for _, word := range strings.Fields(strings.ToLower(f.Words)) {
		if !wordHolds(word, x) {
			return false
		}
	}
	return true
}

func wordHolds(word string, x traffic.Exchange) bool {
	if slices.Contains([]string{"get", "post", "patch", "put", "delete"}, word) {
		return strings.EqualFold(word, x.Method)
	}
	if len(word) == 3 {
		status := strconv.Itoa(x.Status)
		if digit := word[0]; digit >= '1' && digit <= '5' && word[1:] == "xx" {
			return x.Over && len(status) == 3 && status[0] == digit
		}
		if _, err := strconv.ParseUint(word, 10, 16); err == nil {
			return x.Over && status == word
		}
	}
	return strings.Contains(strings.ToLower(Target(x)+" "+x.Operation+" "+x.RequestID), word)
}

// Pick returns the requests that are wanted, in their order.
func (f Filter) Pick(list []traffic.Exchange) []traffic.Exchange {
	var out []traffic.Exchange
	for _, x := range list {
		if f.Holds(x) {
			out = append(out, x)
		}
	}
	return out
}
