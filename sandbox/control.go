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

	"bellhop/internal/spelling"
	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

const controlRoot = "/control"

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

// controlAction is one method of one path, {name} being that of a snapshot.
type controlAction struct {
	method, path string
	field        string // of the body, which run gets; "" for a request without one
	example      string // a body that is right
	run          func(s *Sandbox, ctx context.Context, text string) error
}

var controlActions = []controlAction{
	{http.MethodGet, controlRoot, "", "", func(*Sandbox, context.Context, string) error { return nil }},
	{http.MethodPost, controlRoot + "/clock", "to", `{"to":"+6h"}`, (*Sandbox).SetClock},
	{http.MethodPost, controlRoot + "/latency", "to", `{"to":"office"}`, func(s *Sandbox, ctx context.Context, to string) error {
		return s.training.Latency.Set(ctx, to)
	}},
	{http.MethodPost, controlRoot + "/quirks", "to", `{"to":"stripe,key-order"}`, func(s *Sandbox, ctx context.Context, to string) error {
		return s.training.Quirks.Set(ctx, to)
	}},
	{http.MethodPost, controlRoot + "/faults", "rules", `{"rules":"busy POST nth=2"}`, func(s *Sandbox, ctx context.Context, rules string) error {
		return s.training.Faults.Add(ctx, rules)
	}},
	{http.MethodDelete, controlRoot + "/faults", "", "", func(s *Sandbox, ctx context.Context, _ string) error {
		return s.training.Faults.Clear(ctx)
	}},
	{http.MethodPost, controlRoot + "/reset", "", "", func(s *Sandbox, ctx context.Context, _ string) error { return s.Reset(ctx) }},
	{http.MethodPost, controlRoot + "/snapshots", "name", `{"name":"before-lunch"}`, (*Sandbox).Save},
	{http.MethodGet, controlRequests, "", "", func(*Sandbox, context.Context, string) error { return nil }},
	{http.MethodGet, controlScenarios, "", "", func(*Sandbox, context.Context, string) error { return nil }},
	{http.MethodPost, controlRoot + "/snapshots/{name}/load", "", "", (*Sandbox).Load},
	{http.MethodDelete, controlRoot + "/snapshots/{name}", "", "", (*Sandbox).RemoveSnapshot},
}

const (
	controlScenarios = controlRoot + "/scenarios"
	controlRequests  = controlRoot + "/requests"
)

// takes reports whether a path is the action's, and returns the name in it.
func (a controlAction) takes(path string) (name string, ok bool) {
	before, after, named := strings.Cut(a.path, "{name}")
	if !named {
		return "", path == before
	}
	name, begins := strings.CutPrefix(path, before)
	name, ends := strings.CutSuffix(name, after)
	return name, begins && ends && name != "" && !strings.Contains(name, "/")
}

// controlPaths lists the paths that have no name in them.
func controlPaths() []string {
	var list []string
	for _, a := range controlActions {
		if !strings.Contains(a.path, "{") && !slices.Contains(list, a.path) {
			list = append(list, a.path)
		}
	}
	return list
}

// findAction finds the action of a request, and the name in its path.
func findAction(r *http.Request) (controlAction, string, error) {
	var methods []string
	for _, a := range controlActions {
		name, ok := a.takes(r.URL.Path)
		if ok && a.method == r.Method {
			return a, name, nil
		}
		if ok {
			methods = append(methods, a.method)
		}
	}
	if methods == nil {
		text := "there is no " + r.URL.Path + ": " + spelling.Hint(r.URL.Path, controlPaths())
		return controlAction{}, "", &controlError{status: http.StatusNotFound, Text: text}
	}
	slices.Sort(methods)
	allow := strings.Join(methods, ", ")
	return controlAction{}, "", &controlError{
		status: http.StatusMethodNotAllowed, allow: allow,
		Text: r.Method + " does not go with " + r.URL.Path + ": it takes " + allow,
	}
}

// noSnapshot tells which snapshots there are when there is none of a name.
func (s *Sandbox) noSnapshot(ctx context.Context, name string) error {
	list, _ := s.store.Snapshots(ctx) // Without the list the message is shorter, not wrong.
	hint := "none is saved"
	if len(list) > 0 {
		hint = spelling.Hint(name, lists.Map(list, func(one store.Snapshot) string { return one.Name }))
	}
	return &controlError{status: http.StatusNotFound, Text: "there is no snapshot named " + name + ": " + hint}
}

// serveControl answers a request of the control path: how a sandbox is told
// what to do while it runs. It answers only this machine, and only who knows
// the token. Nothing of it is recorded, and no fault meets it.
func (s *Sandbox) serveControl(w http.ResponseWriter, r *http.Request, stopping <-chan struct{}) {
	body, err := s.controlled(w, r)
	if err == nil && r.URL.Path == controlRequests {
		s.seen.stream(w, r, stopping, s.waits.closing)
		return
	}
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
		s.limits.leaveUnread(w, r) // Whatever went wrong, the body may be there still.
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
	action, text, err := findAction(r)
	if err != nil {
		return nil, err
	}
	proved(r)
	body, release, err := s.limits.read(w, r)
	defer release()
	if err != nil {
		return nil, input.Errorf("the body could not be read to its end, or is larger than %d bytes", service.MaxBody)
	}
	if text, err = action.text(r, body, text); err != nil {
		return nil, err
	}
	err = action.run(s, r.Context(), text)
	switch {
	case errors.Is(err, store.ErrNoSnapshot):
		return nil, s.noSnapshot(r.Context(), text)
	case err == nil && action.path == controlScenarios:
		return world.Scenarios(), nil
	}
	return nil, err
}

// fromHere reports whether the request comes from this machine, and is not sent on for
// another one. What a page in a
// browser there asks, which could be anybody's, never comes so far: see crossSite.
func fromHere(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && peer.Addr().Unmap().IsLoopback() && r.Header.Get("Forwarded") == "" && r.Header.Get("X-Forwarded-For") == ""
}

// text returns the field of the body that the action takes, or the name in the
// path of one that takes no body.
func (a controlAction) text(r *http.Request, body []byte, name string) (string, error) {
	if r.URL.RawQuery != "" {
		return "", input.Errorf("%s takes no parameters in its address", r.URL.Path)
	}
	if a.field == "" {
		if len(bytes.TrimSpace(body)) > 0 {
			return "", input.Errorf("%s %s takes no body", r.Method, r.URL.Path)
		}
		return name, nil
	}
	p := &jsontree.Problems{}
	f := jsontree.ReadObject(body, p)
	if len(p.List) == 0 {
		name = f.Text(a.field, jsontree.Required)
		f.Done()
	}
	if len(p.List) > 0 {
		texts := lists.Map(p.List, func(one jsontree.Problem) string { return strings.TrimSuffix(one.Message, ".") })
		return "", input.Errorf("%s; the body must be like %s", strings.Join(texts, "; "), a.example)
	}
	return name, nil
}

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
	case errors.Is(err, store.ErrUnavailable):
		s.log.LogAttrs(r.Context(), slog.LevelError, "a control request was not carried out", slog.String("error", err.Error()))
		return &controlError{status: http.StatusServiceUnavailable, Text: "the database is not available: try again when it is; this server's log says more"}
	}
	s.log.LogAttrs(r.Context(), slog.LevelError, "a control request failed",
		slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("error", err.Error()))
	return &controlError{status: http.StatusInternalServerError, Text: "the sandbox failed; its log says why"}
}
