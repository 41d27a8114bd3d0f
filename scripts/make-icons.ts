// `npm run icons`: renders public/favicon.svg. The results are in git.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const folder = fileURLToPath(new URL("../public/", import.meta.url));
const drawing = await readFile(`${folder}favicon.svg`, "utf8");
/** Maskable icons draw inside the safe zone. */
const GROUND = "#111319";
const wholeSquare = drawing.replace(/rx="7"/, "");

await icon("icon-192.png", 192, drawing);
await icon("icon-512.png", 512, drawing);
await icon("maskable-512.png", 512, wholeSquare, 0.8);
await icon("touch-180.png", 180, wholeSquare, 0.9);

/** The drawing takes `share` of the width. */
async function icon(name: string, size: number, svg: string, share = 1): Promise<void> {
  const inner = Math.round(size * share);
  const drawing = await sharp(Buffer.from(svg), { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  const margin = Math.floor((size - inner) / 2);
  const margins = {
    top: margin,
    left: margin,
    bottom: size - inner - margin,
    right: size - inner - margin,
  };
  const { size: bytes } = await sharp(drawing)
    .extend({ ...margins, background: share < 1 ? GROUND : { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toFile(`${folder}icons/${name}`);
  console.log(`${name}: ${bytes} bytes`);
}
