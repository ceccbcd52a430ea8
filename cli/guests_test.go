package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/guests"
	"bellhop/cli/exit"
)

const offGuests = "The guest book is off: bookings are not kept in it. guest_book = \"on\" under [preferences] switches it on.\n"

func TestGuests(t *testing.T) {
	f := newFixture(t)
	demo := func(args ...string) []string { return append(append([]string{"guests"}, args...), "--profile", "demo") }
	f.want(demo("list"), exit.OK, offGuests+"The guest book is empty.\n", "")
	in, out := filepath.Join(f.home, "in.csv"), filepath.Join(f.home, "out.vcf")
	text := "given_name,surname,email,country,loyalty_program,loyalty_member\nMary,Graham,mary@example.com,gb,LX,778\nNobody,,x@example.com,,,\nAl,Ng,al@example.com,,,\n"
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f.want(demo("import", in), exit.Failed, "2 guests taken over, 2 of them new.\n", "bellhop: line 3: surname: needed; put the one name into the surname\n")
	code, list, errOut := f.run(demo("list", "--json")...)
	if code != exit.OK || errOut != "" || strings.Contains(list, "Mary") || !strings.Contains(list, "M··· G···") {
		t.Errorf("exit %d, %s, %s", code, list, errOut)
	}
	if code, list, _ := f.run(demo("list", "--show-guests")...); code != exit.OK || !strings.Contains(list, "Mary Graham  mary@example.com  GB  LX") {
		t.Errorf("exit %d, %s", code, list)
	}
	f.want(demo("export", out), exit.OK, "2 guests written, in full. The file is for your eyes only.\n", "")
	if info, err := os.Stat(out); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	f.want(demo("export", out), exit.Failed, "", "bellhop: HOME/out.vcf is there already: name another file, or remove it first\n")
	f.want(demo("remove", "AL@example.com"), exit.OK, "1 guest removed.\n", "")
	f.want(demo("remove", "al@example.com"), exit.Failed, "", "bellhop: no guest of the guest book has this address\n")
	f.want(demo("import", out), exit.OK, "2 guests taken over, 1 of them new.\n", "")
	if code, csv, _ := f.run(demo("export", "-")...); code != exit.OK || !strings.Contains(csv, "Mary,Graham,mary@example.com,,,,,,GB,LX,778\n") {
		t.Errorf("exit %d, %s", code, csv)
	}
	f.want(demo("export", "x.xls"), exit.Usage, "", "bellhop: the file's name tells the format: it ends in .csv or .vcf, or is - for CSV\n")
}

// A tab or a line break in a guest of an older book begins no cell and no row of the table.
func TestGuestsList_OneRowPerGuest(t *testing.T) {
	f := newFixture(t)
	list := []string{"guests", "list", "--profile", "demo", "--show-guests"}
	book := filepath.Join(f.home, "d", "bellhop", "demo", "guests.jsonl")
	odd := api.Guest{GivenName: "Ada", Surname: "Two\tcells\nTwo rows", Email: "a@example.com"}
	if _, err := guests.NewBook(book).Put(guests.Entry{Guest: odd}); err != nil {
		t.Fatal(err)
	}
	code, out, errOut := f.run(list...)
	if code != exit.OK || !strings.Contains(out, "a@example.com") || strings.Count(strings.TrimPrefix(out, offGuests), "\n") != 1 || strings.Contains(out, "  cells") {
		t.Errorf("exit %d, %q, %s", code, out, errOut)
	}
}

// Files of phones, spreadsheets and address books come in through the command and go out whole. What is not taken over is
// named, and a file without a guest ends with 1.
func TestGuestsImport_FilesOfOthers(t *testing.T) {
	for name, c := range map[string]struct {
		row, says string
		code      int
	}{
		"android_v21.vcf":          {"Jiří,Novák,jiri@example.com,+420600000001", "", exit.OK},
		"soft_break_and_blank.vcf": {"Иван,Петров,,+79000000003", "", exit.OK},
		"no_surname.vcf":           {"", "card 1: surname: needed", exit.Failed},
		"outlook_v21.vcf": {
			`Ruth,Mason,ruth@example.com,+12025550101,"1600 Example Ave NW, Box 2",Washington,DC,20001,US`, "the extension 123 of the telephone number is not taken over", exit.OK,
		},
		"windows1252.vcf":         {"Jörg,Müller,joerg2@example.com,+4917000000006", "read as Windows-1252 (a guess)", exit.OK},
		"windows1252.csv":         {"Jörg,Müller,joerg@example.com,+4917000000005,Straße 1,Köln,,50667,DE", "read as Windows-1252 (a guess)", exit.OK},
		"utf16_tabs.csv":          {"Bea,Tab,bea3@example.com,+442079460009", "", exit.OK},
		"formatted_name_only.vcf": {",Cher,cher@example.com,+13105550111", "is taken as the surname", exit.OK},
		"base64_name.vcf":         {"Ewa,Łuk,ewa@example.com,+48600000016", "", exit.OK},
		"google.csv":              {"Georgia,Google,geo@example.com,+12025550100,1 Main St,Springfield,,62701,US", `the column "Middle Name" is not taken over`, exit.OK},
		"outlook.csv":             {"Olga,Outlook,olga@example.com,+12025550101,1 Main St,Springfield,,62701,US", "", exit.OK},
		"header_only.csv":         {"", "no guest in it", exit.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			code, out, errOut := f.run("guests", "import", filepath.Join("..", "booking", "guests", "testdata", name), "--profile", "demo")
			if code != c.code || !strings.Contains(errOut, c.says) || c.says == "" && errOut != "" || strings.Contains(out, "1 guest taken over") != (c.row != "") {
				t.Errorf("exit %d, %s%s", code, out, errOut)
			}
			code, out, errOut = f.run("guests", "export", "-", "--profile", "demo")
			lines := strings.SplitAfter(out, "\n")
			if code != exit.OK || errOut != "" || len(lines) < 2 || !strings.HasPrefix(lines[1], c.row) || (c.row == "") != (lines[1] == "") {
				t.Errorf("exit %d, %s%s", code, out, errOut)
			}
		})
	}
}
