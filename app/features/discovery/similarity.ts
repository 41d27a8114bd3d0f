import { toFranchiseName } from "./franchise-name";
import { normaliseName, termKey, type TermKind } from "~/features/catalog/term-key";
import { AGE_RATINGS, HONOUR, type AgeRating } from "~/features/catalog/vocabulary";

export interface Traits {
  malId: number;
  title: string;
  termKeys: readonly string[];
  year: number | null;
  ratingCode: string | null;
  popularity: number | null;
}

export interface TermCounts {
  titles: number;
  counts: ReadonlyMap<string, number>;
}

export const REASON_KINDS = [
  "genre",
  "theme",
  "studio",
  "source",
  "rating",
  "era",
  "popularity",
] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

/** A part of the similarity. `contribution` is normalised, `key` is empty for popularity. */
export interface Reason {
  kind: ReasonKind;
  key: string;
  contribution: number;
}

export interface SimilarityScore {
  malId: number;
  similarity: number;
  reasons: Reason[];
}

export interface RankedTitle extends SimilarityScore {
  franchise: string;
}

/** Maximum per group of traits; they sum to 1. */
export const WEIGHTS = {
  about: 0.62,
  studio: 0.08,
  source: 0.04,
  rating: 0.07,
  era: 0.08,
  popularity: 0.11,
} as const;

/** How many years apart two titles share no era. */
const ERA_YEARS = 15;
/** Weaker reasons are not reported. */
const MIN_REASON_WEIGHT = 0.005;

/**
 * Genres and themes are weighted by rarity, `ln(titles / titles with it)`, relative to all that
 * either title has, so `Time Travel` counts more than `Comedy`. None counts as rarer than one in
 * fifty titles, nor more than all else together that the subject is about. Studio and source
 * likewise within their own shares. Rating counts half when adjacent, era falls linearly over 15
 * years, and popularity favours the title that more users have.
 */
export function createSimilarity(
  subject: Traits,
  terms: TermCounts,
): (other: Traits) => SimilarityScore {
  const ownWeights = new Map<string, number>();
  const ownTotals = { about: 0, studio: 0, source: 0 };
  const ownKeys = [...new Set(subject.termKeys)];
  const weigh = createWeights(ownKeys, terms);
  for (const key of ownKeys) {
    const group = termGroup(key);
    if (group === null) continue;
    ownWeights.set(key, weigh(key));
    ownTotals[group] += weigh(key);
  }
  return (other) => {
    const totals = { ...ownTotals };
    const shared: { key: string; group: Group; weight: number }[] = [];
    for (const key of other.termKeys) {
      const group = termGroup(key);
      if (group === null) continue;
      const weight = ownWeights.get(key);
      if (weight === undefined) totals[group] += weigh(key);
      else if (key !== UNKNOWN_SOURCE) shared.push({ key, group, weight });
    }
    const reasons: Reason[] = shared.map(({ key, group, weight }) => {
      const kind = key.slice(0, key.indexOf(":")) as ReasonKind;
      return {
        kind,
        key: key.slice(kind.length + 1),
        contribution: (WEIGHTS[group] * weight) / totals[group],
      };
    });
    reasons.push(
      ratingReason(subject, other),
      eraReason(subject, other),
      popularityReason(other, terms.titles),
    );
    const significant = reasons.filter(({ contribution }) => contribution >= MIN_REASON_WEIGHT);
    significant.sort(
      (one, another) =>
        another.contribution - one.contribution ||
        REASON_KINDS.indexOf(one.kind) - REASON_KINDS.indexOf(another.kind) ||
        (one.key < another.key ? -1 : 1),
    );
    return {
      malId: other.malId,
      similarity: significant.reduce((sum, { contribution }) => sum + contribution, 0),
      reasons: significant,
    };
  };
}

/** A share of all titles; terms that fewer have weigh no more. */
const RAREST_ABOUT = 0.02;

/** Two terms cannot balance each other. */
const MIN_BALANCED = 3;

/** The weight of a term, bounded by what else the title with `ownKeys` is about. */
function createWeights(ownKeys: readonly string[], terms: TermCounts): (key: string) => number {
  const rarest = Math.log(1 / RAREST_ABOUT) + 0.05;
  const weightOf = (key: string) => {
    const weight = rarity(key, terms);
    return termGroup(key) === "about" ? Math.min(weight, rarest) : weight;
  };
  const about = ownKeys.filter((key) => termGroup(key) === "about");
  const total = about.reduce((sum, key) => sum + weightOf(key), 0);
  const [heaviest] = about.toSorted((one, other) => weightOf(other) - weightOf(one));
  return (key) =>
    key === heaviest && about.length >= MIN_BALANCED
      ? Math.min(weightOf(key), total - weightOf(key))
      : weightOf(key);
}

