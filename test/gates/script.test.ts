import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { checkScript } from "./script.ts";

const assets = resolve(import.meta.dirname, "../../templates/assets");

it("lets the client script pass", () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(0);
  for (const name of scripts) expect(checkScript(name, readFileSync(join(assets, name), "utf8"))).toEqual([]);
});

it("lets strings and comments say anything", () => {
  expect(checkScript("a.js", '// innerHTML\nconst a = "eval(fetch)"; /* document.write */')).toEqual([]);
});

it.each([
  ["a.innerHTML = b;", "innerHTML"],
  ['a["outerHTML"] = b;', "outerHTML"],
  ['a.insertAdjacentHTML("beforeend", b);', "insertAdjacentHTML"],
  ["document.write(a);", "write"],
  ["eval(a);", "eval"],
  ["(0, window.eval)(a);", "eval"],
  ["new Function(a)();", "Function"],
  ['setTimeout("a()", 1);', "timed text"],
  ["setTimeout(a + b, 1);", "timed text"],
  ['fetch("a.json");', "fetch"],
  ["new XMLHttpRequest();", "XMLHttpRequest"],
  ["navigator.sendBeacon(a);", "sendBeacon"],
  ['import("./a.js");', "import()"],
  ['import "./a.js";', "a module"],
  ["export const a = 1;", "a module"],
  ['localStorage.setItem("a", "b");', "localStorage outside of try"],
  ["try { a(); } catch { localStorage.clear(); }", "localStorage outside of try"],
])("stops %s", (code, says) => {
  expect(checkScript("a.js", code)).toEqual([`a.js:1: ${says}`]);
});

it("lets storage be asked where its refusal is caught, and functions be timed", () => {
  expect(checkScript("a.js", "try { localStorage.clear(); } catch { b(); } setTimeout(() => b(), 1);")).toEqual([]);
});
