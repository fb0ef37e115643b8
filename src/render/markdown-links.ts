/** Where a link in content may lead. */
export interface Address {
  readonly href: string;
  /** To be shown beside the words: they hide or disguise where the link leads. */
  readonly host?: string;
}

/** `undefined` for whatever is no absolute http, https or mailto address. `words` is the text of the link. */
export function safeAddress(href: string, words: string): Address | undefined {
  // Browsers drop these inside an address; a name such as `java\nscript:` must not pass because of them.
  const address = href.replace(/[\x00-\x20\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]+/g, "");
  if (!/^(?:https?:\/\/|mailto:)/i.test(address)) return undefined;
  const url = parse(address);
  if (url === undefined || !["http:", "https:", "mailto:"].includes(url.protocol)) return undefined;
  const shown = hostToShow(url, words);
  return { href: url.href, ...(shown !== undefined && { host: shown }) };
}

/** The host, when it is written in letters that may look like others, or the words name another host. */
function hostToShow(url: URL, words: string): string | undefined {
  if (url.protocol === "mailto:") return undefined;
  if (/(?:^|\.)xn--/.test(url.hostname)) return url.hostname;
  const told = words.trim();
  const named = parse(/^[\w-]+(?:\.[\w-]+)+$/.test(told) ? `https://${told}` : told);
  const disguised = named !== undefined && /^https?:$/.test(named.protocol) && named.hostname !== url.hostname;
  return disguised || url.username !== "" ? url.hostname : undefined;
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
