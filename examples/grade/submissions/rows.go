// The contest's own method, cell by cell.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

var across, down [9][9]byte
var grid [9][9]int
var rows, columns, boxes [9]int

func fits(a, b int, sign byte) bool {
	return (sign == '<' || sign == '^') == (a < b)
}

func fill(cell int) bool {
	if cell == 81 {
		return true
	}
	r, c := cell/9, cell%9
	box := r/3*3 + c/3
	for d := 1; d <= 9; d++ {
		bit := 1 << d
		taken := (rows[r]|columns[c]|boxes[box])&bit != 0
		if taken || c%3 > 0 && !fits(grid[r][c-1], d, across[r][c-1]) ||
			r%3 > 0 && !fits(grid[r-1][c], d, down[r-1][c]) {
			continue
		}
		grid[r][c] = d
		rows[r], columns[c], boxes[box] = rows[r]^bit, columns[c]^bit, boxes[box]^bit
		if fill(cell + 1) {
			return true
		}
		rows[r], columns[c], boxes[box] = rows[r]^bit, columns[c]^bit, boxes[box]^bit
	}
	return false
}

func main() {
	text, _ := io.ReadAll(os.Stdin)
	signs := strings.Join(strings.Fields(string(text)), "")
	next := 0
	for r := 0; r < 9; r++ {
		for c := 0; c < 9; c++ {
			if c%3 != 2 {
				across[r][c] = signs[next]
				next++
			}
		}
		for c := 0; r%3 != 2 && c < 9; c++ {
			down[r][c] = signs[next]
			next++
		}
	}
	fill(0)
	for _, row := range grid {
		fmt.Println(strings.Trim(fmt.Sprint(row), "[]"))
	}
}
