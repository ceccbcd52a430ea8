package cli_test

import (
	"strings"
	"testing"

	"bellhop/cli/exit"
)

// A guest's file is read with the byte order mark of an editor, and its errors name the field that was meant.
func TestBook_GuestFile(t *testing.T) {
	f, draft := drafted(t)
	guest := f.file("guest.json", scriptGuest)
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"byte order mark": {[]string{"--from", draft, "--guest", f.file("mark.json", "\ufeff"+scriptGuest)}, ""},
		"misspelt":        {[]string{"--from", draft, "--guest", f.file("misspelt.json", strings.Replace(scriptGuest, "postal_code", "postcode", 1))}, `line 2: unknown field "postcode": did you mean postal_code?`},
		"a draft":         {[]string{"--from", draft, "--guest", draft}, "this is not a guest but a draft"},
		"no draft":        {[]string{"--from", guest}, "this is not a draft but a guest: --guest takes it"},
		"wrong field":     {[]string{"--from", draft, "--guest", f.file("wrong.json", strings.Replace(scriptGuest, "ada@", "ada", 1))}, "guest.email: an address like name@example.com"},
		"refused":         {[]string{"--from", draft, "--guest", f.file("refused.json", strings.Replace(scriptGuest, "Rossi", `\u202eissoR`, 1))}, "surname: it holds the direction control U+202E, which has no place here"},
	} {
		code, out, errOut := f.run(append([]string{"book", "--dry-run"}, c.args...)...)
		switch {
		case c.want == "" && (code != exit.OK || !strings.Contains(out, "Rossi")):
			t.Errorf("%s: exit %d, %s%s", name, code, out, errOut)
		case c.want != "" && (code != exit.Usage || out != "" || !strings.Contains(errOut, c.want)):
			t.Errorf("%s: exit %d, %s%s", name, code, out, errOut)
		}
	}
}
