package api

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// A refusal is an error body (section 7).
type refusal struct {
	code      int
	kind      string
	message   string
	requestID string
	problems  []Problem
	odd       bool // a field has another type than section 7 says
	speaksTLS bool // it refuses plain HTTP on a TLS port
}

// readRefusal reads an error body. own reports whether the whole body is the Error
// of section 7. Of a read it takes what there is in any other, for the words; of a
// write another one gives nothing.
func (call call) readRefusal(raw *http.Response) (body refusal, own bool) {
	head, err := io.ReadAll(io.LimitReader(raw.Body, maxErrorBody+1))
	defer func() { body.speaksTLS = !own && isPlainToTLS(raw, head) }()
	if !call.write {
		if err != nil && len(head) == 0 {
			return refusal{}, false
		}
		body, err = decodeObject(bytes.NewReader(head[:min(len(head), maxErrorBody)]), tolerant, readRefusalBody)
		if err != nil && body.message == "" && body.code == 0 {
			return refusal{}, false
		}
		return body, err == nil && len(head) <= maxErrorBody && isErrorType(raw.Header.Get("Content-Type")) && body.own()
	}
	if err != nil || len(head) > maxErrorBody || !isErrorType(raw.Header.Get("Content-Type")) {
		return refusal{}, false
	}
	body, err = decodeObject(bytes.NewReader(head), strict, readRefusalBody)
	if err != nil || !body.own() {
		return refusal{}, false
	}
	return body, true
}

// isPlainToTLS reports whether a TLS server refuses plain HTTP, in the words of Go, nginx or Apache.
func isPlainToTLS(raw *http.Response, head []byte) bool {
	return raw.StatusCode == http.StatusBadRequest && raw.Request != nil && raw.Request.URL.Scheme == "http" &&
		(bytes.Contains(head, []byte("HTTP request to an HTTPS server")) || bytes.Contains(head, []byte("plain HTTP")))
}

// isErrorType leaves out what is JSON but says that it is the Error of another
// specification.
func isErrorType(contentType string) bool {
	return isJSON(contentType) && !strings.Contains(strings.ToLower(contentType), "problem+json")
}

// errorWord is how section 7 spells its types.
var errorWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`) })

// own reports whether a body that was read whole can only be the service's: it has
// a type or a code. A type that is an address is the mark of other errors.
func (body refusal) own() bool {
	if body.odd || strings.ContainsAny(body.kind, ":/") {
		return false
	}
	return errorWord().MatchString(body.kind) || body.code != 0
}

func readRefusalBody(r *reader) refusal {
	var body refusal
	for key := range r.fields() {
		switch key {
		case "code":
			body.readCode(r)
		case "type":
			body.expect(r, kindString)
			body.kind = r.text()
		case "message":
			body.expect(r, kindString)
			body.message = r.text()
		case "request_id":
			body.requestID = r.text()
		case "details":
			body.expect(r, kindArray)
			body.readProblems(r)
		}
	}
	return body
}

// expect notes a field of another type than it should have; null is none.
func (body *refusal) expect(r *reader, kind jsontext.Kind) {
	if !r.is(kind) && !r.is(kindNull) {
		body.odd = true
	}
}

func (body *refusal) readCode(r *reader) {
	body.expect(r, kindNumber)
	number := r.number()
	body.code, _ = wholeNumber(number)
	if _, err := strconv.Atoi(number); number != "" && err != nil {
		body.odd = true
	}
}

// readProblems keeps the first problems and says how many there are beyond.
func (body *refusal) readProblems(r *reader) {
	left := 0
	for range r.items() {
		if len(body.problems) < maxProblems {
			body.problems = append(body.problems, r.readProblem())
		} else {
			left++
		}
	}
	if left > 0 {
		body.problems = append(body.problems, Problem{Message: fmt.Sprintf("and %d more, which are left out", left)})
	}
}

// readProblem reads a detail; a bare text in its place is its message.
func (r *reader) readProblem() Problem {
	if !r.is(kindObject) {
		return Problem{Message: r.text()}
	}
	var p Problem
	for key := range r.fields() {
		switch key {
		case "message":
			p.Message = r.text()
		case "field":
			p.Field = r.texts(boundPath)
		}
	}
	return p
}
