// Package metrics counts what a sandbox does, in the form that Prometheus reads. No
// label says who asks, or holds an id or a guest.
package metrics

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"bellhop/sandbox"
)

// Metrics are the counters of one sandbox. It is a sandbox.Observer.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	underWay prometheus.Gauge
	refusals *prometheus.CounterVec
	soldOut  prometheus.Counter
	faults   *prometheus.CounterVec
	store    *prometheus.HistogramVec
}

// New makes the counters of a program of a version.
func New(version string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bellhop_requests_total", Help: "Requests that were answered, by endpoint, method and status; status 0 is a connection that a fault dropped.",
		}, []string{"endpoint", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "bellhop_request_seconds", Help: "How long requests took, by endpoint. What latency and faults hold back counts.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"endpoint"}),
		underWay: prometheus.NewGauge(prometheus.GaugeOpts{Name: "bellhop_requests_under_way", Help: "Requests that are being answered."}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bellhop_refusals_total", Help: "Requests that were answered with an error, by its type and code (SPEC 7).",
		}, []string{"type", "code"}),
		soldOut: prometheus.NewCounter(prometheus.CounterOpts{Name: "bellhop_sold_out_total", Help: "Creations that found their room sold out."}),
		faults: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bellhop_faults_total", Help: "Requests that met a fault on purpose, by its kind.",
		}, []string{"kind"}),
		store: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "bellhop_store_seconds", Help: "How long the store took, by operation and outcome.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"operation", "outcome"}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "bellhop_build_info", Help: "Which Bellhop this is; always 1.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(m.requests, m.seconds, m.underWay, m.refusals, m.soldOut, m.faults, m.store, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Begun counts a request that has come.
func (m *Metrics) Begun() { m.underWay.Inc() }

// Answered counts a request that was answered.
func (m *Metrics) Answered(o sandbox.Observation) {
	m.underWay.Dec()
	m.requests.WithLabelValues(o.Endpoint, o.Method, strconv.Itoa(o.Status)).Inc()
	m.seconds.WithLabelValues(o.Endpoint).Observe(o.Took.Seconds())
	if o.Fault != "" {
		m.faults.WithLabelValues(o.Fault).Inc()
	}
	if o.ErrorType != "" {
		m.refusals.WithLabelValues(o.ErrorType, strconv.Itoa(o.ErrorCode)).Inc()
	}
	if o.SoldOut {
		m.soldOut.Inc()
	}
}

// Stored counts an operation of the store.
func (m *Metrics) Stored(operation, outcome string, took time.Duration) {
	m.store.WithLabelValues(operation, outcome).Observe(took.Seconds())
}

// Usage adds what usage returns whenever somebody reads the counters, as
// bellhop_database_NAME: a counter where the name ends with _total, else a gauge.
func (m *Metrics) Usage(usage func() map[string]float64) {
	m.registry.MustRegister(database(usage))
}

// database is the use of the connections to a database.
type database func() map[string]float64

// Describe describes nothing: which values there are is the database's to say.
func (database) Describe(chan<- *prometheus.Desc) {}

// Collect reads the values.
func (d database) Collect(out chan<- prometheus.Metric) {
	for name, value := range d() {
		desc := prometheus.NewDesc("bellhop_database_"+name, "The server's connections to its database: "+name+".", nil, nil)
		kind := prometheus.GaugeValue
		if strings.HasSuffix(name, "_total") {
			kind = prometheus.CounterValue
		}
		out <- prometheus.MustNewConstMetric(desc, kind, value)
	}
}

// Handler serves /metrics, and what else is asked by who watches over a server: other
// answers everything else.
func (m *Metrics) Handler(other http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.Handle("/healthz", other)
	mux.Handle("/readyz", other)
	return mux
}
