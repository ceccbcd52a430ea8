package screens

import (
	"context"
	"path/filepath"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/exports"
	"bellhop/booking/voucher"
	"bellhop/ui"
)

// papers are what a client is handed of a reservation, each by its key: the same on the receipt and on its page.
type papers struct {
	deps *Deps
	out  handOut
	// from makes the voucher, when one is wanted: it reads the journal, and what is known of the hotel.
	from   func(context.Context) (voucher.Voucher, error)
	copied bool // the whole confirmation, so that the next is its number
	keys   papersKeys
}

type papersKeys struct{ copy, voucher, calendar, message key.Binding }

func newPapers(deps *Deps) papers {
	return papers{deps: deps, out: newHandOut(deps), keys: papersKeys{
		copy: deps.bind("copy"), voucher: deps.bind("voucher"), calendar: deps.bind("calendar_file"), message: deps.bind("message"),
	}}
}

// enable takes what there is to hand out.
func (p *papers) enable(able bool, from func(context.Context) (voucher.Voucher, error)) {
	p.from = from
	for _, k := range []*key.Binding{&p.keys.copy, &p.keys.voucher, &p.keys.calendar, &p.keys.message} {
		k.SetEnabled(able)
	}
	p.keys.voucher.SetEnabled(able && p.deps.Exports != "")
	p.keys.calendar.SetEnabled(able && p.deps.Exports != "")
}

// key hands out what a key is for; mine reports whether it is one of them.
func (p *papers) key(msg tea.KeyMsg) (nav ui.Nav, cmd tea.Cmd, mine bool) {
	switch {
	case key.Matches(msg, p.keys.copy):
		return ui.Stay(), p.copy(), true
	case key.Matches(msg, p.keys.voucher):
		return ui.Stay(), p.write("voucher", func(v voucher.Voucher) (string, []exports.File, error) { return v.Files() }), true
	case key.Matches(msg, p.keys.calendar):
		return ui.Stay(), p.write("calendar", func(v voucher.Voucher) (string, []exports.File, error) {
			name, file, err := v.CalendarFile()
			return name, []exports.File{file}, err
		}), true
	case key.Matches(msg, p.keys.message):
		return ui.Push(newMessage(p.deps, p.from)), nil, true
	}
	return ui.Stay(), nil, false
}

// copy copies the whole confirmation, and the next time its number alone.
func (p *papers) copy() tea.Cmd {
	from, instead := p.from, when(p.deps.Exports == "", p.deps.say("{message} shows a message to mark with the mouse"))+when(p.deps.Exports != "", p.deps.say("{voucher} writes it to files"))
	if p.copied = !p.copied; !p.copied {
		return p.out.copyText("The number alone was", instead, func(ctx context.Context) (string, error) {
			v, err := from(ctx)
			return v.Number(), err
		})
	}
	return p.out.copyText("The whole confirmation was", instead, func(ctx context.Context) (string, error) {
		v, err := from(ctx)
		if err != nil {
			return "", err
		}
		return p.deps.beforeAudience(v).Document().Text(), nil
	})
}

// write makes the files of a voucher.
func (p *papers) write(kind string, files func(voucher.Voucher) (string, []exports.File, error)) tea.Cmd {
	deps, from := p.deps, p.from
	return p.out.write(kind, func(ctx context.Context) (string, error) {
		v, err := from(ctx)
		if err != nil {
			return "", err
		}
		name, list, err := files(deps.beforeAudience(v))
		if err != nil {
			return "", err
		}
		words, err := written(deps.Exports, name, list)
		return words + when(deps.masking(), " The guest is masked in it, as before an audience."), err
	})
}

// written saves files, and says where they are.
func written(folder, name string, files []exports.File) (string, error) {
	paths, err := exports.Save(folder, name, files...)
	if err != nil {
		return "", err
	}
	words := "Written for you alone: " + filepath.Base(paths[0])
	for i, path := range paths[1:] {
		switch {
		case i == len(paths)-2:
			words += " and " + filepath.Ext(path)
		default:
			words += ", " + filepath.Ext(path)
		}
	}
	return words + " in " + folder + ".", nil
}

