package release

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// link is what a page of Markdown leads to, as in [text](place) or ![text](place).
var link = regexp.MustCompile(`\]\(([^()\s]+)\)`)

// DeadLinks returns the links of pages that lead to nothing in the files, as "page: link". Links that leave the machine
// are not followed. Pages that are linked are read as well.
func DeadLinks(files fs.FS, pages ...string) (dead []string, err error) {
	for i := 0; i < len(pages); i++ {
		page := pages[i]
		text, err := fs.ReadFile(files, page)
		if err != nil {
			return nil, err
		}
		for _, to := range links(string(text)) {
			place := path.Join(path.Dir(page), to)
			switch info, err := fs.Stat(files, place); {
			case err != nil:
				dead = append(dead, fmt.Sprintf("%s: %s", page, to))
			case !info.IsDir() && path.Ext(place) == ".md" && !slices.Contains(pages, place):
				pages = append(pages, place)
			}
		}
	}
	return dead, nil
}

// links returns the places on this machine that a page leads to, without those of blocks of code.
func links(page string) (places []string) {
	code := false
	for line := range strings.SplitSeq(page, "\n") {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if code {
			continue
		}
		for _, found := range link.FindAllStringSubmatch(line, -1) {
			place, _, _ := strings.Cut(found[1], "#")
			if place != "" && !strings.Contains(place, ":") {
				places = append(places, place)
			}
		}
	}
	return places
}

// Pages are the pages among files, by their names, but those of folders that are hidden.
func Pages(files fs.FS) (pages []string, err error) {
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.IsDir() && path.Ext(name) == ".md":
			pages = append(pages, name)
		}
		return nil
	})
	return pages, err
}
