//go:build unix

package crash

import (
	"os"

	"golang.org/x/sys/unix"

	"bellhop/internal/ttymode"
)

// A Line is the line of a terminal: which one, and its modes.
type Line struct {
	Device uint64        `json:"device"`
	Modes  ttymode.Modes `json:"modes"`
}

// LineOf returns the line of a terminal, nil of what is none.
func LineOf(file *os.File) *Line {
	modes, err := ttymode.Get(int(file.Fd()))
	if err != nil {
		return nil
	}
	var about unix.Stat_t
	if unix.Fstat(int(file.Fd()), &about) != nil {
		return nil
	}
	return &Line{Device: uint64(about.Rdev), Modes: *modes} //nolint:unconvert // The type differs between systems.
}

// raw reports whether keys come one by one and unseen, as only programs that have the whole screen want it.
func (l *Line) raw() bool { return l.Modes.Lflag&(unix.ICANON|unix.ECHO) == 0 }

// Repair puts a terminal back whose last console left it as it had it, and reports whether it did: the line is that of one of
// these endings, it is raw now and was not before. A shell has put back what it wants already.
func Repair(file *os.File, list []Ending) bool {
	now := LineOf(file)
	if now == nil || !now.raw() {
		return false
	}
	for i := len(list) - 1; i >= 0; i-- {
		if l := list[i].Line; l != nil && l.Device == now.Device && !l.raw() {
			return ttymode.Set(int(file.Fd()), &l.Modes) == nil
		}
	}
	return false
}
