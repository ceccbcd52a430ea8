// Package keys is the table of what the console's keys do: every action of every screen, by name. Screens make their
// bindings from it, and so do help, footer, palette, texts and "bellhop keys".
package keys

import (
	"strings"
	"sync"

	"bellhop/ui/keymap"
)

// Table returns all actions of the console, its screens and its presets.
func Table() keymap.Table {
	actions := keymap.Kit()
	for i := range actions {
		if actions[i].On == nil {
			actions[i].On = placesOfKit(actions[i].ID)
		}
	}
	for _, part := range [][]keymap.Action{everywhere(), writes(), onLists(), stays(), papers(), panel()} {
		actions = append(actions, part...)
	}
	return keymap.Table{Actions: actions, Screens: screens(), Presets: Presets()}
}

// Default returns the keys without overrides.
var Default = sync.OnceValue(func() *keymap.Map { return keymap.Default(Table()) })

// on is the names of screens.
func on(names string) []string { return strings.Fields(names) }

// placesOfKit are the screens that have parts of the terminal kit.
func placesOfKit(id string) []string {
	part, _, _ := strings.Cut(id, ".")
	switch part {
	case "list":
		if strings.HasPrefix(id, "list.page") {
			return on(lists + " " + strings.TrimPrefix(pages, "rebook "))
		}
		return on(lists)
	case "calendar":
		return on("search change-dates month")
	case "form":
		return on("palette help " + forms)
	default:
		return on("palette help " + typed)
	}
}

// The screens with a list.
const lists = "palette help welcome hotels filters rates other-rates reservations reports views columns deadlines lost-answers tray quotes activity sandbox fields known-guests rebook"

// The screens with a form, and those where text is typed into.
const (
	forms = "search guest book change-dates change-payment cancel cancel-several rebook welcome api-key reports filters-of-reservations views quote sandbox " +
		"open-handover known-guests"
	typed = forms + " hotels reservations fields activity"
)

func screens() []keymap.Screen {
	return []keymap.Screen{
		{Name: keymap.Everywhere, Where: "everywhere"},
		{Name: "palette", Where: "in the palette"},
		{Name: "help", Where: "in the help"},
		{Name: "welcome", Where: "on the welcome"},
		{Name: "opening", Where: "on the start"},
		{Name: "search", Where: "on the search"},
		{Name: "hotels", Where: "on the hotels"},
		{Name: "filters", Where: "on the filters"},
		{Name: "rates", Where: "on the rates"},
		{Name: "photos", Where: "on the photos"},
		{Name: "other-rates", Where: "on the nearest rates"},
		{Name: "terms", Where: "on the terms"},
		{Name: "guest", Where: "on the guest"},
		{Name: "known-guests", Where: "on the known guests"},
		{Name: "book", Where: "on the read-back of a booking"},
		{Name: "receipt", Where: "on a receipt"},
		{Name: "reservations", Where: "on the reservations"},
		{Name: "filters-of-reservations", Where: "on the filter of reservations"},
		{Name: "views", Where: "on the views of reservations"},
		{Name: "columns", Where: "on the columns of reservations"},
		{Name: "reports", Where: "on the reports"},
		{Name: "reservation", Where: "on a reservation"},
		{Name: "fields", Where: "on a reservation's fields"},
		{Name: "cancel", Where: "where a reservation is cancelled"},
		{Name: "cancel-several", Where: "where several are cancelled"},
		{Name: "change-dates", Where: "where dates are changed"},
		{Name: "change-payment", Where: "where the payment is changed"},
		{Name: "rebook", Where: "where a reservation is rebooked"},
		{Name: "deadlines", Where: "on the deadlines"},
		{Name: "month", Where: "on the month of deadlines"},
		{Name: "lost-answers", Where: "on the lost answers"},
		{Name: "tray", Where: "on the tray"},
		{Name: "quote", Where: "on a quote"},
		{Name: "quotes", Where: "on the kept quotes"},
		{Name: "message", Where: "on a message"},
		{Name: "hand-over", Where: "on a hand-over"},
		{Name: "open-handover", Where: "where a hand-over is opened"},
		{Name: "activity", Where: "on the activity"},
		{Name: "request", Where: "on a request"},
		{Name: "line-help", Where: "on the help of the line"},
		{Name: "api-key", Where: "where an API key is entered"},
		{Name: "sandbox", Where: "on the sandbox panel"},
	}
}

