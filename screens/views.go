package screens

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/views"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// viewsScreen lists the views of reservations, shows one of them, and keeps what the list shows now as another.
type viewsScreen struct {
	deps   *Deps
	list   *Reservations // below
	all    []views.View
	wrong  error // of the file
	table  *ui.Table
	form   *ui.Form // of a view that is saved; nil otherwise
	call   ui.Call[struct{}]
	done   string // what the call does, as the note says once it is done
	note   string
	asking string // the view that is to be removed, once the key is pressed again

	width, height int
	keys          viewsKeys
}

type viewsKeys struct{ open, save, remove, reload, back key.Binding }

const (
	fieldName = "name"
	fieldDays = "days"

	daysCounted = "counted"
	daysDates   = "dates"
)

func newViews(list *Reservations) *viewsScreen {
	s := &viewsScreen{
		deps: list.deps, list: list, call: ui.NewCall[struct{}](list.deps.Context, 0),
		keys: viewsKeys{
			open: list.deps.bind("open", "show"), save: list.deps.bind("form.done", "save what is shown"), remove: list.deps.bind("clear", "remove it"),
			reload: list.deps.bind("reload"), back: list.deps.bind("back"),
		},
	}
	s.table = ui.NewTable(s.deps.Theme, []ui.Column{
		{Title: "view", Min: 18}, {Title: "shows", Min: 30, Priority: 1}, {Title: "order", Width: len("by cancelled, latest first"), Priority: 2}, {Title: "from", Width: 9, Priority: 3},
	}, s.row)
	s.read()
	return s
}

// read takes the file as it is now: somebody may have edited it.
func (s *viewsScreen) read() {
	s.all, s.wrong = s.deps.Views.Views()
	s.table.SetCount(len(s.all))
}

func (s *viewsScreen) row(i int) ui.Row {
	v := s.all[i]
	shows := strings.Join(v.Chips(s.list.look.cells(s.list).Today()), " · ")
	if s.deps.masking() {
		v.IDs, v.Custom = nil, nil
		shows = strings.Join(v.Chips(s.list.look.cells(s.list).Today()), " · ")
	}
	return ui.Row{v.Name, valueOr(shows, "all"), v.Sort.Words(), when(v.BuiltIn, "Bellhop") + when(!v.BuiltIn, "your file")}
}

func (s *viewsScreen) Init() tea.Cmd          { return nil }
func (s *viewsScreen) Title() string          { return "views" }
func (s *viewsScreen) State() string          { return wording.Plural(len(s.all), "view") }
func (s *viewsScreen) Busy() string           { return when(s.call.Busy(), "writing the file") }
func (s *viewsScreen) Typing() bool           { return s.form != nil && s.form.Typing() }
func (s *viewsScreen) Commands() []ui.Command { return s.deps.commands() }
func (s *viewsScreen) Close()                 { s.call.Cancel() }

func (s *viewsScreen) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	defer s.layout()
	if _, err, mine := s.call.Receive(msg); mine {
		s.written(err)
		return ui.Stay(), nil
	}
	pressed, ok := msg.(tea.KeyMsg)
	switch {
	case !ok || s.call.Busy():
		return ui.Stay(), nil
	case s.form != nil:
		return ui.Stay(), s.formKey(pressed)
	default:
		return s.key(pressed)
	}
}

func (s *viewsScreen) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	asked := s.asking
	s.asking, s.note = "", ""
	at := s.table.Cursor()
	switch k := s.keys; {
	case key.Matches(msg, k.back):
		return ui.Pop(), nil
	case key.Matches(msg, k.reload):
		s.read()
		s.note = "Read again: " + wording.Plural(len(s.all), "view") + "."
	case key.Matches(msg, k.save):
		s.openForm()
	case s.table.Update(msg), at < 0:
	case key.Matches(msg, k.open):
		return ui.Pop(), s.list.applyView(s.all[at])
	case key.Matches(msg, k.remove) && asked != "" && asked == s.all[at].Name:
		return ui.Stay(), s.write("Removed: "+asked+".", func(f *views.File) error { return f.Remove(asked) })
	case key.Matches(msg, k.remove):
		s.asking = s.all[at].Name
		s.note = "! Remove the view " + s.asking + "? x does it, any other key keeps it."
	}
	return ui.Stay(), nil
}

