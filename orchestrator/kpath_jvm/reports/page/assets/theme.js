// Light and dark themes. The page follows the system until the reader chooses a theme, which is then kept.
(function (kpath) {
  "use strict";

  const KEY = "kpath-theme";
  const NEXT = { system: "light", light: "dark", dark: "system" };

  function stored() {
    // Some browsers refuse storage to pages that were opened from disk.
    try {
      return localStorage.getItem(KEY) || "system";
    } catch {
      return "system";
    }
  }

  function apply(theme, button) {
    const root = document.documentElement;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    button.textContent = { system: "◐ System", light: "☀ Light", dark: "☾ Dark" }[theme];
    button.setAttribute("aria-label", `Colours: ${theme}; change`);
  }

  /** Makes the button that changes the theme. */
  function themeButton() {
    let theme = stored() in NEXT ? stored() : "system";
    const button = kpath.el("button", {
      type: "button", id: "theme", class: "quiet",
      onclick: () => {
        theme = NEXT[theme];
        apply(theme, button);
        try {
          localStorage.setItem(KEY, theme);
        } catch {
          // Without storage, the choice holds until the page is closed.
        }
      },
    });
    apply(theme, button);
    return button;
  }

  kpath.themeButton = themeButton;
})((window.kpath = window.kpath || {}));
