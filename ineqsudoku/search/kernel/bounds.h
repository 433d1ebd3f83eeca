/* The bounds of a relation graph, computed as in relations.py. */

#ifndef INEQSUDOKU_BOUNDS_H
#define INEQSUDOKU_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernel.h"

enum {
    HOUSES = 27,
    MOST_NEIGHBOURS = 4,
    BEYOND = 32, /* higher than all digits; no bound is higher */
};

/* A set of cells, a bit each. */
enum { WORDS = (CELLS + 63) / 64 };
typedef struct {
    uint64_t words[WORDS];
} CellSet;

/* For each cell, its neighbours on one side of relations. */
typedef struct {
    uint8_t count[CELLS];
    uint8_t cell[CELLS][MOST_NEIGHBOURS];
} Neighbours;

typedef struct {
    Neighbours lesser, greater;
} Graph;

static void add_cell(CellSet *set, int cell)
{
    set->words[cell / 64] |= UINT64_C(1) << cell % 64;
}

static void add_neighbour(Neighbours *neighbours, int cell, int neighbour)
{
    for (int i = 0; i < neighbours->count[cell]; i++)
        if (neighbours->cell[cell][i] == neighbour)
            return;
    neighbours->cell[cell][neighbours->count[cell]++] = (uint8_t)neighbour;
}

/* Add a relation between two neighbours unless it is there. */
static void relate(Graph *graph, int lesser, int greater)
{
    add_neighbour(&graph->lesser, greater, lesser);
    add_neighbour(&graph->greater, lesser, greater);
}

static void forget_relations(Graph *graph)
{
    memset(graph->lesser.count, 0, sizeof graph->lesser.count);
    memset(graph->greater.count, 0, sizeof graph->greater.count);
}

/* Order the cells so that those of `after` come after a cell.  Returns their number; the cells on
   a cycle and those after one are left out. */
static int in_order(const Neighbours *before, const Neighbours *after, uint8_t order[CELLS])
{
    uint8_t waiting_for[CELLS];
    int count = 0;

    memcpy(waiting_for, before->count, sizeof waiting_for);
    for (int cell = 0; cell < CELLS; cell++)
        if (!waiting_for[cell])
            order[count++] = (uint8_t)cell;
    for (int next = 0; next < count; next++)
        for (int i = 0; i < after->count[order[next]]; i++) {
            const uint8_t cell = after->cell[order[next]][i];
            if (!--waiting_for[cell])
                order[count++] = cell;
        }
    return count;
}

/* The least possible maximum of distinct digits in cells with lower bounds. */
static int least_maximum(const CellSet *cells, const uint8_t lowest[CELLS])
{
    uint8_t with_bound[BEYOND + 1] = {0};
    int highest_bound = 0;
    int digit = 0;

    for (int i = 0; i < WORDS; i++)
        for (uint64_t word = cells->words[i]; word; word &= word - 1) {
            const int bound = lowest[64 * i + __builtin_ctzll(word)];
            with_bound[bound]++;
            highest_bound = bound > highest_bound ? bound : highest_bound;
        }
    for (int bound = 1; bound <= highest_bound; bound++)
        if (with_bound[bound])
            digit = (digit + 1 > bound ? digit + 1 : bound) + with_bound[bound] - 1;
    return digit;
}

/* The intersection of two sets; `false` when it is empty. */
static inline bool intersect(const CellSet *set, const CellSet *other, CellSet *both)
{
    uint64_t any = 0;

    for (int i = 0; i < WORDS; i++)
        any |= both->words[i] = set->words[i] & other->words[i];
    return any;
}

static inline bool is_same(const CellSet *set, const CellSet *other)
{
    return !memcmp(set, other, sizeof *set);
}

/* For each cell, the lowest digit that exceeds all cells below it.  With the two sides exchanged,
   digits are counted down from the highest one. */
static void find_lowest(const CellSet houses[HOUSES], const Neighbours *lesser,
                        const Neighbours *greater, uint8_t lowest[CELLS])
{
    CellSet below[CELLS];
    uint8_t order[CELLS];
    const int count = in_order(lesser, greater, order);

    memset(below, 0, sizeof below);
    memset(lowest, 1, CELLS);
    for (int next = 0; next < count; next++) {
        const int cell = order[next];
        for (int i = 0; i < lesser->count[cell]; i++) {
            const int other = lesser->cell[cell][i];
            for (int j = 0; j < WORDS; j++)
                below[cell].words[j] |= below[other].words[j];
            add_cell(&below[cell], other);
        }
        if (!lesser->count[cell])
            continue;
        for (int house = 0; house < HOUSES; house++) {
            CellSet inside;
            if (!intersect(&below[cell], &houses[house], &inside))
                continue;
            const int least = least_maximum(&inside, lowest) + 1;
            if (least > lowest[cell])
                lowest[cell] = (uint8_t)(least < BEYOND ? least : BEYOND);
            if (is_same(&inside, &below[cell]))
                break; /* other houses have at most these cells */
        }
    }
}

#endif
