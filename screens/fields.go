package screens

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/lens"
	"bellhop/booking/proof"
	"bellhop/booking/voucher"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Fields lists what can be copied of a reservation: the whole of it, and every field as the service sent it, with what the
// specification says of the field under the cursor.
type Fields struct {
	deps        *Deps
	reservation api.Reservation
	voucher     func(context.Context) (voucher.Voucher, error)
	load        load[[]lens.Field]
	fields      []lens.Field
	has         bool
	reveal      reveal
	rowList[fieldRow]
	find          findLine
	out           handOut
	width, height int
	keys          fieldsKeys
}

type fieldsKeys struct{ copy, find, mask, reload, back key.Binding }

// A fieldRow is one thing to copy.
type fieldRow struct {
	label, value string
	field        *lens.Field // nil for what is made of several fields
	text         func(context.Context) (string, error)
	files        func(context.Context) (string, error) // writes it instead, and says where
	masked       bool                                  // it is masked now, so that copying it brings nothing
}

// NewFields lists the fields of a reservation. voucher makes the whole confirmation; nil is none.
func NewFields(deps *Deps, r api.Reservation, from func(context.Context) (voucher.Voucher, error)) *Fields {
	s := &Fields{
		deps: deps, reservation: r, voucher: from, load: newLoad[[]lens.Field](deps, "reading it as it is sent"), reveal: newReveal(deps, r.ID),
		find: newFindLine(deps, "a field, a value, or a section", "clear"), out: newHandOut(deps),
		keys: fieldsKeys{
			copy: deps.bind("copy.field"), find: deps.bind("find"), mask: deps.bind("guests", "show guest"), reload: deps.bind("reload"), back: deps.bind("back"),
		},
	}
	s.same = func(a, b fieldRow) bool { return a.label == b.label }
	s.table = ui.NewTable(deps.Theme, []ui.Column{{Title: "field", Width: 32}, {Title: "value", Min: 12}}, func(i int) ui.Row {
		return ui.Row{s.rows[i].label, s.rows[i].value}
	})
	s.table.Style = func(row, column int) ui.Style {
		if column == 0 && s.rows[row].field != nil {
			return deps.Theme.Muted
		}
		return deps.Theme.Plain
	}
	s.arrange()
	return s
}

func (s *Fields) Init() tea.Cmd { return s.read() }

// read reads the reservation as it is sent: what was read before may have been something else.
func (s *Fields) read() tea.Cmd {
	deps, id, open := s.deps, s.reservation.ID, s.reveal.open && !s.deps.masking()
	return s.load.start(func(ctx context.Context) ([]lens.Field, error) {
		if deps.Raw == nil {
			return nil, errors.New("this service cannot be asked for it as it is")
		}
		answer, err := deps.Raw(ctx, api.RawRequest{Method: http.MethodGet, Path: "/rest/v1/reservation/" + id, Guests: open})
		if err != nil {
			return nil, err
		}
		if answer.Status != http.StatusOK {
			return nil, fmt.Errorf("the service answered %d", answer.Status)
		}
		return lens.Fields(answer.Body)
	})
}

// arrange makes the rows: what is made of several fields first.
func (s *Fields) arrange() {
	rows := s.whole()
	for i := range s.fields {
		f := &s.fields[i]
		row := fieldRow{label: fieldLabel(f.Path), value: f.JSON, field: f, text: func(context.Context) (string, error) { return f.Text, nil }}
		row.masked = isMaskedField(f) || s.hidden(f)
		if s.hidden(f) {
			row.value = booking.MaskText(f.Text)
		}
		rows = append(rows, row)
	}
	if words := wording.Fold(s.find.Value()); words != "" {
		kept := rows[:0:0]
		for _, row := range rows {
			section := ""
			if row.field != nil {
				section = row.field.Path + " " + row.field.Section
			}
			if strings.Contains(wording.Fold(row.label+" "+row.value+" "+section), words) {
				kept = append(kept, row)
			}
		}
		rows = kept
	}
	s.setRows(rows)
}

// hidden reports whether a field names the reservation while the console is presented.
func (s *Fields) hidden(f *lens.Field) bool {
	return s.deps.masking() && (f.Path == "id" || strings.HasPrefix(f.Path, "confirmation."))
}

// isMaskedField reports whether the value came masked: it keeps its first letter.
func isMaskedField(f *lens.Field) bool {
	return strings.HasSuffix(f.Text, "···") || f.Text == "[redacted]"
}

// fieldLabel is a path without the groups that say nothing.
func fieldLabel(path string) string {
	return strings.NewReplacer("guests.primary.", "guest.", "rate.terms.cancel_penalties", "penalties", "rate.terms.", "terms.", "rate.price.", "price.",
		"confirmation.", "", "payment.guest.", "payment.").Replace(path)
}

