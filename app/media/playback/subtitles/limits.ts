import { UnreadableMedia } from "~/media/container/unreadable-media";

/** Limits of a file with subtitles as text, and of one with subtitles as images. */
export const MAX_TEXT_BYTES = 32 * 1024 * 1024;
export const MAX_IMAGE_BYTES = 128 * 1024 * 1024;
/** A script of this many lines keeps a browser busy for seconds. */
const MAX_LINES = 200_000;

/** Throws `UnreadableMedia` for more lines than are sent. */
export function requireFewLines(count: number): void {
  if (count > MAX_LINES) throw new UnreadableMedia("media.subtitlesTooLarge");
}
