// Command count rewrites Go packages so that they count what they do: a step for each block that is entered, and
// steps for the bytes that copies, texts, conversions and maps' keys come to.
//
//	count version
//	count submission IMPORTCFG SOURCE TARGET
//	count library IMPORTCFG PATH FOLDER SOURCE...
//
// A submission may only import what can't reach the counter. Of the standard library, the packages named in
// `copied` are rewritten when the image is made and take the place of the plain ones, under other paths.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"strings"
)

const (
	version = "3" // as in counted_go.py
	prefix  = "ordojudge/"
	steps   = "ordoSteps" // what the counting package is called in what was rewritten
	short   = 64          // bytes of a constant text that may be compared for nothing
)

// Steps that take the time of several: a look into a map, a new object, a value passed through a channel.
const (
	inTable = 8
	made    = 4
	passed  = 16
)

// The same for calls of packages that are not rewritten, besides the bytes that they go over.
var priced = map[string]int{
	"bufio": 4, "fmt": 16, "hash/maphash": 4, "math": 2, "math/cmplx": 8, "math/rand": 2, "math/rand/v2": 2, "os": 16,
	"runtime": 16, "runtime/debug": 16, "strconv": 4, "sync": 2, "time": 4,
}

// Reading and writing stays out: it goes over the input once, digit by digit, which would hide a sort behind it.
var copied = words(`
	bytes container/heap container/list container/ring internal/bytealg internal/stringslite math/big slices sort
	strings unicode/utf8`)

// What a submission may import, and of some packages only what is named: the rest opens files, starts programs or
// reaches memory.
var allowed = words(`
	bufio bytes cmp container/heap container/list container/ring context errors fmt hash/crc32 hash/fnv hash/maphash
	io iter maps math math/big math/bits math/cmplx math/rand math/rand/v2 os runtime runtime/debug slices sort
	strconv strings sync sync/atomic time unicode unicode/utf16 unicode/utf8`)

var parts = map[string]map[string]bool{
	"os":            words("Args Exit File Getenv ReadFile Stderr Stdin Stdout"),
	"runtime":       words("GC GOMAXPROCS Gosched KeepAlive MemStats NumCPU NumGoroutine ReadMemStats"),
	"runtime/debug": words("FreeOSMemory SetGCPercent SetMaxStack SetMaxThreads SetMemoryLimit"),
}

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// An edit puts text in place of some bytes of a source.
type edit struct {
	at, removed int
	text        string
}

type rewriter struct {
	fset       *token.FileSet
	info       *types.Info
	sizes      types.Sizes
	source     []byte
	submission bool
	edits      []edit
	parents    []ast.Node
	closing    [][]edit // what ends each of the parents
	concurrent ast.Node
	parallel   ast.Node
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "version" {
		fmt.Println(version)
		return
	}
	if len(os.Args) < 5 {
		fail("count: see its source for what it takes")
	}
	kind, config, arguments := os.Args[1], os.Args[2], os.Args[3:]
	if kind == "submission" {
		rewrite(config, "main", arguments[:1], arguments[1:], true)
		return
	}
	folder, sources := arguments[1], arguments[2:]
	var targets []string
	for _, source := range sources {
		targets = append(targets, filepath.Join(folder, filepath.Base(source)))
	}
	rewrite(config, arguments[0], sources, targets, false)
}

func fail(form string, arguments ...any) {
	fmt.Fprintf(os.Stderr, form+"\n", arguments...)
	os.Exit(1)
}

