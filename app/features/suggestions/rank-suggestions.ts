import { isWithheld, type ParentalControl } from "~/features/catalog/parental-control";
import { termKey } from "~/features/catalog/term-key";
import { HONOUR } from "~/features/catalog/vocabulary";
import { diversify } from "./diversify";
import { MOODS } from "./mood";
import type { Reason } from "./reason";
import { deriveTaste, type Signal, type Taste } from "./taste";
import { compareTo, personOfTerm, termsOf, type TasteCatalog } from "./taste-catalog";

export interface RankOptions {
  signals: readonly Signal[];
  /** Keys of the genres, studios and people that the user named as favourites. */
  namedTerms: readonly string[];
  /** Titles on the list, seen, or refused. Only sequels of their franchises are suggested. */
  ownTitles: ReadonlySet<number>;
  /** Completed titles, whose sequels may be suggested. */
  completed: ReadonlySet<number>;
  /** Refused titles, whose whole franchises are left out. */
  refused: ReadonlySet<number>;
  /** The share of users with like taste who like a title, 0 to 1, by its id. */
  likedByOthers: ReadonlyMap<number, number>;
  parentalControl: ParentalControl;
  /** How many titles are suggested. More are added for moods that these do not suit. */
  limit: number;
}

export interface Suggestion {
  malId: number;
  value: number;
  reasons: Reason[];
}

/** The weight of each part of a title's value; `bench/suggestions.ts` measures them. */
const PART_WEIGHTS = {
  preference: 1,
  similar: 3,
  fame: 4,
  quality: 1,
  others: 1.5,
} as const;

/** This many candidates are compared with single titles of the list. */
const MAX_COMPARED = 700;
/** A candidate is compared with this many titles of the list, those most alike. */
const NEAREST = 3;
const MIN_SIMILARITY = 0.12;
/**
 * Reasons of at least this share of the best similarity may be named, so that a page can name
 * different ones.
 */
const NAMED_FROM = 0.6;
/** A term that says nothing of what a title is about. */
const HONOUR_TERM = termKey("genre", HONOUR);
/** A page shows this many suggestions of a mood. */
const PER_MOOD = 18;

/**
 * The titles that fit a user best, best first, with reasons: one per franchise, none that is theirs
 * or refused, no sequel before its prequels. Pauses between its parts, none of which takes long.
 */
