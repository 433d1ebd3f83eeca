// The contest's own method, cell by cell.
const signs = require("fs").readFileSync(0, "utf8").replace(/\s/g, "");
const before = Array.from({ length: 81 }, () => []);
let next = 0;
for (let r = 0; r < 9; r++) {
  for (let c = 0; c < 9; c++) {
    if (c % 3 !== 2) before[9 * r + c + 1].push([9 * r + c, signs[next++] === "<"]);
  }
  for (let c = 0; r % 3 !== 2 && c < 9; c++) {
    before[9 * r + 9 + c].push([9 * r + c, signs[next++] === "^"]);
  }
}

const grid = new Array(81).fill(0);
const used = new Array(27).fill(0);

function fill(cell) {
  if (cell === 81) return true;
  const r = Math.floor(cell / 9), c = cell % 9;
  const groups = [r, 9 + c, 18 + 3 * Math.floor(r / 3) + Math.floor(c / 3)];
  for (let d = 1; d <= 9; d++) {
    const bit = 1 << d;
    if (groups.some((group) => used[group] & bit)) continue;
    if (before[cell].some(([other, less]) => (grid[other] < d) !== less)) continue;
    grid[cell] = d;
    for (const group of groups) used[group] ^= bit;
    if (fill(cell + 1)) return true;
    for (const group of groups) used[group] ^= bit;
  }
  return false;
}

fill(0);
for (let r = 0; r < 9; r++) console.log(grid.slice(9 * r, 9 * r + 9).join(" "));
