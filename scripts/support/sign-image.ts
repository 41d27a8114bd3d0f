import { EM, glyphOutline } from "./glyph-outlines";

const FONT = "kosugi";
/** The way from one character to the next, in units of an em. */
const STEP = 1_120;

/** Returns an SVG document with the characters of a sign, one below the other, as one symbol. */
export function signImage(sign: string): string {
  const glyphs = [...sign].map((character, index) => {
    const shift = index === 0 ? "" : ` transform="translate(0 ${index * STEP})"`;
    return `<path${shift} d="${glyphOutline(FONT, character)}"/>`;
  });
  const box = `0 0 ${EM} ${glyphs.length * STEP}`;
  return `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="sign" viewBox="${box}">${glyphs.join("")}</symbol></svg>\n`;
}
