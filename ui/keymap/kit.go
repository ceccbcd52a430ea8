package keymap

import "sync"

var kit = sync.OnceValue(func() *Map { return Default(Table{Actions: Kit()}) })

// Kit returns the actions of the terminal kit itself: those of the shell, of lists, forms, calendars and typed text. A
// program names the screens that have them.
func Kit() []Action {
	return []Action{
		{ID: "global.help", Words: "help", Keys: []string{"?", "f1"}, On: []string{Everywhere}, Text: Mixed},
		{ID: "global.palette", Words: "commands", Keys: []string{"ctrl+k"}, On: []string{Everywhere}, Text: Mixed},
		{ID: "global.redraw", Words: "redraw", Keys: []string{"ctrl+l"}, On: []string{Everywhere}, Text: NoLetter},
		{ID: "global.suspend", Words: "suspend", Keys: []string{"ctrl+z"}, On: []string{Everywhere}, Text: NoLetter},
		{ID: "global.present", Words: "presenter mode", Keys: []string{"f2"}, On: []string{Everywhere}, Text: NoLetter},
		{ID: "global.mouse", Words: "mouse", Keys: []string{"f12"}, On: []string{Everywhere}, Text: NoLetter},
		{ID: "global.quit", Words: "quit", Keys: []string{"ctrl+c"}, On: []string{Everywhere}, Text: NoLetter},
		{ID: "list.up", Words: "up", Keys: []string{"up", "k"}, Shown: "up k"},
		{ID: "list.down", Words: "down", Keys: []string{"down", "j"}, Shown: "down j"},
		{ID: "list.page_up", Words: "page up", Keys: []string{"pgup"}},
		{ID: "list.page_down", Words: "page down", Keys: []string{"pgdown"}, Shown: "pgdn"},
		{ID: "list.first", Words: "first", Keys: []string{"home", "g"}, Shown: "home g"},
		{ID: "list.last", Words: "last", Keys: []string{"end", "G"}, Shown: "end G"},
		{ID: "form.next", Words: "next field", Keys: []string{"tab"}, Text: NoLetter},
		{ID: "form.previous", Words: "previous field", Keys: []string{"shift+tab"}, Text: NoLetter},
		{ID: "form.down", Words: "down", Keys: []string{"down"}, Text: NoLetter},
		{ID: "form.up", Words: "up", Keys: []string{"up"}, Text: NoLetter},
		{ID: "form.enter", Words: "next", Keys: []string{"enter"}, Text: NoLetter},
		{ID: "form.undo", Words: "undo", Keys: []string{"ctrl+_", "alt+z"}, Text: NoLetter},
		{ID: "calendar.left", Words: "day before", Keys: []string{"left"}},
		{ID: "calendar.right", Words: "day after", Keys: []string{"right"}},
		{ID: "calendar.up", Words: "week before", Keys: []string{"up"}},
		{ID: "calendar.down", Words: "week after", Keys: []string{"down"}},
		{ID: "calendar.month_before", Words: "month before", Keys: []string{"pgup"}},
		{ID: "calendar.month_after", Words: "month after", Keys: []string{"pgdown"}},
		{ID: "calendar.pick", Words: "choose", Keys: []string{"enter"}},
		{ID: "calendar.first", Words: "first day", Keys: []string{"home"}},
		{ID: "text.right", Words: "a letter on", Keys: []string{"right"}, Text: OnlyText},
		{ID: "text.left", Words: "a letter back", Keys: []string{"left"}, Text: OnlyText},
		{ID: "text.word_right", Words: "a word on", Keys: []string{"alt+right", "ctrl+right", "alt+f"}, Text: OnlyText},
		{ID: "text.word_left", Words: "a word back", Keys: []string{"alt+left", "ctrl+left", "alt+b"}, Text: OnlyText},
		{ID: "text.start", Words: "start of the text", Keys: []string{"home", "ctrl+a"}, Text: OnlyText},
		{ID: "text.end", Words: "end of the text", Keys: []string{"end", "ctrl+e"}, Text: OnlyText},
		{ID: "text.delete_before", Words: "delete all before", Keys: []string{"ctrl+u"}, Text: OnlyText},
		{ID: "text.delete_left", Words: "delete a letter back", Keys: []string{"backspace", "ctrl+h"}, Text: OnlyText},
		{ID: "text.delete_right", Words: "delete a letter on", Keys: []string{"delete"}, Text: OnlyText},
		{ID: "text.delete_word_left", Words: "delete a word back", Keys: []string{"alt+backspace", "ctrl+w"}, Text: OnlyText},
		{ID: "text.delete_word_right", Words: "delete a word on", Keys: []string{"alt+delete", "alt+d"}, Text: OnlyText},
		{ID: "palette.take", Words: "do it", Keys: []string{"enter"}, On: []string{"palette"}, Text: NoLetter},
		{ID: "palette.close", Words: "close", Keys: []string{"esc"}, On: []string{"palette"}, Text: NoLetter},
		{ID: "palette.next", Words: "next", Keys: []string{"enter"}, On: []string{"palette"}, Text: NoLetter},
		{ID: "palette.back", Words: "back to the list", Keys: []string{"esc"}, On: []string{"palette"}, Text: NoLetter},
		{ID: "help.take", Words: "press it", Keys: []string{"enter"}, On: []string{"help"}, Text: NoLetter},
		{ID: "help.close", Words: "close help", Keys: []string{"esc"}, On: []string{"help"}, Text: NoLetter},
	}
}
