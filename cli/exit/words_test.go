package exit_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"syscall"
	"testing"

	"bellhop/cli/exit"
)

func TestWords(t *testing.T) {
	file := func(err error) error { return &fs.PathError{Op: "open", Path: "/x/a: b", Err: err} }
	for want, err := range map[string]error{
		"/x/a: b: there is no such file or folder; check the name":                 file(syscall.ENOENT),
		"reading: /x/a: b: you may not open it; check its permissions":             fmt.Errorf("reading: %w", file(syscall.EACCES)),
		"/x/a: b: it is a folder; name a file":                                     exit.Wrong("%s: %w", "/x/a: b", file(syscall.EISDIR)),
		"/x/a: b: the disk is full; make room":                                     errors.Join(file(syscall.ENOSPC)),
		"/x/a: b: " + syscall.EIO.Error():                                          file(syscall.EIO),
		"no file has a part in it: no such file or directory":                      errors.New("no file has a part in it: no such file or directory"),
		"--faults: /x/a: b: there is no such file or folder; check the name (why)": fmt.Errorf("--faults: %w (why)", file(fs.ErrNotExist)),
	} {
		if got := exit.Words(err); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestWords_Listen shows the words for real errors of listening.
func TestWords_Listen(t *testing.T) {
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	address := taken.Addr().String()
	for at, want := range map[string]string{
		address:        "starting the sandbox: " + address + ": another program listens there; choose another port",
		"192.0.2.77:0": "starting the sandbox: 192.0.2.77:0: it is not an address of this machine",
	} {
		_, err := new(net.ListenConfig).Listen(t.Context(), "tcp", at)
		if err == nil {
			t.Fatalf("%s can be listened on", at)
		}
		if got := exit.Words(fmt.Errorf("starting the sandbox: %w", err)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