func rewrite(config, path string, sources, targets []string, submission bool) {
	fset := token.NewFileSet()
	var files []*ast.File
	var texts [][]byte
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			fail("%v", err)
		}
		file, err := parser.ParseFile(fset, source, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			fail("%v", err)
		}
		files, texts = append(files, file), append(texts, text)
	}
	if submission {
		checkImports(files[0])
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	sizes := types.SizesFor("gc", runtime.GOARCH)
	checker := types.Config{
		Importer: importer.ForCompiler(fset, "gc", lookup(config)),
		Sizes:    sizes,
	}
	if _, err := checker.Check(path, fset, files, info); err != nil {
		fail("%v", err)
	}
	for i, file := range files {
		r := &rewriter{fset: fset, info: info, sizes: sizes, source: texts[i], submission: submission}
		if err := os.WriteFile(targets[i], r.rewrite(file), 0o644); err != nil {
			fail("%v", err)
		}
	}
}

func checkImports(file *ast.File) {
	for _, each := range file.Imports {
		path, _ := strconv.Unquote(each.Path.Value)
		if !allowed[path] {
			fail("it imports %q, by which code can run uncounted", path)
		}
	}
}

// Where the compiled form of each package is.
func lookup(config string) importer.Lookup {
	places := map[string]string{}
	file, err := os.Open(config)
	if err != nil {
		fail("%v", err)
	}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if rest, found := strings.CutPrefix(lines.Text(), "packagefile "); found {
			path, place, _ := strings.Cut(rest, "=")
			places[path] = place
		}
	}
	return func(path string) (io.ReadCloser, error) {
		place, known := places[path]
		if !known {
			return nil, fmt.Errorf("there is no package %q", path)
		}
		return os.Open(place)
	}
}

func (r *rewriter) rewrite(file *ast.File) []byte {
	for _, group := range file.Comments { // directives among them
		for _, comment := range group.List {
			at, end := r.offset(comment.Pos()), r.offset(comment.End())
			blank := strings.Map(func(c rune) rune {
				if c == '\n' {
					return c
				}
				return ' '
			}, string(r.source[at:end]))
			r.edits = append(r.edits, edit{at, end - at, blank})
		}
	}
	r.insert(file.Name.End(), "; import "+steps+" \""+prefix+"steps\"")
	ast.Inspect(file, func(node ast.Node) bool {
		if node == nil {
			last := len(r.parents) - 1
			r.edits = append(r.edits, r.closing[last]...)
			r.parents, r.closing = r.parents[:last], r.closing[:last]
			return true
		}
		r.closing = append(r.closing, nil)
		r.visit(node)
		r.parents = append(r.parents, node)
		return true
	})
	if r.parallel != nil && r.concurrent != nil {
		r.refuse(r.parallel, "it runs goroutines in parallel, which can't be counted")
	}
	sort.SliceStable(r.edits, func(i, j int) bool { return r.edits[i].at < r.edits[j].at })
	var out []byte
	done := 0
	for _, each := range r.edits {
		out = append(append(out, r.source[done:each.at]...), each.text...)
		done = each.at + each.removed
	}
	out = append(out, r.source[done:]...)
	return append(out, "\nvar _ = "+steps+".Step\n"...)
}

func (r *rewriter) offset(at token.Pos) int { return r.fset.PositionFor(at, false).Offset }

func (r *rewriter) insert(at token.Pos, text string) {
	r.edits = append(r.edits, edit{r.offset(at), 0, text})
}

func (r *rewriter) refuse(node ast.Node, reason string) {
	fail("line %d: %s", r.fset.PositionFor(node.Pos(), false).Line, reason)
}

func (r *rewriter) parent() ast.Node {
	if len(r.parents) == 0 {
		return nil
	}
	return r.parents[len(r.parents)-1]
}

// Put a call around a node, which `visit` is at or comes to later.
func (r *rewriter) wrap(node ast.Node, function, rest string) {
	r.insert(node.Pos(), steps+"."+function+"(")
	r.close(edit{r.offset(node.End()), 0, rest + ")"})
}

// The closing part goes in once all within is done. An edit at the same place that was made before it stays before.
func (r *rewriter) close(end edit) {
	last := len(r.closing) - 1
	r.closing[last] = append(r.closing[last], end)
}

