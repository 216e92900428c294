package c

// lex splits source into tokens, without comments. A directive is one token,
// with its continued lines.
func lex(source []byte) []token {
	tokens := make([]token, 0, len(source)/5)
	line, fresh := uint32(0), true // fresh: nothing but space on this line yet
	for i := 0; i < len(source); {
		c := source[i]
		start := i
		kind := byte(0)
		switch {
		case c == '\n':
			line++
			fresh = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\\':
			i++
			continue
		case c == '/' && i+1 < len(source) && source[i+1] == '/':
			i = lineEnd(source, i)
			continue
		case c == '/' && i+1 < len(source) && source[i+1] == '*':
			i = commentEnd(source, i)
		case c == '#' && fresh:
			kind, i = '#', directiveEnd(source, i)
		case isWordByte(c):
			for i < len(source) && isWordByte(source[i]) {
				i++
			}
			kind = 'w'
			if c >= '0' && c <= '9' {
				kind = '0'
			}
		case c == '"' || c == '\'':
			kind, i = '0', stringEnd(source, i)
		default:
			kind, i = c, i+1
		}
		if kind != 0 {
			tokens = append(tokens, token{kind, uint32(start), uint32(i), line})
			fresh = false
		}
		for _, b := range source[start:i] {
			if b == '\n' {
				line++
			}
		}
	}
	return tokens
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// lineEnd is where the line ends, continued lines included.
func lineEnd(source []byte, i int) int {
	for ; i < len(source); i++ {
		if source[i] == '\n' && source[i-1] != '\\' && !(source[i-1] == '\r' && i > 1 && source[i-2] == '\\') {
			break
		}
	}
	return i
}

func commentEnd(source []byte, i int) int {
	for i += 2; i+1 < len(source); i++ {
		if source[i] == '*' && source[i+1] == '/' {
			return i + 2
		}
	}
	return len(source)
}

// directiveEnd is where the directive ends: a comment may take it over lines.
func directiveEnd(source []byte, i int) int {
	end := lineEnd(source, i)
	for j := i; j+1 < end; j++ {
		if source[j] != '/' {
			continue
		}
		switch source[j+1] {
		case '/':
			return end
		case '*':
			j = commentEnd(source, j) - 1
			if j >= end {
				end = lineEnd(source, j)
			}
		}
	}
	return end
}

// stringEnd is where the literal ends; an apostrophe in a number or a comment
// that was none ends with its line.
func stringEnd(source []byte, i int) int {
	quote := source[i]
	for i++; i < len(source); i++ {
		switch source[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(source)
}
