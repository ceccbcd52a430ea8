package screens

import (
	"context"
	"errors"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui"
)

// SignIn asks for the API key after the service refused the one in use. A typed key replaces the old
// one only when the service takes it. The screen below goes on where it stopped.
type SignIn struct {
	deps          *Deps
	form          *ui.Form
	try           ui.Call[api.Secret]
	width, height int
	store, back   key.Binding
	wanted        bool // nobody refused the key in use
	armed         bool // the screen has been seen: what is typed before belongs to something else
}

const armedAfter = 500 * time.Millisecond

// signInArmed opens the field of the screen that it names.
type signInArmed struct{ screen *SignIn }

const fieldKey = "key"

// NewSignIn asks for a new API key.
func NewSignIn(deps *Deps) *SignIn {
	field := ui.Field{
		Name: fieldKey, Label: "API key", Kind: ui.FieldSecret, Required: true,
		Help: "What you type stays hidden, here and in the log.",
	}
	if !deps.OwnToken.IsZero() {
		field.Required, field.Help = false, "Leave it empty: enter puts the demo's own key in again."
	}
	return &SignIn{
		deps:  deps,
		form:  ui.NewForm(deps.Theme, ui.Section{Fields: []ui.Field{field}}),
		try:   ui.NewCall[api.Secret](deps.Context, 0),
		store: deps.bind("take", "use this key"),
		back:  deps.bind("back", "back without"),
	}
}

// newAnotherKey asks for an API key in place of one that works.
func newAnotherKey(deps *Deps) *SignIn {
	s := NewSignIn(deps)
	s.wanted = true
	return s
}

func (s *SignIn) Init() tea.Cmd { return ui.After(armedAfter, signInArmed{s}) }

func (s *SignIn) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if ui.Is(msg, s.back) {
		return ui.Pop(), nil
	}
	if armed, ok := msg.(signInArmed); ok && armed.screen == s {
		s.armed = true
	}
	if _, err, mine := s.try.Receive(msg); mine {
		return s.tried(err), nil
	}
	if !s.armed || s.try.Busy() {
		return ui.Stay(), nil
	}
	if s.form.Update(msg) == ui.FormSubmitted {
		return ui.Stay(), s.start()
	}
	return ui.Stay(), nil
}

// start tries the key.
func (s *SignIn) start() tea.Cmd {
	token := api.NewSecret(s.form.Value(fieldKey))
	if token.IsZero() {
		token = s.deps.OwnToken
	}
	s.form.ClearErrors()
	try, store := s.deps.TryToken, s.deps.SetToken
	return s.try.Start(func(ctx context.Context) (api.Secret, error) {
		err := try(ctx, token)
		if err == nil {
			err = ctx.Err() // Who has gone back meanwhile keeps the old key.
		}
		if err != nil {
			return token, err
		}
		// A keyring may ask for its password first, and the console goes on meanwhile.
		if err := store(token); err != nil {
			return token, &notStoredError{err}
		}
		return token, nil
	})
}

// A notStoredError is of a key that is good and could not be stored.
type notStoredError struct{ error }

func (s *SignIn) tried(err error) ui.Nav {
	stored := new(notStoredError)
	switch {
	case errors.As(err, &stored):
		return s.refuse("The key is good, but could not be stored: " + stored.Error())
	case api.Unauthorized(err):
		return s.refuse("Refused as well. The old key is kept.")
	case err != nil:
		s.deps.logFailure("trying the key", err)
		return s.refuse("The key is not proved, and not stored. " + booking.Explain(err).Title + ".")
	}
	s.form.SetValue(fieldKey, "")
	return ui.Pop()
}

func (s *SignIn) refuse(why string) ui.Nav {
	s.form.SetFieldError(fieldKey, why)
	return ui.Stay()
}

func (s *SignIn) Busy() string { return when(s.try.Busy(), "trying the key") }

func (s *SignIn) Close() { s.try.Cancel() }

func (s *SignIn) View() string {
	return ui.Block(indent(append(s.head(), s.form.Lines()...)), s.width, s.height)
}

func (s *SignIn) head() []string {
	if s.wanted {
		lines := ui.Notice(s.deps.Theme, inner(s.width), ui.NoticeEmpty, "Another API key for this account",
			"It is tried first. The one in use is kept until the new one works.")
		return append(append([]string{""}, lines...), "")
	}
	what := "It is missing, wrong or expired. Enter the key of this account again: "
	if !s.deps.OwnToken.IsZero() {
		what = "It is missing, wrong or expired. In the demo press enter, and its own key is used again: "
	}
	lines := ui.Notice(s.deps.Theme, inner(s.width), ui.NoticeBad, "The service did not accept the API key",
		what+"what you were doing goes on where it stopped, and nothing that you typed is lost.")
	return append(append([]string{""}, lines...), "")
}

func (s *SignIn) SetSize(width, height int) {
	s.width, s.height = width, height
	s.form.SetSize(inner(width), max(min(height-len(s.head()), 5), 0))
}

func (s *SignIn) Title() string { return "API key" }
func (s *SignIn) Typing() bool  { return true }
func (s *SignIn) Echo() ui.Echo { return ui.EchoNothing }

func (s *SignIn) State() string { return when(!s.armed, "one moment: keys are ignored") }

func (s *SignIn) Keys() []key.Binding {
	return []key.Binding{ui.Enabled(s.store, s.armed && !s.try.Busy()), s.back}
}
