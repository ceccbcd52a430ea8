package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"bellhop/cli/exit"
)

// recordingFile opens the file that requests are recorded in, for its owner only.
// Without a name it is the null device.
func recordingFile(name string) (*os.File, error) {
	if name == "" {
		name = os.DevNull
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the recording: %w", err)
	}
	if err := repairTail(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// repairTail readies a file that is there already. It must be a recording: nothing is
// added to what is somebody's own. Its last line is ended, where a recorder was
// killed in the middle of it: the next line must not become a part of that one.
func repairTail(file *os.File) error {
	about, err := file.Stat()
	if err != nil || !about.Mode().IsRegular() {
		return err
	}
	if about.Mode().Perm()&0o077 != 0 {
		if err := file.Chmod(0o600); err != nil {
			return fmt.Errorf("opening the recording: others can read it: %w", err)
		}
	}
	if about.Size() == 0 {
		return nil
	}
	begin := []byte(`{"time":"`)
	first := make([]byte, min(about.Size(), int64(len(begin))))
	if _, err := file.ReadAt(first, 0); err != nil {
		return fmt.Errorf("opening the recording: %w", err)
	}
	if !bytes.HasPrefix(begin, first) {
		return exit.Wrong("%s", fmt.Sprintf("--record: %s is there, and is no recording; give another file", file.Name()))
	}
	last := make([]byte, 1)
	if _, err = file.ReadAt(last, about.Size()-1); err == nil && last[0] != '\n' {
		_, err = file.WriteString("\n")
	}
	return err
}

// warningWriter is a recording that says when it cannot go on: the sandbox goes on
// without it, and what is missing would be missed too late.
type warningWriter struct {
	out  io.Writer
	tell func(text string)
}

func (t warningWriter) Write(line []byte) (int, error) {
	n, err := t.out.Write(line)
	if err != nil {
		t.tell("the recording has ended, and is not whole: " + err.Error())
	}
	return n, err
}
