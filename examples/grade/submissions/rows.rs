// The contest's own method, cell by cell.
use std::io::{self, Read};

struct Search {
    across: [[u8; 9]; 9],
    down: [[u8; 9]; 9],
    grid: [[u8; 9]; 9],
    used: [u16; 27],
}

fn fits(a: u8, b: u8, sign: u8) -> bool {
    (sign == b'<' || sign == b'^') == (a < b)
}

impl Search {
    fn fill(&mut self, cell: usize) -> bool {
        if cell == 81 {
            return true;
        }
        let (r, c) = (cell / 9, cell % 9);
        let groups = [r, 9 + c, 18 + r / 3 * 3 + c / 3];
        for d in 1..=9 {
            let bit = 1 << d;
            if groups.iter().any(|&group| self.used[group] & bit != 0)
                || c % 3 > 0 && !fits(self.grid[r][c - 1], d, self.across[r][c - 1])
                || r % 3 > 0 && !fits(self.grid[r - 1][c], d, self.down[r - 1][c])
            {
                continue;
            }
            self.grid[r][c] = d;
            groups.iter().for_each(|&group| self.used[group] ^= bit);
            if self.fill(cell + 1) {
                return true;
            }
            groups.iter().for_each(|&group| self.used[group] ^= bit);
        }
        false
    }
}

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let mut signs = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let mut search =
        Search { across: [[0; 9]; 9], down: [[0; 9]; 9], grid: [[0; 9]; 9], used: [0; 27] };
    for r in 0..9 {
        for c in (0..9).filter(|c| c % 3 != 2) {
            search.across[r][c] = signs.next().unwrap();
        }
        if r % 3 != 2 {
            search.down[r].fill_with(|| signs.next().unwrap());
        }
    }
    search.fill(0);
    for row in search.grid {
        println!("{}", row.map(|digit| digit.to_string()).join(" "));
    }
}
