package screens

import (
	"context"
	"reflect"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/find"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// A follow reads a list again and again while the terminal has the focus, and marks what has changed in words.
type follow struct {
	on      bool
	away    bool      // the terminal has not the focus
	at      time.Time // of the newest answer
	next    time.Time
	changes map[string]string // by reservation, since it was begun or reloaded
}

const (
	followEvery = 30 * time.Second
	// followWhole is up to how many reservations all that is loaded is read again; of longer lists it is the newest page.
	followWhole = 2 * 100
	// narrowList is the width of a list that has no room for a state beside what has changed.
	narrowList = 70
)

func (d *Deps) followEvery() time.Duration {
	if d.FollowEvery > 0 {
		return d.FollowEvery
	}
	return followEvery
}

// toggleFollow begins or ends. Only while a list is followed the terminal is asked to tell whether it has the focus.
func (s *Reservations) toggleFollow() tea.Cmd {
	f := &s.look.follow
	if f.on {
		*f = follow{}
		return tea.DisableReportFocus
	}
	*f = follow{on: true, changes: map[string]string{}, at: s.now}
	return tea.Batch(tea.EnableReportFocus, s.readFollowed())
}

// leave has the terminal tell nothing any more.
func (f *follow) leave() tea.Cmd {
	if !f.on {
		return nil
	}
	return tea.DisableReportFocus
}

// readFollowed reads the list again, unless it is being read.
func (s *Reservations) readFollowed() tea.Cmd {
	f := &s.look.follow
	f.next = s.now.Add(s.deps.followEvery())
	if s.reading() || s.index == nil {
		return nil
	}
	if len(s.list.Items) > followWhole {
		return s.renew()
	}
	s.more.forget()
	s.next = s.index
	index, least, progress := s.index, max(len(s.list.Items), 1), s.read.tell
	return s.load.start(func(ctx context.Context) (find.State, error) { return index.Reload(ctx, least, progress) })
}

// receiveFollow takes the clock and the focus; false for any other message.
func (s *Reservations) receiveFollow(msg tea.Msg) (tea.Cmd, bool) {
	f := &s.look.follow
	switch msg.(type) {
	case tea.BlurMsg:
		f.away = true
	case tea.FocusMsg:
		f.away, f.next = false, s.now
	case ui.TickMsg:
		cmd := s.guests.tick()
		if f.on && !f.away && !s.now.Before(f.next) {
			cmd = tea.Batch(cmd, s.readFollowed())
		}
		return cmd, true
	default:
		return nil, false
	}
	return nil, true
}

// compare marks what is otherwise than it was.
func (f *follow) compare(before, after []*reservationLine, now time.Time) {
	if !f.on {
		return
	}
	f.at = now
	was := make(map[string]*reservationLine, len(before))
	for _, line := range before {
		was[line.ID] = line
	}
	if len(before) == 0 {
		return
	}
	known := false // what comes after one that was there is older, and was only loaded
	for _, line := range after {
		old, had := was[line.ID]
		known = known || had
		switch {
		case !had && !known:
			f.changes[line.ID] = "new"
		case had:
			if word := changedWord(old, line); word != "" {
				f.changes[line.ID] = word
			}
		}
	}
}

// changedWord says in a word what has changed of a reservation; empty where nothing has.
func changedWord(old, line *reservationLine) string {
	a, b := old.Reservation, line.Reservation
	same := sameAmount(a.Rate.Total, b.Rate.Total)
	a.Rate.Total = b.Rate.Total
	switch {
	case a.Status != b.Status:
		return "now " + wording.Status(b.Status)
	case a.CheckIn != b.CheckIn || a.CheckOut != b.CheckOut:
		return "dates"
	case !same:
		return "price"
	case !reflect.DeepEqual(a.Payment, b.Payment) || !reflect.DeepEqual(a.Partner, b.Partner):
		return "payment"
	case !reflect.DeepEqual(a, b):
		return "changed"
	default:
		return ""
	}
}

// sameAmount reports whether two amounts are equal apart from noise, or identical if unreadable.
func sameAmount(a, b api.Money) bool {
	order, err := a.Cmp(b)
	return a == b || err == nil && order == 0
}

// words say of when the list is, and when it is read again.
func (f *follow) words(d *Deps, s *Reservations) string {
	again := "every " + wordsOf(d.followEvery())
	if f.away {
		again = "paused, not in front"
	}
	scope := ""
	if len(s.list.Items) > followWhole {
		scope = "newest page"
	}
	return joined("following", scope, "as of "+f.at.In(d.agentZone()).Format("15:04:05"), again, when(len(f.changes) > 0, wording.Count(len(f.changes))+" changed"))
}

func wordsOf(d time.Duration) string {
	if d >= time.Minute && d%time.Minute == 0 {
		return wording.Count(int(d/time.Minute)) + " min"
	}
	return wording.Count(int(d/time.Second)) + " s"
}

// addChanges puts what has changed first, while a list is followed in which something has.
func (s *reservationCells) addChanges(columns []ui.Column) []ui.Column {
	if len(s.of.look.follow.changes) == 0 {
		return columns
	}
	room := ui.Width("changed")
	for _, word := range s.of.look.follow.changes {
		room = max(room, ui.Width(word))
	}
	if at := slices.Index(s.kinds, columnStatus); at >= 0 && s.width < narrowList {
		columns[at].Priority = len(columns) // What has changed says it where it matters.
	}
	s.kinds = append([]int{columnChanges}, s.kinds...)
	return append([]ui.Column{{Title: "changed", Width: room}}, columns...)
}

// Ticking reports whether the list is followed, or shows guests.
func (s *Reservations) Ticking() bool { return s.look.follow.on || s.guests.open }
