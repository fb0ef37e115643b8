import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planningLinks, relativeFrom } from "../../src/site/links.ts";
import { anchor, collision, slug } from "../../src/site/names.ts";

const segment = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
const file = fc
  .tuple(fc.array(segment, { maxLength: 3 }), segment)
  .map(([folders, name]) => [...folders, `${name}.html`].join("/"));

describe("relative links", () => {
  it("land where the path says, from any page to any other", () => {
    fc.assert(
      fc.property(file, file, (from, to) => {
        const landed = new URL(relativeFrom(from)(to), `https://report.example/${from}`).pathname;
        expect(landed).toBe(`/${to}`);
      }),
    );
  });

  it("stay a bare fragment on the page itself", () => {
    expect(relativeFrom("tasks/t-1/index.html")("tasks/t-1/index.html#t-1-2")).toBe("#t-1-2");
  });

  it("name index.html", () => {
    expect(relativeFrom("tasks/t-1/index.html")("index.html")).toBe("../../index.html");
  });
});

describe("names", () => {
  it("are made of ids alone and hold no character of them", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (task, item) => {
        expect(anchor(slug(task), item)).toMatch(/^t-[0-9a-f]{12}-[0-9a-f]{12}$/);
      }),
    );
  });

  it("report a collision instead of writing one file over another", () => {
    expect(collision(["a", "b"], () => "same")).toEqual(["a", "b"]);
    expect(collision(["a", "a"], () => "same")).toBeUndefined();
    expect(collision(["a", "b"], (id) => id)).toBeUndefined();
  });

  it("weigh as much in planning as in the longest page", () => {
    const links = planningLinks();
    expect(links.row({ taskId: "a", itemId: "b" })?.length).toBeGreaterThanOrEqual(
      `../${slug("a")}/page-99999.html#${anchor(slug("a"), "b")}`.length,
    );
  });
});
