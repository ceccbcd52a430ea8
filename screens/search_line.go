package screens

import (
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/handover"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// A searchLine is the field of the destination, which takes the whole question in one line, and how it is read.
type searchLine struct {
	ui.Input
	deps *Deps
	base trip.Question // what the line leaves unsaid
	read trip.Line
	// likely is the destination that the line probably means, while it is not taken yet.
	likely trip.Destination
	// question is what the line asks; the trip of it is the form's.
	question trip.Question
	// written reports whether the text is none that somebody types: the next letter replaces it, and a space goes on with it.
	written bool
	// mirrors reports whether all of the text is what the form says: what is wrong is said there.
	mirrors bool
	recall  recall
	edits   []lineEdit // the last one last
}

func newSearchLine(deps *Deps) searchLine {
	return searchLine{Input: newLineInput(deps.Theme), deps: deps}
}

// mostTyped exceeds the limit of a line, so that the error gives the length of a pasted one.
const mostTyped = 10_000

func newLineInput(t ui.Theme) ui.Input {
	in := ui.NewInput(t, mostTyped)
	in.Placeholder = "city, hotel or code, or a line: lon 12dec 3n 2a ref <300"
	return in
}

// reader reads lines as they are meant now.
func (l *searchLine) reader() trip.LineReader {
	return trip.LineReader{Base: l.base, Likely: l.likely, Now: l.deps.Desk.Now(), Agent: l.deps.agentZone()}
}

// readAgain reads the text as it stands.
func (l *searchLine) readAgain() {
	l.read = l.reader().Read(l.Value())
	l.question = l.read.Question
	switch r := &l.question.Trip.Radius; {
	case *r != trip.Radius{}:
	case l.whole():
		*r = trip.DefaultRadius()
	default:
		*r = l.base.Trip.Radius
	}
}

// where is the destination as it was typed.
func (l *searchLine) where() string { return l.read.Destination }

// write puts a question in place of the text.
func (l *searchLine) write(q trip.Question) {
	l.base, l.written, l.mirrors = q, true, true
	if !q.Trip.HasRadius() {
		q.Trip.Radius = trip.Radius{}
	}
	l.SetValue(l.reader().Write(q))
	l.read = l.reader().Read(l.Value())
	l.question = q
}

// begin puts a trip into the field, or of one without a destination what is to be looked up.
func (l *searchLine) begin(q trip.Question) {
	l.base = q
	if q.Trip.Destination.Kind != trip.KindNone {
		l.write(q)
		return
	}
	name := trip.Question{Where: q.Trip.Destination.Name}
	l.base.Trip.Destination = trip.Destination{}
	l.SetValue(l.reader().Write(name))
	l.readAgain()
}

// name puts a destination in place of the words for one, and reads the line with it.
func (l *searchLine) name(d trip.Destination) {
	l.base.Trip.Destination, l.base.Where = d, ""
	named := l.reader().Write(trip.Question{Trip: trip.Trip{Destination: d}})
	at := slices.IndexFunc(l.read.Words, isDestination)
	switch words := slices.DeleteFunc(slices.Clone(l.read.Words), func(w trip.Word) bool { return !isDestination(w) }); {
	case len(words) > 1:
		q := l.question
		q.Trip.Destination, q.Where = d, ""
		l.write(q)
		return
	case at >= 0:
		text := l.read.Text
		l.SetValue(text[:words[0].Start] + named + text[words[0].End:])
	default:
		l.SetValue(strings.TrimSpace(named + " " + l.Value()))
	}
	l.written, l.mirrors = true, false
	l.readAgain()
	if l.question.Trip.Destination.Kind == trip.KindNone {
		q := l.question
		q.Trip.Destination, q.Where = d, ""
		l.write(q)
	}
}

// problem is what is wrong with a word that was typed; nil where nothing is.
func (l *searchLine) problem() *trip.LineProblem {
	if l.mirrors {
		return nil
	}
	return l.read.Problem
}

// settled reports whether the destination that the line names was taken, so that nobody has to look for it.
func (l *searchLine) settled() bool {
	d := l.base.Trip.Destination
	return d.Kind != trip.KindNone && l.question.Trip.Destination.Kind == d.Kind && l.question.Trip.Destination.Name == d.Name
}

// mean keeps the text, whose words for a destination mean this one.
func (l *searchLine) mean(d trip.Destination) {
	l.base.Trip.Destination, l.base.Where = d, l.read.Destination
	l.readAgain()
}

func isDestination(w trip.Word) bool { return w.Kind == trip.WordDestination }

// says reports whether there is a word of one of these kinds in the line.
func (l *searchLine) says(kinds ...trip.WordKind) bool {
	return slices.ContainsFunc(l.read.Words, func(w trip.Word) bool { return slices.Contains(kinds, w.Kind) })
}

// whole reports whether the line says where and when, so that enter searches.
func (l *searchLine) whole() bool { return l.read.Whole() }

// type takes a key. A text that was written is replaced by a letter, and lengthened by a space.
func (l *searchLine) take(msg tea.KeyMsg) (changed bool) {
	before := l.state(lineKeyOf(msg))
	if l.written && msg.Type == tea.KeyRunes && !msg.Alt && len(msg.Runes) > 0 && !unicode.IsSpace(msg.Runes[0]) {
		l.SetValue("")
	}
	l.Type(msg)
	if changed = l.Value() != before.text; changed {
		l.edited(before)
	}
	l.written = l.written && !changed && !l.Moves(msg) // Who moves the cursor wants to change the text, and not another one.
	l.mirrors = l.mirrors && !changed
	return changed
}

// handedOver returns a colleague's line that is pasted, or typed by a terminal that pastes letter by letter.
func (l *searchLine) handedOver(msg tea.KeyMsg) (line string, pasted bool) {
	if text := strings.TrimSpace(string(msg.Runes)); msg.Type == tea.KeyRunes && strings.HasPrefix(text, handover.Prefix) {
		return text, true
	}
	if strings.TrimSpace(l.Value()+string(msg.Runes)) == handover.Prefix {
		return handover.Prefix, false
	}
	return "", false
}

// A recall goes through the lines of late, the newest first, from what was typed and back to it.
type recall struct {
	lines []string
	at    int    // from 1 on; 0 is what was typed
	typed string // before the first of them
	note  string
}

// linesRead brings the lines of late to the search that asked.
type linesRead struct {
	search *Search
	lines  []string
}

// readLines reads the lines of late, and first keeps one more where there is one.
func (s *Search) readLines(add string) tea.Cmd {
	recent := s.deps.Recent
	if recent == nil {
		return nil
	}
	log := s.deps.Log
	return func() tea.Msg {
		var err error
		if add != "" {
			err = recent.Add(add)
		}
		kept, failed := recent.Lines()
		if failed != nil {
			err = failed
		}
		if err != nil {
			log.Warn("searches of late", "error", err)
		}
		return linesRead{s, kept}
	}
}

// step returns the line before, or for -1 the one after; false where there is none, with a note that says so.
func (r *recall) step(by int, now string) (string, bool) {
	r.note = ""
	if r.at == 0 {
		r.typed = now
	}
	at := r.at + by
	for at > 0 && at <= len(r.lines) && r.lines[at-1] == now {
		at += by
	}
	switch {
	case at < 0:
		return "", false
	case at == 0:
		r.at = 0
		return r.typed, true
	case len(r.lines) == 0:
		r.note = "no search is kept yet that up could recall"
		return "", false
	case at > len(r.lines):
		r.note = "that was the oldest search that is kept"
		return "", false
	}
	r.at = at
	return r.lines[at-1], true
}

// recallLine puts a line of late into the field; false where the key is not for that.
func (s *Search) recallLine(by int) (cmd tea.Cmd, mine bool) {
	list := &s.suggestions.list
	if by < 0 && s.line.recall.at == 0 {
		return nil, false // Down is in the list.
	}
	if by > 0 && list.cursor > 0 && s.line.recall.at == 0 && s.suggestions.moved {
		return nil, false
	}
	text, ok := s.line.recall.step(by, s.line.Value())
	if !ok {
		return nil, true
	}
	s.line.edited(s.line.state(lineWhole))
	s.line.SetValue(text)
	s.line.written, s.line.mirrors = false, false
	return s.lineChanged(), true
}

// lineChanged reads the line into the form, and has the destination looked up that it names now.
func (s *Search) lineChanged() tea.Cmd {
	before := s.line.where()
	s.take, s.proceed = false, false
	delete(s.form.problems, fieldDestination)
	s.suggestions.moved, s.suggestions.choosing = false, false
	s.line.readAgain()
	s.formFromLine()
	s.fit()
	if s.line.settled() || s.line.where() == before {
		return nil
	}
	s.pause++
	pause := s.suggestions.pause()
	switch {
	case s.suggestions.load.call.Busy():
		pause = typingPause // The newer question follows the answer, or replaces one that does not come.
	case pause == 0:
		return s.ask()
	}
	return ui.After(pause, pauseOver{search: s, number: s.pause})
}

// setDestination puts the destination that is meant into the line and the form.
func (s *Search) setDestination(d trip.Destination) {
	switch {
	case s.line.mirrors: // The form knows what its days were typed as.
		s.form.trip.Destination = d
		s.form.readAgain()
		q := s.line.question
		q.Trip, q.Where = s.form.trip, ""
		s.line.write(q)
		return
	case s.line.whole() && s.suggestions.meansCursor():
		s.line.mean(d)
	default:
		s.line.name(d)
	}
	s.formFromLine()
	before := s.form.trip
	s.form.readAgain()
	s.lineFromForm(before)
}

// formFromLine has the form show what the line asks.
func (s *Search) formFromLine() {
	s.form.take(s.line.question.Trip, s.line.says(trip.WordDays, trip.WordNights))
	s.form.asked = s.line.question.Asked()
}

// lineFromForm writes the line anew where the form was changed. One with a word that is wrong stays: nothing that was typed is lost.
func (s *Search) lineFromForm(before trip.Trip) {
	if sameTrip(before, s.form.trip) {
		return
	}
	s.line.base.Trip = s.form.trip
	if s.line.problem() != nil {
		return
	}
	q := s.line.question
	if q.Trip = s.form.trip; q.Trip.Destination.Kind == trip.KindNone {
		q.Where = s.line.read.Destination
	}
	s.line.write(q)
}

// sameTrip reports whether two trips have the same days, party and radius.
func sameTrip(a, b trip.Trip) bool {
	a.Destination, b.Destination = trip.Destination{}, trip.Destination{}
	return a.Words() == b.Words() && a.Radius == b.Radius && a.Rooms == b.Rooms && a.Adults == b.Adults && a.Children == b.Children &&
		a.CheckIn == b.CheckIn && a.CheckOut == b.CheckOut
}

// asked is all that is asked, by the line and the form.
func (s *Search) asked() trip.Question {
	q := s.line.question
	q.Trip = s.form.trip
	return q
}

// lineAsSearched is the line to recall: as it was typed where it says all, or else all that was asked. Of an entry with
// what was not asked nothing else is kept: it may name a guest or a card.
func (s *Search) lineAsSearched() string {
	if s.line.whole() && len(s.line.read.Notes) == 0 {
		return s.line.Value()
	}
	return s.line.reader().Write(s.asked())
}

// NewSearchLine is NewSearch with a line in its field, as if it were typed.
func NewSearchLine(deps *Deps, text string) *Search {
	s := NewSearch(deps, deps.FreshTrip())
	s.line.SetValue(text)
	s.line.readAgain()
	s.formFromLine()
	return s
}

// searchWithLine opens the search with a line.
func searchWithLine(deps *Deps, text string) ui.Nav { return ui.Root(NewSearchLine(deps, text)) }
