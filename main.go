// Bellhop is a hotel booking console for the terminal, with the whole booking
// service as a sandbox built in.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
	_ "time/tzdata" // Zones work on machines and in containers that have none.

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/cli"
	"bellhop/config"
	"bellhop/sandbox"
	"bellhop/screens"
	"bellhop/ui"
	_ "bellhop/ui/quiet" // Must be initialised before the terminal library, which would ask the terminal.
)

// The release sets these.
var (
	version = "dev"
	commit  = "none"
	date    = "unknown"
)

func main() { os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program; its result is the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	return cli.Run(ctx, args, cli.Streams{In: in, Out: out, Err: errOut}, os.LookupEnv,
		cli.Build{Version: version, Commit: commit, Date: date},
		cli.Starters{
			Console: console, Demo: demo, Sandbox: serve, Replay: serveReplay, CompareRecordings: compareRecordings, Desk: withDesk, Journal: journalPlace, Campaign: runCampaign,
			Check:      runCheck,
			TestTokens: testTokens, Words: sandboxWords(),
		})
}

// A session is one run of the console: what was started for it, and ends with
// it.
type session struct {
	ctx   context.Context
	cfg   config.Config
	log   *slog.Logger
	theme ui.Theme
	stops []func()
	// play is what the console does by itself; nil is nothing.
	play *ui.Script
	// writes are the bookings and cancellations under way.
	writes screens.Writes
	// sandbox is the one that the session has started; nil until then.
	sandbox atomic.Pointer[sandbox.Sandbox]
}

// What was sent when the console ends has this long to be answered, and then
// this long to write its line in the log.
const (
	answerTime = 2 * time.Second
	logTime    = time.Second
)

// console opens the console on the profile in use; the first start of all
// begins with a welcome.
func console(ctx context.Context, o cli.ConsoleOptions) error {
	return inSession(ctx, o.Config, func(s *session) (ui.Screen, ui.Place, error) {
		switch {
		case o.Config.FirstStart:
			return screens.NewWelcome(s.welcome()), ui.Place{Environment: "WELCOME"}, nil
		case o.Config.Profile.BuiltIn():
			return s.first(s.startDemo(cli.DemoOptions{Seed: cli.DefaultSeed, Training: cli.DemoTraining()}))
		default:
			return s.first(s.connect(o.Config.Profile))
		}
	})
}

// inSession starts what begin wants, shows its screen until the user leaves,
// and ends everything that was started.
func inSession(ctx context.Context, cfg config.Config, begin func(*session) (ui.Screen, ui.Place, error)) error {
	if !cli.IsTerminal(os.Stdout) {
		return errors.New("the console needs a terminal, and the output is not one; for scripts there is \"bellhop sandbox\" and any HTTP client")
	}
	log, closeLog, err := openLog(cfg.Paths.LogFile)
	if err != nil {
		return err
	}
	defer closeLog()
	ctx, cancel := context.WithCancel(ctx)
	s := &session{ctx: ctx, cfg: cfg, log: log, theme: ui.NewTheme(themeName(cfg))}
	s.theme.Presenter = ui.NewPresenter(false)
	defer s.stop(cancel)
	signals, stop := ui.Signals()
	defer stop()
	first, place, err := begin(s)
	select {
	case caught := <-signals:
		// It came before there was a console to end; what was started is ended.
		return s.ended(&ui.StoppedError{Signal: caught})
	default:
	}
	if err != nil {
		return err
	}
	err = ui.Run(ctx, ui.Options{
		Product: "bellhop", Place: place, Theme: s.theme, Now: s.now, First: first, Play: s.play, Alone: screens.WriteKeys(), Signals: signals,
		OnPanic: func(value any, stack []byte) {
			// The value may hold a guest's data: its type says enough.
			log.Error("panic", "kind", fmt.Sprintf("%T", value), "stack", string(stack))
		},
		Settle: func() { s.writes.Settle(answerTime) },
	})
	return s.ended(err)
}

// ended is how the console ended, in words for the terminal that the user is
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
		return &cli.Interrupted{Signal: stopped.Signal, Message: err.Error()}
	}
	return err
}

