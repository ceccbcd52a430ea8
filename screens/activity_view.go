package screens

import (
	"strings"

	"bellhop/api/traffic"
	"bellhop/booking/activity"
	"bellhop/booking/wording"
	"bellhop/ui"
)

const (
	activityTime = iota
	activityMethod
	activityPath
	activityStatus
	activityTook
	activitySize
)

// everyPath begins the path of each request: the list leaves it out.
const everyPath = "/rest/v1"

func activityColumns() []ui.Column {
	return []ui.Column{
		activityTime:   {Title: "time", Width: len("15:04:05")},
		activityMethod: {Title: "", Width: len("PATCH")},
		activityPath:   {Title: "path", Min: 20},
		activityStatus: {Title: "status", Width: len("status")},
		activityTook:   {Title: "took", Width: len("30,000 ms"), Right: true, Priority: 1},
		activitySize:   {Title: "size", Width: len("123.4 kB"), Right: true, Priority: 2},
	}
}

func (s *Activity) row(i int) ui.Row {
	x := s.rows[i]
	size := ""
	if x.Over {
		size = activity.Size(x.Answer.Size)
	}
	return ui.Row{
		activityTime: x.Began.In(s.deps.agentZone()).Format("15:04:05"), activityMethod: x.Method, activityPath: strings.TrimPrefix(s.deps.exchangeTarget(x), everyPath),
		activityStatus: activity.Status(x), activityTook: activity.Took(x), activitySize: size,
	}
}

// exchangeTarget is a request's path with its query, without what names a reservation while the console is presented.
func (d *Deps) exchangeTarget(x traffic.Exchange) string {
	if d.masking() {
		x = activity.ForAudience(x)
	}
	return activity.Target(x)
}

func (s *Activity) cellStyle(row, column int) ui.Style {
	t := s.deps.Theme
	if column == activityStatus {
		return exchangeStyle(t, s.rows[row])
	}
	if column == activityPath {
		return t.Plain
	}
	return t.Muted
}

func exchangeStyle(t ui.Theme, x traffic.Exchange) ui.Style {
	switch {
	case !x.Over:
		return t.Muted
	case x.Status == 0 || x.Status >= 500:
		return t.Bad
	case x.Status >= 300 || x.Failure != "":
		return t.Warn
	default:
		return t.Good
	}
}

func (s *Activity) SetSize(width, height int) {
	s.width, s.height = width, height
	s.layout()
}

// layout gives the list two fifths of the height, and never more than it needs.
func (s *Activity) layout() {
	rest := s.height - len(s.head())
	s.table.SetSize(inner(s.width), max(min(len(s.rows)+1, max(rest*2/5, 5), rest), 0))
}

// head is how much was asked, what of it is shown, and what came of a key.
func (s *Activity) head() []string {
	t, width := s.deps.Theme, inner(s.width)
	words := s.shot.Words()
	if ui.Width(words) > width {
		words = s.shot.Brief()
	}
	lines := []string{t.Title.Render(ui.Truncate(words, width))}
	if s.find.shown() {
		value := s.find.Value()
		if s.find.open {
			value = s.find.Draw(t, value, max(4, width-6))
		}
		lines = append(lines, t.Accent.Render("find")+"  "+ui.Truncate(value, max(width-6, 0)))
	}
	if s.class != activity.Every {
		lines = append(lines, t.Accent.Render(ui.Truncate("only: "+s.class.String(), width)))
	}
	if n := s.shot.Dropped; n > 0 {
		lines = append(lines, t.Muted.Render(ui.Truncate(wording.Plural(n, "older request")+" not kept any more", width)))
	}
	if s.out.note != "" {
		lines = append(lines, styled(s.out.style().Render, ui.WrapShort(s.out.words(), width, 2))...)
	}
	return lines
}

func (s *Activity) View() string {
	t, width := s.deps.Theme, inner(s.width)
	lines := s.head()
	x, has := s.selected()
	if !has {
		lines = append(lines, s.empty(width)...)
		return ui.Block(indent(lines), s.width, s.height)
	}
	lines = append(lines, s.table.Lines()...)
	if room := s.height - len(lines) - 1; room > 1 {
		lines = append(lines, t.Rule.Render(ui.Truncate(strings.Repeat("─", max(width, 0)), width)))
		lines = append(lines, s.deps.bodies(s.drawn.get(s.deps, x, width, s.answer), width, room)...)
	}
	return ui.Block(indent(lines), s.width, s.height)
}

