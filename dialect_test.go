package main

import (
	"reflect"
	"testing"

	"bellhop/api"
	"bellhop/config"
)

// Every key that a profile may set changes one field of the dialect, no two
// keys the same, and no field is left without a key.
func TestEveryDialectKeyHasItsField(t *testing.T) {
	standard := reflect.ValueOf(api.DefaultDialect())
	keyOf := map[string]string{}
	for _, key := range config.DialectKeys() {
		d, err := dialectOf(map[string]string{key: "changed"})
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		var changed []string
		got := reflect.ValueOf(d)
		for i := range got.NumField() {
			name := got.Type().Field(i).Name
			switch text := got.Field(i).String(); {
			case text == "changed":
				changed = append(changed, name)
			case text != standard.Field(i).String():
				t.Errorf("%s makes %s %q", key, name, text)
			}
		}
		if len(changed) != 1 || keyOf[changed[0]] != "" {
			t.Errorf("%s changes %q; other keys: %v", key, changed, keyOf)
			continue
		}
		keyOf[changed[0]] = key
	}
	if len(keyOf) != standard.NumField() {
		t.Errorf("%d of %d names can be set", len(keyOf), standard.NumField())
	}
}

func TestADialectCanLackEverything(t *testing.T) {
	none := map[string]string{}
	for _, key := range config.DialectKeys() {
		none[key] = ""
	}
	if d, err := dialectOf(none); err != nil || d != (api.Dialect{}) {
		t.Errorf("got %+v, %v", d, err)
	}
	if d, err := dialectOf(nil); err != nil || d != api.DefaultDialect() {
		t.Errorf("no overrides: got %+v, %v", d, err)
	}
}

func TestAnUnknownDialectKeyIsAnError(t *testing.T) {
	_, err := dialectOf(map[string]string{"simulation": "", "colour": "red"})
	if err == nil || err.Error() != `the dialect has no name for "colour"` {
		t.Errorf("got %v", err)
	}
}
