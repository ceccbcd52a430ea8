//go:build unix

package keyboard

import "golang.org/x/sys/unix"

// Window is how large the terminal's window is by its line: in cells and in pixels, which are zero where it does not say.
func (k *Keyboard) Window() (cols, rows, width, height int) {
	size, err := unix.IoctlGetWinsize(int(k.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, 0, 0, 0
	}
	return int(size.Col), int(size.Row), int(size.Xpixel), int(size.Ypixel)
}
