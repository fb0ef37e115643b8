/** Where it goes: every URL, the files, and the ways of writing them. */
export { compareIds, rowIds } from "./anchors.ts";
export { assets } from "./assets.ts";
export { createAttachments, planningAttachments } from "./attachments.ts";
export type { SiteFile, Writer } from "./file.ts";
export { linksFrom, planningLinks } from "./links.ts";
export { type ManifestFacts, manifestJson, sums, type WrittenFile } from "./manifest.ts";
export { anchor, collision, sha256, slug } from "./names.ts";
export { createOutput, type Output, utf8 } from "./output.ts";
export { type Plan, planSite, type TaskPlan } from "./plan.ts";
export { pagesOf } from "./stream.ts";
export { folderWriter } from "./writers/folder.ts";
export { memoryWriter } from "./writers/memory.ts";
export { TargetError } from "./writers/target-error.ts";
