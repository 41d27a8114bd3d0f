import type { Words } from "~/language/words";

/** What a card tells about a title besides its names. Null where the catalog does not know. */
export interface CardFacts {
  year: number | null;
  type: string | null;
  episodes: number | null;
}

/** What a card tells first: `2023 · TV`. Unknown parts are left out. */
export function cardLine(
  { label }: Words,
  { year, type }: Pick<CardFacts, "year" | "type">,
): string {
  return [year, type === null ? null : label("type", type)]
    .filter((part) => part !== null)
    .join(" · ");
}

/** How many episodes, as `28 ep`; null where nobody knows, and for films, which have one. */
export function cardEpisodes(
  { t, number }: Words,
  { type, episodes }: Pick<CardFacts, "type" | "episodes">,
): string | null {
  return episodes === null || type === "Movie"
    ? null
    : t("card.episodes", { count: number(episodes) });
}

/** Both in one line: `2023 · TV · 28 ep`. */
export function cardFacts(words: Words, facts: CardFacts): string {
  return [cardLine(words, facts), cardEpisodes(words, facts)].filter(Boolean).join(" · ");
}

const DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

/** A catalog date in words, as `3 Apr 1998`. The catalog keeps days as midnight UTC, so they are told in UTC everywhere. */
export function dayInWords({ date }: Words, iso: string): string {
  return date(iso, DAY);
}

/** When a title was shown: one day, a span, or an open span. Null where the catalog does not know. */
export function airedInWords(words: Words, from: string | null, to: string | null): string | null {
  if (from === null) return null;
  const start = dayInWords(words, from);
  if (to === null || to <= from) return start;
  return words.t("fact.airedSpan", { from: start, to: dayInWords(words, to) });
}

const LENGTH = /^(?:(\d{1,3}) hr)? ?(?:(\d{1,3}) min)? ?(?:(\d{1,3}) sec)?( per ep)?$/;

/** How long a title runs, out of the catalog's `1 hr 36 min` or `24 min per ep`; another text stays as it is. */
export function lengthInWords({ t }: Words, duration: string): string {
  const [all, hours, minutes, seconds, perEpisode] = LENGTH.exec(duration) ?? [];
  const parts = [
    hours === undefined ? "" : t("time.hours", { hours }),
    minutes === undefined ? "" : t("time.minutes", { minutes }),
    seconds === undefined ? "" : t("time.seconds", { seconds }),
  ];
  const length = parts.filter((part) => part !== "").join(" ");
  if (all === undefined || length === "") return duration;
  return perEpisode === undefined ? length : t("fact.lengthPerEpisode", { length });
}

const RELATION_ORDER = [
  "PREQUEL",
  "PARENT",
  "SEQUEL",
  "SIDE_STORY",
  "SPIN_OFF",
  "ALTERNATIVE",
  "ALTERNATIVE_VERSION",
  "ALTERNATIVE_SETTING",
  "SUMMARY",
  "FULL_STORY",
  "COMPILATION",
  "CONTAINS",
  "CHARACTER",
  "OTHER",
];

/** `SIDE_STORY` as `Side story`; one that no catalog of words knows is spelled out. */
export function relationInWords({ label }: Words, relation: string): string {
  const key = relationKey(relation);
  const known = label("relation", key);
  if (known !== key) return known;
  const words = key.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Puts related titles in the order in which a viewer needs them: what comes before, what comes after, then the rest. */
export function inWatchOrder<T extends { relation: string; mal_id: number }>(
  relations: readonly T[],
): T[] {
  const rank = ({ relation }: T): number => {
    const index = RELATION_ORDER.indexOf(relationKey(relation));
    return index < 0 ? RELATION_ORDER.length : index;
  };
  return [...relations].sort((a, b) => rank(a) - rank(b) || a.mal_id - b.mal_id);
}

function relationKey(relation: string): string {
  return relation.toUpperCase().replace(/[\s-]+/g, "_");
}
