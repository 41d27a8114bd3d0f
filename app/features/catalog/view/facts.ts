/** What a card tells about a title: `2023 · TV`. Unknown parts are left out. */
export function cardLine(anime: { year: number | null; type: string | null }): string {
  return [anime.year, anime.type].filter((part) => part !== null).join(" · ");
}

/** How many episodes, as `28 ep`; null where nobody knows, and for films, which have one. */
export function cardEpisodes(anime: { type: string | null; episodes: number | null }): string | null {
  return anime.episodes === null || anime.type === "Movie" ? null : `${anime.episodes} ep`;
}

const DATE = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** A catalog date in words, as `Apr 3, 1998`. The catalog keeps days as midnight UTC, so they are told in UTC everywhere. */
export function dayInWords(iso: string): string {
  return DATE.format(new Date(iso));
}

/** When a title was shown: one day, a span, or an open span. Null where the catalog does not know. */
export function airedInWords(from: string | null, to: string | null): string | null {
  if (from === null) return null;
  const start = dayInWords(from);
  if (to === null || to <= from) return start;
  return `${start} to ${dayInWords(to)}`;
}

/** A count with separators, as `1,062,542`. */
export function countInWords(count: number): string {
  return count.toLocaleString("en");
}

const RELATION_ORDER = ["PREQUEL", "PARENT", "SEQUEL", "SIDE_STORY", "SPIN_OFF", "ALTERNATIVE", "ALTERNATIVE_VERSION", "ALTERNATIVE_SETTING", "SUMMARY", "FULL_STORY", "COMPILATION", "CONTAINS", "CHARACTER", "OTHER"];

/** `SIDE_STORY` as `Side story`. */
export function relationInWords(relation: string): string {
  const words = relation.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Puts related titles in the order in which a viewer needs them: what comes before, what comes after, then the rest. */
export function inWatchOrder<T extends { relation: string; mal_id: number }>(relations: readonly T[]): T[] {
  const rank = ({ relation }: T): number => {
    const index = RELATION_ORDER.indexOf(relation.toUpperCase().replace(/[\s-]+/g, "_"));
    return index < 0 ? RELATION_ORDER.length : index;
  };
  return [...relations].sort((a, b) => rank(a) - rank(b) || a.mal_id - b.mal_id);
}
