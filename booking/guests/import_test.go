package guests

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"bellhop/api"
	"bellhop/internal/safetext/safetexttest"
)

// readFile reads a file of testdata by its name.
func readFile(t testing.TB, name string) (Import, error) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, ".csv") {
		return ReadCSV(text)
	}
	return ReadVCard(text)
}

// The import reads whole files of phones, spreadsheets and address books, and names each property it does not take over.
func TestImport_FilesOfOthers(t *testing.T) {
	t.Parallel()
	const (
		extension = "card 1: the extension %s of the telephone number is not taken over"
		guess     = "line %d: read as Windows-1252 (a guess): check names with accents, or save the file as UTF-8"
	)
	london := api.Guest{Address: "1 High St", City: "London", PostalCode: "N1 1AA", Country: "GB", Phone: "+442079460009"}
	at := func(home api.Guest, given, surname, email string) api.Guest {
		home.GivenName, home.Surname, home.Email = given, surname, email
		return home
	}
	köln := api.Guest{GivenName: "Jörg", Surname: "Müller", Email: "joerg@example.com", Phone: "+4917000000005"}
	for name, c := range map[string]struct {
		guest           *api.Guest
		notes, problems []string
		err             string
	}{
		"android_v21.vcf":               {guest: &api.Guest{GivenName: "Jiří", Surname: "Novák", Email: "jiri@example.com", Phone: "+420600000001"}},
		"soft_break_in_a_character.vcf": {guest: &api.Guest{GivenName: "Анна", Surname: "Беловабвгдежз", Email: "anna@example.com", Phone: "+79000000002"}},
		"soft_break_and_blank.vcf":      {guest: &api.Guest{GivenName: "Иван", Surname: "Петров", Phone: "+79000000003"}},
		"no_surname.vcf":                {problems: []string{"card 1: surname: needed; put the one name into the surname"}},
		"outlook_v21.vcf": {
			guest: &api.Guest{
				GivenName: "Ruth", Surname: "Mason", Email: "ruth@example.com", Phone: "+12025550101",
				Address: "1600 Example Ave NW, Box 2", City: "Washington", State: "DC", PostalCode: "20001", Country: "US",
			},
			notes: []string{
				"card 1: LABEL is not taken over", "card 1: X-MS-OL-DEFAULT-POSTAL-ADDRESS is not taken over", "card 1: the middle name is not taken over",
				"card 1: the prefix of the name is not taken over", "card 1: the suffix of the name is not taken over", fmt.Sprintf(extension, "123"),
			},
		},
		"charset_latin1.vcf": {guest: &köln},
		"windows1252.vcf": {
			guest: &api.Guest{GivenName: "Jörg", Surname: "Müller", Email: "joerg2@example.com", Phone: "+4917000000006"}, notes: []string{fmt.Sprintf(guess, 3)},
		},
		"windows1252.csv": {
			guest: &api.Guest{
				GivenName: "Jörg", Surname: "Müller", Email: "joerg@example.com", Phone: "+4917000000005",
				Address: "Straße 1", City: "Köln", PostalCode: "50667", Country: "DE",
			},
			notes: []string{fmt.Sprintf(guess, 2)},
		},
		"iphone_v3.vcf": {
			guest: &api.Guest{
				GivenName: "Seán", Surname: "O’Brien", Email: "sean@example.com", Phone: "+353850000007",
				Address: "12 Example Road, Flat 3", City: "Dublin", PostalCode: "D02 AF30", Country: "IE",
			},
			notes: []string{"card 1: X-ABLABEL is not taken over", "card 1: X-ABADR is not taken over", "card 1: PHOTO is not taken over", "card 1: BDAY is not taken over"},
		},
		"small_letters.vcf":       {guest: &api.Guest{GivenName: "Lena", Surname: "Lower", Email: "lena@example.com", Phone: "+442079460012"}},
		"fold_in_a_character.vcf": {guest: &api.Guest{GivenName: "Olaf", Surname: strings.Repeat("Ä", 50), Email: "olaf@example.com", Phone: "+4917000000015"}},
		"phone_uri_v4.vcf": {
			guest: &api.Guest{
				GivenName: "花子", Surname: "山田", Email: "hanako@example.com", Phone: "+819000000008",
				Address: "1-1 Chiyoda", City: "Chiyoda-ku", State: "Tokyo", PostalCode: "100-0001", Country: "JP",
			},
			notes: []string{fmt.Sprintf(extension, "12")},
		},
		"byte_order_mark.vcf": {guest: &api.Guest{GivenName: "Bea", Surname: "Bom", Email: "bea@example.com", Phone: "+442079460009"}},
		"byte_order_mark.csv": {guest: new(at(london, "Bea", "Bom", "bea@example.com"))},
		"utf16.vcf":           {guest: &api.Guest{GivenName: "Utz", Surname: "Sechzehn", Email: "utz@example.com", Phone: "+442079460010"}},
		"utf16_tabs.csv":      {guest: new(at(london, "Bea", "Tab", "bea3@example.com"))},
		"formatted_name_only.vcf": {
			guest: &api.Guest{Surname: "Cher", Email: "cher@example.com", Phone: "+13105550111"},
			notes: []string{"card 1: the whole name (FN) is taken as the surname, because the name in parts (N) is missing"},
		},
		"base64_name.vcf": {guest: &api.Guest{GivenName: "Ewa", Surname: "Łuk", Email: "ewa@example.com", Phone: "+48600000016"}},
		"google.csv": {
			guest: &api.Guest{
				GivenName: "Georgia", Surname: "Google", Email: "geo@example.com", Phone: "+12025550100",
				Address: "1 Main St", City: "Springfield", PostalCode: "62701", Country: "US",
			},
			notes: []string{`line 2: the column "Middle Name" is not taken over`, `line 2: the column "E-mail 1 - Label" is not taken over`},
		},
		"outlook.csv": {guest: &api.Guest{
			GivenName: "Olga", Surname: "Outlook", Email: "olga@example.com", Phone: "+12025550101",
			Address: "1 Main St", City: "Springfield", PostalCode: "62701", Country: "US",
		}},
		"phone_with_apostrophe.csv": {guest: new(at(london, "Ann", "Apos", "ann2@example.com"))},
		"lost_leading_zero.csv": {guest: &api.Guest{
			GivenName: "Max", Surname: "Zero", Email: "max@example.com", Phone: "+4917000000005", Address: "Str 1", City: "Dresden", PostalCode: "1067", Country: "DE",
		}},
		"address_of_two_lines.csv": {guest: new(func() api.Guest {
			g := at(london, "Mia", "Multi", "mia@example.com")
			g.Address = "1 High St, Flat 2"
			return g
		}())},
		"carriage_returns.csv": {guest: new(at(london, "Cora", "Cr", "cora@example.com"))},
		"header_only.csv":      {err: "no guest in it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in, err := readFile(t, name)
			var want []Entry
			if c.guest != nil {
				want = []Entry{{Guest: *c.guest}}
			}
			if !reflect.DeepEqual(in.Entries, want) {
				t.Errorf("got  %+v\nwant %+v", in.Entries, want)
			}
			if notes := in.Notes(); !slices.Equal(notes, c.notes) {
				t.Errorf("notes %q, want %q", notes, c.notes)
			}
			var problems []string
			for _, problem := range in.Problems {
				problems = append(problems, problem.Error())
			}
			if !slices.Equal(problems, c.problems) || fmt.Sprint(err) != fmt.Sprint(orNil(c.err)) {
				t.Errorf("problems %q, %v", problems, err)
			}
		})
	}
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) != 25 {
		t.Errorf("%d files, %v", len(files), err)
	}
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Names come in and go out letter by letter, by each format, and a name that no field takes is refused by its character.
func TestImport_Names(t *testing.T) {
	t.Parallel()
	card := func(name string) []byte {
		return []byte("BEGIN:VCARD\r\nVERSION:3.0\r\nN:" + name + ";" + name + ";;;\r\nEND:VCARD\r\n")
	}
	row := func(name string) []byte { return []byte("given_name,surname\n\"" + name + "\",\"" + name + "\"\n") }
	for _, name := range safetexttest.Names() {
		want := []Entry{{Guest: api.Guest{GivenName: name, Surname: name}}}
		for _, read := range []func() (Import, error){
			func() (Import, error) { return ReadCSV(row(name)) },
			func() (Import, error) { return ReadVCard(card(name)) },
			func() (Import, error) {
				var out bytes.Buffer
				_ = WriteCSV(&out, want)
				return ReadCSV(out.Bytes())
			},
			func() (Import, error) {
				var out bytes.Buffer
				_ = WriteVCard(&out, want)
				return ReadVCard(out.Bytes())
			},
		} {
			if in, err := read(); err != nil || in.Problems != nil || len(in.Notes()) > 0 || !reflect.DeepEqual(in.Entries, want) {
				t.Errorf("%+q came in as %+v, %v %v %v", name, in.Entries, err, in.Problems, in.Notes())
			}
		}
		b := NewBook(filepath.Join(t.TempDir(), "guests.jsonl"))
		if _, err := b.Put(want...); err != nil {
			t.Fatal(err)
		}
		if got, err := b.Entries(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+q is kept as %+v, %v", name, got, err)
		}
	}
	for name, character := range safetexttest.RefusedNames() {
		for where, read := range map[string]func() (Import, error){
			"line 2: given_name: ": func() (Import, error) { return ReadCSV(row(name)) },
			"card 1: given_name: ": func() (Import, error) { return ReadVCard(card(name)) },
		} {
			in, err := read()
			if err != nil || len(in.Entries) > 0 || len(in.Problems) != 1 || !strings.HasPrefix(in.Problems[0].Error(), where) || !strings.Contains(in.Problems[0].Error(), character) {
				t.Errorf("%+q: %+v, %v, %v", name, in.Entries, in.Problems, err)
			}
		}
	}
}

