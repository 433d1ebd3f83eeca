/* Where the signs of a 9x9 puzzle stand, in the order in which a `Puzzle` has them. */

enum { SIZE = 9, CELLS = 81, SIGNS = 108, BORDER_SIGNS = 36 };

/* A sign: its cells, the left or upper one first, and the character that says which of them
   is less. */
typedef struct {
    uint8_t first, second;
    char first_is_less, second_is_less;
} SignPlace;

/* Those in boxes, and those on borders. */
static void find_signs(SignPlace inside[SIGNS], SignPlace border[BORDER_SIGNS])
{
    for (int row = 0; row < SIZE; row++)
        for (int down = 0; down < 2; down++)
            for (int column = 0; column < SIZE - !down; column++) {
                if (down && row == SIZE - 1)
                    continue;
                const bool in_box = (down ? row : column) % 3 < 2;
                const int cell = SIZE * row + column;
                *(in_box ? inside++ : border++) = (SignPlace){
                    .first = (uint8_t)cell,
                    .second = (uint8_t)(cell + (down ? SIZE : 1)),
                    .first_is_less = down ? '^' : '<',
                    .second_is_less = down ? 'v' : '>',
                };
            }
}
