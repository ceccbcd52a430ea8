package config

import (
	"maps"
	"slices"
	"strconv"
)

// ThemeWords are what the tables of colours may say.
type ThemeWords struct {
	Themes []string // those that colours can be given to, each in a table of its own
	Names  []string // what has a colour in each theme
	Colors []string // colours that have a name, for who has misspelt one
	// CheckColor says what is wrong with a colour.
	CheckColor func(text string) error
}

// A ThemeColor is a colour of the file in the place of one of a theme: [theme] is for every theme,
// [theme.light] for the light one.
type ThemeColor struct {
	Theme string // empty: every one
	Name  string
	Text  string
	File  string
	Line  int
}

// themeColors reads the tables of colours, in the order of the file. What their words mean is checked later.
func (r reader) themeColors(root map[string]any) []ThemeColor {
	var colors []ThemeColor
	read := func(table map[string]any, theme string, path ...string) {
		for _, name := range slices.Sorted(maps.Keys(table)) {
			full := append(slices.Clone(path), name)
			if _, isTable := table[name].(map[string]any); isTable && theme == "" {
				continue
			}
			text := ""
			if number, ok := table[name].(int64); ok {
				text = strconv.FormatInt(number, 10)
			} else if text = r.text(table, full...); text == "" {
				if _, ok := table[name].(string); !ok {
					continue // It has been reported.
				}
			}
			c := ThemeColor{Theme: theme, Name: name, Text: text, File: r.doc.path}
			if e, ok := r.doc.find(full...); ok {
				c.Line, _ = r.doc.position(e.start)
			}
			colors = append(colors, c)
		}
	}
	if _, isText := root["theme"].(string); isText {
		r.problems.add(r.doc.problem("theme must be a table of colours, and is text", "the name of a theme stands in [preferences]", "theme"))
		return nil
	}
	theme := r.table(root, "theme")
	read(theme, "", "theme")
	for _, name := range slices.Sorted(maps.Keys(theme)) {
		if table, ok := theme[name].(map[string]any); ok {
			read(table, name, "theme", name)
		}
	}
	slices.SortStableFunc(colors, func(a, b ThemeColor) int { return a.Line - b.Line })
	return colors
}

// checkTheme reports the themes, names and colours that there are not. Without words nothing is checked.
func (s stored) checkTheme(words ThemeWords, doc *document) error {
	if words.CheckColor == nil {
		return nil
	}
	var found problems
	wrongTheme := map[string]bool{}
	for _, c := range s.themeColors {
		path := []string{"theme", c.Name}
		if c.Theme != "" {
			path = []string{"theme", c.Theme, c.Name}
		}
		switch known := slices.Contains(words.Themes, c.Theme); {
		case c.Theme != "" && !known && !wrongTheme[c.Theme]:
			wrongTheme[c.Theme] = true
			found.add(doc.problem("there are no colours for a theme "+strconv.Quote(c.Theme), didYouMean(c.Theme, words.Themes), path[:2]...))
		case c.Theme != "" && !known:
		case c.Theme == "" && slices.Contains(words.Themes, c.Name):
			found.add(doc.problem(written(path...)+" must be a table, and is a colour", "write [theme."+c.Name+"] above its colours", path...))
		case !slices.Contains(words.Names, c.Name):
			found.add(doc.problem("unknown key "+written(path...), didYouMean(c.Name, words.Names), path...))
		default:
			if err := words.CheckColor(c.Text); err != nil {
				fix := ""
				if c.Text != "" && c.Text[0] >= 'A' {
					fix = didYouMean(c.Text, words.Colors)
				}
				found.add(doc.problem(err.Error(), fix, path...))
			}
		}
	}
	return found.inOrder().err()
}

func glyphs() []string { return []string{"auto", "unicode", "ascii"} } // the default first
func widths() []string { return []string{"narrow", "wide"} }           // the default first
