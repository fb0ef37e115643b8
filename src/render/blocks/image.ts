import type { Room } from "../../projection/index.ts";
import type { Block } from "../block.ts";
import type { BlockContext } from "../block-context.ts";
import { type Html, text } from "../html.ts";
import { decodeBase64, verifyImage } from "../image.ts";
import { count, size } from "../words.ts";
import { renderCode } from "./code.ts";
import { renderNote } from "./note.ts";
import { frame } from "./parts.ts";

// A small file can unfold to more pixels than a browser has memory for; such an image is linked and not shown.
const MOST_PIXELS = 50_000_000;

/** An image whose bytes are what they must be, as a file of the report. Anything else is said, and kept as text. */
export function renderImage(block: Block & { type: "image" }, context: BlockContext, room: Room): Html {
  const bytes = decodeBase64(block.data);
  const image = bytes && verifyImage(bytes);
  if (image === undefined) {
    if (bytes !== undefined && /^image\/svg\+xml\b/i.test(block.mediaType)) {
      const source = new TextDecoder().decode(bytes);
      return renderCode({ type: "code", text: source, language: "xml", title: "SVG source" }, context, room);
    }
    return renderLie(block, bytes?.length, context, room);
  }
  const { extension, width, height } = image;
  const href = context.attachments.image(image.bytes, extension);
  const words = `${extension === "jpg" ? "JPEG" : extension.toUpperCase()} image, ${count(width)} × ${count(height)}`;
  return frame(context, [
    width * height > MOST_PIXELS
      ? context.templates.render("blocks/image-link", { href, says: text(`${words}, too large to show here`) })
      : context.templates.render("blocks/image", { href, width, height, alt: `${words}, from the transcript` }),
  ]);
}

function renderLie(
  block: Block & { type: "image" },
  bytes: number | undefined,
  context: BlockContext,
  room: Room,
): Html {
  const length = bytes === undefined ? `${count(block.data.length)} characters that are not base64` : size(bytes);
  const says = `an image that is not what it says: ${block.mediaType === "" ? "no type" : block.mediaType}, ${length}`;
  return frame(context, [
    renderNote({ type: "note", tone: "warning", text: [{ text: says }] }, context, room),
    dataLink(context.attachments.text(block.data), context),
  ]);
}

/** A lean report keeps no raw files, so it can only say what it does not show. */
function dataLink(href: string | undefined, context: BlockContext): Html {
  return href === undefined
    ? context.templates.render("blocks/remark", { says: text("This lean report leaves its data out.") })
    : context.templates.render("blocks/image-link", { href, says: "the data as recorded" });
}
