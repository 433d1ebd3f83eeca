import java.util.Scanner;

/** The contest's own method, cell by cell. */
public class Rows {
    static final char[][] across = new char[9][9], down = new char[9][9];
    static final int[][] grid = new int[9][9];
    static final int[] rows = new int[9], columns = new int[9], boxes = new int[9];

    static boolean fits(int a, int b, char sign) {
        return sign == '<' || sign == '^' ? a < b : a > b;
    }

    static boolean fill(int cell) {
        if (cell == 81) return true;
        int r = cell / 9, c = cell % 9, box = r / 3 * 3 + c / 3;
        for (int d = 1; d <= 9; ++d) {
            int bit = 1 << d;
            if (((rows[r] | columns[c] | boxes[box]) & bit) != 0) continue;
            if (c % 3 != 0 && !fits(grid[r][c - 1], d, across[r][c - 1])) continue;
            if (r % 3 != 0 && !fits(grid[r - 1][c], d, down[r - 1][c])) continue;
            grid[r][c] = d;
            rows[r] ^= bit;
            columns[c] ^= bit;
            boxes[box] ^= bit;
            if (fill(cell + 1)) return true;
            rows[r] ^= bit;
            columns[c] ^= bit;
            boxes[box] ^= bit;
        }
        return false;
    }

    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        for (int r = 0; r < 9; ++r) {
            for (int c = 0; c < 9; ++c) if (c % 3 != 2) across[r][c] = in.next().charAt(0);
            for (int c = 0; r % 3 != 2 && c < 9; ++c) down[r][c] = in.next().charAt(0);
        }
        if (!fill(0)) System.exit(1);
        StringBuilder out = new StringBuilder();
        for (int[] row : grid) {
            for (int c = 0; c < 9; ++c) out.append(row[c]).append(c == 8 ? '\n' : ' ');
        }
        System.out.print(out);
    }
}
