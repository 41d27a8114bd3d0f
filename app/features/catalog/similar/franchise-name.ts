/** Words that begin what a franchise adds to its name. */
const ADDITION =
  /\s+(?:movies?|film|season|ova|ona|specials?|recaps?|part|tv|picture drama|gaiden|\d+(?:st|nd|rd|th)|[ivx]{2,}|\d{1,2})(?:\s.*)?$/u;
/** A shorter name is a word that many titles begin with. */
const SHORTEST = 4;

/**
 * The name by which titles of one franchise know each other where the catalog tells no relations: the title up to its subtitle or the first
 * word that counts or describes, in lower case. `One Piece Movie 01` and `One Piece: Heart of Gold` both give `one piece`.
 */
export function franchiseName(title: string): string {
  const whole = title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\([^)]*\)/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  for (const part of [whole.split(/:\s|\s[-–~]\s?|\s?~|!\s/u)[0] ?? whole, whole]) {
    const name = part.replace(ADDITION, "").replace(/[\s:!.,]+$/u, "");
    if (name.length >= SHORTEST) return name;
  }
  return whole;
}
