package guests

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"bellhop/api"
	"bellhop/booking"
)

// A cardReader reads the properties of vCards, versions 2.1 to 4.0. It drops values that a guest has no field for: photos may be
// most of a file.
type cardReader struct {
	rest []byte
	line int // number of the line read last
}

// A property belongs to a card. Its value is unfolded but not decoded.
type property struct {
	line     int
	name     string // in capitals, without its group; empty for a line that is not a property
	types    []string
	encoding string
	charset  string
	rank     int // 1 is preferred
	value    []byte
}

// The encodings of a value.
const (
	quotedPrintable = "QUOTED-PRINTABLE"
	base64Encoding  = "BASE64"
)

const (
	longestHead = 64 << 10 // of a property, before its colon
	longestName = 60       // of a property
	leastRank   = 101
)

// isWanted reports whether the guest or the reader needs a property.
func isWanted(name string) bool {
	return slices.Contains([]string{"BEGIN", "END", "VERSION", "N", "FN", "EMAIL", "TEL", "ADR", "AGENT"}, name)
}

// takeLine returns the next line of the file, without its end.
func (r *cardReader) takeLine() []byte {
	line, rest, _ := bytes.Cut(r.rest, []byte("\n"))
	r.rest, r.line = rest, r.line+1
	return bytes.TrimSuffix(line, []byte("\r"))
}

// folded reports whether the next line continues the one before.
func (r *cardReader) folded() bool { return len(r.rest) > 0 && (r.rest[0] == ' ' || r.rest[0] == '\t') }

// next returns the next property; false at the end of the file.
func (r *cardReader) next() (property, bool) {
	for len(r.rest) > 0 {
		last := r.takeLine()
		if len(bytes.TrimSpace(last)) == 0 {
			continue
		}
		p := property{line: r.line, rank: leastRank}
		text := slices.Clip(last) // append copies, so the file stays unchanged.
		colon, quoted := colonOf(last, false)
		for colon < 0 && r.folded() {
			last = r.takeLine()[1:]
			if len(text) < longestHead {
				var at int
				if at, quoted = colonOf(last, quoted); at >= 0 {
					colon = len(text) + at
				}
				text = append(text, last...)
			}
		}
		if colon < 0 {
			colon = bytes.IndexByte(text, ':') // An unclosed quotation mark hides it.
		}
		if colon < 0 {
			return p, true
		}
		p.readHead(string(text[:colon]))
		p.value = text[colon+1:]
		r.readValue(&p, last)
		return p, true
	}
	return property{}, false
}

// readValue reads the continuation lines of a value. last is the line before them.
func (r *cardReader) readValue(p *property, last []byte) {
	keep := isWanted(p.name)
	if p.value = bytes.Clone(p.value); !keep {
		p.value = nil
	}
	for len(r.rest) > 0 {
		switch soft := bytes.TrimRight(last, " \t"); {
		case p.encoding == quotedPrintable && bytes.HasSuffix(soft, []byte("=")) && !r.atEnd():
			p.value = bytes.TrimSuffix(bytes.TrimRight(p.value, " \t"), []byte("="))
			last = r.takeLine()
			if len(last) > 1 && (last[0] == ' ' || last[0] == '\t') && last[1] == '=' {
				last = last[1:] // The blank is a fold: an encoder puts a blank of the text before the soft break.
			}
		case r.folded():
			last = r.takeLine()[1:]
		case p.encoding == base64Encoding && isBase64(r.rest):
			last = r.takeLine()
		default:
			return
		}
		if keep {
			p.value = append(p.value, last...)
		}
	}
}

// atEnd reports whether the next line ends a card, even if the line before it asks for a continuation.
func (r *cardReader) atEnd() bool {
	const end = "END:VCARD"
	return len(r.rest) >= len(end) && bytes.EqualFold(r.rest[:len(end)], []byte(end))
}

// isBase64 reports whether the next line can continue a BASE64 value: it has text and no colon.
func isBase64(rest []byte) bool {
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return len(bytes.TrimSpace(line)) > 0 && !bytes.ContainsRune(line, ':')
}

// colonOf returns the index of the first colon outside quotation marks, or -1. Quoted and open report whether
// a quotation mark is open before and after the text.
func colonOf(text []byte, quoted bool) (at int, open bool) {
	for i, b := range text {
		switch {
		case b == '"':
			quoted = !quoted
		case b == ':' && !quoted:
			return i, quoted
		}
	}
	return -1, quoted
}

