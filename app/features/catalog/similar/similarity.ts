import { franchiseName } from "./franchise-name";
import { normaliseName, type TermKind } from "~/features/catalog/term-key";
import { AGE_RATINGS, type AgeRating } from "~/features/catalog/vocabulary";

/** What two titles are compared by. `ratingCode` is the code at the start of the label, in lower case. */
export interface Traits {
  malId: number;
  title: string;
  termKeys: readonly string[];
  year: number | null;
  ratingCode: string | null;
  /** Rank by members; 1 is the best known. */
  popularity: number | null;
}

/** How many titles the catalog has, and how many of them carry each term. */
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

/** Why two titles are alike: one shared trait and its part of the similarity. `key` is the normalised name, empty for popularity. */
export interface Reason {
  kind: ReasonKind;
  key: string;
  contribution: number;
}

/** How alike a title and the subject are. */
export interface Likeness {
  malId: number;
  /** 0 to 1: the sum of the contributions of its reasons. */
  similarity: number;
  /** The strongest first. */
  reasons: Reason[];
}

/** A title of a ranking. */
export interface Similarity extends Likeness {
  /** See `franchiseName`. */
  franchise: string;
}

/** How much each group of traits can add; together 1. */
export const WEIGHTS = {
  about: 0.62,
  studio: 0.08,
  source: 0.04,
  rating: 0.07,
  era: 0.08,
  popularity: 0.11,
} as const;

/** Years apart at which two titles no longer count as of one era. */
const ERA_YEARS = 15;
/** What is less has no name among the reasons worth giving. */
const LEAST_REASON = 0.005;

/**
 * Measures how alike a title and others are; the subject's own part is worked out once. Genres and themes count together: each shared one
 * by its rarity, `ln(titles / titles with it)`, in proportion to all that either title has, so that `Time Travel` says more than `Comedy` and
 * a title about everything is like nothing. Studio and source count in the same way within their own small shares. Rating counts fully when
 * equal and half when neighbouring, era falls from the same year to 15 years apart, and popularity prefers the better known of two equals.
 */
export function likenessTo(subject: Traits, terms: TermCounts): (other: Traits) => Likeness {
  const own = new Map<string, number>();
  const wholes = { about: 0, studio: 0, source: 0 };
  for (const key of new Set(subject.termKeys)) {
    const group = groupOf(key);
    if (group === null) continue;
    own.set(key, rarity(key, terms));
    wholes[group] += own.get(key) ?? 0;
  }
  return (other) => {
    const all = { ...wholes };
    const shared: { key: string; group: Group; weight: number }[] = [];
    for (const key of other.termKeys) {
      const group = groupOf(key);
      if (group === null) continue;
      const weight = own.get(key);
      if (weight === undefined) all[group] += rarity(key, terms);
      else if (key !== UNKNOWN_SOURCE) shared.push({ key, group, weight });
    }
    const reasons: Reason[] = shared.map(({ key, group, weight }) => {
      const kind = key.slice(0, key.indexOf(":")) as ReasonKind;
      return {
        kind,
        key: key.slice(kind.length + 1),
        contribution: (WEIGHTS[group] * weight) / all[group],
      };
    });
    reasons.push(
      ratingReason(subject, other),
      eraReason(subject, other),
      popularityReason(other, terms.titles),
    );
    const worth = reasons.filter(({ contribution }) => contribution >= LEAST_REASON);
    worth.sort(
      (one, another) =>
        another.contribution - one.contribution ||
        REASON_KINDS.indexOf(one.kind) - REASON_KINDS.indexOf(another.kind) ||
        (one.key < another.key ? -1 : 1),
    );
    return {
      malId: other.malId,
      similarity: worth.reduce((sum, { contribution }) => sum + contribution, 0),
      reasons: worth,
    };
  };
}

type Group = "about" | "studio" | "source";

const GROUPS: Record<string, Group> = {
  genre: "about",
  theme: "about",
  studio: "studio",
  source: "source",
};
const UNKNOWN_SOURCE = `source:${normaliseName("Unknown")}`;

function groupOf(key: string): Group | null {
  return GROUPS[key.slice(0, key.indexOf(":"))] ?? null;
}

/** The terms of a title by which others like it are looked for, the rarest first. A source says too little to look for. */
export function telltaleTerms(subject: Traits, terms: TermCounts): string[] {
  const kinds: readonly TermKind[] = ["genre", "theme", "studio"];
  return subject.termKeys
    .filter((key) => kinds.some((kind) => key.startsWith(`${kind}:`)))
    .sort((one, other) => rarity(other, terms) - rarity(one, terms) || (one < other ? -1 : 1));
}

/** The `most` best ones in order; equals by popularity and id. */
export function rankSimilar(
  subject: Traits,
  candidates: readonly Traits[],
  terms: TermCounts,
  most = candidates.length,
): Similarity[] {
  const byId = new Map(candidates.map((candidate) => [candidate.malId, candidate]));
  const popularity = (malId: number): number =>
    byId.get(malId)?.popularity ?? Number.MAX_SAFE_INTEGER;
  return candidates
    .map(likenessTo(subject, terms))
    .filter(({ reasons }) =>
      reasons.some(({ kind }) => kind === "genre" || kind === "theme" || kind === "studio"),
    )
    .sort(
      (one, other) =>
        other.similarity - one.similarity ||
        popularity(one.malId) - popularity(other.malId) ||
        one.malId - other.malId,
    )
    .slice(0, most)
    .map((likeness) => ({
      ...likeness,
      franchise: franchiseName(byId.get(likeness.malId)?.title ?? ""),
    }));
}

/**
 * The first `most` of a ranking with one title of each franchise and none of the subject's. `relatives` names what belongs with a title: one that
 * belongs with an earlier one, or with what an earlier one belongs with, is left out, and so is one of the same franchise by name.
 */
export function onePerFranchise<Ranked extends Pick<Similarity, "malId" | "franchise">>(
  subject: Traits,
  ranked: readonly Ranked[],
  relatives: ReadonlyMap<number, readonly number[]>,
  most: number,
): Ranked[] {
  const taken = new Set<number | string>([subject.malId, franchiseName(subject.title)]);
  const chosen: Ranked[] = [];
  for (const item of ranked) {
    if (chosen.length >= most) break;
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
  const place = ({ ratingCode }: Traits): number => AGE_RATINGS.indexOf(ratingCode as AgeRating);
  const known = place(subject) >= 0 && place(other) >= 0;
  const steps = Math.abs(place(subject) - place(other));
  return {
    kind: "rating",
    key: other.ratingCode ?? "",
    contribution: known ? WEIGHTS.rating * Math.max(0, 1 - steps / 2) : 0,
  };
}

function eraReason(subject: Traits, other: Traits): Reason {
  const known = subject.year !== null && other.year !== null;
  const apart = known ? Math.abs((subject.year ?? 0) - (other.year ?? 0)) : ERA_YEARS;
  return {
    kind: "era",
    key: String(other.year ?? ""),
    contribution: WEIGHTS.era * Math.max(0, 1 - apart / ERA_YEARS),
  };
}

function popularityReason({ popularity }: Traits, titles: number): Reason {
  const known =
    popularity === null || popularity < 1
      ? 0
      : Math.max(0, 1 - Math.log(popularity) / Math.log(titles + 2));
  return { kind: "popularity", key: "", contribution: WEIGHTS.popularity * known };
}
