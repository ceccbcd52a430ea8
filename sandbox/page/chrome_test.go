package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"bellhop/sandbox"
)

const (
	account      = "team-a"
	token        = "token-of-team-a"
	controlToken = "token-of-the-control-path"
)

// serve is a sandbox on a port of this machine.
func serve(t *testing.T) (*sandbox.Sandbox, string) {
	t.Helper()
	s, err := sandbox.Open(t.Context(), sandbox.Options{
		Seed: 1, Properties: 400, Accounts: []sandbox.Account{{ID: account, Token: token}}, Control: controlToken, Samples: 5,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		server.CloseClientConnections() // A page may still follow requests.
		server.Close()
		_ = s.Close()
	})
	return s, server.URL
}

// browser finds Chromium. Where it could be installed, a test that lacks it fails.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "" && os.Getuid() == 0 {
		t.Fatal("Chromium is needed: install chromium")
	}
	t.Skip("NOT RUN: there is no Chromium; install chromium")
	return ""
}

// tab is a browser that has one page open.
type tab struct {
	t      *testing.T
	ctx    context.Context
	origin string

	mu     sync.Mutex
	errors []string
	asked  []string       // the addresses of all requests
	status map[string]int // of the answers, by address
}

// look is how a reader has the browser.
type look struct {
	dark  bool
	width int64
}

func open(t *testing.T, origin string, as look) *tab {
	t.Helper()
	path := browser(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"), // There is no network.
	)
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium's own cannot be made by root.
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute) // For a browser that hangs.
	t.Cleanup(stop)
	ctx, end := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(end)
	ctx, leave := chromedp.NewContext(ctx)
	t.Cleanup(leave)
	w := &tab{t: t, ctx: ctx, origin: origin, status: map[string]int{}}
	chromedp.ListenTarget(ctx, w.listen)
	scheme := map[bool]string{true: "dark", false: "light"}[as.dark]
	w.run(
		network.Enable(), cdplog.Enable(),
		emulation.SetDeviceMetricsOverride(as.width, 900, 1, as.width < 500),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
	)
	return w
}

func (w *tab) listen(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *cdpruntime.EventExceptionThrown:
		w.errors = append(w.errors, e.ExceptionDetails.Error())
	case *cdpruntime.EventConsoleAPICalled:
		if e.Type == cdpruntime.APITypeError || e.Type == cdpruntime.APITypeWarning {
			text, _ := json.Marshal(e.Args)
			w.errors = append(w.errors, string(text))
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.LevelError || e.Entry.Level == cdplog.LevelWarning {
			w.errors = append(w.errors, e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		w.asked = append(w.asked, e.Request.URL)
	case *network.EventResponseReceived:
		w.status[e.Response.URL] = int(e.Response.Status)
	}
}

func (w *tab) run(actions ...chromedp.Action) {
	w.t.Helper()
	if err := chromedp.Run(w.ctx, actions...); err != nil {
		w.picture("failed-" + w.t.Name())
		w.t.Fatalf("%v\n%s", err, w.told())
	}
}

// visit opens a page of the sandbox, and waits until all of it is there.
func (w *tab) visit(path string) {
	w.t.Helper()
	w.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, _, failed, _, err := page.Navigate(w.origin + path).Do(ctx)
		if failed != "" {
			return fmt.Errorf("%s: %s", path, failed)
		}
		return err
	}))
	w.wait(fmt.Sprintf(`location.pathname === %q && document.readyState === "complete" && !!document.querySelector("h1")`, path))
}

// eval returns what an expression of JavaScript is.
func eval[T any](w *tab, expression string) T {
	w.t.Helper()
	var value T
	w.run(chromedp.Evaluate(expression, &value))
	return value
}

// wait waits until an expression of JavaScript holds, whichever page is there by then.
func (w *tab) wait(expression string) {
	w.t.Helper()
	for holds := false; ; {
		err := chromedp.Run(w.ctx, chromedp.Evaluate("!!("+expression+")", &holds))
		switch {
		case holds:
			return
		case w.ctx.Err() != nil:
			w.picture("failed-" + w.t.Name())
			w.t.Fatalf("%s does not come to hold: %v\n%s", expression, err, w.told())
		}
		<-time.After(20 * time.Millisecond)
	}
}

// told is what the browser's console says.
func (w *tab) told() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.errors, "\n")
}

// check fails the test for errors in the console, and for requests to elsewhere.
func (w *tab) check() {
	w.t.Helper()
	if said := w.told(); said != "" {
		w.t.Errorf("the console says:\n%s", said)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, one := range w.asked {
		if !strings.HasPrefix(one, w.origin+"/") && !strings.HasPrefix(one, "data:") {
			w.t.Errorf("the page asks %s", one)
		}
	}
}

// tabTo presses the tab key until an expression of JavaScript holds of the element e that
// has the keys.
func (w *tab) tabTo(holds string) {
	w.t.Helper()
	const most = 400
	for range most {
		w.run(chromedp.KeyEvent(kb.Tab))
		if eval[bool](w, "(e => !!("+holds+"))(document.activeElement)") {
			return
		}
	}
	w.picture("failed-" + w.t.Name())
	w.t.Fatalf("%d times the tab key does not lead to %s", most, holds)
}

// fill puts a text into the field that has the keys, in place of what is in it.
func (w *tab) fill(text string) {
	w.t.Helper()
	w.run(chromedp.KeyEvent("a", chromedp.KeyModifiers(2)), chromedp.ActionFunc(func(ctx context.Context) error {
		return insert(ctx, text)
	}))
}

// picture keeps what the tab shows in the folder of BELLHOP_TEST_PICTURES, if there is one.
func (w *tab) picture(name string) {
	dir := os.Getenv("BELLHOP_TEST_PICTURES")
	if dir == "" {
		return
	}
	var png []byte
	if err := chromedp.Run(w.ctx, chromedp.FullScreenshot(&png, 100)); err != nil {
		w.t.Logf("no picture: %v", err)
		return
	}
	if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, "/", "-")+".png"), png, 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (l look) String() string {
	return fmt.Sprintf("%s-%d", map[bool]string{true: "dark", false: "light"}[l.dark], l.width)
}
