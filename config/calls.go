package config

import "strconv"

// defaultCalls is how many calls a minute are made to a service at most where its profile says nothing: ten a second,
// which nobody who types reaches.
const defaultCalls = 600

const mostCalls = 100_000

// Calls returns how many calls a minute are made to the service at most; 0 is any number, as at the built-in sandbox.
func (p Profile) Calls() int {
	if p.BuiltIn() {
		return 0
	}
	n, err := strconv.Atoi(p.CallsPerMinute.Text)
	if err != nil {
		return defaultCalls // It has been checked: it is left out.
	}
	return n
}

// badCalls says what is wrong with a cap on calls, or "".
func badCalls(text string) string {
	if text == "" {
		return ""
	}
	if n, err := strconv.Atoi(text); err != nil || n < 0 || n > mostCalls {
		return "cannot be " + text + ": it is 0 to " + strconv.Itoa(mostCalls)
	}
	return ""
}
