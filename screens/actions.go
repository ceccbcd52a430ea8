package screens

import (
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/lines"
	"bellhop/booking/trip"
	"bellhop/ui"
	"bellhop/ui/keymap"
)

// Actions are what the palette has wherever the agent is: on the search, and on all that is opened from it.
func (s *Search) Actions() []ui.Action {
	line := s.lineAsSearched()
	if s.line.where() == "" && !s.line.settled() {
		line = ""
	}
	return slices.Concat(s.deps.storedLines(line), s.deps.recentLines(s.line.recall.lines), s.deps.actions())
}

// Actions are those of the search: nothing is below a receipt.
func (r *Receipt) Actions() []ui.Action {
	recent, err := r.deps.Recent.Lines()
	if err != nil {
		r.deps.logFailure("searches of late", err)
	}
	return slices.Concat(r.deps.storedLines(r.deps.lineFor(r.draft.Trip)), r.deps.recentLines(recent), r.deps.actions())
}

// lineFor returns the search line that asks for a trip.
func (d *Deps) lineFor(t trip.Trip) string {
	return trip.LineReader{Now: d.Desk.Now(), Agent: d.agentZone()}.Write(trip.Question{Trip: t})
}

// actions are those that lead to a screen from everywhere, and then those of the screens themselves.
func (d *Deps) actions() []ui.Action {
	shown := d.keymap().Shown
	to := func(open func() ui.Nav) func([]string) (ui.Nav, tea.Cmd) {
		return func([]string) (ui.Nav, tea.Cmd) { return open(), nil }
	}
	out := []ui.Action{
		{Word: "reservations", Key: shown("go.reservations"), Run: to(func() ui.Nav { return d.openFind() })},
		{Word: "reports by day", Run: to(func() ui.Nav { return ui.Push(NewReports(d)) })},
		{Word: "lost answers", Key: shown("go.lost_answers"), Run: to(func() ui.Nav { return ui.Push(NewUnresolved(d)) })},
		{Word: "new search", Key: shown("go.search"), Run: to(func() ui.Nav { return ui.Root(NewSearch(d, d.FreshTrip())) })},
		{Word: "open a hand-over", Key: shown("hand_over"), Run: to(func() ui.Nav { return ui.Push(NewOpenHandOver(d)) })},
	}
	if d.TryToken != nil && d.SetToken != nil {
		out = append(out, ui.Action{Word: "another API key", Run: to(func() ui.Nav { return ui.Push(newAnotherKey(d)) })})
	}
	if d.Quotes != nil {
		out = append(out, ui.Action{Word: "quotes of the last thirty days", Run: to(func() ui.Nav { return ui.Push(newQuotes(d)) })})
	}
	if d.Activity != nil {
		out = append(out, ui.Action{Word: "activity", Key: shown("go.activity"), Run: func([]string) (ui.Nav, tea.Cmd) { return d.openActivity() }})
	}
	return append(out, actionsOfScreens(d.keymap())...)
}

