package sandbox

import (
	"bytes"
	"log/slog"
	"net/http"
	"regexp"
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

// mostDrawn is how many are drawn at once.
const mostDrawn = 2

// serveImage answers with a picture, drawn now. The methods are GET and HEAD. An address that no hotel has is a 404 with
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
	select {
	case s.drawing <- struct{}{}:
		defer func() { <-s.drawing }()
	case <-r.Context().Done():
		return
	}
	text, err := pictures.JPEG(pictureFacts(shown))
	if err != nil {
		s.log.LogAttrs(r.Context(), slog.LevelError, "a picture cannot be drawn", slog.String("error", err.Error()))
		s.refuse(w, r, service.ErrInternal)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTimeout)) // What cannot set one has none.
	_, _ = w.Write(text)                                                             //nolint:gosec // G705: a picture that was drawn here. To HEAD the server sends the header alone.
}

// pictureFacts tells the drawing what it needs of the world.
func pictureFacts(p world.Picture) pictures.Facts {
	f := pictures.Facts{Key: p.Key, Chain: p.Chain, Stars: p.Stars, Latitude: p.Latitude}
	f.Subject = map[string]pictures.Subject{
		"Exterior": pictures.Exterior, "Lobby": pictures.Lobby, "Guest room": pictures.Bedroom, "Bed": pictures.Bedroom,
		"Restaurant": pictures.Restaurant, "Breakfast": pictures.Breakfast, "View": pictures.View,
		"Bathroom": pictures.Bathroom, "View from the room": pictures.Window,
	}[p.Caption]
	f.Kind = map[string]pictures.Kind{
		"Luxury": pictures.Luxury, "Boutique": pictures.Boutique, "Resort": pictures.Resort, "Business": pictures.Business,
		"Airport": pictures.Airport, "Budget": pictures.Budget, "Apartments": pictures.Apartments,
	}[p.Hotel]
	f.Land = map[string]pictures.Land{
		"Courtyard view": pictures.Garden, "Garden view": pictures.Garden, "River view": pictures.River, "Sea view": pictures.Sea, "Mountain view": pictures.Mountain,
	}[p.View]
	if p.View == "" && f.Kind == pictures.Resort {
		f.Land = pictures.Sea
	}
	for _, bed := range p.Beds {
		if strings.HasPrefix(bed.Type, "Sofa") {
			f.Sofa = true
			continue
		}
		width, _, _ := strings.Cut(bed.Size, " ")
		cm, err := strconv.Atoi(width)
		if err != nil {
			continue // Its width decides nothing but how it is drawn.
		}
		for range bed.Quantity {
			f.Beds = append(f.Beds, cm)
		}
	}
	return f
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
func placeImages(x *exchange, body []byte) []byte {
	if x.Route.Path != service.PathDestinations && x.Route.Path != service.PathSearch {
		return body
	}
	base := imageBase(x.r)
	if base == "" {
		return body
	}
	return bytes.ReplaceAll(body, []byte(`"`+world.ImageBase), []byte(`"`+base))
}
