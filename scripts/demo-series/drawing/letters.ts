import { num, place, tag } from "./svg";

/** Ten units high, independent of installed fonts, as [width, strokes]. */
const STROKES: Record<string, readonly [width: number, strokes: string]> = {
  A: [7, "M0 10L3.5 0L7 10M1.4 6.6H5.6"],
  D: [6.4, "M0 0V10H2.4A4 4 0 0 0 6.4 6V4A4 4 0 0 0 2.4 0Z"],
  E: [5.2, "M5.2 0H0V10H5.2M0 4.8H4.2"],
  F: [5.2, "M5.2 0H0V10M0 4.9H4.2"],
  G: [7, "M6.6 1.9A3.6 3.6 0 0 0 0 3.6V6.4A3.5 3.5 0 0 0 7 6.4V5.4H4"],
  H: [6.4, "M0 0V10M6.4 0V10M0 4.8H6.4"],
  I: [0.2, "M0.1 0V10"],
  L: [5, "M0 0V10H5"],
  N: [6.6, "M0 10V0L6.6 10V0"],
  O: [7.4, "M3.7 0A3.7 3.7 0 0 1 7.4 3.7V6.3A3.7 3.7 0 0 1 0 6.3V3.7A3.7 3.7 0 0 1 3.7 0Z"],
  P: [5.8, "M0 10V0H3A2.8 2.8 0 0 1 3 5.6H0"],
  R: [6, "M0 10V0H3.1A2.7 2.7 0 0 1 3.1 5.4H0M3.2 5.4L6 10"],
  S: [
    5.8,
    "M5.5 1.9A2.7 2.4 0 0 0 2.9 0A2.6 2.5 0 0 0 0.3 2.5C0.3 5.6 5.6 4.4 5.6 7.5A2.7 2.5 0 0 1 2.9 10A2.9 2.5 0 0 1 0 8",
  ],
  T: [6.2, "M0 0H6.2M3.1 0V10"],
  W: [9.4, "M0 0L2.4 10L4.7 1.5L7 10L9.4 0"],
  X: [6.2, "M0 0L6.2 10M6.2 0L0 10"],
  "0": [6, "M3 0A3 3 0 0 1 6 3V7A3 3 0 0 1 0 7V3A3 3 0 0 1 3 0Z"],
  "1": [6, "M1.4 2L3.4 0V10"],
  "2": [6, "M0.2 2.6A2.8 2.7 0 0 1 5.8 2.7C5.8 5.2 0 7.4 0 10H6"],
  "3": [6, "M0.4 0H5.6L2.8 4A3 3 0 1 1 0 7.6"],
  "4": [6, "M4.4 10V0L0 7H6"],
  "5": [6, "M5.4 0H0.8L0.4 4.4A3.1 3 0 1 1 0 8.2"],
  "6": [6, "M4.8 0C2 1.6 0 4 0 7A3 3 0 1 0 3 4.1A3 3 0 0 0 0 6.6"],
  "7": [6, "M0 0H6L2 10"],
  "8": [
    6,
    "M3 0A2.3 2.3 0 0 1 3 4.6A2.3 2.3 0 0 1 3 0M3 4.6A2.7 2.7 0 0 1 3 10A2.7 2.7 0 0 1 3 4.6",
  ],
  "9": [6, "M1.2 10C4 8.4 6 6 6 3A3 3 0 1 0 3 5.9A3 3 0 0 0 6 3.4"],
  ":": [0.6, "M0.3 2.9V3.3M0.3 7.3V7.7"],
  " ": [3.4, ""],
};

type Lettering = {
  x: number;
  y: number;
  height: number;
  spacing?: number;
  weight?: number;
  colour: string;
  align?: "start" | "middle" | "end";
};

/**
 * `y` is the upper edge, `spacing` and `weight` are tenths of the height. `presence(i)` (0–1) fades
 * in each letter.
 */
export function lettering(
  text: string,
  options: Lettering,
  presence: (index: number) => number = () => 1,
): string {
  const { x, y, height, spacing = 3.4, weight = 1.1, colour, align = "middle" } = options;
  const glyphs = [...text].map((character) => {
    const glyph = STROKES[character];
    if (!glyph)
      throw new Error(
        `The series' alphabet has no "${character}" (in "${text}"); draw it in letters.ts`,
      );
    return glyph;
  });
  const width = glyphs.reduce((sum, [advance]) => sum + advance + spacing, -spacing);
  let pen = align === "start" ? 0 : align === "end" ? -width : -width / 2;
  const letters = glyphs.map(([advance, strokes], index) => {
    const shown = presence(index);
    const at = pen;
    pen += advance + spacing;
    if (strokes === "" || shown <= 0) return "";
    return tag("path", {
      d: strokes,
      transform: `translate(${num(at)} ${num((1 - shown) * 4)})`,
      opacity: shown,
    });
  });
  const style = {
    fill: "none",
    stroke: colour,
    "stroke-width": weight,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  };
  return place({ x, y, scale: height / 10 }, tag("g", style, letters.join("") || " "));
}
