package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/licensecheck"
)

// wtfpl is a licence that is known and not allowed.
const wtfpl = `            DO WHAT THE FUCK YOU WANT TO PUBLIC LICENSE
                    Version 2, December 2004

 Copyright (C) 2004 Sam Hocevar <sam@hocevar.net>

 Everyone is permitted to copy and distribute verbatim or modified
 copies of this license document, and changing it is allowed as long
 as the name is changed.

            DO WHAT THE FUCK YOU WANT TO PUBLIC LICENSE
   TERMS AND CONDITIONS FOR COPYING, DISTRIBUTION AND MODIFICATION

  0. You just DO WHAT THE FUCK YOU WANT TO.
`

const page = "by hand\n" + tableBegin + "old\n" + tableEnd + "by hand too\n"

const works = `[
	{"name": "Towns", "what": "Where towns are", "by": "Ida", "from": "https://example.com/towns 1.0", "licences": ["CC-BY-4.0", "public domain"],
		"notice": "Contains towns by Ida, which are under CC BY 4.0 and in a sentence that is longer than a line of eighty columns.",
		"changes": "joined", "texts": ["towns/NOTICE"], "files": ["towns.tsv"]},
	{"name": "program", "own": true, "files": ["ours.txt"], "packages": ["example.com/both/used"]}
]`

// files returns a program of two systems with four modules beside it: one on both
// systems, one on one, one that its test needs, and one that nothing needs. All
// are real to go, which takes them from folders.
func files(t *testing.T) map[string]string {
	t.Helper()
	mit, err := licenceText("go-localereader")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"go.mod": `module example.com/program
go 1.26
require (
	example.com/both v1.2.0
	example.com/windows v1.0.0
	example.com/tested v0.3.0
	example.com/unused v1.0.0
)
replace example.com/both => ./both
replace example.com/windows => ./windows
replace example.com/tested => ./tested
replace example.com/unused => ./unused
`,
		"main.go":                "package main\nimport _ \"example.com/both/used\"\nfunc main() {}\n",
		"main_windows.go":        "package main\nimport _ \"example.com/windows\"\n",
		"main_test.go":           "package main\nimport _ \"example.com/tested\"\n",
		".goreleaser.yaml":       "builds:\n- main: .\n  flags: [-trimpath]\n  env: [CGO_ENABLED=0]\n  goos: [linux, windows]\n  goarch: [amd64]\n",
		"docs/attribution.md":    page,
		"LICENSE":                "The licence of the program itself.\n",
		worksName:                works,
		packedName:               "",
		"towns/NOTICE":           "Towns by Ida.\n\f\nAll of them.\n",
		"both/go.mod":            "module example.com/both\ngo 1.26\n",
		"both/LICENSE.txt":       strings.ReplaceAll(mit, "\n", "\r\n"),
		"both/licence.go":        "package both\n",
		"both/used/used.go":      "package used\n\nimport _ \"embed\"\n\n//go:embed COPYING\nvar Text string\n",
		"both/used/LICENSE":      mit,
		"both/used/COPYING":      "The work of Ada.\n" + mit,
		"both/unused/unused.go":  "package unused\n",
		"both/unused/LICENSE":    wtfpl,
		"windows/go.mod":         "module example.com/windows\ngo 1.26\n",
		"windows/windows.go":     "package windows\n",
		"windows/README.md":      "It is under MIT, by Grace.\n",
		"tested/go.mod":          "module example.com/tested\ngo 1.26\n",
		"tested/tested.go":       "package tested\n",
		"tested/LICENSE":         "Edsger's.\n" + mit,
		"unused/go.mod":          "module example.com/unused\ngo 1.26\n",
		"unused/LICENSE":         wtfpl,
		".ci/tools/check/go.mod": "module example.com/check\ngo 1.26\nrequire github.com/google/licensecheck v0.3.1\n",
	}
}

// read returns what a person read of those.
func read() []readText {
	return []readText{
		readByHand[0], // of Go
		{
			module: "example.com/windows", file: "README.md", ids: []string{"MIT"}, add: "go-localereader",
			sha256: "d5f68bb92e86b81aaeb80569181b89317a0874fd44bfe8b13fb5e9dc6a9b5a0f",
		},
	}
}

func write(t *testing.T, files map[string]string) project {
	t.Helper()
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	files = maps.Clone(files)
	files[".ci/tools/check/go.sum"] = string(sums)
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOPROXY", "off")
	return project{root: root, read: read()}
}

