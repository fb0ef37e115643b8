// Keys. None with modifiers, no arrows, none while something is written; all can be switched off.
(() => {
  "use strict";
  const { main, make, button, recall, keep, seen } = ui;
  const footer = document.querySelector("body > footer");
  if (!main || !footer) return;

  const go = (link) => link?.click();
  const rowHere = () =>
    document.activeElement?.closest(".row") ?? document.getElementById(location.hash.slice(1))?.closest(".row") ?? null;
  const step = (selector, by) => {
    const rows = [...main.querySelectorAll(selector)].filter(seen);
    const here = rowHere();
    const after = rows.findIndex(
      (row) => !here || row === here || here.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const on = rows[after] === here;
    const next = after === -1 ? (by > 0 ? undefined : rows.at(-1)) : rows[by > 0 ? after + (on ? 1 : 0) : after - 1];
    if (next) {
      next.querySelector(".seq").focus();
      next.scrollIntoView({ block: "nearest" });
    } else if (selector === ".fails") {
      const last = [...main.querySelectorAll(".fails")].at(by > 0 ? -1 : 0);
      go(last?.querySelector(by > 0 ? ".to-next" : ".to-previous"));
    }
  };
  const fold = () => {
    const own = rowHere()?.querySelector("details");
    if (own) own.open = !own.open;
  };
  const keys = {
    "/": ["Search", () => go(document.querySelector(".find"))],
    j: ["Next row", () => step(".row", 1)],
    k: ["Previous row", () => step(".row", -1)],
    n: ["Next failure", () => step(".fails", 1)],
    p: ["Previous failure", () => step(".fails", -1)],
    o: ["Open or close this row", fold],
    e: ["This row in the exact view, or back", () => go(rowHere()?.querySelector(".x, .to-semantic"))],
    u: ["Up: the parent, or the overview", () => go([...document.querySelectorAll(".crumbs a")].at(-1))],
    "?": ["This help", () => help()],
  };

  let dialog;
  const help = () => {
    if (!dialog) {
      dialog = make("dialog", "", document.body, "help");
      make("h2", "Keyboard", dialog).id = "help-title";
      dialog.setAttribute("aria-labelledby", "help-title");
      const list = make("dl", "", dialog);
      for (const [key, [words]] of Object.entries(keys)) {
        const line = make("div", "", list);
        make("kbd", key, make("dt", "", line));
        make("dd", words, line);
      }
      const label = make("label", "", dialog);
      const on = make("input", "", label);
      on.type = "checkbox";
      on.checked = recall("keys") !== "off";
      on.addEventListener("change", () => {
        off = !on.checked;
        keep("keys", off ? "off" : "on");
      });
      label.append(" these keys are on");
      button("Close", dialog, () => dialog.close());
    }
    dialog.showModal();
  };
  let off = recall("keys") === "off";
  button("Keyboard", footer, help).className = "keys";

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (off || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (
      dialog?.open ||
      target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")
    )
      return;
    if (!Object.hasOwn(keys, key)) return;
    event.preventDefault();
    keys[key][1]();
  });
})();
