package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// mutant is a small change of a source, with its verdict.
type mutant struct {
	number         int
	source         *source
	line           int
	function       string
	operator       operator
	before, after  string
	doesNotCompile bool
	reachedBy      []*test
	verdict        verdict
}

type operator string

const (
	conditionDropped operator = "condition dropped"
	turned           operator = "comparison or sign turned"
	statementRemoved operator = "statement removed"
)

// edit replaces the bytes between two offsets of a source for a mutant.
type edit struct {
	from, to int
	text     string
	mutant   *mutant
}

// wrap is the text around a node that makes a mutant of it.
type wrap struct {
	before, after string
	mutant        *mutant
}

// finder walks over a source and collects its mutants and the edits that put all of them into it. No edit adds a line, so that
// the lines in messages of the compiler are those of the source.
type finder struct {
	*sourcePackage
	source   *source
	function string
	mutants  []*mutant
	first    int
	wraps    map[ast.Node][]wrap
	stack    []ast.Node
	pending  []edit            // replacements in the current node, which come inside of its wraps
	covered  map[ast.Expr]bool // conditions that are dropped: a test that kills those kills their opposite
}

// find returns the mutants of a package, numbered from first+1 on.
func (p *sourcePackage) find(first int) []*mutant {
	var mutants []*mutant
	for _, s := range p.sources {
		f := &finder{sourcePackage: p, source: s, first: first + len(mutants) + 1, wraps: map[ast.Node][]wrap{}, covered: map[ast.Expr]bool{}}
		for _, decl := range s.tree.Decls {
			f.function = "variables"
			if fn, ok := decl.(*ast.FuncDecl); ok {
				f.function = functionName(fn)
			}
			ast.Inspect(decl, f.visit)
		}
		// Insertions come before a replacement at the same offset, as in n+m-1.
		slices.SortStableFunc(s.edits, func(a, b edit) int { return cmp.Or(a.from-b.from, min(a.to-a.from, 1)-min(b.to-b.from, 1)) })
		mutants = append(mutants, f.mutants...)
	}
	return mutants
}

func functionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	receiver := fn.Recv.List[0].Type
	for {
		switch t := receiver.(type) {
		case *ast.StarExpr:
			receiver = t.X
		case *ast.IndexExpr:
			receiver = t.X
		case *ast.Ident:
			return t.Name + "." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}

func (f *finder) visit(n ast.Node) bool {
	if n == nil {
		last := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		for _, w := range slices.Backward(f.wraps[last]) {
			f.edit(last.End(), last.End(), w.after, w.mutant)
		}
		return true
	}
	if f.fixed(n) {
		return false
	}
	f.mutate(n)
	for _, w := range f.wraps[n] {
		f.edit(n.Pos(), n.Pos(), w.before, w.mutant)
	}
	f.source.edits = append(f.source.edits, f.pending...)
	f.pending = nil
	f.stack = append(f.stack, n)
	return true
}

// fixed reports whether a node is a constant, a type or a comment.
func (f *finder) fixed(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.VAR
	case *ast.CommentGroup, *ast.FuncType, *ast.ArrayType:
		return true
	case ast.Expr:
		return f.value(n) != nil
	}
	return false
}

func (f *finder) value(e ast.Expr) constant.Value { return f.info.Types[e].Value }

func (f *finder) mutate(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		f.condition(n.Cond, true)
	case *ast.ForStmt:
		if n.Cond != nil {
			f.condition(n.Cond, false)
		}
	case *ast.SwitchStmt:
		if n.Tag == nil {
			f.cases(n)
		}
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.SUB && f.basic(n, types.IsInteger|types.IsFloat) {
			m := f.add(n, turned, f.text(n), f.text(n.X))
			f.wrap(n, m, "", ")")
			f.replace(n.OpPos, n.OpPos+1, fmt.Sprintf("mutantSign(%d, ", m.number), m)
		}
	case *ast.CallExpr:
		f.call(n)
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
	case *ast.CommClause:
		f.statements(n.Body)
	}
}

func (f *finder) cases(n *ast.SwitchStmt) {
	for _, clause := range n.Body.List {
		if clause, ok := clause.(*ast.CaseClause); ok {
			for _, e := range clause.List {
				f.condition(e, true)
			}
		}
	}
}

