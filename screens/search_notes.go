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

const (
	// notesMost is how many writes are named; the list has them all.
	notesMost = 2
	// formRoom is the height that notes leave to the form.
	formRoom = 6
	// listRoom is the height that they leave to what stands below it once a key was pressed.
	listRoom = 6
	// roomyNotes is the height of a body in which each has two lines.
	roomyNotes = 30
)

type startNotes struct {
	deps          *Deps
	now           time.Time // of the newest key
	width, height int
	lines         []string
	unresolved    []recovery.Write
	halves        []string // the lines of rebookings that are half done
	seen          seenBookings
	saved         []booking.SavedDraft // the bookings that were interrupted; the first is offered
	savedRead     bool                 // they were looked for
	savedHidden   bool                 // not all of them could be listed
	ended         Ending               // how the last console ended, until something is searched
	keyed         bool                 // a key was pressed
	retired       Retired              // settings and files of earlier versions, until something is searched
	recalls       bool                 // earlier lines can be recalled
	restore       load[booking.RestoredDraft]
	keys          noteKeys
}

type noteKeys struct{ unresolved, resume, throwAway, other key.Binding }

func newStartNotes(deps *Deps) startNotes {
	return startNotes{
		deps: deps, ended: deps.Ended, retired: deps.Retired, now: deps.Desk.Now(), restore: newLoad[booking.RestoredDraft](deps, "verifying the booking again"),
		keys: noteKeys{
			unresolved: deps.bind("go.lost_answers"), resume: deps.bind("draft.continue"),
			throwAway: deps.bind("cancel", "throw it away"), other: deps.bind("draft.next"),
		},
	}
}

// draftRead brings the drafts that are kept on the disk to the notes that asked.
type draftRead struct {
	notes *startNotes
	saved []booking.SavedDraft
	err   error
}

func (n *startNotes) read() tea.Cmd {
	deps := n.deps
	if deps.Drafts == nil {
		return nil
	}
	return func() tea.Msg {
		saved, err := deps.Drafts.saved(deps)
		return draftRead{n, saved, err}
	}
}

func (n *startNotes) renew() {
	n.unresolved = n.deps.Desk.Recovery.Writes()
	n.halves = n.deps.halfLines(max(1, n.width-4))
	n.lines = n.draw()
}

