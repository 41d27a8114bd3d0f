const ADDITION =
  /\s+(?:movies?|film|season|ova|ona|specials?|recaps?|part|tv|picture drama|gaiden|\d+(?:st|nd|rd|th)|[ivx]{2,}|\d{1,2})(?:\s.*)?$/u;
/** The least length of a franchise's name; shorter ones are common words. */
const MIN_NAME_LENGTH = 4;

/**
 * Guesses the franchise of titles without relations: `One Piece Movie 01` and `One Piece: Heart of
 * Gold` become `one piece`.
 */
export function toFranchiseName(title: string): string {
  const whole = title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\([^)]*\)/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  for (const part of [whole.split(/:\s|\s[-–~]\s?|\s?~|!\s/u)[0] ?? whole, whole]) {
    const name = part.replace(ADDITION, "").replace(/[\s:!.,]+$/u, "");
    if (name.length >= MIN_NAME_LENGTH) return name;
  }
  return whole;
}
