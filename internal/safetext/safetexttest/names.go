// Package safetexttest has names that must be kept letter by letter, and names that must be refused.
package safetexttest

// Names are names of people and hotels that are kept, sent and handed out letter by letter: with joiners (Persian,
// Sinhala), a variation selector (Japanese), apostrophes, a single letter, a word of databases, decomposed and
// compatibility letters, which composing would change.
func Names() []string {
	return []string{
		"Ali\u200creza Karimi\u200can", "\u845b\U000e0100\u57ce", "\u0dc1\u0dca\u200d\u0dbb\u0dd3", "O\u2019Brien", "D''Arcy", "\u00c6", "Null", "\uae40",
		"Mu\u0308ller", "\ufa19\u8c37",
	}
}

// HotelNames returns Names and a name that only a hotel has.
func HotelNames() []string { return append(Names(), "Khane\u200cye Hotel \u2764\ufe0f") }

// RefusedNames are names that no field of a person takes, each with the character that the refusal names.
func RefusedNames() map[string]string {
	return map[string]string{"\u202eevil": "U+202E", "a\x1b[31m": "U+001B", "a\U000e0041": "U+E0041", "a\u2066b": "U+2066", "a\ufffd": "U+FFFD"}
}
