package sandbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"bellhop/internal/spelling"
	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
	"bellhop/sandbox/store"
	"bellhop/sandbox/training/fault"
	"bellhop/sandbox/world"
)

const controlRoot = "/control"

// controls reports whether a path belongs to the control path.
func controls(path string) bool {
	return path == controlRoot || strings.HasPrefix(path, controlRoot+"/")
}

// controlError is an answer of the control path other than a success.
type controlError struct {
	status int
	allow  string // for 405
	Text   string `json:"error"`
}

func (e *controlError) Error() string { return e.Text }

// controlAction carries out one request of the control path. Its answer is the
// state unless it returns one of its own.
type controlAction struct {
	example string // a body that is right; "" for a request without one
	run     func(context.Context, *jsontree.Fields) (any, error)
}

// controlPaths lists the paths that have no name in them.
func controlPaths() []string {
	var list []string
	for _, tail := range []string{"", "/clock", "/latency", "/quirks", "/faults", "/reset", "/snapshots", "/scenarios"} {
		list = append(list, controlRoot+tail)
	}
	return list
}

// order returns an action whose answer is the state.
func order(example string, run func(context.Context, *jsontree.Fields) error) controlAction {
	return controlAction{example, func(ctx context.Context, f *jsontree.Fields) (any, error) { return nil, run(ctx, f) }}
}

// controlActions lists the methods of a path; none means that there is no such
// path.
func (s *Sandbox) controlActions(path string) map[string]controlAction {
	switch path {
	case controlRoot:
		return map[string]controlAction{http.MethodGet: order("", nothing)}
	case controlRoot + "/clock":
		return map[string]controlAction{http.MethodPost: order(`{"to":"+6h"}`, oneText("to", s.SetClock))}
	case controlRoot + "/latency":
		return map[string]controlAction{http.MethodPost: order(`{"to":"office"}`, oneText("to", func(_ context.Context, to string) error {
			return s.training.Latency.Set(to)
		}))}
	case controlRoot + "/quirks":
		return map[string]controlAction{http.MethodPost: order(`{"to":"stripe,key-order"}`, oneText("to", func(_ context.Context, to string) error {
			return s.training.Quirks.Set(to)
		}))}
	case controlRoot + "/faults":
		return map[string]controlAction{
			http.MethodPost: order(`{"rules":"busy POST nth=2"}`, oneText("rules", func(_ context.Context, rules string) error {
				return s.training.Faults.Add(rules)
			})),
			http.MethodDelete: order("", func(context.Context, *jsontree.Fields) error { s.training.Faults.Clear(); return nil }),
		}
	case controlRoot + "/reset":
		return map[string]controlAction{http.MethodPost: order("", func(ctx context.Context, _ *jsontree.Fields) error { return s.Reset(ctx) })}
	case controlRoot + "/snapshots":
		return map[string]controlAction{http.MethodPost: order(`{"name":"before-lunch"}`, oneText("name", s.Save))}
	case controlRoot + "/scenarios":
		return map[string]controlAction{http.MethodGet: {run: listScenarios}}
	}
	rest, found := strings.CutPrefix(path, controlRoot+"/snapshots/")
	name, load := strings.CutSuffix(rest, "/load")
	named := func(run func(context.Context, string) error) controlAction {
		return order("", func(ctx context.Context, _ *jsontree.Fields) error { return s.named(ctx, name, run) })
	}
	switch {
	case !found || name == "" || strings.Contains(name, "/"):
		return nil
	case load:
		return map[string]controlAction{http.MethodPost: named(s.Load)}
	default:
		return map[string]controlAction{http.MethodDelete: named(s.RemoveSnapshot)}
	}
}

func nothing(context.Context, *jsontree.Fields) error { return nil }

// oneText reads the one field of a body and hands it on.
func oneText(name string, run func(context.Context, string) error) func(context.Context, *jsontree.Fields) error {
	return func(ctx context.Context, f *jsontree.Fields) error {
		value := f.Text(name, jsontree.Required)
		f.Done()
		if len(f.Problems.List) == 0 {
			return run(ctx, value)
		}
		return nil // The problems are answered.
	}
}

