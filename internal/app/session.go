package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"bellhop/api"
	"bellhop/booking/activity"
	"bellhop/booking/pace"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/internal/memory"
	"bellhop/sandbox"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/mouse"
	"bellhop/ui/play"
)

// A session is one run of the console: what was started for it, and ends with
// it.
type session struct {
	ctx       context.Context
	userAgent string
	cfg       config.Config
	keyring   config.Keyring
	log       *slog.Logger
	api       *api.Client // of the desk that was opened last
	theme     ui.Theme
	stops     []func()
	// script is what the console does by itself; nil is nothing.
	script *play.Script
	// pace counts what a booking takes; nil counts nothing.
	pace *pace.Meter
	// activity has what the session asked; nil observes nothing.
	activity *activity.Log
	// recorder writes down what is asked of a service that is not this process's own; nil writes nothing.
	recorder *clientRecorder
	// lessons explain the keys that send something; nil explains none.
	lessons *screens.Lessons
	// writes are the bookings and cancellations under way.
	writes screens.Writes
	// sandbox is the one that the session has started; nil until then.
	sandbox atomic.Pointer[sandbox.Sandbox]
	// clock is that of a demo that another process runs; nil for any other.
	clock func() time.Time
}

// What was sent when the console ends has this long to be answered, and then
// this long to write its line in the log.
const (
	answerTime = 2 * time.Second
	logTime    = time.Second
)

// inSession starts what begin wants, shows its screen until the user leaves,
// and ends everything that was started.
func (l launcher) inSession(ctx context.Context, cfg config.Config, begin func(*session) (ui.Screen, ui.Environment, error)) (failed error) {
	if !output.IsTerminal(os.Stdout) {
		return errors.New("the console needs a terminal, and the output is not one; for scripts there is \"bellhop sandbox\" and any HTTP client")
	}
	log, closeLog, err := openLog(cfg.Paths.LogFile)
	if err != nil {
		return err
	}
	defer closeLog()
	ctx, cancel := context.WithCancel(ctx)
	s := &session{ctx: ctx, userAgent: l.userAgent, cfg: cfg, keyring: l.keyring, log: log, theme: ui.NewTheme(themeName(cfg)), activity: activity.NewLog()}
	s.theme.Presenter = ui.NewPresenter(false)
	s.theme.Keys = s.keys()
	s.theme.Mouse = mouse.New(cfg.Preferences.Mouse.Text == "true")
	if cfg.Preferences.Pace.Text != "off" {
		s.pace = pace.NewMeter(time.Now)
	}
	if cfg.Preferences.Learning.Text != "off" {
		s.lessons = &screens.Lessons{Keys: s.theme.Keys}
	}
	defer func() {
		if err := s.recorder.close(); failed == nil {
			failed = err
		}
	}()
	defer s.stop(cancel)
	signals, stop := ui.Signals()
	defer stop()
	first, environment, err := begin(s)
	select {
	case caught := <-signals:
		// It came before there was a console to end; what was started is ended.
		return s.ended(&ui.StoppedError{Signal: caught})
	default:
	}
	if err != nil {
		return err
	}
	defer memory.ReleaseAfter(startedTime)()
	err = ui.Run(ctx, ui.Options{
		Product: "bellhop", Environment: environment, Theme: s.theme, Adapt: s.adapt(), Now: s.now, First: first, Presentation: play.New(s.theme, s.script), Alone: s.theme.Keys.WriteKeys(), Signals: signals,
		Pressed: screens.Pressed(s.pace), Lessons: s.taught(),
		OnPanic: func(value any, stack []byte) {
			// The value may hold a guest's data: its type says enough.
			log.Error("panic", "kind", fmt.Sprintf("%T", value), "stack", string(stack))
		},
		Settle: func() { s.writes.Settle(answerTime) },
	})
	return s.ended(err)
}

// startedTime is when a console has started, with all that is prepared after its first frame.
const startedTime = 2 * time.Second

// ended returns how the console ended, in words for the terminal that the user is
// back on.
func (s *session) ended(err error) error {
	var (
		stopped    *ui.StoppedError
		unfinished *ui.UnfinishedError
	)
	log := s.cfg.Paths.LogFile
	switch {
	case errors.As(err, &unfinished):
		s.log.Warn("the console ended with something unfinished", "what", strings.Join(unfinished.Texts, " "))
		err = fmt.Errorf("%w The log is %s.", err, log) //nolint:revive,staticcheck // These are whole sentences.
	case errors.As(err, &stopped):
		err = fmt.Errorf("%w; the log is %s", err, log)
	case errors.Is(err, ui.ErrPanic):
		err = fmt.Errorf("%w: the console ended by itself; the log is %s", err, log)
	}
	if errors.As(err, &stopped) {
		return &exit.Stopped{Signal: stopped.Signal, Message: err.Error()}
	}
	return err
}

// now returns the time that everything in the console goes by: that of the sandbox
// which the session has started or joined, or else this machine's. Where it stands still
// it stands at a whole second, at which what happens every second begins.
func (s *session) now() time.Time {
	box := s.sandbox.Load()
	switch {
	case box == nil && s.clock != nil:
		return s.clock()
	case box == nil:
		return time.Now()
	}
	clock := box.Clock()
	if clock.Stopped {
		return clock.Now.Truncate(time.Second)
	}
	return clock.Now
}

// stop ends what was started, the newest first.
func (s *session) stop(cancel context.CancelFunc) {
	cancel()
	s.writes.Settle(logTime)
	for i := len(s.stops) - 1; i >= 0; i-- {
		s.stops[i]()
	}
}

// themeName returns the palette to draw with: no colours where the environment asks
// for none and no palette was chosen.
func themeName(cfg config.Config) string {
	_, colourless := os.LookupEnv("NO_COLOR")
	if colourless && cfg.Preferences.Theme.Text == "auto" {
		return "none"
	}
	if name := cfg.Preferences.Theme.Text; name != "auto" {
		return name
	}
	return byBackground(ui.LightBackground(os.Getenv("COLORFGBG")))
}

func byBackground(light bool) string {
	if light {
		return ui.ThemeLight
	}
	return ui.ThemeDark
}

// adapt returns how the theme follows the terminal's background; nil where a palette was chosen, or a
// play is shown, whose recording would hold the question.
func (s *session) adapt() func(light bool) ui.Theme {
	if s.cfg.Preferences.Theme.Text != "auto" || s.theme.Name == ui.ThemeNone || s.script != nil {
		return nil
	}
	return func(light bool) ui.Theme { return ui.NewTheme(byBackground(light)) }
}
