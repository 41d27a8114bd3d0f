import { withoutKindWords } from "~/features/library/names/kind";
import type { MediaPathName } from "~/features/library/names/media-path";
import type { ErrorMessage } from "~/i18n/error-message";
import type { MediaMatch } from "./match-ids";
import { normalised, SAME_NAME } from "./name-similarity";
import type { Placement } from "./place-episode";
import type { Reading } from "./readings";
import { isCalledSeason, isEpisodicFilm } from "./season-line";
import type { TitleFacts } from "./title-facts";

/** The written name has the letters and marks of the title's. */
const EXACT = 0.99;
/** The least that a number fits a title of several episodes that is no series. */
const MULTIPLE = 0.88;
const NAMED_FIT = 0.95;
/** How the number 1 fits the only episode of a film that has exactly this name. */
const ONLY_FIT = 0.9;

/** A match with what ranks it among others. */
export interface Scored extends MediaMatch {
  members: number;
  /** The name in the path that is the title's. */
  written: string;
  weight: number;
  isSameName: boolean;
  /** How alike the names are, 0 to 1. */
  similarity: number;
  /** Whether TheTVDB numbers the episode so. */
  isOnTvdb?: boolean;
  /** Whether the number counts on from earlier titles. */
  isCounted: boolean;
  /** Whether the title's own name has the season. */
  isNumbered: boolean;
}

/** A candidate for one reading of a name. */
export interface Attempt {
  candidate: TitleFacts;
  reading: Reading;
  name: MediaPathName;
}

interface Score {
  similarity: number;
  placed: Placement;
  how: ErrorMessage;
  /** Whether the type of the candidate counts, not that of the title with the episode. */
  isOfSeries?: boolean;
}

/** Weighs how alike the names are by the type, the year and what is known of the episode. */
export function toScored(
  { candidate, reading, name: written }: Attempt,
  { similarity, placed, how, isOfSeries = false }: Score,
): Scored {
  // `A Magic That Should Be Special` is a series whose own name has the word.
  const isSeries =
    written.kind === "special" &&
    placed.facts.type === "TV" &&
    similarity >= 0.95 &&
    withoutKindWords(reading.title) !== null;
  const name = isSeries ? { ...written, kind: "episode" as const } : written;
  const reasons = [how];
  let confidence = similarity * reading.weight * placed.certainty;
  const typed = isOfSeries ? { ...placed, facts: candidate } : placed;
  const fit = typeFit(name, typed, reading.episode !== null);
  // The number is within the special or OVA that has exactly this name.
  const hasName =
    similarity >= EXACT &&
    !placed.isOutside &&
    normalised(reading.title).strict === normalised(placed.facts.title).strict;
  // `Appleseed - 01` may be of several titles, a name with a subtitle is of one.
  const isOnly = placed.facts.episodes === 1 && reading.episode !== null && isTelling(placed.facts);
  if (!hasName) confidence *= fit;
  else confidence *= Math.max(fit, fit >= MULTIPLE ? NAMED_FIT : isOnly ? ONLY_FIT : 0);
  // `Black Out 2022` may be a title of another year.
  const isOfTitle = name.year !== null && reading.title.endsWith(` ${name.year}`);
  const year = isOfTitle ? 1 : yearFit(name.year, placed.facts, candidate);
  confidence *= year;
  const values = { year: String(name.year) };
  if (name.year !== null && year === 1 && !isOfTitle) reasons.push({ key: "match.year", values });
  if (year < 0.9) reasons.push({ key: "match.otherYear", values });
  if (placed.isOutside) {
    confidence *= 0.5;
    reasons.push({ key: "match.episodes", values: { count: placed.facts.episodes ?? 0 } });
  } else reasons.push(...placed.reasons);
  if (!placed.facts.isAired) {
    confidence *= 0.75;
    reasons.push("match.notAired");
  }
  if (isObscure(placed.facts, reading)) {
    confidence *= 0.8;
    reasons.push("match.obscure");
  }
  if (name.kind === "special" || (name.kind === "ova" && placed.facts.type === "TV"))
    confidence = Math.min(confidence, specialLimit(name, placed.facts, similarity));
  if (name.isFraction) confidence = Math.min(confidence, 0.4);
  return {
    malId: placed.facts.malId,
    title: placed.facts.title,
    episode: placed.episode,
    confidence: Math.min(1, confidence),
    reason: reasons,
    members: placed.facts.members,
    written: reading.title,
    weight: reading.weight,
    isSameName: similarity >= SAME_NAME,
    similarity,
    isCounted: placed.reasons.length > 0,
    isNumbered: reading.season !== null && isCalledSeason(placed.facts, candidate, reading.season),
  };
}

/**
 * The most confidence in a special: a series has several, unless the title's own name was written.
 */
function specialLimit(name: MediaPathName, { type }: TitleFacts, similarity: number): number {
  if (type === "TV") return 0.4;
  if (similarity < 0.96) return 0.6;
  return similarity < EXACT || name.season === 0 ? 0.84 : 1;
}

function isTelling({ title }: TitleFacts): boolean {
  return /:\s.*\s/u.test(title);
}

function isObscure({ members }: TitleFacts, reading: Reading): boolean {
  return members < 2_000 && normalised(reading.base).key.length < 8;
}

function typeFit(name: MediaPathName, { facts }: Placement, hasNumber: boolean): number {
  const type = facts.type ?? "";
  if (/^(?:Music|PV|CM)$/.test(type)) return 0.45;
  if (name.kind === "movie") return type === "Movie" ? 1 : facts.episodes === 1 ? 0.86 : 0.6;
  if (name.kind === "ova")
    return { OVA: 1, Special: 0.97, ONA: 0.9, "TV Special": 0.9 }[type] ?? 0.6;
  if (name.kind === "special")
    return { Special: 1, OVA: 0.97, "TV Special": 0.98, ONA: 0.93 }[type] ?? 0.6;
  if (hasNumber) {
    if (isEpisodicFilm(facts)) return 0.97;
    const isOnly = facts.episodes === 1;
    if (isOnly) return type === "TV" ? 0.9 : 0.7;
    return { TV: 1, ONA: 0.985, OVA: 0.94, Special: 0.88, "TV Special": 0.88 }[type] ?? 0.75;
  }
  if (type === "Movie") return 1;
  return facts.episodes === 1 ? 0.95 : 0.55;
}

/** The year of a later season's folder may be the first one's. */
function yearFit(year: number | null, facts: TitleFacts, root: TitleFacts): number {
  if (year === null) return 1;
  const gaps = [facts.year, root.year]
    .filter((candidate) => candidate !== null)
    .map((candidate) => Math.abs(candidate - year));
  if (gaps.length === 0) return 0.95;
  const gap = Math.min(...gaps);
  return gap === 0 ? 1 : gap === 1 ? 0.95 : 0.6;
}
