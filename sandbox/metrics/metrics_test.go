package metrics_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	_ "time/tzdata"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"bellhop/sandbox"
	"bellhop/sandbox/metrics"
)

// get asks an address for its text, as an account if one is given.
func get(t *testing.T, address, account string, status int) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if account != "" {
		r.SetBasicAuth(account, "key-1")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != status {
		t.Errorf("%s: %d, %v; want %d", address, answer.StatusCode, err, status)
	}
	return string(text)
}

// What a sandbox does is counted, and nothing that is counted says who asked, or about
// whom.
func TestMetrics(t *testing.T) {
	t.Parallel()
	m := metrics.New("1.2.3")
	box, err := sandbox.Open(t.Context(), sandbox.Options{
		Properties: 100, Accounts: []sandbox.Account{{ID: "acme", Token: "key-1"}}, Samples: 3, Observer: m, Faults: "busy GET /rest/v1/reservations nth=2",
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = box.Close() }()
	m.Usage(func() map[string]float64 { return map[string]float64{"connections": 7} })
	service, watch := httptest.NewServer(box.Handler()), httptest.NewServer(m.Handler(box.Handler()))
	defer service.Close()
	defer watch.Close()
	get(t, service.URL+"/rest/v1/reservations", "acme", 200)
	get(t, service.URL+"/rest/v1/reservations", "acme", 429)
	get(t, service.URL+"/rest/v1/reservation/0123456789abcdef0123456789abcdef", "acme", 404)
	get(t, service.URL+"/wrong/Jane-Doe", "acme", 404)
	get(t, watch.URL+"/healthz", "", 200)
	get(t, watch.URL+"/readyz", "", 200)
	get(t, watch.URL+"/control", "", 404)
	text := get(t, watch.URL+"/metrics", "", 200)
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil || len(families) < 12 {
		t.Fatalf("%d metrics, %v", len(families), err)
	}
	for _, want := range []string{
		`bellhop_requests_total{endpoint="/rest/v1/reservations",method="GET",status="200"} 1`,
		`bellhop_requests_total{endpoint="/rest/v1/reservations",method="GET",status="429"} 1`,
		`bellhop_requests_total{endpoint="/rest/v1/reservation/{reservation_id}",method="GET",status="404"} 1`,
		`bellhop_requests_total{endpoint="other",method="GET",status="404"} 1`,
		`bellhop_refusals_total{code="1029",type="APPLICATION_ERROR"} 1`,
		`bellhop_faults_total{kind="busy"} 1`,
		`bellhop_request_seconds_count{endpoint="/rest/v1/reservations"} 2`,
		`bellhop_store_seconds_count{operation="list",outcome="ok"} 1`,
		`bellhop_requests_under_way 0`,
		`bellhop_database_connections 7`,
		`bellhop_build_info{version="1.2.3"} 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("the metrics lack %s", want)
		}
	}
	for _, secret := range []string{"acme", "key-1", "0123456789abcdef", "Jane"} {
		if strings.Contains(text, secret) {
			t.Errorf("the metrics hold %s", secret)
		}
	}
	get(t, service.URL+"/metrics", "acme", 404) // The service itself has none.
}