func TestExport_ComesInAgain(t *testing.T) {
	t.Parallel()
	want := []Entry{graham(), {Guest: api.Guest{GivenName: "Jürgen", Surname: "Groß, sen."}}, {Guest: api.Guest{Surname: `Back\slash`}}}
	want[0].At = time.Time{}
	var text bytes.Buffer
	if err := WriteCSV(&text, want); err != nil {
		t.Fatal(err)
	}
	if in, err := ReadCSV(text.Bytes()); err != nil || in.Problems != nil || !reflect.DeepEqual(in.Entries, want) {
		t.Errorf("CSV: %+v, %v", in, err)
	}
	text.Reset()
	if err := WriteVCard(&text, want); err != nil {
		t.Fatal(err)
	}
	want[0].Loyalty = nil
	if in, err := ReadVCard(text.Bytes()); err != nil || in.Problems != nil || !reflect.DeepEqual(in.Entries, want) {
		t.Errorf("vCard: %+v, %v", in, err)
	}
}

// wantProblems fails the test for each expected problem that an import lacks.
func wantProblems(t *testing.T, in Import, want ...string) {
	t.Helper()
	err := errors.Join(in.Problems...)
	for _, problem := range want {
		if err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("no %q in %v", problem, err)
		}
	}
	if len(in.Problems) != len(want) {
		t.Errorf("%d problems: %v", len(in.Problems), err)
	}
}

