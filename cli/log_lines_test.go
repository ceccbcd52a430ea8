package cli

import (
	"io"
	"net"
	"strings"
	"testing"
)

// What is written while the log is followed comes too, in whole lines.
func TestLogFollows(t *testing.T) {
	in, feed := net.Pipe()
	out, shown := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		_, _, err := logFlags{follow: true}.copy(t.Context(), shown, in, "r")
		ended <- err
		_ = shown.Close()
	}()
	go func() {
		for _, part := range []string{RecordingText[:50], RecordingText[50:]} {
			_, _ = io.WriteString(feed, part)
		}
	}()
	buffer := make([]byte, 4096)
	n, err := out.Read(buffer)
	if want := "2026-12-12 09:30:00  GET     200      1.2 ms  /rest/v1/reservations\n"; err != nil || string(buffer[:n]) != want {
		t.Errorf("shown %q, %v", buffer[:n], err)
	}
	_, _ = io.CopyN(io.Discard, out, 100)
	_ = in.Close()
	_ = out.Close()
	if err := <-ended; err == nil {
		t.Error("a RecordingText that cannot be read is no error")
	}
}

func FuzzLog(f *testing.F) {
	f.Add([]byte(RecordingText))
	f.Add([]byte("{}\n{\"status\":-1,\"time\":\"\"}\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var out strings.Builder
		_, _, err := logFlags{}.copy(t.Context(), &out, strings.NewReader(string(text)), "r")
		if strings.ContainsAny(out.String(), "\x1b\x07") {
			t.Errorf("%q drives the terminal: %q, %v", text, out.String(), err)
		}
	})
}

// A line that was cut off in the middle of a RecordingText hides no other.
func TestLogPassesOverACutLine(t *testing.T) {
	lines := strings.SplitAfter(RecordingText, "\n")
	text := lines[0] + lines[1][:40] + "\n" + lines[2]
	var out strings.Builder
	var said []string
	f := logFlags{notice: func(text string) { said = append(said, text) }, asJSON: true}
	seen, listed, err := f.copy(t.Context(), &out, strings.NewReader(text), "r")
	if err != nil || listed != 2 || seen != 3 || out.String() != lines[0]+lines[2] || strings.Join(said, "|") != "r: line 2 was cut off and is left out" {
		t.Errorf("%d, %d, %v, %q, %q", seen, listed, err, out.String(), said)
	}
}
