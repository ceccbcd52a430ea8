package screens

import (
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
	"bellhop/ui/clipboard"
)

// A handOut takes texts out of the console: into the clipboard, or into files. The last outcomes stay on the screen.
type handOut struct {
	deps  *Deps
	copy  ui.Call[copied]
	files map[string]*ui.Call[string] // running, by the kind of file
	note  string
	bad   bool
}

// copied is a text on its way, and what to do if it does not arrive.
type copied struct {
	clipboard.Copy
	what, instead string
}

func newHandOut(deps *Deps) handOut {
	return handOut{deps: deps, copy: ui.NewCall[copied](deps.Context, 0), files: map[string]*ui.Call[string]{}}
}

// copyText puts a text into the clipboard. What it is begins a sentence, and instead ends one: "If pasting brings
// nothing, v writes a file."
func (h *handOut) copyText(what, instead string, text func(context.Context) (string, error)) tea.Cmd {
	h.note, h.bad = "", false
	put := h.deps.Copy
	return h.copy.Start(func(ctx context.Context) (copied, error) {
		if put == nil {
			return copied{}, errors.New("this console has no clipboard")
		}
		out, err := text(ctx)
		if err != nil {
			return copied{}, err
		}
		done, err := put(ctx, out)
		return copied{done, what, instead}, err
	})
}

// write makes files of a kind, and shows where they are, as the function returns it. While files of that kind are being
// written it only says so: a key that is pressed twice writes them once.
func (h *handOut) write(kind string, files func(context.Context) (string, error)) tea.Cmd {
	if h.files[kind] != nil {
		return ui.Flash("these files were being written already")
	}
	h.note, h.bad = "", false
	call := ui.NewCall[string](h.deps.Context, 0)
	h.files[kind] = &call
	return call.Start(files)
}

// receive takes what came of it if the message is the handOut's. What it returns fills the terminal's clipboard.
func (h *handOut) receive(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if done, err, mine := h.copy.Receive(msg); mine {
		if err != nil {
			h.failed("copying", "Not copied", err)
			return nil, true
		}
		h.tell(done.Words(done.what, done.instead))
		if done.Sequence != "" {
			return ui.ToTerminal(done.Sequence), true
		}
		return nil, true
	}
	for kind, call := range h.files {
		where, err, mine := call.Receive(msg)
		switch {
		case !mine:
			continue
		case err != nil:
			h.failed("writing files", "Not written", err)
		default:
			h.tell(where)
		}
		delete(h.files, kind)
		return nil, true
	}
	return nil, false
}

// tell appends a sentence to the note: several copies and writes can end one after the other.
func (h *handOut) tell(sentence string) { h.note += when(h.note != "", " ") + sentence }

func (h *handOut) failed(call, words string, err error) {
	h.deps.logFailure(call, err)
	h.tell(words + ": " + strings.TrimSuffix(err.Error(), ".") + ".")
	h.bad = true
}

// say adds to a page what came of it.
func (h *handOut) say(s *sheet) {
	if h.note == "" {
		return
	}
	s.text(h.style(), h.words())
	s.Gap()
}

func (h *handOut) style() ui.Style {
	if h.bad {
		return h.deps.Theme.Bad
	}
	return h.deps.Theme.Good
}

func (h *handOut) words() string { return when(h.bad, "! ") + h.note }

func (h *handOut) busy() string {
	return joined(when(h.copy.Busy(), "copying"), when(len(h.files) > 0, "writing the files"))
}

func (h *handOut) cancel() {
	h.copy.Cancel()
	for _, call := range h.files {
		call.Cancel()
	}
	clear(h.files)
}
