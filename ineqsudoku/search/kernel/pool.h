/* The memory for the lists of arrangements of a search. */

#ifndef INEQSUDOKU_POOL_H
#define INEQSUDOKU_POOL_H

#include <stdlib.h>

#include "table_filter.h"

/* The memory for the lists of a search: a stack in chunks that never move.  Lists are allocated
   one after another, and freed together, back to a mark, when the search backtracks.

       first chunk              next                     next
       +-----------------+      +-----------------+      +-----------------+
       | list list list  | ---> | list |   free   | ---> |      free       |
       +-----------------+      +-----------------+      +-----------------+
                                       ^ top             stays for later use
*/
typedef struct Chunk {
    struct Chunk *next;
    uint32_t capacity;
    Facts *words; /* the first aligned word of `room` */
    Facts room[];
} Chunk;

typedef struct {
    Chunk *chunk;
    uint32_t top;
} Mark;

enum { CHUNK_WORDS = 1 << 14 };

static Chunk *new_chunk(uint32_t capacity, Chunk *next)
{
    Chunk *chunk = malloc(sizeof *chunk + (capacity + ALIGNMENT) * sizeof chunk->room[0]);

    if (chunk) {
        chunk->words = aligned(chunk->room);
        chunk->capacity = capacity;
        chunk->next = next;
    }
    return chunk;
}

static void free_chunks(Chunk *chunk)
{
    while (chunk) {
        Chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
}

/* Room for `count` arrangements at the top of the pool, not yet allocated; NULL without memory. */
static Facts *room_at(Mark *top, uint32_t count)
{
    const uint32_t words = room_for(count);

    if (words > top->chunk->capacity - top->top) {
        Chunk *next = top->chunk->next;
        if (!next || next->capacity < words) {
            next = new_chunk(words > CHUNK_WORDS ? words : CHUNK_WORDS, next);
            if (!next)
                return NULL;
            top->chunk->next = next;
        }
        top->chunk = next;
        top->top = 0;
    }
    return top->chunk->words + top->top;
}

#endif
