package config

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

const secretText = "key-SECRET-0001"

// holder has a secret in fields whose methods package fmt cannot call.
type holder struct {
	one     Secret
	pointer *Secret
	list    []Secret
	byName  map[string]Secret
	asKey   map[Secret]int
	any     any
	inner   struct{ deep [2]Secret }
}

// TestSecretsAreNeverPrinted prints a secret in every way, wherever it stands.
func TestSecretsAreNeverPrinted(t *testing.T) {
	s := NewSecret(secretText)
	h := holder{one: s, pointer: &s, list: []Secret{s}, byName: map[string]Secret{"a": s}, asKey: map[Secret]int{s: 1}, any: s}
	h.inner.deep[1] = s
	file := stored{credentials: map[string]Secret{"a": s}}
	values := map[string]any{
		"secret": s, "pointer": &s, "list": []Secret{s}, "map": map[string]Secret{"a": s}, "holder": h, "&holder": &h,
		"holders": []any{h, &h}, "profile": Profile{Token: s}, "config": Config{Profile: Profile{Token: s}, Profiles: []Profile{{Token: s}}},
		"new profile": NewProfile{Token: s}, "stored": file, "editor": editor{stored: file}, "resolver": &resolver{file: file},
	}
	for name, value := range values {
		for _, verb := range "vTtbcdoOqxXUeEfFgGsp" {
			for _, flags := range []string{"", "+", "#", " ", "0", "-9", "+#", "40.30"} {
				wantNoSecret(t, name, fmt.Sprintf("%"+flags+string(verb), value))
			}
		}
		wantNoSecret(t, name+" Sprint", fmt.Sprint(value)+fmt.Sprintln(value))
		for encoder, encode := range map[string]func() ([]byte, error){
			"json": func() ([]byte, error) { return json.Marshal(value) },
			"xml":  func() ([]byte, error) { return xml.Marshal(value) },
			"toml": func() ([]byte, error) { return toml.Marshal(value) },
			"gob": func() ([]byte, error) {
				var b bytes.Buffer
				err := gob.NewEncoder(&b).Encode(value)
				return b.Bytes(), err
			},
		} {
			if text, err := encode(); err == nil {
				wantNoSecret(t, name+" "+encoder, string(text))
			} else {
				wantNoSecret(t, name+" "+encoder+" error", err.Error())
			}
		}
		var log bytes.Buffer
		for _, handler := range []slog.Handler{slog.NewTextHandler(&log, nil), slog.NewJSONHandler(&log, nil)} {
			slog.New(handler).Info("x", "value", value)
		}
		wantNoSecret(t, name+" slog", log.String())
	}
	// A printer that walks by reflection alone finds no text either.
	wantNoSecret(t, "reflection", texts(reflect.ValueOf(h)))
	for _, verb := range "vsqxXdbt" {
		if got := fmt.Sprintf("%"+string(verb), s); got != redacted {
			t.Errorf("%%%c prints %s", verb, got)
		}
	}
	if got := fmt.Sprintf("%+v %#v", s, s); got != redacted+" "+redacted {
		t.Errorf("a secret prints as %s", got)
	}
}

// texts is all that can be read as a text below a value, fields that are not
// exported included.
func texts(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return v.String() + "\n"
	case reflect.Struct:
		all := ""
		for i := range v.NumField() {
			all += texts(v.Field(i))
		}
		return all
	case reflect.Slice, reflect.Array:
		all := ""
		for i := range v.Len() {
			all += texts(v.Index(i))
		}
		return all
	case reflect.Map:
		all := ""
		for _, k := range v.MapKeys() {
			all += texts(k) + texts(v.MapIndex(k))
		}
		return all
	case reflect.Interface:
		return texts(v.Elem())
	default:
		return ""
	}
}

func wantNoSecret(t *testing.T, where, text string) {
	t.Helper()
	b := []byte(secretText)
	for _, spelled := range []string{
		secretText, hex.EncodeToString(b), fmt.Sprintf("% x", b), fmt.Sprintf("%#x", b), fmt.Sprintf("%d", b), fmt.Sprintf("%o", b),
		strconv.QuoteToASCII(secretText), base64.StdEncoding.EncodeToString(b),
	} {
		if strings.Contains(strings.ToLower(text), strings.ToLower(spelled)) {
			t.Errorf("%s shows the secret: %s", where, text)
			return
		}
	}
}

func TestSecretsCompare(t *testing.T) {
	if NewSecret("a") != NewSecret(strings.ToLower("A")) || NewSecret("a") == NewSecret("b") || NewSecret("") != (Secret{}) {
		t.Error("secrets do not compare by their text")
	}
	if NewSecret("a").Reveal() != "a" || (Secret{}).Reveal() != "" || !(Secret{}).IsZero() || NewSecret("a").IsZero() {
		t.Error("a secret loses its text")
	}
}
