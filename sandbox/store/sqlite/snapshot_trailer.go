package sqlite

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"

	"bellhop/sandbox/store"
)

// A snapshot's file ends in a trailer: a checksum over all before it. SQLite
// takes no notice of what follows its last page.
type trailer struct {
	Magic [8]byte
	Size  int64
	Sum   uint32
}

var trailerMagic = [8]byte{'b', 'h', 's', 'e', 'a', 'l', 0, 1}

const trailerBytes = 24 // with the checksum over the trailer itself

// writeTrailer ends a file with its trailer, and waits until it is on disk.
func writeTrailer(path string) (err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	hash := crc32.New(castagnoli)
	size, err := io.Copy(hash, f)
	if err != nil {
		return err
	}
	if _, err := f.Write(seal(trailer{trailerMagic, size, hash.Sum32()})); err != nil {
		return err
	}
	return f.Sync()
}

// checkTrailer compares a snapshot with its trailer. One of an earlier schema
// may have none; of any other it is an error.
func checkTrailer(path string) (found bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, snapshotError(err)
	}
	defer func() { _ = f.Close() }() // Nothing was written through it.
	about, err := f.Stat()
	if err != nil {
		return false, snapshotError(err)
	}
	damaged := &store.DamageError{File: path, Text: "it is not as it was saved"}
	var raw [trailerBytes]byte
	if about.Size() < trailerBytes {
		return false, damaged
	}
	if _, err := f.ReadAt(raw[:], about.Size()-trailerBytes); err != nil {
		return false, snapshotError(err)
	}
	if [8]byte(raw[:]) != trailerMagic {
		var head [100]byte
		if _, err := f.ReadAt(head[:], 0); err == nil && binary.BigEndian.Uint32(head[60:]) == oldestSchema {
			return false, nil
		}
		return false, damaged
	}
	hash := crc32.New(castagnoli)
	if _, err := io.Copy(hash, io.NewSectionReader(f, 0, about.Size()-trailerBytes)); err != nil {
		return false, snapshotError(err)
	}
	var text trailer
	if !unseal(raw[:], &text) || text.Size != about.Size()-trailerBytes || text.Sum != hash.Sum32() {
		return false, damaged
	}
	return true, nil
}

// removeTrailer takes the trailer off a snapshot that somebody has put in the
// place of the database: that grows, and would take it for a part of its next page.
func removeTrailer(path string) error {
	var damage *store.DamageError
	if found, err := checkTrailer(path); errors.As(err, &damage) || err == nil && !found {
		return nil // It is none, or looked through as it is.
	} else if err != nil {
		return err
	}
	about, err := os.Stat(path)
	if err == nil {
		err = os.Truncate(path, about.Size()-trailerBytes)
	}
	return dataError(err)
}
