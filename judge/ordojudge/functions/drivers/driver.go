// What calls a Go submission's function: reads its arguments, writes its answer. See functions/building.py.
// It stands behind the submission, with names and imports of its own.
// Types are the submission's own, taken from its function by reflection.

const (
	ordojudgeMostNodes = 1000000
	ordojudgeMostDepth = 200
)

var ordojudgeNames = []string{@NAMES@}

var ordojudgeResult = @RESULT@

// Whether an int32 of the answer is a character: its type doesn't tell.
var ordojudgeRunes = @RUNES@

type ordojudgeMisfit string

type ordojudgeUncarried string

type ordojudgeReader struct {
	text []byte
	at   int
}

func (in *ordojudgeReader) peek() byte {
	for in.at < len(in.text) {
		c := in.text[in.at]
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
		in.at++
	}
	return 0
}

func (in *ordojudgeReader) take(c byte) bool {
	if in.peek() != c {
		return false
	}
	in.at++
	return true
}

func (in *ordojudgeReader) word(word string) bool {
	in.peek()
	if len(in.text)-in.at < len(word) || string(in.text[in.at:in.at+len(word)]) != word {
		return false
	}
	in.at += len(word)
	return true
}

func ordojudgeEnds(c byte) bool {
	return c == ',' || c == ':' || c == ']' || c == '}' || c == ' ' || c == '\n' || c == '\t' || c == '\r'
}

func (in *ordojudgeReader) skip() {
	depth := 0
	for {
		switch c := in.peek(); {
		case c == '"':
			for in.at++; in.at < len(in.text) && in.text[in.at] != '"'; in.at++ {
				if in.text[in.at] == '\\' {
					in.at++
				}
			}
			in.at++
		case c == '[' || c == '{':
			depth++
			in.at++
		case c == ']' || c == '}':
			depth--
			in.at++
		case c == ',' || c == ':':
			in.at++
		default:
			for in.at < len(in.text) && !ordojudgeEnds(in.text[in.at]) {
				in.at++
			}
		}
		if depth <= 0 || in.at >= len(in.text) {
			return
		}
	}
}

func (in *ordojudgeReader) misfit(from int, kind ordojudgeReflect.Type) {
	in.at = from
	in.skip()
	end, more := in.at, ""
	if end > len(in.text) {
		end = len(in.text)
	}
	if end-from > 60 {
		end, more = from+60, "..."
	}
	panic(ordojudgeMisfit(string(in.text[from:end]) + more + " doesn't fit " + kind.String()))
}

func (in *ordojudgeReader) number(kind ordojudgeReflect.Type) string {
	in.peek()
	from := in.at
	for in.at < len(in.text) && !ordojudgeEnds(in.text[in.at]) {
		in.at++
	}
	word := string(in.text[from:in.at])
	first := from
	if word != "" && word[0] == '-' {
		first++
	}
	if first == in.at || (in.text[first] < '0' || in.text[first] > '9') && in.text[first] != 'I' && in.text[first] != 'N' {
		in.misfit(from, kind)
	}
	return word
}

func (in *ordojudgeReader) integer(kind ordojudgeReflect.Type) (int64, uint64, bool) {
	in.peek()
	from := in.at
	negative := in.at < len(in.text) && in.text[in.at] == '-'
	digit := from
	if negative {
		digit++
	}
	first := digit
	var value uint64
	for digit < len(in.text) && in.text[digit] >= '0' && in.text[digit] <= '9' && digit-first < 18 {
		value = value*10 + uint64(in.text[digit]-'0')
		digit++
	}
	if digit > first && (digit == len(in.text) || ordojudgeEnds(in.text[digit])) {
		in.at = digit
		if negative {
			return -int64(value), 0, true
		}
		return int64(value), value, true
	}
	word := in.number(kind)
	if signed, err := ordojudgeStrconv.ParseInt(word, 10, 64); err == nil {
		return signed, uint64(signed), true
	}
	if unsigned, err := ordojudgeStrconv.ParseUint(word, 10, 64); err == nil {
		return 0, unsigned, false
	}
	real, err := ordojudgeStrconv.ParseFloat(word, 64)
	if err != nil || real != float64(int64(real)) || real < -9e15 || real > 9e15 {
		in.misfit(from, kind)
	}
	return int64(real), uint64(int64(real)), true
}

func (in *ordojudgeReader) hex() rune {
	code, _ := ordojudgeStrconv.ParseUint(string(in.text[in.at:in.at+4]), 16, 32)
	in.at += 4
	return rune(code)
}

