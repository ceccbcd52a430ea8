package screens

import (
	"context"
	"net/netip"
	"net/url"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui"
)

// Welcome is what the first start needs: how to open the sandbox, and how to add an account.
type Welcome struct {
	Context    context.Context
	Theme      ui.Theme
	Sandbox    func(ctx context.Context) (*Deps, error)
	AddAccount func(ctx context.Context, account Account) (*Deps, error)
	// ByLines keeps that the console is a conversation by lines, which it goes on as once the screen is gone; nil offers none.
	ByLines func() error
	// NoKeyring says that this machine can have no keyring: then a file is offered first for the key.
	NoKeyring bool
}

// An Account is what an agent enters to use a service.
type Account struct {
	Name        string // of the profile
	BaseURL     string
	AccountID   string
	Token       api.Secret
	Environment string // "sandbox" or "production"
	TokenIn     string // "keyring" or "file"
}

const (
	environmentSandbox    = "sandbox"
	environmentProduction = "production"

	tokenInKeyring = "keyring"
	tokenInFile    = "file"
)

// welcome has three choices, and the form of the second one.
type welcome struct {
	Welcome
	width, height int
	cursor        int // 0: the sandbox, 1: an account, 2: by lines
	picked        picked
	entering      bool
	form          *ui.Form
	call          ui.Call[*Deps]
	what          string
	failure       *booking.Explanation
	keys          welcomeKeys
}

type welcomeKeys struct{ take, up, down, save, back key.Binding }

const (
	accountName        = "name"
	accountURL         = "base_url"
	accountID          = "account"
	accountToken       = "token"
	accountEnvironment = "environment"
	accountTokenIn     = "token_in"
)

// NewWelcome is the screen of the first start: try the sandbox, or add an account.
func NewWelcome(w Welcome) ui.Screen {
	return &welcome{
		Welcome: w, call: ui.NewCall[*Deps](w.Context, 0), form: accountForm(w.Theme, w.NoKeyring),
		keys: welcomeKeys{
			take: keysOf(w.Theme.Keys).Binding("take", "choose"), up: keysOf(w.Theme.Keys).Binding("list.up"),
			down: keysOf(w.Theme.Keys).Binding("list.down"), save: keysOf(w.Theme.Keys).Binding("form.done", "save and start"),
			back: keysOf(w.Theme.Keys).Binding("back"),
		},
	}
}

func accountForm(t ui.Theme, noKeyring bool) *ui.Form {
	tokenIn, whereKept := tokenInKeyring, "The system keeps it, and may ask for its own password."
	if noKeyring {
		tokenIn, whereKept = tokenInFile, "This machine has no keyring; nobody but you can read the file."
	}
	return ui.NewForm(t, ui.Section{Fields: []ui.Field{
		{Name: accountName, Label: "profile", Required: true, Limit: 40, Value: "agency", Validate: ProfileProblem, Help: "A name of your own for this account."},
		{Name: accountURL, Label: "address", Required: true, Limit: 200, Placeholder: "https://…", Validate: AddressProblem, Help: "The base address of the service, as your provider gave it."},
		{Name: accountID, Label: "account id", Required: true, Limit: 100, Help: "The partner account id."},
		{Name: accountToken, Label: "API key", Kind: ui.FieldSecret, Required: true, Limit: 500, Help: "It is not shown."},
		{Name: accountEnvironment, Label: "environment", Kind: ui.FieldChoice, Value: environmentProduction, Options: []ui.Option{
			{Value: environmentSandbox, Label: "sandbox: nothing is charged"},
			{Value: environmentProduction, Label: "PRODUCTION: real and charged"},
		}, Help: "It follows the address until you change it; your provider says which of the two it is."},
		{Name: accountTokenIn, Label: "keep the key", Kind: ui.FieldChoice, Value: tokenIn, Options: []ui.Option{
			{Value: tokenInKeyring, Label: "in the keyring"},
			{Value: tokenInFile, Label: "in a file of yours alone"},
		}, Help: whereKept},
	}})
}