func (r *rewriter) visit(node ast.Node) {
	switch node := node.(type) {
	case *ast.ImportSpec:
		if path, _ := strconv.Unquote(node.Path.Value); copied[path] {
			at := r.offset(node.Path.Pos())
			r.edits = append(r.edits, edit{at, len(node.Path.Value), strconv.Quote(prefix + path)})
		}
	case *ast.Ident:
		r.visitIdent(node)
	case *ast.GoStmt:
		r.concurrent = node
	case *ast.FuncDecl:
		if node.Body == nil && node.Name.Name == "MakeNoZero" && !r.submission {
			r.insert(node.End(), " { return make([]byte, "+node.Type.Params.List[0].Names[0].Name+") }")
		}
	case *ast.BlockStmt:
		switch r.parent().(type) {
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		default:
			r.count(node.Lbrace+1, node.List)
		}
	case *ast.CaseClause:
		r.count(node.Colon+1, node.Body)
	case *ast.CommClause:
		r.count(node.Colon+1, node.Body)
	case *ast.AssignStmt:
		if node.Tok == token.ADD_ASSIGN && r.isText(node.Lhs[0]) {
			r.visitExtended(node)
		}
	case *ast.BinaryExpr:
		r.visitBinary(node)
	case *ast.IndexExpr:
		if table, is := r.under(node.X).(*types.Map); is && isText(table.Key()) && !r.isConstant(node.Index) {
			// closed when the index is done: it is the last within
			r.wrapAhead(node.Index, "Text")
		}
	case *ast.CallExpr:
		r.visitCall(node)
	}
}

// Wrap a part of the node at hand that nothing of it follows but brackets.
func (r *rewriter) wrapAhead(part ast.Expr, function string) {
	r.insert(part.Pos(), steps+"."+function+"(")
	r.close(edit{r.offset(part.End()), 0, ")"})
}

// Count a block: one step, and one or more for each element that it looks at or makes. A loop's condition belongs to its body.
func (r *rewriter) count(at token.Pos, statements []ast.Stmt) {
	weight := 1
	if loop, is := r.parent().(*ast.ForStmt); is {
		if loop.Cond != nil {
			weight += r.weigh(loop.Cond)
		}
		if loop.Post != nil {
			weight += r.weigh(loop.Post)
		}
	}
	for _, each := range statements {
		weight += r.weigh(each)
	}
	r.insert(at, fmt.Sprintf(" %s.Step(%d);", steps, weight))
}

func (r *rewriter) weigh(part ast.Node) int {
	weight := 0
	ast.Inspect(part, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.BlockStmt, *ast.FuncLit, *ast.CaseClause, *ast.CommClause:
			return false // counts itself
		case *ast.ForStmt:
			if node.Init != nil {
				weight += r.weigh(node.Init)
			}
			return false
		case *ast.IndexExpr:
			if _, table := r.under(node.X).(*types.Map); table {
				weight += inTable
			} else if r.info.Types[node.X].IsValue() {
				weight++
			}
		case *ast.StarExpr:
			if r.info.Types[node].IsValue() {
				weight++
			}
		case *ast.CompositeLit:
			weight += made
		case *ast.SendStmt:
			weight += passed
		case *ast.UnaryExpr:
			if node.Op == token.ARROW {
				weight += passed
			}
		case *ast.CallExpr:
			weight += priced[r.packageOf(node.Fun)]
		}
		return true
	})
	return weight
}

func (r *rewriter) visitIdent(node *ast.Ident) {
	if !r.submission {
		return
	}
	if strings.HasPrefix(node.Name, steps) {
		r.refuse(node, "it says "+strconv.Quote(node.Name)+", which is the counter's own")
	}
	object := r.info.Uses[node]
	if object == nil || object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
		return
	}
	path := object.Pkg().Path()
	named, limited := parts[path]
	if !limited {
		return
	}
	if !named[node.Name] {
		r.refuse(node, "it says "+path+"."+node.Name+", by which code can run uncounted")
	}
	switch node.Name {
	case "GOMAXPROCS":
		r.parallel = node
	case "ReadFile":
		if !r.readsInput() {
			r.refuse(node, "it reads a file, by which code can run uncounted")
		}
	}
}

