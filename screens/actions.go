package screens

import (
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/lines"
	"bellhop/ui"
)

// Actions are what the palette has wherever the agent is: on the search, and on all that is opened from it.
func (s *Search) Actions() []ui.Action {
	line := lineAsSearched(s)
	if s.line.where() == "" && !s.line.settled() {
		line = ""
	}
	return slices.Concat(storedLines(s.deps, line), recentLines(s.deps, s.line.recall.lines), s.deps.actions())
}

// Actions are those of the search: nothing is below a receipt.
func (r *Receipt) Actions() []ui.Action {
	recent, err := r.deps.Recent.Lines()
	if err != nil {
		logFailure(r.deps, "searches of late", err)
	}
	return slices.Concat(storedLines(r.deps, lineFor(r.deps, r.draft.Trip)), recentLines(r.deps, recent), r.deps.actions())
}

// actions are those that lead to a screen from everywhere, and then those of the screens themselves.
func (d *Deps) actions() []ui.Action {
	to := func(open func() ui.Nav) func([]string) (ui.Nav, tea.Cmd) {
		return func([]string) (ui.Nav, tea.Cmd) { return open(), nil }
	}
	out := []ui.Action{
		{Word: "reservations", Key: "ctrl+r", Run: to(func() ui.Nav { return openFind(d) })},
		{Word: "reports by day", Run: to(func() ui.Nav { return ui.Push(NewReports(d)) })},
		{Word: "lost answers", Key: "ctrl+p", Run: to(func() ui.Nav { return ui.Push(NewUnresolved(d)) })},
		{Word: "new search", Key: againKey, Run: to(func() ui.Nav { return ui.Root(NewSearch(d, FreshTrip(d))) })},
		{Word: "open a hand-over", Key: handOverName, Run: to(func() ui.Nav { return ui.Push(NewOpenHandOver(d)) })},
	}
	if d.TryToken != nil && d.SetToken != nil {
		out = append(out, ui.Action{Word: "another API key", Run: to(func() ui.Nav { return ui.Push(NewAnotherKey(d)) })})
	}
	if d.Quotes != nil {
		out = append(out, ui.Action{Word: "quotes of the last thirty days", Run: to(func() ui.Nav { return ui.Push(NewQuotes(d)) })})
	}
	if d.Activity != nil {
		out = append(out, ui.Action{Word: "activity", Key: activityName, Run: func([]string) (ui.Nav, tea.Cmd) { return openActivity(d) }})
	}
	return append(out, actionsOfScreens()...)
}

// keysOfScreens are the keys of each screen, and what each does there.
var keysOfScreens = []struct {
	where string
	keys  [][2]string
}{
	{"on the search", [][2]string{
		{"ctrl+s", "search"},
		{"ctrl+d", "calendar"},
		{draftKey, "continue"},
		{"f6", "next draft"},
		{cancelKey, "throw it away"},
		{"-", "one fewer"},
		{"+", "wider radius"},
		{handOverName, "open a hand-over"},
		{lineHelpName, "line help"},
		{"ctrl+_", "undo"},
		{"alt+z", "undo"},
	}},
	{"on the hotels", [][2]string{
		{"/", "find"},
		{"f", "filter"},
		{"s", "sort"},
		{"ctrl+a", "load all"},
		{"r", "reload"},
		{reloadName, "reload"},
		{"[", "a day earlier"},
		{"]", "a day later"},
		{"(", "three days earlier"},
		{")", "three days later"},
		{"{", "a night fewer"},
		{"}", "a night more"},
		{"b", "cheapest day"},
		{"o", "in km"},
		{"o", "in miles"},
		{"x", "clear"},
		{"a", "all around"},
		{"a", "only the place"},
		{"=", "convert prices"},
		{">", "worst case a day earlier"},
		{"<", "worst case a day later"},
		{"m", "map"},
		{"z", "zoom in"},
		{"Z", "zoom out"},
		{"H", "map west"},
		{"J", "map south"},
		{"K", "map north"},
		{"L", "map east"},
		{"-", "one fewer"},
		{againKey, "search again"},
	}},
	{"on the filters", [][2]string{{" ", "change"}, {"f", "keep"}}},
	{"on the rates", [][2]string{{"w", "next"}, {" ", "mark"}, {"t", "tray"}, {"g", "first"}, {"G", "last"}, {"j", "down"}, {"k", "up"}}},
	{"on the terms", [][2]string{{acceptKey, "accept"}, {verifyKey, "verify again"}, {"ctrl+e", "nearest rates"}, {handOverName, "hand over"}}},
	{"on the guest", [][2]string{{"ctrl+g", "known guest"}, {"ctrl+s", "go on"}}},
	{"on the read-back of a booking", [][2]string{{sendKey, "book it"}, {"ctrl+t", "test token"}}},
	{"on the tray", [][2]string{{" ", "compare"}, {"x", "remove it"}, {"X", "empty"}, {"q", "quote"}, {"Q", "kept quotes"}}},
	{"on a quote", [][2]string{{"%", "mark-up"}, {"y", "copy"}, {"v", "write"}, {"Q", "kept quotes"}}},
	{"on a receipt", [][2]string{
		{againKey, "new search"}, {"c", "cancel the old one"}, {"y", "copy"}, {"v", "voucher"}, {"i", "calendar file"}, {"s", "message"}, {"v", "write"},
	}},
	{"on the reservations", [][2]string{
		{"ctrl+s", "show these"},
		{"u", "show guest"},
		{"u", "mask guest"},
		{"v", "views"},
		{"o", "columns"},
		{"S", "reverse the order"},
		{" ", "mark"},
		{"A", "mark all"},
		{"A", "unmark all"},
		{"c", "cancel several"},
		{"e", "export as CSV"},
		{"E", "export as JSON"},
		{"R", "reports"},
		{"F", "follow"},
		{"F", "stop following"},
	}},
	{"on the reports", [][2]string{{"[", "a day earlier"}, {"]", "a day later"}, {"w", "window"}, {"f", "filter by days"}, {"e", "export as CSV"}, {"E", "export as JSON"}}},
	{"on the views of reservations", [][2]string{{"ctrl+s", "save what is shown"}, {"x", "remove it"}}},
	{"on the columns of reservations", [][2]string{{" ", "change"}, {"K", "move up"}, {"J", "move down"}, {"s", "sort by it"}, {"S", "reverse the order"}, {"x", "clear the choice"}}},
	{"where several are cancelled", [][2]string{{cancelKey, "cancel them"}}},
	{"on a reservation", [][2]string{{"c", "cancel"}, {"d", "change dates"}, {"p", "change payment"}, {"a", "rebook cheaper"}, {"y", "copy"}, {"v", "voucher"}, {"i", "calendar file"}, {"s", "message"}}},
	{"on a reservation's fields", [][2]string{{"y", "copy it"}, {"/", "find"}, {"u", "show guest"}}},
	{"where a reservation is rebooked", [][2]string{{cancelKey, "cancel the old one"}, {"n", "keep"}, {"c", "cancel the new one"}}},
	{"where a reservation is cancelled", [][2]string{{cancelKey, "cancel it"}, {"n", "keep"}}},
	{"where dates are changed", [][2]string{{"ctrl+s", "price it"}, {sendKey, "change the dates"}}},
	{"where the payment is changed", [][2]string{{sendKey, "set the payment"}}},
	{"on the deadlines", [][2]string{{"a", "rebook cheaper"}, {"w", "window"}, {"ctrl+d", "calendar"}, {"$", "more sums"}, {"i", "calendar file"}}},
	{"on the lost answers", [][2]string{{"l", "look now"}, {"x", "take off the list"}, {reloadName, "look now"}}},
	{"on the activity", [][2]string{{"/", "find"}, {"f", "filter"}, {"y", "copy as curl"}, {"x", "clear"}}},
	{"on the sandbox panel", [][2]string{
		{"1", "hour on"},
		{"6", "hours on"},
		{"D", "day on"},
		{"T", "type a time"},
		{"P", "pause the clock"},
		{"P", "run the clock"},
		{"0", "real time"},
		{"L", "other latency"},
		{"A", "add a fault"},
		{"C", "clear faults"},
		{"S", "save a snapshot"},
		{"x", "remove it"},
		{"R", "reset"},
		{cancelKey, "do it"},
	}},
	{"on the welcome", [][2]string{{"ctrl+s", "save and start"}}},
	{"on a long page", [][2]string{{"j", "more"}}},
}