// whole is what is made of several fields.
func (s *Fields) whole() []fieldRow {
	var rows []fieldRow
	add := func(label, value string, text func(context.Context) (string, error)) {
		rows = append(rows, fieldRow{label: label, value: value, text: text})
	}
	if from := s.voucher; from != nil {
		add("whole confirmation", "the voucher as text", func(ctx context.Context) (string, error) {
			v, err := from(ctx)
			if err != nil {
				return "", err
			}
			return s.deps.beforeAudience(v).Document().Text(), nil
		})
		add("number to call with", "the hotel's confirmation, or what stands for it", func(ctx context.Context) (string, error) {
			v, err := from(ctx)
			return v.Number(), err
		})
	}
	deps, r, guest := s.deps, s.reservation, s.reveal.open && !s.deps.masking()
	add("proof", "what was agreed, sent and answered, as text", func(ctx context.Context) (string, error) {
		lookUpHotel(ctx, deps, r.Hotel)
		p, err := proof.Of(deps.Desk, r, guest, deps.Zone)
		return p.Document().Text(), err
	})
	if folder := deps.Exports; folder != "" {
		rows = append(rows, fieldRow{label: "proof in files", value: "text, Markdown and HTML, for you alone", files: func(ctx context.Context) (string, error) {
			lookUpHotel(ctx, deps, r.Hotel)
			p, err := proof.Of(deps.Desk, r, guest, deps.Zone)
			if err != nil {
				return "", err
			}
			name, files, err := p.Files()
			if err != nil {
				return "", err
			}
			return written(folder, name, files)
		}})
	}
	return rows
}

func (s *Fields) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	defer s.layout()
	if fields, ok, mine, nav := s.load.receive(msg); mine {
		if ok {
			s.fields, s.has = fields, true
			s.arrange()
		}
		return nav, nil
	}
	if s.reveal.receive(msg) {
		return ui.Stay(), s.read()
	}
	if cmd, mine := s.out.receive(msg); mine {
		return ui.Stay(), cmd
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		open := s.reveal.open
		cmd := s.reveal.tick()
		if open && !s.reveal.open {
			return ui.Stay(), tea.Batch(cmd, s.read())
		}
		return ui.Stay(), cmd
	case tea.KeyMsg:
		return s.key(msg)
	}
	return ui.Stay(), nil
}

func (s *Fields) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	s.reveal.touch()
	s.out.note = ""
	if s.find.open {
		if s.find.key(msg, s.table) {
			s.arrange()
		}
		return ui.Stay(), nil
	}
	row, has := s.selected()
	switch k := s.keys; {
	case key.Matches(msg, k.back) && s.find.Value() != "":
		s.find.clear()
		s.arrange()
	case key.Matches(msg, k.back):
		return ui.Pop(), nil
	case key.Matches(msg, k.find):
		s.find.open = true
	case key.Matches(msg, k.reload):
		return ui.Stay(), s.read()
	case key.Matches(msg, k.mask):
		open := s.reveal.open
		cmd := s.reveal.toggle()
		if open {
			return ui.Stay(), tea.Batch(cmd, s.read())
		}
		return ui.Stay(), cmd
	case key.Matches(msg, k.copy) && has:
		return ui.Stay(), s.copy(row)
	default:
		s.table.Update(msg)
	}
	return ui.Stay(), nil
}

// copy copies the value under the cursor. One that is masked is no value.
func (s *Fields) copy(row fieldRow) tea.Cmd {
	switch {
	case row.files != nil:
		return s.out.write(row.label, row.files)
	case row.field != nil && row.value == `"[redacted]"`:
		return ui.Flash("not copied: it is a secret, and never leaves the service")
	case row.masked:
		return ui.Flash("not copied: it is masked" + when(!s.deps.masking(), s.deps.say("; {guests} shows the guest first")))
	}
	return s.out.copyText(strings.ToUpper(row.label[:1])+row.label[1:]+" was", "mark it with the mouse", row.text)
}

func (s *Fields) Title() string { return "fields" }

func (s *Fields) Busy() string {
	return joined(s.load.busy(), s.reveal.note.busy(), s.out.busy())
}

func (s *Fields) State() string { return when(s.has, wording.Plural(len(s.fields), "field")) }

func (s *Fields) Typing() bool { return s.find.open }

// Resume masks the guest again.
func (s *Fields) Resume() tea.Cmd {
	s.reveal.mask()
	return s.read()
}

func (s *Fields) Close() {
	s.load.cancel()
	s.reveal.note.cancel()
	s.out.cancel()
}

func (s *Fields) Keys() []key.Binding {
	if s.find.open {
		return []key.Binding{s.find.done, s.find.back}
	}
	k := s.keys
	ui.Reword(&k.mask, s.reveal.word())
	ui.Reword(&k.back, when(s.find.Value() != "", "clear")+when(s.find.Value() == "", "back"))
	return append([]key.Binding{k.copy, k.find, k.mask, k.reload, k.back, ui.HelpOnly()}, s.table.Keys()...)
}