// actionsByScreen are the actions of each screen, by the name in the table, and what each does there. With an exclamation mark it has only the keys
// that are no letters.
var actionsByScreen = []struct {
	where   string
	actions [][2]string
}{
	{"on the search", [][2]string{
		{"form.done", "search"},
		{"calendar", "calendar"},
		{"draft.continue", "continue"},
		{"draft.next", "next draft"},
		{"cancel", "throw it away"},
		{"hotels.fewer_filters", "one fewer"},
		{"hotels.wider", "wider radius"},
		{"hand_over", "open a hand-over"},
		{"line_help", "line help"},
		{"form.undo", "undo"},
	}},
	{"on the hotels", [][2]string{
		{"find", "find"},
		{"filter", "filter"},
		{"sort", "sort"},
		{"load_all", "load all"},
		{"reload", "reload"},
		{"day.earlier", "a day earlier"},
		{"day.later", "a day later"},
		{"days.earlier", "three days earlier"},
		{"days.later", "three days later"},
		{"nights.fewer", "a night fewer"},
		{"nights.more", "a night more"},
		{"day.cheapest", "cheapest day"},
		{"unit", "in km"},
		{"unit", "in miles"},
		{"clear", "clear"},
		{"around", "all around"},
		{"around", "only the place"},
		{"convert", "convert prices"},
		{"map", "map"},
		{"map.nearer", "zoom in"},
		{"map.farther", "zoom out"},
		{"map.west", "map west"},
		{"map.south", "map south"},
		{"map.north", "map north"},
		{"map.east", "map east"},
		{"hotels.fewer_filters", "one fewer"},
		{"go.search", "search again"},
		{"photos", "photos"},
	}},
	{"on the filters", [][2]string{{"value.change", "change"}, {"filter.keep", "keep"}}},
	{"on the rates", [][2]string{{"window", "next"}, {"mark", "mark"}, {"tray", "tray"}, {"list.first", "first"}, {"list.last", "last"}, {"list.down", "down"}, {"list.up", "up"}}},
	{"on the terms", [][2]string{{"accept", "accept"}, {"verify", "verify again"}, {"nearest", "nearest rates"}, {"hand_over", "hand over"}}},
	{"on the guest", [][2]string{{"known_guest", "known guest"}, {"form.done", "go on"}}},
	{"on the read-back of a booking", [][2]string{{"send", "book it"}, {"token", "test token"}}},
	{"on the tray", [][2]string{{"mark", "compare"}, {"clear", "remove it"}, {"tray.empty", "empty"}, {"quote", "quote"}, {"quotes", "kept quotes"}}},
	{"on a quote", [][2]string{{"quote.markup", "mark-up"}, {"copy", "copy"}, {"write_file", "write"}, {"quotes", "kept quotes"}}},
	{"on a receipt", [][2]string{
		{"go.search", "new search"}, {"cancel_question", "cancel the old one"}, {"copy", "copy"}, {"voucher", "voucher"}, {"calendar_file", "calendar file"}, {"message", "message"}, {"write_file", "write"},
	}},
	{"on the reservations", [][2]string{
		{"form.done", "show these"},
		{"guests", "show guest"},
		{"guests", "mask guest"},
		{"views", "views"},
		{"columns", "columns"},
		{"mark", "mark"},
		{"mark_all", "mark all"},
		{"mark_all", "unmark all"},
		{"cancel_question", "cancel several"},
		{"csv", "export as CSV"},
		{"json", "export as JSON"},
		{"reports", "reports"},
		{"follow", "follow"},
		{"follow", "stop following"},
	}},
	{"on the reports", [][2]string{{"day.earlier", "a day earlier"}, {"day.later", "a day later"}, {"window", "window"}, {"filter", "filter by days"}, {"csv", "export as CSV"}, {"json", "export as JSON"}}},
	{"on the views of reservations", [][2]string{{"form.done", "save what is shown"}, {"clear", "remove it"}}},
	{"on the columns of reservations", [][2]string{{"value.change", "change"}, {"columns.up", "move up"}, {"columns.down", "move down"}, {"sort", "sort by it"}, {"sort", "reverse order"}, {"clear", "clear the choice"}}},
	{"where several are cancelled", [][2]string{{"cancel", "cancel them"}}},
	{"on a reservation", [][2]string{{"cancel_question", "cancel"}, {"change_dates", "change dates"}, {"change_payment", "change payment"}, {"rebook", "rebook cheaper"}, {"copy", "copy"}, {"voucher", "voucher"}, {"calendar_file", "calendar file"}, {"message", "message"}}},
	{"on a reservation's fields", [][2]string{{"copy.field", "copy it"}, {"find", "find"}, {"guests", "show guest"}}},
	{"where a reservation is rebooked", [][2]string{{"cancel", "cancel the old one"}, {"keep_both", "keep"}, {"cancel_question", "cancel the new one"}}},
	{"where a reservation is cancelled", [][2]string{{"cancel", "cancel it"}, {"keep", "keep"}}},
	{"where dates are changed", [][2]string{{"form.done", "price it"}, {"send", "change the dates"}}},
	{"where the payment is changed", [][2]string{{"send", "set the payment"}}},
	{"on the deadlines", [][2]string{{"rebook", "rebook cheaper"}, {"window", "window"}, {"calendar", "calendar"}, {"sums", "more sums"}, {"calendar_file", "calendar file"}}},
	{"on the lost answers", [][2]string{{"look", "look now"}, {"clear", "take off the list"}, {"reload!", "look now"}}},
	{"on the activity", [][2]string{{"find", "find"}, {"filter", "filter"}, {"copy", "copy as curl"}, {"clear", "clear"}}},
	{"on the sandbox panel", [][2]string{
		{"sandbox.hour", "hour on"},
		{"sandbox.hours", "hours on"},
		{"sandbox.day", "day on"},
		{"sandbox.set_time", "type a time"},
		{"sandbox.pause", "pause the clock"},
		{"sandbox.pause", "run the clock"},
		{"sandbox.real_time", "real time"},
		{"sandbox.latency", "other latency"},
		{"sandbox.fault", "add a fault"},
		{"sandbox.clear_faults", "clear faults"},
		{"sandbox.save", "save a snapshot"},
		{"clear", "remove it"},
		{"sandbox.reset", "reset"},
		{"cancel", "do it"},
	}},
	{"on the welcome", [][2]string{{"form.done", "save and start"}}},
	{"on a long page", [][2]string{{"page.down", "more"}}},
}