func everywhere() []keymap.Action {
	all := []string{keymap.Everywhere}
	return []keymap.Action{
		{ID: "back", Words: "back", Keys: []string{"esc"}, On: all, Text: keymap.NoLetter},
		{ID: "open", Words: "open", Keys: []string{"enter"}, On: all, Text: keymap.Mixed},
		{ID: "take", Words: "take", Keys: []string{"enter"}, On: all, Text: keymap.NoLetter},
		{ID: "leave", Words: "back", Keys: []string{"enter", "esc"}, On: all, Text: keymap.NoLetter},
		{ID: "go.reservations", Words: "reservations", Keys: []string{"ctrl+r"}, On: all, Text: keymap.NoLetter, Keyless: true},
		{ID: "go.deadlines", Words: "deadlines", Keys: []string{"ctrl+f"}, On: all, Text: keymap.NoLetter},
		{ID: "go.tray", Words: "tray", Keys: []string{"f4"}, On: all, Text: keymap.NoLetter},
		{ID: "go.activity", Words: "activity", Keys: []string{"f9"}, On: all, Text: keymap.NoLetter, Keyless: true},
		{ID: "go.sandbox", Words: "sandbox panel", Keys: []string{"ctrl+o"}, On: all, Text: keymap.NoLetter},
		{ID: "go.lost_answers", Words: "lost answers", Keys: []string{"ctrl+p"}, On: on("search"), Text: keymap.NoLetter, Keyless: true},
		{ID: "go.search", Words: "search again", Keys: []string{"ctrl+n"}, On: on("hotels terms book other-rates receipt"), Text: keymap.NoLetter, Keyless: true},
		{ID: "page.up", Words: "up", Keys: []string{"up", "k", "pgup"}, Shown: "↑", On: on(pages)},
		{ID: "page.down", Words: "more", Keys: []string{"down", "j", "pgdown"}, Shown: "↓", On: on(pages)},
		{ID: "form.page_up", Words: "up", Keys: []string{"pgup"}, On: on(forms + " tray"), Text: keymap.NoLetter},
		{ID: "form.page_down", Words: "more", Keys: []string{"pgdown"}, Shown: "pgdn", On: on(forms + " tray"), Text: keymap.NoLetter},
	}
}

// pages are the screens with lines that may be higher than the window.
const pages = "rebook terms receipt reservation cancel hand-over message request line-help quote"

// writes are what sends something or throws something away, and what stands around that.
func writes() []keymap.Action {
	return []keymap.Action{
		{ID: "send", Words: "book it", Keys: []string{"ctrl+b"}, On: on("book change-dates change-payment"), Text: keymap.NoLetter, Write: true},
		{
			ID: "cancel", Words: "cancel it, or throw it away", Keys: []string{"ctrl+x"},
			On: on("cancel cancel-several rebook search known-guests sandbox"), Text: keymap.NoLetter, Write: true,
		},
		{ID: "accept", Words: "accept what is worse", Keys: []string{"ctrl+y"}, On: on("terms book change-dates change-payment cancel rebook"), Text: keymap.NoLetter, Write: true},
		{ID: "keep", Words: "keep it", Keys: []string{"enter", "n", "esc"}, On: on("cancel cancel-several sandbox"), Text: keymap.Mixed},
		{ID: "keep_both", Words: "keep both", Keys: []string{"n"}, On: on("rebook")},
		{ID: "verify", Words: "verify again", Keys: []string{"ctrl+v"}, On: on("terms book tray quote change-dates"), Text: keymap.NoLetter},
		{ID: "nearest", Words: "nearest rates", Keys: []string{"ctrl+e"}, On: on("terms book tray"), Text: keymap.NoLetter},
		{ID: "token", Words: "test token", Keys: []string{"ctrl+t"}, On: on("book change-payment"), Text: keymap.NoLetter},
		{ID: "look", Words: "look now", Keys: []string{"l"}, On: on("book change-dates cancel rebook reservation lost-answers")},
		{ID: "cancel_question", Words: "cancel it", Keys: []string{"c"}, On: on("reservation reservations receipt rebook")},
		{ID: "change_dates", Words: "change dates", Keys: []string{"d"}, On: on("reservation")},
		{ID: "change_payment", Words: "change payment", Keys: []string{"p"}, On: on("reservation")},
		{ID: "rebook", Words: "rebook cheaper", Keys: []string{"a"}, On: on("reservation deadlines")},
		{ID: "new_search", Words: "new search", Keys: []string{"esc", "ctrl+n"}, On: on("receipt"), Text: keymap.NoLetter},
		{ID: "hand_over", Words: "hand over", Keys: []string{"f7"}, On: on("search terms guest book"), Text: keymap.NoLetter},
		{ID: "known_guest", Words: "known guest", Keys: []string{"ctrl+g"}, On: on("terms guest"), Text: keymap.NoLetter},
	}
}

