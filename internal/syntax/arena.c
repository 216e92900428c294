#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A parse makes many small allocations, most of which live as long as the
// tree, and the tree lives only until it is flattened. Taking them from one
// piece of memory and forgetting them together saves malloc, free and the walk
// that would release the tree node by node.

struct lode_chunk {
  lode_chunk *before;
  size_t size, used; // bytes of data, which follow
};

enum {
  ALIGN = 16,
  HEADER = 16,              // in front of each allocation: its size
  SMALLEST = 256 << 10,     // of a chunk
  KEPT = 8 << 20,           // of memory from parse to parse
};

static _Thread_local lode_arena *active;

void lode_arena_enter(lode_arena *arena) { active = arena; }
void lode_arena_leave(void) { active = NULL; }

static char *data_of(lode_chunk *chunk) { return (char *)chunk + ((sizeof *chunk + ALIGN - 1) & ~(size_t)(ALIGN - 1)); }
static size_t *size_of(char *allocation) { return (size_t *)(allocation - HEADER); }

// Makes the current chunk one that has room for size bytes.
static int make_room(lode_arena *arena, size_t size) {
  lode_chunk *current = arena->current;
  if (current && current->size - current->used >= size) return 1;
  size_t wanted = current ? current->size * 2 : SMALLEST;
  if (wanted < size) wanted = size;
  lode_chunk *chunk = malloc(sizeof *chunk + ALIGN + wanted);
  if (!chunk) return 0;
  *chunk = (lode_chunk){current, wanted, 0};
  arena->current = chunk;
  return 1;
}

static char *take(lode_arena *arena, size_t size) {
  size_t rounded = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
  if (rounded < size || !make_room(arena, rounded + HEADER)) abort();
  lode_chunk *chunk = arena->current;
  char *allocation = data_of(chunk) + chunk->used + HEADER;
  chunk->used += rounded + HEADER;
  *size_of(allocation) = rounded;
  arena->last = allocation;
  return allocation;
}

void *lode_malloc(size_t size) { return active ? take(active, size) : malloc(size); }

void *lode_calloc(size_t count, size_t size) {
  if (!active) return calloc(count, size);
  if (size && count > SIZE_MAX / size) abort();
  return memset(take(active, count * size), 0, count * size);
}

void *lode_realloc(void *pointer, size_t size) {
  if (!active) return realloc(pointer, size);
  if (!pointer) return take(active, size);
  size_t old = *size_of(pointer);
  if (size <= old) return pointer;
  if (pointer == active->last) { // grow in place where the chunk has room
    lode_chunk *chunk = active->current;
    size_t more = ((size + ALIGN - 1) & ~(size_t)(ALIGN - 1)) - old;
    if (chunk->size - chunk->used >= more) {
      chunk->used += more;
      *size_of(pointer) = old + more;
      return pointer;
    }
  }
  return memcpy(take(active, size), pointer, old);
}

void lode_free(void *pointer) {
  if (!active) {
    free(pointer);
  } else if (pointer && pointer == active->last) {
    active->current->used -= *size_of(pointer) + HEADER;
    active->last = NULL;
  }
}

void lode_arena_reset(lode_arena *arena) {
  lode_chunk *kept = NULL;
  for (lode_chunk *chunk = arena->current, *before; chunk; chunk = before) {
    before = chunk->before;
    if (!kept && chunk->size <= KEPT) {
      *chunk = (lode_chunk){NULL, chunk->size, 0};
      kept = chunk;
    } else {
      free(chunk);
    }
  }
  *arena = (lode_arena){kept, NULL};
}

void lode_arena_delete(lode_arena *arena) {
  for (lode_chunk *chunk = arena->current, *before; chunk; chunk = before) {
    before = chunk->before;
    free(chunk);
  }
  *arena = (lode_arena){NULL, NULL};
}
