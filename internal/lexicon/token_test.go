package lexicon

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTokens(t *testing.T) {
	long := strings.Repeat("x", 70)
	for _, test := range []struct{ text, want string }{
		// Identifiers and their parts.
		{"parseHTTPRequest2", "pars http request 2 parsehttprequest2"},
		{"getUserById", "get user by id getuserbyid"},
		{"HTTPServer", "http server httpserver"},
		{"snake_case_name", "snake case name snake_case_name"},
		{"SCREAMING_CASE", "scream case screaming_case"},
		{"utf8", "utf 8 utf8"},
		{"x", "x"},
		{"plain words here", "plain word here"},
		{"__init__", "init __init__"},
		{"_ __ $ @", ""},
		{"userIDs and APIs, URLsFor", "user id userid and api url for urlsfor"},
		{"iOS JSONToXML", "i os ios json to xml jsontoxml"},

		// Names with _ . $ : @ in them are kept as they are written.
		{"AuthService.Authenticate", "auth servic authservic authenticat authservice.authenticate"},
		{"$variable", "variabl $variable"},
		{"global::MyApp.Core", "global my app myapp core global::myapp.core"},
		{"@event", "event @event"},
		{"List<String, 'a', \"b\">", "list string a b"},
		{"jquery$el.find", "jquery el jquery$el find jquery$el.find"},
		{"me@example.com", "me exampl com example.com"},
		{"a::b std::vec::Vec", "a b std vec vec std::vec::vec"},
		{"s.x + fmt.Println(err)", "s x fmt println fmt.println err"},
		{"end. Start a.b.c.d", "end start a b c d"},
		{"one.two.three.four.five", "one two three four five"},

		// Kebab.
		{"--dry-run n-1 i-j foo->bar", "dry run dry-run n 1 i j foo bar"},
		{"my-component.test.js", "my component test js my-component.test.js"},

		// Numbers.
		{"3.14 1_000 0xDEADbeef 42", "3 14 1 000 1_000 0xdeadbeef 42"},
		{"9f86d081884c7d65 4fzzG3hx9", "9f86d081884c7d65 4 fzz g 3 hx 9 4fzzg3hx9"},
		{"v1.2.3", "v 1 v1 2 3"},

		// Words of prose.
		{"it's don't 's' can't", "it don s can"},
		{"routes, routing; routed", "rout rout rout"},

		// Long.
		{long, long[:64]},
		{"_" + long, long[:64] + " _" + long[:63]},

		// Beyond ASCII.
		{"Größe maxGröße ÜberSicht", "größe max größe maxgröße über sicht übersicht"},
		{"ПарсерЗапросов", "парсер запросов парсерзапросов"},
		{"用户登录 foo検索bar 名", "用户 户登 登录 foo 検索 bar 名"},
		{"サーバー", "サー ーバ バー"},
		{"naïve—dash “quoted”…", "naïve dash quot"},
		{"e\u0301te\u0301X", "e\u0301te\u0301 x e\u0301te\u0301x"},
		{"bad\xffutf\x80x", "bad utf x"},
		{"a\x00b", "a b"},
		{"", ""},
	} {
		if got := strings.Join(Tokens(test.text), " "); got != test.want {
			t.Errorf("%q\n got  %s\n want %s", test.text, got, test.want)
		}
	}
}

// TestQueryFindsText is what the tokens are for: words that are written in one
// way find text that is written in another.
func TestQueryFindsText(t *testing.T) {
	for _, test := range []struct{ query, text string }{
		{"user", "getUserById"}, {"users", "getUserById"}, {"user", "users"}, {"userids", "userIDs"},
		{"parsing", "parseHeader"}, {"parse", "parsing"}, {"route", "routes"}, {"routing", "Route"},
		{"parsehttprequests", "parseHTTPRequests"}, {"parsehttprequest", "parseHTTPRequests"},
		{"queries", "buildQuery"}, {"caches", "caching"}, {"typed", "type"}, {"logs", "logger.logging"},
		{"AuthService.Authenticate", "x := AuthService.Authenticate(u)"}, {"$variable", "echo $variable;"},
		{"global::MyApp.Core", "using global::MyApp.Core;"}, {"@event", "(@event: click)"},
		{"authenticate", "AuthService.Authenticate"}, {"content-type", "Content-Type: text"},
		{"snake case", "snake_case"}, {"SNAKE_CASE", "snake_case"}, {"GRÖSSE", "grösse"}, {"登录", "用户登录"},
		{"api", "APIs"}, {"ids", "userID"}, {"token.go", "internal/lexicon/token.go"},
	} {
		found := false
		in := Tokens(test.text)
		for _, term := range Terms(test.query) {
			found = found || slices.Contains(in, term.Text)
		}
		if !found {
			t.Errorf("%q does not find %q: %v, %v", test.query, test.text, Terms(test.query), in)
		}
	}
}

