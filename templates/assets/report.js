// Controls that only a script can give. They live in elements of their own, marked data-ui; until the reader uses one,
// the page is as it came.
(() => {
  "use strict";
  const main = document.getElementById("main");
  if (!main) return;

  const make = (name, words, parent) => {
    const element = document.createElement(name);
    element.setAttribute("data-ui", "");
    if (words) element.textContent = words;
    if (parent) parent.append(element);
    return element;
  };
  const button = (words, parent, act) => {
    const element = make("button", words, parent);
    element.type = "button";
    element.addEventListener("click", act);
    return element;
  };

  const folds = () => main.querySelectorAll("details");
  const head = main.querySelector(".turn");
  if (head && folds().length > 1) {
    const bar = make("div", "");
    bar.className = "tools";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Folds of this page");
    const all = (open) => () => {
      for (const fold of folds()) fold.open = open;
    };
    button("Open all folds", bar, all(true));
    button("Close all folds", bar, all(false));
    head.before(bar);
  }

  // One button serves all rows: it stands beside the number that is pointed at or focused.
  const copy = button("Copy link", null, async () => {
    const target = copy.dataset.to;
    const url = location.href.split("#")[0] + target;
    let done = false;
    try {
      await navigator.clipboard.writeText(url);
      done = true;
    } catch (refused) {
      // Some viewers allow no clipboard: the address bar then shows the link.
      location.hash = target;
      done = refused === undefined;
    }
    copy.textContent = done ? "Copied" : "Link is in the address bar";
  });
  copy.className = "copy";
  const offer = (event) => {
    const label = event.target.closest?.(".seq");
    if (!label || copy.dataset.to === label.getAttribute("href")) return;
    copy.dataset.to = label.getAttribute("href");
    copy.textContent = "Copy link";
    label.after(copy);
  };
  main.addEventListener("pointerover", offer);
  main.addEventListener("focusin", offer);
})();
