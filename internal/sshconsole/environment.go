package sshconsole

import (
	"slices"
	"strings"
)

// What a client may say of its terminal and its language.
var mayBeSaid = []string{"COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TIME", "TERM_PROGRAM"}

// environment is what a console is told of the client's terminal. All else of the client's
// environment is left out, and what has other characters than such values have.
func environment(term string, said []string, address string) []string {
	list := []string{"SSH_TTY=/dev/tty", "SSH_CONNECTION=" + address, "TERM=xterm-256color"}
	if plainValue(term) {
		list[2] = "TERM=" + term
	}
	for _, one := range said {
		name, value, _ := strings.Cut(one, "=")
		if slices.Contains(mayBeSaid, name) && plainValue(value) {
			list = append(list, one)
		}
	}
	return list
}

func plainValue(value string) bool {
	odd := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_.@+", r)
	}
	return value != "" && len(value) <= 64 && !strings.ContainsFunc(value, odd)
}
