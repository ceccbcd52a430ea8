package screens

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// typingPause is how long the destination field waits for the next letter
// before it asks the service.
const typingPause = 120 * time.Millisecond

// Search is the console's first screen: where, when and with whom. The field
// with the focus decides what stands below the form: suggestions or calendar.
type Search struct {
	deps          *Deps
	width, height int
	now           time.Time
	trip          trip.Trip
	focus         searchField

	place    ui.Input
	places   load[[]trip.SuggestionGroup]
	groups   []trip.SuggestionGroup
	list     grouped
	asked    string // the text of the newest question
	answered string // the text that groups answer
	hasAny   bool   // whether there was any answer yet
	pause    int    // the number of the newest typing pause
	take     bool   // enter was pressed before the answer came
	goOn     bool   // and so was ctrl+s

	days     [2]ui.Input
	numbers  [3]string // what is typed over a number; empty: the trip's own
	problems map[searchField]string
	calendar *ui.Calendar
	picking  bool // the calendar has the keys

	notes   []string // what stands at the top until it is settled
	pending []recovery.Write
	saved   []booking.SavedDraft // the bookings that were interrupted; the first is offered
	restore load[booking.RestoredDraft]

	keys searchKeys
}

// The fields in the order in which tab goes through them.
type searchField int

const (
	fieldPlace searchField = iota
	fieldCheckIn
	fieldCheckOut
	fieldAdults
	fieldChildren
	fieldRooms
	searchFields // how many there are
)

// pauseOver tells the search that has the number that the typing has paused.
type pauseOver struct {
	search *Search
	number int
}

// NewSearch is the root screen of the console, with the trip filled in.
func NewSearch(deps *Deps, search trip.Trip) *Search {
	s := &Search{
		deps: deps, now: deps.Desk.Now(), trip: search, place: ui.NewInput(200),
		places:   newLoad[[]trip.SuggestionGroup](deps, "looking up destinations"),
		restore:  newLoad[booking.RestoredDraft](deps, "verifying the booking again"),
		problems: map[searchField]string{},
		keys:     newSearchKeys(),
	}
	s.place.Placeholder = "city, hotel, or airport code"
	s.place.SetValue(search.Destination.Name)
	for i := range s.days {
		s.days[i] = ui.NewInput(24)
	}
	s.newCalendar()
	s.setFocus(fieldPlace)
	return s
}

// FreshTrip is the trip that a new search starts with today.
func FreshTrip(deps *Deps) trip.Trip {
	return trip.DefaultTrip(today(deps))
}

// today is the agent's own day.
func (s *Search) today() api.Date { return api.DateOf(s.now.In(agentZone(s.deps))) }

// Init lists the prominent places, or those of the trip's destination.
func (s *Search) Init() tea.Cmd { return tea.Batch(s.ask(), s.readDraft()) }

func (s *Search) Environment() ui.Environment { return s.deps.here() }
func (s *Search) Commands() []ui.Command      { return s.deps.commands() }
func (s *Search) Title() string               { return "search" }

// State says that nothing of this trip has left for good yet; what is open of
// others comes before that.
func (s *Search) State() string {
	if open := openOnes(s.pending); open > 0 {
		return unknownOutcomes(open)
	}
	return nothingSent
}

func (s *Search) Busy() string {
	places := s.places.busy()
	if places != "" && s.goOn {
		places = "looking it up, then searching hotels"
	}
	return valueOr(s.restore.busy(), places)
}

// Ticking keeps the notes in step with what the desk finds out.
func (s *Search) Ticking() bool { return true }

// Typing holds as long as a text field has the focus: everywhere but in the
// calendar.
func (s *Search) Typing() bool { return !s.picking }

// Echo shows what is typed: a place and dates are nobody's.
func (s *Search) Echo() ui.Echo { return ui.EchoLetters }

func (s *Search) Close() {
	s.places.cancel()
	s.restore.cancel()
}

// Resume repeats what a refused key had stopped, and looks what was left above.
func (s *Search) Resume() tea.Cmd {
	if s.draftTaken() {
		s.drop()
	}
	s.renewNotes()
	return tea.Batch(s.places.resume(), s.restore.resume(), s.readDraft())
}

func (s *Search) SetSize(width, height int) {
	s.width, s.height = width, height
	s.renewNotes()
	s.list.follow(s.belowHeight())
	s.sizeCalendar()
}

// ask asks for the places that the text names.
func (s *Search) ask() tea.Cmd {
	text := s.place.Value()
	s.asked = text
	desk := s.deps.Desk
	return s.places.start(func(ctx context.Context) ([]trip.SuggestionGroup, error) {
		return desk.Directory.Destinations(ctx, text)
	})
}

// chosen reports whether the text in the field is the trip's place.
func (s *Search) chosen() bool {
	return s.trip.Destination.Kind != trip.KindNone && s.place.Value() == s.trip.Destination.Name
}

