package app

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"aead.dev/minisign"

	"bellhop/config"
	"bellhop/internal/update"
	"bellhop/ui"
	"bellhop/ui/play"
)

// A releaseHost serves the checksums of a release, signed at a time, and counts what it is asked.
type releaseHost struct {
	*httptest.Server
	asked             atomic.Int32
	secret            minisign.PrivateKey
	key               string
	checksums, signed []byte
}

func newReleaseHost(t *testing.T) *releaseHost {
	t.Helper()
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &releaseHost{secret: secret, key: public.String()}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		h.asked.Add(1)
		if strings.HasSuffix(q.URL.Path, update.SignatureEnding) {
			_, _ = w.Write(h.signed)
			return
		}
		_, _ = w.Write(h.checksums)
	}))
	t.Cleanup(h.Close)
	return h
}

func (h *releaseHost) publish(t *testing.T, version string, seconds int64) {
	t.Helper()
	h.checksums = fmt.Appendf(nil, "%x  bellhop_%s_linux_amd64.tar.gz\n", sha256.Sum256(nil), version)
	var err error
	if h.signed, err = update.Sign(h.secret, bytes.NewReader(h.checksums), "checksums.txt", seconds); err != nil {
		t.Fatal(err)
	}
}

// session returns one that may ask the host once a day.
func (h *releaseHost) session(t *testing.T) (*session, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	s := &session{userAgent: "bellhop/1.2.3", launcher: launcher{build: Build{Version: "1.2.3"}}, log: slog.New(slog.NewTextHandler(log, nil))}
	s.cfg.Paths.UpdateFile = filepath.Join(t.TempDir(), "update.json")
	s.cfg.Preferences.UpdateCheck.Text, s.cfg.Preferences.UpdateURL.Text, s.cfg.Preferences.UpdateKey.Text = "on", h.URL, h.key
	s.theme.Presenter = ui.NewPresenter(false)
	s.clock = func() time.Time { return time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC) }
	return s, log
}

func TestANewerReleaseIsToldOnceADay(t *testing.T) {
	h := newReleaseHost(t)
	h.publish(t, "1.3.0", 1_795_000_000)
	s, log := h.session(t)
	words, err := s.askNewer(t.Context())
	if want := "Bellhop 1.3.0 is out: bellhop update check"; err != nil || words != want {
		t.Errorf("%q, %v", words, err)
	}
	if words, err = s.askNewer(t.Context()); err != nil || words != "" || h.asked.Load() != 2 {
		t.Errorf("again at once: %q, %v after %d requests", words, err, h.asked.Load())
	}
	began := s.clock()
	s.clock = func() time.Time { return began.Add(25 * time.Hour) }
	for version, seconds := range map[string]int64{"1.3.0-rc.1": 1_795_000_001, "1.2.3": 1_795_000_002, "1.2.0": 1_795_000_003, "1.4.0": 1_700_000_000} {
		began = began.Add(50 * time.Hour)
		h.publish(t, version, seconds)
		if words, err := s.askNewer(t.Context()); err != nil || words != "" {
			t.Errorf("%s, signed at %d: %q, %v", version, seconds, words, err)
		}
	}
	if log.Len() > 0 {
		t.Error(log)
	}
}

// What fails is a line of the log, and is not tried again on the same day.
func TestAFailedCheckIsSilent(t *testing.T) {
	h := newReleaseHost(t)
	h.publish(t, "1.3.0", 1_795_000_000)
	h.checksums = append(h.checksums, '\n')
	s, _ := h.session(t)
	if words, err := s.askNewer(t.Context()); err == nil || words != "" {
		t.Errorf("%q, %v", words, err)
	}
	if words, err := s.askNewer(t.Context()); err != nil || words != "" || h.asked.Load() != 2 {
		t.Errorf("again: %q, %v after %d requests", words, err, h.asked.Load())
	}
}

// Nothing is asked of anybody without consent, at a sandbox, while something is recorded, shown or played, or where nobody sits.
func TestWhereNothingIsAsked(t *testing.T) {
	h := newReleaseHost(t)
	s, _ := h.session(t)
	if !s.mayAsk(config.Production, true) {
		t.Error("with consent, at an account in production, nothing is asked")
	}
	if s.mayAsk(config.Production, false) || s.mayAsk(config.Sandbox, true) || s.mayAsk("", true) {
		t.Error("it may ask at a sandbox, or where nobody sits")
	}
	for name, change := range map[string]func(*session){
		"no consent":   func(s *session) { s.cfg.Preferences.UpdateCheck.Text = "off" },
		"nothing said": func(s *session) { s.cfg.Preferences.UpdateCheck.Text = "" },
		"odd words":    func(s *session) { s.cfg.Preferences.UpdateCheck.Text = "yes" },
		"a recording":  func(s *session) { s.cfg.Record = "session.jsonl" },
		"a play":       func(s *session) { s.script = &play.Script{} },
		"an audience":  func(s *session) { s.theme.Presenter = ui.NewPresenter(true) },
	} {
		s, _ := h.session(t)
		change(s)
		if s.mayAsk(config.Production, true) {
			t.Errorf("%s: it may ask", name)
		}
	}
	s.cfg.Preferences.UpdateCheck.Text = "off"
	if s.newer(config.Production) != nil || h.asked.Load() != 0 {
		t.Errorf("%d requests", h.asked.Load())
	}
}