// now is the time that everything in the console goes by: that of the sandbox
// which the session has started, or else this machine's. Where it stands still
// it stands at a whole second, at which what happens every second begins.
func (s *session) now() time.Time {
	service := s.sandbox.Load()
	if service == nil {
		return time.Now()
	}
	clock := service.Clock()
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

// first is the search screen on what was just started.
func (s *session) first(deps *screens.Deps, err error) (ui.Screen, ui.Place, error) {
	if err != nil {
		return nil, ui.Place{}, err
	}
	return screens.NewSearch(deps, screens.FreshTrip(deps)), deps.Place, nil
}

// welcome offers the sandbox and a first account.
func (s *session) welcome() screens.Welcome {
	return screens.Welcome{
		Context: s.ctx, Theme: s.theme,
		Sandbox: func(context.Context) (*screens.Deps, error) {
			// The next start goes there at once, or else welcomes again.
			if err := config.UseProfile(s.cfg.Paths, config.Demo); err != nil {
				s.log.Warn("the choice of the sandbox is not remembered", "error", err)
			}
			return s.startDemo(cli.DemoOptions{Seed: cli.DefaultSeed, Training: cli.DemoTraining()})
		},
		AddAccount: func(_ context.Context, a screens.Account) (*screens.Deps, error) {
			_, err := config.AddProfile(s.cfg.Paths, config.NewProfile{
				Name: a.Name, BaseURL: a.BaseURL, Account: a.AccountID, Environment: config.Environment(a.Environment),
				Token: config.NewSecret(a.Token.Reveal()),
			})
			if err != nil {
				return nil, err
			}
			cfg, err := config.Load(config.Inputs{Flags: config.Flags{Profile: a.Name}, Paths: s.cfg.Paths})
			if err != nil {
				return nil, err
			}
			return s.connect(cfg.Profile)
		},
	}
}

// connect is a desk at the service of a profile.
func (s *session) connect(p config.Profile) (*screens.Deps, error) {
	dialect, err := api.DefaultDialect().With(p.Dialect)
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", p.Name.Text, err)
	}
	client, err := s.client(p.BaseURL.Text, p.Account.Text, api.NewSecret(p.Token.Reveal()), dialect)
	if err != nil {
		return nil, err
	}
	deps := s.deps(client, dialect, placeOf(s.cfg.Paths, p))
	if deps.Sandbox && p.OnThisMachine() && ownSandbox(s.ctx, p.BaseURL.Text) {
		deps.TestTokens = offeredTokens()
	}
	deps.TryToken = s.tryToken(p.BaseURL.Text, p.Account.Text, dialect)
	deps.SetToken = func(token api.Secret) error {
		client.SetToken(token)
		if p.TokenSource != s.cfg.Paths.CredentialsFile {
			return nil // It came from the environment and is not ours to keep.
		}
		return config.SetToken(s.cfg.Paths, p.Name.Text, config.NewSecret(token.Reveal()))
	}
	return deps, nil
}

func (s *session) client(baseURL, account string, token api.Secret, dialect api.Dialect) (*api.Client, error) {
	return api.New(api.Options{
		BaseURL: baseURL, Account: account, Token: token, Dialect: &dialect,
		UserAgent: "bellhop/" + version, Logger: s.log, Now: s.now,
	})
}

// tryToken is how a service is asked whether it takes another key: by a read
// that changes nothing and whose answer is small.
func (s *session) tryToken(baseURL, account string, dialect api.Dialect) func(context.Context, api.Secret) error {
	return func(ctx context.Context, token api.Secret) error {
		client, err := s.client(baseURL, account, token, dialect)
		if err != nil {
			return err
		}
		_, err = client.SearchDestinations(ctx, api.DestinationQuery{Text: "london"})
		return err
	}
}

// A place is a service as this machine keeps what is done there.
type place struct {
	profile     string
	environment config.Environment
	// service is who writes where. The journal and the drafts go by it and not by
	// the profile's name: under the same name another service may stand
	// tomorrow, which must not be asked what became of a booking at this one.
	service string
	journal string // the folder of the journal
	drafts  string // the folder of the drafts
	// worlds are those that the sandbox's present one has come from; nil for
	// what is no sandbox of this process.
	worlds func() []string
}

