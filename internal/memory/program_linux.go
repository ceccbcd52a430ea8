package memory

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// releaseProgram takes the pages of the program's own file out of its memory. The system maps sixteen pages for each one
// that is touched, so that most of the file is there after a start. Nothing is lost: a page that is touched again is mapped
// again, from the system's cache of the file.
func releaseProgram() {
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return // It was only for the memory's sake.
	}
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	for _, m := range unchanged(bytes.NewReader(maps), program) {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.from, m.to-m.from, syscall.MADV_DONTNEED)
	}
}

// A mapping is a range of addresses.
type mapping struct{ from, to uintptr }

// unchanged returns the mappings of a file that cannot be written, and of which no page differs from the file: one that
// the linker has filled in would be lost.
func unchanged(smaps io.Reader, file string) (found []mapping) {
	var now mapping
	ours := false
	for lines := bufio.NewScanner(smaps); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) >= 5 && strings.Contains(fields[0], "-") {
			var ok bool
			now, ok = addresses(fields[0])
			ours = ok && len(fields) == 6 && fields[5] == file && (fields[1] == "r-xp" || fields[1] == "r--p")
			continue
		}
		if ours && len(fields) == 3 && fields[0] == "Anonymous:" && fields[1] == "0" {
			found = append(found, now)
		}
	}
	return found
}

// addresses reads "00400000-012fb000".
func addresses(text string) (m mapping, ok bool) {
	from, to, _ := strings.Cut(text, "-")
	a, err := strconv.ParseUint(from, 16, 64)
	b, failed := strconv.ParseUint(to, 16, 64)
	return mapping{from: uintptr(a), to: uintptr(b)}, err == nil && failed == nil && a < b
}
