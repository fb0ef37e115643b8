import path from "node:path";
import { type ResolvedBuildOptions, UsageError } from "./options.ts";
import { escapeText } from "./render/index.ts";
import {
  type FileTarget,
  fileTarget,
  folderWriter,
  SINGLE_FILE_MARK,
  type SingleFile,
  saysOurs,
  TargetError,
  type Writer,
  type WrittenFile,
  writeSingleFile,
  zipBytes,
} from "./site/index.ts";
import { packageVersion } from "./version.ts";

/** What was made beside the folder. */
export interface Shapes {
  readonly zip?: { readonly bytes: number };
  readonly singleFile?: SingleFile;
}

/** Where one build goes, in all the shapes that were asked for. */
export interface Delivery {
  /** Takes the files of the report. */
  readonly writer: Writer;
  /** Makes the other shapes of the files that were written. */
  shapes(files: readonly WrittenFile[]): Promise<Shapes>;
  /** Makes everything visible, each shape whole. */
  finish(): Promise<void>;
  /** Leaves what was there before as it was. */
  abort(): Promise<void>;
}

/** @throws UsageError when something stands in a place that may not be replaced. */
export async function openDelivery(options: ResolvedBuildOptions, given?: Writer): Promise<Delivery> {
  refuseOverlaps(options, given === undefined);
  const opened: { abort(): Promise<void> }[] = [];
  const keep = <T extends { abort(): Promise<void> }>(target: T): T => {
    opened.push(target);
    return target;
  };
  const abort = async () => {
    for (const target of opened) await target.abort();
  };
  try {
    const writer = keep(given ?? (await folderWriter(options.out)));
    const zip = options.zip === undefined ? undefined : keep(await fileTarget(options.zip, "--zip", isOurZip));
    const single =
      options.singleFile === undefined
        ? undefined
        : keep(await fileTarget(options.singleFile, "--single-file", isOurPage));
    return {
      writer,
      async shapes(files) {
        const paths = files.map((file) => file.path);
        const page = { files, read: writer.read, escape: escapeText, limit: options.singleFileLimit };
        const generator = `taskfolio ${await packageVersion()}`;
        return {
          ...(zip && { zip: { bytes: await pour(zipBytes(paths, writer.read), zip) } }),
          ...(single && { singleFile: await writeSingleFile({ ...page, generator }, single.write) }),
        };
      },
      async finish() {
        await writer.finish();
        await zip?.finish();
        await single?.finish();
      },
      abort,
    };
  } catch (error) {
    await abort();
    throw asUsageError(error);
  }
}

/** What a target refuses is told like any other request that cannot be carried out. */
export function asUsageError(error: unknown): unknown {
  return error instanceof TargetError ? new UsageError(error.message) : error;
}

async function pour(pieces: AsyncIterable<Uint8Array>, target: FileTarget): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) {
    await target.write(piece);
    bytes += piece.length;
  }
  return bytes;
}

function isOurZip({ first, last }: { readonly first: Uint8Array; readonly last: Uint8Array }): boolean {
  return first[0] === 0x50 && first[1] === 0x4b && saysOurs(last);
}

function isOurPage({ first }: { readonly first: Uint8Array }): boolean {
  return Buffer.from(first).toString("latin1").includes(SINGLE_FILE_MARK);
}

/** A report is replaced whole: nothing else may stand in it. */
function refuseOverlaps({ out, workspace, zip, singleFile }: ResolvedBuildOptions, toFolder: boolean): void {
  if (zip !== undefined && singleFile !== undefined && path.resolve(zip) === path.resolve(singleFile))
    throw new UsageError("--zip and --single-file name the same file: give each its own.");
  if (!toFolder) return;
  if (isInside(workspace, out))
    throw new UsageError("The workspace stands in the folder that the report replaces: choose another -o.");
  for (const [option, file] of [
    ["--zip", zip],
    ["--single-file", singleFile],
  ] as const)
    if (file !== undefined && isInside(file, out))
      throw new UsageError(`${option} names a file in the folder that the report replaces: choose one beside it.`);
}

function isInside(file: string, folder: string): boolean {
  const way = path.relative(path.resolve(folder), path.resolve(file));
  return way === "" || (!way.startsWith("..") && !path.isAbsolute(way));
}