func onLists() []keymap.Action {
	return []keymap.Action{
		{ID: "reload", Words: "reload", Keys: []string{"r", "f5"}, Shown: "r/f5", On: on("hotels rates reservations reservation deadlines reports views quotes activity fields " +
			"message rebook receipt cancel-several change-payment tray photos"), Text: keymap.Mixed},
		{ID: "find", Words: "find", Keys: []string{"/"}, On: on("hotels reservations fields activity")},
		{ID: "find.keep", Words: "keep", Keys: []string{"enter"}, On: on("hotels reservations fields activity"), Text: keymap.NoLetter},
		{ID: "find.list", Words: "to the list", Keys: []string{"tab"}, On: on("reservations"), Text: keymap.NoLetter},
		{ID: "filter", Words: "filter", Keys: []string{"f"}, On: on("hotels reservations activity reports")},
		{ID: "filter.keep", Words: "keep", Keys: []string{"enter", "esc", "f"}, On: on("filters")},
		{ID: "clear", Words: "clear", Keys: []string{"x"}, On: on("hotels filters reservations activity tray quotes views columns lost-answers sandbox")},
		{ID: "sort", Words: "sort", Keys: []string{"s"}, On: on("hotels reservations columns")},
		{ID: "load_all", Words: "load all", Keys: []string{"ctrl+a"}, On: on("hotels reservations"), Text: keymap.NoLetter},
		{ID: "part.next", Words: "next part", Keys: []string{"tab"}, On: on("reservations reports activity request sandbox")},
		{ID: "part.previous", Words: "part before", Keys: []string{"shift+tab"}, On: on("reservations reports")},
		{ID: "mark", Words: "mark", Keys: []string{"space"}, On: on("hotels rates reservations tray")},
		{ID: "mark_all", Words: "mark all", Keys: []string{"A"}, On: on("reservations")},
		{ID: "columns", Words: "columns", Keys: []string{"o"}, On: on("reservations")},
		{ID: "columns.up", Words: "move up", Keys: []string{"K"}, On: on("columns")},
		{ID: "columns.down", Words: "move down", Keys: []string{"J"}, On: on("columns")},
		{ID: "views", Words: "views", Keys: []string{"v"}, On: on("reservations")},
		{ID: "follow", Words: "follow", Keys: []string{"F"}, On: on("reservations")},
		{ID: "reports", Words: "reports", Keys: []string{"R"}, On: on("reservations")},
		{ID: "csv", Words: "export as CSV", Keys: []string{"e"}, On: on("reservations reports")},
		{ID: "json", Words: "export as JSON", Keys: []string{"E"}, On: on("reservations reports")},
		{ID: "guests", Words: "show guests", Keys: []string{"u"}, On: on("reservations reservation fields deadlines reports quotes")},
		{ID: "window", Words: "window", Keys: []string{"w"}, On: on("deadlines reports")},
		{ID: "sums", Words: "more sums", Keys: []string{"$"}, On: on("deadlines")},
		{ID: "value.less", Words: "less", Keys: []string{"left"}, On: on("filters search"), Text: keymap.NoLetter},
		{ID: "value.more", Words: "more", Keys: []string{"right"}, On: on("filters search"), Text: keymap.NoLetter},
		{ID: "value.change", Words: "change", Keys: []string{"space"}, On: on("filters columns")},
		{ID: "value.clear", Words: "clear this one", Keys: []string{"delete"}, On: on("filters"), Text: keymap.NoLetter},
	}
}

