package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/keymap"
	"bellhop/ui/mouse"
)

// key takes the shell's own keys and gives the others to the top screen. A
// screen that is not drawn gets none. The first of several letters may open a
// screen or a text field, and then the rest belong there.
func (s *Shell) key(msg tea.KeyMsg) tea.Cmd {
	s.flash = ""
	if s.escEnter(msg) {
		return s.route(SplitLetters(msg))
	}
	if asked := s.asking; asked != nil {
		// A key that is no answer, such as a paste, means that the question was not
		// wanted, and does what it does without one.
		s.asking = nil
		switch msg.String() {
		case "y", "Y":
			return asked.yes()
		case "n", "N", "enter", "esc":
			return nil
		}
	}
	switch {
	case key.Matches(msg, s.keys.quit):
		if last, ok := s.Top().(Quitter); ok {
			last.Quit()
		}
		return s.navigate(Quit())
	case s.width == 0:
		s.early = append(s.early, msg)
		return nil
	case !s.usable() && !s.shellKey(msg, s.keys.suspend):
		return nil
	case s.shellKey(msg, s.keys.redraw):
		if s.painter != nil {
			s.painter.Erase()
		}
		return nil
	case s.shellKey(msg, s.keys.present):
		s.options.Theme.Presenter.toggle()
		return nil
	case s.shellKey(msg, s.keys.mouse):
		return s.toggleMouse()
	case s.shellKey(msg, s.keys.suspend):
		return s.suspend()
	case s.shellKey(msg, s.keys.commands):
		s.openCommands()
		return nil
	case s.help != nil:
		done, then := s.help.update(msg)
		if done {
			s.help = nil
		}
		if then != nil {
			return then(s)
		}
		s.reportKey(msg)
		return nil
	case s.shellKey(msg, s.keys.help):
		s.help = newHelpPane(s.options.Theme, s.Bindings(), typing(s.Top()), s.options.Alone)
		s.help.setSize(s.bodySize())
		return nil
	}
	for _, c := range s.commands() {
		if s.shellKey(msg, c.Key) {
			s.reportKey(msg)
			return s.run(c)
		}
	}
	if s.Splits(msg) {
		return s.route(SplitLetters(msg))
	}
	return s.press(msg)
}

// shellKey reports whether a key is one of the shell's own or of a command. A letter is text where text is typed.
func (s *Shell) shellKey(msg tea.KeyMsg, b key.Binding) bool {
	return key.Matches(msg, b) && (!keymap.IsLetter(msg.String()) || s.help == nil && !typing(s.Top()))
}

// press gives a key to the top screen. One that does nothing there says so, once on each screen: it is
// none of the screen's, and nothing came of it.
func (s *Shell) press(msg tea.KeyMsg) tea.Cmd {
	top := s.Top()
	s.reportKey(msg)
	taught := s.lessonOf(msg)
	if taught != nil && s.lesson.again && !s.lesson.asked {
		s.lesson.asked = true
		return nil
	}
	s.lesson.asked = false
	asks := s.unlisted(msg)
	before := ""
	if asks {
		before = top.View()
	}
	nav, cmd := top.Update(msg)
	if taught != nil && (cmd != nil || nav != Stay() || s.lessonOf(msg) == nil) {
		s.options.Lessons.Used(*taught)
	}
	if asks && cmd == nil && nav == Stay() && top.View() == before {
		if words := s.unused.words(top, msg, s.options.Theme.Keys); words != "" {
			return s.show(words) // Set at once, so that even an immediate key ends it.
		}
		return nil
	}
	return tea.Batch(cmd, s.navigate(nav))
}

// show shows a status text, in place of any other.
func (s *Shell) show(text string) tea.Cmd {
	s.flash = text
	s.flashID++
	return After(flashTime, flashEnd{s.flashID})
}

// reportKey tells Options.Pressed of a key.
func (s *Shell) reportKey(msg tea.KeyMsg) {
	if s.options.Pressed != nil {
		s.options.Pressed(s.Status().Title, msg)
	}
}

// unlisted reports whether a key is none of those that the screen lists, nor one that types, moves or
// leaves. While something is under way no key works, which is said elsewhere.
func (s *Shell) unlisted(msg tea.KeyMsg) bool {
	top := s.Top()
	moves := []tea.KeyType{tea.KeyUp, tea.KeyDown, tea.KeyLeft, tea.KeyRight, tea.KeyHome, tea.KeyEnd, tea.KeyPgUp, tea.KeyPgDown, tea.KeyEsc}
	if slices.Contains(moves, msg.Type) || msg.Paste || typing(top) && typesOrEdits(s.options.Theme, msg) || busy(top) != "" || s.stack.guarded() != "" {
		return false
	}
	return !slices.ContainsFunc(top.Keys(), func(b key.Binding) bool { return key.Matches(msg, b) })
}

