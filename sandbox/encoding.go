package sandbox

import (
	"bytes"
	"compress/gzip"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// minCompressed is the shortest body, in bytes, that is sent as gzip: of a shorter one
// little is saved but a packet or two.
const minCompressed = 4 << 10

// encode returns a body as it is sent to a client that accepts what the request says,
// and says so in the header: as gzip, or as it is.
func encode(h http.Header, r *http.Request, body []byte) []byte {
	if !compressible(h.Get("Content-Type")) {
		return body
	}
	h.Add("Vary", "Accept-Encoding") // What is short for one request can be long for another.
	if len(body) < minCompressed || !acceptsGzip(strings.Join(r.Header.Values("Accept-Encoding"), ",")) {
		return body
	}
	h.Set("Content-Encoding", "gzip")
	return compressed(body)
}

// compressible reports whether a media type is JSON or YAML.
func compressible(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && (kind == "application/json" || kind == "application/yaml")
}

// acceptsGzip reports whether an Accept-Encoding prefers gzip to the body as it is, or
// takes it as gladly (RFC 9110, 12.5.3). What is not said of gzip is what * says, and
// without any preference nothing is compressed.
func acceptsGzip(accepted string) bool {
	weights := map[string]float64{}
	for member := range strings.SplitSeq(accepted, ",") {
		name, parameters, _ := strings.Cut(member, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "x-gzip" {
			name = "gzip"
		}
		weights[name] = max(weights[name], weight(parameters))
	}
	of := func(name string) float64 {
		if w, named := weights[name]; named {
			return w
		}
		return weights["*"]
	}
	return of("gzip") > 0 && of("gzip") >= of("identity")
}

// weight reads the q of a member, 1 where there is none. What is not a weight of
// RFC 9110 is none at all.
func weight(parameters string) float64 {
	for one := range strings.SplitSeq(parameters, ";") {
		name, value, there := strings.Cut(one, "=")
		if !there || !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		value = strings.TrimSpace(value)
		q, err := strconv.ParseFloat(value, 64)
		if err != nil || len(value) > len("0.000") || strings.Trim(value, "0123456789.") != "" || q > 1 {
			return 0
		}
		return q
	}
	return 1
}

// compressors are gzip writers that rest: each has half a megabyte of tables.
var compressors = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // The level is one that there is.
	}
	return w
}}

// compressed returns a body as gzip, in the least time: a page of hotels becomes a tenth
// of its size at any level.
func compressed(body []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(body) / 6)
	w := compressors.Get().(*gzip.Writer)
	defer compressors.Put(w)
	w.Reset(&b)
	_, _ = w.Write(body) // A buffer takes everything.
	_ = w.Close()
	return b.Bytes()
}
