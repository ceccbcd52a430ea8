package sandbox

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// A token is compared in constant time: that can be measured on a quiet machine
// only, so this looks at how the comparison is written. Digests of one length
// are compared with crypto/subtle, no account ends the search, and nothing but
// the outcome is branched on.
func TestTokensAreComparedInConstantTime(t *testing.T) {
	t.Parallel()
	for file, wanted := range map[string]map[string]int{"auth.go": {"find": 2}, "control.go": {"controlled": 1}} {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for name, least := range wanted {
			at := slices.IndexFunc(tree.Decls, func(d ast.Decl) bool {
				f, ok := d.(*ast.FuncDecl)
				return ok && f.Name.Name == name
			})
			if at < 0 {
				t.Fatalf("%s has no function %s", file, name)
			}
			if got := constantTime(t, tree.Decls[at].(*ast.FuncDecl)); got < least {
				t.Errorf("%s of %s compares %d times in constant time, want %d", name, file, got, least)
			}
		}
	}
}

// constantTime counts the comparisons in constant time, and fails for a loop
// around one that may end early and for a secret that is compared otherwise.
func constantTime(t *testing.T, f *ast.FuncDecl) int {
	t.Helper()
	count := func(n ast.Node) int {
		found := 0
		ast.Inspect(n, func(n ast.Node) bool {
			if call, ok := n.(*ast.SelectorExpr); ok && call.Sel.Name == "ConstantTimeCompare" {
				found++
			}
			return true
		})
		return found
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if count(n) == 0 {
				return true
			}
			ast.Inspect(n.Body, func(inside ast.Node) bool {
				switch inside := inside.(type) {
				case *ast.BranchStmt, *ast.ReturnStmt, *ast.IfStmt, *ast.SwitchStmt:
					t.Errorf("%s: the loop that compares tokens may end early", f.Name.Name)
				case *ast.BinaryExpr:
					if inside.Op == token.LAND || inside.Op == token.LOR {
						t.Errorf("%s: the second comparison depends on the first", f.Name.Name)
					}
				}
				return true
			})
		case *ast.BinaryExpr:
			for _, side := range []ast.Expr{n.X, n.Y} {
				if name, ok := side.(*ast.Ident); ok && (n.Op == token.EQL || n.Op == token.NEQ) && slices.Contains([]string{"token", "have", "want", "id"}, name.Name) {
					t.Errorf("%s: %s is compared with %s", f.Name.Name, name.Name, n.Op)
				}
			}
		}
		return true
	})
	return count(f.Body)
}

// What the sandbox keeps of its accounts cannot be turned back into a token.
func TestKeysHoldNoToken(t *testing.T) {
	t.Parallel()
	k, err := newKeys([]Account{{ID: "acme", Token: "open-sesame"}, {ID: "other", Token: "open-barley"}})
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf("%+v", k); strings.Contains(text, "open-") || !strings.Contains(text, "acme") {
		t.Errorf("the keys are %s", text)
	}
}

// provedBy is the account that a request proves; "" is none.
func provedBy(k keys, r *http.Request) string {
	if one := k.find(r); one != nil {
		return one.account
	}
	return ""
}

func TestSpec_5_WhichAccountIsProved(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 5/1", "SPEC 5/2", "SPEC 5/3")
	k, err := newKeys([]Account{{ID: "acme", Token: "same"}, {ID: "other", Token: "same"}, {ID: "third", Token: "t:3"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id, token string
		account   string
	}{
		{"acme", "same", "acme"},
		{"other", "same", "other"},
		{"third", "t:3", "third"},
		{"third", "same", ""},
		{"acme", "t:3", ""},
		{"acme", "", ""},
		{"", "same", ""},
		{"ACME", "same", ""},
		{"acme", "same\x00", ""},
		{"acme\x00", "same", ""},
		{"third:t", "3", "third"}, // The first colon divides, so these are the same credentials.
		{"acme", strings.Repeat("x", 60_000), ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, pathList, nil)
		r.SetBasicAuth(c.id, c.token)
		if got := provedBy(k, r); got != c.account {
			t.Errorf("%q with %.20q proves %q, want %q", c.id, c.token, got, c.account)
		}
	}
	twice := httptest.NewRequestWithContext(t.Context(), http.MethodGet, pathList, nil)
	twice.SetBasicAuth("acme", "same")
	twice.Header.Add("Authorization", twice.Header.Get("Authorization"))
	if got := provedBy(k, twice); got != "" {
		t.Errorf("credentials given twice prove %q", got)
	}
}

// What one account does leaves no trace in the answers to another, but for the
// rooms that are gone: neither its offers nor its pages nor its payment methods.
func TestSpec_5_4_NothingIsShared(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 5/5", "WIRE 2/9", "WIRE 3a/28")
	l := start(t, twoPages, func(o *Options) {
		o.Accounts = []Account{{ID: "acme", Token: "key-1"}, {ID: "other", Token: "key-1"}} // The same token is no bridge.
	})
	other := l.as("other", "key-1")
	made := l.book(func(b tree) { b["custom_data"] = tree{"po": "same"} })
	own := other.book(func(b tree) { b["custom_data"] = tree{"po": "same"} })
	for who, mine := range map[*testFixture]tree{l: made, other: own} {
		found := who.ok(200, "GET", pathList+"?filter[custom_data]=same", nil)
		if text(found, "total_items_without_paging") != "1" || text(found, "items", 0, "id") != text(mine, "id") {
			t.Errorf("%s finds %v", who.account, found)
		}
	}
	for _, field := range []string{"customer", "payment_method"} {
		if text(made, "payment", "guest", "processor", field) == text(own, "payment", "guest", "processor", field) {
			t.Errorf("two accounts share the %s %s", field, text(own, "payment", "guest", "processor", field))
		}
	}
	wide := searchBody()
	put(wide, "filter.location.radius.value", 300)
	tokens := map[string]bool{}
	for _, who := range []*testFixture{l, other} {
		tokens[text(who.ok(200, "POST", pathSearch, wide), "pagination", "pagination_token")] = true
	}
	if len(tokens) != 2 || tokens[""] {
		t.Errorf("the paging tokens of one search by two accounts are %v", tokens)
	}
	// Cancelling one's own leaves the other's alone, whatever the order.
	other.ok(200, "POST", pathOf(own)+"/cancel", nil)
	if got := text(l.ok(200, "GET", pathOf(made), nil), "status"); got != "CONFIRMED" {
		t.Errorf("the other account's cancellation made it %s", got)
	}
}
