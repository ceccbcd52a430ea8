// Package number numbers the reservations of a store, and turns their numbers
// into ids.
package number

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// An account's reservations are numbered from 1 in the order of their
// creation. A reservation's seq is the account's number and this ordinal.
const (
	ordinalBits = 40
	MaxOrdinal  = 1<<ordinalBits - 1
)

// Seq returns the seq of an account's reservation.
func Seq(account, ordinal int64) int64 { return account<<ordinalBits | ordinal }

// Split returns what a seq is made of.
func Split(seq int64) (account, ordinal int64) { return seq >> ordinalBits, seq & MaxOrdinal }

// Namer turns seqs into reservation ids and back (SPEC 8). An id is one enciphered
// block of the seq and zeros: it needs no index, and cannot be guessed from another.
type Namer struct{ block cipher.Block }

// NewNamer makes the namer of a world: the same seed gives the same ids.
func NewNamer(seed uint64) (Namer, error) {
	key := sha256.Sum256(fmt.Appendf(nil, "reservation ids of %d", seed))
	block, err := aes.NewCipher(key[:16])
	if err != nil {
		return Namer{}, fmt.Errorf("sandbox data: %w", err)
	}
	return Namer{block}, nil
}

// ID returns the id of a seq.
func (n Namer) ID(seq int64) string {
	var plain, sealed [aes.BlockSize]byte
	binary.BigEndian.PutUint64(plain[:], uint64(seq)) //nolint:gosec // A seq is never negative.
	n.block.Encrypt(sealed[:], plain[:])
	return hex.EncodeToString(sealed[:])
}

// Seq reads an id; ok is false for one that this world never gave out.
func (n Namer) Seq(id string) (seq int64, ok bool) {
	sealed, err := hex.DecodeString(id)
	if err != nil || len(sealed) != aes.BlockSize {
		return 0, false
	}
	var plain [aes.BlockSize]byte
	n.block.Decrypt(plain[:], sealed)
	seq = int64(binary.BigEndian.Uint64(plain[:])) //nolint:gosec // Negative ones name themselves differently or are found nowhere.
	// Capital letters would spell the same bytes, but are not the id.
	return seq, seq > 0 && n.ID(seq) == id
}