func (s *Search) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		s.now = s.deps.Desk.Now()
		return s.key(msg)
	case pauseOver:
		if msg.search == s && msg.number == s.pause && s.place.Value() != s.asked {
			return ui.Stay(), s.ask()
		}
		return ui.Stay(), nil
	case ui.TickMsg:
		s.renewNotes()
		return ui.Stay(), nil
	case draftRead:
		if msg.search == s {
			s.saved = msg.saved
			s.renewNotes()
		}
		return ui.Stay(), nil
	}
	if draft, ok, mine, nav := s.restore.receive(msg); mine {
		if ok {
			nav = s.restored(draft)
		}
		s.renewNotes()
		if s.draftTaken() {
			return nav, s.readDraft()
		}
		return nav, nil
	}
	groups, ok, mine, nav := s.places.receive(msg)
	if mine && ok {
		return s.answer(groups)
	}
	if mine {
		s.take, s.goOn = false, false
	}
	return nav, nil
}

// answer shows the suggestions, and takes the first one if enter was pressed
// before they came.
func (s *Search) answer(groups []trip.SuggestionGroup) (ui.Nav, tea.Cmd) {
	s.groups, s.answered, s.hasAny = groups, s.asked, true
	counts := make([]int, len(groups))
	for i, g := range groups {
		counts[i] = len(g.Items)
	}
	s.list.cursor = 0
	s.list.setCounts(counts)
	s.list.follow(s.belowHeight())
	take, goOn := s.take, s.goOn
	s.take, s.goOn = false, false
	switch {
	case goOn:
		return s.searchPlace()
	case take:
		s.takePlace()
	}
	return ui.Stay(), nil
}

// takePlace takes the suggestion under the cursor and goes on to the dates.
func (s *Search) takePlace() {
	group, item, ok := s.list.at()
	if !ok {
		return
	}
	s.trip.Destination = s.groups[group].Items[item].Destination
	s.place.SetValue(s.trip.Destination.Name)
	s.pause++
	delete(s.problems, fieldPlace)
	s.setFocus(fieldCheckIn)
}

// typePlace gives a key to the destination field. A changed text is no longer
// the place that was chosen; the question waits for a pause.
func (s *Search) typePlace(msg tea.KeyMsg) tea.Cmd {
	before := s.place.Value()
	if s.chosen() && msg.Type == tea.KeyRunes && !msg.Alt {
		s.place.SetValue("") // A chosen place is replaced, not lengthened.
	}
	if s.place.Type(msg); s.place.Value() == before {
		return nil
	}
	s.take, s.goOn = false, false
	s.trip.Destination = trip.Destination{}
	delete(s.problems, fieldPlace)
	s.pause++
	return ui.After(typingPause, pauseOver{search: s, number: s.pause})
}

// enterPlace takes the suggestion, at once if it answers what is typed, else as
// soon as the answer comes. A refused or failed question is asked again.
func (s *Search) enterPlace() tea.Cmd {
	delete(s.problems, fieldPlace)
	switch {
	case s.chosen() && s.list.cursor == 0:
		s.setFocus(fieldCheckIn)
		return nil
	case s.places.failure != nil:
		s.take = s.place.Value() != ""
		return s.ask()
	case s.hasAny && s.answered == s.place.Value():
		s.takePlace() // Without any, the list says what to try.
		return nil
	default:
		s.take = true
		return s.ask()
	}
}

// searchPlace takes the place under the cursor of the suggestions and goes on.
// What is being typed at another field is read there.
func (s *Search) searchPlace() (ui.Nav, tea.Cmd) {
	at := s.focus
	s.takePlace()
	if at != fieldPlace {
		s.setFocus(at)
	}
	return s.search()
}

// goOnWith searches with the destination that is typed: with the place that is
// chosen, or the one under the cursor of the suggestions once they are there.
func (s *Search) goOnWith() (ui.Nav, tea.Cmd) {
	text := s.place.Value()
	switch {
	case text == "" || s.chosen():
		return s.search()
	case s.places.call.Busy() && s.asked == text:
		s.goOn = true
		return ui.Stay(), nil
	case s.hasAny && s.answered == text && s.places.failure == nil:
		return s.searchPlace()
	default:
		s.goOn = true
		return ui.Stay(), s.ask()
	}
}

// search goes on to the hotels when nothing is wrong with the trip, and else to
// the first field that is.
func (s *Search) search() (ui.Nav, tea.Cmd) {
	s.leave(s.focus)
	if _, wrong := s.problems[s.focus]; wrong {
		return ui.Stay(), nil
	}
	clear(s.problems)
	for i := range s.days {
		s.readDay(fieldCheckIn + searchField(i))
	}
	for _, p := range s.trip.Problems(s.now) {
		if f := fieldOf(p.Field); s.problems[f] == "" {
			s.problems[f] = p.Message
		}
	}
	for f := range searchFields {
		if s.problems[f] != "" {
			s.focusOn(f)
			return ui.Stay(), nil
		}
	}
	s.places.cancel()
	return ui.Push(NewHotels(s.deps, s.trip)), nil
}

// fieldOf is the field that a problem of a trip belongs to.
func fieldOf(name string) searchField {
	switch name {
	case trip.FieldCheckIn:
		return fieldCheckIn
	case trip.FieldCheckOut:
		return fieldCheckOut
	case trip.FieldAdults:
		return fieldAdults
	case trip.FieldChildren:
		return fieldChildren
	case trip.FieldRooms:
		return fieldRooms
	default:
		return fieldPlace
	}
}
