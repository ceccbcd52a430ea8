package glyph

import (
	"math/bits"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// signs are characters that the console draws itself, and after each what stands for it.
const signs = "─-━=┄-┅-┈-┉-╌-╍-═-╴-╶-╸-╺-╼-╾-│|┃|┆|┇|┊|┋|╎|╏|║|╵|╷|╹|╻|╽|╿|╱/╲\\╳X" +
	"▁_▂.▃:▄-▅=▆+▇*█#▖.▀\"▌|▐|▏|▎|▍|▋#▊#▉#▔-▕|░.▒:▓%" +
	"·.•*…~›>‹<→>←<↑^↓v↔-↕|⇥>⇤<↵<≈~≤<≥>≠!−-×x" +
	"–-—-―-‒-‑-‐-‘'’'‚'“\"”\"„\"′'″\"" +
	"■#□o▪#▫o▲^△^▼v▽v▶>▷>◀<◁<▸>▾v◂<▴^►>◄<◆*◇o●*○o◉@◦o★*☆*✓v✔v✗x✘x"

// signTable and letterTable are made when they are first needed, which they are not in most terminals.
var (
	signTable   = sync.OnceValue(func() map[rune]byte { return pairs(signs) })
	letterTable = sync.OnceValue(func() map[rune]byte { return pairs(letters) })
)

// pairs reads characters with what stands for each after it.
func pairs(text string) map[rune]byte {
	table := map[rune]byte{}
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		table[r] = text[size]
		text = text[size+1:]
	}
	return table
}

// drawn returns what stands for a sign that the console draws: a line, a block, dots, an arrow, punctuation.
func drawn(r rune) (byte, bool) {
	switch {
	case r < 0xb1:
		return 0, false
	case r >= '⠀' && r <= '⣿':
		return braille(uint8(r - '⠀')), true
	}
	if sign, ok := signTable()[r]; ok {
		return sign, true
	}
	switch {
	case r >= '─' && r <= '╿':
		return '+', true
	case r >= '▖' && r <= '▟':
		return '#', true
	}
	return 0, false
}

// braille returns a sign that has about as much ink as some of eight dots, where they are.
func braille(dots uint8) byte {
	const upper = 0b00011011
	switch {
	case dots == 0:
		return ' '
	case bits.OnesCount8(dots) > 4:
		return '#'
	case dots&^upper == 0:
		return '\''
	case dots&upper == 0:
		return '.'
	}
	return ':'
}

// letters are those that do not come apart into one of ASCII and its marks.
const letters = "ßsẞSæaÆAœoŒOøoØOłlŁLđdĐDðdÐDþtÞTħhĦHıiŋnŊNſsŧtŦT" +
	"¡!«\"»\"´'`'ʼ'°o§S©c®r¦|¬-¨\"¯-¸,‹<›>‾-⁓~∼~～~・-‧-"

// plain returns the character of ASCII that stands for another one, false where there is none.
func plain(r rune) (byte, bool) {
	if r < utf8.RuneSelf {
		return byte(r), r >= ' ' && r != 0x7f //nolint:gosec // It is ASCII.
	}
	if sign, ok := drawn(r); ok {
		return sign, true
	}
	if sign, ok := letterTable()[r]; ok {
		return sign, true
	}
	if unicode.IsSpace(r) {
		return ' ', true
	}
	parts := norm.NFKD.String(string(r))
	marks := strings.TrimLeftFunc(parts[1:], func(r rune) bool { return unicode.Is(unicode.Mn, r) })
	if parts[0] > ' ' && parts[0] < 0x7f && marks == "" {
		return parts[0], true
	}
	return '?', false
}