// Files of other programs have columns in any order, countries and phones as people write them, and faults.
func TestReadCSV_Problems(t *testing.T) {
	t.Parallel()
	in, err := ReadCSV([]byte("\ufeffSurname,given_name,country,telephone_number,loyalty_member\n" +
		"Groß,Jürgen,Germany,030 123456,\n,Mary,,,\nA,B,Narnia,,\n\"Two\nlines\",C,,,\nD,E,,030 1,\nF,G,,,7\nH,I,,,,,\nJ\x1b[2J,K,,,\n,,,,\nL,M,,0044 20 7946 0000,\n"))
	if err != nil || len(in.Entries) != 2 || in.Entries[0].Guest.Country != "DE" || in.Entries[0].Guest.Phone != "+4930123456" || in.Entries[1].Guest.Phone != "+442079460000" {
		t.Errorf("got %+v, %v", in.Entries, err)
	}
	wantProblems(
		t, in, "line 3: surname: needed", "line 4: country: ", "line 5: surname: it holds the control character U+000A", "line 7: telephone_number: add a country",
		"line 8: loyalty_program: required", "line 9: 7 fields, and 5 columns", "line 10: surname: it holds the control character U+001B",
	)
	for range 20 { // The problem that is named is the same each time.
		in, err := ReadCSV([]byte("surname,loyalty_program,loyalty_member\nLee,a\x01,b\x02\n"))
		if err != nil {
			t.Fatal(err)
		}
		wantProblems(t, in, "line 2: loyalty_program: it holds the control character U+0001")
	}
	for text, want := range map[string]string{
		"surnme,shoe size\nA,7":               `line 1: there is no column surname, and "surnme" is not known; the columns are given_name, surname, `,
		"":                                    "the file is empty: its first line has the columns given_name, ",
		"surname\nM\xfcller\nM\xc3\xbcller\n": "line 2 is not UTF-8, and line 3 is: save the whole file as UTF-8",
		"surname\nMuller\nM\xfcller\nM\x81\xfcller\n": "line 4 is neither UTF-8 nor Windows-1252: save the file as UTF-8",
		"surname\n,,\n": "no guest in it",
		"surname,\"given_name\nLee,Ann\nMay,Bob\n": "lines 1 to 3: the quotation mark of line 1 is not closed; line 1 must name the columns",
		"sur\"name\nLee\n":                         "line 1: a quotation mark is not closed, or stands within a field and is not doubled; line 1 must name the columns",
	} {
		if _, err := ReadCSV([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// If several columns hold one part of a guest, the import takes the first that is not empty and names the others once.
func TestReadCSV_SeveralColumns(t *testing.T) {
	t.Parallel()
	in, err := ReadCSV([]byte("Last Name,E-mail 2 - Value,E-mail 1 - Value,Business Street,Home City,Business City,Shoe size,Notes\n" +
		"A,a2@example.com,a1@example.com,1 Work St,Home,Work,7,\nB,b2@example.com,,1 Work St,,Work,8,\n"))
	want := []Entry{
		{Guest: api.Guest{Surname: "A", Email: "a1@example.com", City: "Home"}},
		{Guest: api.Guest{Surname: "B", Email: "b2@example.com", Address: "1 Work St", City: "Work"}},
	}
	if err != nil || in.Problems != nil || !reflect.DeepEqual(in.Entries, want) {
		t.Errorf("got %+v, %v", in, err)
	}
	notes := []string{
		`line 2: the column "E-mail 2 - Value" is not taken over`, `line 2: the column "Business Street" is not taken over`,
		`line 2: the column "Business City" is not taken over`, `line 2 and 1 other: the column "Shoe size" is not taken over`,
	}
	if got := in.Notes(); !slices.Equal(got, notes) {
		t.Errorf("notes %q", got)
	}
}

// A spreadsheet writes semicolons, headings with spaces, and sometimes a line that breaks off. The import takes the rows
// that are right, and the export writes no name as a formula.
func TestReadCSV_Spreadsheets(t *testing.T) {
	t.Parallel()
	in, err := ReadCSV([]byte("\ufeffGiven name;Surname;Email\r\nMary;Graham;m@example.com\r\nA;\"B\"x;\r\nAl;Ng;\r\nC;\"D"))
	if err != nil || len(in.Entries) != 2 || in.Entries[0].Guest.GivenName != "Mary" || in.Entries[1].Guest.Surname != "Ng" {
		t.Errorf("got %+v, %v", in.Entries, err)
	}
	wantProblems(
		t, in, "line 3: a quotation mark is not closed, or stands within a field and is not doubled",
		"line 5: a quotation mark is not closed, or stands within a field and is not doubled",
	)
	for _, name := range []string{"=cmd()", "'=cmd()", "'t Hooft", "-x", "@y"} {
		want, text := []Entry{{Guest: api.Guest{GivenName: "Mary", Surname: name, Phone: "+442079460000"}}}, bytes.Buffer{}
		if err := WriteCSV(&text, want); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text.String(), ","+name) != strings.HasPrefix(name, "'t") || !strings.Contains(text.String(), ",+44") {
			t.Errorf("%s goes out as %s", name, text.String())
		}
		if in, err := ReadCSV(text.Bytes()); err != nil || !reflect.DeepEqual(in.Entries, want) {
			t.Errorf("%s came back as %+v, %v", name, in, err)
		}
	}
}

// Google writes several values into one cell, and the import takes the first. Cells of the book's own columns are taken whole.
func TestReadCSV_SeveralValuesInACell(t *testing.T) {
	t.Parallel()
	in, err := ReadCSV([]byte("First Name,Last Name,E-mail 1 - Value,Phone 1 - Value,Address 1 - Street\n" +
		"Geo,Google,a@example.com ::: b@example.com,+1 202 555 0100 ::: +1 202 555 0101,1 Main St\n"))
	want := []Entry{{Guest: api.Guest{GivenName: "Geo", Surname: "Google", Email: "a@example.com", Phone: "+12025550100", Address: "1 Main St"}}}
	if err != nil || in.Problems != nil || !reflect.DeepEqual(in.Entries, want) {
		t.Errorf("got %+v, %v", in, err)
	}
	notes := []string{
		`line 2: another value of the column "E-mail 1 - Value" is not taken over`, `line 2: another value of the column "Phone 1 - Value" is not taken over`,
	}
	if got := in.Notes(); !slices.Equal(got, notes) {
		t.Errorf("notes %q", got)
	}
	in, err = ReadCSV([]byte("surname,address\nLee,Unit 1 ::: Pier 2\n"))
	if err != nil || len(in.Entries) != 1 || in.Entries[0].Guest.Address != "Unit 1 ::: Pier 2" || in.Notes() != nil && len(in.Notes()) > 0 {
		t.Errorf("got %+v, %v", in, err)
	}
}

// A quotation mark that is not closed swallows lines, and the problem names all of them.
func TestReadCSV_QuotationMarkNotClosed(t *testing.T) {
	t.Parallel()
	const columns = "surname,given_name\n"
	for text, want := range map[string]string{
		"\"Lee,Ann\nMay,Bob\nKim,Cy":           "lines 2 to 4: the quotation mark of line 2 is not closed",
		"\"Lee,Ann\nMay,\"Bob\"\nKim,Cy":       "lines 2 to 3: the quotation mark of line 2 is not closed",
		"\"Lee\nMay\",Bob \"the\" B\nKim,Cy":   "lines 2 to 3: a quotation mark is not closed, or stands within a field and is not doubled",
		"Lee,Ann \"the\" Great\nKim,Cy\n":      "line 2: a quotation mark is not closed, or stands within a field and is not doubled",
		"Lee,Ann\n\"May,Bob\nKim,Cy\nPak,Di\n": "lines 3 to 5: the quotation mark of line 3 is not closed",
	} {
		in, err := ReadCSV([]byte(columns + text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		wantProblems(t, in, want)
		lines := strings.Count(strings.TrimSpace(text), "\n") + 1
		named := 1
		if from, to := 0, 0; strings.HasPrefix(want, "lines") {
			if _, err := fmt.Sscanf(want, "lines %d to %d:", &from, &to); err != nil {
				t.Fatal(err)
			}
			named = to - from + 1
		}
		if len(in.Entries)+named != lines {
			t.Errorf("%q: %d lines are named, %d taken over, of %d", text, named, len(in.Entries), lines)
		}
	}
}

// vCard returns a file of cards, each given by its lines.
func vCard(cards ...string) []byte {
	var text strings.Builder
	for _, lines := range cards {
		text.WriteString("BEGIN:VCARD\r\n" + lines + "\r\nEND:VCARD\r\n")
	}
	return []byte(text.String())
}

// A line break within a guest's text begins no property of a card that goes out.
func TestWriteVCard_LineBreaks(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"\r", "\n", "\r\n"} {
		var text bytes.Buffer
		if err := WriteVCard(&text, []Entry{{Guest: api.Guest{Surname: "Doe" + end + "EMAIL:x@y.example"}}}); err != nil {
			t.Fatal(err)
		}
		if lines := strings.ReplaceAll(text.String(), "\r\n", ""); strings.Count(text.String(), "\r\n") != 5 || strings.ContainsAny(lines, "\r\n") {
			t.Errorf("%q is written as %q", end, text.String())
		}
	}
}

// A property's head that is folded after each letter takes linear time.
func TestReadVCard_LongFiles(t *testing.T) {
	folded := func(letters int) []byte {
		return vCard("N:Graham;Mary\r\nX-A;X=" + strings.Repeat("\r\n A", letters) + ":1")
	}
	short := testing.AllocsPerRun(1, func() { _, _ = ReadVCard(folded(5_000)) })
	long := testing.AllocsPerRun(1, func() { _, _ = ReadVCard(folded(40_000)) })
	if long > short+100 {
		t.Errorf("%.0f allocations for 40,000 folds, %.0f for 5,000", long, short)
	}
	if in, err := ReadVCard(folded(40_000)); err != nil || len(in.Entries) != 1 || !slices.Equal(in.Notes(), []string{"card 1: X-A is not taken over"}) {
		t.Errorf("got %+v, %v", in.Notes(), err)
	}
	if in, err := ReadVCard(vCard("N;X=\"a:b\r\n c\";Y=\"d:\r\n e\":Graham;Mary")); err != nil || len(in.Entries) != 1 || in.Entries[0].Guest.Surname != "Graham" {
		t.Errorf("a quoted colon in a folded head: %+v, %v", in, err)
	}
}

// A file has at most a page of notes, and one for all extensions of telephone numbers.
func TestImport_NotesAreBounded(t *testing.T) {
	t.Parallel()
	var properties, cards strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&properties, "X-%d:1\r\n", i)
	}
	in, err := ReadVCard(vCard(properties.String() + "N:Graham;Mary"))
	if notes := in.Notes(); err != nil || len(notes) != mostNotes+1 || notes[0] != "card 1: X-0 is not taken over" || notes[mostNotes] != "and 59,950 more notes, of other kinds" {
		t.Errorf("%d notes, the last %q, %v", len(notes), notes[len(notes)-1], err)
	}
	for i := range 2_000 {
		cards.Write(vCard(fmt.Sprintf("N:Graham;Mary\r\nTEL;VALUE=uri:tel:+442079460000;ext=%d", i+1)))
	}
	in, err = ReadVCard([]byte(cards.String()))
	if err != nil || len(in.Entries) != 2_000 || !slices.Equal(in.Notes(), []string{"card 1 and 1,999 others: the extension 1 of the telephone number is not taken over"}) {
		t.Errorf("%d guests, %q, %v", len(in.Entries), in.Notes(), err)
	}
}

func TestReadVCard_Problems(t *testing.T) {
	t.Parallel()
	in, err := ReadVCard(append(vCard(
		"VERSION:3.0\r\nN:Graham;Mary;;;\r\nTEL;TYPE=cell:+44 20 7946 0000\r\nADR;TYPE=home:;;12 Lamp Street;London;;N1 9GU;United Kingdom",
		"N:Phone;No;;;\r\nTEL:call me",
		"N;ENCODING=BASE64:###",
		"N;CHARSET=X-UNKNOWN:A;B",
		"N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=FCller;A",
		"EMAIL:nobody@example.com",
	), "BEGIN:VCARD\r\nN:No;End"...))
	if err != nil || len(in.Entries) != 1 || in.Entries[0].Guest.Country != "GB" || in.Entries[0].Guest.Phone != "+442079460000" {
		t.Errorf("got %+v, %v", in.Entries, err)
	}
	wantProblems(
		t, in, "card 2: telephone_number: add a country", "card 3: line 12: N is not valid BASE64: export the card again",
		"card 4: line 15: N is in the character set X-UNKNOWN, which Bellhop cannot read: save the file as UTF-8",
		"card 5: surname: it holds the replacement character U+FFFD", "card 6: surname: needed", "card 7: it has no END:VCARD: the file breaks off",
	)
	in, err = ReadVCard(append([]byte("BEGIN:VCARD\nN:No;End\n"), vCard("N:Ng;Al")...))
	if err != nil || len(in.Entries) != 1 || in.Entries[0].Guest.Surname != "Ng" {
		t.Errorf("got %+v, %v", in.Entries, err)
	}
	wantProblems(t, in, "card 1: it has no END:VCARD before line 3")
	if _, err := ReadVCard([]byte("surname\nA\n")); err == nil || err.Error() != "no guest in it" {
		t.Errorf("no cards: %v", err)
	}
}

// The reader takes vCards of each version and program, and names each property that it does not take over.
func TestReadVCard_Forms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines string
		want  api.Guest
		notes string
	}{
		"preferred": {
			"N:A\nEMAIL:1@example.com\nEMAIL;TYPE=work,pref:2@example.com\nTEL;FAX:+442079460000\nTEL;CELL:+442079460001",
			api.Guest{Surname: "A", Email: "2@example.com", Phone: "+442079460001"},
			"card 1: another EMAIL is not taken over|card 1: another TEL is not taken over",
		},
		"preference of version 4": {
			"VERSION:4.0\nN:A\nTEL;PREF=2:+442079460000\nTEL;PREF=1:+442079460001", api.Guest{Surname: "A", Phone: "+442079460001"}, "card 1: another TEL is not taken over",
		},
		"flat and box":              {"N:A\nADR:Box 7;Flat 3;1 High St;London;;N1;GB", api.Guest{Surname: "A", Address: "1 High St, Flat 3, Box 7", City: "London", PostalCode: "N1", Country: "GB"}, ""},
		"escapes":                   {"VERSION:3.0\nN:A\\;B\\\\C\\,D;E\nADR:;;1 High St\\nFlat 2;London", api.Guest{Surname: `A;B\C,D`, GivenName: "E", Address: "1 High St, Flat 2", City: "London"}, ""},
		"version 2.1":               {"VERSION:2.1\nN:A\\;B;C\\new", api.Guest{Surname: "A;B", GivenName: `C\new`}, ""},
		"semicolons encoded":        {"N;ENCODING=QUOTED-PRINTABLE:=41=3B=42=3B=3B=3B", api.Guest{Surname: "A", GivenName: "B"}, ""},
		"semicolon in a component":  {"N;ENCODING=QUOTED-PRINTABLE:A=3BB;C", api.Guest{Surname: "A;B", GivenName: "C"}, ""},
		"a blank of the text":       {"N;QUOTED-PRINTABLE:van=\n Dam;C", api.Guest{Surname: "van Dam", GivenName: "C"}, ""},
		"soft break before the end": {"FN;QUOTED-PRINTABLE:A=", api.Guest{Surname: "A="}, "card 1: the whole name (FN) is taken as the surname, because the name in parts (N) is missing"},
		"shift_jis":                 {"N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=8E=52=93=63;=89=D4", api.Guest{Surname: "山田", GivenName: "花"}, ""},
		"raw letters of a charset":  {"N;CHARSET=ISO-8859-2:\xa3uk;Ewa", api.Guest{Surname: "Łuk", GivenName: "Ewa"}, ""},
		"group and quotes":          {"a.b.N;LANGUAGE=\"x:y;z\":A;B", api.Guest{Surname: "A", GivenName: "B"}, ""},
		"a quotation mark alone":    {"N;X=\":A;B", api.Guest{Surname: "A", GivenName: "B"}, ""},
		"folded head":               {"N;LANG\n UAGE=en:A;B", api.Guest{Surname: "A", GivenName: "B"}, ""},
		"photo without folds":       {"N:A\nPHOTO;ENCODING=BASE64:AAAA\nBBBB\n\nEMAIL:a@example.com", api.Guest{Surname: "A", Email: "a@example.com"}, "card 1: PHOTO is not taken over"},
		"an agent":                  {"N:A\nAGENT:\nBEGIN:VCARD\nN:B\nEMAIL:b@example.com\nEND:VCARD\nEMAIL:a@example.com", api.Guest{Surname: "A", Email: "a@example.com"}, "card 1: AGENT is not taken over"},
		"no property":               {"N:A\nwhat", api.Guest{Surname: "A"}, "card 1, line 3: a line that is not a property is not taken over"},
		"no name of a property":     {"N:A\n\x1b[31mX:y", api.Guest{Surname: "A"}, "card 1, line 3: a line that is not a property is not taken over"},
		"empty name in parts":       {"N:;;;;\nFN:Cher", api.Guest{Surname: "Cher"}, "card 1: the whole name (FN) is taken as the surname, because the name in parts (N) is missing"},
		"direction marks":           {"N:A\nTEL:\u202a+44 20\u00a07946 0000\u202c", api.Guest{Surname: "A", Phone: "+442079460000"}, ""},
	} {
		in, err := ReadVCard(vCard(c.lines))
		if err != nil || in.Problems != nil || !reflect.DeepEqual(in.Entries, []Entry{{Guest: c.want}}) {
			t.Errorf("%s: %+v, %v, %v", name, in.Entries, in.Problems, err)
		}
		if notes := strings.Join(in.Notes(), "|"); notes != c.notes {
			t.Errorf("%s: notes %q", name, notes)
		}
	}
}

