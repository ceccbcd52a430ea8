// Package noquery keeps the program from asking the terminal for its background
// colour before it has done anything. Bubble Tea asks when it is loaded, for
// every command, and a terminal that does not answer costs five seconds. The
// question is not put once Lip Gloss knows the answer, so package app imports
// this one: it needs nothing but Lip Gloss, and its path sorts before Bubble
// Tea's, which makes Go initialise it first. Light or dark comes from the
// configuration, or from a question that nobody waits for, once the first frame
// is shown (package ui).
package noquery

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
