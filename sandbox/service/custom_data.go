package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"bellhop/sandbox/jsontree"
)

const (
	maxPairs        = 10
	maxKey          = 32
	keyLetters      = lower + "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-"
	maxValue        = 128
	forbiddenInData = `><"'\`
)

// ReadCustomData reads custom_data by the rules of SPEC 8, and returns it as
// sent together with its values in the form that the list filter compares.
func ReadCustomData(f *jsontree.Fields) (json.RawMessage, []string) {
	if _, there := f.Get("custom_data", jsontree.Optional); !there {
		return nil, nil
	}
	data := f.Object("custom_data", jsontree.Optional)
	if data.Absent {
		return nil, nil
	}
	if len(data.Members) > maxPairs {
		f.Problems.Add(data.Path, "has more than %d pairs", maxPairs)
	}
	var values []string
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range data.Members {
		path := data.At(m.Name)
		if !IsDataKey(m.Name) {
			f.Problems.Add(path, "must be a key of 1 to %d letters, digits, underscores and hyphens", maxKey)
		}
		text, normal := readCustomValue(f.Problems, path, m.Value)
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", m.Name, text)
		values = append(values, normal)
	}
	b.WriteByte('}')
	return b.Bytes(), values
}

// IsDataKey reports whether custom_data can have a key.
func IsDataKey(key string) bool {
	return key != "" && len(key) <= maxKey && strings.Trim(key, keyLetters) == ""
}

func readCustomValue(p *jsontree.Problems, path []string, v jsontree.Value) (text []byte, normal string) {
	switch v.Kind {
	case jsontree.String:
		checkDataText(p, path, v.Text)
		text, err := jsontree.Encode(v.Text)
		if err != nil {
			p.Add(path, "is not a valid string")
		}
		return text, textValue(v.Text)
	case jsontree.Number:
		d, ok := jsontree.ParseDecimal(v.Text)
		if !ok || len(v.Text) > maxValue {
			p.Add(path, "is out of range")
		}
		return []byte(v.Text), "n:" + d.String()
	case jsontree.Bool:
		normal = fmt.Sprintf("b:%t", v.Bool)
		return []byte(normal[2:]), normal
	default:
		p.Add(path, "must be a string, a number or a boolean")
		return nil, ""
	}
}

// checkDataText checks a custom_data string, stored or searched for (SPEC 8).
// The limit counts characters, not bytes.
func checkDataText(p *jsontree.Problems, path []string, text string) {
	if len([]rune(text)) > maxValue {
		p.Add(path, "must be at most %d characters", maxValue)
	}
	if strings.ContainsAny(text, forbiddenInData) {
		p.Add(path, "must not hold any of the characters %s", forbiddenInData)
	}
}

func textValue(s string) string { return "s:" + s }

// FilterValues lists what a filter value matches: the string itself, and the
// number or boolean that it looks like (SPEC 4.6, WIRE 3a).
func FilterValues(text string) []string {
	list := []string{textValue(text)}
	if d, ok := jsontree.ParseDecimal(text); ok {
		list = append(list, "n:"+d.String())
	}
	if text == "true" || text == "false" {
		list = append(list, "b:"+text)
	}
	return list
}
