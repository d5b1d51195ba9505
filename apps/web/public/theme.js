// Runs before the first paint, so that a chosen theme never flashes the other one.
(() => {
  try {
    const theme = localStorage.getItem('cw.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: the system's theme applies.
  }
})();
