// Sets the theme before the first frame: no module, because modules run after it.

try {
  const { theme } = JSON.parse(localStorage.getItem("ineqsudoku") ?? "").settings;
  document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is stored, or what `saving.js` removes because it is damaged.
}
