#include "tree.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// The runtime itself is compiled by the Go binding that this package imports.
// Its symbols are declared weak here because cgo links every package once on
// its own, before the runtime's objects are at hand; in the final link they
// are always present.
#if defined(__APPLE__)
#define RUNTIME extern __attribute__((weak_import))
#else
#define RUNTIME extern __attribute__((weak))
#endif

typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct TSLanguage TSLanguage;
typedef struct { uint32_t row, column; } TSPoint;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
typedef struct {
  void *payload;
  const char *(*read)(void *payload, uint32_t byte, TSPoint position, uint32_t *bytes_read);
  int encoding;
  void *decode;
} TSInput;
typedef struct { void *payload; uint32_t current_byte_offset; bool has_error; } TSParseState;
typedef struct { void *payload; bool (*progress_callback)(TSParseState *); } TSParseOptions;

RUNTIME void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
RUNTIME TSParser *ts_parser_new(void);
RUNTIME void ts_parser_delete(TSParser *);
RUNTIME bool ts_parser_set_language(TSParser *, const TSLanguage *);
RUNTIME void ts_parser_reset(TSParser *);
RUNTIME TSTree *ts_parser_parse_with_options(TSParser *, const TSTree *, TSInput, TSParseOptions);
RUNTIME void ts_tree_delete(TSTree *);
RUNTIME TSNode ts_tree_root_node(const TSTree *);
RUNTIME TSTreeCursor ts_tree_cursor_new(TSNode);
RUNTIME void ts_tree_cursor_delete(TSTreeCursor *);
RUNTIME TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
RUNTIME uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
RUNTIME bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
RUNTIME bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
RUNTIME bool ts_tree_cursor_goto_parent(TSTreeCursor *);
RUNTIME uint16_t ts_node_symbol(TSNode);
RUNTIME uint32_t ts_node_start_byte(TSNode);
RUNTIME uint32_t ts_node_end_byte(TSNode);
RUNTIME TSPoint ts_node_start_point(TSNode);
RUNTIME TSPoint ts_node_end_point(TSNode);
RUNTIME bool ts_node_is_named(TSNode);
RUNTIME bool ts_node_is_extra(TSNode);
RUNTIME bool ts_node_is_missing(TSNode);
RUNTIME bool ts_node_has_error(TSNode);
RUNTIME uint32_t ts_language_symbol_count(const TSLanguage *);
RUNTIME const char *ts_language_symbol_name(const TSLanguage *, uint16_t);
RUNTIME int ts_language_symbol_type(const TSLanguage *, uint16_t);
RUNTIME uint32_t ts_language_field_count(const TSLanguage *);
RUNTIME const char *ts_language_field_name_for_id(const TSLanguage *, uint16_t);

typedef struct { const char *source; uint32_t length; } text;

static const char *read_text(void *payload, uint32_t byte, TSPoint position, uint32_t *bytes_read) {
  (void)position;
  text *t = payload;
  if (byte >= t->length) {
    *bytes_read = 0;
    return "";
  }
  *bytes_read = t->length - byte;
  return t->source + byte;
}

