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

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/activity"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/sandbox"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/glyph"
	"bellhop/ui/mouse"
	"bellhop/ui/play"
)

// A session is one run of the console: what was started for it, and ends with
// it.
type session struct {
	ctx       context.Context
	userAgent string
	launcher  launcher
	cfg       config.Config
	keyring   config.Keyring
	log       *slog.Logger
	api       *api.Client // of the desk that was opened last
	theme     ui.Theme
	painting  painting
	stops     []func()
	// script is what the console does by itself; nil is nothing.
	script *play.Script
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
	// drafts keeps the booking that is being made at the desk that was opened last.
	drafts *booking.DraftStore
	// opened is closed once what is opened behind the first frame is open, or cannot be; nil where that is nothing. Failed
	// is why it cannot.
	opened chan struct{}
	failed error
	// ending is what is known should the console end by itself.
	ending ending
	// joined is another process's demo; nil at any other service.
	joined atomic.Pointer[joined]
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
		return errors.New("the console needs a terminal, and the output is not one; \"bellhop --accessible\" works through a pipe, and for scripts there are the commands: bellhop --help")
	}
	log, closeLog, err := openLog(cfg.Paths.LogFile)
	if err != nil {
		return err
	}
	defer closeLog()
	ctx, cancel := context.WithCancel(ctx)
	s := &session{ctx: ctx, userAgent: l.userAgent, launcher: l, cfg: cfg, keyring: l.keyring, log: log, painting: newPainting(cfg), activity: activity.NewLog()}
	ui.UseGlyphs(glyph.Choose(cfg.Preferences.Glyphs.Text, cfg.Preferences.Ambiguous.Text, os.Getenv))
	theme := themeName(cfg)
	var hard []hardToRead
	s.theme, hard = s.painting.theme(theme, background(theme))
	guess := ""
	if guessed(cfg) {
		guess, hard = warning(hard), nil // The terminal is asked first.
	}
	tell(os.Stderr, hard)
	s.theme.Presenter = ui.NewPresenter(false)
	s.theme.Keys = s.keys()
	s.theme.Mouse = mouse.New(cfg.Preferences.Mouse.Text == "true")
	running, end := context.WithCancel(ctx)
	defer end()
	s.ending.began, s.ending.end = time.Now(), end
	if cfg.Preferences.Learning.Text != "off" {
		s.lessons = &screens.Lessons{Keys: s.theme.Keys}
	}
	defer func() {
		if err := s.recorder.close(); failed == nil {
			failed = err
		}
	}()
	defer s.guarded()() // until all has ended
	defer s.stop(cancel)
	signals, stop := ui.Signals()
	defer stop()
	s.ending.mendTerminal(s.cfg.Paths.RunningDir)
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
	err = ui.Run(running, ui.Options{
		Product: "bellhop", Environment: environment, Theme: s.theme, Adapt: s.adapt(), Warning: warning(hard), Guess: guess, Now: s.now, First: first, Presentation: play.New(s.theme, s.script), Alone: s.theme.Keys.WriteKeys(), Signals: signals,
		Pressed: s.pressed, Lessons: s.taught(), Graphics: s.graphics(), OnPanic: s.panicked,
		Settle: func() { s.writes.Settle(answerTime) },
	})
	return s.ended(err)
}

// pressed notes a key for the report of a crash.
func (s *session) pressed(screen string, msg tea.KeyMsg) {
	s.ending.pressed(screen, msg)
	onDemand(s, screen)
}

// ended returns how the console ended, in words for the terminal that the user is
// back on.
func (s *session) ended(err error) error {
	var (
		stopped    *ui.StoppedError
		unfinished *ui.UnfinishedError
	)
	if err == nil {
		err = s.failed
	}
	log := s.cfg.Paths.LogFile
	crashed := s.crashed()
	if crashed != "" && (err == nil || errors.Is(err, context.Canceled)) {
		err = ui.ErrPanic // It was none of the terminal's goroutines.
	}
	switch {
	case errors.As(err, &unfinished):
		s.log.Warn("the console ended with something unfinished", "what", strings.Join(unfinished.Texts, " "))
		if hung := hungUp(err); hung != nil && crashed == "" {
			return hung
		}
		err = fmt.Errorf("%w The log is %s.", err, log) //nolint:revive,staticcheck // These are whole sentences.
		if crashed != "" {
			err = fmt.Errorf("%w %s", err, crashed)
		}
	case errors.As(err, &stopped):
		if hung := hungUp(err); hung != nil {
			return hung
		}
		err = fmt.Errorf("%w; the log is %s", err, log)
	case errors.Is(err, ui.ErrPanic):
		err = fmt.Errorf("%w. %s", err, crashed)
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
	box, other := s.sandbox.Load(), s.joined.Load()
	switch {
	case box == nil && other != nil:
		return other.now()
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
	if s.opened != nil {
		select { // What is being opened is to be ended too.
		case <-s.opened:
		case <-time.After(logTime):
			return // It is a world that takes long, and bears that the process ends.
		}
	}
	s.writes.Settle(logTime)
	for i := len(s.stops) - 1; i >= 0; i-- {
		s.stops[i]()
	}
}
