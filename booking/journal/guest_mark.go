package journal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// GuestMark returns a keyed hash of a guest: two bookings can be seen to be for the same guest, and nobody can
// read for whom. Accents, umlauts, capitals, spaces, hyphens and apostrophes make no difference. It is empty
// when all three texts are.
func (j *Journal) GuestMark(surname, given, email string) string {
	names := plainName(surname) + "\x00" + plainName(given)
	mail := strings.ToLower(norm.NFC.String(strings.TrimSpace(email)))
	if names == "\x00" && mail == "" {
		return ""
	}
	return j.mark("guest\x00" + names + "\x00" + mail)
}

// mark is 32 hexadecimal characters: enough that two guests never share one.
func (j *Journal) mark(text string) string { return markWith(j.key, text) }

func markWith(key []byte, text string) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// letters that no decomposition makes plain.
var plainLetters = strings.NewReplacer("ß", "ss", "æ", "a", "ø", "o", "œ", "o", "ð", "d", "đ", "d", "þ", "th", "ł", "l", "ħ", "h", "ı", "i")

// umlauts written out; "Manuel" becomes "manul" each time, which harms nobody.
var writtenOut = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

func plainName(name string) string {
	folded := plainLetters.Replace(strings.ToLower(norm.NFC.String(name)))
	folded = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFKD.String(folded))
	return writtenOut.Replace(folded)
}
