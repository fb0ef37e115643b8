// Controls that only a script can give. They live in elements marked data-ui; until the reader uses one, the page is as
// it came. The files of this folder are one script in a report; what they share is here.
globalThis.ui = (() => {
  "use strict";
  const assets = document.currentScript.src.replace(/[^/]*$/, "");
  const make = (name, words, parent, kind) => {
    const element = document.createElement(name);
    element.setAttribute("data-ui", "");
    if (words) element.textContent = words;
    if (kind) element.className = kind;
    if (parent) parent.append(element);
    return element;
  };
  const button = (words, parent, act) => {
    const element = make("button", words, parent);
    element.type = "button";
    element.addEventListener("click", () => act(element));
    return element;
  };
  // Where a browser keeps nothing for a file, nothing is remembered.
  const recall = (key) => {
    try {
      return localStorage.getItem(`taskfolio:${key}`) ?? "";
    } catch {
      return "";
    }
  };
  const keep = (key, value) => {
    try {
      localStorage.setItem(`taskfolio:${key}`, value);
      return true;
    } catch {
      return false;
    }
  };
  const termsOf = (words) => (words.toLowerCase().match(/"[^"]+"|\S+/g) ?? []).map((term) => term.replace(/"/g, ""));
  const seen = (row) => row.getClientRects().length > 0;
  const openAround = (node) => {
    for (let up = node.parentElement; up; up = up.parentElement) if (up.localName === "details") up.open = true;
  };
  const load = (name) =>
    new Promise((resolve) => {
      const script = make("script", "", null);
      script.addEventListener("load", () => resolve(true));
      script.addEventListener("error", () => resolve(false));
      script.src = assets + name;
      document.head.append(script);
    });
  // A report in one file has nothing beside it to load.
  if (assets && document.getElementById("find")) load("search.js");
  return { main: document.getElementById("main"), make, button, recall, keep, termsOf, seen, openAround, load };
})();
