package page_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"bellhop/internal/gated"
)

func insert(ctx context.Context, text string) error { return input.InsertText(text).Do(ctx) }

// brightness is that of the ground and of the text of an element, of 255.
const brightness = `(e => {
  const of = (c) => { const [r, g, b] = c.match(/[\d.]+/g).map(Number); return Math.round(.2126 * r + .7152 * g + .0722 * b); };
  const s = getComputedStyle(e);
  return [of(getComputedStyle(document.body).backgroundColor), of(s.color)];
})`

// Each page, light and dark, wide and narrow: whole, without an error, from here alone, and
// readable.
func TestPagesInEveryLook(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it needs Chromium")
	_, origin := serve(t)
	for _, as := range []look{{false, 1280}, {true, 1280}, {false, 375}, {true, 320}} {
		t.Run(as.String(), func(t *testing.T) {
			t.Parallel()
			w := open(t, origin, as)
			for name, path := range map[string]string{"begin": "/", "api": "/page/api", "live": "/page/live"} {
				w.visit(path)
				if name == "api" {
					w.wait(`document.querySelectorAll(".opblock").length >= 10`)
				}
				w.picture(name + "-" + as.String())
				if wide := eval[int](w, "document.documentElement.scrollWidth"); wide > int(as.width) {
					t.Errorf("%s is %d wide", path, wide)
				}
				for _, part := range []string{"main p", "h1", "nav a", ".opblock-summary-path", ".opblock-summary-description", ".opblock-tag"} {
					if !eval[bool](w, fmt.Sprintf("!!document.querySelector(%q)", part)) {
						continue
					}
					at := eval[[]int](w, fmt.Sprintf("%s(document.querySelector(%q))", brightness, part))
					if ground, text := at[0], at[1]; as.dark != (ground < 60) || as.dark != (text > 140) {
						t.Errorf("%s: %s has brightness %d on %d", path, part, text, ground)
					}
				}
			}
			w.check()
		})
	}
}

// hides fails the test when the page shows something.
func (w *tab) hides(private ...string) {
	w.t.Helper()
	shown := eval[string](w, "document.body.innerText")
	for _, one := range private {
		if strings.Contains(shown, one) {
			w.t.Errorf("the page shows %s", one)
		}
	}
}

// openAPI opens the page of the API, and waits for its operations.
func openAPI(t *testing.T, origin string, as look) *tab {
	t.Helper()
	w := open(t, origin, as)
	w.visit("/page/api")
	w.wait(`document.querySelectorAll(".opblock").length >= 10`)
	return w
}

// block is where the API page has an operation.
func block(operation string) string { return `[id$="-` + operation + `"].opblock` }

// send executes the operation that is open, and returns the status that the page shows.
func (w *tab) send(operation, body string) {
	w.t.Helper()
	block := block(operation)
	w.run(chromedp.ScrollIntoView(block), chromedp.Click(block+" .opblock-summary-control"), chromedp.WaitVisible(block+" .execute"))
	if body != "" {
		w.run(chromedp.Focus(block + " textarea.body-param__text"))
		w.fill(body)
	}
	w.run(chromedp.Click(block + " .execute"))
	w.wait(fmt.Sprintf("!!document.querySelector(%q)", block+" .live-responses-table tbody .response-col_status"))
}

// answer is what the page shows of an operation's answer.
func (w *tab) answer(operation string) (status, body string) {
	w.t.Helper()
	block := block(operation) + " .live-responses-table"
	status = eval[string](w, fmt.Sprintf("document.querySelector(%q).innerText", block+" tbody .response-col_status"))
	body = eval[string](w, fmt.Sprintf("document.querySelector(%q)?.innerText || ''", block+" .highlight-code code"))
	return status, body
}

// authorize gives the page an account, with the keys alone.
func (w *tab) authorize() {
	w.t.Helper()
	w.tabTo(`e.matches(".auth-wrapper .authorize")`)
	w.run(chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(`input[name=username]`))
	w.tabTo(`e.name === "username"`)
	w.fill(account)
	w.tabTo(`e.name === "password"`)
	w.fill(token)
	w.tabTo(`e.matches(".auth-btn-wrapper .authorize")`)
	w.run(chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(".auth-btn-wrapper .btn-done"))
	w.tabTo(`e.matches(".auth-btn-wrapper .btn-done")`)
	w.run(chromedp.KeyEvent(kb.Enter), chromedp.WaitNotPresent(`input[name=username]`))
}

