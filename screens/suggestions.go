package screens

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/trip"
	"bellhop/ui"
)

// suggestions are the destinations that the service offers for what is typed, in groups.
type suggestions struct {
	deps     *Deps
	load     load[found]
	speed    answerPace
	groups   []trip.SuggestionGroup
	list     grouped
	asked    string // the text of the newest question
	answered string // the text that groups answer
	of       string // the text that groups are for: the beginning of the one that they answer, where that names nothing
	hasAny   bool   // whether there was any answer yet
	meant    trip.Meant
	known    bool // whether one of them is meant by the text
	moved    bool // somebody put the cursor where it is
	choosing bool // which one is meant was asked
}

func newSuggestions(deps *Deps) suggestions {
	return suggestions{deps: deps, load: newLoad[found](deps, "looking up destinations")}
}

// found is an answer with how long it took.
type found struct {
	groups []trip.SuggestionGroup
	of     string
	took   time.Duration
}

// ask asks for a text, in place of what was asked before and is not answered yet.
func (g *suggestions) ask(text string) tea.Cmd {
	if g.load.call.Busy() {
		g.failed()
	}
	g.asked = text
	deps := g.deps
	return g.load.start(func(ctx context.Context) (found, error) {
		start := deps.clock()
		groups, of, err := deps.Desk.Directory.NearestDestinations(ctx, text)
		return found{groups, of, deps.clock().Sub(start)}, err
	})
}

// stop asks no more: the list is of what was answered last.
func (g *suggestions) stop() {
	if g.load.cancel(); g.hasAny {
		g.asked = g.answered
	}
}

// failed notes a question without an answer: the next ones wait.
func (g *suggestions) failed() { g.speed.note(typingPause) }

// pause is how long the field waits for the next letter before it asks the service.
func (g *suggestions) pause() time.Duration { return g.speed.pause() }

// usualSuggestion is the width of a destination and its details where no name needs more.
const usualSuggestion = 100

const (
	// typingPause is the pause at a slow service.
	typingPause = 120 * time.Millisecond
	// fastAnswer is the longest time of an answer for which a question at every letter is no burden: no second one is
	// asked before the first is answered.
	fastAnswer = 40 * time.Millisecond
)

// An answerPace is how fast the service has been answering, by its three latest answers.
type answerPace struct {
	took  [3]time.Duration
	count int
}

func (p *answerPace) note(took time.Duration) {
	p.took[p.count%len(p.took)] = took
	p.count++
}

// pause follows the middle one of the answers, so that one that is out of line changes nothing.
func (p *answerPace) pause() time.Duration {
	known := slices.Clone(p.took[:min(p.count, len(p.took))])
	if len(known) == 0 {
		return 0 // One question is no burden to any service.
	}
	slices.Sort(known)
	middle := known[len(known)/2]
	return min(2*max(0, middle-fastAnswer), typingPause)
}

// answer shows the groups, with the cursor on the destination that the text means, or on the first. If a key moved the cursor
// after the question was asked, the cursor follows its row.
func (g *suggestions) answer(came found) {
	if g.asked != "" { // The opening list is far longer than any other answer.
		g.speed.note(came.took)
	}
	groups := came.groups
	chosen, _ := g.chosen()
	g.groups, g.answered, g.of, g.hasAny = groups, g.asked, came.of, true
	counts := make([]int, len(groups))
	for i, group := range groups {
		counts[i] = len(group.Items)
	}
	g.meant, g.known = trip.MeantBy(g.of, groups)
	at := -1
	if g.moved {
		at = indexOfSuggestion(groups, chosen.Destination)
	}
	g.moved, g.choosing = at >= 0, false
	switch {
	case g.moved:
		g.list.cursor = at
	case g.known:
		g.list.cursor = g.meant.Index
	default:
		g.list.cursor = 0
	}
	g.known = g.known && !g.shortened()
	g.list.setCounts(counts)
}