// placeOf is the service of a profile.
func placeOf(paths config.Paths, p config.Profile) place {
	host := p.BaseURL.Text
	if u, err := url.Parse(host); err == nil && u.Host != "" {
		host = u.Host + strings.TrimRight(u.Path, "/")
	}
	return place{
		profile: p.Name.Text, environment: p.Environment, service: p.Account.Text + "@" + strings.ToLower(host),
		journal: paths.JournalDir, drafts: paths.DraftsDir,
	}
}

// demoPlace is the sandbox inside the program. Its journal and its drafts lie
// with the demo's world and go with it: what was sent to a world that is gone is
// not looked for in the next one.
func demoPlace(paths config.Paths) place {
	return place{
		profile: config.Demo, environment: config.Sandbox, service: config.Demo,
		journal: paths.DemoJournalDir, drafts: paths.DemoDraftsDir,
	}
}

// deps are a desk at a service, which from here on finds out what became of
// writes whose answers were lost, and what the screens need besides.
func (s *session) deps(client *api.Client, dialect api.Dialect, at place) *screens.Deps {
	isSandbox := at.environment == config.Sandbox
	drawer := booking.NewDrawer(at.drafts, at.service, s.now)
	s.stops = append(s.stops, func() { _ = drawer.Close() }) // The system lets go of it anyway.
	deps := &screens.Deps{
		Context: s.ctx, Desk: s.desk(client, dialect, at), Theme: s.theme, Log: s.log, Writes: &s.writes,
		Zone: s.cfg.Preferences.Zone, Miles: s.cfg.Preferences.Distance.Text != "km", Sandbox: isSandbox,
		Place:   ui.Place{Environment: "PRODUCTION", Profile: at.profile, Live: !isSandbox},
		Exports: s.cfg.Paths.ExportsDir,
		Drafts:  screens.NewDrafts(drawer),
	}
	if isSandbox {
		deps.Place.Environment = "SANDBOX"
	}
	return deps
}

// desk is a desk with its journal. What it looks for ends with the session, and
// only then the journal is closed.
func (s *session) desk(client *api.Client, dialect api.Dialect, at place) *booking.Desk {
	var opened atomic.Pointer[journal.Journal]
	desk := booking.NewDesk(booking.Options{
		Service: client, Off: dialect.Off(), Now: s.now, Profile: at.service, Environment: string(at.environment),
		Worlds: at.worlds,
		OpenJournal: func() (*journal.Journal, error) {
			j, err := journal.Open(at.journal, journal.Options{Now: s.now})
			if err != nil {
				s.log.Error("the journal cannot be opened", "error", err)
				return nil, err
			}
			opened.Store(j)
			return j, nil
		},
	})
	desk.Recover(s.ctx)
	s.stops = append(s.stops, func() {
		desk.Settled()
		if j := opened.Load(); j != nil {
			_ = j.Close() // Every line is on the disk already.
		}
	})
	return desk
}

// themeName is the palette to draw with: no colours where the environment asks
// for none and no palette was chosen.
func themeName(cfg config.Config) string {
	_, colourless := os.LookupEnv("NO_COLOR")
	if colourless && cfg.Preferences.Theme.Text == "auto" {
		return "none"
	}
	return cfg.Preferences.Theme.Text
}

// maxLog is the size at which the log starts over, with one older file kept.
const maxLog = 4 << 20

// elsewhere is what to do where the log cannot be.
const elsewhere = "set HOME or XDG_STATE_HOME to a folder that can be written to"

// openLog opens the log for its owner only. What is logged is chosen line by
// line where it happens: no bodies, no secrets, no guests.
func openLog(path string) (*slog.Logger, func(), error) {
	file, err := openLogFile(path)
	if err != nil {
		return nil, nil, err
	}
	return slog.New(slog.NewTextHandler(file, nil)), func() { _ = file.Close() }, nil
}

func openLogFile(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("making the log's folder: %w; %s", err, elsewhere)
	}
	if info, err := os.Stat(path); err == nil && info.Size() > maxLog {
		_ = os.Rename(path, path+".1")
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the log: %w; %s", err, elsewhere)
	}
	return file, nil
}
