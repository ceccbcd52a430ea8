package app

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"bellhop/config"
	"bellhop/internal/update/updatetest"
	"bellhop/ui"
	"bellhop/ui/play"
)

// askingAt returns a session that may ask the host once a day.
func askingAt(t *testing.T, h *updatetest.Host) (*session, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	s := &session{userAgent: "bellhop/1.2.3", launcher: launcher{build: Build{Version: "1.2.3"}}, log: slog.New(slog.NewTextHandler(log, nil))}
	s.cfg.Paths.UpdateFile = filepath.Join(t.TempDir(), "update.json")
	s.cfg.Preferences.UpdateCheck.Text, s.cfg.Preferences.UpdateURL.Text, s.cfg.Preferences.UpdateKey.Text = "on", h.URL, h.Key
	s.theme.Presenter = ui.NewPresenter(false)
	s.clock = func() time.Time { return time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC) }
	return s, log
}

func TestANewerReleaseIsToldOnceADay(t *testing.T) {
	h := updatetest.New(t)
	h.Publish(t, "1.3.0", 1_795_000_000)
	s, log := askingAt(t, h)
	words, err := s.askNewer(t.Context())
	if want := "Bellhop 1.3.0 is out: bellhop update check"; err != nil || words != want {
		t.Errorf("%q, %v", words, err)
	}
	if words, err = s.askNewer(t.Context()); err != nil || words != "" || len(h.Asked()) != 2 {
		t.Errorf("again at once: %q, %v after %d requests", words, err, len(h.Asked()))
	}
	began := s.clock()
	s.clock = func() time.Time { return began.Add(25 * time.Hour) }
	for version, seconds := range map[string]int64{"1.3.0-rc.1": 1_795_000_001, "1.2.3": 1_795_000_002, "1.2.0": 1_795_000_003, "1.4.0": 1_700_000_000} {
		began = began.Add(50 * time.Hour)
		h.Publish(t, version, seconds)
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
	h := updatetest.New(t)
	h.Publish(t, "1.3.0", 1_795_000_000)
	h.Checksums = append(h.Checksums, '\n')
	s, _ := askingAt(t, h)
	if words, err := s.askNewer(t.Context()); err == nil || words != "" {
		t.Errorf("%q, %v", words, err)
	}
	if words, err := s.askNewer(t.Context()); err != nil || words != "" || len(h.Asked()) != 2 {
		t.Errorf("again: %q, %v after %d requests", words, err, len(h.Asked()))
	}
}

// Nothing is asked of anybody without consent, at a sandbox, while something is recorded, shown or played, or where nobody sits.
func TestWhereNothingIsAsked(t *testing.T) {
	h := updatetest.New(t)
	s, _ := askingAt(t, h)
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
		s, _ := askingAt(t, h)
		change(s)
		if s.mayAsk(config.Production, true) {
			t.Errorf("%s: it may ask", name)
		}
	}
	s.cfg.Preferences.UpdateCheck.Text = "off"
	if s.newer(config.Production) != nil || len(h.Asked()) != 0 {
		t.Errorf("%d requests", len(h.Asked()))
	}
}
