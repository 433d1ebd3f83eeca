// Nine variables, one a box; the values of a box are the ways to fill it that its signs allow.
import java.util.Arrays;
import java.util.Scanner;

public class Boxes {
    // Bit 9 * i + d: row i of the box has digit d; from bit 27 on, columns.
    static final long LOW = (1L << 27) - 1;

    static long[] found = new long[16];
    static int number;

    static void extend(int[] below, int filled, int digit, long bits) {
        if (digit == 9) {
            if (number == found.length) found = Arrays.copyOf(found, 2 * number);
            found[number++] = bits;
            return;
        }
        for (int cell = 0; cell < 9; cell++) {
            if ((filled >> cell & 1) != 0 || (below[cell] & ~filled) != 0) continue;
            long more = 1L << (cell / 3 * 9 + digit) | 1L << (27 + cell % 3 * 9 + digit);
            extend(below, filled | 1 << cell, digit + 1, bits | more);
        }
    }

    static boolean narrow(long[][] boxes) {
        long[] any = new long[9], all = new long[9];
        for (int box = 0; box < 9; box++) look(boxes[box], box, any, all);
        for (int box = 0, same = 0; same < 9; box = (box + 1) % 9) {
            int one = box / 3 * 3 + (box + 1) % 3, two = box / 3 * 3 + (box + 2) % 3;
            int up = (box + 3) % 9, top = (box + 6) % 9;
            long never = (all[one] | all[two]) & LOW | (all[up] | all[top]) & ~LOW;
            long must = ~(any[one] | any[two]) & LOW | ~(any[up] | any[top]) & LOW << 27;
            long[] kept = Arrays.stream(boxes[box])
                    .filter(bits -> (bits & never) == 0 && (bits & must) == must).toArray();
            same = kept.length == boxes[box].length ? same + 1 : 1;
            boxes[box] = kept;
            if (kept.length == 0) return false;
            look(kept, box, any, all);
        }
        return true;
    }

    static void look(long[] table, int box, long[] any, long[] all) {
        any[box] = 0;
        all[box] = ~0L;
        for (long bits : table) {
            any[box] |= bits;
            all[box] &= bits;
        }
    }

    static long[][] solve(long[][] boxes) {
        if (!narrow(boxes)) return null;
        int best = -1;
        for (int box = 0; box < 9; box++) {
            int size = boxes[box].length;
            if (size > 1 && (best < 0 || size < boxes[best].length)) best = box;
        }
        if (best < 0) return boxes;
        for (long bits : boxes[best]) {
            long[][] next = boxes.clone();
            next[best] = new long[] {bits};
            long[][] solution = solve(next);
            if (solution != null) return solution;
        }
        return null;
    }

    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        StringBuilder text = new StringBuilder();
        while (input.hasNext()) text.append(input.next());
        int[][] below = new int[9][9];
        int place = 0;
        for (int r = 0; r < 9; r++) {
            for (int c = 0; c < 9; c++)
                if (c % 3 != 2) relate(below, r, c, r, c + 1, text.charAt(place++) == '<');
            for (int c = 0; r % 3 != 2 && c < 9; c++)
                relate(below, r, c, r + 1, c, text.charAt(place++) == '^');
        }
        long[][] boxes = new long[9][];
        for (int box = 0; box < 9; box++) {
            number = 0;
            extend(below[box], 0, 0, 0);
            boxes[box] = Arrays.copyOf(found, number);
        }
        boxes = solve(boxes);
        StringBuilder output = new StringBuilder();
        for (int r = 0; r < 9; r++)
            for (int c = 0; c < 9; c++) {
                long bits = boxes[r / 3 * 3 + c / 3][0];
                long shared = bits >> r % 3 * 9 & bits >> 27 + c % 3 * 9 & 511;
                output.append(Long.numberOfTrailingZeros(shared) + 1).append(c == 8 ? '\n' : ' ');
            }
        System.out.print(output);
    }

    static void relate(int[][] below, int r, int c, int x, int y, boolean less) {
        int box = r / 3 * 3 + c / 3, first = r % 3 * 3 + c % 3, second = x % 3 * 3 + y % 3;
        if (less) below[box][second] |= 1 << first;
        else below[box][first] |= 1 << second;
    }
}
