// Package secret spells secrets, for the tests of what keeps them out of a
// recording.
package secret

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
)

// Spellings are the forms in which a text could slip through a redaction.
func Spellings(secret string) []string {
	quoted, _ := json.Marshal(secret) // A text has a JSON.
	var escaped strings.Builder
	for _, r := range secret {
		escaped.WriteString(`\u00`)
		escaped.WriteString(strings.ToLower(string("0123456789abcdef"[r>>4&15]) + string("0123456789abcdef"[r&15])))
	}
	return []string{
		secret, strings.Trim(string(quoted), `"`), url.QueryEscape(secret), url.PathEscape(secret), escaped.String(),
		base64.StdEncoding.EncodeToString([]byte(secret)), base64.URLEncoding.EncodeToString([]byte(secret)),
		base64.RawStdEncoding.EncodeToString([]byte(secret)),
	}
}