// actionsOfScreens are the keys of each screen. On its screen a key is listed as it works there; on another one it
// does nothing, and says where it does.
func actionsOfScreens() []ui.Action {
	var out []ui.Action
	for _, screen := range keysOfScreens {
		for _, k := range screen.keys {
			out = append(out, ui.Action{Word: k[1], Key: k[0], Where: screen.where})
		}
	}
	return out
}

// storedLines are the lines of the file, each of which asks for its placeholders and opens the search, and the one that
// stores this line; empty is none.
func storedLines(deps *Deps, line string) []ui.Action {
	const group = "stored lines"
	if deps.Stored == nil {
		return nil
	}
	var out []ui.Action
	list, err := deps.Stored.Lines()
	for _, stored := range list {
		word := stored.Name
		if stored.Text != stored.Name {
			word += ": " + stored.Text
		}
		out = append(out, ui.Action{Group: group, Word: word, Asks: stored.Placeholders(), Run: func(answers []string) (ui.Nav, tea.Cmd) {
			return SearchWithLine(deps, filled(stored, answers)), nil
		}})
	}
	if err != nil {
		why := err.Error()
		if wrong := (lines.SyntaxError{}); errors.As(err, &wrong) {
			why = wrong.Error()
		}
		why = api.Clean(why)
		out = append(out, ui.Action{Group: group, Word: "a stored line that cannot be read", Why: why})
	}
	return append(out, storeLine(deps, line, group))
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
func storeLine(deps *Deps, line, group string) ui.Action {
	save := ui.Action{Group: group, Word: "store this line", Asks: []string{"name", "line"}}
	if line == "" {
		save.Why = "the search has none yet"
	}
	save.Given, save.Help = []string{"", line}, "${city} in place of a word is asked for when the line is used."
	stored := deps.Stored
	save.Run = func(answers []string) (ui.Nav, tea.Cmd) {
		return ui.Stay(), func() tea.Msg {
			one := lines.Stored{Name: strings.TrimSpace(answers[0]), Text: strings.TrimSpace(answers[1])}
			if err := stored.Store(one); err != nil {
				return ui.Flash("not stored: " + api.Clean(err.Error()))()
			}
			return ui.Flash("stored; ctrl+k finds " + one.Name)()
		}
	}
	return save
}

// recentLines opens each of the lines that were searched of late, the newest first.
func recentLines(deps *Deps, recent []string) []ui.Action {
	return each(recent, func(line string) ui.Action {
		return ui.Action{Group: "recent lines", Word: line, Run: func([]string) (ui.Nav, tea.Cmd) { return SearchWithLine(deps, line), nil }}
	})
}
