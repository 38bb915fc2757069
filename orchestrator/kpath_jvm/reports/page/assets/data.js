// The page's data: blocks of JSON, compressed by deflate and written in base64. A block is read only when it is needed.
(function (kpath) {
  "use strict";

  const opened = new Map();

  async function unpacked(name) {
    const block = document.getElementById(name);
    const bytes = Uint8Array.from(atob(block.textContent), (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  }

  /** Resolves to a block's value; each block is unpacked only once. */
  function read(name) {
    if (!opened.has(name)) opened.set(name, unpacked(name));
    return opened.get(name);
  }

  /** Makes an object for each method from the document's columns, in which methods are sorted by bytecodes. */
  function methodsOf(columns) {
    const names = Object.keys(columns);
    const seen = new Map();
    return columns.title.map((title, index) => {
      const method = { index };
      for (const name of names) method[name] = columns[name][index];
      // Links use this key: the method's title, with a number after it if an earlier method has the same title.
      const before = seen.get(title) || 0;
      seen.set(title, before + 1);
      method.key = before ? `${title}@${before + 1}` : title;
      return method;
    });
  }

  Object.assign(kpath, { read, methodsOf });
})((window.kpath = window.kpath || {}));
