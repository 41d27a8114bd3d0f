// `npm run icons`: draws the icons of the installed site from public/favicon.svg. Run it after changing that drawing; the results are in git.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const folder = fileURLToPath(new URL("../public/", import.meta.url));
const drawing = await readFile(`${folder}favicon.svg`, "utf8");
/** What devices cut to their own shape fills the whole square, and its picture stays inside the circle that is never cut. */
const GROUND = "#111319";
const wholeSquare = drawing.replace(/rx="7"/, "");

await icon("icon-192.png", 192, drawing);
await icon("icon-512.png", 512, drawing);
await icon("maskable-512.png", 512, wholeSquare, 0.8);
await icon("touch-180.png", 180, wholeSquare, 0.9);

/** Writes one icon: the drawing in `share` of its width, ground around it. */
async function icon(name: string, size: number, svg: string, share = 1): Promise<void> {
  const inner = Math.round(size * share);
  const picture = await sharp(Buffer.from(svg), { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  const around = Math.floor((size - inner) / 2);
  const margins = {
    top: around,
    left: around,
    bottom: size - inner - around,
    right: size - inner - around,
  };
  const { size: bytes } = await sharp(picture)
    .extend({ ...margins, background: share < 1 ? GROUND : { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toFile(`${folder}icons/${name}`);
  console.log(`${name}: ${bytes} bytes`);
}
