package cli_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bellhop/cli/exit"
)

// An answer that is labelled JSON and is not valid is not shown, and fails. A refusal by the service keeps its own exit code.
func TestPrintRaw_NotJSON(t *testing.T) {
	f := newFixture(t)
	status := http.StatusOK
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"token":"tok_1"`)
	}))
	t.Cleanup(service.Close)
	f.env["BELLHOP_ACCOUNT"], f.env["BELLHOP_TOKEN"] = "partner", "secret"
	const held = "bellhop: the answer is labelled JSON and is not valid: its 16 bytes may hold a token, and are not shown\n"
	for _, test := range []struct {
		status, code int
		end          string
	}{
		{http.StatusOK, exit.Failed, "bellhop: the answer is not valid JSON: it breaks off, or has text after its end\n"},
		{http.StatusForbidden, exit.Auth, "bellhop: the service answered 403 Forbidden\n"},
	} {
		status = test.status
		code, out, errOut := f.run("api", "GET", "/rest/v1/hotel/search", "--base-url", service.URL, "--guest")
		if code != test.code || out != "" || !strings.HasSuffix(errOut, held+test.end) {
			t.Errorf("%d: exit %d, %s%s", test.status, code, out, errOut)
		}
	}
}
