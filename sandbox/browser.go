package sandbox

import (
	"net/http"
	"net/url"
	"strings"
	"sync"

	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/page"
	"bellhop/sandbox/service"
	"bellhop/sandbox/world"
)

// crossSite reports whether a browser asks for a page of another site, whatever it asks:
// it would send along the credentials that it keeps, which that site does not have.
// Programs that are no browsers say nothing of sites. Who types an address, or follows
// a link to a page, is let through, and so are photos, which any site may show: nothing is
// done by that.
func crossSite(r *http.Request) bool {
	if strings.HasPrefix(r.URL.Path, pathImages) {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return false
	case "":
	default:
		return r.Method != http.MethodGet || r.Header.Get("Sec-Fetch-Mode") != "navigate" || !page.Is(r)
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	from, err := url.Parse(origin)
	return err != nil || from.Host != r.Host
}

// errOtherSite is what another site's page is answered with.
var errOtherSite = func() *service.Rejection {
	r := *service.ErrForbidden
	r.Message = "A browser asks for a page of another site: use the sandbox's own page, or a client that is no browser."
	return &r
}()

// quietInBrowsers leaves out of an answer to a browser that credentials are wanted. The
// sandbox's page asks for them itself, and no browser asks for them in a dialog and keeps
// them: by what it keeps, other sites could ask in the name of who looks at them. Over
// plain HTTP to another machine a browser does not tell from where it asks, so that this is
// what protects there.
func quietInBrowsers(h http.Header, r *http.Request) {
	if r.Header.Get("Sec-Fetch-Site") != "" || strings.HasPrefix(r.UserAgent(), "Mozilla/") {
		h.Del("WWW-Authenticate")
	}
}

// The same for every sandbox.
var (
	pageTokens = sync.OnceValue(func() []page.Token {
		return lists.Map(service.TestTokens(), func(t service.TestToken) page.Token { return page.Token{Token: t.Token, Meaning: t.Meaning} })
	})
	pageScenarios = sync.OnceValue(func() []page.Scenario {
		return lists.Map(world.Scenarios(), func(s world.Scenario) page.Scenario { return page.Scenario{Hotel: s.Hotel, Does: s.Does} })
	})
)

// pageFacts are what the page tells of a sandbox.
func (s *Sandbox) pageFacts() page.Facts {
	return page.Facts{
		Now: s.Now(), Hotels: s.world.Len(), Seed: uint64(s.seed), Shared: s.shared != nil, Control: s.control != "",
		Tokens: pageTokens(), Scenarios: pageScenarios(),
	}
}