// Texts in UTF-16 are read with a byte order mark and without, in both orders.
func TestImport_UTF16(t *testing.T) {
	t.Parallel()
	for name, order := range map[string]binary.AppendByteOrder{"little endian": binary.LittleEndian, "big endian": binary.BigEndian} {
		for _, mark := range []string{"", "\ufeff"} {
			wide := func(text string) (out []byte) {
				for _, unit := range utf16.Encode([]rune(mark + text)) {
					out = order.AppendUint16(out, unit)
				}
				return out
			}
			want := []Entry{{Guest: api.Guest{GivenName: "\U0001f600", Surname: "Łuk"}}}
			if in, err := ReadCSV(wide("surname,given_name\nŁuk,\U0001f600\n")); err != nil || !reflect.DeepEqual(in.Entries, want) {
				t.Errorf("%s, CSV after %q: %+v, %v", name, mark, in, err)
			}
			if in, err := ReadVCard(wide("BEGIN:VCARD\r\nN;CHARSET=ISO-8859-1:Łuk;\U0001f600\r\nEND:VCARD\r\n")); err != nil || !reflect.DeepEqual(in.Entries, want) {
				t.Errorf("%s, vCard after %q: %+v, %v", name, mark, in, err)
			}
		}
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add([]byte("given_name,surname,email\nMary,Graham,m@example.com\n"))
	f.Add([]byte("surname;Home Street;loyalty_program;loyalty_member\nM\xfcller;\"1\r\n2\";a\x00;b\n"))
	f.Add([]byte("\xff\xfes\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		in, err := ReadCSV(text)
		if err != nil && in.Entries != nil {
			t.Fatalf("guests with %v", err)
		}
		fuzzAgain(t, in.Entries, WriteCSV, ReadCSV)
	})
}

func FuzzReadVCard(f *testing.F) {
	files, err := filepath.Glob("testdata/*.vcf")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		in, err := ReadVCard(text)
		if err != nil && in.Entries != nil {
			t.Fatalf("guests with %v", err)
		}
		fuzzAgain(t, in.Entries, WriteVCard, ReadVCard)
	})
}

