package screens

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/trip"
	"bellhop/ui"
)

// suggestions are the destinations that the service offers for what is typed, in groups.
type suggestions struct {
	deps     *Deps
	load     load[[]trip.SuggestionGroup]
	groups   []trip.SuggestionGroup
	list     grouped
	asked    string // the text of the newest question
	answered string // the text that groups answer
	hasAny   bool   // whether there was any answer yet
}

func newSuggestions(deps *Deps) suggestions {
	return suggestions{deps: deps, load: newLoad[[]trip.SuggestionGroup](deps, "looking up destinations")}
}

func (g *suggestions) ask(text string) tea.Cmd {
	g.asked = text
	desk := g.deps.Desk
	return g.load.start(func(ctx context.Context) ([]trip.SuggestionGroup, error) {
		return desk.Directory.Destinations(ctx, text)
	})
}

// answer takes the groups, with the cursor on the first destination.
func (g *suggestions) answer(groups []trip.SuggestionGroup) {
	g.groups, g.answered, g.hasAny = groups, g.asked, true
	counts := make([]int, len(groups))
	for i, group := range groups {
		counts[i] = len(group.Items)
	}
	g.list.cursor = 0
	g.list.setCounts(counts)
}

func (g *suggestions) answers(text string) bool { return g.hasAny && g.answered == text }

func (g *suggestions) chosen() (trip.Suggestion, bool) {
	group, item, ok := g.list.at()
	if !ok {
		return trip.Suggestion{}, false
	}
	return g.groups[group].Items[item], true
}

func (g *suggestions) failure(width int) []string {
	return failureBlock(g.deps.Theme, max(1, width-6), g.load.failure, "enter")
}

func (g *suggestions) lines(width, height int) []string {
	t := g.deps.Theme
	switch {
	case !g.hasAny && g.load.failure != nil:
		return nil
	case !g.hasAny:
		return []string{margin + t.Muted.Render("looking up destinations …")}
	case g.list.total == 0:
		return indent(ui.Notice(t, max(1, width-4), ui.NoticeEmpty, "Nothing is called \""+g.answered+"\"",
			"Try fewer letters, the city instead of the hotel, or an airport code such as LHR."))
	}
	var out []string
	for _, line := range g.list.lines(height) {
		group := g.groups[line.group]
		if line.item >= 0 {
			out = append(out, suggestionLine(t, group.Items[line.item], line.selected, width))
			continue
		}
		title := group.Title
		switch {
		case g.asked == g.answered:
		case g.answered == "":
			// The prominent destinations are for no text at all.
			title += " …"
		default:
			title += " for \"" + g.answered + "\" …"
		}
		out = append(out, margin+t.Title.Render(ui.Truncate(title, width-4)))
	}
	return out
}

func suggestionLine(t ui.Theme, item trip.Suggestion, selected bool, width int) string {
	width = max(10, min(width-4, 100))
	detail := max(12, width*2/5)
	name := ui.Fit(item.Destination.Name, max(1, width-detail-2)) + "  "
	if selected {
		return "  " + t.Cursor.Render("› "+name+ui.Fit(item.Detail, detail))
	}
	return "    " + name + t.Muted.Render(ui.Fit(item.Detail, detail))
}
