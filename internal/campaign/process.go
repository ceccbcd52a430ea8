package campaign

import (
	"io"
	"os"
	"os/exec"
)

// A process is a console or the service, as the campaign holds it.
type process struct {
	in   io.WriteCloser
	out  io.Reader
	kill func() // ends it as the system does, in the midst of anything
	wait func() error
}

// launch starts a process, which adds what it says of errors to the log.
func launch(cmd *exec.Cmd, log string) (*process, error) {
	file, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // The process has its own.
	cmd.Stderr = file
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &process{in: in, out: out, kill: func() { _ = cmd.Process.Kill() }, wait: cmd.Wait}, nil
}

func (o Options) launch(role Role, log string) (*process, error) {
	if o.within != nil {
		return o.within(role), nil
	}
	return launch(o.Program(role), log)
}