// Whether the selector at hand is that of a call on the constant /dev/stdin.
func (r *rewriter) readsInput() bool {
	if len(r.parents) < 2 {
		return false
	}
	call, is := r.parents[len(r.parents)-2].(*ast.CallExpr)
	if !is || call.Fun != r.parent() || len(call.Args) != 1 {
		return false
	}
	value := r.info.Types[call.Args[0]].Value
	return value != nil && value.Kind() == constant.String && constant.StringVal(value) == "/dev/stdin"
}

func (r *rewriter) visitExtended(node *ast.AssignStmt) {
	switch r.parent().(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		if !calls(node.Lhs[0]) {
			left := string(r.source[r.offset(node.Lhs[0].Pos()):r.offset(node.Lhs[0].End())])
			r.close(edit{r.offset(node.End()), 0, "; " + steps + ".Length(" + left + ")"})
			return
		}
	}
	if !r.isConstant(node.Rhs[0]) {
		r.wrapAhead(node.Rhs[0], "Text")
	}
}

func calls(expression ast.Expr) bool {
	found := false
	ast.Inspect(expression, func(node ast.Node) bool {
		_, call := node.(*ast.CallExpr)
		_, receive := node.(*ast.UnaryExpr)
		found = found || call || receive
		return !found
	})
	return found
}

func (r *rewriter) visitBinary(node *ast.BinaryExpr) {
	if r.isConstant(node) {
		return
	}
	operator := edit{r.offset(node.OpPos), len(node.Op.String()), ","}
	switch node.Op {
	case token.ADD:
		if outer, is := r.parent().(*ast.BinaryExpr); is && outer.Op == token.ADD || !r.isText(node) {
			return
		}
		r.wrap(node, "Text", "")
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		if !r.isText(node.X) || !r.isText(node.Y) || r.isShort(node.X) || r.isShort(node.Y) {
			return
		}
		r.edits = append(r.edits, operator)
		switch node.Op {
		case token.EQL:
			r.wrap(node, "Equal", "")
		case token.NEQ:
			r.insert(node.Pos(), "!")
			r.wrap(node, "Equal", "")
		default:
			r.insert(node.Pos(), "(")
			r.wrap(node, "Compare", "")
			r.close(edit{r.offset(node.End()), 0, " " + node.Op.String() + " 0)"})
		}
	}
}

func (r *rewriter) visitCall(node *ast.CallExpr) {
	function := r.info.Types[node.Fun]
	switch {
	case function.IsBuiltin():
		r.visitBuiltin(node)
	case function.IsType():
		r.visitConversion(node, function.Type)
	default:
		r.visitLibrary(node)
	}
}

func (r *rewriter) visitBuiltin(node *ast.CallExpr) {
	name, is := ast.Unparen(node.Fun).(*ast.Ident)
	if !is || len(node.Args) == 0 {
		return
	}
	last := node.Args[len(node.Args)-1]
	switch name.Name {
	case "append":
		if !node.Ellipsis.IsValid() {
			return
		}
		if r.isText(last) && !r.isConstant(last) {
			r.wrapAhead(last, "Text")
		} else if _, is := r.under(last).(*types.Slice); is {
			r.wrapAhead(last, "Slice")
		}
	case "copy":
		size := int64(8)
		if slice, is := r.under(node.Args[0]).(*types.Slice); is {
			if _, unknown := slice.Elem().(*types.TypeParam); !unknown {
				size = r.sizeof(slice.Elem())
			}
		}
		r.wrap(node, "Copied", fmt.Sprintf(", %d", size))
	case "make":
		if _, is := r.under(node).(*types.Slice); is {
			r.wrap(node, "Made", "")
		}
	case "clear":
		switch r.under(last).(type) {
		case *types.Slice:
			r.wrapAhead(last, "Slice")
		case *types.Map:
			r.wrapAhead(last, "Table")
		}
	}
}

