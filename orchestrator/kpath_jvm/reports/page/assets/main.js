// Puts the page together, and shows the method that the address names after its #.
(function (kpath) {
  "use strict";

  const { el } = kpath;

  /** Returns the part of an address, from # on, that leads to a method, or to one of its paths or loops. */
  function link(method, more) {
    const parts = { method: method.key, ...more };
    return "#" + Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  }

  function asked() {
    const found = {};
    for (const part of location.hash.slice(1).split("&")) {
      const at = part.indexOf("=");
      if (at < 0) continue;
      // The address may have been typed by hand, with escapes that can't be decoded.
      try {
        found[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
      } catch {
        found[part.slice(0, at)] = part.slice(at + 1);
      }
    }
    return found;
  }

  function prepared(document) {
    const methods = kpath.methodsOf(document.methods);
    for (const method of methods) {
      const dot = method.class.lastIndexOf(".");
      method.package = method.class.slice(0, Math.max(dot, 0));
      method.simple = method.class.slice(dot + 1);
      method.text = method.title.toLowerCase();
    }
    const loops = document.loops.map((loop, index) => {
      const method = methods[loop.method];
      return { ...loop, index, method, text: `${method.text} line ${loop.line}` };
    });
    const byTitle = new Map(methods.map((method) => [method.title, method]).reverse());
    /** Makes a link to the method with a title, or to `more` in it; only the title in bold if the page lists no such method. */
    const named = (title, more) => (byTitle.has(title) ? el("a", { href: link(byTitle.get(title), more) }, title) : el("b", {}, title));
    // The column by which the reader has last ordered each table.
    const orders = {};
    return { document, methods, loops, open: { method: null, loop: null }, link, named, orders };
  }

  async function main() {
    const page = prepared(await kpath.read("document"));
    const view = el("main", { id: "view", tabindex: "-1" });
    const aside = el("aside", { id: "side", "aria-label": "Methods and loops" });
    const totop = el("a", { href: "#", class: "brand" }, "kpath-jvm");
    document.body.append(
      el("a", { href: "#view", class: "skip", onclick: (event) => {
        event.preventDefault();
        view.focus();
      } }, "Skip to the content"),
      el("header", { class: "top" }, totop, el("span", { class: "what" }, page.document.title),
        el("span", { class: `verdict ${page.document.exact ? "good" : "poor"}` },
          page.document.verdict),
        el("span", { class: "spring" }), kpath.themeButton()),
      el("div", { class: "frame" }, aside, view));
    const side = kpath.sidebar(aside, page, (method, loop) => {
      location.hash = link(method, loop ? { loop: loop.loop } : {});
    });

    let shown = 0;
    async function show() {
      const now = ++shown;
      const wanted = asked();
      const method = page.methods.find((one) => one.key === wanted.method)
        || page.methods.find((one) => `${one.class}.${one.name}${one.descriptor}` === wanted.method) || null;
      const loop = method && wanted.loop !== undefined
        ? page.loops.find((one) => one.method === method && String(one.loop) === wanted.loop) || null
        : null;
      const isOther = page.open.method !== method || !method;
      page.open = { method, loop };
      side.mark();
      if (!isOther) return kpath.methodAsked(wanted);
      if (!method) {
        view.replaceChildren(kpath.overview(page, wanted.method));
        view.scrollTop = 0;
        return undefined;
      }
      const details = method.page < 0 ? null : await kpath.read(`method-${method.page}`);
      if (now !== shown) return undefined;
      kpath.showMethod(view, page, method, details, wanted);
      view.scrollTop = 0;
      return undefined;
    }

    window.addEventListener("hashchange", show);
    kpath.onSlash(() => side.search());
    await show();
  }

  kpath.start(main);
})((window.kpath = window.kpath || {}));