export async function rankSuggestions(
  catalog: TasteCatalog,
  options: RankOptions,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<Suggestion[]> {
  if (options.signals.length === 0 && options.namedTerms.length === 0) return [];
  const taste = deriveTaste(catalog, options.signals, options.namedTerms);
  const isCandidate = createFilter(catalog, options);
  await pause();
  const first = scoreAll(catalog, taste, options, isCandidate);
  await pause();
  const compared = compareWithList(catalog, taste, withEveryMood(catalog, first));
  await pause();
  const best = await diversify(catalog, compared, options.limit, pause);
  const chosen = [...best, ...missingMoods(catalog, best, compared)];
  const explain = createExplainer(catalog, options);
  return chosen.map(({ title, value, near }) => ({
    malId: catalog.titles[title]?.malId ?? 0,
    value,
    reasons: explain(title, near),
  }));
}

interface Scored {
  title: number;
  value: number;
}

interface Compared extends Scored {
  /** The liked titles that are most similar to the candidate, the most similar first. */
  near: readonly { title: number; similarity: number }[];
}

function createFilter(
  { titles, indexOf }: TasteCatalog,
  { ownTitles, completed, refused, parentalControl }: RankOptions,
): (title: number) => boolean {
  const franchiseOf = (id: number) => titles[indexOf.get(id) ?? -1]?.franchise ?? null;
  const franchisesOf = (ids: ReadonlySet<number>) =>
    new Set([...ids].map(franchiseOf).filter((franchise) => franchise !== null));
  const ownFranchises = franchisesOf(ownTitles);
  const refusedFranchises = franchisesOf(refused);
  return (index) => {
    const title = titles[index];
    if (title === undefined || !title.hasAired || title.isMinor) return false;
    const { malId: id, mature, ratingCode } = title;
    if (isWithheld({ id, mature, ratingCode }, parentalControl)) return false;
    if (ownTitles.has(title.malId) || refused.has(title.malId)) return false;
    if (!title.prequels.every((id) => completed.has(id))) return false;
    if (title.franchise === null) return true;
    if (refusedFranchises.has(title.franchise)) return false;
    // A title of such a franchise that follows nothing is an old version or an aside.
    return !ownFranchises.has(title.franchise) || title.prequels.length > 0;
  };
}

/** Keeps the best candidates, and the best of each mood, so that choosing a mood leaves some. */
function withEveryMood({ titles }: TasteCatalog, scored: readonly Scored[]): Scored[] {
  const wanted = new Map(MOODS.map(({ bit }) => [bit, PER_MOOD]));
  return scored.filter(({ title }, place) => {
    if (place < MAX_COMPARED) return true;
    let isWanted = false;
    for (const [bit, left] of wanted) {
      if (left === 0 || ((titles[title]?.moods ?? 0) & bit) === 0) continue;
      wanted.set(bit, left - 1);
      isWanted = true;
    }
    return isWanted;
  });
}

/**
 * Returns titles beyond the chosen ones, for each mood of which fewer than `PER_MOOD` were chosen.
 */
function missingMoods(
  { titles }: TasteCatalog,
  chosen: readonly Compared[],
  ranked: readonly Compared[],
): Compared[] {
  const moodsOf = ({ title }: Compared) => titles[title]?.moods ?? 0;
  const franchiseOf = ({ title }: Compared) => titles[title]?.franchise ?? null;
  const taken = new Set(chosen);
  const franchises = new Set(chosen.map(franchiseOf));
  for (const { bit } of MOODS) {
    let found = [...taken].filter((item) => (moodsOf(item) & bit) !== 0).length;
    for (const item of ranked) {
      if (found >= PER_MOOD) break;
      const franchise = franchiseOf(item);
      if ((moodsOf(item) & bit) === 0 || taken.has(item)) continue;
      if (franchise !== null && franchises.has(franchise)) continue;
      taken.add(item);
      franchises.add(franchise);
      found += 1;
    }
  }
  return [...taken].slice(chosen.length).sort(byValue);
}

/** Scores all candidates; the best come first. */
function scoreAll(
  catalog: TasteCatalog,
  { preferences }: Taste,
  { likedByOthers }: RankOptions,
  isCandidate: (title: number) => boolean,
): Scored[] {
  const { titles, weights, totals, starts, termIds, fame, quality } = catalog;
  const scored: Scored[] = [];
  for (let title = 0; title < titles.length; title += 1) {
    if (!isCandidate(title)) continue;
    let preference = 0;
    for (let at = starts[title] ?? 0; at < (starts[title + 1] ?? 0); at += 1) {
      const term = termIds[at] ?? 0;
      preference += (weights[term] ?? 0) * (preferences[term] ?? 0);
    }
    const size = Math.sqrt((totals[title] ?? 0) + 1);
    const others = likedByOthers.get(titles[title]?.malId ?? 0) ?? 0;
    scored.push({
      title,
      value:
        PART_WEIGHTS.preference * (preference / size) +
        PART_WEIGHTS.fame * (fame[title] ?? 0) +
        PART_WEIGHTS.quality * (quality[title] ?? 0) +
        PART_WEIGHTS.others * others,
    });
  }
  return scored.sort(byValue);
}

function byValue(one: Scored, other: Scored): number {
  return other.value - one.value || one.title - other.title;
}

/** Adds how similar candidates are to single titles: near what is liked, far from what is not. */
function compareWithList(
  catalog: TasteCatalog,
  { liked, disliked }: Taste,
  candidates: readonly Scored[],
): Compared[] {
  const near = candidates.map(() => [] as { title: number; similarity: number; pull: number }[]);
  for (const { title, value } of liked) {
    const similarity = compareTo(catalog, title);
    candidates.forEach((candidate, index) => {
      const found = similarity(candidate.title);
      if (found >= MIN_SIMILARITY)
        near[index]?.push({ title, similarity: found, pull: found * value });
    });
  }
  const push = new Float64Array(candidates.length);
  for (const { title, value } of disliked) {
    const similarity = compareTo(catalog, title);
    candidates.forEach((candidate, index) => {
      push[index] = Math.max(push[index] ?? 0, similarity(candidate.title) * -value);
    });
  }
  return candidates
    .map(({ title, value }, index) => {
      const nearest = (near[index] ?? []).sort((one, other) => other.pull - one.pull);
      const pulls = nearest.slice(0, NEAREST).reduce((sum, { pull }) => sum + pull, 0) / NEAREST;
      return {
        title,
        value: value + PART_WEIGHTS.similar * (pulls - 0.5 * (push[index] ?? 0)),
        near: nearest.slice(0, NEAREST),
      };
    })
    .sort(byValue);
}

/** Returns a function that explains a candidate by its reasons, strongest first. */
function createExplainer(
  catalog: TasteCatalog,
  { namedTerms, completed, likedByOthers }: RankOptions,
): (title: number, near: Compared["near"]) => Reason[] {
  const { titles, terms, weights } = catalog;
  const named = new Set(namedTerms.filter((term) => term !== HONOUR_TERM));
  const isTelling = (term: number) => {
    const key = terms[term] ?? "";
    return (
      key !== HONOUR_TERM && (/^(?:genre|theme|studio):/.test(key) || personOfTerm(key) !== null)
    );
  };
  const idOf = (title: number) => titles[title]?.malId ?? 0;
  return (title, near) => {
    const own = [...termsOf(catalog, title)];
    const reasons: Reason[] = [];
    const prequel = titles[title]?.prequels.find((id) => completed.has(id));
    if (prequel !== undefined) reasons.push({ kind: "sequel", malId: prequel });
    const [first] = near;
    for (const { title: like, similarity } of near) {
      if (similarity < (first?.similarity ?? 0) * NAMED_FROM) continue;
      const shared = new Set(termsOf(catalog, like));
      if (own.some((term) => shared.has(term) && isTelling(term)))
        reasons.push({ kind: "like", malId: idOf(like) });
    }
    const [favorite] = own
      .filter((term) => named.has(terms[term] ?? ""))
      .sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0));
    if (favorite !== undefined) reasons.push({ kind: "taste", term: terms[favorite] ?? "" });
    if ((likedByOthers.get(idOf(title)) ?? 0) > 0) reasons.push({ kind: "others" });
    return reasons;
  };
}
