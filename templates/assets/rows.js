// Folds, what can be copied of a row, and the words that a search came for.
(() => {
  "use strict";
  const { main, make, button, termsOf, openAround } = ui;
  const head = main?.querySelector(".turn");
  if (!head) return;

  if (main.querySelectorAll("details").length > 1) {
    const bar = make("div", "", null, "tools");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Folds of this page");
    const all = (open) => () => {
      for (const fold of main.querySelectorAll("details")) fold.open = open;
    };
    button("Open all folds", bar, all(true));
    button("Close all folds", bar, all(false));
    head.before(bar);
  }

  const linkOf = (row) => `${location.href.split(/[?#]/)[0]}#${row.id}`;
  const textOf = (node) => {
    const copy = node.cloneNode(true);
    for (const own of copy.querySelectorAll("[data-ui]")) own.remove();
    return copy.textContent.trim();
  };
  const citationOf = (row) =>
    [
      textOf(main.querySelector("h1 bdi") ?? main.querySelector("h1")),
      row.closest(".turn")?.querySelector("h2")?.textContent ?? "",
      textOf(row.querySelector(".seq")),
      linkOf(row),
    ]
      .filter((piece) => piece !== "")
      .join(" · ");
  const copy = async (text, told, words) => {
    try {
      await navigator.clipboard.writeText(text);
      told.textContent = "Copied";
    } catch {
      // Some viewers allow no clipboard: the text stands there selected, for the reader's own keys.
      const field = make("textarea", text, null, "by-hand");
      field.readOnly = true;
      field.setAttribute("aria-label", `${words}: copy it with your keyboard`);
      field.addEventListener("blur", () => field.remove());
      told.after(field);
      field.select();
      field.focus();
    }
  };

  // One set of buttons serves all rows: it stands beside the number that is pointed at or focused.
  const tools = make("div", "", null, "copy");
  tools.setAttribute("role", "group");
  tools.setAttribute("aria-label", "Copy from this row");
  const offers = [
    ["Copy link", linkOf],
    ["Copy text", (row) => textOf(row.querySelector(".body"))],
    ["Copy citation", citationOf],
  ].map(([words, of]) => [words, button(words, tools, (told) => copy(of(tools.closest(".row")), told, words))]);
  const block = button("Copy", null, (told) => copy(textOf(told.closest("pre")), told, "Text"));
  block.className = "copy-block";
  const offer = (event) => {
    const at = event.target.closest?.(".seq, pre, .row");
    if (at?.matches(".seq") && tools.previousElementSibling !== at) {
      for (const [words, element] of offers) element.textContent = words;
      at.after(tools);
    } else if (!at || (at !== tools.closest(".row") && !tools.contains(at) && !at.closest(".row")?.contains(tools)))
      tools.remove();
    const pre = at?.matches("pre") ? at : null;
    if (pre && !pre.contains(block)) {
      block.textContent = "Copy";
      pre.prepend(block);
    } else if (!pre && event.target !== block) block.remove();
  };
  document.addEventListener("pointerover", offer);
  document.addEventListener("focusin", offer);

  // A tick of the strip says in words what it is when it is pointed at.
  const strip = main.querySelector(".strip");
  if (strip) {
    const says = make("p", "", null, "note tick");
    strip.addEventListener("pointerover", (event) => {
      const label = event.target.closest("a")?.getAttribute("aria-label");
      if (!label) return;
      says.textContent = label;
      strip.after(says);
    });
  }

  const mark = () => {
    const terms = termsOf(new URLSearchParams(location.search).get("mark") ?? "");
    const target = document.getElementById(location.hash.slice(1));
    const row = target?.closest(".row");
    if (terms.length === 0 || !row) return;
    const nodes = [];
    let text = "";
    const walker = document.createTreeWalker(row.querySelector(".body") ?? row, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      nodes.push([text.length, walker.currentNode]);
      text += walker.currentNode.data;
    }
    const low = text.toLowerCase();
    const place = (at) => {
      const [start, node] = nodes.findLast(([start]) => start <= at) ?? nodes[0];
      return [node, Math.min(at - start, node.data.length)];
    };
    const ranges = [];
    for (const term of terms) {
      for (let at = low.indexOf(term); at !== -1 && ranges.length < 500; at = low.indexOf(term, at + term.length)) {
        const range = new Range();
        range.setStart(...place(at));
        const [node, end] = place(at + term.length - 1);
        range.setEnd(node, end + 1);
        ranges.push(range);
      }
    }
    ranges.sort((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b));
    const first = ranges.find(({ startContainer }) => target.contains(startContainer)) ?? ranges[0];
    openAround(first?.startContainer ?? target.firstChild ?? target);
    if (ranges.length > 0 && globalThis.CSS?.highlights) CSS.highlights.set("found", new Highlight(...ranges));
    (first?.startContainer.parentElement ?? target).scrollIntoView({ block: "center" });
  };
  mark();
  addEventListener("hashchange", mark);
})();
