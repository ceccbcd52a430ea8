package screens

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
	"bellhop/ui/mouse"
)

const margin = "  "

func indent(lines []string) []string {
	return each(lines, func(line string) string { return margin + line })
}

// tryAgain returns what to do about a failure; again is the key that tries again.
func tryAgain(x booking.Explanation, again string) string {
	if !x.Retry || again == "" {
		return x.Hint
	}
	return joinedBy(" ", []string{x.Hint, again + " tries again."})
}

// failureBlock explains what went wrong; again is the key that tries again.
func failureBlock(t ui.Theme, width int, x *booking.Explanation, again string) []string {
	if x == nil {
		return nil
	}
	words := maskExplanation(t, *x)
	text := words.Text
	for _, line := range problemLines(words.Problems) {
		text += "\n" + line
	}
	return ui.Notice(t, width, ui.NoticeBad, "! "+x.Title, text, tryAgain(words, again))
}

// incompleteLines returns the warning of an incomplete list; again names the key that reads it again.
func incompleteLines(t ui.Theme, width int, again string) []string {
	return styled(t.Warn.Render, ui.Wrap(strings.TrimSpace("! "+booking.IncompleteWords+" "+again), width))
}

// mostProblems is how many lines of problems fit a small screen.
const mostProblems = 8

// problemLines returns the first problems of a refusal, and how many more there are.
func problemLines(problems []api.Problem) []string {
	shown := problems
	if len(problems) > mostProblems {
		shown = problems[:mostProblems-1]
	}
	lines := make([]string, 0, len(shown)+1)
	for _, p := range shown {
		lines = append(lines, "- "+booking.ProblemWords(p))
	}
	if more := len(problems) - len(shown); more > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more", more))
	}
	return lines
}

// paneWidths divides a width between a list and its details. Below ui.WideBody there are none.
func paneWidths(width int) (list, details int) {
	if width < ui.WideBody {
		return width, 0
	}
	details = min(width*37/100, 72)
	return width - details - 3, details
}

// panes draws the list and the details beside it, exactly width x height.
func panes(t ui.Theme, left, right []string, width, height int) string {
	list, details := paneWidths(width)
	if details == 0 {
		return ui.Block(left, width, height)
	}
	return strings.Join(ui.Columns(left, list, t.Rule.Render(" │ "), right, details, height), "\n")
}

// A page shows lines that may be higher than the screen. Its keys work only while there is something to scroll.
type page struct {
	scroll        scroller
	lines         []string
	width, height int
	up, down      key.Binding
	// pageUp and pageDown go by the height of the screen; they are among the keys of up and down by default.
	pageUp, pageDown key.Binding
	must             passage // what must have been on screen before a key goes on
	reading          string  // why a key has not gone on
	wanted           bool    // what is unread is to be scrolled to
	mouse            *mouse.Areas
	turned           int // the lines that the wheel wants the next key to scroll by; 0 for none
}

// newPage returns a page that the arrow keys scroll, or, beside a text field, only the page keys.
func newPage(deps *Deps, arrows bool) page {
	if arrows {
		return page{
			mouse: deps.Theme.Mouse, up: deps.bind("page.up"), down: deps.bind("page.down"),
			pageUp: deps.bind("list.page_up", "up"), pageDown: deps.bind("list.page_down", "more"),
		}
	}
	up, down := deps.bind("form.page_up"), deps.bind("form.page_down")
	return page{mouse: deps.Theme.Mouse, up: up, down: down, pageUp: up, pageDown: down}
}

func inner(width int) int { return max(width-2*len(margin), 1) }

// set takes the lines, made for inner(width), and the size they are shown in.
func (p *page) set(lines []string, width, height int) {
	p.lines, p.width, p.height = lines, width, height
	p.scroll.fit(len(lines), height)
	p.enable()
	if p.wanted {
		p.wanted = false
		p.must.show(p)
	}
	p.must.look(p)
}

// top shows the beginning, where what came of a key is told.
func (p *page) top() { p.scroll = scroller{} }

// unread reports whether something that must be read first was not on screen so far. It says so, and the next set
// scrolls there; what names it in a few words.
func (p *page) unread(what string) bool {
	if p.must.read() {
		return false
	}
	p.reading, p.wanted = "! Read "+what+" first, then go on.", true
	return true
}

// What must be read before a key goes on, in words.
const (
	cancellingCosts = "what cancelling costs"
	changesAndCosts = "what has changed and " + cancellingCosts
)

// A passage is a part of a page that must have been on screen.
type passage struct {
	from, size int
	seen       int // lines of it, from its first one on
}

func (p *passage) place(from, size int) {
	if !p.read() && size != p.size {
		p.seen = 0
	}
	if p.read() && p.size > 0 {
		p.seen = size
	}
	p.from, p.size = from, size
}

func (p *passage) read() bool { return p.seen >= p.size }

func (p *passage) look(page *page) {
	for !p.read() && page.shows(p.from+p.seen) {
		p.seen++
	}
}

