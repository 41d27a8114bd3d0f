import { generatedCover } from "~/artwork/generated-cover";
import { escapeXml } from "~/features/catalog/sitemap/sitemap-xml";
import { EMBEDDED_FAMILY } from "~/ui/theme/embedded-fonts.server";
import { REVIEW_IMAGES, type ReviewImageShape } from "./review-images";

export interface ReviewImageInput {
  shape: ReviewImageShape;
  lang: string;
  description: string;
  heading: string;
  year: number;
  name: string;
  facts: readonly { value: string; label: string }[];
  months: readonly { label: string; episodes: number }[];
  covers: readonly string[];
  accent: string;
  siteName: string;
  /** The fonts of `reviewImageText`: an image has none of the page that shows it. */
  fontRules: string;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const INK = "#f4f2ec";
const SOFT = "#b9bcc6";
const PAPER = "#12141b";

/** All that an image shows in letters. */
export function reviewImageText(input: Omit<ReviewImageInput, "fontRules">): string {
  const { heading, year, name, facts, months, siteName } = input;
  const labels = [...facts.flatMap(Object.values<string>), ...months.map(({ label }) => label)];
  return [heading, year, name, ...labels, siteName].join(" ");
}

/**
 * An SVG document of numbers, months and covers over artwork of the year. Texts are escaped, and
 * nothing is loaded.
 */
export function drawReviewImage(input: ReviewImageInput): string {
  const { width, height } = REVIEW_IMAGES[input.shape];
  const body = input.shape === "wide" ? drawWide(input) : drawSquare(input);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" lang="${escapeXml(input.lang)}" font-family="${EMBEDDED_FAMILY}">`,
    `<title>${escapeXml(input.description)}</title>`,
    input.fontRules === "" ? "" : `<style>${input.fontRules}</style>`,
    `<defs><linearGradient id="shade" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${PAPER}" stop-opacity="0.94"/><stop offset="0.55" stop-color="${PAPER}" stop-opacity="0.8"/><stop offset="1" stop-color="${PAPER}" stop-opacity="0.45"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    drawArtwork(input, { width, height }),
    `<rect width="${width}" height="${height}" fill="url(#shade)"/>`,
    body,
    "</svg>",
  ].join("");
}

function drawArtwork(
  { name, year }: ReviewImageInput,
  { width, height }: { width: number; height: number },
): string {
  return generatedCover("banner", { width, height }, { malId: year, title: name, year });
}

function drawWide(input: ReviewImageInput) {
  const { facts, months, covers, accent, siteName } = input;
  return [
    drawHead(input, { x: 64, y: 92, size: 148 }),
    drawFacts(facts, { x: 64, y: 340, width: 560, height: 220 }, 3),
    drawCovers(covers, { x: 690, y: 56, width: 446, height: 432 }),
    drawMonths(months, { x: 690, y: 512, width: 446, height: 54 }, accent),
    drawText(siteName, { x: 64, y: 590, size: 20, fill: SOFT, weight: 600, units: 40 }),
  ].join("");
}

function drawSquare(input: ReviewImageInput) {
  const { facts, months, covers, accent, siteName } = input;
  return [
    drawHead(input, { x: 72, y: 106, size: 172 }),
    drawCovers(covers, { x: 72, y: 372, width: 936, height: 264 }),
    drawFacts(facts, { x: 72, y: 644, width: 936, height: 210 }, 3),
    drawMonths(months, { x: 72, y: 884, width: 936, height: 84 }, accent),
    drawText(siteName, {
      x: 1008,
      y: 1044,
      size: 24,
      fill: SOFT,
      anchor: "end",
      weight: 600,
      units: 40,
    }),
  ].join("");
}

function drawHead(
  { heading, year, name, accent }: Pick<ReviewImageInput, "heading" | "year" | "name" | "accent">,
  { x, y, size }: { x: number; y: number; size: number },
): string {
  return [
    `<rect x="${x}" y="${y - 46}" width="56" height="6" rx="3" fill="${escapeXml(accent)}"/>`,
    drawText(heading, { x, y, size: 28, fill: SOFT, weight: 600, units: 34 }),
    drawText(String(year), { x: x - 4, y: y + size * 0.94, size, weight: 800 }),
    drawText(name, { x, y: y + size * 0.94 + 56, size: 36, weight: 600, units: 26 }),
  ].join("");
}

function drawFacts(facts: ReviewImageInput["facts"], box: Box, columns: number): string {
  const step = box.width / columns;
  const rows = Math.ceil(facts.length / columns);
  return facts
    .map(({ value, label }, index) => {
      const x = box.x + (index % columns) * step;
      const y = box.y + 44 + Math.floor(index / columns) * (box.height / rows);
      return (
        drawText(value, { x, y, size: 48, weight: 750, units: 7 }) +
        drawText(label, { x, y: y + 30, size: 20, fill: SOFT, units: (step - 8) / 20 / 0.56 })
      );
    })
    .join("");
}

const COVER_GAP = 14;

function drawCovers(covers: readonly string[], box: Box): string {
  const shown = covers.slice(0, covers.length >= 6 ? 6 : Math.min(3, covers.length));
  const isRow = box.width > box.height * 2;
  const columns = isRow ? shown.length : Math.min(3, shown.length);
  const rows = Math.ceil(shown.length / Math.max(1, columns));
  const width = Math.min(
    (box.width - COVER_GAP * (columns - 1)) / columns,
    ((box.height - COVER_GAP * (rows - 1)) / rows) * (2 / 3),
  );
  const height = width * 1.5;
  return shown
    .map((href, index) => {
      const x = round(box.x + (index % columns) * (width + COVER_GAP));
      const y = round(box.y + Math.floor(index / columns) * (height + COVER_GAP));
      const size = `x="${x}" y="${y}" width="${round(width)}" height="${round(height)}"`;
      const clip = `cover-${index}`;
      return `<clipPath id="${clip}"><rect ${size} rx="10"/></clipPath><image ${size} href="${escapeXml(href)}" preserveAspectRatio="xMidYMid slice" clip-path="url(#${clip})"/>`;
    })
    .join("");
}

const MONTH_GAP = 8;

function drawMonths(months: ReviewImageInput["months"], box: Box, accent: string): string {
  const most = Math.max(1, ...months.map(({ episodes }) => episodes));
  const width = (box.width - MONTH_GAP * 11) / 12;
  return months
    .map(({ label, episodes }, index) => {
      const x = round(box.x + index * (width + MONTH_GAP));
      const height = episodes === 0 ? 3 : Math.max(6, (episodes / most) * box.height);
      return (
        `<rect x="${x}" y="${round(box.y + box.height - height)}" width="${round(width)}" height="${round(height)}" rx="3" fill="${episodes === 0 ? SOFT : escapeXml(accent)}"${episodes === 0 ? ' opacity="0.4"' : ""}/>` +
        drawText(label, {
          x: x + width / 2,
          y: box.y + box.height + 22,
          size: 16,
          fill: SOFT,
          anchor: "middle",
        })
      );
    })
    .join("");
}

interface TextOptions {
  x: number;
  y: number;
  size: number;
  fill?: string;
  weight?: number;
  anchor?: "start" | "middle" | "end";
  /** Width in average Latin characters; longer texts are cut. */
  units?: number;
}

function drawText(
  text: string,
  { x, y, size, fill = INK, weight = 400, anchor = "start", units }: TextOptions,
): string {
  const shown = units === undefined ? text : fitText(text, units);
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeXml(shown)}</text>`;
}

const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u;
/** Invisible characters that reorder text. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** `units` are average Latin characters; wide ones count twice. */
export function fitText(text: string, units: number): string {
  const characters = [...text.replaceAll(CONTROLS, "").replaceAll(/\s+/g, " ").trim()];
  let used = 0;
  for (const [index, character] of characters.entries()) {
    used += WIDE.test(character) ? 1.8 : 1;
    if (used > units) return `${characters.slice(0, Math.max(1, index - 1)).join("")}…`;
  }
  return characters.join("");
}

const round = (value: number) => Math.round(value * 10) / 10;
