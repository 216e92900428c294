// Memory for one parse, given back all at once.
#ifndef LODE_ARENA_H
#define LODE_ARENA_H

#include <stddef.h>

typedef struct lode_chunk lode_chunk;

// The zero arena is empty and ready.
typedef struct {
  lode_chunk *current; // the chunk that is being filled; older ones hang behind it
  char *last;          // the youngest allocation, which alone can grow or be undone
} lode_arena;

// While an arena is entered, the four functions below take memory from it on
// this thread; otherwise they are malloc and its kin.
void lode_arena_enter(lode_arena *);
void lode_arena_leave(void);
// Forgets all allocations and keeps a little memory for the next parse.
void lode_arena_reset(lode_arena *);
void lode_arena_delete(lode_arena *);

void *lode_malloc(size_t size);
void *lode_calloc(size_t count, size_t size);
void *lode_realloc(void *pointer, size_t size);
void lode_free(void *pointer);

#endif
