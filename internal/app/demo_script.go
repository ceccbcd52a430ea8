package app

import (
	"fmt"
	"path/filepath"
	"regexp"

	"bellhop/cli"
	"bellhop/config"
	"bellhop/internal/tempdir"
	"bellhop/ui"
	"bellhop/ui/play"
)

// The world of the self-running demo is always the same: its seed, its size, its
// clock, which stands still, and the hotel where its guest stays in every window.
const (
	DemoSeed   = 1
	DemoHotels = 2000
	DemoClock  = "2026-12-01 09:00"
	DemoHotel  = "Zedz London Heron"
)

// startPlay returns the demo that books by itself, in a world of its own that is
// gone with the console. The person's own demo is not touched.
func (s *session) startPlay(o cli.DemoOptions) (ui.Screen, ui.Environment, error) {
	folder, remove, err := tempdir.New("bellhop-play-")
	if err != nil {
		return nil, ui.Environment{}, fmt.Errorf("making a folder for the play: %w", err)
	}
	// What is ended last has been started first.
	s.stops = append(s.stops, remove)
	s.cfg.Paths = playPaths(s.cfg.Paths, folder)
	w := &o.Sandbox
	w.Seed, w.Properties, w.Keep, w.Start, w.Changes = DemoSeed, DemoHotels, false, DemoClock, 0
	script := DemoScript()
	s.script = &script
	s.theme.Keys = s.keys()
	return s.first(s.startDemo(o))
}

// playPaths has everything that a demo keeps in one folder.
func playPaths(p config.Paths, folder string) config.Paths {
	p.DemoDir = filepath.Join(folder, "demo")
	p.DemoJournalDir = filepath.Join(p.DemoDir, "journal")
	p.DemoDraftsDir = filepath.Join(p.DemoDir, "drafts")
	p.DemoQuotesDir = filepath.Join(p.DemoDir, "quotes")
	p.ExportsDir = filepath.Join(folder, "exports")
	return p
}

// shows returns a pattern of what a step waits for.
func shows(pattern string) *regexp.Regexp { return regexp.MustCompile("(?m)" + pattern) }

// DemoScript returns what is played: a booking that is made and cancelled, and one
// whose answer gets lost.
func DemoScript() play.Script {
	var steps []play.Step
	for _, act := range [][]play.Step{playSearch(), playGuest(), playBook(), playCancel(), playGhost()} {
		steps = append(steps, act...)
	}
	return play.Script{
		Steps: steps,
		End:   "That was all, and the keys are yours now. ctrl+c leaves.",
	}
}

// playSearch returns the way from a place to a rate.
func playSearch() []play.Step {
	return []play.Step{
		{Caption: "Watch a booking. space pauses, + - speed, esc takes over.", Screen: "search"},
		{
			Caption: "A stay in London: places are found while you type.",
			Screen:  "search", Shows: shows(`^ enter take `), Type: "London",
		},
		{
			Caption: "The first one is right, and enter takes it.",
			Screen:  "search", Shows: shows(`^ +› London, England`), Keys: []string{"enter"},
		},
		{
			Caption: "Dates and guests are proposed. Search with them.",
			Screen:  "search", Shows: shows(`^ +› check-in `), Keys: []string{"ctrl+s"},
		},
		{
			// How many hotels are listed depends on the window, and so does how far
			// down this one is.
			Caption: "Hotels with their totals, the cheapest first.",
			Screen:  "hotels", Shows: shows(`^ +\d+ of \d+ hotels`),
			Keys: []string{"down"}, Until: shows(`^ +› ` + DemoHotel + ` `),
		},
		{Caption: "This one: enter opens its rooms and rates.", Screen: "hotels", Keys: []string{"enter"}},
		{
			Caption: "Down to a rate that is free to cancel for now.",
			Screen:  "rates", Shows: shows(`^ enter terms `),
			Keys: []string{"down"}, Until: shows(`^ +› [^│\n]*  refundable\b`),
		},
		{Caption: "Enter asks whether price and terms still hold.", Screen: "rates", Keys: []string{"enter"}},
		{
			Caption: "They hold. What it costs to cancel, and when, is here.",
			Screen:  "terms", Shows: shows(`Verified: price and terms are as searched`), Keys: []string{"enter"},
		},
	}
}

// playGuest types a guest, field by field.
func playGuest() []play.Step {
	field := func(caption, text string, keys ...string) play.Step {
		return play.Step{Caption: caption, Screen: "guest", Type: text, Keys: keys}
	}
	return []play.Step{
		field("The guest's name, as in the passport.", "Xenia", "tab"),
		field("", "Quist", "tab"),
		field("Where the hotel can reach the guest.", "xenia@example.com", "tab"),
		field("", "+442079460000", "tab"),
		field("The address, which is asked for.", "12 Lamp Street", "tab"),
		field("", "London", "tab"),
		field("", "N1 9GU", "tab", "tab"),
		field("", "GB"),
		field("That is all of it. Nothing is sent yet.", "", "ctrl+s"),
	}
}

