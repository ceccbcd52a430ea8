package config

import "strconv"

// ByLines reports whether the console is a conversation by lines.
func (p Preferences) ByLines() bool { return p.Accessible.Text == strconv.FormatBool(true) }

// SetAccessible writes into config.toml whether the console is a conversation by lines from now on. What else the file
// holds, comments included, stays. The error is an *Error.
func SetAccessible(p Paths, on bool) error {
	e, err := openEditor(p)
	if err != nil {
		return err
	}
	e.stored.accessible = strconv.FormatBool(on)
	e.config.setLiteral(e.stored.accessible, "preferences", "accessible")
	return e.save()
}