func (in *ordojudgeReader) str(kind ordojudgeReflect.Type) string {
	if in.peek() != '"' {
		in.misfit(in.at, kind)
	}
	in.at++
	var out []byte
	for in.at < len(in.text) && in.text[in.at] != '"' {
		from := in.at
		for in.at < len(in.text) && in.text[in.at] != '"' && in.text[in.at] != '\\' {
			in.at++
		}
		out = append(out, in.text[from:in.at]...)
		if in.at+1 >= len(in.text) || in.text[in.at] == '"' {
			break
		}
		c := in.text[in.at+1]
		in.at += 2
		switch c {
		case 'n':
			c = '\n'
		case 't':
			c = '\t'
		case 'r':
			c = '\r'
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'u':
			code := in.hex()
			if code >= 0xD800 && code < 0xDC00 && in.at+5 < len(in.text) && in.text[in.at] == '\\' && in.text[in.at+1] == 'u' {
				before := in.at
				in.at += 2
				if low := in.hex(); low >= 0xDC00 && low < 0xE000 {
					code = 0x10000 + (code-0xD800)<<10 + (low - 0xDC00)
				} else {
					in.at = before
				}
			}
			if code >= 0xD800 && code < 0xE000 {
				out = append(out, byte(0xE0|code>>12), byte(0x80|code>>6&63), byte(0x80|code&63))
			} else {
				out = append(out, string(code)...)
			}
			continue
		}
		out = append(out, c)
	}
	in.at++
	return string(out)
}

func (in *ordojudgeReader) list(kind ordojudgeReflect.Type, each func()) {
	in.peek()
	from := in.at
	if !in.take('[') {
		in.misfit(from, kind)
	}
	if in.take(']') {
		return
	}
	for {
		each()
		if !in.take(',') {
			break
		}
	}
	if !in.take(']') {
		in.misfit(from, kind)
	}
}

func (in *ordojudgeReader) read(to ordojudgeReflect.Value) {
	kind := to.Type()
	in.peek()
	from := in.at
	switch kind.Kind() {
	case ordojudgeReflect.Bool:
		if in.word("true") {
			to.SetBool(true)
		} else if !in.word("false") {
			in.misfit(from, kind)
		}
	case ordojudgeReflect.Int, ordojudgeReflect.Int8, ordojudgeReflect.Int16, ordojudgeReflect.Int32, ordojudgeReflect.Int64:
		if kind.Kind() == ordojudgeReflect.Int32 && in.peek() == '"' {
			all := []rune(in.str(kind))
			if len(all) != 1 {
				in.misfit(from, kind)
			}
			to.SetInt(int64(all[0]))
			return
		}
		value, _, fits := in.integer(kind)
		if !fits || to.OverflowInt(value) {
			in.misfit(from, kind)
		}
		to.SetInt(value)
	case ordojudgeReflect.Uint, ordojudgeReflect.Uint8, ordojudgeReflect.Uint16, ordojudgeReflect.Uint32, ordojudgeReflect.Uint64:
		if kind.Kind() == ordojudgeReflect.Uint8 && in.peek() == '"' {
			text := in.str(kind)
			if len(text) != 1 {
				in.misfit(from, kind)
			}
			to.SetUint(uint64(text[0]))
			return
		}
		signed, value, fits := in.integer(kind)
		if fits && signed < 0 || to.OverflowUint(value) {
			in.misfit(from, kind)
		}
		to.SetUint(value)
	case ordojudgeReflect.Float32, ordojudgeReflect.Float64:
		value, _ := ordojudgeStrconv.ParseFloat(in.number(kind), kind.Bits())
		to.SetFloat(value)
	case ordojudgeReflect.String:
		to.SetString(in.str(kind))
	case ordojudgeReflect.Slice:
		if plain, ok := to.Addr().Interface().(*[]int); ok {
			all := []int{}
			in.list(kind, func() {
				here := in.at
				value, _, fits := in.integer(kind.Elem())
				if !fits {
					in.misfit(here, kind.Elem())
				}
				all = append(all, int(value))
			})
			*plain = all
			return
		}
		all := ordojudgeReflect.MakeSlice(kind, 0, 0)
		in.list(kind, func() {
			one := ordojudgeReflect.New(kind.Elem()).Elem()
			in.read(one)
			all = ordojudgeReflect.Append(all, one)
		})
		to.Set(all)
	case ordojudgeReflect.Array:
		index := 0
		in.list(kind, func() {
			if index == kind.Len() {
				in.misfit(from, kind)
			}
			in.read(to.Index(index))
			index++
		})
	case ordojudgeReflect.Map:
		if !in.take('{') {
			in.misfit(from, kind)
		}
		to.Set(ordojudgeReflect.MakeMap(kind))
		for in.peek() == '"' {
			name := ordojudgeReader{text: []byte(in.str(kind))}
			key := ordojudgeReflect.New(kind.Key()).Elem()
			if kind.Key().Kind() == ordojudgeReflect.String {
				key.SetString(string(name.text))
			} else {
				name.read(key)
			}
			in.take(':')
			value := ordojudgeReflect.New(kind.Elem()).Elem()
			in.read(value)
			to.SetMapIndex(key, value)
			in.take(',')
		}
		if !in.take('}') {
			in.misfit(from, kind)
		}
	case ordojudgeReflect.Interface:
		in.readAny(to)
	case ordojudgeReflect.Ptr:
		switch ordojudgeNodes(kind) {
		case 2:
			in.readTree(to)
		case 1:
			in.readLinked(to)
		default:
			panic(ordojudgeMisfit("the judge has no values of type " + kind.String()))
		}
	default:
		panic(ordojudgeMisfit("the judge has no values of type " + kind.String()))
	}
}