// openForm asks for the name of what the list shows.
func (s *viewsScreen) openForm() {
	v, name := s.list.viewShown(true), ""
	if at := slices.IndexFunc(s.all, func(one views.View) bool { return one.Name == s.list.look.view.Name && !one.BuiltIn }); at >= 0 {
		name = s.all[at].Name
	}
	fields := []ui.Field{{
		Name: fieldName, Label: "name", Limit: 40, Required: true, Validate: views.CheckName, Value: name,
		Help: "A name that is there already is replaced.",
	}}
	if !v.Arrival.IsZero() || !v.Departure.IsZero() {
		fields = append(fields, ui.Field{
			Name: fieldDays, Label: "days", Kind: ui.FieldChoice, Help: "Counted from today they move on every day.",
			Options: []ui.Option{{Value: daysCounted, Label: "counted from today"}, {Value: daysDates, Label: "these dates"}},
		})
	}
	s.form = ui.NewForm(s.deps.Theme, ui.Section{Title: "Save what is shown", Fields: fields})
}

func (s *viewsScreen) formKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.keys.back):
		s.form = nil
	case key.Matches(msg, s.keys.save):
		if s.form.Submit() {
			return s.save()
		}
	case s.form.Update(msg) == ui.FormSubmitted:
		return s.save()
	}
	return nil
}

// save keeps what the list shows under the name of the form.
func (s *viewsScreen) save() tea.Cmd {
	v := s.list.viewShown(s.form.Value(fieldDays) != daysDates)
	v.Name = strings.TrimSpace(s.form.Value(fieldName))
	if days := s.list.look.view; s.form.Value(fieldDays) == daysDates {
		v.Arrival, v.Departure = s.datesOf(days.Arrival, v.Arrival), s.datesOf(days.Departure, v.Departure)
	}
	s.list.look.view.Name = v.Name
	return s.write("Saved: "+v.Name+".", func(f *views.File) error { return f.Save(v) })
}

// datesOf returns a view's own days as dates.
func (s *viewsScreen) datesOf(own, otherwise views.Range) views.Range {
	if own.IsZero() {
		return otherwise
	}
	today := s.list.look.cells(s.list).Today()
	return views.RangeOf(api.DateRange{From: own.From.On(today), Until: own.Until.On(today)}, today, false)
}

func (s *viewsScreen) write(done string, change func(*views.File) error) tea.Cmd {
	s.done = done
	file := s.deps.Views
	return s.call.Start(func(context.Context) (struct{}, error) {
		if file == nil {
			return struct{}{}, errors.New("this console keeps no views")
		}
		return struct{}{}, change(file)
	})
}

func (s *viewsScreen) written(err error) {
	if err != nil {
		s.deps.logFailure("writing views", err)
		s.note = "! Not done: " + wording.Stopped(strings.ReplaceAll(err.Error(), "\n", "; "))
		return
	}
	s.form, s.note = nil, s.done
	s.read()
}

func (s *viewsScreen) Keys() []key.Binding {
	k := s.keys
	if s.form != nil {
		return append([]key.Binding{k.save, k.back}, s.form.Keys()...)
	}
	at := s.table.Cursor()
	k.open.SetEnabled(at >= 0)
	k.remove.SetEnabled(at >= 0 && !s.all[at].BuiltIn)
	k.save.SetEnabled(s.deps.Views != nil)
	return append([]key.Binding{k.open, k.save, k.remove, k.reload, k.back, ui.HelpOnly()}, s.table.Keys()...)
}

func (s *viewsScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	s.layout()
}

func (s *viewsScreen) layout() {
	if s.form != nil {
		s.form.SetSize(inner(s.width), max(s.height-3, 0))
	}
	s.table.SetSize(inner(s.width), max(s.height-len(s.head())-1-len(s.below()), 0))
}

// below tells all of the view under the cursor, where its row has no room for it.
func (s *viewsScreen) below() []string {
	return wholeRow(s.deps.Theme, len(s.all), s.table.Cursor(), s.width, func(i int) string {
		row := s.row(i)
		return joined(row[1], row[2])
	})
}

func (s *viewsScreen) head() []string {
	t, width := s.deps.Theme, inner(s.width)
	lines := []string{""}
	if s.wrong != nil {
		words := "! " + strings.ReplaceAll(s.wrong.Error(), "\n", "; ") + " · its views are left out until that is mended."
		lines = append(lines, styled(t.Bad.Render, ui.Wrap(words, width))...)
	}
	if s.note != "" {
		lines = append(lines, styled(t.Warn.Render, ui.Wrap(s.note, width))...)
	}
	if s.form == nil && s.deps.Views != nil {
		lines = append(lines, styled(t.Muted.Render, ui.Wrap("Yours stand in views.toml beside config.toml: copy it to share them.", width))...)
	}
	return lines
}

func (s *viewsScreen) View() string {
	lines := s.head()
	if s.form != nil {
		lines = append(lines, s.form.Lines()...)
	} else {
		lines = append(append(lines, ""), s.table.Lines()...)
		lines = append(lines, s.below()...)
	}
	return ui.Block(indent(lines), s.width, s.height)
}
