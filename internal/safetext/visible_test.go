package safetext

import "testing"

func TestVisible(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"deadlines": true, "Ali\u200creza": true, "\u2764\ufe0f": true, "a b": true, "": false, " ": false, "\u200b": false, "\u200d": false,
		"\u00ad": false, "\u3164": false, "a\u200bb": false, "a\tb": false, "a\u202eb": false, "\xff": false,
	} {
		if Visible(text) != want {
			t.Errorf("%+q is visible: %t", text, !want)
		}
	}
}
