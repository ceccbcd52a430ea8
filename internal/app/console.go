package app

import (
	"context"

	"bellhop/cli"
	"bellhop/config"
	"bellhop/config/keyring"
	"bellhop/screens"
	"bellhop/ui"
)

// console opens the console on the profile in use; the first start of all
// begins with a welcome.
func (l launcher) console(ctx context.Context, c config.Config) error {
	switch lines, err := byLines(ctx, c); {
	case err != nil:
		return err
	case lines:
		return l.talkConsole(ctx, c)
	}
	lines := false
	err := l.inSession(ctx, c, func(s *session) (ui.Screen, ui.Environment, error) {
		switch {
		case c.FirstStart:
			w := s.welcome()
			w.ByLines = func() error {
				err := config.SetAccessible(c.Paths, true)
				lines = err == nil
				return err
			}
			return screens.NewWelcome(w), ui.Environment{Name: "WELCOME"}, nil
		case c.Profile.BuiltIn():
			return s.openingDemo(cli.DefaultDemo(c))
		default:
			return s.first(s.connect(c.Profile))
		}
	})
	if lines && err == nil {
		return l.talkConsole(ctx, c)
	}
	return err
}

// first returns the search screen on what was just started.
func (s *session) first(deps *screens.Deps, err error) (ui.Screen, ui.Environment, error) {
	if err != nil {
		return nil, ui.Environment{}, err
	}
	return screens.NewSearch(deps, deps.FreshTrip()), deps.Environment, nil
}

// welcome offers the sandbox and a first account.
func (s *session) welcome() screens.Welcome {
	return screens.Welcome{
		Context: s.ctx, Theme: s.theme, NoKeyring: keyring.Present() != nil,
		Sandbox: func(context.Context) (*screens.Deps, error) {
			// The next start goes there at once, or else welcomes again.
			if err := config.UseProfile(s.cfg.Paths, config.Demo); err != nil {
				s.log.Warn("the choice of the sandbox is not remembered", "error", err)
			}
			return s.startDemo(cli.DefaultDemo(s.cfg))
		},
		AddAccount: func(_ context.Context, a screens.Account) (*screens.Deps, error) {
			_, err := config.AddProfile(s.cfg.Paths, config.NewProfile{
				Name: a.Name, BaseURL: a.BaseURL, Account: a.AccountID, Environment: config.Environment(a.Environment),
				Token: config.NewSecret(a.Token.Reveal()), TokenIn: config.Place(a.TokenIn), Keyring: s.keyring,
			})
			if err != nil {
				return nil, err
			}
			cfg, err := config.Load(config.Inputs{Flags: config.Flags{Profile: a.Name}, Paths: s.cfg.Paths, Keyring: s.keyring})
			if err == nil {
				err = cfg.Ready()
			}
			if err == nil {
				cfg.Profile.TestTokens, err = noteOwnSandbox(s.ctx, s.cfg.Paths, cfg.Profile)
			}
			if err != nil {
				return nil, err
			}
			return s.connect(cfg.Profile)
		},
	}
}