// A hotel is found and booked by trying requests on the page.
func TestSearchAndBookByTryIt(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it needs Chromium")
	s, origin := serve(t)
	w := openAPI(t, origin, look{false, 1280})
	w.authorize()
	in, out := s.Now().AddDate(0, 1, 0).Format("2006-01-02"), s.Now().AddDate(0, 1, 2).Format("2006-01-02")
	w.send("searchHotels", fmt.Sprintf(`{"stay_info":{"check_in_date":%q,"check_out_date":%q,"guests":{"adults":2}},
"filter":{"location":{"type":"iata_code","details":{"iata_code":"LIS"},"radius":{"value":20,"type":"mi"}}}}`, in, out))
	if status, body := w.answer("searchHotels"); !strings.HasPrefix(status, "200") || !strings.Contains(body, "booking_code") {
		t.Fatalf("the search is answered %s %s", status, body)
	}
	w.picture("search")
	w.hides(base64.StdEncoding.EncodeToString([]byte(account+":"+token)), token)
	found := eval[string](w, `window.ui.specSelectors.responseFor("/rest/v1/hotel/search", "post").get("text")`)
	before := reservations(t, origin)
	w.send("createReservation", booking(t, found, in, out))
	if status, said := w.answer("createReservation"); !strings.HasPrefix(status, "201") {
		t.Fatalf("the booking is answered %s %s", status, said)
	}
	w.picture("booked")
	if after := reservations(t, origin); after != before+1 {
		t.Errorf("%d reservations became %d", before, after)
	}
	w.check()
}

// All of the API page is reached by the keys: a request is opened, changed and sent.
func TestTryItByKeys(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it needs Chromium")
	_, origin := serve(t)
	w := openAPI(t, origin, look{true, 1280})
	w.run(chromedp.KeyEvent(kb.Tab))
	if at := eval[string](w, "document.activeElement.className"); at != "skip" {
		t.Errorf("the first tab leads to %q", at)
	}
	w.authorize()
	block := block("searchDestinations")
	w.tabTo(fmt.Sprintf("e.matches('.opblock-summary-control') && e.closest(%q)", block))
	if outline := eval[string](w, "getComputedStyle(document.activeElement).outline"); !strings.Contains(outline, "3px") {
		t.Errorf("what has the keys is not marked: %s", outline)
	}
	w.run(chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(block+" .execute"))
	w.tabTo(fmt.Sprintf("e.matches('input') && e.closest('tr[data-param-name=\"query\"]') && e.closest(%q)", block))
	w.fill("lisbon")
	w.tabTo("e.matches('.execute')")
	w.run(chromedp.KeyEvent(kb.Enter))
	w.wait(fmt.Sprintf("!!document.querySelector(%q)", block+" .live-responses-table tbody .response-col_status"))
	if status, body := w.answer("searchDestinations"); !strings.HasPrefix(status, "200") || !strings.Contains(body, "Lisbon") {
		t.Errorf("the keys' request is answered %s %s", status, body)
	}
	w.check()
}

// Without an account, a request is refused on the page, and no dialog of the browser comes
// over it.
func TestTryItWithoutAnAccount(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it needs Chromium")
	_, origin := serve(t)
	w := openAPI(t, origin, look{false, 1280})
	w.send("searchDestinations", "")
	if status, _ := w.answer("searchDestinations"); !strings.HasPrefix(status, "401") {
		t.Errorf("the answer is %s", status)
	}
}

