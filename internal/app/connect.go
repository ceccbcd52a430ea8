package app

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/guests"
	"bellhop/booking/journal"
	"bellhop/booking/lines"
	"bellhop/booking/nearby"
	"bellhop/booking/quotestore"
	"bellhop/booking/rebook"
	"bellhop/booking/references"
	"bellhop/booking/views"
	"bellhop/cli/desk"
	"bellhop/config"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/clipboard"
)

// target is a service, and where this machine keeps what is done there.
type target struct {
	profile     string
	environment config.Environment
	baseURL     string // of the service
	singleName  string // the given name sent for a guest with a single name
	config.LocalState
	// lineage returns the ids of the states that the sandbox's present one came
	// from; nil for what is no sandbox of this process.
	lineage func() []string
}

// connect returns a desk at the service of a profile.
func (s *session) connect(p config.Profile) (*screens.Deps, error) {
	dialect, err := desk.DialectOf(p)
	if err != nil {
		return nil, err
	}
	if s.cfg.Record != "" && s.recorder == nil {
		if s.recorder, err = newClientRecorder(s.cfg.Record, p.Dialect); err != nil {
			return nil, err
		}
	}
	s.joined.Store(nil) // A demo that could not be opened has neither this service's clock nor its end.
	client, err := s.client(p.BaseURL.Text, p.Account.Text, api.NewSecret(p.Token.Reveal()), dialect, p.Calls())
	if err != nil {
		return nil, err
	}
	s.activity.Limit(p.Calls())
	deps := s.deps(client, dialect, target{profile: p.Name.Text, environment: p.Environment, baseURL: p.BaseURL.Text, LocalState: s.cfg.Paths.LocalState(p), singleName: p.SingleName.Text})
	for _, one := range p.References {
		r, err := references.New(one.Key, one.Label, one.Pattern)
		if err != nil {
			return nil, fmt.Errorf("profile %s: the reference %s: %w", p.Name.Text, one.Key, err)
		}
		deps.References = append(deps.References, r)
	}
	if deps.Sandbox && p.TestTokens {
		deps.TestTokens = offeredTokens()
	}
	signs := newHandOverKey(api.NewSecret(p.Token.Reveal()), string(p.Environment))
	deps.HandOverKey = signs.key
	deps.TryToken = s.tryToken(p.BaseURL.Text, p.Account.Text, dialect)
	deps.SetToken = func(token api.Secret) error {
		client.SetToken(token)
		signs.set(token)
		if p.TokenSource == config.EnvToken {
			return nil // It came from the environment and is not ours to keep.
		}
		return config.SetToken(s.cfg.Paths, s.keyring, p.Name.Text, config.NewSecret(token.Reveal()))
	}
	return deps, nil
}

func (s *session) client(baseURL, account string, token api.Secret, dialect api.Dialect, calls int) (*api.Client, error) {
	o := api.Options{
		BaseURL: baseURL, Account: account, Token: token, Dialect: &dialect,
		UserAgent: s.userAgent, Logger: s.log, Now: s.now, CallsPerMinute: calls, ReadOnly: s.cfg.Profile.ReadOnly,
	}
	if j := s.joined.Load(); j != nil {
		o.Ended = j.ended
	}
	if s.activity != nil {
		o.Observe = s.activity.Observe
	}
	if s.recorder != nil {
		o.Record = s.recorder.over(baseURL, account)
	}
	return api.New(o)
}

// tryToken returns how a service is asked whether it takes another key: by a read
// that changes nothing and whose answer is small.
func (s *session) tryToken(baseURL, account string, dialect api.Dialect) func(context.Context, api.Secret) error {
	return func(ctx context.Context, token api.Secret) error {
		client, err := s.client(baseURL, account, token, dialect, 0)
		if err != nil {
			return err
		}
		_, err = client.SearchDestinations(ctx, api.DestinationQuery{Text: "london"})
		return err
	}
}