// beforeAudience masks the guest of a voucher while the console is presented. Its numbers stay: they are not shown.
func (d *Deps) beforeAudience(v voucher.Voucher) voucher.Voucher {
	if d.masking() {
		return v.Masked()
	}
	return v
}

// able makes the voucher where there is one to hand out; nil where there is none.
func (p *papers) able() func(context.Context) (voucher.Voucher, error) {
	if !p.keys.copy.Enabled() {
		return nil
	}
	return p.from
}

// offeredBesides are the keys for the footer where another screen copies.
func (p *papers) offeredBesides() []key.Binding {
	return ui.Offered(p.keys.voucher, p.keys.calendar, p.keys.message)
}

// offered are the keys for the footer.
func (p *papers) offered() []key.Binding {
	return append(ui.Offered(p.keys.copy), p.offeredBesides()...)
}

// A message is what an agent writes to the client about a reservation, as it is copied or kept.
type message struct {
	deps          *Deps
	from          func(context.Context) (voucher.Voucher, error)
	read          load[voucher.Voucher]
	made          voucher.Voucher
	has           bool
	out           handOut
	page          page
	width, height int
	copy, write   key.Binding
	back, reload  key.Binding
}

func newMessage(deps *Deps, from func(context.Context) (voucher.Voucher, error)) *message {
	m := &message{
		deps: deps, from: from, read: newLoad[voucher.Voucher](deps, "writing the message"), out: newHandOut(deps), page: newPage(deps, true),
		copy: deps.bind("copy"), write: deps.bind("write_file"), reload: deps.bind("reload"), back: deps.bind("back"),
	}
	m.enable()
	return m
}

func (m *message) enable() {
	m.copy.SetEnabled(m.has)
	m.write.SetEnabled(m.has && m.deps.Exports != "")
	m.reload.SetEnabled(m.read.failure != nil)
}

func (m *message) Init() tea.Cmd   { return m.read.start(m.from) }
func (m *message) Title() string   { return "message" }
func (m *message) Busy() string    { return m.read.busy() + m.out.busy() }
func (m *message) Resume() tea.Cmd { return m.read.resume() }

func (m *message) Close() {
	m.read.cancel()
	m.out.cancel()
}

func (m *message) Keys() []key.Binding {
	return append(append(ui.Offered(m.copy, m.write, m.reload), m.back), m.page.keys()...)
}

func (m *message) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if cmd, mine := m.out.receive(msg); mine {
		m.page.top()
		m.layout()
		return ui.Stay(), cmd
	}
	if made, ok, mine, nav := m.read.receive(msg); mine {
		if ok {
			m.made, m.has = made, true
		}
		m.enable()
		m.layout()
		return nav, nil
	}
	pressed, ok := msg.(tea.KeyMsg)
	if !ok {
		return ui.Stay(), nil
	}
	made := m.deps.beforeAudience(m.made)
	switch {
	case key.Matches(pressed, m.back):
		return ui.Pop(), nil
	case key.Matches(pressed, m.reload):
		return ui.Stay(), m.Init()
	case key.Matches(pressed, m.copy):
		return ui.Stay(), m.out.copyText("The message was", when(m.deps.Exports == "", "mark it with the mouse")+when(m.deps.Exports != "", m.deps.say("{write_file} writes a file")),
			func(context.Context) (string, error) { return made.MessageText(), nil })
	case key.Matches(pressed, m.write):
		folder := m.deps.Exports
		return ui.Stay(), m.out.write("message", func(context.Context) (string, error) {
			name, files := made.MessageFiles()
			return written(folder, name, files)
		})
	default:
		m.page.key(pressed)
	}
	return ui.Stay(), nil
}

func (m *message) SetSize(width, height int) {
	m.width, m.height = width, height
	m.layout()
}

func (m *message) layout() {
	s := newSheet(m.deps.Theme)
	s.Gap()
	s.explain(m.read.failure, m.deps.say("{reload!}"))
	m.out.say(s)
	if m.has {
		// On the screen the numbers are masked before an audience, too.
		shown := m.made
		shown.Reservation = m.deps.mask(shown.Reservation)
		for _, text := range shown.Message() {
			s.text(m.deps.Theme.Plain, text)
			s.Gap()
		}
	}
	m.page.set(s.Lines(inner(m.width)), m.width, m.height)
}

func (m *message) View() string { return m.page.view() }
