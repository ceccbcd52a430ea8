package activity

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"bellhop/api/traffic"
)

// Reasons why a request cannot be copied.
var (
	errGone = errors.New("its body is not kept any more")
	errCut  = errors.New("its body is too large to be kept, and only its beginning is")
)

// The variables that hold the account and its key. They are those that the program itself reads.
const (
	accountVariable = "BELLHOP_ACCOUNT"
	tokenVariable   = "BELLHOP_TOKEN"
)

// Curl returns a request as a command for a shell. Its secrets, and what was masked of a guest, are variables: a shell
// stops where one is not set. What is said in comments above it names them.
func Curl(x traffic.Exchange) (string, error) {
	switch {
	case x.Request.Gone:
		return "", errGone
	case x.Request.Cut:
		return "", errCut
	}
	c := curl{names: map[string]string{}}
	lines := []string{"curl -sS -X " + quote(x.Method)}
	target := x.Base + x.Path
	var sent []string
	for _, p := range x.Query {
		if p.Masked {
			sent = append(sent, "--get --data-urlencode "+quote(p.Name+"=")+c.variable(p.Name, "FILTER_"+p.Name))
		} else {
			sep := "?"
			if strings.Contains(target, "?") {
				sep = "&"
			}
			target += sep + url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value)
		}
	}
	lines[0] += " " + quote(target)
	lines = append(lines, fmt.Sprintf(`-u "${%s:?}:${%s:?}"`, accountVariable, tokenVariable), "-H 'Accept: application/json'")
	lines = append(lines, sent...)
	if len(x.Request.Text) > 0 {
		body, err := c.body(x.Request.Text)
		if err != nil {
			return "", err
		}
		lines = append(lines, "-H 'Content-Type: application/json'", "--data-raw "+body)
	}
	return c.comments(x) + strings.Join(lines, " \\\n  ") + "\n", nil
}

// A curl is a command that is being written.
type curl struct {
	names map[string]string // of the variables, by the path of what they stand for
	order []string
}

func (c *curl) comments(x traffic.Exchange) string {
	text := "# " + x.Operation + ". Set first: " + strings.Join(append([]string{accountVariable, tokenVariable}, c.order...), " ") + "\n"
	if len(c.order) > 0 {
		text += "# What is secret or a guest's is not kept: the variables stand for it, written as in JSON.\n"
	}
	if x.Write {
		text += "# This is a write: each time it is run it is another one.\n"
	}
	return text
}

// quote writes a text so that a POSIX shell reads it as one word, and as it is.
func quote(text string) string { return "'" + inQuotes([]byte(text)) + "'" }

// inQuotes writes a text as it stands between single quotes.
func inQuotes(text []byte) string { return strings.ReplaceAll(string(text), "'", `'\''`) }

// variable returns the variable that stands for a value, within double quotes.
func (c *curl) variable(path, name string) string {
	known, ok := c.names[path]
	if !ok {
		known = variableName(name)
		for n := 2; slices.Contains(c.order, known) || known == accountVariable || known == tokenVariable; n++ {
			known = fmt.Sprintf("%s_%d", variableName(name), n)
		}
		c.names[path] = known
		c.order = append(c.order, known)
	}
	return `"${` + known + `:?}"`
}

// variableName makes of a text a name that a shell takes.
func variableName(text string) string {
	var b strings.Builder
	for _, r := range strings.ToUpper(text) {
		switch {
		case r >= 'A' && r <= 'Z', r == '_', r >= '0' && r <= '9' && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	name := strings.Trim(b.String(), "_")
	if name == "" {
		return "VALUE"
	}
	return name
}

// body writes JSON as one word of a shell, with variables in place of what is masked in it.
func (c *curl) body(text []byte) (string, error) {
	var out strings.Builder
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
	from := int64(0)
	for {
		kind := d.PeekKind()
		if kind != '"' {
			if _, err := d.ReadToken(); err != nil {
				break
			}
			continue
		}
		raw, err := d.ReadValue()
		if err != nil {
			break
		}
		mask, masked := maskOf(raw, d)
		if !masked {
			continue
		}
		pointer := string(d.StackPointer())
		variable := c.variable(pointer, fieldVariable(pointer))
		end := d.InputOffset()
		out.WriteString(inQuotes(text[from : end-int64(len(raw))]))
		if mask == traffic.MaskedNumber || mask == traffic.MaskedBool {
			out.WriteString("'" + variable + "'")
		} else {
			out.WriteString(`"'` + variable + `'"`)
		}
		from = end
	}
	if !jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true)) {
		return "", errCut
	}
	return "'" + out.String() + inQuotes(text[from:]) + "'", nil
}

// maskOf reports whether a string just read is a value that something stands for, and what that was.
func maskOf(raw jsontext.Value, d *jsontext.Decoder) (kind string, masked bool) {
	if parent, length := d.StackIndex(d.StackDepth()); parent == '{' && length%2 == 1 {
		return "", false // It is the name of a member.
	}
	unquoted, _ := jsontext.AppendUnquote(nil, raw)
	switch text := string(unquoted); text {
	case traffic.Secret, traffic.MaskedNumber, traffic.MaskedBool, traffic.Masked:
		return text, true
	default:
		first, found := strings.CutSuffix(text, traffic.Masked)
		return traffic.Masked, found && utf8.RuneCountInString(first) == 1
	}
}

// fieldVariable names the variable for a field by its path.
func fieldVariable(pointer string) string {
	path := strings.TrimPrefix(pointer, "/")
	switch path {
	case "payment/guest/token":
		return "BELLHOP_PAYMENT_TOKEN"
	case "payment/guest/cvv":
		return "BELLHOP_CVV"
	case "payment/partner/token":
		return "PARTNER_TOKEN"
	}
	if rest, ok := strings.CutPrefix(path, "guests/primary/"); ok {
		return "GUEST_" + rest
	}
	if rest, ok := strings.CutPrefix(path, "custom_data/"); ok {
		return "CUSTOM_" + rest
	}
	return path
}