// named acts on a snapshot and tells which there are when there is none of
// that name.
func (s *Sandbox) named(ctx context.Context, name string, run func(context.Context, string) error) error {
	err := run(ctx, name)
	if !errors.Is(err, store.ErrNoSnapshot) {
		return err
	}
	var names []string
	list, _ := s.store.Snapshots(ctx) // Without the list the message is shorter, not wrong.
	for _, one := range list {
		names = append(names, one.Name)
	}
	hint := "none is saved"
	if len(names) > 0 {
		hint = spelling.Hint(name, names)
	}
	return &controlError{status: http.StatusNotFound, Text: "there is no snapshot named " + name + ": " + hint}
}

func listScenarios(context.Context, *jsontree.Fields) (any, error) { return world.Scenarios(), nil }

// controlState is the answer to almost every request of the control path.
type controlState struct {
	Clock struct {
		Now     string `json:"now"`
		Offset  int64  `json:"offset_seconds"`
		Stopped bool   `json:"stopped"`
	} `json:"clock"`
	Latency      string            `json:"latency"`
	Quirks       []string          `json:"quirks"`
	Faults       []controlFault    `json:"faults"`
	Snapshots    []controlSnapshot `json:"snapshots"`
	Seed         uint64            `json:"seed"`
	Hotels       int               `json:"hotels"`
	Reservations int64             `json:"reservations"`
}

type controlFault struct {
	Rule    string `json:"rule"`
	Matched int64  `json:"matched"`
	Fired   int64  `json:"fired"`
}

type controlSnapshot struct {
	Name         string `json:"name"`
	SavedAt      string `json:"saved_at,omitzero"`
	Reservations int64  `json:"reservations"`
	Damaged      bool   `json:"damaged,omitzero"`
}

func (s *Sandbox) controlState(ctx context.Context) (controlState, error) {
	clock := s.Clock()
	state := controlState{Latency: s.training.Latency.String(), Quirks: s.training.Quirks.Names(), Seed: uint64(s.seed), Hotels: s.world.Len()}
	state.Clock.Now, state.Clock.Stopped = service.Time(clock.Now), clock.Stopped
	state.Clock.Offset = int64(clock.Offset.Round(time.Second) / time.Second)
	state.Faults = lists.Map(s.training.Faults.List(), func(f fault.Status) controlFault { return controlFault(f) })
	snapshots, err := s.Snapshots(ctx)
	if err != nil {
		return state, err
	}
	state.Snapshots = lists.Map(snapshots, func(one store.Snapshot) controlSnapshot {
		if one.Damaged {
			return controlSnapshot{Name: one.Name, Damaged: true}
		}
		return controlSnapshot{Name: one.Name, SavedAt: service.Time(one.SavedAt), Reservations: one.Reservations}
	})
	if state.Reservations, err = s.store.Reservations(ctx); err != nil {
		return state, err
	}
	return state, nil
}

