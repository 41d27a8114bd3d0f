import { UnreadableMedia } from "~/media/container/unreadable-media";

/** Of subtitles as text, and as pictures. */
export const MAX_TEXT_BYTES = 32 * 1024 * 1024;
export const MAX_PICTURE_BYTES = 128 * 1024 * 1024;
/** A script of this many lines keeps a browser busy for seconds. */
const MAX_LINES = 200_000;

/** Throws `UnreadableMedia` for more lines than are sent. */
export function requireFewLines(count: number): void {
  if (count > MAX_LINES) throw new UnreadableMedia("media.subtitlesTooLarge");
}
