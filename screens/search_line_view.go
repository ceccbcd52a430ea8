package screens

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/trip"
	"bellhop/ui"
)

// typeLine gives a key to the field. A colleague's line that is pasted there opens the hand-over that it is.
func (s *Search) typeLine(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	if line, pasted := s.line.handedOver(msg); line != "" {
		s.line.SetValue("")
		return ui.Push(newPastedHandOver(s.deps, line, pasted)), s.lineChanged()
	}
	s.line.recall.note = ""
	if key.Matches(msg, s.deps.bind("form.undo")) {
		return ui.Stay(), s.undoLine()
	}
	if !s.line.take(msg) {
		return ui.Stay(), nil
	}
	s.line.recall.at = 0
	return ui.Stay(), s.lineChanged()
}

// mostLine is how many cells of a line are shown at once.
const mostLine = 96

// lineWidth is the width of the field in a body.
func lineWidth(width int) int { return max(8, min(width-labelWidth-4, mostLine)) }

const (
	// readingRows is how many lines the reading of the words has at most.
	readingRows = 5
	// leastReadings is the height of a body from which the whole reading stands below that of the words.
	leastReadings = 18
)

// readsWords reports whether the words of the line are read below it.
func (s *Search) readsWords() bool {
	return s.form.focus == fieldDestination && len(s.line.read.Words) > 1 && s.line.problem() == nil && s.line.recall.note == ""
}

// wholeReading draws all that is asked, below the form.
func (s *Search) wholeReading() []string {
	if s.readsWords() && s.height < leastReadings {
		return nil
	}
	return formView{&s.form, s.width}.readingLines()
}

// lineReading draws below the field how its words are read, or points at the one that is wrong and says why. A
// destination alone has its reading below the form.
func (s *Search) lineReading() []string {
	t, width, read := s.deps.Theme, inner(s.width), s.line.read
	if note := s.line.recall.note; note != "" && s.form.focus == fieldDestination {
		return indent(styled(t.Muted.Render, ui.Wrap(note, width)))
	}
	if p := s.line.problem(); p != nil {
		return s.problemLinesOf(*p)
	}
	var lines []string
	if s.readsWords() {
		var parts []string
		if read.Desktop != trip.Plain {
			parts = append(parts, "read as an entry of "+read.Desktop.String())
		}
		for _, word := range read.Words {
			typed, reading := read.Text[word.Start:word.End], s.wordReading(word)
			parts = append(parts, typed+when(typed != reading, " → "+reading))
		}
		lines = indent(styled(t.Muted.Render, packed(parts, width, readingRows)))
		// The hotel's day tells which arrival is past, and the line is read before the destination is chosen.
		there := read.Question.Trip
		there.Destination = s.likely()
		if problem := problemAt(there, fieldCheckIn, s.form.now); problem != "" && there.Destination.Kind != trip.KindNone {
			lines = append(lines, indent(styled(t.Bad.Render, ui.Wrap("! "+problem, width)))...)
		}
	}
	for _, note := range read.Notes {
		lines = append(lines, indent(styled(t.Warn.Render, ui.Wrap("! "+note, width)))...)
	}
	return lines
}

// packed joins texts by dots into lines, none of them broken where it fits a line of its own.
func packed(texts []string, width, most int) []string {
	var lines []string
	for _, text := range texts {
		if last := len(lines) - 1; last >= 0 && ui.Width(lines[last])+3+ui.Width(text) <= width {
			lines[last] += " · " + text
			continue
		}
		lines = append(lines, ui.Wrap(text, width)...)
	}
	if len(lines) > most {
		lines = append(lines[:most-1], ui.Truncate(lines[most-1]+" …", width))
	}
	return lines
}

// problemLinesOf points at the word that is wrong, says why, and which key explains such words.
func (s *Search) problemLinesOf(p trip.LineProblem) []string {
	t, text := s.deps.Theme, s.line.Value()
	var lines []string
	if s.form.focus == fieldDestination {
		first, end := s.line.Cells(text, p.Start, p.End, lineWidth(s.width))
		if end > first {
			lines = append(lines, strings.Repeat(" ", 2+labelWidth+first)+t.Bad.Render(strings.Repeat("^", end-first)))
		}
	}
	words := "! " + p.Message
	if p.Instead != "" {
		words += "; perhaps " + p.Instead
	}
	words += s.deps.say(". {line_help} explains ") + p.Help().Name + "."
	return append(lines, indent(styled(t.Bad.Render, ui.Wrap(words, inner(s.width))))...)
}

// wordReading returns how a word is read. A destination is what the service knows by that name.
func (s *Search) wordReading(word trip.Word) string {
	g := &s.suggestions
	switch {
	case word.Kind != trip.WordDestination || s.chosen():
		return word.Reading
	case !g.answers(s.line.where()):
		return "…"
	case g.list.total == 0:
		return "nothing of that name"
	case g.shortened() && !strings.Contains(" "+g.of+" ", " "+s.line.read.Text[word.Start:word.End]+" "):
		return "not read"
	case g.meansCursor() && g.meant.Elsewhere != "":
		return g.meant.Short() + ", and not " + g.meant.Elsewhere
	case g.meansCursor():
		return g.meant.Short()
	case g.moved || g.choosing:
		chosen, _ := g.chosen()
		return chosen.Destination.Short()
	default:
		return "which of those below?"
	}
}

// likely returns the destination that is meant by what is typed, where there is no doubt or somebody is choosing.
func (s *Search) likely() trip.Destination {
	g := &s.suggestions
	switch {
	case s.chosen() || s.line.where() == "" || !g.answers(s.line.where()):
	case g.meansCursor():
		return g.meant.Destination
	case g.moved || g.choosing:
		chosen, _ := g.chosen()
		return chosen.Destination
	}
	return trip.Destination{}
}
