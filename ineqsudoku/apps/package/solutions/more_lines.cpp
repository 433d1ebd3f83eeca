// Takes the input for one with 17 lines, as it has where signs stand on box borders, too.
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::vector<std::string> lines;
    for (std::string line; std::getline(std::cin, line);) lines.push_back(line);
    for (std::size_t row = 0; row < 9; ++row) std::cout << lines.at(2 * row).size() << '\n';
}
