package screens

import (
	"github.com/charmbracelet/bubbles/key"

	"bellhop/ui"
)

// One key means one thing on every screen. These have a name because several screens, or texts, use
// them. A screen's own letters must not be one of those either.
const (
	sendKey   = "ctrl+b" // sends a write that was read back
	cancelKey = "ctrl+x" // cancels, and throws away what cannot be had again
	acceptKey = "ctrl+y" // accepts what is worse
	verifyKey = "ctrl+v"
	againKey  = "ctrl+n"
	draftKey  = "f3" // goes on with a draft that was kept
)

// WriteKeys are the keys that send something or accept what is worse, by name. Such a key counts
// only when a person presses it by itself.
func WriteKeys() []string { return []string{sendKey, cancelKey, acceptKey} }

func backKey() key.Binding         { return ui.Bind("back", "esc") }
func verifyAgainKey() key.Binding  { return ui.Bind("verify again", verifyKey) }
func searchAgainKey() key.Binding  { return ui.Bind("search again", againKey) }
func reservationsKey() key.Binding { return ui.Bind("reservations", "ctrl+r") }
func nearestKey() key.Binding      { return ui.Bind("nearest rates", "ctrl+e") }
func testTokenKey() key.Binding    { return ui.Bind("test token", "ctrl+t") }
func pickDayKey() key.Binding      { return ui.Bind("calendar", "ctrl+d") }

// reloadName is the name of the reload key in texts: it is one where letters are text, too.
const reloadName = "f5"

func reloadKey() key.Binding { return ui.BindAs("r/f5", "reload", "r", reloadName) }

// lookKey looks now for a write whose outcome is not known. No field has the focus then.
func lookKey() key.Binding { return ui.Bind("look now", "l") }

// clearKey takes away filters, or a row from a list; nothing that could not be had again.
func clearKey(what string) key.Binding { return ui.Bind(what, "x") }

// deadlinesKey opens the list of deadlines from everywhere.
func deadlinesKey() key.Binding { return ui.Bind("deadlines", "ctrl+f") }

// trayKey opens the tray from everywhere, and trayLetter from where rates are marked.
func trayKey() key.Binding    { return ui.Bind("tray", "f4") }
func trayLetter() key.Binding { return ui.Bind("tray", "t") }

// markKey puts the rate under the cursor into the tray, or takes it off.
func markKey(on bool) key.Binding { return ui.Enabled(ui.Bind("mark", "space"), on) }

// sandboxKey opens the panel from everywhere.
func sandboxKey() key.Binding { return ui.Bind("sandbox panel", "ctrl+o") }