// playBook reads the booking back and sends it.
func playBook() []play.Step {
	return []play.Step{
		{
			Caption: "All that will be sent, read back. A test card pays.",
			Screen:  "book", Shows: shows(`^ ctrl\+b book it `),
			Keys: []string{"ctrl+t"}, Until: shows(`test token card_good:`),
		},
		{Caption: "Only this key books, and it is sent once.", Screen: "book", Keys: []string{"ctrl+b"}},
		{
			Caption: "Booked and confirmed. These numbers prove it.",
			Screen:  "receipt", Shows: shows(`^ +Confirmed · booked$`),
		},
	}
}

// playCancel finds the booking in the list and cancels it.
func playCancel() []play.Step {
	return []play.Step{
		{Caption: "The list of reservations: the newest is first.", Screen: "receipt", Keys: []string{"ctrl+r"}},
		{
			Caption: "There it is, its guest masked. Enter opens it.",
			Screen:  "reservations", Shows: shows(`^ +› confirmed +Tue 15 Dec 2026 .*` + DemoHotel), Keys: []string{"enter"},
		},
		{
			Caption: "Plans change. c says what cancelling costs, and asks.",
			Screen:  "reservation", Shows: shows(`^ c cancel it `), Keys: []string{"c"},
		},
		{
			Caption: "Nothing yet. Enter keeps it; only this key cancels.",
			Screen:  "cancel", Shows: shows(`^ +cancelling now costs +nothing$`),
			// In a small window the first one only goes to what must be read before.
			Keys: []string{"ctrl+x"}, Until: shows(`^ +status +cancelled \(CANCELED\)$`),
		},
		{
			Caption: "Cancelled: the service's own answer says so.",
			Screen:  "cancel", Shows: shows(`^ +status +cancelled \(CANCELED\)$`), Keys: []string{"enter"},
		},
	}
}

// playGhost books a room whose answer gets lost on purpose, for the guest of
// before. A note of the panel hides for a while what the search says at the right.
func playGhost() []play.Step {
	return []play.Step{
		{
			Caption: "Now a drill. The sandbox can do what goes wrong.",
			Screen:  "reservation", Shows: shows(`^ +status +cancelled`), Keys: []string{"ctrl+o"},
		},
		{
			Caption: "This one: it is booked, and the answer gets lost.",
			Screen:  "sandbox", Keys: []string{"down"}, Until: shows(`^ +› ghost `),
		},
		{Caption: "Enter looks for the hotel that does it.", Screen: "sandbox", Keys: []string{"enter"}},
		{Screen: "search", Shows: shows(`^ +› Scenario: ghost booking`), Keys: []string{"enter"}},
		{Caption: "The way is the same: hotel, rate, terms.", Screen: "search", Shows: shows(`^ +› check-in `), Keys: []string{"ctrl+s"}},
		{Screen: "hotels", Shows: shows(`^ +› Scenario: ghost booking`), Keys: []string{"enter"}},
		{Screen: "rates", Shows: shows(`^ enter terms `), Keys: []string{"down"}, Until: shows(`^ +› [^│\n]*  refundable\b`)},
		{Screen: "rates", Keys: []string{"enter"}},
		{Screen: "terms", Shows: shows(`Verified: price and terms are as searched`), Keys: []string{"enter"}},
		{Caption: "The guest has booked before: two keys do it.", Screen: "guest", Keys: []string{"ctrl+g"}},
		{Screen: "known guests", Shows: shows(`^ +› X··· Q···`), Keys: []string{"enter"}},
		{Caption: "Filled in from her last reservation.", Screen: "guest", Shows: shows(`given name +[X•]`), Keys: []string{"ctrl+s"}},
		{Screen: "book", Shows: shows(`^ ctrl\+b book it `), Keys: []string{"ctrl+t"}, Until: shows(`test token card_good:`)},
		{Caption: "It is sent once, and then the line drops.", Screen: "book", Keys: []string{"ctrl+b"}},
		{
			Caption: "Booked or not? It is looked for, and never sent twice.",
			Screen:  "book", Shows: shows(`It is not known whether the booking`), Still: true,
		},
		{
			Caption: "Found by its own mark: sent once, booked once.",
			Screen:  "receipt", Shows: shows(`Found after its answer was lost: it was sent once`),
		},
	}
}
