/** A native title in vertical writing. */
export interface Spine {
  text: string;
  /** The font size as a share of the cover's, so that the text fits in two columns at most. */
  scale: number;
}

/** Lengths in ems of the spine's font, which covers from 80 px and the banners' columns hold. */
export const COVER_SPINE_EMS = 13;
export const BANNER_SPINE_EMS = 12;

/** `letter-spacing` of the utility `spine`, which `scale` does not change. */
const SPACING = 0.12;
const MIN_ONE_COLUMN_SCALE = 0.75;
const TWO_COLUMN_SCALE = 0.75;

/** Returns null for a title that two columns of `ems` cannot hold. */
export function fitSpine(text: string | null, ems: number): Spine | null {
  if (text === null) return null;
  const letters = [...text];
  const width = letters.reduce((sum, letter) => sum + letterWidth(letter), 0);
  const scale = Math.min(1, (ems - SPACING * letters.length) / width);
  if (scale >= MIN_ONE_COLUMN_SCALE) return { text, scale: Math.floor(scale * 100) / 100 };
  return countColumns(text, ems) <= 2 ? { text, scale: TWO_COLUMN_SCALE } : null;
}

/** Latin words stay whole; Japanese breaks anywhere. */
function countColumns(text: string, ems: number): number {
  let columns = 1;
  let used = 0;
  for (const part of text.match(/[\x21-\u024F]+|\s+|[^]/gu) ?? []) {
    const length = [...part].reduce(
      (sum, letter) => sum + letterWidth(letter) * TWO_COLUMN_SCALE + SPACING,
      0,
    );
    if (length > ems) return Infinity;
    if (used + length > ems) columns += 1;
    used = used + length > ems ? length : used + length;
  }
  return columns;
}

/**
 * The letter's height in ems in a wide serif face with `text-orientation: mixed`, where Latin
 * letters lie on their side.
 */
function letterWidth(letter: string): number {
  if (letter > "\u024F" || /[MWmw@%&]/.test(letter)) return 1;
  if (/\s/.test(letter)) return 0.35;
  return /[A-Z]/.test(letter) ? 0.78 : 0.62;
}
