// Streamlit folds the links on top into a drawer on narrow screens and leaves it open, over the page that was chosen.
(() => {
  if (document.body.dataset.phoneMenu) return;
  document.body.dataset.phoneMenu = "closes";
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-testid=stSidebarNavLink]")) return;
    document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
  });
})();
