// Package page is what a sandbox shows in a browser: what it is, how to begin, its API to
// try, and what happens at it. All of it is embedded: nothing is fetched from elsewhere, and
// nothing that another site says is run.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

//go:embed assets vendor/*.gz
var files embed.FS

// The paths of the page beside the root.
const (
	root    = "/page/"
	pathAPI = root + "api"
	// Live is behind the token of the control path.
	pathLive = root + "live"
)

// Token is a payment token with a behaviour of its own.
type Token struct{ Token, Meaning string }

// Scenario is a hotel that does something on purpose.
type Scenario struct{ Hotel, Does string }

// Facts are what the page tells of its sandbox.
type Facts struct {
	Now       time.Time // by the sandbox's clock
	Hotels    int
	Seed      uint64
	Shared    bool // other servers have the same data
	Control   bool // there is a control path
	Tokens    []Token
	Scenarios []Scenario
}

// view is what a page is made of.
type view struct {
	Facts
	Title, Here string // the page's own path
	Address     string // of this sandbox, as the client called it
	In, Out     string // a stay to search for
}

// policy lets a page use what comes from here, and nothing else. No page can be shown
// within another one.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
	"form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// pages are read by the first who asks for one: most sandboxes are never looked at.
var pages = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(files, "assets/*.html")) })

// Is reports whether a request is for the page: whoever asks for the root and takes no HTML
// is a client of the service.
func Is(r *http.Request) bool {
	if r.URL.Path == "/" {
		return (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.Contains(r.Header.Get("Accept"), "text/html")
	}
	return strings.HasPrefix(r.URL.Path, root)
}

// Serve answers a request for which Is holds.
func Serve(w http.ResponseWriter, r *http.Request, f Facts) {
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "The pages of a sandbox are only read.", http.StatusMethodNotAllowed)
	case !found(w, r, f):
		http.Error(w, "There is no such page. The first one is /", http.StatusNotFound)
	}
}

// found reports whether there is such a page, and then has served it.
func found(w http.ResponseWriter, r *http.Request, f Facts) bool {
	switch r.URL.Path {
	case "/":
		return serve(w, r, f, "index.html", "A sandbox of the hotel booking partner service")
	case pathAPI:
		return serve(w, r, f, "api.html", "The API, to try")
	case pathLive:
		return f.Control && serve(w, r, f, "live.html", "What happens here")
	}
	return asset(w, r)
}

func serve(w http.ResponseWriter, r *http.Request, f Facts, name, title string) bool {
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	in := f.Now.AddDate(0, 0, 30)
	v := view{
		Facts: f, Title: title, Here: r.URL.Path, Address: scheme + "://" + r.Host,
		In: in.Format(time.DateOnly), Out: in.AddDate(0, 0, 3).Format(time.DateOnly),
	}
	var text bytes.Buffer
	if err := pages().ExecuteTemplate(&text, name, v); err != nil {
		return false
	}
	headers(w, "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store") // It holds the time, and the address that it was asked for by.
	if r.Method != http.MethodHead {
		_, _ = w.Write(text.Bytes()) // The client may have gone.
	}
	return true
}

func headers(w http.ResponseWriter, kind string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// asset serves a file of the page. Those of others are stored compressed, and go as they are
// to who takes that, which every browser does.
func asset(w http.ResponseWriter, r *http.Request) bool {
	name := path.Base(r.URL.Path)
	if r.URL.Path != root+name || strings.HasSuffix(name, ".html") {
		return false
	}
	text, err := files.ReadFile("assets/" + name)
	packed := err != nil
	if packed {
		if text, err = files.ReadFile("vendor/" + name + ".gz"); err != nil || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			return false
		}
	}
	headers(w, mime.TypeByExtension(path.Ext(name)))
	h := w.Header()
	if packed {
		h.Set("Content-Encoding", "gzip")
	}
	sum := sha256.Sum256(text)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache") // It is asked for again, and answered in a word.
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return true
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(text) //nolint:gosec // A file of the program; the client may have gone.
	}
	return true
}
