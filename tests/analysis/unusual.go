// A program that is hard to rewrite.
package main // import "x"
import ("fmt"; str "strings"; . "sort"; "os"; "container/heap"; "container/list"; "strconv"; "errors"; "time")
/* begun
//go:noinline */ type name string
type pair [A any, B ~string] struct { a A; b B }
//go:noinline
func (p pair[A, B]) text() string { return fmt.Sprint(p.a) + string(p.b) }
func joined[T ~string](all ...T) (out T) { for _, t := range all { out += t }; return }
func equal[T comparable](x, y T) bool { return x == y }
type byLength []string
func (b byLength) Len() int { return len(b) }; func (b byLength) Swap(i, j int) { b[i], b[j] = b[j], b[i] }
func (b byLength) Less(i, j int) bool { if len(b[i]) != len(b[j]) { return len(b[i]) < len(b[j]) }; return b[i] < b[j] }
func (b *byLength) Push(x any) { *b = append(*b, x.(string)) }
func (b *byLength) Pop() any { old := *b; x := old[len(old)-1]; *b = old[:len(old)-1]; return x }
var global = str.Repeat("ab", 2) + "c"
func next() *string { s := "s"; return &s }
func main() {
	len := func(x string) int { return 7 }
	defer func() { if r := recover(); r != nil { fmt.Println("recovered", r) }; os.Exit(3) }()
	var n int; fmt.Scan(&n)
	words := []string{"b", "abc", "ab", "a", string(name("abc")[1:])}
	Strings(words); h := byLength(words); heap.Init(&h); fmt.Println(words, heap.Pop(&h), len("x"))
	*next() += "t" + strconv.Itoa(n); words[0] += global
	s := name("x"); for i := 0; i < n; s += "y" { i++; if s != name(global) && s+"z" > "long" || !(s <= "a") { continue } }
	fmt.Println(s, equal(s, "xyyy"), joined(s, "q", s), pair[int, name]{n, s}.text(), []rune(global)[1], words[0])
	switch t := any(s).(type) { case name: fmt.Println("name", t == s+""); default: fmt.Println(t) }
	switch { case global == str.ToLower(global) && words[1] != words[2]: fallthrough; default: fmt.Print("fell\n") }
	c := make(chan string, 1); go func() { c <- global + "!" }()
	select { case got := <-c: fmt.Println(got); case <-time.After(time.Minute): }
	m := map[name]map[string]int{s: {"k": 1}}; m[s+"" ][str.TrimSpace(" k ")]++; fmt.Println(m)
	l := list.New(); l.PushBack(1); fmt.Println(l.Len(), errors.New("e"), Search(100, func(i int) bool { return i*i > 50 }))
outer:
	for i := range 3 { for { if i == 1 { break outer }; continue outer } }
	b := append([]byte("x"), global...); k := copy(b, "zz"); clear(m); fmt.Println(string(b), k, m, min(global, "b"))
	func() { defer fmt.Println("deferred", global+"d"); var none []int; _ = none[n] }()
}