// indexOfSuggestion returns the index of a destination among all suggestions, or -1.
func indexOfSuggestion(groups []trip.SuggestionGroup, d trip.Destination) int {
	at := 0
	for _, group := range groups {
		for _, item := range group.Items {
			if item.Destination.Kind == d.Kind && item.Destination.Name == d.Name && item.Destination.Code == d.Code {
				return at
			}
			at++
		}
	}
	return -1
}

// shortened reports whether the groups are for the beginning of a text that names nothing.
func (g *suggestions) shortened() bool { return g.of != g.answered }

// meansCursor reports whether the text means the suggestion under the cursor and no other.
func (g *suggestions) meansCursor() bool {
	return g.known && g.meant.Sure() && g.meant.Index == g.list.cursor
}

// asks reports whether somebody has to choose, and asks it: once, because the cursor is on the best one.
func (g *suggestions) asks() bool {
	if g.list.total < 2 && !g.shortened() || g.moved || g.choosing || g.meansCursor() {
		return false
	}
	g.choosing = true
	return true
}

// question asks which suggestion is meant.
func (g *suggestions) question(width int) []string {
	warn := func(words string) []string {
		return indent(styled(g.deps.Theme.Warn.Render, ui.Wrap(words, max(1, width-4))))
	}
	words := "\"" + g.answered + "\" is the name of none of these."
	switch {
	case g.shortened() && g.asked == g.answered:
		words = "Nothing is called \"" + g.answered + "\": these are for \"" + g.of + "\"."
		if !g.choosing {
			return warn("! " + words + g.deps.say(" {line_help} lists what else a line can say."))
		}
		words += " Enter goes on without the rest, up and down choose."
		return warn("? " + words)
	case !g.choosing:
		return nil
	case g.known:
		words = "\"" + g.answered + "\" may be " + strconv.Itoa(g.meant.Same) + " places."
	}
	return warn("? " + words + " Up and down choose, enter goes on.")
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
		return indent(ui.Notice(t, max(1, width-4), ui.NoticeEmpty, "Nothing is called \""+g.answered+"\"", g.deps.adviceFor(g.answered)))
	}
	var out []string
	shown := g.list.lines(height)
	name, detail := 0, 0 // the longest on screen
	for _, line := range shown {
		if line.item >= 0 {
			item := g.groups[line.group].Items[line.item]
			name, detail = max(name, ui.Width(item.Destination.Name)), max(detail, ui.Width(item.Detail))
		}
	}
	name, detail = suggestionWidths(name, detail, width-4)
	for _, line := range shown {
		group := g.groups[line.group]
		if line.item >= 0 {
			out = append(out, g.list.tag(t, line, suggestionLine(t, group.Items[line.item], line.selected, name, detail)))
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
		out = append(out, g.list.tag(t, line, margin+t.Title.Render(ui.Truncate(title, width-4))))
	}
	return out
}

// adviceFor returns what to type in place of a text that nothing is called.
func (d *Deps) adviceFor(text string) string {
	if len(strings.Fields(text)) > 1 {
		return d.say("Words that are no days, guests or filters are the destination: {line_help} lists them. Try fewer, or an airport code such as LHR.")
	}
	return "Try fewer letters, the city instead of the hotel, or an airport code such as LHR."
}

// suggestionWidths divides a width between the names and the details, of which the longest need so much. Names have
// what the details leave, which give way only where they have more than two fifths.
func suggestionWidths(name, detail, width int) (names, details int) {
	width = max(10, width)
	usual := min(width, usualSuggestion)
	share := max(12, usual*2/5)
	names = min(max(name, usual-share-2), max(1, width-min(detail, max(12, width*2/5))-2))
	return names, min(max(detail, share), max(1, width-names-2))
}

func suggestionLine(t ui.Theme, item trip.Suggestion, selected bool, names, details int) string {
	name := ui.Fit(item.Destination.Name, names) + "  "
	if selected {
		return "  " + t.Cursor.Render("› "+name+ui.Fit(item.Detail, details))
	}
	return "    " + name + t.Muted.Render(ui.Fit(item.Detail, details))
}
