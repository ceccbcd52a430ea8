package localfile

import (
	"bytes"
	"fmt"

	"golang.org/x/text/encoding/unicode"
)

// Unmarked returns the text of another program's file without its byte order mark. UTF-16, which spreadsheets and PowerShell
// write, becomes UTF-8; wide reports that it was UTF-16.
func Unmarked(text []byte) (out []byte, wide bool, err error) {
	const utf8Mark, littleMark, bigMark = "\ufeff", "\xff\xfe", "\xfe\xff"
	order := unicode.LittleEndian
	switch {
	case bytes.HasPrefix(text, []byte(utf8Mark)):
		return text[len(utf8Mark):], false, nil
	case bytes.HasPrefix(text, []byte(littleMark)):
		text = text[len(littleMark):]
	case bytes.HasPrefix(text, []byte(bigMark)):
		text, order = text[len(bigMark):], unicode.BigEndian
	case len(text) > 1 && text[0] != 0 && text[1] == 0:
	case len(text) > 1 && text[0] == 0 && text[1] != 0:
		order = unicode.BigEndian
	default:
		return text, false, nil
	}
	if out, err = unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder().Bytes(text); err != nil {
		return nil, true, fmt.Errorf("this is UTF-16 that cannot be read (%w): save it as UTF-8", err)
	}
	return out, true, nil
}
