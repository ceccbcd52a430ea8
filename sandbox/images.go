package sandbox

import (
	"bytes"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bellhop/sandbox/pictures"
	"bellhop/sandbox/service"
	"bellhop/sandbox/world"
)

// pathImages is where the pictures of the hotels are. They are no part of the service's endpoints, and ask for no
// credentials, as addresses of pictures do nowhere: no fault meets them, and they are in no log and no recording.
const pathImages = "/images/"

// serveImage answers with a picture. The methods are GET and HEAD. An address that no hotel has is a 404 with
// the error body of SPEC 7.
func (s *Sandbox) serveImage(w http.ResponseWriter, r *http.Request) {
	if !describes(r.Method) {
		s.refuse(w, r, rejectDescribing())
		return
	}
	s.limits.leaveUnread(w, r)
	shown, found := s.world.Picture(strings.TrimPrefix(r.URL.Path, pathImages))
	if !found {
		s.refuse(w, r, service.ErrNoResource)
		return
	}
	text, err := pictures.JPEG(subject(shown), shown.Key)
	if err != nil {
		s.log.LogAttrs(r.Context(), slog.LevelError, "a picture cannot be read", slog.String("error", err.Error()))
		s.refuse(w, r, service.ErrInternal)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTimeout)) // What cannot set one has none.
	_, _ = w.Write(text)                                                             //nolint:gosec // G705: a picture of this program. To HEAD the server sends the header alone.
}

// subject returns what a picture of the world shows.
func subject(p world.Picture) pictures.Subject {
	switch p.Caption {
	case "Bed":
		return bedsOf(p)
	case "View from the room":
		if slices.Contains([]string{"City view", "Street view", "River view"}, p.View) {
			return pictures.CityView
		}
		return pictures.SeaView
	}
	return map[string]pictures.Subject{
		"Exterior": pictures.Exterior, "Lobby": pictures.Lobby, "Guest room": pictures.Room, "Restaurant": pictures.Restaurant,
		"Breakfast": pictures.Breakfast, "View": pictures.View, "Bathroom": pictures.Bathroom,
	}[p.Caption]
}

// bedsOf returns the picture of a room's beds, without its sofa beds.
func bedsOf(p world.Picture) pictures.Subject {
	beds, single := 0, false
	for _, bed := range p.Beds {
		if !strings.HasPrefix(bed.Type, "Sofa") {
			beds, single = beds+bed.Quantity, bed.Type == "Single"
		}
	}
	switch {
	case beds > 1:
		return pictures.TwoBeds
	case single:
		return pictures.SingleBed
	default:
		return pictures.DoubleBed
	}
}

// plainHost is a Host header that can stand in an address as it is: a name or an IP address, and a port or none.
var plainHost = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$`)
})

// imageBase returns what a client that sent a request can reach the pictures by; nothing where its Host header is no
// plain host and port. A proxy in front says in X-Forwarded-Proto that it speaks https.
func imageBase(r *http.Request) string {
	if !plainHost().MatchString(r.Host) {
		return ""
	}
	scheme := "http://"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https://"
	}
	return scheme + r.Host + pathImages
}

// placeImages puts the address by which a client came into the place of the world's in those answers that hold pictures.
// Nothing of those was written by a guest. What is recorded is the world's own: it is the same wherever it was made.
func (x *exchange) placeImages(body []byte) []byte {
	if x.Route.Path != service.PathDestinations && x.Route.Path != service.PathSearch {
		return body
	}
	base := imageBase(x.r)
	if base == "" {
		return body
	}
	return bytes.ReplaceAll(body, []byte(`"`+world.ImageBase), []byte(`"`+base))
}
