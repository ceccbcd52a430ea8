package service

import (
	"net/http"
	"strings"
)

// The paths of SPEC 4, as templates.
const (
	PathDestinations = "/rest/v1/destinations/search"
	PathSearch       = "/rest/v1/hotel/search"
	PathVerification = "/rest/v1/hotel/rate_verification"
	PathReservations = "/rest/v1/reservations"
	PathReservation  = "/rest/v1/reservation"
	PathOne          = PathReservation + "/" + idTemplate
	PathCancellation = PathOne + "/cancel"

	idTemplate = "{reservation_id}"
)

// NoPath stands for a path that is none of SPEC 4.
const NoPath = "-"

// Endpoint is one method of one path, and what it takes.
type Endpoint struct {
	Method   string
	Path     string // a template, which names no reservation
	hasBody  bool
	hasQuery bool
	named    bool // the path names a reservation
}

// Route is where a request goes.
type Route struct {
	Endpoint
	Reservation string // the id in the path, if it has one; it may be anything
}

// Endpoints lists the endpoints of SPEC 4.
func Endpoints() []Endpoint {
	return []Endpoint{
		{Method: http.MethodGet, Path: PathDestinations, hasQuery: true},
		{Method: http.MethodPost, Path: PathSearch, hasBody: true},
		{Method: http.MethodPost, Path: PathVerification, hasBody: true},
		{Method: http.MethodPost, Path: PathReservation, hasBody: true},
		{Method: http.MethodGet, Path: PathReservations, hasQuery: true},
		{Method: http.MethodGet, Path: PathOne, named: true},
		{Method: http.MethodPatch, Path: PathOne, named: true, hasBody: true},
		{Method: http.MethodPost, Path: PathCancellation, named: true},
	}
}

// template returns the template of a path and the reservation's id in it.
func template(path string) (text, id string) {
	rest, found := strings.CutPrefix(path, PathReservation+"/")
	if !found {
		return path, ""
	}
	id, tail, more := strings.Cut(rest, "/")
	if more {
		tail = "/" + tail
	}
	return PathOne + tail, id
}

// Route finds the endpoint of a request. With an error, it still has the path's
// template, which is NoPath if there is no such path.
func (r Request) Route() (Route, error) {
	path, id := template(r.URL.Path)
	if strings.HasPrefix(path, PathOne) && id == "" || strings.Contains(strings.ToLower(r.URL.RawPath), "%2f") {
		// An escaped slash is part of a name and parts none, and no name here
		// holds one.
		path = NoPath
	}
	var methods []string
	for _, one := range Endpoints() {
		if one.Path != path {
			continue
		}
		if one.Method == r.Method {
			return Route{one, id}, nil
		}
		methods = append(methods, one.Method)
	}
	if methods == nil {
		return Route{Endpoint: Endpoint{Path: NoPath}}, ErrNoResource
	}
	return Route{Endpoint{Path: path}, id}, RejectMethod(strings.Join(methods, ", "))
}

// Target returns the route's path with its reservation's id, if that is
// well-formed, and otherwise the template.
func (r Route) Target() string {
	if !WellFormedID(r.Reservation) {
		return r.Path
	}
	return strings.Replace(r.Path, idTemplate, r.Reservation, 1)
}
