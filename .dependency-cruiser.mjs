// The walls of the house. Each rule says why it stands; `test/architecture.test.ts` proves that each one holds.

/** What each stage may import, beside itself. */
const sees = {
  model: [],
  sources: ["model"],
  policy: ["model"],
  projection: ["model"],
  render: ["projection"],
  site: ["projection", "render"],
};

/** The files that may import a package. A package that is not listed may be imported by none. */
const owners = {
  "@secretlint/core": "^src/policy/",
  "@secretlint/profiler": "^src/policy/",
  "@secretlint/secretlint-rule-preset-recommend": "^src/policy/",
  chokidar: "^src/watch\\.ts$",
  commander: "^src/cli/",
  diff: "^src/(projection/|render/patch[a-z-]*\\.ts$)",
  eta: "^src/render/templates\\.ts$",
  "fast-glob": "^src/sources/support/files\\.ts$",
  fflate: "^src/site/writers/",
  marked: "^src/render/markdown\\.ts$",
  picomatch: "^src/policy/",
  shiki: "^src/render/highlight[a-z-]*\\.ts$",
  tinypool: "^src/render/highlight[a-z-]*\\.ts$",
  yaml: "^src/policy/",
  zod: "^src/(options\\.ts$|policy/|sources/)",
};

/** Files beside the cards that every card may use, and those of render: words and data, no markup. */
const cardHelpers = "^src/render/cards/(card|children|fields|inputs|results)\\.ts$";
const cardWords = "^src/render/(block|hits|outcome|patch|words)\\.ts$";

/** Started by URL as workers, so no import leads to them. */
const workers = "^src/render/highlight-worker\\.ts$";

/** The only files of the middle that know of threads. */
const threads = "^src/render/highlight-(pool|worker)\\.ts$";

const entries = "^src/(index|cli/main)\\.ts$";

const anyOf = (names) => `^src/(${names.join("|")})/`;

const stageRules = Object.entries(sees).map(([stage, seen]) => ({
  name: `${stage}-sees-${seen.length > 0 ? seen.join("-and-") : "nothing"}`,
  comment:
    "Data flows downstream, imports never do: a stage that knows its readers cannot be replaced or tested alone.",
  severity: "error",
  from: { path: `^src/${stage}/` },
  to: { path: "^src/", pathNot: anyOf([stage, ...seen]) },
}));

const ownerRules = Object.entries(owners).map(([library, owner]) => ({
  name: `${library}-has-one-owner`,
  comment:
    "A library's traps are met in one place; the rest of the code speaks our own words, so the library can be exchanged.",
  severity: "error",
  from: { path: "^src/", pathNot: owner },
  to: { path: `node_modules/${library}/` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...stageRules,
    {
      name: "stages-meet-in-types",
      comment: "Render and site are handed values. Importing only types keeps every page testable from plain data.",
      severity: "error",
      from: { path: "^src/(render|site)/" },
      to: { path: anyOf(Object.keys(sees)), pathNot: "^src/$1/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "cli-sees-the-library",
      comment: "The command line is one of two users of the library; what it needs, the other can have too.",
      severity: "error",
      from: { path: "^src/cli/" },
      to: { path: "^src/", pathNot: "^src/(cli/|(index|build|export|inspect|verify|watch|options|terminal)\\.ts$)" },
    },
    {
      name: "nobody-sees-the-cli",
      comment: "Only the command line prints and exits; a library that imports it could.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/cli/" },
      to: { path: "^src/cli/" },
    },
    {
      name: "library-is-what-the-commands-do",
      comment: "What users of the package see is what the command line sees; stages stay free to change.",
      severity: "error",
      from: { path: "^src/index\\.ts$" },
      to: {
        path: "^src/",
        pathNot: "^src/(model/index|build|export|inspect|verify|watch|read-workspace|options)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "through-the-front-door",
      comment: "A stage's index.ts is its contract; a side door makes every inner file a contract too.",
      severity: "error",
      from: { path: "^src/([^/]+)" },
      to: { path: "^src/[^/]+/", pathNot: ["^src/$1/", "^src/[^/]+/index\\.ts$"] },
    },
    {
      name: "sources-are-strangers",
      comment: "A format is one folder: it can be read, tested and deleted without looking at another.",
      severity: "error",
      from: { path: "^src/sources/([^/]+)/" },
      to: { path: "^src/sources/[^/]+/", pathNot: "^src/sources/($1|support)/" },
    },
    {
      name: "formats-do-not-know-the-registry",
      comment: "The registry names the formats. The other way round, adding one would change another.",
      severity: "error",
      from: { path: "^src/sources/[^/]+/" },
      to: { path: "^src/sources/index\\.ts$" },
    },
    {
      name: "cards-are-strangers",
      comment: "A tool card is one file and one registry line; a card that borrows from another is two.",
      severity: "error",
      from: { path: "^src/render/cards/", pathNot: "^src/render/cards/index\\.ts$" },
      to: { path: "^src/render/cards/", pathNot: cardHelpers },
    },
    {
      name: "cards-speak-in-blocks",
      comment: "A card returns data. Markup is written, and escaped, where blocks are.",
      severity: "error",
      from: { path: "^src/render/cards/" },
      to: { path: "^src/render/", pathNot: ["^src/render/cards/", cardWords] },
    },
    {
      name: "pure-middle",
      comment:
        "Model, projection and render make the same of the same: no disk, clock, network or hash gets in by import.",
      severity: "error",
      from: { path: "^src/(model|projection|render)/", pathNot: threads },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "threads-are-all-they-get",
      comment: "Colouring goes on beside the making of pages; it needs nothing else of the machine.",
      severity: "error",
      from: { path: threads },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?worker_threads$" },
    },
    ...ownerRules,
    {
      name: "no-unowned-packages",
      comment: "Every package at run time is somebody's burden for years: name its owner in the table above.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "node_modules/", pathNot: `node_modules/(${Object.keys(owners).join("|")}|@types)/` },
    },
    {
      name: "nothing-from-outside-src",
      comment: "What ships is src; an import of tests or tools works here and fails in the package.",
      severity: "error",
      from: { path: "^src/" },
      to: { dependencyTypes: ["local"], pathNot: ["^src/", "node_modules/"] },
    },
    {
      name: "no-circular",
      comment: "In a circle no file can be understood first.",
      severity: "error",
      from: { path: "^src/" },
      to: { circular: true },
    },
    {
      name: "no-unresolvable",
      comment: "An import that leads nowhere is one that no other rule can judge.",
      severity: "error",
      from: { path: "^src/" },
      to: { couldNotResolve: true },
    },
    {
      name: "no-forgotten-files",
      comment: "A file that no entry reaches is a card or format whose registry line was forgotten, or it is dead.",
      severity: "error",
      from: { path: entries },
      to: { path: "^src/", pathNot: [entries, workers], reachable: false },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Without it an import of types alone is not seen at all.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
