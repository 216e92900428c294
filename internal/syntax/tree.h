// The few functions of the tree-sitter runtime that lode calls, and the flat
// form in which it hands a whole tree to Go.
#ifndef LODE_TREE_H
#define LODE_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"

// One node of a tree in preorder. Its children start at the next index and
// each child's subtree ends where its `next` points.
typedef struct {
  uint32_t start, end; // bytes
  uint32_t row, end_row;
  uint32_t next;   // index one past the last node of this subtree
  uint32_t parent; // index of the parent; the root's is itself
  uint16_t kind, field;
  uint16_t flags;
  uint16_t unused;
} lode_node;

enum { LODE_NAMED = 1, LODE_EXTRA = 2, LODE_MISSING = 4, LODE_HAS_ERROR = 8 };
enum { LODE_OK = 0, LODE_TIMEOUT = 1, LODE_NO_MEMORY = 2, LODE_BAD_GRAMMAR = 3 };

typedef struct {
  lode_node *nodes;
  uint32_t count, capacity;
  lode_arena arena; // of the parse in progress
  void *plain;      // a parser without an arena, for lode_parse_only
} lode_parser;

lode_parser *lode_parser_new(void);
void lode_parser_delete(lode_parser *);
// Parses and flattens in one call; the nodes stay valid until the next call.
int lode_parse(lode_parser *, const void *language, const char *source, uint32_t length, uint32_t limit_ms);
// Parses as a plain user of the runtime would and throws the tree away.
int lode_parse_only(lode_parser *, const void *language, const char *source, uint32_t length, uint32_t limit_ms);

uint32_t lode_symbol_count(const void *language);
const char *lode_symbol_name(const void *language, uint16_t symbol);
bool lode_symbol_named(const void *language, uint16_t symbol);
uint32_t lode_field_count(const void *language);
const char *lode_field_name(const void *language, uint16_t field);

#endif
