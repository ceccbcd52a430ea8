// Package ui is the terminal kit: the shell that holds the screens, calls that
// can be cancelled, theme, keys, forms, tables, a calendar and text that fits.
// It knows nothing of hotels.
package ui
