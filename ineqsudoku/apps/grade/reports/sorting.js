// Sorts the rows of a table by the column of a heading that is clicked.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.querySelectorAll("th[data-column]")];
  const compare = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
  for (const heading of headings) {
    const column = Number(heading.dataset.column);
    // Chromium does not print the text of real buttons in headings repeated on later pages.
    const button = document.createElement("span");
    button.role = "button";
    button.tabIndex = 0;
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      button.click();
    });
    button.addEventListener("click", () => {
      const first = heading.dataset.first || "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = heading.getAttribute("aria-sort") === first ? other : first;
      const sign = order === "ascending" ? 1 : -1;
      const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent.trim();
      const before = (one, two) => {
        const [a, b] = [key(one), key(two)];
        // Empty cells stay at the end in both orders.
        return a === "" || b === "" ? (a === "") - (b === "") : sign * compare(a, b);
      };
      body.append(...[...body.rows].sort(before));
      for (const each of headings) each.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", order);
    });
  }
}
