package main

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
	"time"

	"bellhop/internal/terminal"
)

// The sizes of a picture, in its own units: a cell, the room around the screen, and the bar above it.
const (
	cellWidth, cellHeight = 8.4, 18.0
	fontSize              = 14
	around                = 18.0
	titleBar              = 36.0
)

// The colours of the window and of what has no colour of its own.
const (
	windowColor, barColor, edgeColor, plainColor, titleColor = "#14161b", "#1d2027", "#343a46", "#d9dce3", "#8b92a1"
)

// A picture draws screens in a window. What is drawn alike stands in it once.
type picture struct {
	cols, rows int
	classes    map[string]string // of a style, its class
	styles     []string          // of each class, its rules
	lines      map[string]int    // of a drawn row, its number
	defs       []string
}

func newPicture(screen [][]terminal.Cell) *picture {
	return &picture{cols: len(screen[0]), rows: len(screen), classes: map[string]string{}, lines: map[string]int{}}
}

func (p *picture) class(rules string) string {
	name, ok := p.classes[rules]
	if !ok {
		name = fmt.Sprintf("c%d", len(p.styles))
		p.classes[rules] = name
		p.styles = append(p.styles, "."+name+"{"+rules+"}")
	}
	return name
}

func hex(c color.Color, own string) string {
	if c == nil {
		return own
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// number writes a length without needless digits.
func number(f float64) string {
	return strconv.FormatFloat(math.Round(f*100)/100+0, 'f', -1, 64) // Never a negative zero.
}

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // A Builder takes all.
	return b.String()
}

// row draws a row of cells at the top of the picture: backgrounds, then what is drawn, then texts. Each text is as wide as
// its cells, whatever the font.
func (p *picture) row(cells []terminal.Cell) string {
	var back, front strings.Builder
	for i := 0; i < len(cells); {
		n := i + 1
		for n < len(cells) && alike(cells[i], cells[n]) {
			n++
		}
		if cells[i].Back != nil {
			fmt.Fprintf(&back, `<rect class="%s" x="%s" width="%s" height="%s"/>`, p.class("fill:"+hex(cells[i].Back, windowColor)),
				number(float64(i)*cellWidth), number(float64(n-i)*cellWidth), number(cellHeight))
		}
		rules := "fill:" + hex(cells[i].Fore, plainColor)
		p.texts(&front, cells[i:n], i, rules)
		i = n
	}
	return back.String() + front.String()
}

func alike(a, b terminal.Cell) bool {
	return hex(a.Fore, "") == hex(b.Fore, "") && hex(a.Back, "") == hex(b.Back, "") && a.Bold == b.Bold && a.Underline == b.Underline
}

// texts draws cells of one style: words with one blank between them as one text, and lines and blocks as shapes.
func (p *picture) texts(to *strings.Builder, cells []terminal.Cell, from int, rules string) {
	words := rules
	if cells[0].Bold {
		words += ";font-weight:600"
	}
	if cells[0].Underline {
		words += ";text-decoration:underline"
	}
	blank := func(i int) bool { return i >= len(cells) || strings.TrimSpace(cells[i].Text) == "" }
	for i := 0; i < len(cells); {
		if blank(i) {
			i++
			continue
		}
		n := i + 1
		if x, y, width, height, ok := shape(cells[i].Text); ok {
			for n < len(cells) && cells[n].Text == cells[i].Text {
				n++
			}
			if cells[i].Text != "│" {
				width = float64(n-i) * cellWidth
			} else {
				n = i + 1
			}
			fmt.Fprintf(to, `<rect class="%s" x="%s" y="%s" width="%s" height="%s"/>`, p.class(rules),
				number(float64(from+i)*cellWidth+x), number(y), number(width), number(height))
			i = n
			continue
		}
		var text strings.Builder
		text.WriteString(cells[i].Text)
		for ; n < len(cells) && (!blank(n) || !blank(n+1)); n++ {
			if _, _, _, _, drawn := shape(cells[n].Text); drawn {
				break
			}
			text.WriteString(cells[n].Text)
		}
		said := strings.TrimRight(text.String(), " ")
		width := n - i - (len(text.String()) - len(said))
		fmt.Fprintf(to, `<text class="%s" x="%s" y="%s" textLength="%s" lengthAdjust="spacingAndGlyphs">%s</text>`, p.class(words),
			number(float64(from+i)*cellWidth), number(cellHeight-4.5), number(float64(width)*cellWidth), escape(said))
		i = n
	}
}

// shape returns where a character that is a line or a block is drawn in its cell: fonts leave gaps between them.
func shape(text string) (x, y, width, height float64, ok bool) {
	switch text {
	case "─":
		return 0, cellHeight/2 - 0.6, cellWidth, 1.2, true
	case "│":
		return cellWidth/2 - 0.6, 0, 1.2, cellHeight, true
	}
	if at := strings.Index("▁▂▃▄▅▆▇█", text); text != "" && at >= 0 && len(text) == len("█") {
		high := float64(at/len("█")+1) / 8 * cellHeight
		if text == "█" {
			return 0, 2, cellWidth, cellHeight - 3, true // A little apart from that of the line above.
		}
		return 0, cellHeight - high, cellWidth, high, true
	}
	return 0, 0, 0, 0, false
}

// screen draws a screen whose top is at y.
func (p *picture) screen(cells [][]terminal.Cell, y float64) string {
	var b strings.Builder
	for i, row := range cells {
		drawn := p.row(row)
		if drawn == "" {
			continue
		}
		id, ok := p.lines[drawn]
		if !ok {
			id = len(p.defs)
			p.lines[drawn] = id
			p.defs = append(p.defs, fmt.Sprintf(`<g id="r%d">%s</g>`, id, drawn))
		}
		fmt.Fprintf(&b, `<use href="#r%d" y="%s"/>`, id, number(y+float64(i)*cellHeight))
	}
	return b.String()
}

// still returns the picture of one screen.
func still(title string, cells [][]terminal.Cell) string {
	p := newPicture(cells)
	body := p.screen(cells, 0)
	return p.window(title, terminal.Text(cells), "", body)
}

// endsWith is how long the last frame stands before an animation begins anew.
const endsWith = 3 * time.Second

// animation returns the picture of a film: its frames lie below each other, and the window moves over them. Where motion is
// not wanted, it shows the last one.
func animation(title string, frames []frame) string {
	p := newPicture(frames[0].cells)
	var body, moves strings.Builder
	var texts []string
	total := endsWith
	for _, f := range frames {
		total += f.hold
	}
	high, at := float64(p.rows)*cellHeight, time.Duration(0)
	for i, f := range frames {
		body.WriteString(p.screen(f.cells, float64(i)*high))
		fmt.Fprintf(&moves, "%s%%{transform:translateY(%spx)}", number(100*at.Seconds()/total.Seconds()), number(-float64(i)*high))
		at += f.hold
		if f.settled {
			texts = append(texts, terminal.Text(f.cells))
		}
	}
	last := number(-float64(len(frames)-1) * high)
	style := fmt.Sprintf("@keyframes film{%s100%%{transform:translateY(%spx)}}.film{animation:film %ss step-end infinite}"+
		"@media (prefers-reduced-motion:reduce){.film{animation:none;transform:translateY(%spx)}}", moves.String(), last, number(total.Seconds()), last)
	return p.window(title, strings.Join(texts, "\n"+strings.Repeat("=", p.cols)+"\n"), style, `<g class="film">`+body.String()+`</g>`)
}

// window draws the window around a body, with the text of its screens for those who do not see it, and for the check.
func (p *picture) window(title, text, style, body string) string {
	width, height := float64(p.cols)*cellWidth, float64(p.rows)*cellHeight
	fullWidth, fullHeight := width+2*around, height+titleBar+around+around/2
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img">`+"\n",
		number(fullWidth), number(fullHeight), number(fullWidth), number(fullHeight))
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n", escape(title), plainText(text))
	fmt.Fprintf(&b, "<style>text{font:%dpx ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;white-space:pre}%s%s</style>\n",
		fontSize, strings.Join(p.styles, ""), style)
	fmt.Fprintf(&b, "<defs>%s</defs>\n", strings.Join(p.defs, "\n"))
	fmt.Fprintf(&b, `<rect x="0.5" y="0.5" width="%s" height="%s" rx="10" fill="%s" stroke="%s"/>`+"\n", number(fullWidth-1), number(fullHeight-1), windowColor, edgeColor)
	fmt.Fprintf(&b, `<path d="M1 %s V11 A10 10 0 0 1 11 1 H%s A10 10 0 0 1 %s 11 V%s Z" fill="%s"/>`+"\n",
		number(titleBar), number(fullWidth-11), number(fullWidth-1), number(titleBar), barColor)
	for i, dot := range []string{"#ff5f57", "#febc2e", "#28c840"} {
		fmt.Fprintf(&b, `<circle cx="%d" cy="%s" r="6" fill="%s"/>`, 22+20*i, number(titleBar/2), dot)
	}
	fmt.Fprintf(&b, `<text x="%s" y="%s" text-anchor="middle" fill="%s">%s</text>`+"\n", number(fullWidth/2), number(titleBar/2+5), titleColor, escape(title))
	fmt.Fprintf(&b, `<svg x="%s" y="%s" width="%s" height="%s" overflow="hidden">%s</svg>`+"\n</svg>\n",
		number(around), number(titleBar+around/2), number(width), number(height), body)
	return b.String()
}

// plainText escapes what XML must have escaped, and keeps the lines as lines.
func plainText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