func TestStem(t *testing.T) {
	for _, family := range []string{
		"route routes routed routing", "query queries", "class classes", "cookie cookies", "parse parses parsed parsing",
		"type types typed typing", "run runs running", "map maps mapped mapping", "cache caches cached caching",
		"handle handles handled handling", "match matches matched matching", "box boxes boxed boxing",
		"index indexes indexed indexing", "process processes processed processing", "status statuses",
		"control controls controlled controlling", "install installs installed installing", "embed embeds embedded embedding",
		"alias aliases aliased", "database databases", "node nodes", "update updates updated updating", "code codes coded coding",
		"write writes writing", "add adds added adding", "call calls called calling", "exceed exceeds exceeded exceeding",
		"schema schemas", "cpu cpus", "api apis", "id ids", "queue queues queued queuing", "file files", "address addresses",
		"log logs logged logging", "delete deletes deleted deleting", "share shares shared sharing", "issue issues",
	} {
		words := strings.Fields(family)
		var first, other stemmer
		want := first.stem([]byte(words[0]))
		for _, w := range words[1:] {
			if got := other.stem([]byte(w)); string(got) != string(want) {
				t.Errorf("%s -> %s, but %s -> %s", words[0], want, w, got)
			}
		}
	}
	for _, pair := range []string{
		"note not", "pipe pip", "mode mod", "care car", "plane plan", "string str", "header head", "pointer point",
		"user use", "session sess", "number numb", "ios io", "need ne", "thing th", "redis redi", "site sit",
	} {
		a, b, _ := strings.Cut(pair, " ")
		var x, y stemmer
		if string(x.stem([]byte(a))) == string(y.stem([]byte(b))) {
			t.Errorf("%s and %s have one stem", a, b)
		}
	}
}

func TestTerms(t *testing.T) {
	terms := Terms("How does AuthService.getUsers work with users? works")
	var got []string
	for _, term := range terms {
		mark := ""
		if term.Stop {
			mark = "!"
		}
		got = append(got, mark+term.Text+[]string{"", "+", "."}[term.Form]+string(rune('0'+term.Name)))
	}
	want := "!how0 !doe1 authservice.getusers.2 authservic+2 auth2 servic2 getuser+2 get2 user2 work3 !with4"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	if n := len(Terms(strings.Join(randomWords(1000), " "))); n != MaxTerms {
		t.Errorf("%d terms of a very long query, want %d", n, MaxTerms)
	}
}

func randomWords(n int) []string {
	rng := rand.New(rand.NewPCG(3, 4))
	words := make([]string, n)
	for i := range words {
		b := make([]byte, 6)
		for j := range b {
			b[j] = byte('a' + rng.IntN(26))
		}
		words[i] = string(b)
	}
	return words
}

// TestStopWordsAreFoundAlone also keeps the list in a form that isStop can read.
func TestStopWordsAreFoundAlone(t *testing.T) {
	words := strings.Fields(stopWords)
	if !slices.IsSorted(words) || len(slices.Compact(words)) != len(strings.Fields(stopWords)) {
		t.Error("stop words are out of order or double")
	}
	for _, w := range words {
		if !isStop(w) || strings.ToLower(w) != w {
			t.Errorf("%s is in the list and not a stop word", w)
		}
	}
	if isStop("") || isStop("get") {
		t.Error("not a stop word")
	}
	if use := active(Terms("to be or not to be")); len(use) != 4 {
		t.Errorf("a query of stop words uses %d of its terms", len(use))
	}
	if use := active(Terms("to be or not to crash")); len(use) != 1 {
		t.Errorf("a query with one other word uses %d terms", len(use))
	}
}

// checkScan compares the fast path with the general one and checks what every
// token must satisfy.
func checkScan(t *testing.T, text string) {
	var fast, slow scanner
	fast.scan(text)
	slow.scanMixed(text)
	if string(fast.low[:fast.used]) != string(slow.low[:slow.used]) || !slices.Equal(fast.tokens, slow.tokens) {
		t.Fatalf("%q: fast and general scan differ:\n%v %q\n%v %q", text,
			fast.tokens, fast.low[:fast.used], slow.tokens, slow.low[:slow.used])
	}
	if len(fast.low) < fast.used+spare {
		t.Fatalf("%q: no spare bytes", text)
	}
	var st stemmer
	for _, tok := range fast.tokens {
		if tok.size == 0 || tok.size > MaxTerm || int(tok.start)+int(tok.size) > fast.used {
			t.Fatalf("%q: token %+v", text, tok)
		}
		word := fast.low[tok.start : int(tok.start)+int(tok.size)]
		if !utf8.Valid(word) || strings.ContainsAny(string(word), "\x00 \n") {
			t.Fatalf("%q: word %q", text, word)
		}
		if stem := st.stem(word); len(stem) == 0 || len(stem) > len(word) {
			t.Fatalf("%q: the stem of %q is %q", text, word, stem)
		}
	}
}

// scanMixed is scan with mixedIdentifier for every identifier.
func (s *scanner) scanMixed(text string) {
	s.general = true
	s.scan(text)
}

func TestFastScanEqualsGeneral(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	alphabet := []rune("abszABSZ019__$@.:-' \n'éÉßж用\u0301ⱥȺ")
	for range 20000 {
		b := make([]rune, rng.IntN(24))
		for i := range b {
			b[i] = alphabet[rng.IntN(len(alphabet))]
		}
		checkScan(t, string(b))
	}
	docs, _ := corpus()
	if len(docs) == 0 {
		t.Fatal("no source of the standard library to read")
	}
	for i := 0; i < len(docs); i += 32 {
		checkScan(t, docs[i][FieldBody])
	}
}

func FuzzScan(f *testing.F) {
	f.Add("parseHTTPRequest2 global::MyApp.Core @event 用户")
	f.Add("ȺȺȺȺȺȺȺȺȺȺȺȺ aaaaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, text string) {
		checkScan(t, text)
		var a Analyzer
		var b Builder
		b.Add(a.Analyze(&Document{FieldBody: text, FieldName: text}))
		blocks, lengths := b.Finish()
		if err := Check(Segment{Docs: 1, Lengths: lengths, Source: Blocks(blocks)}); err != nil {
			t.Fatal(err)
		}
	})
}
