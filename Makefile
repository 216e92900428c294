# The commands of this project. `make run` is the first thing to try; `make test`
# is what CI runs.

GO     ?= go
BIN    := bin/lode
DIR    ?= .
QUERY  ?= where is a file cut into chunks

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -X lode/internal/cli.version=$(VERSION)

.PHONY: run build test check bench eval fuzz clean

# Build lode, index this repository (or DIR), and answer a query (or QUERY).
run: build
	@$(BIN) -C "$(DIR)" index
	@echo
	@$(BIN) -C "$(DIR)" search "$(QUERY)" -n 5
	@echo
	@echo "Try next, in $(DIR):"
	@echo "  lode search \"your own question\"   by meaning, by word and by name"
	@echo "  lode grep PATTERN                   lines that match an expression"
	@echo "  lode outline PATH                   what a file defines"
	@echo "  lode show NAME                      the source of a symbol"
	@echo "  lode help                           everything else"

build:
	@mkdir -p bin
	$(GO) build -ldflags "$(LDFLAGS)" -o $(BIN) ./cmd/lode

# All tests, with the race detector, and the static checks.
test: check
	$(GO) test -race ./...

check:
	@files=$$(gofmt -l cmd internal); if [ -n "$$files" ]; then echo "not formatted (run gofmt -w):"; echo "$$files"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

# Speed and size on a real tree of at least 500,000 lines; see docs/design/speed.md.
BENCH ?= $(shell $(GO) env GOROOT)/src
bench: build
	$(GO) run ./internal/bench -lode $(BIN) -dir "$(BENCH)"

# Quality of search: labelled queries over a folder of checkouts (<owner>/<name>).
QUERIES ?= ../shared/eval/queries.jsonl
eval: build
	@test -n "$(CHECKOUTS)" || { echo "usage: make eval CHECKOUTS=folder [QUERIES=queries.jsonl]; each repository is expected at <owner>/<name> below the folder"; exit 2; }
	$(BIN) eval --queries "$(QUERIES)" --checkouts "$(CHECKOUTS)"

# A minute for every fuzz target.
FUZZTIME ?= 60s
fuzz:
	@for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x $$p || exit 1; \
		done; \
	done

clean:
	rm -rf bin
