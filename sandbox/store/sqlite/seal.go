package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"bellhop/sandbox/store"
)

// A snapshot's file ends in a seal: a checksum over all before it. SQLite takes
// no notice of what follows its last page.
type sealText struct {
	Magic [8]byte
	Size  int64
	Sum   uint32
	Own   uint32 // of the fields before
}

var sealMagic = [8]byte{'b', 'h', 's', 'e', 'a', 'l', 0, 1}

const sealBytes = 24

// seal ends a file with its seal, and waits until it is on disk.
func seal(path string) (err error) {
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
	text := sealText{Magic: sealMagic, Size: size, Sum: hash.Sum32()}
	raw, err := binary.Append(nil, binary.LittleEndian, text)
	if err != nil {
		return err
	}
	binary.LittleEndian.PutUint32(raw[sealBytes-4:], crc(raw[:sealBytes-4]))
	if _, err := f.Write(raw); err != nil {
		return err
	}
	return f.Sync()
}

// checkSeal holds a snapshot against its seal. One of an earlier schema has
// none; of any other it is an error.
func checkSeal(path string) (sealed bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, fmt.Errorf("sandbox snapshots: %w", err)
	}
	defer func() { _ = f.Close() }() // Nothing was written through it.
	about, err := f.Stat()
	if err != nil {
		return false, fmt.Errorf("sandbox snapshots: %w", err)
	}
	damaged := &store.DamageError{File: path, Text: "it is not as it was saved"}
	var raw [sealBytes]byte
	if about.Size() < sealBytes {
		return false, damaged
	}
	if _, err := f.ReadAt(raw[:], about.Size()-sealBytes); err != nil {
		return false, fmt.Errorf("sandbox snapshots: %w", err)
	}
	var text sealText
	if _, err := binary.Decode(raw[:], binary.LittleEndian, &text); err != nil || text.Magic != sealMagic {
		var head [100]byte
		if _, err := f.ReadAt(head[:], 0); err == nil && binary.BigEndian.Uint32(head[60:]) == oldestSchema {
			return false, nil
		}
		return false, damaged
	}
	hash := crc32.New(castagnoli)
	if _, err := io.Copy(hash, io.NewSectionReader(f, 0, about.Size()-sealBytes)); err != nil {
		return false, fmt.Errorf("sandbox snapshots: %w", err)
	}
	if text.Own != crc(raw[:sealBytes-4]) || text.Size != about.Size()-sealBytes || text.Sum != hash.Sum32() {
		return false, damaged
	}
	return true, nil
}

// unseal takes the seal off a snapshot that somebody has put in the place of the
// database: that grows, and would take it for a part of its next page.
func unseal(path string) error {
	var damage *store.DamageError
	if sealed, err := checkSeal(path); errors.As(err, &damage) || err == nil && !sealed {
		return nil // It is none, or looked through as it is.
	} else if err != nil {
		return err
	}
	about, err := os.Stat(path)
	if err == nil {
		err = os.Truncate(path, about.Size()-sealBytes)
	}
	if err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	return nil
}

// upgrade copies a snapshot of an earlier schema and brings the copy up to date.
func (s *shelf) upgrade(ctx context.Context, name string) (source string, drop func(), err error) {
	path := filepath.Join(s.dir, name+partial)
	drop = func() { _ = os.Remove(path) } // What is left is removed at the next opening.
	defer func() {
		if err != nil {
			drop()
		}
	}()
	text, err := os.ReadFile(s.file(name))
	if err == nil {
		err = os.WriteFile(path, text, 0o600) //nolint:gosec // A snapshot has a name of our own alphabet.
	}
	if err != nil {
		return "", nil, fmt.Errorf("sandbox snapshots: %w", err)
	}
	source = address(s.dir, name+partial)
	db, err := attend(source)
	if err != nil {
		return "", nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := checkStructure(ctx, db, s.file(name)); err != nil {
		return "", nil, err
	}
	return source, drop, migrate(ctx, db, s.dir)
}
