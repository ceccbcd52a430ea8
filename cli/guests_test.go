package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	f.want(demo("import", in), exit.Failed, "2 guests taken over, 2 of them new.\n", "bellhop: line 3: surname: needed\n")
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
