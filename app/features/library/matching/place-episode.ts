import type { ErrorMessage } from "~/i18n/error-message";
import type { Reason } from "~/features/library/reason";
import { splitSeason } from "~/features/library/names/season";
import type { LineEntry } from "./season-line";
import type { TitleFacts } from "./title-facts";

const WEEK = 7 * 24 * 60 * 60 * 1_000;
/** The highest number of a season; higher ones count across all seasons. */
export const LONGEST_SEASON = 60;

export interface Placement {
  facts: TitleFacts;
  episode: { first: number; last: number } | null;
  certainty: number;
  isOutside: boolean;
  isCounted?: boolean;
  /** How the number was counted on; empty when it was not. */
  reasons: Reason;
}

interface Wanted {
  line: readonly LineEntry[];
  at: number;
  season: number | null;
  part: number | null;
  episode: { first: number; last: number } | null;
}

/**
 * A number past a season's end continues in its parts, or counts from the first season. Null for an
 * empty line.
 */
export function placeEpisode({ line, at, season, part, episode }: Wanted): Placement | null {
  const start = line[at];
  if (start === undefined) return null;
  if (season === null && (part === null || part === 1)) return placeFrom(line.slice(at), episode);
  const wanted = season ?? start.season;
  const ofSeason = line.filter((entry) => entry.season === wanted);
  const entries = ofSeason.length > 0 ? ofSeason : partsAsSeasons(line, wanted);
  const chosen = part === null ? entries : entries.filter((entry) => entry.part >= part);
  const first = chosen[0];
  if (first === undefined) return { ...outside(start.facts, episode), isOutside: true };
  if (fits(first.facts, episode)) {
    // It may be a season that the catalog does not have yet, unless the part has a name.
    const isSure = ofSeason.length > 0 || splitSeason(first.facts.title).part === null;
    const certainty = isSure ? 1 : 0.8;
    return { ...exact(first.facts, episode), certainty, isCounted: true };
  }
  if (episode === null) return { ...exact(first.facts, null), isCounted: true };
  const counted = countOn(chosen, episode);
  const absolute = countOn(line, episode);
  const isSameSeason = chosen.some(({ facts }) => facts.malId === absolute?.facts.malId);
  if (counted !== null && !counted.isOutside && chosen.length > 1)
    return { ...counted, certainty: isSameSeason ? 0.8 : 0.96 };
  // A season that is split in the catalog may continue under the next title.
  const next = line[line.indexOf(first) + 1];
  const continued = next === undefined ? null : countOn([first, next], episode);
  if (absolute !== null && isSameSeason && !absolute.isOutside) {
    const mayContinue = continued !== null && next?.isNumbered === false;
    return { ...absolute, certainty: mayContinue ? 0.8 : 0.95 };
  }
  if (continued !== null && !continued.isOutside) return { ...continued, certainty: 0.8 };
  return { ...outside(first.facts, episode), isCounted: true };
}

/** What the catalog calls `Part 2` others call season 2. */
function partsAsSeasons(line: readonly LineEntry[], season: number): LineEntry[] {
  const part = line.find((entry) => entry.season === line[0]?.season && entry.part === season);
  return part === undefined ? [] : [part];
}

function placeFrom(
  line: readonly LineEntry[],
  episode: { first: number; last: number } | null,
): Placement | null {
  const first = line[0];
  if (first === undefined) return null;
  if (fits(first.facts, episode)) return exact(first.facts, episode);
  if (episode === null) return exact(first.facts, null);
  return countOn(line, episode) ?? outside(first.facts, episode);
}

/** Subtracts the episodes of each entry until the number fits; null when a count is unknown. */
export function countOn(
  line: readonly LineEntry[],
  { first, last }: { first: number; last: number },
): Placement | null {
  let before = 0;
  for (const { facts } of line) {
    const episode = { first: first - before, last: last - before };
    if (episode.first < 1) return null;
    if (fits(facts, episode))
      return {
        facts,
        episode,
        certainty: before === 0 ? 1 : 0.955,
        isOutside: false,
        isCounted: before > 0,
        reasons: before === 0 ? [] : [countedOn(before)],
      };
    if (facts.episodes === null) return null;
    before += facts.episodes;
  }
  return null;
}

/** Says that numbers count on from the episodes of earlier titles. */
export function countedOn(episodes: number): ErrorMessage {
  return { key: "match.countsOn", values: { count: episodes } };
}

function fits(facts: TitleFacts, episode: Wanted["episode"]): boolean {
  return episode !== null && episode.first >= 1 && episode.last <= mostEpisodes(facts);
}

/** A title without a count has an episode a week since it began, or a season before that. */
function mostEpisodes({ episodes, airedFrom }: TitleFacts): number {
  if (episodes !== null) return episodes;
  const weeks = airedFrom === null ? 0 : (Date.now() - airedFrom) / WEEK;
  return Math.max(LONGEST_SEASON, weeks * 1.1);
}

function exact(facts: TitleFacts, episode: Wanted["episode"]): Placement {
  return { facts, episode, certainty: 1, isOutside: false, reasons: [] };
}

function outside(facts: TitleFacts, episode: Wanted["episode"]): Placement {
  return { facts, episode, certainty: 1, isOutside: true, reasons: [] };
}