// words tells that a key does nothing; nothing for one that was told of already.
func (u *unusedKeys) words(top Screen, msg tea.KeyMsg, keys *keymap.Map) string {
	if u.screen != top {
		u.screen, u.keys = top, map[string]bool{}
	}
	name := msg.String()
	if name == " " {
		name = "space"
	}
	if u.keys[name] {
		return ""
	}
	u.keys[name] = true
	help := keys.Say("{global.help}")
	if typing(top) {
		help = keys.Say("{global.help!}")
	}
	return name + " does nothing here; " + help + " lists the keys"
}

// Splits reports whether a message is several keys that were read at once: letters where they are no text, or esc and
// enter.
func (s *Shell) Splits(msg tea.KeyMsg) bool {
	return SeveralLetters(msg) && !typing(s.Top()) || s.escEnter(msg)
}

// escEnter reports whether a key is esc and enter, which a slow line brings together: then they look like alt+enter, which
// does nothing unless it was given something to do.
func (s *Shell) escEnter(msg tea.KeyMsg) bool {
	return msg.Type == tea.KeyEnter && msg.Alt && !s.options.Theme.Keys.Bound(msg.String())
}

// Always reports whether a key means the same at any time.
func (s *Shell) Always(msg tea.KeyMsg) bool {
	return key.Matches(msg, s.keys.quit, s.keys.redraw, s.keys.present, s.keys.mouse)
}

// A question stands in the footer until it is answered; y does what it asks
// about, and any other key does not.
type question struct {
	text string
	yes  func() tea.Cmd
	// unguarded is the question without the reason of a guard, once there is none any more; empty where none was the reason.
	unguarded string
}

// pressEarly presses the keys that came before the window had a size. Of those that were typed before the program had the
// terminal, enter is a line feed.
func (s *Shell) pressEarly() tea.Cmd {
	early := s.early
	s.early = nil
	cmds := make([]tea.Cmd, len(early))
	for i, msg := range early {
		if msg.Type == tea.KeyCtrlJ {
			msg.Type = tea.KeyEnter
		}
		cmds[i] = s.key(msg)
	}
	return tea.Batch(cmds...)
}

// settle leaves a question without its reason once that has gone. It is not withdrawn: its answer, which may be on its way,
// would be a key of the screen.
func (q *question) settle(screens stack) {
	if q != nil && q.unguarded != "" && screens.guarded() == "" {
		q.text, q.unguarded = "That is over. "+q.unguarded, ""
	}
}

// suspend stops the program, unless something is guarded: a program that stands
// still reads no answer.
func (s *Shell) suspend() tea.Cmd {
	if reason := s.stack.guarded(); reason != "" {
		return Flash(reason)
	}
	return func() tea.Msg { return suspendMsg{} }
}

func (s *Shell) commands() []Command {
	if c, ok := topmost[Commander](s.stack); ok {
		return c.Commands()
	}
	return nil
}

// run does a command that belongs to no screen. While something is guarded it
// waits its turn.
func (s *Shell) run(c Command) tea.Cmd {
	if reason := s.stack.guarded(); reason != "" {
		return Flash(reason)
	}
	nav, cmd := c.Run()
	return tea.Batch(cmd, s.navigate(nav))
}

// Lessons explain the keys of Options.Alone, where a screen offers them.
type Lessons interface {
	// Of returns what a key does at a service, the longest wording first; none once it needs no explaining. Again
	// reports whether it must be pressed once more.
	Of(b key.Binding, at Environment) (words []string, again bool)
	// Used counts that a key has done what it does.
	Used(b key.Binding)
}

// A lesson stands in the rule above the footer, where it takes no line from a screen.
type lesson struct {
	screen Screen
	words  []string
	again  bool
	asked  bool // the key was pressed once
}

// rule is the line above the footer, with the lesson of the top screen in it.
func (l *lesson) rule(s *Shell) string {
	if l.screen == nil || l.screen != s.Top() || s.help != nil {
		return s.rule
	}
	t, before := s.options.Theme, ""
	style, room := t.Muted, s.width-FrameWidth-2*Width(lessonMark)
	if l.asked {
		style, before = t.Warn, "Press it once more: "
	}
	for i, words := range l.words {
		if words = before + words; Width(words) <= room || i == len(l.words)-1 {
			words = Truncate(words, room)
			rest := room - Width(words)
			return t.Rule.Render(" "+lessonMark) + style.Render(words) + t.Rule.Render(" ──"+strings.Repeat("─", rest)+" ")
		}
	}
	return s.rule
}

