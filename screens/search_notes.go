package screens

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// What stands at the top of the start screen until it is settled: writes of
// which it is not known what came, a booking that was interrupted, and what is
// wrong with the journal.

const (
	// notesMost is how many writes are named there; the list has them all.
	notesMost = 2
	// roomyNotes is the height of a body in which each has two lines; a single
	// one that one line is too short for has them anyway.
	roomyNotes = 30
)

// draftRead brings the drafts that are kept on the disk to the screen that asked.
type draftRead struct {
	search *Search
	saved  []booking.SavedDraft
}

// readDraft asks the disk for drafts, beside the update.
func (s *Search) readDraft() tea.Cmd {
	drafts := s.deps.Drafts
	if drafts == nil {
		return nil
	}
	return func() tea.Msg {
		return draftRead{s, drafts.saved()}
	}
}

// renewNotes takes over what the desk knows by now.
func (s *Search) renewNotes() {
	before := len(s.notes)
	s.pending = s.deps.Desk.Recovery.Writes()
	s.notes = s.noteLines()
	if len(s.notes) != before {
		s.list.follow(s.belowHeight())
		s.sizeCalendar()
	}
}

// noteLines are the notes, ended by an empty line when there are any.
func (s *Search) noteLines() []string {
	t, width := s.deps.Theme, max(1, s.width-4)
	var lines []string
	add := func(texts ...string) {
		for _, text := range texts {
			lines = append(lines, margin+text)
		}
	}
	if x, there := s.deps.Desk.JournalTrouble(); there {
		add(t.Bad.Render(ui.Truncate("! "+x.Title, width)))
		for _, text := range []string{x.Text, x.Hint} {
			for _, line := range ui.Wrap(text, width) {
				add(t.Plain.Render(line))
			}
		}
	}
	if len(s.pending) > 0 {
		add(s.pendingLines(width)...)
	}
	if len(s.saved) > 0 {
		add(s.draftLines(width)...)
	}
	add(s.restoreTrouble(width)...)
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// pendingLines are the newest writes whose answers were lost.
func (s *Search) pendingLines(width int) []string {
	t, now, zone := s.deps.Theme, s.deps.Desk.Now(), agentZone(s.deps)
	open := openOnes(s.pending)
	title := t.Good.Render(ui.Truncate("Found out what became of "+wording.Plural(len(s.pending), "lost answer")+": ctrl+p", width))
	late := slices.ContainsFunc(s.pending, func(p recovery.Write) bool { return p.State == recovery.MadeLate })
	if late {
		title = t.Bad.Render(ui.Truncate("! A booking that was taken for not made exists. Details: ctrl+p", width))
	}
	if open > 0 {
		title = t.Bad.Render(ui.Truncate("! The outcome of "+wording.Plural(open, "write")+" is not known. It is looked for. Details: ctrl+p", width))
	}
	lines := []string{title}
	for _, p := range s.pending[:min(len(s.pending), notesMost)] {
		p = s.deps.maskPending(p)
		progress := p.Progress(now, zone)
		cut := ui.Width(p.What()+": "+progress)+2 > width
		if s.height >= roomyNotes || cut && len(s.pending) == 1 {
			lines = append(lines, "  "+ui.Truncate(p.What(), width-2), "    "+ui.Truncate(progress, width-4))
			continue
		}
		what := ui.Truncate(p.What(), max(width-2-ui.Width(progress)-2, width/3))
		lines = append(lines, "  "+ui.Truncate(what+": "+progress, width-2))
	}
	if more := len(s.pending) - notesMost; more > 0 {
		lines = append(lines, t.Muted.Render("  and "+strconv.Itoa(more)+" more"))
	}
	return lines
}

func openOnes(list []recovery.Write) int {
	n := 0
	for _, p := range list {
		if p.State == recovery.Unresolved {
			n++
		}
	}
	return n
}

// draftTime is when a draft was saved, with its day where that is not today's.
func draftTime(at time.Time, today api.Date) string {
	if api.DateOf(at) != today {
		return at.Format("Mon 2 Jan 15:04")
	}
	return at.Format("15:04")
}

// inTwo is a text whose parts are joined by dots in one line, or in two where
// the window is too narrow: the stay comes last and tells one draft from another.
func inTwo(text string, width int) (first, second string) {
	const dot = " · "
	at := len(text)
	for ui.Width(text[:at]) > width {
		at = strings.LastIndex(text[:at], dot)
		if at < 0 {
			return ui.Truncate(text, width), ""
		}
	}
	if rest := strings.TrimPrefix(text[at:], dot); rest != "" {
		second = ui.Truncate("  "+rest, width)
	}
	return text[:at], second
}

// draftLines offer the booking that was interrupted.
func (s *Search) draftLines(width int) []string {
	t := s.deps.Theme
	at := draftTime(s.saved[0].At.In(agentZone(s.deps)), s.today())
	first, second := inTwo("ctrl+g continues the booking of "+at+": "+s.saved[0].Words(), width)
	lines := []string{t.Accent.Render(first)}
	if second != "" {
		lines = append(lines, t.Accent.Render(second))
	}
	if words := s.saved[0].ReplacesWords(); words != "" {
		lines = append(lines, ui.Truncate("  "+words, width))
	}
	rest := "Its price and terms are verified again."
	if n := len(s.saved); n > 1 {
		rest = wording.Plural(n, "draft") + " are kept: ctrl+y shows the next."
	}
	lines = append(lines, t.Muted.Render(ui.Truncate("  ctrl+x throws it away. "+rest, width)))
	return lines
}

// draftTaken says that the draft that was to be continued is another console's
// by now, or is not what was listed here.
func (s *Search) draftTaken() bool { return errors.Is(s.restore.err, booking.ErrDraftTaken) }

// restoreTrouble says why a booking was not continued. One that another console
// was faster with stays so, however often it is tried.
func (s *Search) restoreTrouble(width int) []string {
	x := s.restore.failure
	switch {
	case x == nil:
		return nil
	case !s.draftTaken():
		return []string{s.deps.Theme.Bad.Render(ui.Truncate("! "+x.Title+". ctrl+g tries again; nothing of it is lost.", width))}
	}
	rest := "No other draft is kept."
	if len(s.saved) > 0 {
		rest = "The drafts were read again."
	}
	text := "! Another Bellhop goes on with that booking, has changed it or has thrown it away. " + rest
	return styled(s.deps.Theme.Bad.Render, ui.Wrap(text, width))
}

// drop forgets why a booking was not continued.
func (s *Search) drop() { s.restore.forget() }

// noteKey takes the keys of the notes.
func (s *Search) noteKey(msg tea.KeyMsg) (nav ui.Nav, cmd tea.Cmd, mine bool) {
	switch k := s.keys; {
	case key.Matches(msg, k.pending):
		return ui.Push(NewUnresolved(s.deps)), nil, true
	case key.Matches(msg, k.goOn):
		saved, desk, drafts := s.saved[0], s.deps.Desk, s.deps.Drafts
		return ui.Stay(), s.restore.start(func(ctx context.Context) (booking.RestoredDraft, error) {
			if err := drafts.take(saved); err != nil {
				return booking.RestoredDraft{}, err
			}
			return desk.Restore(ctx, saved)
		}), true
	case key.Matches(msg, k.other):
		s.saved = append(s.saved[1:len(s.saved):len(s.saved)], s.saved[0])
		s.drop()
		s.renewNotes()
		return ui.Stay(), nil, true
	case key.Matches(msg, k.throwAway):
		gone := s.saved[0]
		s.saved = s.saved[1:]
		s.drop()
		s.renewNotes()
		return ui.Stay(), s.deps.Drafts.discard(s.deps, gone), true
	}
	return ui.Stay(), nil, false
}

// enableNotes keeps the keys of the notes in step with them.
func (s *Search) enableNotes() {
	s.keys.pending.SetEnabled(len(s.pending) > 0)
	s.keys.goOn.SetEnabled(len(s.saved) > 0 && !s.restore.call.Busy())
	s.keys.throwAway.SetEnabled(len(s.saved) > 0 && !s.restore.call.Busy())
	s.keys.other.SetEnabled(len(s.saved) > 1 && !s.restore.call.Busy())
}

// restored goes on with the draft at the prices and terms of now.
func (s *Search) restored(r booking.RestoredDraft) ui.Nav {
	if r.Draft.Verified != nil {
		return ui.Push(NewVerifiedTerms(s.deps, r.Draft))
	}
	return ui.Push(NewNearest(s.deps, r.Draft, r.Nearest, "The rate of this booking is gone",
		"What was typed of the guest is kept. These rates of the hotel come nearest to it:"))
}

// Unfinished tells after the console's end of what it is still not known.
func (s *Search) Unfinished() string {
	var open []string
	for _, p := range s.deps.Desk.Recovery.Writes() {
		if p.State == recovery.Unresolved && !p.OtherConsole {
			open = append(open, p.What()+" (attempt "+p.Plan.Attempt+")")
		}
	}
	if len(open) == 0 {
		return ""
	}
	return "It is still not known what came of " + wording.Plural(len(open), "write") + ": " + strings.Join(open, "; ") +
		". Bellhop looks for it at its next start."
}
