package config

import "time"

// Preferences are the user's taste.
type Preferences struct {
	Theme      Setting // auto, dark, light, high-contrast or none (no colours)
	Glyphs     Setting // auto, unicode or ascii
	Ambiguous  Setting // narrow or wide: the characters that are either, by terminal
	Distance   Setting // mi or km
	Pace       Setting // on or off: whether keys and time of each booking are counted
	Learning   Setting // on or off: whether keys that send something are explained at first
	GuestBook  Setting // on or off: whether guests are kept on this machine
	Looks      Setting // 0 to 6: how many searches a list of hotels makes by itself for the days around
	Follow     Setting // 5 to 3600: seconds between two reads of a list that is followed
	Mouse      Setting // true or false: whether the console begins with the mouse on
	Accessible Setting // true or false: the console as a conversation by lines
	// UpdateCheck is on or off: whether the console asks once a day whether a newer release is there.
	UpdateCheck Setting
	UpdateURL   Setting // the folder of the newest release; empty is the one that the build names
	UpdateKey   Setting // the public key of the releases; empty is the one that the build holds
	// RebookThreshold is what a rebooking must save to be offered: "5%" or "20 GBP".
	RebookThreshold Setting
	// Zone is the user's own time zone; ZoneSource is like Setting.Source, and
	// by default it is the machine's zone.
	Zone       *time.Location
	ZoneSource string
}
