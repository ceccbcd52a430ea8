package api

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"bellhop/internal/safetext"

	"bellhop/api/traffic"
)

// A RawRequest is a request as somebody wrote it.
type RawRequest struct {
	Method string
	Path   string // with its query, from the slash after the base address on
	Body   []byte // JSON; nil is none
	// Guests shows guests in the answer, which are masked else.
	Guests bool
}

// A RawAnswer is what came of it. Tokens and codes in it are not shown.
type RawAnswer struct {
	Status int
	Kind   string // its media type
	Body   []byte
	// Withheld is how many bytes of a text were left out of Body, because it may name a guest and has no fields to mask.
	Withheld int
	// Broken reports whether the answer is labelled JSON and is not valid. It is withheld too: it may hold a token.
	Broken bool
}

// maxRaw bounds a raw answer, in bytes.
const maxRaw = 64 << 20

// Writes reports whether a raw request may change something at the service: all that is no read of section 4 may.
func (r RawRequest) Writes() bool {
	path, _, _ := strings.Cut(r.Path, "?")
	return r.Method != http.MethodGet && r.Method != http.MethodHead &&
		(r.Method != http.MethodPost || path != pathHotels && path != pathVerify)
}

// Raw sends a request as it is, once, and returns the answer whatever its status is. The error is an *Error where none
// came. A path cannot lead to another host.
func (c *Client) Raw(ctx context.Context, r RawRequest) (RawAnswer, error) {
	call, err := c.rawCall(r)
	if err != nil {
		return RawAnswer{}, err
	}
	if call.write && c.options.ReadOnly {
		return RawAnswer{}, &Error{Operation: call.operation, Message: "not sent: " + ErrReadOnly.Error(), Outcome: OutcomeRefused, Cause: ErrReadOnly}
	}
	if err := c.takeTurn(ctx, call); err != nil {
		return RawAnswer{}, call.fail(&Error{Message: "not sent: " + notSentWords(err), Cause: err}, false)
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout(call))
	defer cancel()
	ctx, reach := watchReach(ctx)
	seen := c.observe(call, r.Body, 0)
	response, err := c.execute(ctx, call, r.Body)
	if err != nil {
		failure, _ := c.unanswered(call, err, reach)
		seen.over(0, "", failure)
		return RawAnswer{}, failure
	}
	raw := response.RawResponse
	unreadable := unpack(raw)
	seen.see(raw)
	defer raw.Body.Close()
	c.setSkew(raw.Header.Get("Date"))
	if unreadable != nil {
		failure := call.fail(&Error{Status: raw.StatusCode, Message: unreadable.Error(), Cause: unreadable}, true)
		seen.over(raw.StatusCode, raw.Header.Get("X-Request-Id"), failure)
		return RawAnswer{}, failure
	}
	text, err := io.ReadAll(io.LimitReader(raw.Body, maxRaw+1))
	if err == nil && len(text) > maxRaw {
		err = fmt.Errorf("the answer is larger than %d MB", maxRaw>>20)
	}
	if err != nil {
		failure, _ := call.transportFailure(err, true, c.timeout(call))
		seen.over(raw.StatusCode, "", failure)
		return RawAnswer{}, failure
	}
	seen.over(raw.StatusCode, raw.Header.Get("X-Request-Id"), nil)
	answer := RawAnswer{Status: raw.StatusCode, Kind: raw.Header.Get("Content-Type"), Body: text}
	labelled := answer.Kind != "" && isJSON(answer.Kind)
	masked, cut := c.rawMasking(call, r).Mask(text)
	answer.Broken = labelled && cut
	switch {
	case !cut && (labelled || json.Valid(text)): // Whatever the service calls it.
		answer.Body = masked
	case answer.Broken || r.masksGuests(call):
		answer.Body, answer.Withheld = nil, len(text)
	default:
		answer.Body = []byte(c.secretReplacer(call).Replace(string(text)))
	}
	return answer, nil
}

func (c *Client) rawCall(r RawRequest) (call, error) {
	u, err := url.Parse(r.Path)
	switch {
	case err != nil || !strings.HasPrefix(r.Path, "/") || strings.HasPrefix(r.Path, "//") || u.Host != "" || u.Fragment != "":
		return call{}, fmt.Errorf("%q is no path such as /rest/v1/reservations?page_size=5", r.Path)
	case len(r.Body) > 0 && !json.Valid(r.Body):
		return call{}, errors.New("the body is not JSON")
	case leavesBase(u.EscapedPath()):
		return call{}, fmt.Errorf("%q may lead outside the service's address: take . and .. out of the path", r.Path)
	case u.Query() == nil || strings.Contains(u.Path, "{"):
		return call{}, fmt.Errorf("%q has a part that is to be filled in", r.Path)
	}
	one := call{operation: "send " + r.Method, write: r.Writes(), method: r.Method, path: u.EscapedPath()}
	if u.RawQuery != "" {
		one.query = u.Query()
	}
	for _, text := range secretsIn(r.Body) {
		one.secrets = append(one.secrets, NewSecret(text))
	}
	return one, nil
}

// leavesBase reports whether a path could lead above where it begins, as some server or balancer on the way may read it:
// with backslashes, parameters of a segment, or escaped more than once.
func leavesBase(path string) bool {
	for {
		for _, segment := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' }) {
			segment, _, _ = strings.Cut(segment, ";")
			if segment == "." || segment == ".." {
				return true
			}
		}
		next := escaped.ReplaceAllStringFunc(path, func(one string) string {
			text, _ := hex.DecodeString(one[1:]) // It is two digits.
			return string(text)
		})
		if next == path {
			return false
		}
		path = next
	}
}

// escaped is a byte of a path in hexadecimal.
var escaped = regexp.MustCompile("%[0-9A-Fa-f]{2}")

// guestless are the paths whose answers name no guest, exactly as they are written: a service may read any other spelling as the
// path of a reservation.
var guestless = []string{pathDestinations, pathHotels, pathVerify}

// masksGuests reports whether guests are masked in the answer.
func (r RawRequest) masksGuests(call call) bool {
	return !r.Guests && !slices.Contains(guestless, call.path)
}

// rawMasking shows guests where that is wanted, or where no guest can stand.
func (c *Client) rawMasking(call call, r RawRequest) *traffic.Masking {
	secrets := []string{c.token.Load().Reveal()}
	for _, secret := range call.secrets {
		secrets = append(secrets, secret.Reveal())
	}
	d := c.dialect
	return traffic.NewMasking(traffic.Options{
		Guests:  r.masksGuests(call),
		Shown:   []string{d.Simulation, d.CheckIn, d.CheckOut},
		Secrets: secrets, Account: c.options.Account, Drawn: safetext.Drawn,
	})
}

// secretsIn are the tokens and codes of a body that is to be sent: no answer may repeat them.
func secretsIn(body []byte) []string {
	var value any
	if json.Unmarshal(body, &value) != nil {
		return nil
	}
	var out []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			for name, one := range v {
				if text, ok := one.(string); ok && (name == "token" || name == "cvv") {
					out = append(out, text)
				}
				walk(one)
			}
		}
	}
	walk(value)
	return out
}
