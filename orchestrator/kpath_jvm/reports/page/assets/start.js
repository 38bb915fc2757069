// How a page begins: its main function, what is said if that fails, and the key of the search.
(function (kpath) {
  "use strict";

  /** Runs a page's main function, and marks the page as ready, or says why it can't be shown. */
  async function start(main) {
    try {
      await main();
      document.documentElement.dataset.ready = "true";
    } catch (error) {
      document.body.append(kpath.el("p", { role: "alert" }, `This page can't be shown: ${error.message}`));
      throw error;
    }
  }

  /** Calls an action when / is pressed, unless somebody types a text. */
  function onSlash(action) {
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target.closest && event.target.closest("input, select, textarea");
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    });
  }

  Object.assign(kpath, { start, onSlash });
})((window.kpath = window.kpath || {}));