func (s *Activity) empty(width int) []string {
	if len(s.shot.Exchanges) > 0 {
		return append([]string{""}, ui.Notice(s.deps.Theme, width, ui.NoticeEmpty, "None is like that", "No request of this session is what is looked for.", "esc  clear")...)
	}
	return append([]string{""}, ui.Notice(s.deps.Theme, width, ui.NoticeEmpty, "Nothing was asked yet",
		"What this session asks of its service stands here, in memory only: the newest 200 requests.", "esc  back")...)
}

// drawnBodies are the lines of one request's bodies, which are long and seldom others.
type drawnBodies struct {
	of    drawnBody
	lines []string
}

type drawnBody struct {
	number                        uint64
	over, gone, answer, presented bool
	width                         int
}

// get returns the lines, drawn anew only where they are others.
func (b *drawnBodies) get(d *Deps, x traffic.Exchange, width int, answer bool) []string {
	of := drawnBody{x.Number, x.Over, x.Answer.Gone, answer, d.masking(), width}
	if b.of != of || b.lines == nil {
		b.of, b.lines = of, d.bodyLines(x, width, answer)
	}
	return b.lines
}

// bodies draws what was sent and what was answered, cut at a
// height.
func (d *Deps) bodies(lines []string, width, height int) []string {
	if len(lines) > height && height > 0 {
		more := len(lines) - height + 1
		lines = append(lines[:height-1:height-1], d.Theme.Muted.Render(ui.Truncate("… "+wording.Plural(more, "more line")+d.say(": {open} shows all"), width)))
	}
	return lines
}

// bodyLines is all of the bodies: side by side where there is room.
func (d *Deps) bodyLines(x traffic.Exchange, width int, answer bool) []string {
	t := d.Theme
	if d.masking() {
		x = activity.ForAudience(x)
	}
	request := func(width int) []string {
		return titled(t, "request, "+activity.Size(x.Request.Size), activity.Lines(x.Request), width)
	}
	reply := func(width int) []string {
		if !x.Over {
			return titled(t, "answer", []string{"(not there yet)"}, width)
		}
		if x.Status == 0 {
			return titled(t, "no answer", []string{"! " + x.Failure}, width)
		}
		lines := activity.Lines(x.Answer)
		if x.Failure != "" && x.Status/100 == 2 {
			lines = append([]string{"! " + x.Failure}, lines...)
		}
		return titled(t, "answer, "+activity.Size(x.Answer.Size), lines, width)
	}
	switch {
	case width+2*len(margin) >= ui.WideBody:
		one := (width - 3) / 2
		left, right := request(one), reply(width-3-one)
		return ui.Columns(left, one, t.Rule.Render(" │ "), right, width-3-one, max(len(left), len(right)))
	case answer:
		return reply(width)
	default:
		return request(width)
	}
}

func titled(t ui.Theme, title string, lines []string, width int) []string {
	out := []string{t.Title.Render(ui.Truncate(title, width))}
	for _, line := range lines {
		out = append(out, hardWrapped(line, width)...)
	}
	return out
}

// hardWrapped breaks a line of JSON where it must, and indents what follows as much as its beginning.
func hardWrapped(line string, width int) []string {
	if ui.Width(line) <= width {
		return []string{line}
	}
	indentation := min(len(line)-len(strings.TrimLeft(line, " "))+2, max(width/2, 0))
	var out []string
	var b strings.Builder
	at := 0
	for _, r := range line {
		w := ui.Width(string(r))
		if at+w > width && at > indentation {
			out = append(out, b.String())
			b.Reset()
			b.WriteString(ui.Spaces(indentation))
			at = indentation
		}
		b.WriteRune(r)
		at += w
	}
	out = append(out, b.String())
	for i := range out {
		out[i] = ui.Truncate(out[i], width)
	}
	return out
}
