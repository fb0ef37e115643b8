/** A kind of secret that shell output leaks, beside the tokens that a scanner knows by their shape. */
export interface ShellRule {
  readonly name: string;
  find(text: string): { readonly start: number; readonly end: number }[];
}

/** `NAME=value` and `name = value`, where the name says that the value is secret. */
const ASSIGNMENT =
  /(?<![\w$.-])(?:export\s+|set\s+)?["']?((?:[A-Za-z][A-Za-z0-9]*[_.-])*(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|CREDENTIALS?|API_?KEY|ACCESS_?KEY|SECRET_?KEY|PRIVATE_?KEY|AUTH_?KEY|ENCRYPTION_?KEY|SIGNING_?KEY))["']?[ \t]{0,3}(=|:)[ \t]{0,3}(?:"([^"\n]{1,4000})"|'([^'\n]{1,4000})'|([^\s"'`,;|&<>(){}[\]]{1,4000}))/gi;
const HEADER =
  /\b(?:Proxy-)?Authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:Bearer|Basic|Token|Digest|ApiKey|AWS4-HMAC-SHA256)\s+)?([^\s"'\\,;]{6,8000})/gi;
const KEY_HEADER =
  /\bX-(?:Api-Key|Auth-Token|Vault-Token|Goog-Api-Key)["']?\s{0,3}[:=]\s{0,3}["']?([^\s"'\\,;]{6,8000})/gi;
const URL_PASSWORD = /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"'<>]{0,256}:([^\s/@"'<>]{1,512})@[^\s/@:"'<>]/gi;
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[\s\S]){0,20000}(?:-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----)?/g;
const JWT = /(?<![\w-])eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{16,4000}/g;
const SHAPES =
  /\b(?:AIza[0-9A-Za-z_-]{35}|[sr]k_live_[0-9A-Za-z]{16,100}|whsec_[0-9A-Za-z+/=]{24,100}|pypi-AgE[0-9A-Za-z_-]{40,400}|AKIA[0-9A-Z]{16}|ASIA[0-9A-Z]{16})\b/g;

/** A login name in a home path. */
const HOME =
  /(?:\/(?:home|Users)\/|[A-Za-z]:\\{1,2}Users\\{1,2}|(?<![\w-])-(?:home|Users)-)([A-Za-z0-9._][A-Za-z0-9._@]{0,63})/g;
/** Not anybody's name. */
const NOBODY = /^(?:shared|public|default|all users|\.+)$/i;

/** Not a secret but a stand-in for one: a variable, a blank to fill in, a mask, a word that everybody writes there. */
const STAND_IN =
  /^(?:\$|%[A-Za-z_]|<|\{|\*{2,}|[\w-]*x{3,}$|\.{2,}|…|\[redacted|redacted|your[_-]|my[_-](?:api|secret|token|key|password)[\w-]*$|example|placeholder|change_?me|password$|passwd$|pass$|secret$|token$|none$|null$|nil$|undefined$|true$|false$|string$|str$|process\.env|os\.environ|env[.[(]|test$|dummy|fake|todo$)/i;

/** Off unless asked for: `--mask-home`. */
export const HOME_RULE = "home";

/** Every group of a match that is a secret's text, as ranges. */
function groups(text: string, pattern: RegExp, isSecret: (value: string, match: RegExpMatchArray) => boolean) {
  const ranges: { start: number; end: number }[] = [];
  for (const match of text.matchAll(pattern)) {
    const value = match.slice(1).findLast((group) => group !== undefined) ?? match[0];
    if (!isSecret(value, match)) continue;
    const start = match.index + match[0].lastIndexOf(value);
    ranges.push({ start, end: start + value.length });
  }
  return ranges;
}

function isAssigned(value: string, match: RegExpMatchArray): boolean {
  const [, name = "", operator] = match;
  if (STAND_IN.test(value) || value.length < 4) return false;
  // A test runner's `PASS: name_of_test1`.
  if (operator === ":" && /^pass$/i.test(name)) return false;
  // A count or a limit, such as MAX_TOKEN=4096.
  if (/^\d{1,9}$/.test(value)) return false;
  // Code and prose: `password = getPassword()`, `token: string`, `"pass": function`. Shouted names are environment.
  const shouted = name === name.toUpperCase() && operator === "=";
  if (shouted) return !/^[\w.]+\(/.test(value);
  return (
    value.length >= 8 &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !/[.(][A-Za-z_]+[()]|^\/|^https?:/.test(value) &&
    !/\s/.test(value)
  );
}

/** The scheme of an `Authorization` header whose credentials are left out or are a variable. */
const SCHEME = /^(?:Bearer|Basic|Token|Digest|ApiKey|AWS4-HMAC-SHA256)$/i;

const notStandIn = (value: string) => !STAND_IN.test(value) && !SCHEME.test(value);

/** Without any of this no rule finds anything: one look spares most texts all the others. */
const HINT =
  /(?:secret|token|pass|password|passwd|passphrase|pwd|credentials?|key)["']?[ \t]{0,3}[=:]|authorization|x-(?:api|auth|vault|goog)-|:\/\/[^\s/@]{0,800}@|-----BEGIN|eyJ|AIza|k_live_|whsec_|pypi-|AKIA|ASIA|[/\\-](?:home|users)[/\\-]/i;

/** Whether any rule could find anything. */
export function mayHoldSecret(text: string): boolean {
  return HINT.test(text);
}

export const SHELL_RULES: readonly ShellRule[] = [
  { name: "private-key", find: (text) => groups(text, PRIVATE_KEY, () => true) },
  {
    name: "authorization",
    find: (text) => [
      ...groups(text, HEADER, (value) => notStandIn(value) && /[\d+/=._-]|[A-Z].*[a-z]/.test(value)),
      ...groups(text, KEY_HEADER, notStandIn),
    ],
  },
  { name: "url-password", find: (text) => groups(text, URL_PASSWORD, notStandIn) },
  { name: "json-web-token", find: (text) => groups(text, JWT, () => true) },
  { name: "api-key", find: (text) => groups(text, SHAPES, () => true) },
  { name: HOME_RULE, find: (text) => groups(text, HOME, (value) => !NOBODY.test(value)) },
  { name: "assignment", find: (text) => groups(text, ASSIGNMENT, isAssigned) },
];