// condition drops a whole condition; binary drops its operands. A loop whose condition always holds would never end.
func (f *finder) condition(e ast.Expr, mayHold bool) {
	if !f.isBool(e) || f.value(e) != nil {
		return
	}
	binary, _ := ast.Unparen(e).(*ast.BinaryExpr)
	if mayHold && (binary == nil || binary.Op != token.LAND) {
		f.drop(e, true)
	}
	if binary == nil || binary.Op != token.LOR {
		f.drop(e, false)
	}
}

// drop makes a condition always hold, or never.
func (f *finder) drop(e ast.Expr, holds bool) {
	f.covered[ast.Unparen(e)] = true
	m := f.add(e, conditionDropped, f.text(e), fmt.Sprint(holds))
	if holds {
		f.wrap(e, m, "(", fmt.Sprintf(" || mutant(%d))", m.number))
	} else {
		f.wrap(e, m, "(", fmt.Sprintf(" && !mutant(%d))", m.number))
	}
}

func (f *finder) binary(n *ast.BinaryExpr) {
	switch n.Op {
	case token.LAND, token.LOR:
		for _, operand := range [2]ast.Expr{n.X, n.Y} {
			chain, ok := operand.(*ast.BinaryExpr)
			if (!ok || chain.Op != n.Op) && f.isBool(operand) && f.value(operand) == nil {
				f.drop(operand, n.Op == token.LAND)
			}
		}
	case token.EQL, token.NEQ:
		f.negate(n, map[token.Token]string{token.EQL: "!=", token.NEQ: "=="}[n.Op])
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		f.negate(n, map[token.Token]string{token.LSS: ">=", token.LEQ: ">", token.GTR: "<=", token.GEQ: "<"}[n.Op])
		if f.basic(n.X, types.IsOrdered) || f.basic(n.Y, types.IsOrdered) {
			limit := map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}[n.Op]
			m := f.add(n, turned, f.text(n), f.text(n.X)+" "+limit+" "+f.text(n.Y))
			f.asCall(n, m, fmt.Sprintf("mutantLimit(%d, %q, ", m.number, n.Op.String()))
		}
	case token.ADD, token.SUB:
		if f.basic(n, types.IsInteger|types.IsFloat) {
			other := map[token.Token]string{token.ADD: "-", token.SUB: "+"}[n.Op]
			m := f.add(n, turned, f.text(n), f.text(n.X)+" "+other+" "+f.text(n.Y))
			f.asCall(n, m, fmt.Sprintf("mutantSum(%d, %q, ", m.number, n.Op.String()))
		}
	default: // The others have no opposite.
	}
}

// asCall turns a binary expression into a call with its operands.
func (f *finder) asCall(n *ast.BinaryExpr, m *mutant, call string) {
	f.wrap(n, m, call, ")")
	f.replace(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), ",", m)
}

func (f *finder) negate(n *ast.BinaryExpr, other string) {
	if !f.covered[n] && f.isBool(n) {
		m := f.add(n, turned, f.text(n), f.text(n.X)+" "+other+" "+f.text(n.Y))
		f.wrap(n, m, "((", fmt.Sprintf(") != mutant(%d))", m.number))
	}
}

// opposites are methods and functions of the same signature with the opposite result.
var opposites = map[string]string{"Add": "Sub", "Sub": "Add", "Before": "After", "After": "Before", "min": "max", "max": "min"}

func (f *finder) call(n *ast.CallExpr) {
	switch fun := n.Fun.(type) {
	case *ast.Ident:
		if _, builtin := f.info.Uses[fun].(*types.Builtin); builtin && opposites[fun.Name] != "" {
			m := f.add(n, turned, f.text(n), opposites[fun.Name]+strings.TrimPrefix(f.text(n), fun.Name))
			f.replace(n.Pos(), n.Lparen+1, fmt.Sprintf("mutantExtreme(%d, %q, ", m.number, fun.Name), m)
		}
	case *ast.SelectorExpr:
		selection := f.info.Selections[fun]
		other := opposites[fun.Sel.Name]
		if selection == nil || other == "" || strings.Contains(f.text(fun), "\n") {
			return
		}
		opposite, _, _ := types.LookupFieldOrMethod(selection.Recv(), true, f.checked, other)
		if opposite != nil && types.Identical(opposite.Type(), selection.Obj().Type()) {
			m := f.add(n, turned, f.text(n), f.text(fun.X)+"."+other+f.between(fun.End(), n.End()))
			f.wrap(fun, m, fmt.Sprintf("mutantChoice(%d, ", m.number), ", "+f.text(fun.X)+"."+other+")")
		}
	}
}

