package app

import (
	"context"
	"errors"
	"os"

	"bellhop/accessible"
	"bellhop/accessible/dialogue"
	"bellhop/cli"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/clipboard"
)

// byLines reports whether the console is a conversation by lines: where that is wanted, and where the terminal can draw no
// screen and who sits there takes the offer.
func byLines(ctx context.Context, cfg config.Config) (bool, error) {
	switch {
	case cfg.Preferences.ByLines():
		return true, nil
	case os.Getenv("TERM") != "dumb" || !output.IsTerminal(os.Stdout):
		return false, nil
	}
	ctx, stop := exit.UntilSignal(ctx)
	defer stop()
	answer, err := dialogue.New(dialogue.Options{In: os.Stdin, Out: os.Stdout}).Ask(ctx, dialogue.Question{
		Field: "answer", Text: "This terminal draws no screens (TERM is dumb). Type yes to go on line by line, as bellhop --accessible does, or no", Value: "yes",
		Check: func(answer string) string {
			switch answer {
			case "yes", "y", "no", "n":
				return ""
			}
			return "it is neither yes nor no"
		},
		Help: []string{"Yes goes on by lines. No ends the program."},
	})
	switch {
	case ctx.Err() != nil:
		return false, unlessHungUp(exit.StoppedBy(ctx, ctx.Err()))
	case err != nil || answer[0] != 'y':
		return false, errors.New("this terminal draws no screens (TERM is dumb); bellhop --accessible works here")
	}
	return true, nil
}

// inConversation starts what begin wants and holds the conversation until the user leaves it, and ends everything that was
// started. A signal ends it; what was being sent then is told.
func (l launcher) inConversation(ctx context.Context, cfg config.Config, begin func(context.Context, *session, *dialogue.Dialogue) (accessible.Deps, error)) (failed error) {
	log, closeLog, err := openLog(cfg.Paths.LogFile)
	if err != nil {
		return err
	}
	defer closeLog()
	ctx, cancel := context.WithCancel(ctx)
	s := &session{ctx: ctx, userAgent: l.userAgent, cfg: cfg, keyring: l.keyring, log: log, theme: ui.NewTheme(ui.ThemeNone)}
	defer func() {
		if err := s.recorder.close(); failed == nil {
			failed = err
		}
	}()
	defer s.stop(cancel)
	asking, stop := exit.UntilSignal(ctx)
	defer stop()
	d := dialogue.New(dialogue.Options{In: os.Stdin, Out: os.Stdout})
	deps, err := begin(asking, s, d)
	if err == nil {
		err = accessible.Run(asking, d, deps)
	}
	return conversationEnded(asking, err)
}

// conversationEnded returns how a conversation ended, with its exit code.
func conversationEnded(ctx context.Context, err error) error {
	var unresolved *accessible.UnresolvedError
	var stopped *exit.Stopped
	switch {
	case errors.As(err, &unresolved):
		return exit.With(exit.Unresolved, exit.Tell(nil, unresolved.Lines...))
	case err != nil && errors.As(context.Cause(ctx), &stopped):
		return unlessHungUp(&exit.Stopped{Signal: stopped.Signal, Message: stopped.Error() + "; nothing is being sent"})
	case errors.Is(err, dialogue.ErrQuit), errors.Is(err, dialogue.ErrEnd):
		return nil
	}
	return err
}

// talkConsole is the console on the profile in use, line by line.
func (l launcher) talkConsole(ctx context.Context, c config.Config) error {
	return l.inConversation(ctx, c, func(ctx context.Context, s *session, d *dialogue.Dialogue) (accessible.Deps, error) {
		switch {
		case c.FirstStart:
			return accessible.Start(ctx, d, s.talkWelcome())
		case c.Profile.BuiltIn():
			return s.talk(s.startDemo(cli.DefaultDemo(c)))
		default:
			return s.talk(s.connect(c.Profile))
		}
	})
}

// talkDemo is the console on the sandbox inside the program, line by line.
func (l launcher) talkDemo(ctx context.Context, o cli.DemoOptions) error {
	return l.inConversation(ctx, o.Config, func(_ context.Context, s *session, _ *dialogue.Dialogue) (accessible.Deps, error) {
		return s.talk(s.startDemo(o))
	})
}

// talk returns what a conversation needs of what the screens need.
func (s *session) talk(deps *screens.Deps, err error) (accessible.Deps, error) {
	if err != nil {
		return accessible.Deps{}, err
	}
	out := accessible.Deps{
		Desk: deps.Desk, Profile: deps.Environment.Profile, Sandbox: deps.Sandbox, ReadOnly: deps.ReadOnly, Zone: deps.Zone, ZoneTrouble: deps.ZoneTrouble, Miles: deps.Miles,
		Log: s.log, Drafts: s.drafts, Joined: deps.JoinedWords(), Exports: deps.Exports, Recent: deps.Recent, References: deps.References, GuestBook: deps.GuestBook,
		Batches: deps.Batches, Stored: deps.Stored, Views: deps.Views, RebookThreshold: deps.RebookThreshold,
		Ended: deps.Ended.Words, Report: deps.Ended.Report, Retired: deps.Retired.Words, TryToken: deps.TryToken, SetToken: deps.SetToken,
		// Asking the terminal to copy would be an escape sequence.
		Copy: func(ctx context.Context, text string) (string, error) {
			done, err := clipboard.ThisSystem().Text(ctx, text)
			return done.Tool, err
		},
	}
	for _, t := range deps.TestTokens {
		out.TestTokens = append(out.TestTokens, accessible.TestToken(t))
	}
	return out, nil
}

// talkWelcome offers by lines what the first screen offers.
func (s *session) talkWelcome() accessible.Welcome {
	w := s.welcome()
	return accessible.Welcome{
		ProfileProblem: screens.ProfileProblem, AddressProblem: screens.AddressProblem, EnvironmentOf: screens.EnvironmentOf, NoKeyring: w.NoKeyring,
		Sandbox: func(ctx context.Context) (accessible.Deps, error) { return s.talk(w.Sandbox(ctx)) },
		AddAccount: func(ctx context.Context, a accessible.Account) (accessible.Deps, error) {
			return s.talk(w.AddAccount(ctx, screens.Account(a)))
		},
	}
}
