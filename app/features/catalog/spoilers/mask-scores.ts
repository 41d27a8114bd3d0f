import type { SpoilerSettings } from "./spoiler-settings";

/**
 * A page's data with the scores of its cards removed for a user who masks them. It is copied, since
 * pages share cached cards.
 */
export function maskScores<Data>({ scores }: Pick<SpoilerSettings, "scores">, data: Data): Data {
  return scores ? (withoutScores(data) as Data) : data;
}

function withoutScores(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutScores);
  if (!isPlainObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutScores(part)]),
  );
  return isCard(copy)
    ? { ...copy, score: null, ...("votes" in copy ? { votes: null } : {}) }
    : copy;
}

/** Recognises what `animeCard` makes. Entries have a `score` too, but that is the user's own. */
function isCard(value: Record<string, unknown>): boolean {
  return "score" in value && "path" in value && "color" in value;
}

/** Tells plain objects from instances of classes, maps, dates and promises. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
