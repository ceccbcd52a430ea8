package photos

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bellhop/booking/localfile"
)

// MostKept is how many bytes of photos are kept on this machine. Those that were looked at longest ago are thrown out first.
const MostKept = 50 << 20

// A Cache keeps photos in files of a folder, each named by the digest of its key. There is no index: the folder is one, and a
// file's time is when it was last looked at. Consoles may share a folder.
type Cache struct {
	folder string
	most   int64
	now    func() time.Time
}

// NewCache returns a cache in a folder, which need not exist, of at most so many bytes.
func NewCache(folder string, most int64, now func() time.Time) *Cache {
	return &Cache{folder, most, now}
}

const cached = ".photo"

func (c *Cache) path(key string) string {
	digest := sha256.Sum256([]byte(key))
	return filepath.Join(c.folder, hex.EncodeToString(digest[:])+cached)
}

// get returns what is kept; nothing where that is not, or cannot be read.
func (c *Cache) get(key string) []byte {
	if c == nil {
		return nil
	}
	text, err := localfile.Read(c.path(key), MostBytes)
	if err != nil || len(text) == 0 {
		return nil
	}
	now := c.now()
	_ = os.Chtimes(c.path(key), now, now) // It is thrown out a little earlier then.
	return text
}

// put keeps a photo, and throws out what is too much.
func (c *Cache) put(key string, text []byte) error {
	if c == nil || int64(len(text)) > c.most {
		return nil
	}
	if err := c.room(int64(len(text)), c.path(key)); err != nil {
		return err
	}
	if err := localfile.Replace(c.path(key), text); err != nil {
		return err
	}
	now := c.now()
	return os.Chtimes(c.path(key), now, now)
}

// drop forgets a photo.
func (c *Cache) drop(key string) {
	if c != nil {
		_ = localfile.Remove(c.path(key)) // Then it is found to be none once more.
	}
}

// room throws out the oldest files until there is room for so many bytes more, without those of one path. What an earlier
// console left half written goes as well, once it is old. Nothing else in the folder is touched.
func (c *Cache) room(bytes int64, but string) error {
	entries, err := os.ReadDir(c.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	type file struct {
		path string
		size int64
		at   time.Time
	}
	var kept []file
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		path := filepath.Join(c.folder, entry.Name())
		switch name := entry.Name(); {
		case strings.HasSuffix(name, cached) && path != but:
			kept = append(kept, file{path, info.Size(), info.ModTime()})
			bytes += info.Size()
		case strings.Contains(name, cached+".") && c.now().Sub(info.ModTime()) > time.Hour:
			_ = os.Remove(path) // The next one tries again.
		}
	}
	slices.SortFunc(kept, func(a, b file) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.path, b.path)) })
	for _, one := range kept {
		if bytes <= c.most {
			break
		}
		if err := localfile.Remove(one.path); err != nil {
			return err
		}
		bytes -= one.size
	}
	return nil
}
