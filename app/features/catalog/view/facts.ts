import type { I18n } from "~/i18n/i18n";
import { FACT_DOT } from "~/ui/fact-dot";

export interface CardFacts {
  year: number | null;
  type: string | null;
  episodes: number | null;
}

export function formatYearAndType(
  { label }: I18n,
  { year, type }: Pick<CardFacts, "year" | "type">,
): string {
  return [year, type === null ? null : label("type", type)]
    .filter((part) => part !== null)
    .join(FACT_DOT);
}

/** Returns null for films, and while the number is unknown. */
export function formatEpisodeCount(
  { t, formatNumber }: I18n,
  { type, episodes }: Pick<CardFacts, "type" | "episodes">,
): string | null {
  return episodes === null || type === "Movie"
    ? null
    : t("card.episodes", { count: formatNumber(episodes) });
}

export function formatCardFacts(i18n: I18n, facts: CardFacts): string {
  return [formatYearAndType(i18n, facts), formatEpisodeCount(i18n, facts)]
    .filter(Boolean)
    .join(FACT_DOT);
}

const DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

/** Days are stored as midnight UTC. */
export function formatDay({ formatDate }: I18n, iso: string): string {
  return formatDate(iso, DAY);
}

export function formatAired(i18n: I18n, from: string | null, to: string | null): string | null {
  if (from === null) return null;
  const start = formatDay(i18n, from);
  if (to === null || to <= from) return start;
  return i18n.t("fact.airedSpan", { from: start, to: formatDay(i18n, to) });
}

const LENGTH = /^(?:(\d{1,3}) hr)? ?(?:(\d{1,3}) min)? ?(?:(\d{1,3}) sec)?( per ep)?$/;

/** Translates `1 hr 36 min` and `24 min per ep`; other text stays. */
export function formatDuration({ t }: I18n, duration: string): string {
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

/** Catalogs round the minutes of episodes to five, or give the slot with its commercials. */
const MAX_MINUTES_BELOW = 5;
const MAX_MINUTES_ABOVE = 8;
/** Fraction of a short title's duration by which an episode of about its length may differ. */
const MAX_FRACTION = 0.4;
/** Shorter than this, rounding to five hides by how much two durations differ. */
const MIN_MINUTES = 2;

/**
 * An episode's duration in the form of the catalog: the title's where the minutes are about the
 * same, so that one page does not state two; else the minutes, as of a longer first episode.
 */
export function episodeDuration(ofTitle: string | null, minutes: number | null): string | null {
  if (minutes === null) return null;
  const usual = ofTitle === null ? null : parseMinutes(ofTitle);
  if (ofTitle !== null && usual !== null && isAbout(usual, minutes))
    return ofTitle.replace(/ per ep$/, "");
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} hr` : `${hours} hr ${rest} min`;
}

function isAbout(usual: number, minutes: number): boolean {
  const within = (most: number) => Math.max(MIN_MINUTES, Math.min(most, usual * MAX_FRACTION));
  return (
    minutes >= usual - within(MAX_MINUTES_BELOW) && minutes <= usual + within(MAX_MINUTES_ABOVE)
  );
}

function parseMinutes(duration: string): number | null {
  const [, hours = 0, minutes = 0, seconds = 0] = LENGTH.exec(duration) ?? [];
  return Number(hours) * 60 + Number(minutes) + Number(seconds) / 60 || null;
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

export function formatRelation({ label }: I18n, relation: string): string {
  const key = relationKey(relation);
  const translated = label("relation", key);
  if (translated !== key) return translated;
  const words = key.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function sortInWatchOrder<T extends { relation: string; mal_id: number }>(
  relations: readonly T[],
): T[] {
  const rank = ({ relation }: T): number => {
    const index = RELATION_ORDER.indexOf(relationKey(relation));
    return index < 0 ? RELATION_ORDER.length : index;
  };
  return [...relations].sort((a, b) => rank(a) - rank(b) || a.mal_id - b.mal_id);
}

export function isSequel(relation: string): boolean {
  return relationKey(relation) === "SEQUEL";
}

function relationKey(relation: string): string {
  return relation.toUpperCase().replace(/[\s-]+/g, "_");
}
