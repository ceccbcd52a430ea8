package document

import (
	_ "embed" // the page's template
	"fmt"
	"html/template"
	"strings"
	"sync"
)

//go:embed page.html.tmpl
var pageText string

var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// HTML returns the document as one page that asks for nothing: no script, no picture, no font. It prints on A4 and on
// Letter.
func (d Document) HTML() (string, error) {
	var b strings.Builder
	if err := page().Execute(&b, d.printed()); err != nil {
		return "", fmt.Errorf("writing the page: %w", err)
	}
	return b.String(), nil
}
