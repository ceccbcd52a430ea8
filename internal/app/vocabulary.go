package app

import (
	"bellhop/cli"
	"bellhop/sandbox"
	"bellhop/sandbox/training/fault"
)

// sandboxWords is what the sandbox understands, for the command line.
func sandboxWords() cli.SandboxWords {
	return cli.SandboxWords{
		Scenarios: func() []cli.Scenario {
			var out []cli.Scenario
			for _, s := range sandbox.Scenarios() {
				out = append(out, cli.Scenario{Key: s.Key, Hotel: s.Hotel, Room: s.Room, Does: s.Does})
			}
			return out
		},
		Faults: func() []cli.FaultKind {
			var out []cli.FaultKind
			for _, k := range fault.Kinds() {
				out = append(out, cli.FaultKind{Kind: string(k.Kind), Does: k.Meaning})
			}
			return out
		},
		Quirks: func() []cli.Quirk {
			var out []cli.Quirk
			for _, q := range sandbox.Quirks() {
				out = append(out, cli.Quirk{Name: q.Name, Does: q.Does})
			}
			return out
		},
		CheckClock: sandbox.CheckClock,
		CheckLatency: func(text string) error {
			_, err := fault.ParseLatency(text)
			return err
		},
		CheckFaults: func(text string) error {
			_, err := fault.Parse(text)
			return err
		},
		CheckQuirks:   sandbox.CheckQuirks,
		CheckNames:    sandbox.CheckNames,
		CheckFixtures: sandbox.CheckFixtures,
		CheckPath:     fault.CheckPath,
		Unpack:        sandbox.UnpackLine,
	}
}

// testTokens are the sandbox's payment tokens as the command line tells them.
func testTokens() []cli.TestToken {
	var out []cli.TestToken
	for _, t := range sandbox.TestTokens() {
		out = append(out, cli.TestToken{Token: t.Token, Meaning: t.Meaning})
	}
	return out
}
