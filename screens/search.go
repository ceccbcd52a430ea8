package screens

import (
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/trip"
	"bellhop/ui"
)

// Search is the first screen: where, when and with whom, in one line and as a form. Below them stand suggestions or a
// calendar.
type Search struct {
	deps          *Deps
	width, height int
	form          tripForm
	notes         startNotes

	line        searchLine
	suggestions suggestions
	pause       int     // the number of the newest typing pause
	take        bool    // the field was left before the answer came
	proceed     bool    // and the search was asked for
	hotels      *Hotels // what was searched and is in front; nil when nothing is
	entered     bool    // enter was pressed before there was this screen

	keys searchKeys
}

// pauseOver tells the search that the typing has paused.
type pauseOver struct {
	search *Search
	number int
}

// enteredBefore asks for a text that enter was pressed behind before there was the search.
type enteredBefore struct {
	search *Search
	text   string
}

// NewSearch is the root screen of the console, with the trip filled in.
func NewSearch(deps *Deps, search trip.Trip) *Search {
	s := &Search{
		deps: deps, line: newSearchLine(deps), form: newTripForm(deps, search), notes: newStartNotes(deps),
		suggestions: newSuggestions(deps), keys: newSearchKeys(deps),
	}
	s.line.begin(trip.Question{Trip: s.form.trip})
	s.form.setFocus(fieldDestination)
	return s
}

// FreshTrip is the trip that a new search starts with today.
func (d *Deps) FreshTrip() trip.Trip {
	return trip.Default(d.today())
}

// Init lists the prominent destinations, or those of the trip's.
func (s *Search) Init() tea.Cmd {
	first := s.ask
	if s.entered {
		first = func() tea.Cmd { return func() tea.Msg { return enteredBefore{s, s.line.Value()} } }
	}
	return tea.Batch(first(), s.notes.read(), s.readLines(""))
}
func (s *Search) Environment() ui.Environment { return s.deps.here() }
func (s *Search) Commands() []ui.Command      { return s.deps.commands() }
func (s *Search) Title() string               { return "search" }

// State tells what is open of earlier writes first.
func (s *Search) State() string {
	if open := openOnes(s.notes.unresolved); open > 0 {
		return unknownOutcomes(open)
	}
	if len(s.notes.unresolved) > 0 {
		return outcomesKnown
	}
	if len(s.notes.saved) > 0 && s.notes.saved[0].NotBooked {
		return nothingBooked
	}
	return nothingSent
}

func (s *Search) Busy() string {
	places := s.suggestions.load.busy()
	if places != "" && s.proceed {
		places = "then searching hotels"
	}
	return valueOr(s.notes.restore.busy(), places)
}

func (s *Search) Ticking() bool { return true }
func (s *Search) Typing() bool  { return !s.form.picking }
func (s *Search) Echo() ui.Echo { return ui.EchoLetters }

func (s *Search) Close() {
	s.suggestions.load.cancel()
	s.notes.restore.cancel()
}

// Resume takes over what was asked on the list, repeats what a refused key had stopped, and reads the drafts again.
func (s *Search) Resume() tea.Cmd {
	if s.hotels != nil {
		s.show(s.hotels.questionOf())
		s.hotels, s.deps.Ended, s.notes.ended = nil, Ending{}, Ending{}
		s.deps.Retired, s.notes.retired, s.deps.joinedTold = Retired{}, Retired{}, true
	}
	if s.notes.taken() {
		s.notes.restore.forget()
	}
	s.renewNotes()
	return tea.Batch(s.suggestions.load.resume(), s.notes.restore.resume(), s.notes.read())
}

// show fills a question in, in place of what was typed.
func (s *Search) show(q trip.Question) {
	s.form.show(q.Trip)
	s.form.asked = q.Asked()
	q.Trip = s.form.trip
	s.line.write(q)
	s.fit()
}

func (s *Search) SetSize(width, height int) {
	s.width, s.height = width, height
	s.notes.width, s.notes.height = width, height
	s.renewNotes()
}