func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		if !f.removable(s) {
			continue
		}
		m := f.add(s, statementRemoved, f.text(s), "nothing")
		f.wrap(s, m, fmt.Sprintf("if !mutant(%d) { ", m.number), " }")
		f.turnStep(s)
	}
}

// removable reports whether a statement can be left out: it is no declaration, no return and no lock, whose absence only the
// race detector sees.
func (f *finder) removable(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		blank := func(e ast.Expr) bool { name, ok := e.(*ast.Ident); return ok && name.Name == "_" }
		return s.Tok != token.DEFINE && (len(s.Lhs) != 1 || !blank(s.Lhs[0]))
	case *ast.IncDecStmt, *ast.GoStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK || s.Tok == token.CONTINUE
	case *ast.DeferStmt:
		return !locks(s.Call)
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && !locks(call) && f.text(call.Fun) != "panic"
	}
	return false
}

func locks(call *ast.CallExpr) bool {
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && slices.Contains([]string{"Lock", "Unlock", "RLock", "RUnlock"}, method.Sel.Name)
}

// turnStep turns += to -= and ++ to --, and back.
func (f *finder) turnStep(s ast.Stmt) {
	var other string
	switch s := s.(type) {
	case *ast.AssignStmt:
		if (s.Tok == token.ADD_ASSIGN || s.Tok == token.SUB_ASSIGN) && f.basic(s.Lhs[0], types.IsInteger|types.IsFloat) {
			operator := map[token.Token]string{token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+="}[s.Tok]
			other = f.text(s.Lhs[0]) + " " + operator + " " + f.text(s.Rhs[0])
		}
	case *ast.IncDecStmt:
		other = f.text(s.X) + map[token.Token]string{token.INC: "--", token.DEC: "++"}[s.Tok]
	}
	if other == "" || strings.Contains(other, "\n") {
		return
	}
	m := f.add(s, turned, f.text(s), other)
	f.wrap(s, m, fmt.Sprintf("if mutant(%d) { %s } else { ", m.number, other), " }")
}

func (f *finder) add(n ast.Node, o operator, before, after string) *mutant {
	m := &mutant{
		number: f.first + len(f.mutants), source: f.source, line: f.set.Position(n.Pos()).Line, function: f.function,
		operator: o, before: oneLine(before), after: oneLine(after),
	}
	f.mutants = append(f.mutants, m)
	return m
}

func (f *finder) wrap(n ast.Node, m *mutant, before, after string) {
	f.wraps[n] = append(f.wraps[n], wrap{before, after, m})
}

func (f *finder) edit(from, to token.Pos, text string, m *mutant) {
	f.source.edits = append(f.source.edits, edit{f.offset(from), f.offset(to), text, m})
}

func (f *finder) replace(from, to token.Pos, text string, m *mutant) {
	f.pending = append(f.pending, edit{f.offset(from), f.offset(to), text, m})
}

func (f *finder) offset(p token.Pos) int { return f.set.Position(p).Offset }

func (f *finder) text(n ast.Node) string { return f.between(n.Pos(), n.End()) }

func (f *finder) between(from, to token.Pos) string {
	return string(f.source.text[f.offset(from):f.offset(to)])
}

func (f *finder) isBool(e ast.Expr) bool {
	t := f.info.TypeOf(e)
	return t != nil && types.Identical(types.Default(t), types.Typ[types.Bool])
}

func (f *finder) basic(e ast.Expr, kind types.BasicInfo) bool {
	t := f.info.TypeOf(e)
	if t == nil {
		return false
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&kind != 0
}

func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if letters := []rune(text); len(letters) > 100 {
		text = string(letters[:97]) + "..."
	}
	return text
}
