package sandbox

import (
	_ "embed"
	"net/http"
	"strconv"

	"bellhop/sandbox/service"
)

// description is the service as OpenAPI 3.1 describes it: every field, limit
// and answer of SPEC 2 to 8 and WIRE 1 to 3a. The tests check every request
// that the client makes and every answer that the sandbox gives against it.
//
//go:embed openapi.yaml
var description []byte

const pathDescription = "/openapi.yaml"

// serveOpenAPI answers /openapi.yaml. It asks for no credentials, so that a
// tool can load the description by its address alone; there is nothing secret
// in it. The methods are GET and HEAD; any other is a 405 with the error body
// of SPEC 7.
func (s *Sandbox) serveOpenAPI(w http.ResponseWriter, r *http.Request) {
	if !describes(r.Method) {
		s.refuse(w, r, rejectDescribing())
		return
	}
	s.limits.leaveUnread(w, r)
	writeDescription(w, r)
}

func describes(method string) bool { return method == http.MethodGet || method == http.MethodHead }

func rejectDescribing() *service.Rejection { return service.RejectMethod("GET, HEAD") }

func writeDescription(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/yaml")
	h.Set("Cache-Control", "no-cache") // A newer sandbox at the same address may describe more.
	body := encode(h, r, description)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // To HEAD the server sends the header alone.
}
