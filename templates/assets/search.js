// Search. Its data are scripts that call `taskfolio` with JSON: they load from a disk too, and only when they are needed.
(() => {
  "use strict";
  const { make, button, termsOf, load } = ui;
  const place = document.getElementById("find");
  if (!place) return;

  const tasks = [];
  const bySlug = new Map();
  let totals = [0, 0, 0];
  let whole = 0;
  let failed = 0;
  let most = 50;

  const rowsOf = (flat, kinds) => {
    const rows = [];
    for (let i = 0; i < flat.length; i += 5) {
      const [page, hash, kind, label, text] = flat.slice(i, i + 5);
      const name = kinds ? kinds[kind] : kind;
      rows.push({ page, hash, kind: name, label, text, low: `${name} ${label} ${text}`.toLowerCase() });
    }
    return rows;
  };
  globalThis.taskfolio = (json) => {
    const data = JSON.parse(json);
    if (typeof data[0] === "string") {
      const task = bySlug.get(data[0]);
      if (task) task.parts[data[1] - 1] = rowsOf(data[2]);
      return;
    }
    const [sums, kinds, list] = data;
    totals = sums;
    for (const [slug, title, status, parent, shards, starts] of list) {
      const rows = rowsOf(starts, kinds);
      const task = {
        slug,
        title,
        status: status.replace("_", " "),
        parent,
        shards,
        rows,
        parts: [],
        low: title.toLowerCase(),
      };
      tasks.push(task);
      bySlug.set(slug, task);
    }
  };
  const box = make("div", "", place, "search");
  box.setAttribute("role", "search");
  const label = make(
    "label",
    "Words, or “a phrase” in quotes, in titles, messages, reasoning, tool inputs and outputs",
    box,
  );
  const field = make("input", "", label);
  field.type = "search";
  field.autocomplete = "off";
  field.spellcheck = false;
  const told = make("p", "", box, "note");
  told.setAttribute("role", "status");
  const found = make("div", "", box, "found");

  const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  const searched = () => {
    const all = tasks.filter(({ shards }) => shards > 0).length;
    const starts =
      totals[2] > 0
        ? `the start of ${totals[2] < totals[1] ? `${count(totals[2])} of ` : ""}${count(totals[1])} rows`
        : "no rows yet";
    const missing = failed > 0 ? ` ${count(failed)} files of search data could not be loaded.` : "";
    if (whole + failed < all)
      return `Searched: titles, ${starts}, and the text of ${count(whole)} of ${count(all)} Tasks so far.${missing}`;
    return `Searched: titles and the text of ${count(totals[1])} rows; of rows longer than 2,000 characters, the first 1,400 and the last 600.${missing}`;
  };

  const snippet = (text, terms, parent) => {
    const low = text.toLowerCase();
    const places = terms.map((term) => low.indexOf(term)).filter((at) => at !== -1);
    const from = Math.max(0, Math.min(...places, text.length) - 60);
    const start = places.length === 0 ? 0 : from;
    const cut = text.slice(start, start + 200);
    const lowCut = cut.toLowerCase();
    if (start > 0) parent.append("…");
    let at = 0;
    while (at < cut.length) {
      const next = terms.map((term) => [lowCut.indexOf(term, at), term]).filter(([i]) => i !== -1);
      const [i, term] = next.sort((a, b) => a[0] - b[0] || b[1].length - a[1].length)[0] ?? [cut.length, ""];
      parent.append(cut.slice(at, i));
      if (term) make("mark", cut.slice(i, i + term.length), parent);
      at = i + Math.max(1, term.length);
    }
    if (start + 200 < text.length) parent.append("…");
  };
  const pathOf = (task) => {
    const names = [];
    for (let up = tasks[task.parent]; up && names.length < 4; up = tasks[up.parent])
      names.unshift(up.title.slice(0, 60));
    return names.join(" / ");
  };
  // What is under a finger or pointer stays where it is until it is let go.
  let held = false;
  let late = false;
  let shown;
  found.addEventListener("pointerdown", () => {
    held = true;
  });
  const letGo = () =>
    setTimeout(() => {
      held = false;
      if (late) show();
    });
  addEventListener("pointerup", letGo);
  addEventListener("pointercancel", letGo);
  const show = () => {
    late = held;
    if (held) return;
    shown = field.value;
    const terms = termsOf(field.value);
    found.replaceChildren();
    if (terms.length === 0 || tasks.length === 0) {
      told.textContent = tasks.length === 0 ? "" : searched();
      return;
    }
    const fits = ({ low }) => terms.every((term) => low.includes(term));
    const query = `?mark=${encodeURIComponent(field.value)}`;
    let hits = 0;
    let within = 0;
    let room = most;
    for (const task of tasks) {
      const rows = (
        task.parts.length === task.shards && !task.parts.includes(undefined) && task.shards > 0
          ? task.parts.flat()
          : task.rows
      ).filter(fits);
      if (rows.length === 0 && !fits(task)) continue;
      within += 1;
      hits += rows.length;
      if (room <= 0) continue;
      room -= 1;
      const section = make("section", "", found);
      const title = make("h2", "", section);
      const home = make("a", "", title);
      home.href = `tasks/${task.slug}/index.html`;
      snippet(task.title, terms, make("bdi", "", home));
      const path = pathOf(task);
      make(
        "p",
        `${task.status}${path ? ` · ${path}` : ""} · ${rows.length === 0 ? "its title" : `${count(rows.length)} ${rows.length === 1 ? "row" : "rows"}`}`,
        section,
        "note",
      );
      const list = make("ul", "", section, "plain-list");
      for (const { page, hash, kind, label, text } of rows.slice(0, Math.min(room, most / 5))) {
        room -= 1;
        const line = make("li", "", list);
        const link = make("a", "", line);
        link.href = `tasks/${task.slug}/${page === 1 ? "index" : `page-${page}`}.html${query}#${task.slug}-${hash}`;
        make("span", label, link, "mono");
        link.append(` ${kind}`);
        line.append(" ");
        snippet(text, terms, make("span", "", line));
      }
    }
    told.textContent = `${hits === 0 && within === 0 ? "Nothing found." : `${count(hits)} ${hits === 1 ? "row" : "rows"} in ${count(within)} ${within === 1 ? "Task" : "Tasks"}.`} ${searched()}`;
    if (found.querySelectorAll("li").length < hits)
      button("Show more", found, () => {
        most *= 4;
        show();
      });
  };

  let begun;
  const begin = () => {
    begun ??= (async () => {
      if (!(await load("search-data.js"))) {
        told.textContent = "The search data could not be loaded: extract the whole archive, or use the lists below.";
        return;
      }
      show();
      const waiting = tasks.filter(({ shards }) => shards > 0);
      let last = 0;
      const work = async () => {
        for (let task = waiting.shift(); task; task = waiting.shift()) {
          let good = true;
          for (let shard = 1; shard <= task.shards; shard += 1) good = (await load(`${task.slug}-${shard}.js`)) && good;
          if (good) whole += 1;
          else failed += 1;
          if (Date.now() - last > 300) {
            show();
            last = Date.now();
          }
        }
      };
      await Promise.all([work(), work(), work(), work()]);
      show();
      box.dataset.ready = "";
    })();
    return begun;
  };
  field.addEventListener("focus", begin);
  field.addEventListener("input", () => {
    most = 50;
    begin();
    show();
  });
  field.addEventListener("change", () => location.replace(`#q=${encodeURIComponent(field.value)}`));
  const arrive = () => {
    const { hash } = location;
    if (hash.startsWith("#q=")) {
      const words = decodeURIComponent(hash.slice(3));
      // Leaving the field notes its words in the address; what is shown for them already stands.
      if (words === shown) return;
      field.value = words;
      begin().then(show);
    } else if (hash === "#find") field.focus();
  };
  addEventListener("hashchange", arrive);
  arrive();
})();
