import sharp from "sharp";
import { seededRandom } from "../../tests/support/random";

const WIDTH = 460;
const HEIGHT = 690;

/** Draws a landscape in colors of the seed, as detailed and as bright as posters are, as a JPEG. */
export function drawPoster(seed: number, isWide: boolean): Promise<Buffer> {
  const random = seededRandom(seed);
  const [width, height] = isWide ? [1080, 300] : [WIDTH, HEIGHT];
  const between = (least: number, most: number) =>
    least + (random.below(1000) / 1000) * (most - least);
  const hue = Math.round(between(0, 360));
  const light = seed % 3 === 0 ? 30 : 0;
  const color = (turn: number, lightness: number) =>
    `hsl(${(hue + turn) % 360} 55% ${lightness + light}%)`;
  const ridges = Array.from({ length: 4 }, (_, index) => {
    const base = height * (0.45 + index * 0.14);
    const points = Array.from({ length: 9 }, (_point, step) => {
      const x = (width * step) / 8;
      return `${x.toFixed(0)},${(base - between(0, height * 0.16)).toFixed(0)}`;
    });
    return `<polygon fill="${color(index * 14, 34 - index * 8)}" points="0,${height} ${points.join(" ")} ${width},${height}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${color(30, 22)}"/><stop offset="1" stop-color="${color(330, 58)}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <circle cx="${between(0.2, 0.8) * width}" cy="${between(0.15, 0.4) * height}" r="${height / 9}" fill="${color(60, 66)}"/>
    ${ridges.join("")}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}