type Group = "about" | "studio" | "source";

const GROUPS: Record<string, Group> = {
  genre: "about",
  theme: "about",
  studio: "studio",
  source: "source",
};
const HONOUR_KEY = termKey("genre", HONOUR);
const UNKNOWN_SOURCE = `source:${normaliseName("Unknown")}`;

function termGroup(key: string): Group | null {
  if (key === HONOUR_KEY) return null;
  return GROUPS[key.slice(0, key.indexOf(":"))] ?? null;
}

/** Lists terms, rarest first; sources are too common. */
export function distinctiveTerms(subject: Traits, terms: TermCounts): string[] {
  const kinds: readonly TermKind[] = ["genre", "theme", "studio"];
  return subject.termKeys
    .filter((key) => key !== HONOUR_KEY && kinds.some((kind) => key.startsWith(`${kind}:`)))
    .sort((one, other) => rarity(other, terms) - rarity(one, terms) || (one < other ? -1 : 1));
}

export function rankSimilar(
  subject: Traits,
  candidates: readonly Traits[],
  terms: TermCounts,
  limit = candidates.length,
): RankedTitle[] {
  const byId = new Map(candidates.map((candidate) => [candidate.malId, candidate]));
  const popularity = (malId: number): number =>
    byId.get(malId)?.popularity ?? Number.MAX_SAFE_INTEGER;
  return candidates
    .map(createSimilarity(subject, terms))
    .filter(({ reasons }) =>
      reasons.some(({ kind }) => kind === "genre" || kind === "theme" || kind === "studio"),
    )
    .sort(
      (one, other) =>
        other.similarity - one.similarity ||
        popularity(one.malId) - popularity(other.malId) ||
        one.malId - other.malId,
    )
    .slice(0, limit)
    .map((likeness) => ({
      ...likeness,
      franchise: toFranchiseName(byId.get(likeness.malId)?.title ?? ""),
    }));
}

/**
 * Leaves out the subject's franchise: titles that `relatives` connects, or with its franchise name.
 */
export function keepOnePerFranchise<Ranked extends Pick<RankedTitle, "malId" | "franchise">>(
  subject: Traits,
  ranked: readonly Ranked[],
  relatives: ReadonlyMap<number, readonly number[]>,
  limit: number,
): Ranked[] {
  const taken = new Set<number | string>([subject.malId, toFranchiseName(subject.title)]);
  const chosen: Ranked[] = [];
  for (const item of ranked) {
    if (chosen.length >= limit) break;
    const franchise = [item.franchise, item.malId, ...(relatives.get(item.malId) ?? [])];
    if (franchise.some((id) => taken.has(id))) continue;
    for (const id of franchise) taken.add(id);
    chosen.push(item);
  }
  return chosen;
}

function rarity(key: string, { titles, counts }: TermCounts): number {
  return Math.log((titles + 1) / (Math.min(counts.get(key) ?? 0, titles) + 1)) + 0.05;
}

function ratingReason(subject: Traits, other: Traits): Reason {
  const ratingIndex = ({ ratingCode }: Traits): number =>
    AGE_RATINGS.indexOf(ratingCode as AgeRating);
  const areRated = ratingIndex(subject) >= 0 && ratingIndex(other) >= 0;
  const steps = Math.abs(ratingIndex(subject) - ratingIndex(other));
  return {
    kind: "rating",
    key: other.ratingCode ?? "",
    contribution: areRated ? WEIGHTS.rating * Math.max(0, 1 - steps / 2) : 0,
  };
}

function eraReason(subject: Traits, other: Traits): Reason {
  const haveYears = subject.year !== null && other.year !== null;
  const years = haveYears ? Math.abs((subject.year ?? 0) - (other.year ?? 0)) : ERA_YEARS;
  return {
    kind: "era",
    key: String(other.year ?? ""),
    contribution: WEIGHTS.era * Math.max(0, 1 - years / ERA_YEARS),
  };
}

function popularityReason({ popularity }: Traits, titles: number): Reason {
  const share =
    popularity === null || popularity < 1
      ? 0
      : Math.max(0, 1 - Math.log(popularity) / Math.log(titles + 2));
  return { kind: "popularity", key: "", contribution: WEIGHTS.popularity * share };
}