// The live page, with the keys alone: a wrong token is told, requests come without what is
// private, what is changed is shown, and a reset asks first.
func TestLive(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it needs Chromium")
	_, origin := serve(t)
	w := open(t, origin, look{true, 1280})
	w.visit("/page/live")
	w.tabTo(`e.id === "token"`)
	w.fill("wrong")
	w.run(chromedp.KeyEvent(kb.Enter))
	w.wait(`document.getElementById("problem").innerText.includes("control token")`)
	w.mu.Lock()
	w.errors = nil // Chromium logs each refused request.
	w.mu.Unlock()
	ask(t, http.MethodGet, origin+"/rest/v1/destinations/search?query=Nakamura", "")
	w.run(chromedp.Focus("#token"))
	w.fill(controlToken)
	w.run(chromedp.KeyEvent(kb.Enter))
	w.wait(`document.querySelectorAll("#requests tr").length === 1`)
	ask(t, http.MethodGet, origin+"/rest/v1/destinations/search?query=lisbon", "")
	w.wait(`document.querySelectorAll("#requests tr").length === 2`)
	w.tabTo(`e.id === "fault"`)
	w.fill("busy POST nth=2")
	w.run(chromedp.KeyEvent(kb.Enter))
	w.wait(`document.getElementById("state").innerText.includes("busy POST")`)
	w.tabTo(`e.id === "clock"`)
	w.fill("yesterday, perhaps")
	w.run(chromedp.KeyEvent(kb.Enter))
	w.wait(`document.getElementById("problem").innerText !== ""`)
	w.picture("live-dark")
	w.hides("Nakamura", token, controlToken, "lisbon")
	made := reservations(t, origin)
	w.tabTo(`e.id === "reset"`)
	w.run(chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible("#sure"))
	if at := eval[string](w, "document.activeElement.id"); at != "no" {
		t.Errorf("a question to reset has the keys at %q", at)
	}
	w.run(chromedp.KeyEvent(kb.Enter), chromedp.WaitNotVisible("#sure"))
	ask(t, http.MethodPost, origin+"/control/snapshots", `{"name":"kept"}`)
	if now := reservations(t, origin); now != made {
		t.Errorf("before the answer %d reservations became %d", made, now)
	}
	w.run(chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible("#sure"))
	w.tabTo(`e.id === "yes"`)
	w.run(chromedp.KeyEvent(kb.Enter), chromedp.WaitNotVisible("#sure"))
	w.wait(`!document.getElementById("state").innerText.includes("busy POST")`)
	w.mu.Lock()
	w.errors = nil // The clock's refusal.
	w.mu.Unlock()
	w.check()
}

// A page of another site gets nothing done, in whatever way a browser lets it ask.
func TestOtherSitesCannotUseIt(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it needs Chromium")
	_, origin := serve(t)
	before := reservations(t, origin)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<!doctype html><main><h1>Another site</h1>
<iframe id="inner" src="%[1]s/page/live"></iframe>
<form id="form" method="post" enctype="text/plain" target="inner2" action="%[1]s/control/reset"><input name="a" value="b"></form><iframe name="inner2"></iframe></main>`, origin)
	}))
	t.Cleanup(other.Close)
	w := open(t, strings.Replace(other.URL, "127.0.0.1", "localhost", 1), look{false, 1280})
	w.visit("/")
	said := eval[string](w, "document.getElementById('inner').contentDocument === null ? 'apart' : 'same'")
	if said != "apart" {
		t.Errorf("the frame is %s", said)
	}
	for _, how := range []string{
		`{mode: "no-cors"}`, `{mode: "no-cors", method: "POST", body: "{}", credentials: "include"}`, `{mode: "cors"}`,
		`{mode: "cors", method: "POST", headers: {"Authorization": "Bearer ` + controlToken + `"}}`,
	} {
		for _, path := range []string{"/control/reset", "/control/requests", "/rest/v1/reservations", "/openapi.yaml"} {
			said := ""
			w.run(chromedp.Evaluate(fmt.Sprintf(`fetch(%q, %s).then(a => a.type + a.status, () => "refused")`, origin+path, how), &said,
				awaited))
			if said != "opaque0" && said != "refused" {
				t.Errorf("%s of %s is answered %s", how, path, said)
			}
			w.mu.Lock()
			if status := w.status[origin+path]; status != 0 && status != http.StatusForbidden {
				t.Errorf("%s of %s has status %d", how, path, status)
			}
			w.mu.Unlock()
		}
	}
	w.run(chromedp.Evaluate(`document.getElementById("form").submit()`, nil))
	w.wait(`frames.length === 2`)
	if after := reservations(t, origin); after != before {
		t.Errorf("%d reservations became %d", before, after)
	}
}