func (in *ordojudgeReader) readAny(to ordojudgeReflect.Value) {
	var found ordojudgeReflect.Value
	switch c := in.peek(); {
	case in.word("null"):
		return
	case c == '"':
		found = ordojudgeReflect.ValueOf(in.str(to.Type()))
	case c == 't' || c == 'f':
		found = ordojudgeReflect.ValueOf(in.word("true") || !in.word("false"))
	case c == '[':
		var all []interface{}
		found = ordojudgeReflect.ValueOf(&all).Elem()
		in.read(found)
	case c == '{':
		var all map[string]interface{}
		found = ordojudgeReflect.ValueOf(&all).Elem()
		in.read(found)
	default:
		word := in.number(to.Type())
		if whole, err := ordojudgeStrconv.Atoi(word); err == nil {
			found = ordojudgeReflect.ValueOf(whole)
		} else {
			real, _ := ordojudgeStrconv.ParseFloat(word, 64)
			found = ordojudgeReflect.ValueOf(real)
		}
	}
	to.Set(found)
}

// 2 for a pointer to a tree's node, 1 for one to a linked list's.
func ordojudgeNodes(kind ordojudgeReflect.Type) int {
	if kind.Kind() != ordojudgeReflect.Ptr || kind.Elem().Kind() != ordojudgeReflect.Struct {
		return 0
	}
	has := func(name string) bool {
		field, ok := kind.Elem().FieldByName(name)
		return ok && (name == "Val" || field.Type == kind)
	}
	if has("Val") && has("Left") && has("Right") {
		return 2
	}
	if has("Val") && has("Next") {
		return 1
	}
	return 0
}

func (in *ordojudgeReader) readLinked(to ordojudgeReflect.Value) {
	if in.word("null") {
		return
	}
	kind := to.Type()
	in.list(kind, func() {
		node := ordojudgeReflect.New(kind.Elem())
		in.read(node.Elem().FieldByName("Val"))
		to.Set(node)
		to = node.Elem().FieldByName("Next")
	})
}

// In LeetCode's level order, in which null is a missing child.
func (in *ordojudgeReader) readTree(to ordojudgeReflect.Value) {
	if in.word("null") {
		return
	}
	kind := to.Type()
	places := []ordojudgeReflect.Value{to}
	next := 0
	in.list(kind, func() {
		next++
		if in.word("null") {
			return
		}
		if next > len(places) {
			in.skip()
			return
		}
		node := ordojudgeReflect.New(kind.Elem())
		in.read(node.Elem().FieldByName("Val"))
		places[next-1].Set(node)
		places = append(places, node.Elem().FieldByName("Left"), node.Elem().FieldByName("Right"))
	})
}

