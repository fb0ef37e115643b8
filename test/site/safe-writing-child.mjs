// Replaces one report by another, over and over, until it is killed. Two reports that share no byte in their file of
// contents, so that a mixture shows.
import { pathToFileURL } from "node:url";

const [module, out] = process.argv.slice(2);
const { folderWriter } = await import(pathToFileURL(module).href);
process.stdout.write("ready\n");
for (let turn = 0; ; turn += 1) {
  const word = turn % 2 === 0 ? "odd" : "even";
  const writer = await folderWriter(out);
  for (let i = 0; i < 12; i += 1) {
    await writer.write({ path: `pages/${word}-${i}.html`, bytes: Buffer.from(`${word}\n`.repeat(2_000)) });
  }
  await writer.write({ path: "manifest.json", bytes: Buffer.from(`{"maker":"taskfolio","word":"${word}"}`) });
  await writer.write({ path: "SHA256SUMS", bytes: Buffer.from("") });
  await writer.finish();
}