const lessonMark = "── "

// teach takes what the top screen offers now that is to be explained.
func (s *Shell) teach() {
	if s.options.Lessons == nil {
		return
	}
	top, asked := s.Top(), s.lesson.asked && s.lesson.screen == s.Top()
	s.lesson = lesson{}
	for _, b := range top.Keys() {
		if !s.sendsAlone(b) {
			continue
		}
		if words, again := s.options.Lessons.Of(b, s.environment()); len(words) > 0 {
			s.lesson = lesson{screen: top, words: words, again: again, asked: asked && again}
			return
		}
	}
}

// sendsAlone reports whether a key that works now is one of those that count only when pressed by themselves.
func (s *Shell) sendsAlone(b key.Binding) bool {
	return b.Enabled() && slices.ContainsFunc(b.Keys(), func(name string) bool { return slices.Contains(s.options.Alone, name) })
}

// lessonOf returns the binding of the top screen that a key is, if that is explained at all; nil otherwise.
func (s *Shell) lessonOf(msg tea.KeyMsg) *key.Binding {
	if s.options.Lessons == nil {
		return nil
	}
	for _, b := range s.Top().Keys() {
		if key.Matches(msg, b) && s.sendsAlone(b) {
			return &b
		}
	}
	return nil
}

// toggleMouse switches the mouse on or off, at the terminal at once: who switches it off wants to select text now.
func (s *Shell) toggleMouse() tea.Cmd {
	on := s.options.Theme.Mouse.Toggle()
	if s.painter != nil && s.painter.SetMouse(on) != nil {
		return tea.Quit // The terminal is gone.
	}
	name := s.keys.mouse.Help().Key
	if on {
		return Flash("the mouse clicks and scrolls; " + name + " selects text again")
	}
	return Flash("the mouse selects text; " + name + " clicks and scrolls")
}

// inForce returns the key that does on this console what a key does by default: the mouse goes by the default ones.
func (s *Shell) inForce(name string) string {
	id, moved := map[string]string{
		"down": "list.down", "enter": "open", "tab": "form.next", "shift+tab": "form.previous", "right": "calendar.right",
	}[name]
	if !moved || slices.ContainsFunc(append(s.topKeys(), s.Top().Keys()...), func(b key.Binding) bool { return slices.Contains(b.Keys(), name) }) {
		return name
	}
	keys := s.options.Theme.Keys.Binding(id).Keys()
	if len(keys) == 0 || slices.Contains(keys, name) || typing(s.Top()) && len([]rune(keys[0])) == 1 {
		return name
	}
	return keys[0]
}

// goBackTo goes back to a screen of the trail with esc, screen by screen, as far as that leaves: one that keeps its screen
// first, as for a text that was typed there, is not passed, and neither is what is under way.
func (s *Shell) goBackTo(at int, press mouse.Press) {
	if s.stack.guarded() == "" {
		s.help = nil
	}
	for stopped := false; len(s.stack) > at+1; {
		reading, depth := busy(s.Top()), len(s.stack)
		press("esc")
		if len(s.stack) < depth {
			stopped = false
			continue
		}
		if stopped || reading == "" || s.asking != nil {
			return
		}
		stopped = true // It has ended a call, and the next one leaves.
	}
}

// wheelRows is how many rows a list scrolls at one notch of the wheel.
const wheelRows = 3

// point does what the mouse does at a place of the frame, with keys: the same comes of it. While a question waits for
// its answer nothing does.
func (s *Shell) point(msg tea.MouseMsg) tea.Cmd {
	areas := s.options.Theme.Mouse
	if !areas.On() || !s.usable() || s.asking != nil || s.give.begun || msg.Action != tea.MouseActionPress {
		return nil
	}
	var cmds []tea.Cmd
	press := func(name string) {
		name = s.inForce(name)
		if slices.Contains(s.options.Alone, name) {
			cmds = append(cmds, Flash(name+" sends something: press it yourself"))
		} else if k, ok := ParseKey(name); ok {
			cmds = append(cmds, s.key(k))
		}
	}
	switch msg.Button {
	case tea.MouseButtonLeft:
		top, pane := s.Top(), s.help
		if areas.Click(msg.X, msg.Y, press) && (s.Top() != top || s.help != pane) {
			areas.Opened()
		}
	case tea.MouseButtonWheelUp:
		areas.Wheel(msg.X, msg.Y, -wheelRows, press)
	case tea.MouseButtonWheelDown:
		areas.Wheel(msg.X, msg.Y, wheelRows, press)
	default:
	}
	return tea.Batch(cmds...)
}