// fuzzAgain writes guests that were read and reads them again.
func fuzzAgain(t *testing.T, list []Entry, write func(io.Writer, []Entry) error, read func([]byte) (Import, error)) {
	t.Helper()
	if len(list) == 0 {
		return
	}
	for i := range list {
		if list[i].check() != "" {
			t.Fatalf("%+v was taken", list[i])
		}
	}
	var out bytes.Buffer
	if err := write(&out, list); err != nil {
		t.Fatal(err)
	}
	again, err := read(out.Bytes())
	if err != nil || again.Problems != nil || !reflect.DeepEqual(again.Entries, list) {
		t.Fatalf("%+v came back as %+v, %v", list, again, err)
	}
}

// Photos are most of many files. The reader skips one in linear time, however it is folded.
func BenchmarkReadVCard_Photo(b *testing.B) {
	for _, size := range []int{1 << 20, 8 << 20} {
		b.Run(strconv.Itoa(size>>20)+"MB", func(b *testing.B) {
			text := vCard("N:Graham;Mary\r\nPHOTO;ENCODING=b:AAAA\r\n" + strings.Repeat(" "+strings.Repeat("A", 73)+"\r\n", size/76) + "EMAIL:m@example.com")
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if in, err := ReadVCard(text); err != nil || len(in.Entries) != 1 || in.Entries[0].Guest.Email == "" {
					b.Fatal(in, err)
				}
			}
		})
	}
}
