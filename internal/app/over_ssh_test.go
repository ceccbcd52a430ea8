package app

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"

	"bellhop/cli/exit"
	"bellhop/config"
	"bellhop/ui"
)

// A console that the server of consoles hangs up says nothing of the signal, nor of a log that
// is on the server: the server says why. What was being sent is told.
func TestAConsoleOverSSHIsHungUp(t *testing.T) {
	root := t.TempDir()
	s := &session{log: slog.New(slog.DiscardHandler), cfg: config.Config{Paths: config.PathsIn(root, root, root, root)}}
	unfinished := func(by os.Signal) error {
		return &ui.UnfinishedError{Texts: []string{"A booking was being sent."}, Cause: &ui.StoppedError{Signal: by}}
	}
	for _, tt := range []struct {
		name, user string
		err        error
		code       int
		silent     bool
		says       string
		log        bool
	}{
		{"over SSH", "anna", &ui.StoppedError{Signal: syscall.SIGHUP}, 129, true, "", false},
		{"over SSH, while something is sent", "anna", unfinished(syscall.SIGHUP), 129, false, "A booking was being sent.", false},
		{"over SSH, by somebody's kill", "anna", &ui.StoppedError{Signal: syscall.SIGTERM}, 143, false, "stopped by SIGTERM", true},
		{"at a terminal", "", &ui.StoppedError{Signal: syscall.SIGHUP}, 129, false, "stopped by SIGHUP", true},
		{"at a terminal, while something is sent", "", unfinished(syscall.SIGHUP), 129, false, "stopped by SIGHUP. A booking", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv(envUser, tt.user)
			err := s.ended(tt.err)
			code, _ := exit.CodeOf(err)
			if code != tt.code || exit.Silent(err) != tt.silent {
				t.Errorf("code %d, silent %t: %#v", code, exit.Silent(err), err)
			}
			if tt.silent {
				return
			}
			if said := err.Error(); !strings.HasPrefix(said, tt.says) || strings.Contains(said, root) != tt.log {
				t.Errorf("it says %q", said)
			}
		})
	}
}

// So does a conversation.
func TestAConversationOverSSHIsHungUp(t *testing.T) {
	for user, silent := range map[string]bool{"anna": true, "": false} {
		t.Run("user "+user, func(t *testing.T) {
			t.Setenv(envUser, user)
			ctx, stop := context.WithCancelCause(t.Context())
			stop(&exit.Stopped{Signal: syscall.SIGHUP})
			err := conversationEnded(ctx, ctx.Err())
			if code, _ := exit.CodeOf(err); code != 129 || exit.Silent(err) != silent {
				t.Errorf("code %d, silent %t: %#v", code, exit.Silent(err), err)
			}
		})
	}
}
