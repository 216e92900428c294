package scan

import "strings"

// parseClass reads a bracket expression whose [ stands before s[i] and returns
// the index of its ]. ok is false when it is not closed or names an unknown
// class: git lets such a pattern match nothing.
func parseClass(s string, i int, fold bool) (set *class, end int, ok bool) {
	negated := i < len(s) && (s[i] == '!' || s[i] == '^')
	if negated {
		i++
	}
	set = new(class)
	previous := -1 // the byte that a range may start from
	for first := true; ; first = false {
		switch {
		case i >= len(s):
			return nil, 0, false
		case s[i] == ']' && !first:
			if fold {
				foldClass(set)
			}
			if negated {
				for k := range set {
					set[k] = ^set[k]
				}
			}
			return set, i, true
		case s[i] == '\\':
			if i++; i == len(s) {
				return nil, 0, false
			}
			set.add(s[i])
			previous = int(s[i])
		case s[i] == '-' && previous >= 0 && i+1 < len(s) && s[i+1] != ']':
			if i++; s[i] == '\\' {
				if i++; i == len(s) {
					return nil, 0, false
				}
			}
			set.addRange(previous, int(s[i]), fold)
			previous = -1
		case s[i] == '[' && i+1 < len(s) && s[i+1] == ':':
			n := strings.IndexByte(s[i+2:], ']')
			if n < 0 {
				return nil, 0, false
			}
			name, closed := strings.CutSuffix(s[i+2:i+2+n], ":")
			if !closed { // not "[:name:]": the bracket stands for itself
				set.add('[')
				previous = '['
				break
			}
			if !set.addNamed(name, fold) {
				return nil, 0, false
			}
			i += 2 + n
			previous = -1
		default:
			set.add(s[i])
			previous = int(s[i])
		}
		i++
	}
}

func (c *class) addRange(from, to int, fold bool) {
	for b := from; b <= to; b++ {
		c.add(byte(b))
		if fold && 'A' <= b && b <= 'Z' {
			c.add(byte(b) + 'a' - 'A')
		}
	}
}

// foldClass makes capitals match as their small letters do, which is how git
// compares: it lowers the text and not the class.
func foldClass(c *class) {
	for b := byte('A'); b <= 'Z'; b++ {
		c[b>>6] &^= 1 << (b & 63)
		if c.has(b + 'a' - 'A') {
			c.add(b)
		}
	}
}

// addNamed adds a POSIX class, restricted to ASCII as in git.
func (c *class) addNamed(name string, fold bool) bool {
	in, ok := namedClasses[name]
	if !ok {
		return false
	}
	for b := range 128 {
		if in(byte(b)) || fold && name == "upper" && isLower(byte(b)) {
			c.add(byte(b))
		}
	}
	return true
}

var namedClasses = map[string]func(byte) bool{
	"alnum":  func(b byte) bool { return isLower(b) || isUpper(b) || isDigit(b) },
	"alpha":  func(b byte) bool { return isLower(b) || isUpper(b) },
	"blank":  func(b byte) bool { return b == ' ' || b == '\t' },
	"cntrl":  func(b byte) bool { return b < ' ' || b == 127 },
	"digit":  isDigit,
	"graph":  func(b byte) bool { return ' ' < b && b < 127 },
	"lower":  isLower,
	"print":  func(b byte) bool { return ' ' <= b && b < 127 },
	"punct":  func(b byte) bool { return ' ' < b && b < 127 && !isLower(b) && !isUpper(b) && !isDigit(b) },
	"space":  func(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' },
	"upper":  isUpper,
	"xdigit": func(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' },
}

func isLower(b byte) bool { return 'a' <= b && b <= 'z' }
func isUpper(b byte) bool { return 'A' <= b && b <= 'Z' }
func isDigit(b byte) bool { return '0' <= b && b <= '9' }