func (p project) file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWrite_PageNamesWhatIsBuilt(t *testing.T) {
	p := write(t, files(t))
	if err := run(t.Context(), p, []string{"write"}, io.Discard); err != nil {
		t.Fatal(err)
	}
	want := "by hand\n" + tableBegin + `
| Data | What | By, from | Licence | Changes |
|---|---|---|---|---|
| Towns | Where towns are | Ida, https://example.com/towns 1.0 | CC-BY-4.0, public domain | joined |

| Module | Version | Licence | Used in |
|---|---|---|---|
| Go: runtime and standard library | of the release | BSD-3-Clause | program |
| example.com/both | v1.2.0 | MIT | program |
| example.com/windows | v1.0.0 | MIT | program on windows |
| example.com/tested | v0.3.0 | MIT | tests |
| github.com/google/licensecheck | v0.3.1 | BSD-3-Clause | gate |

` + tableEnd + "by hand too\n"
	if got := p.file(t, pageName); got != want {
		t.Errorf("the page is\n%s\nand should be\n%s", got, want)
	}
}

func TestWrite_TextsAreThoseOfTheProgram(t *testing.T) {
	p := write(t, files(t))
	if err := run(t.Context(), p, []string{"write"}, io.Discard); err != nil {
		t.Fatal(err)
	}
	got, err := p.committed()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\nBellhop\nMIT\n\nThe licence of the program itself.\n", "\nGo: runtime and standard library\n", "The Go Authors",
		"\nexample.com/both v1.2.0\nMIT\n", "Permission is hereby granted",
		"--- LICENSE.txt\n", "--- used/COPYING\n\nThe work of Ada.", "It is under MIT, by Grace.", "(c) Yasuhiro Matsumoto",
		"\nTowns\nCC-BY-4.0, public domain\n\nWhere towns are\n\nBy: Ida\n\nFrom: https://example.com/towns 1.0\n\nChanges: joined\n\n" +
			"Contains towns by Ida, which are under CC BY 4.0 and in a sentence that is\nlonger than a line of eighty columns.\n\n--- NOTICE\n\nTowns by Ida.\n\nAll of them.\n",
		"\nThe text of CC-BY-4.0\n",
		"\n--- used/LICENSE: the same text as LICENSE.txt of example.com/both v1.2.0 above\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the texts lack %q", want)
		}
	}
	for _, other := range []string{"Edsger", "licensecheck", "Sam Hocevar", "\r", "\f", "boring", "example.com/unused", "go1."} {
		if strings.Contains(got, other) {
			t.Errorf("the texts hold %q", other)
		}
	}
}

