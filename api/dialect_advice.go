package api

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// largestSize is a page size that no service has a reason to refuse.
const largestSize = 100

// A sentName is an open name that a request carried. The value of a plain one
// was checked before it was sent: where the service does not take it, it is the
// name that it does not know.
type sentName struct {
	openName
	plain bool
}

func carried(names []openName, plain bool, used map[string]bool) []sentName {
	var list []sentName
	for _, name := range names {
		if used[name.setting] && name.sent != "" {
			list = append(list, sentName{name, plain})
		}
	}
	return list
}

func (d Dialect) listNames(q ReservationQuery) []sentName {
	return carried(d.namespaces()[0].names, true, map[string]bool{
		"id_filter": q.ID != "", "ids_filter": len(q.IDs) > 0, "custom_data_filter": len(q.CustomValues) > 0,
		"page_number": q.Page > 0, "page_size": q.PageSize > 0 && q.PageSize <= largestSize,
	})
}

func (d Dialect) createNames(c CreateRequest) []sentName {
	names := d.namespaces()[1].names
	return carried(names, false, map[string]bool{
		"simulation":      c.Simulate != SimulateNothing,
		"loyalty_program": c.Loyalty != nil && c.Loyalty.Program != "",
		"loyalty_member":  c.Loyalty != nil && c.Loyalty.MemberID != "",
	})
}

func (d Dialect) modifyNames(m ModifyRequest) []sentName {
	return carried(d.namespaces()[2].names, false, map[string]bool{"check_in": !m.CheckIn.IsZero(), "check_out": !m.CheckOut.IsZero()})
}

func (d Dialect) hotelNames(q HotelQuery) []sentName {
	return carried(d.namespaces()[3].names, false, map[string]bool{
		"pagination_token": q.PageToken != "", "pagination_page": q.Page > 0, "reviewsite_ids": len(q.ReviewSiteIDs) > 0,
	})
}

// unknownWords are how services say that they have no such field.
var unknownWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(unknown|unrecogni[sz]ed|unexpected|unsupported|additional|extra|no such) (query )?(param|field|propert|member|key|name)` +
		`|\b(not|n't) (a |an )?(known|recogni[sz]ed|expected|supported|allowed|permitted|field|param|propert)`)
})

// explainNames says which setting of the dialect a refusal may be about. The
// fields of the problems have to be those that the service sent.
func explainNames(e *Error, names []sentName, list bool) {
	if e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity {
		return
	}
	told := append(slices.Clone(e.Problems), Problem{Message: e.Message})
	for _, name := range names {
		blamed := slices.ContainsFunc(told, func(p Problem) bool {
			return name.isAt(p.Field, p.Message) && (name.plain || unknownWords().MatchString(p.Message))
		})
		// A list is refused for hardly anything else than one of its parameters.
		if blamed || list && len(told) == 1 {
			e.Problems = append(e.Problems, Problem{Message: name.advice()})
		}
	}
}

func (n sentName) advice() string {
	return fmt.Sprintf("if this service does not know %s, set dialect.%s in the profile to its name for it", n.sent, n.setting)
}

// isAt reports whether a problem is about the name: by its field, or where it
// has none by its words.
func (n sentName) isAt(field []string, message string) bool {
	if len(field) == 0 {
		i := strings.Index(message, n.sent)
		return i >= 0 && !isNameByte(message, i-1) && !isNameByte(message, i+len(n.sent))
	}
	parts := func(text, separators string) []string {
		return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
	}
	path := strings.Join(field, ".")
	for _, spelt := range []string{n.sent, strings.Join(parts(n.sent, "[]"), ".")} {
		// A refusal may be of the object around it: none of it is known.
		if path == spelt || strings.HasPrefix(path, spelt+".") || strings.HasPrefix(n.sent, path+".") && path != "filter" {
			return true
		}
	}
	return false
}

func isNameByte(text string, i int) bool {
	if i < 0 || i >= len(text) {
		return false
	}
	c := text[i]
	return c == '_' || c == '[' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// mayBeSize reports whether a list was refused with a page size in it, which is
// only a wish: the service may call it otherwise.
func (q ReservationQuery) mayBeSize(err error) bool {
	var e *Error
	return q.PageSize > 0 && q.PageSize <= largestSize && errors.As(err, &e) &&
		(e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity)
}