// actionsOfScreens are the keys of each screen. On its screen a key is listed as it works there; on another one it
// does nothing, and says where it does. Keys that mean the same everywhere, such as the arrows, are left out.
func actionsOfScreens(m *keymap.Map) []ui.Action {
	var out []ui.Action
	for _, screen := range actionsByScreen {
		for _, a := range screen.actions {
			id, typing := strings.CutSuffix(a[0], "!")
			b := m.Binding(id)
			if typing {
				b = m.Typing(id)
			}
			for _, name := range b.Keys() {
				if !keymap.Kept(name) {
					out = append(out, ui.Action{Word: a[1], Key: name, Where: screen.where})
				}
			}
		}
	}
	return out
}

// storedLines are the lines of the file, each of which asks for its placeholders and opens the search, and the one that
// stores this line; empty is none.
func (d *Deps) storedLines(line string) []ui.Action {
	const group = "stored lines"
	if d.Stored == nil {
		return nil
	}
	var out []ui.Action
	list, err := d.Stored.Lines()
	for _, stored := range list {
		word := stored.Name
		if stored.Text != stored.Name {
			word += ": " + stored.Text
		}
		out = append(out, ui.Action{Group: group, Word: word, Asks: stored.Placeholders(), Run: func(answers []string) (ui.Nav, tea.Cmd) {
			return searchWithLine(d, filled(stored, answers)), nil
		}})
	}
	if err != nil {
		why := err.Error()
		if wrong := (lines.SyntaxError{}); errors.As(err, &wrong) {
			why = wrong.Error()
		}
		out = append(out, ui.Action{Group: group, Word: "a stored line that cannot be read", Why: why})
	}
	return append(out, d.storeLine(line, group))
}

// filled is a stored line with the answers in place of its placeholders.
func filled(stored lines.Stored, answers []string) string {
	values := map[string]string{}
	for i, name := range stored.Placeholders() {
		values[name] = answers[i]
	}
	return stored.Fill(values)
}

// storeLine stores a line under a name. A word of it may be made a placeholder first.
func (d *Deps) storeLine(line, group string) ui.Action {
	save := ui.Action{Group: group, Word: "store this line", Asks: []string{"name", "line"}}
	if line == "" {
		save.Why = "the search has none yet"
	}
	save.Given, save.Help = []string{"", line}, "${city} in place of a word is asked for when the line is used."
	stored := d.Stored
	save.Run = func(answers []string) (ui.Nav, tea.Cmd) {
		return ui.Stay(), func() tea.Msg {
			one := lines.Stored{Name: strings.TrimSpace(answers[0]), Text: strings.TrimSpace(answers[1])}
			if err := stored.Store(one); err != nil {
				return ui.Flash("not stored: " + err.Error())()
			}
			return ui.Flash(d.say("stored; {global.palette} finds ") + one.Name)()
		}
	}
	return save
}

// recentLines opens each of the lines that were searched of late, the newest first.
func (d *Deps) recentLines(recent []string) []ui.Action {
	return each(recent, func(line string) ui.Action {
		return ui.Action{Group: "recent lines", Word: line, Run: func([]string) (ui.Nav, tea.Cmd) { return searchWithLine(d, line), nil }}
	})
}
