package postgres

import (
	"errors"
	"io"
	"net"
	"syscall"
)

// isNetwork reports whether an error is one of the network's.
func isNetwork(err error) bool {
	var one net.Error
	return errors.As(err, &one) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNREFUSED)
}
