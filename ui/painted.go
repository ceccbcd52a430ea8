package ui

import (
	"io"
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// painted is the shell as Bubble Tea runs it, with a painter in place of the
// library's frames. What a key changes is on the screen at once; frames that
// follow each other too fast for anyone to see are left out, all but the last.
type painted struct {
	shell  *Shell
	paint  *painter
	job    *job      // nil in tests
	output io.Writer // for Bubble Tea
	now    func() time.Time
	pace   time.Duration // the least between two frames
	last   time.Time     // when the newest was drawn
	due    bool          // one is to be drawn when paintDue comes
	err    error         // of the terminal, which is gone then
}

// paintDue is when the frame that was put off is drawn.
type paintDue struct{}

// A terminalFile is a painter on a terminal: Bubble Tea asks the file for its
// size and sets its modes. It has no more of the file's methods than those
// that Bubble Tea wants, because another way to write would go past the
// painter.
type terminalFile struct {
	*painter
	file *os.File
}

func (f terminalFile) Read(into []byte) (int, error) { return f.file.Read(into) }
func (f terminalFile) Fd() uintptr                   { return f.file.Fd() }
func (f terminalFile) Close() error                  { return f.file.Close() }

func newPainted(shell *Shell, o Options) *painted {
	fps := o.FPS
	if fps <= 0 {
		fps = 120
	}
	output := o.Output
	if output == nil {
		output = os.Stdout
	}
	// The pace is the terminal's and not the agent's: it passes even where the
	// shell's clock is made to stand still.
	m := &painted{
		shell: shell, paint: &painter{out: output}, now: time.Now, pace: time.Second / time.Duration(fps),
	}
	m.output = m.paint
	if file, ok := output.(*os.File); ok {
		m.output = terminalFile{painter: m.paint, file: file}
	}
	return m
}

// Init starts the shell.
func (m *painted) Init() tea.Cmd { return m.shell.Init() }

// Update gives the message to the shell and shows what it changed.
func (m *painted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case paintDue:
		m.due = false
		return m, m.show()
	case tea.WindowSizeMsg:
		m.paint.resize(msg.Width, msg.Height)
	case suspendMsg:
		return m, m.job.suspend()
	case continuedMsg:
		return m, m.job.resume()
	}
	_, cmd := m.shell.Update(msg)
	return m, tea.Batch(cmd, m.show())
}

// show draws now, or later if the frame before has only just been drawn.
func (m *painted) show() tea.Cmd {
	if m.due || m.err != nil {
		return nil
	}
	now := m.now()
	if wait := m.pace - now.Sub(m.last); wait > 0 && wait <= m.pace {
		m.due = true
		return tea.Tick(wait, func(time.Time) tea.Msg { return paintDue{} })
	}
	m.last = now
	if m.err = m.paint.draw(m.shell.View()); m.err != nil {
		return tea.Quit
	}
	return nil
}

// View is empty: the frame is drawn already.
func (m *painted) View() string { return "" }
