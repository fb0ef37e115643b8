import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { text } from "../../src/render/html.ts";
import { createTemplates } from "../../src/render/templates.ts";

const folder = resolve(import.meta.dirname, "../../templates");
let own = "";

beforeAll(async () => {
  own = await mkdtemp(join(tmpdir(), "templates-"));
  await writeFile(join(own, "one.eta"), '<p title="<%= it.title %>"><%= it.body %></p>\n');
});

afterAll(() => rm(own, { recursive: true }));

describe("templates", () => {
  it("escape strings for any position and pass markup through", () => {
    const templates = createTemplates(own);
    expect(String(templates.render("one", { title: '"\u0000<', body: text("<b>\u0000") }))).toBe(
      '<p title="&#34;[NUL]&lt;">&lt;b&gt;<span class="mark">NUL</span></p>\n',
    );
    expect(String(templates.render("one", { title: 1, body: "" }))).toBe('<p title="1"></p>\n');
  });

  it("print nothing but text, numbers and markup", () => {
    const templates = createTemplates(own);
    for (const body of [undefined, null, {}, [], true]) {
      expect(() => templates.render("one", { title: "", body })).toThrow("template one cannot be filled");
    }
    expect(() => templates.render("one", { title: "" })).toThrow();
  });

  it("are found in their folder only", () => {
    expect(() => createTemplates(own).render("../../etc/passwd", {})).toThrow();
    expect(() => createTemplates(own).render("none", {})).toThrow();
  });

  it("print nothing unescaped and include nothing", () => {
    const files = fg.sync("**/*.eta", { cwd: folder });
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const source = readFileSync(join(folder, file), "utf8");
      expect(source, file).not.toMatch(/<%[-_]?\s*~|\binclude(?:Async)?\s*\(/);
    }
  });
});