// readHead reads the part before the colon: "item1.TEL;TYPE=cell;PREF=1". Version 2.1 leaves out the names of parameters.
func (p *property) readHead(head string) {
	parts := splitOutside(head, ';')
	name := parts[0]
	p.name = strings.ToUpper(strings.TrimSpace(name[strings.LastIndexByte(name, '.')+1:]))
	if len(p.name) > longestName || strings.ContainsFunc(p.name, func(r rune) bool { return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') }) {
		p.name = ""
		return
	}
	for _, part := range parts[1:] {
		key, value, named := strings.Cut(strings.ToUpper(strings.TrimSpace(part)), "=")
		value = strings.ReplaceAll(value, `"`, "")
		if !named {
			key, value = "TYPE", key
			if value == quotedPrintable || value == base64Encoding {
				key = "ENCODING"
			}
		}
		switch key {
		case "ENCODING":
			p.encoding = value
			if value == "B" {
				p.encoding = base64Encoding
			}
		case "CHARSET":
			p.charset = value
		case "TYPE":
			p.types = append(p.types, strings.Split(value, ",")...)
		case "PREF":
			if n, err := strconv.Atoi(value); err == nil {
				p.rank = min(p.rank, n)
			}
		}
	}
	if slices.Contains(p.types, "PREF") {
		p.rank = 1
	}
	if slices.Contains(p.types, "FAX") || slices.Contains(p.types, "PAGER") {
		p.rank = leastRank + 1
	}
}

// splitOutside splits a text at a byte outside quotation marks.
func splitOutside(text string, by byte) []string {
	var parts []string
	quoted, from := false, 0
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == by && !quoted:
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}

// bytesOf decodes the transfer encoding of a value. apart reports that it was split at bare semicolons, as quoted-printable is
// before it is decoded.
func (p property) bytesOf() (parts [][]byte, apart bool, err error) {
	switch p.encoding {
	case base64Encoding:
		text := bytes.Map(func(r rune) rune {
			if r == ' ' || r == '\t' || r == '=' {
				return -1
			}
			return r
		}, p.value)
		out, err := base64.RawStdEncoding.AppendDecode(nil, text)
		if err != nil {
			return nil, false, fmt.Errorf("%s is not valid BASE64: export the card again", p.name)
		}
		return [][]byte{out}, false, nil
	case quotedPrintable:
		parts = [][]byte{p.value}
		if bytes.ContainsRune(p.value, ';') {
			parts, apart = splitEscaped(p.value), true
		}
		for i := range parts {
			parts[i] = unquotedPrintable(parts[i])
		}
		return parts, apart, nil
	}
	return [][]byte{p.value}, false, nil
}

// unquotedPrintable decodes =C3=BC; any other equals sign stays.
func unquotedPrintable(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '=' && i+2 < len(text) {
			if b, err := strconv.ParseUint(string(text[i+1:i+3]), 16, 8); err == nil {
				out, i = append(out, byte(b)), i+2
				continue
			}
		}
		out = append(out, text[i])
	}
	return out
}

// splitEscaped splits a text at semicolons without a backslash before them.
func splitEscaped(text []byte) [][]byte {
	var parts [][]byte
	from := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ';':
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}

// unescaped decodes the backslash escapes of a text. In version 2.1 \n is not a line break.
func unescaped(text string, old bool) string {
	if !strings.ContainsRune(text, '\\') {
		return strings.TrimSpace(text)
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch next := text[min(i+1, len(text)-1)]; {
		case text[i] != '\\' || i+1 == len(text):
			b.WriteByte(text[i])
		case strings.IndexByte(`\;,:`, next) >= 0:
			b.WriteByte(next)
			i++
		case (next == 'n' || next == 'N') && !old:
			b.WriteByte('\n')
			i++
		default:
			b.WriteByte('\\')
		}
	}
	return strings.TrimSpace(b.String())
}

// A card is one vCard of a file: its properties, or its problem.
type card struct {
	where   string
	old     bool // version 2.1
	wanted  []property
	problem string
}

// ReadVCard reads the cards of a file. An error means that nothing can be read.
func ReadVCard(text []byte) (Import, error) {
	text, wide, err := linesOf(text)
	if err != nil {
		return Import{}, err
	}
	var in Import
	cards := in.readCards(text)
	var encoding undeclared
	for _, c := range cards {
		for i := range c.wanted {
			p := &c.wanted[i]
			if wide && p.encoding == "" || p.charset == "US-ASCII" || p.charset == "ASCII" {
				p.charset = ""
			}
			parts, _, _ := p.bytesOf()
			for _, part := range parts {
				if p.charset == "" {
					encoding.add(part, p.line)
				}
			}
		}
	}
	if err := encoding.problem(); err != nil {
		return Import{}, err
	}
	encoding.noteGuess(&in)
	for _, c := range cards {
		if c.problem == "" {
			in.takeCard(c, encoding)
		} else {
			in.refuse(c.where, c.problem)
		}
	}
	return in, in.none()
}