func ordojudgeText(out []byte, text string) []byte {
	out = append(out, '"')
	for at := 0; at < len(text); {
		c := text[at]
		if c < 0x80 {
			if c == '"' || c == '\\' {
				out = append(out, '\\', c)
			} else if c < 0x20 {
				out = append(out, "\\u00"...)
				out = append(out, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
			} else {
				out = append(out, c)
			}
			at++
			continue
		}
		size := 0
		for _, char := range text[at:] {
			if char != 0xFFFD {
				size = len(string(char))
			} else if len(text)-at >= 3 && text[at:at+3] == "\uFFFD" {
				size = 3
			}
			break
		}
		if size == 0 && len(text)-at >= 3 && c == 0xED && text[at+1] >= 0xA0 && text[at+1] < 0xC0 && text[at+2]&0xC0 == 0x80 {
			code := uint64(0xD000) | uint64(text[at+1]&63)<<6 | uint64(text[at+2]&63)
			out = append(append(out, "\\u"...), ordojudgeStrconv.FormatUint(code, 16)...)
			at += 3
			continue
		}
		if size == 0 {
			panic(ordojudgeUncarried("the answer holds a text that isn't UTF-8"))
		}
		out = append(out, text[at:at+size]...)
		at += size
	}
	return append(out, '"')
}

func ordojudgeWrite(out []byte, value ordojudgeReflect.Value, depth int) []byte {
	if depth > ordojudgeMostDepth {
		panic(ordojudgeUncarried("the answer is nested too deeply, or holds itself"))
	}
	switch value.Kind() {
	case ordojudgeReflect.Bool:
		return ordojudgeStrconv.AppendBool(out, value.Bool())
	case ordojudgeReflect.Int32:
		if ordojudgeRunes {
			return ordojudgeText(out, string(rune(value.Int())))
		}
		return ordojudgeStrconv.AppendInt(out, value.Int(), 10)
	case ordojudgeReflect.Int, ordojudgeReflect.Int8, ordojudgeReflect.Int16, ordojudgeReflect.Int64:
		return ordojudgeStrconv.AppendInt(out, value.Int(), 10)
	case ordojudgeReflect.Uint8:
		return ordojudgeText(out, string([]byte{byte(value.Uint())}))
	case ordojudgeReflect.Uint, ordojudgeReflect.Uint16, ordojudgeReflect.Uint32, ordojudgeReflect.Uint64:
		return ordojudgeStrconv.AppendUint(out, value.Uint(), 10)
	case ordojudgeReflect.Float32, ordojudgeReflect.Float64:
		real := value.Float()
		if real != real {
			return append(out, "NaN"...)
		}
		if real-real != 0 {
			if real < 0 {
				out = append(out, '-')
			}
			return append(out, "Infinity"...)
		}
		return ordojudgeStrconv.AppendFloat(out, real, 'g', -1, value.Type().Bits())
	case ordojudgeReflect.String:
		return ordojudgeText(out, value.String())
	case ordojudgeReflect.Slice, ordojudgeReflect.Array:
		out = append(out, '[')
		for i, size := 0, value.Len(); i < size; i++ {
			if i > 0 {
				out = append(out, ',')
			}
			out = ordojudgeWrite(out, value.Index(i), depth+1)
		}
		return append(out, ']')
	case ordojudgeReflect.Map:
		out = append(out, '{')
		for i, key := range value.MapKeys() {
			if i > 0 {
				out = append(out, ',')
			}
			name := ordojudgeWrite(nil, key, depth+1)
			if len(name) == 0 || name[0] != '"' {
				name = append(append([]byte{'"'}, name...), '"')
			}
			out = append(append(out, name...), ':')
			out = ordojudgeWrite(out, value.MapIndex(key), depth+1)
		}
		return append(out, '}')
	case ordojudgeReflect.Interface:
		if value.IsNil() {
			return append(out, "null"...)
		}
		return ordojudgeWrite(out, value.Elem(), depth+1)
	case ordojudgeReflect.Ptr:
		switch ordojudgeNodes(value.Type()) {
		case 2:
			return ordojudgeWriteTree(out, value)
		case 1:
			return ordojudgeWriteLinked(out, value)
		}
		if value.IsNil() {
			return append(out, "null"...)
		}
	}
	panic(ordojudgeUncarried("the answer holds a " + value.Type().String() + ", which is no JSON value"))
}

func ordojudgeWriteLinked(out []byte, node ordojudgeReflect.Value) []byte {
	out = append(out, '[')
	for count := 0; !node.IsNil(); node = node.Elem().FieldByName("Next") {
		if count > 0 {
			out = append(out, ',')
		}
		out = ordojudgeWrite(out, node.Elem().FieldByName("Val"), 0)
		count++
		if count > ordojudgeMostNodes {
			panic(ordojudgeUncarried("the answer is a list without an end"))
		}
	}
	return append(out, ']')
}

func ordojudgeWriteTree(out []byte, root ordojudgeReflect.Value) []byte {
	level := []ordojudgeReflect.Value{root}
	last := -1
	for at := 0; at < len(level); at++ {
		if node := level[at]; !node.IsNil() {
			last = at
			level = append(level, node.Elem().FieldByName("Left"), node.Elem().FieldByName("Right"))
		}
		if len(level) > 2*ordojudgeMostNodes {
			panic(ordojudgeUncarried("the answer is a tree without an end"))
		}
	}
	out = append(out, '[')
	for at := 0; at <= last; at++ {
		if at > 0 {
			out = append(out, ',')
		}
		if level[at].IsNil() {
			out = append(out, "null"...)
		} else {
			out = ordojudgeWrite(out, level[at].Elem().FieldByName("Val"), 0)
		}
	}
	return append(out, ']')
}

func (in *ordojudgeReader) positions(count int) []int {
	var found []int
	if in.take('[') {
		for in.peek() != ']' && in.at < len(in.text) {
			found = append(found, in.at)
			in.skip()
			in.take(',')
		}
	} else if in.take('{') {
		named := map[string]int{}
		for in.peek() == '"' {
			name := in.str(ordojudgeReflect.TypeOf(""))
			in.take(':')
			in.peek()
			named[name] = in.at
			in.skip()
			in.take(',')
		}
		for _, name := range ordojudgeNames {
			position, ok := named[name]
			if !ok {
				panic(ordojudgeMisfit("the test gives no argument " + name))
			}
			found = append(found, position)
			delete(named, name)
		}
		for name := range named {
			panic(ordojudgeMisfit("the function has no parameter " + name))
		}
	}
	if len(found) != count {
		panic(ordojudgeMisfit("the function takes " + ordojudgeStrconv.Itoa(count) + " arguments, the test has " + ordojudgeStrconv.Itoa(len(found))))
	}
	if ordojudgeResult >= count {
		panic(ordojudgeMisfit("result_argument: " + ordojudgeStrconv.Itoa(ordojudgeResult) + ", and the function takes " + ordojudgeStrconv.Itoa(count) + " arguments"))
	}
	return found
}

func (in *ordojudgeReader) arguments(kind ordojudgeReflect.Type) []ordojudgeReflect.Value {
	positions := in.positions(kind.NumIn())
	made := make([]ordojudgeReflect.Value, len(positions))
	place := ""
	defer func() {
		switch why := recover().(type) {
		case nil:
		case ordojudgeMisfit:
			panic(ordojudgeMisfit(place + string(why)))
		default:
			panic(why)
		}
	}()
	for i, position := range positions {
		place = "argument " + ordojudgeStrconv.Itoa(i+1) + ": "
		if i < len(ordojudgeNames) {
			place = "argument " + ordojudgeNames[i] + ": "
		}
		in.at = position
		made[i] = ordojudgeReflect.New(kind.In(i)).Elem()
		in.read(made[i])
	}
	return made
}

func ordojudgeSend(text string) {
	ordojudgeOs.NewFile(3, "result").Write([]byte(text))
}

func ordojudgeInput() []byte {
	text := make([]byte, 0, 1<<16)
	for {
		if len(text) == cap(text) {
			text = append(text, make([]byte, len(text))...)[:len(text)]
		}
		got, err := ordojudgeOs.Stdin.ReadAt(text[len(text):cap(text)], int64(len(text)))
		text = text[:len(text)+got]
		if err != nil {
			return text
		}
	}
}

func main() {
	defer func() {
		switch why := recover().(type) {
		case nil:
		case ordojudgeMisfit:
			ordojudgeSend("?" + string(why))
			ordojudgeOs.Stderr.WriteString(string(why) + "\n")
			ordojudgeOs.Exit(1)
		case ordojudgeUncarried:
			ordojudgeSend("!" + string(why))
		case error:
			ordojudgeOs.Stderr.WriteString("panic: " + why.Error() + "\n")
			ordojudgeOs.Exit(2)
		default:
			ordojudgeOs.Stderr.WriteString("panic: " + ordojudgeFmt.Sprint(why) + "\n")
			ordojudgeOs.Exit(2)
		}
	}()
	function := ordojudgeReflect.ValueOf(@FUNCTION@)
	kind := function.Type()
	in := ordojudgeReader{text: ordojudgeInput()}
	arguments := in.arguments(kind)
	in.text = nil
	var answers []ordojudgeReflect.Value
	if kind.IsVariadic() {
		answers = function.CallSlice(arguments)
	} else {
		answers = function.Call(arguments)
	}
	out := []byte("=")
	switch {
	case ordojudgeResult >= 0:
		out = ordojudgeWrite(out, arguments[ordojudgeResult], 0)
	case len(answers) == 0:
		out = append(out, "null"...)
	case len(answers) == 1:
		out = ordojudgeWrite(out, answers[0], 0)
	default:
		panic(ordojudgeUncarried("the function returns " + ordojudgeStrconv.Itoa(len(answers)) + " values"))
	}
	ordojudgeSend(string(out))
}
