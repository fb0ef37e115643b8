import { Eta } from "eta";
import { escapeAttribute, Html, trusted } from "./html.ts";

export interface Templates {
  /**
   * Fills `<folder>/<name>.eta`. What a template prints must be `Html`, which stands as it is, or a string or number, which
   * is escaped for text and attribute position alike. Printing anything else is a bug and throws.
   */
  render(name: string, data: Readonly<Record<string, unknown>>): Html;
}

/** `folder` is an absolute path. Each template is read and compiled once, when it is first needed. */
export function createTemplates(folder: string): Templates {
  const eta = new Eta({ views: folder, autoEscape: true, autoTrim: false, cache: false, escapeFunction: printed });
  const compiled = new Map<string, ReturnType<Eta["compile"]>>();

  function compile(name: string) {
    const known = compiled.get(name);
    if (known !== undefined) return known;
    const template = eta.compile(eta.readFile(eta.resolvePath(name)));
    compiled.set(name, template);
    return template;
  }

  return {
    render(name, data) {
      try {
        return trusted(
          compile(name).call(eta, data),
          "templates are ours, and every value in them went through `printed`",
        );
      } catch (cause) {
        throw new Error(`template ${name} cannot be filled`, { cause });
      }
    },
  };
}

function printed(value: unknown): string {
  if (typeof value === "string") return escapeAttribute(value);
  if (value instanceof Html || typeof value === "number") return String(value);
  throw new TypeError(`a template prints ${value === null ? "null" : typeof value}`);
}
