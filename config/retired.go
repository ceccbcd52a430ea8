package config

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Earlier versions read these settings and wrote this file. The settings are accepted, whatever they say, and ignored.
const (
	retiredCredential = "lookup_key"
	retiredGraphics   = "sixel"
	retiredPreset     = "emacs-like"
	retiredSums       = "sandbox.sum" // a file beside a sandbox's database
)

func retiredPreferences() []string {
	return []string{"pace", "update_check", "update_url", "update_key"}
}

// retiredActions returns the actions of the console that earlier versions had keys for.
func retiredActions() []string { return []string{"sort.reverse", "worst.earlier", "worst.later"} }

// retiredFiles returns the paths of files that earlier versions wrote.
func (p Paths) retiredFiles() []string {
	return []string{
		filepath.Join(p.StateDir, "pace.jsonl"),
		filepath.Join(p.DemoDir, "pace.jsonl"),
		filepath.Join(p.StateDir, "update.json"),
		filepath.Join(p.DemoDir, retiredSums),
		filepath.Join(p.SandboxDir, retiredSums),
	}
}

// retiredSettings returns the retired settings that the two files have, in order.
func retiredSettings(config, credentials *document) []string {
	var found []string
	add := func(path ...string) { found = append(found, written(path...)) }
	preferences, _ := config.values["preferences"].(map[string]any)
	for _, name := range retiredPreferences() {
		if _, ok := preferences[name]; ok {
			add("preferences", name)
		}
	}
	if preferences["photo_graphics"] == retiredGraphics {
		add("preferences", "photo_graphics = "+retiredGraphics)
	}
	keys, _ := config.values["keys"].(map[string]any)
	if keys[presetKey] == retiredPreset {
		add("keys", presetKey+" = "+retiredPreset)
	}
	for _, action := range retiredActions() {
		screen, name, _ := strings.Cut(action, ".")
		nested, _ := keys[screen].(map[string]any)
		if keys[action] != nil || nested[name] != nil {
			add("keys", action)
		}
	}
	for _, profile := range slices.Sorted(maps.Keys(credentials.values)) {
		table, _ := credentials.values[profile].(map[string]any)
		switch table[retiredCredential] {
		case nil:
		case string(InKeyring):
			add(profile, retiredCredential+" (in the keyring: "+profile+": look-up key)")
		default:
			add(profile, retiredCredential)
		}
	}
	return found
}

// TakeRetiredNotice names the settings and files of earlier versions that Bellhop ignores. Each is named once: what an earlier
// notice has named is left out, and a notice without names is "". The settings of a file that cannot be read are left for later.
func (p Paths) TakeRetiredNotice() string {
	var settings []string
	if _, config, credentials, err := readStored(p, false); err == nil {
		settings = retiredSettings(config, credentials)
	}
	return p.takeNotice(settings, p.retiredFiles())
}

// TakeRetiredNoticeOf is TakeRetiredNotice for the folder of a sandbox's data.
func (p Paths) TakeRetiredNoticeOf(dataDir string) string {
	return p.takeNotice(nil, []string{filepath.Join(dataDir, retiredSums)})
}

func (p Paths) takeNotice(settings, paths []string) string {
	var files []string
	for _, path := range paths {
		switch {
		case !isFile(path):
		case isFile(path + ".lock"):
			files = append(files, path+" (and .lock)")
		default:
			files = append(files, path)
		}
	}
	before, _ := readFile(p.RetiredFile) // If it cannot be read, nothing was named.
	named, words := string(before), ""
	for _, kind := range []struct {
		title string
		names []string
	}{{"Settings: ", settings}, {"Files: ", files}} {
		kind.names = slices.DeleteFunc(kind.names, func(name string) bool { return slices.Contains(strings.Split(named, "\n"), name) })
		if len(kind.names) > 0 {
			named += strings.Join(kind.names, "\n") + "\n"
			words += " " + kind.title + strings.Join(kind.names, ", ") + "."
		}
	}
	if words == "" {
		return ""
	}
	_ = writeFile(p.RetiredFile, before, []byte(named)) // If it cannot be written, the notice comes again.
	return "No longer used, and left unchanged." + words
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