// ProfileProblem keeps names to what can stand on a command line: it says what is wrong with one, or nothing.
func ProfileProblem(name string) string {
	for _, r := range name {
		if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-_", r) {
			return "small letters, digits, - and _ only"
		}
	}
	return ""
}

// AddressProblem says what is surely wrong with a service's address, or nothing; the client decides in the end.
func AddressProblem(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "":
		return "not an address like https://service.example"
	case u.User != nil:
		return "leave user and password out of the address"
	case u.Scheme == "https":
		return ""
	case u.Scheme == "http" && onThisMachine(u.Hostname()):
		return ""
	default:
		return "only https, or http on this machine"
	}
}

// EnvironmentOf says of what environment an address is: only a service on this machine is taken for a sandbox. Over https it may
// be a tunnel, and then the account's owner must say so.
func EnvironmentOf(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err == nil && u.Scheme == "http" && onThisMachine(u.Hostname()) {
		return environmentSandbox
	}
	return environmentProduction
}

func onThisMachine(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

func (w *welcome) Init() tea.Cmd { return nil }
func (w *welcome) Title() string { return "welcome" }

func (w *welcome) Busy() string { return when(w.call.Busy(), w.what) }

func (w *welcome) Typing() bool  { return w.entering && w.form.Typing() }
func (w *welcome) Echo() ui.Echo { return w.form.Echo() }
func (w *welcome) Close()        { w.call.Cancel() }

func (w *welcome) SetSize(width, height int) {
	w.width, w.height = width, height
	w.form.SetSize(max(1, width-4), max(2, height-len(w.formHead())))
}

func (w *welcome) Keys() []key.Binding {
	k := w.keys
	if w.entering {
		return append([]key.Binding{k.save, k.back}, w.form.Keys()...)
	}
	return append([]key.Binding{k.take, k.up, k.down}, ui.Offered(ui.Enabled(k.back, w.call.Busy()))...)
}

func (w *welcome) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if msg, ok := msg.(tea.KeyMsg); ok {
		return w.key(msg)
	}
	deps, err, mine := w.call.Receive(msg)
	switch {
	case !mine:
		return ui.Stay(), nil
	case err != nil:
		x := booking.Explain(err)
		w.failure = &x
		w.SetSize(w.width, w.height)
		return ui.Stay(), nil
	default:
		return ui.Root(NewSearch(deps, deps.FreshTrip())), nil
	}
}

func (w *welcome) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	k := w.keys
	if key.Matches(msg, k.back) {
		return w.back(), nil
	}
	if w.call.Busy() {
		return ui.Stay(), nil // One start at a time.
	}
	if w.entering {
		return ui.Stay(), w.enter(msg)
	}
	switch {
	case key.Matches(msg, k.up):
		w.cursor = max(w.cursor-1, 0)
	case key.Matches(msg, k.down):
		w.cursor = min(w.picked.to(w.cursor+1), w.last())
	case key.Matches(msg, k.take) && w.cursor == 0:
		return ui.Stay(), w.start("starting the sandbox", w.Sandbox)
	case key.Matches(msg, k.take) && w.cursor == 2:
		return w.byLines(), nil
	case key.Matches(msg, k.take):
		w.entering, w.failure = true, nil
		w.SetSize(w.width, w.height)
	}
	return ui.Stay(), nil
}

// last is the last choice.
func (w *welcome) last() int {
	if w.ByLines == nil {
		return 1
	}
	return 2
}

// byLines ends the screen, so that the console goes on line by line.
func (w *welcome) byLines() ui.Nav {
	if w.ByLines == nil {
		return ui.Stay()
	}
	if err := w.ByLines(); err != nil {
		x := booking.Explain(err)
		w.failure = &x
		w.SetSize(w.width, w.height)
		return ui.Stay()
	}
	return ui.Quit()
}

