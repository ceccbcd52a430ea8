package ui

import (
	"os"

	"bellhop/ui/keyboard"
)

// There is no stopping and continuing of programs.

func jobControl() bool { return false }

func notifyContinued(chan<- os.Signal) {}

func notifyStops(chan<- os.Signal) {}

func stopGroup() {}

func inForeground(*keyboard.Keyboard) bool { return true }

func writeInBackground() {}