// TestCheck holds what is committed to what would be made now.
func TestCheck(t *testing.T) {
	p := write(t, files(t))
	check := func() error { return run(t.Context(), p, []string{"check"}, io.Discard) }
	if err := check(); err == nil {
		t.Error("nothing is made, and it passes")
	}
	if err := run(t.Context(), p, []string{"write"}, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := check(); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{pageName: "line 4", worksName: packedName, "both/LICENSE.txt": packedName} {
		before := p.file(t, name)
		put(t, p, name, strings.NewReplacer("By, from", "From", "joined", "cut", "\nPermission", "\nMore.\nPermission").Replace(before))
		if err := check(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "go generate") {
			t.Errorf("after a change of %s: %v", name, err)
		}
		put(t, p, name, before)
	}
}

// TestLicenceTexts holds each text of a licence to its name. The recogniser knows all but Unicode's, and of Creative
// Commons' not the words around the licence.
func TestLicenceTexts(t *testing.T) {
	names, err := licenceTexts.ReadDir("texts")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range names {
		id := strings.TrimSuffix(entry.Name(), ".txt")
		text, err := licenceText(id)
		if err != nil {
			t.Fatal(err)
		}
		if id == "Unicode-3.0" {
			if !strings.HasPrefix(text, "UNICODE LICENSE V3\n") {
				t.Errorf("%s is another text", entry.Name())
			}
			continue
		}
		want := cmp.Or(map[string]string{"go-localereader": "MIT"}[id], id)
		if found := licensecheck.Scan([]byte(text)); found.Percent < 85 || found.Match[0].ID != want {
			t.Errorf("%s: %.0f per cent of it are %v", entry.Name(), found.Percent, found.Match)
		}
	}
}

func put(t *testing.T, p project, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.root, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Whatever is not clear stops the gate, and the error says where to look.
func TestRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(files map[string]string, p *project)
		want   []string
	}{
		"an unknown text": {
			func(files map[string]string, _ *project) {
				files["tested/LICENSE"] = "All rights reserved, and all wrongs.\n"
			},
			[]string{"example.com/tested v0.3.0, LICENSE", "read it"},
		},
		"a condition beside a known licence": {
			func(files map[string]string, _ *project) {
				files["tested/LICENSE"] += strings.Repeat("Not to be used on Sundays. ", 10)
			},
			[]string{"example.com/tested v0.3.0, LICENSE", "read it"},
		},
		"an empty text": {
			func(files map[string]string, _ *project) { files["tested/LICENSE"] = "" },
			[]string{"example.com/tested v0.3.0, LICENSE", "read it"},
		},
		"terms that are not allowed": {
			func(files map[string]string, _ *project) { files["both/used/COPYING"] = wtfpl },
			[]string{"example.com/both v1.2.0, used/COPYING", "WTFPL", "not allowed"},
		},
		"no licence": {
			func(files map[string]string, _ *project) { delete(files, "tested/LICENSE") },
			[]string{"example.com/tested v0.3.0 has no licence file"},
		},
		"another text than was read": {
			func(files map[string]string, _ *project) { files["windows/README.md"] += "No more.\n" },
			[]string{"example.com/windows v1.0.0, README.md", "not the text that was read", "sha256"},
		},
		"a text that was read and is gone": {
			func(files map[string]string, _ *project) { delete(files, "windows/README.md") },
			[]string{"example.com/windows", "README.md"},
		},
		"what was read is not needed": {
			func(_ map[string]string, p *project) { p.read = append(p.read, readText{module: "example.com/gone"}) },
			[]string{"example.com/gone", "remove it"},
		},
		"a module that embeds files": {
			func(files map[string]string, _ *project) {
				files[worksName] = strings.ReplaceAll(works, `, "packages": ["example.com/both/used"]`, "")
			},
			[]string{"example.com/both/used embeds files", worksName},
		},
		"a row for a package that embeds nothing": {
			func(files map[string]string, _ *project) { files["both/used/used.go"] = "package used\n" },
			[]string{worksName, "example.com/both/used", "remove it"},
		},
		"a licence of data without a text": {
			func(files map[string]string, _ *project) {
				files[worksName] = strings.ReplaceAll(works, "CC-BY-4.0\"", "CC-BY-SA-3.0\"")
			},
			[]string{"CC-BY-SA-3.0", "texts"},
		},
		"terms of data that are gone": {
			func(files map[string]string, _ *project) { delete(files, "towns/NOTICE") },
			[]string{"Towns", "NOTICE"},
		},
		"a field that is not known": {
			func(files map[string]string, _ *project) {
				files[worksName] = strings.ReplaceAll(works, "changes", "changed")
			},
			[]string{worksName, "changed"},
		},
		"two faults": {
			func(files map[string]string, _ *project) {
				delete(files, "tested/LICENSE")
				files["both/used/COPYING"] = wtfpl
			},
			[]string{"example.com/tested", "example.com/both"},
		},
		"no place for the table": {
			func(files map[string]string, _ *project) { files[pageName] = "by hand\n" },
			[]string{pageName},
		},
		"two programs": {
			func(files map[string]string, _ *project) { files[".goreleaser.yaml"] += "- main: ./both\n" },
			[]string{".goreleaser.yaml", "one build"},
		},
		"a package that is not there": {
			func(files map[string]string, _ *project) { delete(files, "both/used/used.go") },
			[]string{"go list", "example.com/both/used"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := files(t)
			var changed project
			tt.change(files, &changed)
			p := write(t, files)
			p.read = append(p.read, changed.read...)
			err := run(t.Context(), p, []string{"write"}, io.Discard)
			if err == nil {
				t.Fatal("it is not refused")
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is not in: %v", want, err)
				}
			}
			if got := p.file(t, pageName); got != files[pageName] {
				t.Errorf("the page is changed all the same: %s", got)
			}
		})
	}
}

