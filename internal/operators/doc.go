// Package operators runs the commands of docs/operators.md, as they stand there.
package operators
