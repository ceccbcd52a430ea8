package config

import "strconv"

// accessible returns whether the console is a conversation by lines. Only the flag can say so against the file.
func (r *resolver) accessible() Setting {
	switch {
	case r.in.Flags.Accessible:
		return Setting{strconv.FormatBool(true), "--accessible"}
	case r.file.accessible:
		return Setting{strconv.FormatBool(true), r.in.Paths.ConfigFile}
	}
	return Setting{strconv.FormatBool(false), SourceDefault}
}

// ByLines reports whether the console is a conversation by lines.
func (p Preferences) ByLines() bool { return p.Accessible.Text == strconv.FormatBool(true) }

// SetAccessible writes into config.toml whether the console is a conversation by lines from now on. What else the file
// holds, comments included, stays. The error is an *Error.
func SetAccessible(p Paths, on bool) error {
	e, err := openEditor(p)
	if err != nil {
		return err
	}
	e.stored.accessible = on
	e.config.setLiteral(strconv.FormatBool(on), "preferences", "accessible")
	return e.save()
}
