package main

// readByHand holds what a person read, each with what it says.
var readByHand = []readText{
	{
		module:  standard,
		file:    "src/crypto/internal/boring/LICENSE",
		without: "the C library it is about is linked only under GOEXPERIMENT=boringcrypto",
	},
	{
		// Its README ends with "License: MIT" and its author; there is no more.
		module: "github.com/mattn/go-localereader",
		file:   "README.md",
		sha256: "0c5c52517f13becd7a1e1234f1e8a5ba370f5a5078cee9ac058c2d534e267fcb",
		ids:    []string{"MIT"},
		add:    "go-localereader",
	},
	{
		// The authors.
		module: "github.com/CycloneDX/cyclonedx-go",
		file:   "NOTICE",
		sha256: "0a4c9035f49126a009f81a3eaeb5d3270d7f5fe12e4bbfe675c1332adbe86d72",
		ids:    []string{"Apache-2.0"},
	},
	{
		// The authors.
		module: "github.com/CycloneDX/cyclonedx-gomod",
		file:   "NOTICE",
		sha256: "02fa11d51d573ee6f4e1133cb4b5c7b8ade1eeadb951875dfc2a67c0122add65",
		ids:    []string{"Apache-2.0"},
	},
	{
		// The licence of the module's origin, with whose work that was.
		module: "github.com/go-openapi/jsonpointer",
		file:   "NOTICE",
		sha256: "83beb6f0e9796c82a96ee42535db23d01d91c44bf95b8d4423eadc868fb07117",
		ids:    []string{"Apache-2.0"},
	},
	{
		// The authors, and whose software is in it.
		module: "github.com/prometheus/procfs",
		file:   "NOTICE",
		sha256: "497fcdb9fae55924c12f55f05cbe83a096662e5c591d79b74e4a8f23bab5ffee",
		ids:    []string{"Apache-2.0"},
	},
	{
		// The authors, and whose software is in it: perks, which is here on its own account, and a part of protobuf.
		module: "github.com/prometheus/client_golang",
		file:   "NOTICE",
		sha256: "8548bfb2bc1913396df38c548a6ec60b8dbcac3b0800485a40569c8bdd184471",
		ids:    []string{"Apache-2.0", "MIT", "BSD-3-Clause"},
	},
	{
		// The authors, and whose software is in it.
		module: "github.com/prometheus/client_model",
		file:   "NOTICE",
		sha256: "6c79faa15168885fb88a316ae0df18f486deafddefdc16826cdc56dfbd421e24",
		ids:    []string{"Apache-2.0"},
	},
	{
		// The authors, and whose software is in it.
		module: "github.com/prometheus/common",
		file:   "NOTICE",
		sha256: "600244c8052c8c1d307043fafacbc83b429c171dd8e08f5a537c0a54014585ee",
		ids:    []string{"Apache-2.0"},
	},
	yamlIn("github.com/oasdiff/yaml3"),
	yamlIn("go.yaml.in/yaml/v3"),
	{
		// Go, go-netdb, NixOS and musl with its authors and the origins of its
		// parts, a few of which are under two-clause BSD terms.
		module: "modernc.org/libc",
		file:   "LICENSE-3RD-PARTY.md",
		sha256: "f597097efe3d97021f89170746bd3a0fb9a8b6fb26b82043ed68a4e0283bee6c",
		ids:    []string{"BSD-3-Clause", "MIT", "BSD-2-Clause", publicDomain},
	},
	{
		module:  "modernc.org/memory",
		file:    "LICENSE-LOGO",
		without: "it says where a picture comes from, which is not in the program",
	},
	{
		module: "modernc.org/sqlite",
		file:   "LICENSE-SQLITE",
		sha256: "8438c9c89b849131ead81d5435cb97fcf052df5b0b286dda8a2d4c29e6cb3fd0",
		ids:    []string{publicDomain},
	},
	{
		// Lists what it needs, all of which is here on its own account, and what
		// its tests need. The MPL-2.0 in it is for something that is not built.
		module: "modernc.org/sqlite",
		file:   "LICENSE-3RD-PARTY.md",
		sha256: "b4366b9c27a9364633e015011a231913ed19bf1228f335bf617e50a6f7b168a6",
		ids:    []string{publicDomain, "BSD-3-Clause", "MIT"},
	},
}

// yamlIn returns the licence of a module made from go-yaml: it names the files that
// are under MIT; the others are under Apache-2.0.
func yamlIn(module string) readText {
	return readText{
		module: module,
		file:   "LICENSE",
		sha256: "d18f6323b71b0b768bb5e9616e36da390fbd39369a81807cca352de4e4e6aa0b",
		ids:    []string{"MIT", "Apache-2.0"},
	}
}