// The size of a type in bytes; 8 where it depends on what a type parameter stands for.
func (r *rewriter) sizeof(of types.Type) (size int64) {
	defer func() {
		if recover() != nil {
			size = 8
		}
	}()
	return r.sizes.Sizeof(of)
}

func (r *rewriter) visitConversion(node *ast.CallExpr, to types.Type) {
	if len(node.Args) != 1 || r.isConstant(node.Args[0]) {
		return
	}
	if outer, is := r.parent().(*ast.BinaryExpr); is && outer.Op != token.ADD {
		return // a comparison copies nothing
	}
	argument := node.Args[0]
	_, toSlice := core(to).(*types.Slice)
	_, fromSlice := r.under(argument).(*types.Slice)
	switch {
	case toSlice && r.isText(argument):
		r.wrapAhead(argument, "Text")
	case isText(to) && fromSlice:
		r.wrapAhead(argument, "Slice")
	}
}

// The path of the package that an expression names a function or method of; empty if it names none.
func (r *rewriter) packageOf(expression ast.Expr) string {
	selector, is := ast.Unparen(expression).(*ast.SelectorExpr)
	if !is {
		return ""
	}
	object := r.info.Uses[selector.Sel]
	if object == nil || object.Pkg() == nil {
		return ""
	}
	return object.Pkg().Path()
}

func (r *rewriter) visitLibrary(node *ast.CallExpr) {
	selector, is := ast.Unparen(node.Fun).(*ast.SelectorExpr)
	if !is {
		return
	}
	object := r.info.Uses[selector.Sel]
	if object == nil || object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
		return
	}
	name := object.Name()
	switch r.parent().(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return
	}
	switch object.Pkg().Path() {
	case "fmt":
		switch {
		case strings.HasPrefix(name, "Sprint"):
			if _, alone := r.parent().(*ast.ExprStmt); !alone {
				r.wrap(node, "Formatted", "")
			}
		case strings.HasPrefix(name, "Fprint"), strings.HasPrefix(name, "Print"):
			r.wrap(node, "Written", "")
		}
	case "maps":
		switch name {
		case "Clone", "Copy", "DeleteFunc", "Equal", "EqualFunc":
			for i, argument := range node.Args {
				if _, is := r.under(argument).(*types.Map); is && i < 2 {
					r.wrapAhead(argument, "Table")
				}
			}
		}
	}
}

func (r *rewriter) under(expression ast.Expr) types.Type {
	of := r.info.TypeOf(expression)
	if of == nil {
		return nil
	}
	return core(of)
}

// What a type is beneath its name; of a type parameter, what all that it may stand for are, if that is one type.
func core(of types.Type) types.Type {
	parameter, is := of.(*types.TypeParam)
	if !is {
		return of.Underlying()
	}
	constraint, is := parameter.Constraint().Underlying().(*types.Interface)
	if !is || constraint.NumEmbeddeds() != 1 {
		return of.Underlying()
	}
	switch only := constraint.EmbeddedType(0).(type) {
	case *types.Union:
		if only.Len() == 1 {
			return only.Term(0).Type().Underlying()
		}
	case *types.Slice, *types.Map, *types.Basic:
		return only
	}
	return of.Underlying()
}

func (r *rewriter) isText(expression ast.Expr) bool {
	of := r.info.TypeOf(expression)
	return of != nil && isText(of)
}

func isText(of types.Type) bool {
	basic, is := core(of).(*types.Basic)
	return is && basic.Info()&types.IsString != 0
}

func (r *rewriter) isConstant(expression ast.Expr) bool { return r.info.Types[expression].Value != nil }

func (r *rewriter) isShort(expression ast.Expr) bool {
	value := r.info.Types[expression].Value
	return value != nil && value.Kind() == constant.String && len(constant.StringVal(value)) <= short
}