// back stops what is being started, or leaves the form with its text.
func (w *welcome) back() ui.Nav {
	switch {
	case w.call.Busy():
		w.call.Cancel()
	case w.entering:
		w.entering, w.failure = false, nil
	default:
		return ui.Pop()
	}
	return ui.Stay()
}

func (w *welcome) enter(msg tea.KeyMsg) tea.Cmd {
	submitted := key.Matches(msg, w.keys.save) && w.form.Submit()
	if !key.Matches(msg, w.keys.save) {
		submitted = w.form.Update(msg) == ui.FormSubmitted
		w.form.SetDefault(accountEnvironment, EnvironmentOf(w.form.Value(accountURL)))
	}
	if !submitted {
		return nil
	}
	value := func(name string) string { return strings.TrimSpace(w.form.Value(name)) }
	account := Account{
		Name: value(accountName), BaseURL: value(accountURL), AccountID: value(accountID),
		Token: api.NewSecret(value(accountToken)), Environment: w.form.Value(accountEnvironment), TokenIn: w.form.Value(accountTokenIn),
	}
	add := w.AddAccount
	return w.start("adding the account", func(ctx context.Context) (*Deps, error) { return add(ctx, account) })
}

func (w *welcome) start(what string, fn func(ctx context.Context) (*Deps, error)) tea.Cmd {
	w.what, w.failure = what, nil
	w.SetSize(w.width, w.height)
	return w.call.Start(fn)
}

func (w *welcome) View() string {
	if w.entering {
		lines := append(w.formHead(), indent(w.form.Lines())...)
		return ui.Block(lines, w.width, w.height)
	}
	t, room := w.Theme, max(1, w.width-8)
	lines := []string{"", margin + t.Title.Render("Welcome to Bellhop"), ""}
	lines = append(lines, indent(ui.Wrap("Book hotels from the keyboard: one search, prices that are checked before they are paid, "+
		"and every booking sent once and never twice. Reservations can be looked up, read and cancelled, "+
		"with what cancelling costs shown first.", min(84, max(1, w.width-4))))...)
	lines = append(lines, "")
	lines = append(lines, w.choice(0, "Try the sandbox", "the whole service inside this program: no account, no network")...)
	lines = append(lines, w.choice(1, "Add an account", "enter the address and the API key that your provider gave you")...)
	if w.ByLines != nil {
		lines = append(lines, w.choice(2, "Line by line", "for a screen reader or a braille line: no screen, one fact a line, kept for the next start")...)
	}
	lines = append(lines, indent(failureBlock(t, room, w.failure, "enter"))...)
	if w.height > len(lines)+5 {
		lines = append(lines, indent(hintLines(t, room,
			"enter goes on everywhere, esc goes one step back and loses nothing.",
			keysOf(t.Keys).Say("The line at the bottom shows the keys of each screen; {global.help} explains all of them."),
			"ctrl+c leaves."))...)
	}
	return ui.Block(lines, w.width, w.height)
}

func (w *welcome) choice(i int, title, text string) []string {
	t := w.Theme
	mark, style := "  ", t.Title
	if i == w.cursor {
		mark, style = "› ", t.Cursor
	}
	tag := func(text string) string { return margin + w.picked.tag(t, text, i, w.cursor, w.last()+1) }
	return []string{
		tag(style.Render(mark + title + " ")), tag("    " + t.Muted.Render(ui.Truncate(text, max(1, w.width-8)))), "",
	}
}

func (w *welcome) formHead() []string {
	t := w.Theme
	lines := []string{"", margin + t.Title.Render("Add an account"), ""}
	failure := indent(failureBlock(t, max(1, w.width-6), w.failure, keysOf(w.Theme.Keys).Say("{form.done}")))
	if len(failure) > 0 {
		lines = append(append(lines, failure...), "")
	}
	return lines
}
