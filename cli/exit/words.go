package exit

import (
	"errors"
	"io/fs"
	"net"
	"strings"
	"syscall"
)

// Words returns the text of an error. The system's words about a file or a listen address are replaced by where, what is wrong
// and what to do.
func Words(err error) string {
	text := err.Error()
	var file *fs.PathError
	var op *net.OpError
	switch {
	case errors.As(err, &file):
		text = strings.Replace(text, file.Error(), file.Path+": "+fileWords(file), 1)
		return strings.Replace(text, file.Path+": "+file.Path+": ", file.Path+": ", 1) // The error may name the file before it.
	case errors.As(err, &op) && op.Op == "listen":
		return strings.Replace(text, op.Error(), listenWords(op), 1)
	default:
		return text
	}
}

func fileWords(err *fs.PathError) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file or folder; check the name"
	case errors.Is(err, fs.ErrPermission):
		return "you may not open it; check its permissions"
	case errors.Is(err, syscall.EISDIR):
		return "it is a folder; name a file"
	case errors.Is(err, syscall.ENOSPC):
		return "the disk is full; make room"
	default:
		return err.Err.Error()
	}
}

// windowsInUse is EADDRINUSE of Windows.
const windowsInUse = syscall.Errno(10048)

func listenWords(err *net.OpError) string {
	var name *net.DNSError
	switch {
	case errors.As(err, &name):
		return name.Name + ": there is no such host; name an address of this machine"
	case err.Addr == nil:
		return "the address cannot be listened on; check it"
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, windowsInUse):
		return err.Addr.String() + ": another program listens there; choose another port"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return err.Addr.String() + ": it is not an address of this machine"
	case errors.Is(err, fs.ErrPermission):
		return err.Addr.String() + ": you may not listen there; choose a port above 1023"
	default:
		return err.Addr.String() + ": it cannot be listened on; choose another address"
	}
}