// stays are the actions around hotels and their dates.
func stays() []keymap.Action {
	return []keymap.Action{
		{ID: "form.done", Words: "go on", Keys: []string{"ctrl+s"}, On: on("opening search guest change-dates filters-of-reservations views reports welcome"), Text: keymap.NoLetter},
		{ID: "calendar", Words: "calendar", Keys: []string{"ctrl+d"}, On: on("search change-dates deadlines"), Text: keymap.NoLetter},
		{ID: "draft.continue", Words: "continue", Keys: []string{"f3"}, On: on("search"), Text: keymap.NoLetter},
		{ID: "draft.next", Words: "next draft", Keys: []string{"f6"}, On: on("search"), Text: keymap.NoLetter},
		{ID: "line_help", Words: "line help", Keys: []string{"f8"}, On: on("search"), Text: keymap.NoLetter},
		{ID: "day.earlier", Words: "a day earlier", Keys: []string{"["}, On: on("hotels reports")},
		{ID: "day.later", Words: "a day later", Keys: []string{"]"}, On: on("hotels reports")},
		{ID: "days.earlier", Words: "three days earlier", Keys: []string{"("}, On: on("hotels")},
		{ID: "days.later", Words: "three days later", Keys: []string{")"}, On: on("hotels")},
		{ID: "nights.fewer", Words: "a night fewer", Keys: []string{"{"}, On: on("hotels")},
		{ID: "nights.more", Words: "a night more", Keys: []string{"}"}, On: on("hotels")},
		{ID: "day.cheapest", Words: "cheapest day", Keys: []string{"b"}, On: on("hotels")},
		{ID: "unit", Words: "in km, or in miles", Keys: []string{"o"}, On: on("hotels")},
		{ID: "convert", Words: "convert prices", Keys: []string{"="}, On: on("hotels rates")},
		{ID: "around", Words: "all around, or only the place", Keys: []string{"a"}, On: on("hotels")},
		{ID: "hotels.fewer_filters", Words: "one fewer filter", Keys: []string{"-"}, On: on("hotels")},
		{ID: "hotels.wider", Words: "wider radius", Keys: []string{"+"}, On: on("hotels")},
		{ID: "tray", Words: "tray", Keys: []string{"t"}, On: on("hotels rates")},
		{ID: "photos", Words: "photos", Keys: []string{"p"}, On: on("hotels rates")},
		{ID: "photo.next", Words: "next photo", Keys: []string{"right"}, On: on("photos")},
		{ID: "photo.before", Words: "photo before", Keys: []string{"left"}, On: on("photos")},
		{ID: "photo.first", Words: "first photo", Keys: []string{"home", "g"}, Shown: "home g", On: on("photos")},
		{ID: "photo.last", Words: "last photo", Keys: []string{"end", "G"}, Shown: "end G", On: on("photos")},
		{ID: "map", Words: "map", Keys: []string{"m"}, On: on("hotels")},
		{ID: "map.nearer", Words: "zoom in", Keys: []string{"z"}, On: on("hotels")},
		{ID: "map.farther", Words: "zoom out", Keys: []string{"Z"}, On: on("hotels")},
		{ID: "map.west", Words: "map west", Keys: []string{"shift+left", "H"}, Shown: "shift+left H", On: on("hotels")},
		{ID: "map.south", Words: "map south", Keys: []string{"shift+down", "J"}, Shown: "shift+down J", On: on("hotels")},
		{ID: "map.north", Words: "map north", Keys: []string{"shift+up", "K"}, Shown: "shift+up K", On: on("hotels")},
		{ID: "map.east", Words: "map east", Keys: []string{"shift+right", "L"}, Shown: "shift+right L", On: on("hotels")},
		{ID: "tray.empty", Words: "empty the tray", Keys: []string{"X"}, On: on("tray")},
		{ID: "quote", Words: "quote", Keys: []string{"q"}, On: on("tray")},
		{ID: "quotes", Words: "kept quotes", Keys: []string{"Q"}, On: on("tray quote")},
		{ID: "quote.markup", Words: "mark-up", Keys: []string{"%"}, On: on("quote")},
	}
}

func papers() []keymap.Action {
	return []keymap.Action{
		{ID: "copy", Words: "copy it", Keys: []string{"y"}, On: on("receipt reservation quote message hand-over activity request")},
		{ID: "copy.field", Words: "copy it", Keys: []string{"y", "enter"}, Shown: "y/enter", On: on("fields")},
		{ID: "voucher", Words: "voucher", Keys: []string{"v"}, On: on("receipt reservation")},
		{ID: "write_file", Words: "write a file", Keys: []string{"v"}, On: on("quote message")},
		{ID: "calendar_file", Words: "calendar file", Keys: []string{"i"}, On: on("receipt reservation deadlines")},
		{ID: "message", Words: "message", Keys: []string{"s"}, On: on("receipt reservation")},
	}
}

// panel are the actions of the sandbox's panel.
func panel() []keymap.Action {
	here := on("sandbox")
	return []keymap.Action{
		{ID: "sandbox.hour", Words: "hour on", Keys: []string{"1"}, On: here},
		{ID: "sandbox.hours", Words: "hours on", Keys: []string{"6"}, On: here},
		{ID: "sandbox.day", Words: "day on", Keys: []string{"D"}, On: here},
		{ID: "sandbox.set_time", Words: "type a time", Keys: []string{"T"}, On: here},
		{ID: "sandbox.pause", Words: "pause the clock", Keys: []string{"P"}, On: here},
		{ID: "sandbox.real_time", Words: "real time", Keys: []string{"0"}, On: here},
		{ID: "sandbox.latency", Words: "other latency", Keys: []string{"L"}, On: here},
		{ID: "sandbox.fault", Words: "add a fault", Keys: []string{"A"}, On: here},
		{ID: "sandbox.clear_faults", Words: "clear faults", Keys: []string{"C"}, On: here},
		{ID: "sandbox.save", Words: "save a snapshot", Keys: []string{"S"}, On: here},
		{ID: "sandbox.reset", Words: "reset", Keys: []string{"R"}, On: here},
	}
}