func (s *Search) ask() tea.Cmd {
	if trip.CheckDestination(s.line.where()) != nil { // The line says so.
		s.suggestions.stop()
		return nil
	}
	return s.suggestions.ask(s.line.where())
}

// chosen reports whether the destination is known that the line names.
func (s *Search) chosen() bool { return s.form.trip.Destination.Kind != trip.KindNone }

// Update takes a message. What it changes may need more lines or fewer.
func (s *Search) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	nav, cmd := s.update(msg)
	s.form.likely = s.likely()
	if zone := s.line.likely.Zone; zone != s.form.likely.Zone && !s.line.mirrors {
		s.line.likely = s.form.likely
		s.line.readAgain()
		s.formFromLine()
	}
	s.fit()
	return nav, cmd
}

func (s *Search) update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		s.form.now = s.deps.Desk.Now()
		s.notes.now = s.form.now
		if s.notes.retired.Words != "" && !s.notes.keyed {
			s.notes.keyed = true
			s.renewNotes()
		}
		before, focus := s.form.trip, s.form.focus
		noted := s.notes.noteShown()
		nav, cmd := s.key(msg)
		cmd = tea.Batch(noted, cmd)
		if focus != fieldDestination {
			s.lineFromForm(before)
		}
		return nav, cmd
	case pauseOver:
		if msg.search == s && msg.number == s.pause && s.unasked() {
			return ui.Stay(), s.ask()
		}
		return ui.Stay(), nil
	case ui.TickMsg:
		s.renewNotes()
		return ui.Stay(), nil
	case enteredBefore:
		switch {
		case msg.search != s:
			return ui.Stay(), nil
		case msg.text == s.line.Value():
			return s.enterDestination()
		}
		return ui.Stay(), s.ask()
	case linesRead:
		if msg.search == s {
			s.line.recall = recall{lines: msg.lines}
			s.notes.recalls = len(msg.lines) > 0
			s.renewNotes()
		}
		return ui.Stay(), nil
	case draftRead:
		if msg.notes == &s.notes {
			s.notes.saved, s.notes.savedRead, s.notes.savedHidden = msg.saved, true, msg.err != nil
			s.renewNotes()
		}
		return ui.Stay(), nil
	}
	if draft, ok, mine, nav := s.notes.restore.receive(msg); mine {
		if ok {
			nav = s.notes.restored(draft)
			if s.line.Value() == "" { // Nothing that was typed is lost.
				s.show(trip.Question{Trip: draft.Draft.Trip})
			}
		}
		s.renewNotes()
		if s.notes.taken() {
			return nav, s.notes.read()
		}
		return nav, nil
	}
	groups, ok, mine, nav := s.suggestions.load.receive(msg)
	if mine && ok {
		return s.answer(groups)
	}
	if mine {
		s.suggestions.failed()
		if s.take && s.form.focus != fieldDestination {
			s.form.problems[fieldDestination] = "it could not be looked up; go back to it to try again"
		}
		s.take, s.proceed = false, false
	}
	return nav, nil
}

// answer shows the suggestions, and takes the first if the field was left before they came. What was typed since then
// is asked for at once where the service is fast.
func (s *Search) answer(groups found) (ui.Nav, tea.Cmd) {
	s.suggestions.answer(groups)
	s.suggestions.list.follow(s.belowHeight())
	take, proceed := s.take, s.proceed
	s.take, s.proceed = false, false
	switch {
	case proceed:
		return s.searchDestination()
	case take:
		s.takeDestination()
		if s.form.focus == fieldDestination && s.chosen() {
			s.form.setFocus(fieldCheckIn)
		}
	case s.unasked() && s.suggestions.pause() == 0:
		return ui.Stay(), s.ask()
	}
	return ui.Stay(), nil
}

// unasked reports whether the field holds a text that nobody has asked the service for.
func (s *Search) unasked() bool {
	return !s.line.settled() && s.line.where() != s.suggestions.asked
}

