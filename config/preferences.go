package config

import (
	"slices"
	"strconv"
	"time"
)

// Preferences are the user's taste.
type Preferences struct {
	Theme      Setting // auto, dark, light, high-contrast or none (no colours)
	Glyphs     Setting // auto, unicode or ascii
	Ambiguous  Setting // narrow or wide: the characters that are either, by terminal
	Distance   Setting // mi or km
	Learning   Setting // on or off: whether keys that send something are explained at first
	GuestBook  Setting // on or off: whether guests are kept on this machine
	Looks      Setting // 0 to 6: how many searches a list of hotels makes by itself for the days around
	Follow     Setting // 5 to 3600: seconds between two reads of a list that is followed
	Accessible Setting // true or false: the console as a conversation by lines
	Mouse      Setting // true or false: whether the console begins with the mouse on
	// Photos is on, not-presented or off: whether photos of hotels may be fetched and shown. PhotoGraphics is auto, blocks
	// or kitty: what of the terminal may show them.
	Photos, PhotoGraphics Setting
	// RebookThreshold is what a rebooking must save to be offered: "5%" or "20 GBP".
	RebookThreshold Setting
	// MarkupWords is what a quote calls a mark-up that the client pays apart from the hotel's price; empty is nothing.
	MarkupWords Setting
	// Zone is the user's own time zone; ZoneSource is like Setting.Source, and
	// by default it is the machine's zone.
	Zone       *time.Location
	ZoneSource string
	// ZoneTrouble is why the machine's zone is unknown and Zone is UTC; empty if it is known.
	ZoneTrouble string
}

func (r *resolver) preferences() Preferences {
	pick := func(text, otherwise string) Setting {
		if text == "" {
			return Setting{otherwise, sourceDefault}
		}
		return Setting{text, r.in.Paths.ConfigFile}
	}
	p := Preferences{
		Theme:           pick(r.file.theme, Themes()[0]),
		Glyphs:          pick(r.file.glyphs, glyphs()[0]),
		Ambiguous:       pick(r.file.ambiguous, widths()[0]),
		Distance:        pick(r.file.distance, distances()[0]),
		Learning:        pick(r.file.learning, onOff()[0]),
		GuestBook:       pick(r.file.guestBook, offOn()[0]),
		Looks:           pick(r.file.looks, looks()[0]),
		RebookThreshold: pick(r.file.threshold, "5%"),
		MarkupWords:     pick(r.file.markupWords, ""),
		Follow:          pick(r.file.follow, "30"),
		Accessible:      pick(r.file.accessible, strconv.FormatBool(false)),
		Mouse:           pick(r.file.mouse, "false"),
		Photos:          pick(r.file.photos, photos()[0]),
		PhotoGraphics:   pick(r.file.graphics, photoGraphics()[0]),
	}
	p.Zone, _ = zone(r.file.agentZone) // It has been checked.
	p.ZoneSource = pick(r.file.agentZone, "").Source
	if tz, _ := r.said("", "", EnvTZ); r.file.agentZone == "" && !namesZone(tz.Text) {
		p.Zone = time.UTC
		p.ZoneTrouble = "TZ is " + strconv.Quote(tz.Text) + ", which is not a time zone: your times are shown in UTC. Set agent_zone under [preferences] in " +
			r.in.Paths.ConfigFile + " to yours, such as \"Europe/London\"."
	}
	if theme, ok := r.said("--theme", r.in.Flags.Theme, ""); ok {
		if !slices.Contains(Themes(), theme.Text) {
			r.problems.add(Problem{Where: theme.Source, What: "unknown theme " + strconv.Quote(theme.Text), Fix: didYouMean(theme.Text, Themes())})
		}
		p.Theme = theme
	}
	if r.in.Flags.Accessible { // Nothing but the flag can say so against the file.
		p.Accessible = Setting{strconv.FormatBool(true), "--accessible"}
	}
	return p
}