// show scrolls the page to the first line that was not on screen, or to all of the passage where that fits.
func (p *passage) show(page *page) {
	first := p.from
	if p.size >= page.height {
		first += p.seen
	}
	page.scroll.move(first - page.scroll.offset)
	page.enable()
	p.look(page)
}

// shows reports whether a line is on screen.
func (p *page) shows(line int) bool {
	last := p.scroll.offset + p.height
	if p.scroll.more() > 0 && p.height > 1 {
		last-- // It tells how many lines are below.
	}
	return line >= p.scroll.offset && line < last
}

func (p *page) enable() {
	p.up.SetEnabled(p.scroll.offset > 0)
	p.down.SetEnabled(p.scroll.more() > 0)
}

// keys lists the page's keys where it is higher than its room.
func (p *page) keys() []key.Binding {
	if p.scroll.offset == 0 && p.scroll.more() == 0 {
		return nil
	}
	return []key.Binding{p.down, p.up}
}

// key scrolls and reports whether the key was the page's.
func (p *page) key(msg tea.KeyMsg) bool {
	by := 1
	if key.Matches(msg, p.pageUp, p.pageDown) {
		by = max(p.height-2, 1)
	}
	switch {
	case p.turned != 0 && key.Matches(msg, p.up, p.down):
		p.scroll.move(p.turned)
	case key.Matches(msg, p.up, p.pageUp) && p.scroll.offset > 0:
		p.scroll.move(-by)
	case key.Matches(msg, p.down, p.pageDown) && p.scroll.more() > 0:
		p.scroll.move(by)
	default:
		return false
	}
	p.enable()
	p.must.look(p)
	return true
}

// view draws the visible part; where lines are left below, the last one tells how many.
func (p *page) view() string {
	out := indent(p.scroll.slice(p.lines))
	if more := p.scroll.more(); more > 0 && len(out) > 1 {
		out[len(out)-1] = margin + "… " + wording.Plural(more+1, "more line") + " below (" + p.pageDown.Help().Key + ")"
	}
	if p.mouse.Drawing() {
		for i, line := range out {
			out[i] = p.mouse.Tag(ui.FitDrawn(line, p.width), mouse.Target{Wheel: p.wheel})
		}
	}
	return ui.Block(out, p.width, p.height)
}

// wheel scrolls by a key of the page, so that its screen knows what was read.
func (p *page) wheel(press mouse.Press, rows int) {
	key := p.down
	if rows < 0 {
		key = p.up
	}
	if !key.Enabled() {
		return
	}
	p.turned = rows
	press(key.Keys()[0])
	p.turned = 0
}

// below returns the height of what over draws under the page for a line.
func (p *page) below(line string, width int) int {
	return 1 + len(ui.Wrap(valueOr(p.reading, line), inner(width)))
}

// over draws the page, a line below a rule, wrapped because it may name the environment, and under it what is typed or
// chosen. Why a key has not gone on stands in the line's place.
func (p *page) over(t ui.Theme, style ui.Style, line string, below []string, height int) string {
	if p.reading != "" {
		style, line = t.Warn, p.reading
	}
	var lines []string
	if p.height > 0 {
		lines = strings.Split(p.view(), "\n")
	}
	lines = append(lines, t.Rule.Render(strings.Repeat("─", max(p.width, 0))))
	lines = append(lines, indent(styled(style.Render, ui.Wrap(line, inner(p.width))))...)
	return ui.Block(append(lines, below...), p.width, height)
}

// A draftHead is what the header shows of a screen with a draft.
type draftHead struct{ draft booking.Draft }

func (h *draftHead) Context() string { return h.draft.Trip.Words() }
func (h *draftHead) Brief() []string { return h.draft.Trip.Brief(h.draft.SearchedAt) }

// stayBrief lists shorter forms of stayContext.
func stayBrief(r api.Reservation, stay trip.Stay) []string {
	days := joined(stay.Brief(), stay.Mark())
	return []string{joined(r.Hotel.Name, days), days}
}

// stayContext is what the header shows of a screen with a reservation.
func stayContext(r api.Reservation, stay trip.Stay) string {
	return joined(r.Hotel.Name, stay.Short(), stay.Mark())
}

// wholeRow tells all of the row under the cursor below a table on a narrow screen, where the table cuts it. It takes the
// lines that the longest row needs, so that the table stays as high as it is.
func wholeRow(t ui.Theme, rows, cursor, width int, text func(i int) string) []string {
	if _, detail := paneWidths(width); detail > 0 || cursor < 0 {
		return nil
	}
	most := 0
	for i := range rows {
		most = max(most, len(ui.Wrap(text(i), inner(width))))
	}
	lines := append([]string{""}, styled(t.Muted.Render, ui.Wrap(text(cursor), inner(width)))...)
	for len(lines) < most+1 {
		lines = append(lines, "")
	}
	return lines
}
