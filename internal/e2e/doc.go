// Package e2e tests the whole program: journeys through the built program in a
// pseudo-terminal, what client and sandbox say to each other, the keys that a
// booking takes, the gate itself, and the console's benchmarks.
//
// journey_*_test.go holds the journeys, one errand each; agent_test.go what an
// agent does in them. terminal_test.go is the pseudo-terminal, and
// terminal_self_test.go tests it before anything is concluded from it.
// bench_*_test.go measures.
package e2e
