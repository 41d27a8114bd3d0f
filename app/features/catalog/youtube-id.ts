/** An eleven-character video id, or null if invalid. */
export function parseYoutubeId(text: string | null): string | null {
  return text !== null && /^[\w-]{11}$/.test(text) ? text : null;
}
