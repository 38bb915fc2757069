// Starts a page: runs its main function, reports a failure of it, and handles the key for the search.
(function (kpath) {
  "use strict";

  /** Runs a page's main function. Then it marks the page as ready, or says on the page why it can't be shown. */
  async function start(main) {
    try {
      await main();
      document.documentElement.dataset.ready = "true";
    } catch (error) {
      document.body.append(kpath.el("p", { role: "alert" }, `This page can't be shown: ${error.message}`));
      throw error;
    }
  }

  /** Calls an action when / is pressed, unless the reader is typing into a field. */
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