// draw makes the lines, ended by an empty line when there are any.
func (n *startNotes) draw() []string {
	t, width := n.deps.Theme, max(1, n.width-4)
	var lines []string
	add := func(texts ...string) {
		for _, text := range texts {
			lines = append(lines, margin+text)
		}
	}
	if x, there := n.deps.Desk.JournalTrouble(); there {
		add(t.Bad.Render(ui.Truncate("! "+x.Title, width)))
		for _, text := range []string{x.Text, x.Hint} {
			for _, line := range ui.Wrap(text, width) {
				add(t.Plain.Render(line))
			}
		}
	}
	add(n.unseenLines(width)...)
	if words := n.deps.JoinedWords(); words != "" && n.deps.JoinedEnded() {
		add(styled(t.Warn.Render, ui.Wrap(words, width))...)
	} else if words != "" && !n.deps.joinedTold {
		add(styled(t.Muted.Render, ui.Wrap(words, width))...)
	}
	if n.deps.ZoneTrouble != "" {
		add(styled(t.Warn.Render, ui.Wrap(n.deps.ZoneTrouble, width))...)
	}
	if n.ended.Words != "" {
		add(styled(t.Warn.Render, ui.Wrap(n.endedText(), width))...)
		if n.ended.Report != "" {
			add(styled(t.Muted.Render, ui.Wrap("Its report is "+n.ended.Report, width))...)
		}
	}
	add(n.unresolvedLines(width)...)
	add(n.halves...)
	if len(n.saved) > 0 {
		add(n.draftLines(width)...)
	}
	if n.savedHidden {
		add(styled(t.Bad.Render, ui.Wrap("! "+booking.HiddenDraftWords, width))...)
	}
	if n.retired.Words != "" {
		room := n.height - len(lines) - formRoom
		if n.keyed {
			room -= listRoom
		}
		add(styled(t.Muted.Render, n.retiredLines(width, room))...)
	}
	add(n.restoreTrouble(width)...)
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// JoinedWords returns the sentence for a console that shares another demo's sandbox, or "".
func (d *Deps) JoinedWords() string {
	switch {
	case d.JoinedEnded == nil:
		return ""
	case d.JoinedEnded():
		title, advice := booking.DemoEnded()
		return title + ". " + advice
	}
	words := "This console shares the sandbox of the bellhop demo that is already running; the sandbox ends with that demo."
	if len(d.JoinedWithout) > 0 {
		words += " Without effect here: " + strings.Join(d.JoinedWithout, ", ") + "."
	}
	return words
}

// retiredLines names what is no longer used, or the file that does where there is no room for it. Once a key was pressed, the
// form and its list come first.
func (n *startNotes) retiredLines(width, room int) []string {
	lines := ui.Wrap(n.retired.Words, width)
	if len(lines) > room && n.retired.File != "" {
		lines = ui.Wrap("Some settings and files are no longer used: "+n.retired.File+" names them.", width)
	}
	if len(lines) > room && n.keyed {
		return nil
	}
	return lines
}

// endedText tells how the last console ended, and what of it can be gone on with; what was sent stands below it.
func (n *startNotes) endedText() string {
	text := n.ended.Words
	switch {
	case len(n.saved) > 0:
		text += n.deps.say(" Go on with the booking below: {draft.continue}.")
	case n.savedRead:
		text += " No booking was being filled in."
	}
	if n.recalls {
		text += " up recalls what was searched."
	}
	return text
}

// unseen splits the writes into those that were never shown and the rest.
func (n *startNotes) unseen() (unseen, rest []recovery.Write) {
	for _, w := range n.unresolved {
		if w.Unseen != nil {
			unseen = append(unseen, w)
		} else {
			rest = append(rest, w)
		}
	}
	return unseen, rest
}

// unseenLines draws the bookings that were never shown, each with the reason.
func (n *startNotes) unseenLines(width int) []string {
	t, now, zone := n.deps.Theme, n.deps.Desk.Now(), n.deps.agentZone()
	unseen, _ := n.unseen()
	var lines []string
	named := unseen[:min(len(unseen), notesMost)]
	for i, w := range named {
		w = masked(n.deps, booking.MaskWrite, w)
		text := wording.Capital(w.Progress(now, zone)) + " · " + strings.TrimPrefix(w.What(), "booking · ")
		lines = append(lines, styled(t.Good.Render, ui.Wrap(text, width))...)
		words := w.UnseenWords("showed")
		switch {
		case i == len(named)-1:
			words = strings.TrimSuffix(words, ".") + n.deps.say("; {go.lost_answers} shows it.")
		case named[i+1].UnseenWords("showed") == words:
			continue
		}
		lines = append(lines, styled(t.Muted.Render, ui.Wrap("  "+words, width))...)
	}
	if more := len(unseen) - notesMost; more > 0 {
		lines = append(lines, t.Muted.Render("  and "+strconv.Itoa(more)+" more"))
	}
	return lines
}

// noteShown notes the bookings that are named here, not those only counted, as shown: a key proves that they were seen.
func (n *startNotes) noteShown() tea.Cmd {
	unseen, rest := n.unseen()
	named := slices.Concat(unseen[:min(len(unseen), notesMost)], rest[:min(len(rest), notesMost)])
	return n.seen.note(n.deps, named)
}

func (n *startNotes) unresolvedLines(width int) []string {
	_, list := n.unseen()
	if len(list) == 0 {
		return nil
	}
	t, now, zone := n.deps.Theme, n.deps.Desk.Now(), n.deps.agentZone()
	open := openOnes(list)
	title := t.Good.Render(ui.Truncate("Found out what became of "+wording.Plural(len(list), "lost answer")+n.deps.say(": {go.lost_answers}"), width))
	late := slices.ContainsFunc(list, func(p recovery.Write) bool { return p.State == recovery.MadeLate })
	if late {
		title = t.Bad.Render(ui.Truncate(n.deps.say("! A booking that was taken for not made exists. Details: {go.lost_answers}"), width))
	}
	if open > 0 {
		title = t.Bad.Render(ui.Truncate("! The outcome of "+wording.Plural(open, "write")+n.deps.say(" is not known. It is looked for. Details: {go.lost_answers}"), width))
	}
	lines := []string{title}
	for _, p := range list[:min(len(list), notesMost)] {
		p = masked(n.deps, booking.MaskWrite, p)
		progress := p.Progress(now, zone)
		cut := ui.Width(p.What()+": "+progress)+2 > width
		if n.height >= roomyNotes || cut && len(list) == 1 {
			lines = append(lines, "  "+ui.Truncate(p.What(), width-2), "    "+ui.Truncate(progress, width-4))
			continue
		}
		what := ui.Truncate(p.What(), max(width-2-ui.Width(progress)-2, width/3))
		lines = append(lines, "  "+ui.Truncate(what+": "+progress, width-2))
	}
	if more := len(list) - notesMost; more > 0 {
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

// draftTime tells when a draft was saved, with its day where that is not today's.
func draftTime(at time.Time, today api.Date) string {
	if api.DateOf(at) != today {
		return at.Format("Mon 2 Jan 15:04")
	}
	return at.Format("15:04")
}

// inTwo breaks a text joined by dots in two where it is too wide: its end tells drafts apart.
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

func (n *startNotes) draftLines(width int) []string {
	t := n.deps.Theme
	zone := n.deps.agentZone()
	at := draftTime(n.saved[0].At.In(zone), api.DateOf(n.now.In(zone)))
	first, second := inTwo(n.deps.say("{draft.continue} continues the booking of ")+at+": "+n.saved[0].Words(), width)
	lines := []string{t.Accent.Render(first)}
	if second != "" {
		lines = append(lines, t.Accent.Render(second))
	}
	further := func(style ui.Style, text string) {
		for _, line := range ui.Wrap(text, max(1, width-2)) {
			lines = append(lines, style.Render("  "+line))
		}
	}
	if words := n.saved[0].ReplacesWords(); words != "" {
		further(t.Plain, words)
	}
	if n.saved[0].NotBooked {
		further(t.Plain, "It was sent once and not booked.")
	}
	rest := "Its price and terms are verified again."
	if drafts := len(n.saved); drafts > 1 {
		rest = wording.Plural(drafts, "draft") + n.deps.say(" are kept: {draft.next} shows the next.")
	}
	further(t.Muted, n.deps.say("{cancel} throws it away. ")+rest)
	return lines
}

// taken reports whether the draft was changed or taken by another console.
func (n *startNotes) taken() bool { return errors.Is(n.restore.err, booking.ErrDraftTaken) }

// restoreTrouble tells why a booking was not continued.
func (n *startNotes) restoreTrouble(width int) []string {
	x := n.restore.failure
	switch {
	case x == nil:
		return nil
	case !n.taken():
		return styled(n.deps.Theme.Bad.Render, ui.Wrap("! "+x.Title+n.deps.say(". {draft.continue} tries again; nothing of it is lost."), width))
	}
	rest := "No other draft is kept."
	if len(n.saved) > 0 {
		rest = "The drafts were read again."
	}
	text := "! Another Bellhop goes on with that booking, has changed it or has thrown it away. " + rest
	return styled(n.deps.Theme.Bad.Render, ui.Wrap(text, width))
}

// key takes the keys of the notes.
func (n *startNotes) key(msg tea.KeyMsg) (nav ui.Nav, cmd tea.Cmd, mine bool) {
	switch k := n.keys; {
	case key.Matches(msg, k.unresolved):
		return ui.Push(NewUnresolved(n.deps)), nil, true
	case key.Matches(msg, k.resume):
		saved, desk, drafts := n.saved[0], n.deps.Desk, n.deps.Drafts
		replaced := correcting(n.deps, func(ctx context.Context) (*api.Reservation, []recovery.Finding, error) {
			return desk.Replaced(ctx, saved)
		})
		return ui.Stay(), n.restore.start(func(ctx context.Context) (booking.RestoredDraft, error) {
			if err := drafts.take(saved); err != nil {
				return booking.RestoredDraft{}, err
			}
			replaces, err := replaced(ctx)
			if err != nil {
				return booking.RestoredDraft{}, err
			}
			return desk.Restore(ctx, saved, replaces)
		}), true
	case key.Matches(msg, k.other):
		n.saved = append(n.saved[1:len(n.saved):len(n.saved)], n.saved[0])
		n.restore.forget()
		n.renew()
		return ui.Stay(), nil, true
	case key.Matches(msg, k.throwAway):
		draft := n.saved[0]
		n.saved = n.saved[1:]
		n.restore.forget()
		n.renew()
		return ui.Stay(), n.deps.Drafts.discard(n.deps, draft), true
	}
	return ui.Stay(), nil, false
}

func (n *startNotes) enable() {
	n.keys.unresolved.SetEnabled(len(n.unresolved)+len(n.halves) > 0)
	n.keys.resume.SetEnabled(len(n.saved) > 0 && !n.restore.call.Busy())
	n.keys.throwAway.SetEnabled(len(n.saved) > 0 && !n.restore.call.Busy())
	n.keys.other.SetEnabled(len(n.saved) > 1 && !n.restore.call.Busy())
}

// restored goes on with the draft at the prices and terms of now.
func (n *startNotes) restored(r booking.RestoredDraft) ui.Nav {
	if r.Draft.Verified != nil {
		return ui.Push(NewVerifiedTerms(n.deps, r.Draft))
	}
	return ui.Push(NewNearestRates(n.deps, r.Draft, r.Nearest, "The rate of this booking is gone",
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