// serveControl answers a request of the control path: how a sandbox is told
// what to do while it runs. It answers only this machine, and only who knows
// the token. Nothing of it is recorded, and no fault meets it.
func (s *Sandbox) serveControl(w http.ResponseWriter, r *http.Request) {
	body, err := s.controlled(w, r)
	if body == nil && err == nil {
		body, err = s.controlState(r.Context())
	}
	status := http.StatusOK
	if err != nil {
		e := s.controlFailure(r, err)
		status, body = e.status, e
		if e.allow != "" {
			w.Header().Set("Allow", e.allow)
		}
		leaveUnread(w, r) // Whatever went wrong, the body may be there still.
		if status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", `Bearer realm="bellhop sandbox control"`)
		}
	}
	text, err := jsontree.EncodeLine(body)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"error":"the answer could not be written"}`+"\n")
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("Date", s.Now().Format(http.TimeFormat))
	w.WriteHeader(status)
	// The client may have gone; there is nobody to tell.
	_, _ = w.Write(text) //nolint:gosec // What a request said comes back in JSON, and nothing takes that for a page.
}

// controlled checks who asks, and for what, and carries it out.
func (s *Sandbox) controlled(w http.ResponseWriter, r *http.Request) (any, error) {
	if !fromHere(r) {
		return nil, &controlError{status: http.StatusNotFound, Text: "there is no such resource"}
	}
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	have, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(s.control))
	if subtle.ConstantTimeCompare(have[:], want[:]) != 1 || !bearer {
		return nil, &controlError{
			status: http.StatusUnauthorized,
			Text:   "the control token is missing or wrong: send the one that the sandbox printed at start, as Authorization: Bearer TOKEN",
		}
	}
	actions := s.controlActions(r.URL.Path)
	if actions == nil {
		return nil, noControlPath(r.URL.Path)
	}
	action, ok := actions[r.Method]
	if !ok {
		var methods []string
		for method := range actions {
			methods = append(methods, method)
		}
		slices.Sort(methods)
		allow := strings.Join(methods, ", ")
		return nil, &controlError{
			status: http.StatusMethodNotAllowed, allow: allow,
			Text: r.Method + " does not go with " + r.URL.Path + ": it takes " + allow,
		}
	}
	proved(r)
	body, release, err := s.limits.read(w, r)
	defer release()
	if err != nil {
		return nil, input.Errorf("the body could not be read to its end, or is larger than %d bytes", service.MaxBody)
	}
	f, err := controlBody(r, body, action.example)
	if err != nil {
		return nil, err
	}
	answer, err := action.run(r.Context(), f)
	if len(f.Problems.List) > 0 {
		return nil, badBody(f.Problems, action.example)
	}
	return answer, err
}

// fromHere reports whether the request comes from this machine, and from no page
// in a browser there, which could be anybody's.
func fromHere(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && peer.Addr().Unmap().IsLoopback() &&
		r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") == ""
}

func noControlPath(path string) error {
	return &controlError{status: http.StatusNotFound, Text: "there is no " + path + ": " + spelling.Hint(path, controlPaths())}
}

// controlBody starts reading the body of a request that takes one, and sees to
// it that another has none.
func controlBody(r *http.Request, body []byte, example string) (*jsontree.Fields, error) {
	p := &jsontree.Problems{}
	if r.URL.RawQuery != "" {
		return nil, input.Errorf("%s takes no parameters in its address", r.URL.Path)
	}
	if example == "" {
		if len(bytes.TrimSpace(body)) > 0 {
			return nil, input.Errorf("%s %s takes no body", r.Method, r.URL.Path)
		}
		return jsontree.NoFields(p), nil
	}
	f := jsontree.ReadObject(body, p)
	if len(p.List) > 0 {
		return nil, badBody(p, example)
	}
	return f, nil
}

func badBody(p *jsontree.Problems, example string) error {
	texts := lists.Map(p.List, func(one jsontree.Problem) string { return strings.TrimSuffix(one.Message, ".") })
	return input.Errorf("%s; the body must be like %s", strings.Join(texts, "; "), example)
}

// controlFailure finds the answer to an error.
func (s *Sandbox) controlFailure(r *http.Request, err error) *controlError {
	var e *controlError
	var input *InputError
	var damage *store.DamageError
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &input):
		return &controlError{status: http.StatusBadRequest, Text: input.Text}
	case errors.Is(err, store.ErrSnapshotName):
		return &controlError{status: http.StatusBadRequest, Text: "the name of a snapshot is 1 to 64 letters, digits, hyphens and underscores"}
	case errors.As(err, &damage):
		s.log.LogAttrs(r.Context(), slog.LevelError, "the data is damaged", slog.String("error", err.Error()))
		return &controlError{status: http.StatusConflict, Text: err.Error() + "; nothing was changed"}
	case errors.Is(err, store.ErrClosed):
		return &controlError{status: http.StatusConflict, Text: "the sandbox is closing: start it again"}
	}
	s.log.LogAttrs(r.Context(), slog.LevelError, "a control request failed",
		slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("error", err.Error()))
	return &controlError{status: http.StatusInternalServerError, Text: "the sandbox failed; its log says why"}
}