func TestUsage(t *testing.T) {
	for _, words := range [][]string{nil, {"writes"}, {"write", "a"}, {"check", "a"}, {"archives"}} {
		if err := run(t.Context(), project{root: t.TempDir()}, words, io.Discard); err == nil || !strings.Contains(err.Error(), "say what to do") {
			t.Errorf("%q: %v", words, err)
		}
	}
}

// The archives hold a real program, which says itself what it was built from.
func TestArchives(t *testing.T) {
	p := write(t, files(t))
	if err := run(t.Context(), p, []string{"write"}, io.Discard); err != nil {
		t.Fatal(err)
	}
	texts, err := p.committed()
	if err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-o", "bellhop.exe", ".")
	build.Dir, build.Env = p.root, append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	program := p.file(t, "bellhop.exe")

	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"good":        {map[string]string{"bellhop.exe": program, textsName: texts}, ""},
		"unix":        {map[string]string{"bellhop": program, textsName: texts}, ""},
		"no texts":    {map[string]string{"bellhop": program}, "lacks"},
		"empty texts": {map[string]string{"bellhop": program, textsName: ""}, "not that of the repository"},
		"old texts":   {map[string]string{"bellhop": program, textsName: texts[1:]}, "not that of the repository"},
		"no program":  {map[string]string{textsName: texts}, "the program in it"},
		"a script":    {map[string]string{"bellhop": "#!/bin/sh\n", textsName: texts}, "the program in it"},
	} {
		for _, kind := range []string{"bellhop.tar.gz", "bellhop.zip"} {
			t.Run(name+" "+kind, func(t *testing.T) {
				archive := filepath.Join(t.TempDir(), kind)
				pack(t, archive, tt.files)
				err := run(t.Context(), p, []string{"archives", archive}, io.Discard)
				if tt.want == "" && err != nil {
					t.Error(err)
				}
				if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), archive)) {
					t.Errorf("the error is %v, and should say %q", err, tt.want)
				}
			})
		}
	}

	// A module that is in the program and that the recipe does not show.
	short := strings.ReplaceAll(texts, "\nexample.com/windows v1.0.0\n", "\nexample.com/windows v1.0.1\n")
	archive := filepath.Join(t.TempDir(), "bellhop.zip")
	pack(t, archive, map[string]string{"bellhop.exe": program, textsName: short})
	if err := checkArchive(archive, short); err == nil || !strings.Contains(err.Error(), "example.com/windows v1.0.0") {
		t.Errorf("terms that are missing are not seen: %v", err)
	}
}

func pack(t *testing.T, name string, files map[string]string) {
	t.Helper()
	var b bytes.Buffer
	if filepath.Ext(name) == ".zip" {
		z := zip.NewWriter(&b)
		for file, text := range files {
			w, err := z.Create(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(w, text); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	} else {
		packed := gzip.NewWriter(&b)
		w := tar.NewWriter(packed)
		for file, text := range files {
			if err := w.WriteHeader(&tar.Header{Name: file, Mode: 0o644, Size: int64(len(text))}); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(w, text); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := packed.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What is written by hand stays, whatever it is.
func FuzzReplaceTable(f *testing.F) {
	f.Add(page, "new\n")
	f.Add("", "")
	f.Add(tableBegin+tableEnd+tableBegin+tableEnd, "x")
	f.Add(tableEnd+tableBegin, "x")
	f.Fuzz(func(t *testing.T, page, table string) {
		if strings.Contains(table, "<!--") {
			return
		}
		once, err := replaceTable(page, table)
		if err != nil {
			return
		}
		before, _, _ := strings.Cut(page, tableBegin)
		_, after, _ := strings.Cut(page[len(before):], tableEnd)
		if !strings.HasPrefix(once, before+tableBegin) || !strings.HasSuffix(once, tableEnd+after) || !strings.Contains(once, table) {
			t.Fatalf("%q became %q", page, once)
		}
		if twice, err := replaceTable(once, table); err != nil || twice != once {
			t.Fatalf("%q, made again, became %q: %v", once, twice, err)
		}
	})
}

func FuzzUnpack(f *testing.F) {
	f.Add("a.zip", []byte("PK"))
	f.Add("a.tar.gz", []byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		path := filepath.Join(t.TempDir(), "archive"+filepath.Ext(filepath.Base(name)))
		if strings.ContainsRune(path, 0) || os.WriteFile(path, text, 0o600) != nil {
			return
		}
		if files, err := unpack(path); err == nil && files == nil {
			t.Error("neither files nor an error")
		}
	})
}