// readCards reads the cards of a file, and notes the properties that are not imported.
func (in *Import) readCards(text []byte) (cards []card) {
	r := cardReader{rest: text}
	var open *card
	inside := 0 // how many cards are nested in the open one: an AGENT is a card of its own in version 2.1
	agent := false
	end := func(problem string) {
		if open != nil {
			open.problem = problem
			cards, open, inside = append(cards, *open), nil, 0
		}
	}
	for p, more := r.next(); more; p, more = r.next() {
		value := strings.ToUpper(strings.TrimSpace(string(p.value)))
		switch {
		case p.name == "BEGIN" && value == "VCARD" && open != nil && agent:
			inside++
		case p.name == "BEGIN" && value == "VCARD":
			end(fmt.Sprintf("it has no END:VCARD before line %d", p.line))
			open = &card{where: fmt.Sprintf("card %d", len(cards)+1)}
		case open == nil:
			in.leave(fmt.Sprintf("line %d", p.line), "a line outside of a card")
		case p.name == "END" && inside > 0:
			inside--
		case p.name == "END":
			end("")
		case inside > 0:
		case p.name == "":
			in.leave(fmt.Sprintf("%s, line %d", open.where, p.line), "a line that is not a property")
		case p.name == "VERSION":
			open.old = value == "2.1"
		case slices.Contains([]string{"PRODID", "REV", "UID"}, p.name): // They describe the card, not the guest.
		case p.name != "AGENT" && isWanted(p.name):
			open.wanted = append(open.wanted, p)
		default:
			in.leave(open.where, p.name)
		}
		agent = p.name == "AGENT" && value == ""
	}
	end("it has no END:VCARD: the file breaks off")
	return cards
}

// texts decodes the components of a value.
func (p property) texts(old bool, undeclared undeclared) ([]string, error) {
	parts, apart, err := p.bytesOf()
	if err != nil {
		return nil, err
	}
	decode := undeclared.decode
	if p.charset != "" {
		encoding, err := htmlindex.Get(p.charset)
		if err != nil {
			return nil, fmt.Errorf("%s is in the character set %s, which Bellhop cannot read: save the file as UTF-8", p.name, p.charset)
		}
		decode = func(text []byte) string {
			out, _ := encoding.NewDecoder().Bytes(text) // A damaged letter becomes U+FFFD, which every field refuses.
			return string(out)
		}
	}
	var out []string
	for _, part := range parts {
		text := []byte(decode(part))
		components := [][]byte{text}
		if !apart && (p.name == "N" || p.name == "ADR") {
			components = splitEscaped(text)
		}
		for _, component := range components {
			out = append(out, unescaped(string(component), old))
		}
	}
	if p.name != "N" && p.name != "ADR" {
		return []string{strings.Join(out, ";")}, nil
	}
	return out, nil
}

// takeCard imports the guest of a card, with the preferred value of each property.
func (in *Import) takeCard(c card, encoding undeclared) {
	chosen, ranks := map[string][]string{}, map[string]int{}
	for _, p := range c.wanted {
		texts, err := p.texts(c.old, encoding)
		if err != nil {
			in.refuse(c.where, fmt.Sprintf("line %d: %s", p.line, err))
			return
		}
		if strings.Join(texts, "") == "" {
			continue
		}
		rank, found := ranks[p.name]
		if found {
			in.leave(c.where, "another "+p.name)
		}
		if !found || p.rank < rank {
			chosen[p.name], ranks[p.name] = texts, p.rank
		}
	}
	at := func(name string, i int) string {
		if i < len(chosen[name]) {
			return chosen[name][i]
		}
		return ""
	}
	g := api.Guest{
		Surname: at("N", 0), GivenName: at("N", 1), Email: at("EMAIL", 0), Phone: at("TEL", 0),
		City: at("ADR", 3), State: at("ADR", 4), PostalCode: at("ADR", 5), Country: at("ADR", 6),
	}
	for i, part := range []string{"the middle name", "the prefix of the name", "the suffix of the name"} {
		if at("N", i+2) != "" {
			in.leave(c.where, part)
		}
	}
	if chosen["N"] == nil && at("FN", 0) != "" {
		g.Surname = at("FN", 0)
		in.note("whole name", c.where, "the whole name (FN) is taken as the surname, because the name in parts (N) is missing")
	}
	// The street, then a flat or floor, then the box.
	g.Address = strings.Join(slices.DeleteFunc([]string{at("ADR", 2), at("ADR", 1), at("ADR", 0)}, func(text string) bool { return text == "" }), ", ")
	in.take(c.where, Entry{Guest: g})
}

// WriteVCard writes guests as cards of version 4.0, without their loyalty, for which vCard has no field.
func WriteVCard(to io.Writer, list []Entry) error {
	out := bufio.NewWriter(to)
	escape := strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\r", `\n`, "\n", `\n`)
	line := func(name string, parts ...string) {
		if strings.Join(parts, "") == "" {
			return
		}
		for i := range parts {
			parts[i] = escape.Replace(parts[i])
		}
		_, _ = fmt.Fprintf(out, "%s:%s\r\n", name, strings.Join(parts, ";")) // Flush returns its error.
	}
	for _, e := range list {
		g := e.Guest
		line("BEGIN", "VCARD")
		line("VERSION", "4.0")
		line("FN", cmp.Or(booking.GuestName(g), g.Email))
		line("N", g.Surname, g.GivenName, "", "", "")
		line("EMAIL", g.Email)
		line("TEL", g.Phone)
		line("ADR", "", "", g.Address, g.City, g.State, g.PostalCode, g.Country)
		line("END", "VCARD")
	}
	return out.Flush()
}