static int64_t now_ms(void) {
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool past_deadline(TSParseState *state) { return now_ms() > *(int64_t *)state->payload; }

lode_parser *lode_parser_new(void) {
  // The binding routes every allocation through Go, which costs more than the
  // allocation itself.
  ts_set_allocator(lode_malloc, lode_calloc, lode_realloc, lode_free);
  return calloc(1, sizeof(lode_parser));
}

void lode_parser_delete(lode_parser *p) {
  if (p->plain) ts_parser_delete(p->plain);
  lode_arena_delete(&p->arena);
  free(p->nodes);
  free(p);
}

static lode_node *add(lode_parser *p) {
  if (p->count == p->capacity) {
    uint32_t capacity = p->capacity ? p->capacity * 2 : 4096;
    lode_node *nodes = realloc(p->nodes, (size_t)capacity * sizeof *nodes);
    if (!nodes) return NULL;
    p->nodes = nodes;
    p->capacity = capacity;
  }
  return &p->nodes[p->count++];
}

static bool append_current(lode_parser *p, TSTreeCursor *cursor, uint32_t parent) {
  TSNode node = ts_tree_cursor_current_node(cursor);
  uint32_t index = p->count;
  lode_node *out = add(p);
  if (!out) return false;
  out->start = ts_node_start_byte(node);
  out->end = ts_node_end_byte(node);
  out->row = ts_node_start_point(node).row;
  out->end_row = ts_node_end_point(node).row;
  out->next = index + 1;
  out->parent = index ? parent : 0;
  out->kind = ts_node_symbol(node);
  out->field = ts_tree_cursor_current_field_id(cursor);
  out->flags = (ts_node_is_named(node) ? LODE_NAMED : 0) | (ts_node_is_extra(node) ? LODE_EXTRA : 0) |
               (out->start == out->end && ts_node_is_missing(node) ? LODE_MISSING : 0) |
               (index == 0 && ts_node_has_error(node) ? LODE_HAS_ERROR : 0);
  out->unused = 0;
  return true;
}

// Walks without recursion: trees may be hundreds of thousands of levels deep.
static int flatten_tree(lode_parser *p, TSNode root) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  uint32_t parent = 0;
  int status = append_current(p, &cursor, 0) ? LODE_OK : LODE_NO_MEMORY;
  while (status == LODE_OK) {
    uint32_t current = p->count - 1;
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      parent = current;
    } else {
      bool done = false;
      while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
        p->nodes[parent].next = p->count;
        if (parent == 0 || !ts_tree_cursor_goto_parent(&cursor)) {
          done = true;
          break;
        }
        parent = p->nodes[parent].parent;
      }
      if (done) break;
    }
    if (!append_current(p, &cursor, parent)) status = LODE_NO_MEMORY;
  }
  ts_tree_cursor_delete(&cursor);
  return status;
}

static TSTree *parse(TSParser *parser, const char *source, uint32_t length, uint32_t limit_ms) {
  text input = {source, length};
  int64_t deadline = now_ms() + limit_ms;
  return ts_parser_parse_with_options(parser, NULL, (TSInput){&input, read_text, 0, NULL}, (TSParseOptions){&deadline, past_deadline});
}

int lode_parse(lode_parser *p, const void *language, const char *source, uint32_t length, uint32_t limit_ms) {
  p->count = 0;
  int status = LODE_BAD_GRAMMAR;
  // The parser lives in the arena too, because it keeps what it has allocated.
  // It is deleted for the sake of scanners, which may have memory of their own;
  // the tree need not be.
  lode_arena_enter(&p->arena);
  TSParser *parser = ts_parser_new();
  if (ts_parser_set_language(parser, language)) {
    TSTree *tree = parse(parser, source, length, limit_ms);
    status = tree ? flatten_tree(p, ts_tree_root_node(tree)) : LODE_TIMEOUT;
  }
  ts_parser_delete(parser);
  lode_arena_leave();
  lode_arena_reset(&p->arena);
  return status;
}

int lode_parse_only(lode_parser *p, const void *language, const char *source, uint32_t length, uint32_t limit_ms) {
  if (!p->plain) p->plain = ts_parser_new();
  if (!ts_parser_set_language(p->plain, language)) return LODE_BAD_GRAMMAR;
  TSTree *tree = parse(p->plain, source, length, limit_ms);
  if (!tree) {
    ts_parser_reset(p->plain);
    return LODE_TIMEOUT;
  }
  ts_tree_delete(tree);
  return LODE_OK;
}

uint32_t lode_symbol_count(const void *language) { return ts_language_symbol_count(language); }
const char *lode_symbol_name(const void *language, uint16_t symbol) { return ts_language_symbol_name(language, symbol); }
bool lode_symbol_named(const void *language, uint16_t symbol) { return ts_language_symbol_type(language, symbol) == 0; }
uint32_t lode_field_count(const void *language) { return ts_language_field_count(language); }
const char *lode_field_name(const void *language, uint16_t field) { return ts_language_field_name_for_id(language, field); }