// takeDestination takes the suggestion under the cursor, and says so where there is none.
func (s *Search) takeDestination() {
	chosen, ok := s.suggestions.chosen()
	if !ok {
		if s.form.focus != fieldDestination {
			s.form.problems[fieldDestination] = "nothing is called \"" + s.line.where() + "\""
		}
		return
	}
	s.pause++
	delete(s.form.problems, fieldDestination)
	s.setDestination(chosen.Destination)
	s.fit() // A code has a radius, in a line of its own.
}

// focusOn goes to another field. Who leaves the destination takes the suggestion under the cursor, once it is there.
func (s *Search) focusOn(f searchField) tea.Cmd {
	left := s.form.focus
	s.form.focusOn(f)
	text := s.line.where()
	switch {
	case left != fieldDestination || f == fieldDestination || text == "" || s.chosen():
		return nil
	case s.suggestions.answers(text) && s.suggestions.load.failure == nil:
		s.takeDestination()
		return nil
	}
	s.take = true
	if s.suggestions.load.call.Busy() && s.suggestions.asked == text {
		return nil
	}
	return s.ask()
}

// enterDestination searches a whole line, and of another takes the suggestion, now or once it answers what is typed.
func (s *Search) enterDestination() (ui.Nav, tea.Cmd) {
	delete(s.form.problems, fieldDestination)
	text := s.line.where()
	switch {
	case s.line.problem() != nil:
		return ui.Stay(), ui.Flash(notRead)
	case s.line.whole():
		return s.goOnWith()
	case text == "" && s.line.Value() != "" && !s.suggestions.moved:
		s.form.problems[fieldDestination] = "where to? Add a city, a hotel or an airport code, or choose one below."
		return ui.Stay(), nil
	case s.chosen() && !s.suggestions.moved:
		s.form.setFocus(fieldCheckIn)
		return ui.Stay(), nil
	case s.suggestions.load.failure != nil:
		s.take = text != ""
		return ui.Stay(), s.ask()
	case s.suggestions.answers(text):
		s.takeDestination()
		switch {
		case !s.chosen(): // The list says what to try.
		case s.line.whole():
			return s.search()
		default:
			s.form.setFocus(fieldCheckIn)
		}
		return ui.Stay(), nil
	default:
		s.take = true
		return ui.Stay(), s.ask()
	}
}

// searchDestination takes the suggestion that is meant, or under the cursor where somebody put it there, and searches.
func (s *Search) searchDestination() (ui.Nav, tea.Cmd) {
	if s.suggestions.asks() {
		s.form.setFocus(fieldDestination)
		return ui.Stay(), nil
	}
	s.takeDestination()
	if s.suggestions.list.total == 0 {
		s.form.setFocus(fieldDestination) // The list says what to try.
		return ui.Stay(), ui.Flash("not searched: there is no destination")
	}
	return s.search()
}

// notRead stands beside the problem itself, which is pointed at below the line.
const notRead = "not searched: a word of the line is not read"

// goOnWith searches with the destination that is typed, chosen or suggested.
func (s *Search) goOnWith() (ui.Nav, tea.Cmd) {
	text := s.line.where()
	switch {
	case (text == "" || s.chosen()) && !s.suggestions.moved:
		return s.search()
	case s.suggestions.load.call.Busy() && s.suggestions.asked == text:
		s.proceed = true
		return ui.Stay(), nil
	case s.suggestions.answers(text) && s.suggestions.load.failure == nil:
		return s.searchDestination()
	default:
		s.proceed = true
		return ui.Stay(), s.ask()
	}
}

// search goes on to the hotels, or to the first field with a problem.
func (s *Search) search() (ui.Nav, tea.Cmd) {
	if s.line.problem() != nil {
		s.form.focusOn(fieldDestination)
		return ui.Stay(), ui.Flash(notRead)
	}
	before := s.form.trip
	ready := s.form.complete()
	s.lineFromForm(before)
	if !ready {
		return ui.Stay(), nil
	}
	s.suggestions.stop()
	s.hotels = NewHotels(s.deps, s.asked())
	s.hotels.unsaid = s.line.read.Notes
	return ui.Push(s.hotels), s.readLines(s.lineAsSearched())
}
