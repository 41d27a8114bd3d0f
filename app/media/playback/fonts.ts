import type { MediaAttachment } from "~/media/container/container-info";

const MAX_FONT_BYTES = 30 * 1024 * 1024;
const MAX_ALL_FONTS_BYTES = 200 * 1024 * 1024;

/** The first 200 MiB, by their index among all. */
export function servedFonts(
  fonts: readonly MediaAttachment[],
): { font: MediaAttachment; index: number }[] {
  let total = 0;
  return fonts
    .map((font, index) => ({ font, index }))
    .filter(({ font: { size } }) => {
      if (size === 0 || size > MAX_FONT_BYTES || total + size > MAX_ALL_FONTS_BYTES) return false;
      total += size;
      return true;
    });
}

export function fontType(start: Buffer): string | null {
  const mark = start.toString("latin1", 0, 4);
  if (mark === "\0\x01\0\0" || mark === "true") return "font/ttf";
  if (mark === "OTTO") return "font/otf";
  if (mark === "ttcf") return "font/collection";
  if (mark === "wOFF") return "font/woff";
  return mark === "wOF2" ? "font/woff2" : null;
}
