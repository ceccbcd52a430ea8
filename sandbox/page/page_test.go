package page_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
)

func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// ask sends a request of the account, or of the control path, and returns its answer.
func ask(t *testing.T, method, address, body string) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth(account, token)
	if strings.Contains(address, "/control") {
		r.Header.Set("Authorization", "Bearer "+controlToken)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 300 {
		t.Fatalf("%s %s: %d %s, %v", method, address, answer.StatusCode, text, err)
	}
	return text
}

// reservations is how many the sandbox has.
func reservations(t *testing.T, origin string) int {
	t.Helper()
	var state struct{ Reservations int }
	if err := json.Unmarshal(ask(t, http.MethodGet, origin+"/control", ""), &state); err != nil {
		t.Fatal(err)
	}
	return state.Reservations
}

// booking is the request that books the first rate of a search's answer.
func booking(t *testing.T, search, in, out string) string {
	t.Helper()
	type object = map[string]any
	var answer struct {
		Results []struct {
			Rooms []struct{ Rates []object }
			Chain string `json:"chain_code"`
			Name  string `json:"name"`
			Code  string `json:"property_code"`
		}
	}
	if err := json.Unmarshal([]byte(search), &answer); err != nil {
		t.Fatal(err)
	}
	hotel := answer.Results[0]
	rate := hotel.Rooms[0].Rates[0]
	price := rate["price"].(object)
	text, err := json.Marshal(object{
		"check_in_date": in, "check_out_date": out,
		"guests": object{"number_of_adults": 2, "number_of_children": 0, "primary": object{
			"address": "1 Sample Street", "city": "Lyon", "country": "FR", "email": "anna@example.com", "given_name": "Anna", "surname": "Sample",
			"telephone_number": "+33478000000", "state": "", "postal_code": "69002",
		}},
		"hotel":   object{"chain_code": hotel.Chain, "name": hotel.Name, "property_code": hotel.Code},
		"payment": object{"guest": object{"amount": price["total_price"], "token": "card_good"}},
		"rate": object{
			"booking_code": rate["booking_code"], "channel_code": rate["channel_code"], "number_of_rooms": 1, "terms": rate["terms"],
			"price": object{
				"total_price": price["total_price"], "base_price": price["base_price"], "total_taxes": price["total_taxes"], "currency_code": price["currency_code"],
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What is embedded of swagger-ui is what its package has.
func TestVendoredFiles(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"swagger-ui-bundle.js": "e6a898692f2d768e807c3ba4626068a69a2c5dd960dd6c76f3e4d3a3de180af2",
		"swagger-ui.css":       "5ed08757e53da3e026d6cbecc61fe5d43585c9560b302d534ad56692519a273d",
	} {
		file, err := os.Open("vendor/" + name + ".gz")
		if err != nil {
			t.Fatal(err)
		}
		text, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.New()
		if _, err := io.CopyN(sum, text, 10<<20); !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		_ = file.Close()
		if got := hex.EncodeToString(sum.Sum(nil)); got != want {
			t.Errorf("%s has the digest %s", name, got)
		}
	}
}

// The lines of the page's beginning work as they stand, but for the account's name and token.
func TestBeginsWithLinesThatWork(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("NOT RUN: there is no curl")
	}
	_, origin := serve(t)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, origin+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(text), "<code>SANDBOX=")
	lines, _, _ = strings.Cut(lines, "</code>")
	lines = strings.NewReplacer("ACCOUNT=partner TOKEN=…", "ACCOUNT="+account+" TOKEN="+token, "curl ", "curl -sS --fail-with-body ").Replace(html.UnescapeString(lines))
	out, err := exec.CommandContext(t.Context(), "bash", "-euc", "SANDBOX="+lines).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, lines, out)
	}
	for _, want := range []string{`"destination"`, `"booking_code"`, `"total_items_without_paging":5`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the lines do not print %s:\n%s", want, out[max(0, len(out)-600):])
		}
	}
}

// Who is no browser gets the service's answer at the root; what is not there is not there.
func TestWhoGetsThePage(t *testing.T) {
	t.Parallel()
	_, origin := serve(t)
	for _, one := range []struct {
		method, path, accept string
		status               int
		kind                 string
	}{
		{"GET", "/", "text/html,*/*;q=0.8", 200, "text/html"},
		{"HEAD", "/", "text/html", 200, "text/html"},
		{"GET", "/", "*/*", 404, "application/json"},
		{"POST", "/", "text/html", 404, "application/json"},
		{"GET", "/page/api", "*/*", 200, "text/html"},
		{"GET", "/page/page.css", "*/*", 200, "text/css"},
		{"GET", "/page/swagger-ui-bundle.js", "*/*", 200, "text/javascript"},
		{"GET", "/page/index.html", "*/*", 404, "text/plain"},
		{"GET", "/page/../page.go", "*/*", 404, "text/plain"},
		{"GET", "/page/nowhere", "*/*", 404, "text/plain"},
		{"GET", "/page/", "*/*", 404, "text/plain"},
		{"POST", "/page/api", "*/*", 405, "text/plain"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), one.method, origin+one.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", one.accept)
		r.SetBasicAuth(account, token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != one.status || !strings.HasPrefix(answer.Header.Get("Content-Type"), one.kind) {
			t.Errorf("%s %s for %s is answered %d %s", one.method, one.path, one.accept, answer.StatusCode, answer.Header.Get("Content-Type"))
		}
		if policy := answer.Header.Get("Content-Security-Policy"); one.status == 200 && (!strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe")) {
			t.Errorf("%s has the policy %q", one.path, policy)
		}
	}
}