// deps returns a desk at a service, which from here on finds out what became of
// writes whose answers were lost, and what the screens need besides.
func (s *session) deps(client *api.Client, dialect api.Dialect, at target) *screens.Deps {
	isSandbox := at.environment == config.Sandbox
	store := booking.NewDraftStore(at.DraftsDir, at.Service, s.now)
	s.drafts = store
	s.stops = append(s.stops, func() { _ = store.Close() }) // The system lets go of it anyway.
	deps := &screens.Deps{
		Context: s.ctx, Desk: s.desk(client, dialect, at), Theme: s.theme, Log: s.log, Writes: &s.writes,
		Zone: agentZone(s.cfg.Preferences), ZoneTrouble: s.cfg.Preferences.ZoneTrouble, Miles: s.cfg.Preferences.Distance.Text != "km", Sandbox: isSandbox, Looks: looks(s.cfg.Preferences),
		FollowEvery: followEvery(s.cfg.Preferences),
		Environment: ui.Environment{Name: "PRODUCTION", Profile: at.profile, Live: !isSandbox},
		Exports:     s.cfg.Paths.ExportsDir, Raw: client.Raw,
		Activity:    s.activity,
		Copy:        clipboard.ThisSystem().Text,
		Drafts:      screens.NewDrafts(store),
		Quotes:      quotestore.NewStore(at.QuotesDir, at.Service, s.now),
		MarkupWords: s.cfg.Preferences.MarkupWords.Text,
		Batches:     bulk.NewStore(at.BatchDir, at.Service, s.now),
	}
	var err error
	if deps.RebookThreshold, err = rebook.ParseThreshold(s.cfg.Preferences.RebookThreshold.Text); err != nil {
		s.log.Error("rebook_threshold cannot be read", "error", err) // The default counts.
	}
	if s.cfg.Preferences.GuestBook.Text == "on" && s.script == nil {
		deps.GuestBook = guests.NewBook(at.GuestsFile)
	}
	if s.script == nil {
		deps.Recent = lines.NewRecent(at.RecentFile)
		deps.Stored = lines.NewStoredFile(s.cfg.Paths.LinesFile)
		deps.Views = views.NewFile(s.cfg.Paths.ViewsFile)
		deps.Retired = screens.Retired{Words: s.cfg.Paths.TakeRetiredNotice()}
		if _, err := os.Stat(s.cfg.Paths.RetiredFile); err == nil {
			deps.Retired.File = s.cfg.Paths.RetiredFile
		}
	}
	deps.Photos, deps.PhotosHidden = s.photos(at.baseURL), s.cfg.Preferences.Photos.Text == "not-presented"
	s.learn(at.LearnedFile)
	deps.Ended = s.begin(at)
	if isSandbox {
		deps.Environment.Name = "SANDBOX"
	}
	deps.ReadOnly = s.cfg.Profile.ReadOnly
	deps.Environment.ReadOnly = deps.ReadOnly
	return deps
}

// followEvery returns how long it is between two reads of a list that is followed.
func followEvery(p config.Preferences) time.Duration {
	n, err := strconv.Atoi(p.Follow.Text)
	if err != nil {
		return 0 // It has been checked, and a session without a file has none.
	}
	return time.Duration(n) * time.Second
}

// looks returns how many searches a list of hotels may make by itself.
func looks(p config.Preferences) int {
	n, err := strconv.Atoi(p.Looks.Text)
	if err != nil {
		return nearby.Looks // It has been checked, and a session without a file has none.
	}
	return max(0, min(n, nearby.Looks))
}

// desk returns a desk with its journal. What it looks for ends with the session, and
// only then the journal is closed.
func (s *session) desk(client *api.Client, dialect api.Dialect, at target) *booking.Desk {
	var opened atomic.Pointer[journal.Journal]
	s.api = client
	desk := booking.NewDesk(booking.Options{
		Service: client, Off: dialect.Off(), Now: s.now, Profile: at.Service, Environment: string(at.environment), ProfileName: at.profile,
		Lineage: at.lineage, ReadOnly: s.cfg.Profile.ReadOnly, SingleName: at.singleName,
		OpenJournal: func() (*journal.Journal, error) {
			j, err := journal.Open(at.JournalDir, journal.Options{Now: s.now, User: os.Getenv(envUser)})
			if err != nil {
				s.log.Error("the journal cannot be opened", "error", err)
				return nil, err
			}
			opened.Store(j)
			return j, nil
		},
	})
	desk.Recovery.Start(s.ctx)
	s.stops = append(s.stops, func() {
		desk.Recovery.Stop()
		if j := opened.Load(); j != nil {
			_ = j.Close() // Every line is on the disk already.
		}
	})
	return desk
}
