package fault

import "net/http"

// Body is what stands in an answer that is not the service's.
type Body string

// The bodies. A cut one is the service's own without its end, as long as its
// header says.
const (
	bodyHTML    Body = "html"
	bodyEmpty   Body = "empty"
	bodyCut     Body = "cut"
	bodyError   Body = "error"   // JSON that is not SPEC 7's: {"error":{...}}
	bodyProblem Body = "problem" // application/problem+json
)

// bodies lists them.
func bodies() []Body { return []Body{bodyHTML, bodyEmpty, bodyCut, bodyError, bodyProblem} }

// foreignStatuses are the statuses of foreign answers where none is said:
// those by which gateways and proxies refuse, and some by which they fail or
// answer in the service's place. Their number and that of the bodies have no
// common divisor, so that both change each time and every pair comes up.
func foreignStatuses() []int {
	return []int{
		http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusProxyAuthRequired,
		http.StatusRequestTimeout, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusTooEarly,
		http.StatusTooManyRequests, 499, http.StatusOK, http.StatusCreated, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable,
	}
}

// Foreign is the status and the body of a foreign answer: those of the rule,
// or, where it says none, the ones whose turn it is.
func (a Action) Foreign() (status int, body Body) {
	status, body = a.Status, a.Body
	if status == 0 {
		list := foreignStatuses()
		status = list[a.Turn%uint64(len(list))]
	}
	if body == "" {
		list := bodies()
		body = list[a.Turn%uint64(len(list))]
	}
	return status, body
}
