// Filters and theme work without script; script remembers them and counts what is shown.
(() => {
  "use strict";
  const { main, make, button, recall, keep, seen } = ui;
  const theme = [...document.querySelectorAll("input[name=theme]")];
  const filters = [...document.querySelectorAll(".filters input:not(#print-all)")];

  for (const one of theme) {
    if (one.id === recall("theme")) one.checked = true;
    one.addEventListener("change", () => keep("theme", one.id));
  }
  if (filters.length === 0 || !main) return;

  const told = make("p", "", null, "note told");
  told.setAttribute("role", "status");
  const tell = () => {
    const rows = [...main.querySelectorAll(".row")];
    if (rows.length === 0) return;
    const shown = rows.filter(seen).length;
    const on = filters.some(({ checked }) => checked);
    told.textContent = on ? `Showing ${shown} of ${rows.length} rows. ` : "";
    if (on) button("Show all", told, clear);
    if (!told.isConnected) filters[0].closest("details").append(told);
  };
  const clear = () => {
    for (const one of filters) one.checked = false;
    change();
  };
  const change = () => {
    const ids = filters.filter(({ checked }) => checked).map(({ id }) => id);
    const others = recall("filters")
      .split(" ")
      .filter((id) => id && !document.getElementById(id));
    keep("filters", [...ids, ...others].join(" "));
    tell();
  };
  const kept = recall("filters").split(" ");
  for (const one of filters) {
    if (kept.includes(one.id)) one.checked = true;
    one.addEventListener("change", change);
  }
  if (filters.some(({ checked }) => checked)) tell();
})();
