import type { EntryState } from "./entry-state";
import { termsOf, type TasteCatalog } from "./taste-catalog";

/** What a user has shown about one title. */
export interface Signal {
  malId: number;
  state: EntryState | null;
  /** The user's score, from 0 to 100. */
  score: number | null;
  /** Days since it changed. */
  ageDays: number;
  /** The place where it was found: the list, the profile's favourites, seen titles, or feedback. */
  origin: "list" | "favorite" | "seen" | "less-like-this";
}

export interface Taste {
  /** A value per term, about -1 to 1. */
  preferences: Float64Array;
  /** What the user likes, strongest first. */
  liked: Leaning[];
  /** What the user dislikes, strongest first; `value` is negative. */
  disliked: Leaning[];
}

export interface Leaning {
  /** The title's index in the taste catalog. */
  title: number;
  /** -1 to 1, fading with age. */
  value: number;
}

/** A user's scores are compared with their own mean, which starts here. */
const USUAL_SCORE = 70;
const USUAL_SCORE_WEIGHT = 5;
const MIN_SPREAD = 12;
/** A score at the mean still is of a title that the user chose to watch. */
const CHOSEN = 0.25;
const HALF_LIFE_DAYS = 730;
/** Entries that a term needs before it says much. */
const PRIOR = 4;
/** A favourite genre, studio or person counts like this many liked titles. */
const NAMED_TERM_WEIGHT = 4;
const LIKED_FROM = 0.3;
const DISLIKED_FROM = -0.25;
const MAX_LIKED = 60;
const MAX_DISLIKED = 25;

const STATE_VALUES: Readonly<Record<EntryState, number>> = {
  completed: 0.3,
  rewatching: 0.9,
  watching: 0.35,
  planned: 0.15,
  paused: -0.05,
  dropped: -0.7,
};
const NO_STATE_VALUE = 0.1;

/**
 * What a user likes: by how much scores differ from the user's mean, by drops, completions and
 * favourites, the recent ones first. `namedTerms` are favourite genres, studios
 * and people.
 */
export function deriveTaste(
  catalog: TasteCatalog,
  signals: readonly Signal[],
  namedTerms: readonly string[],
): Taste {
  const valueOf = createValuation(signals);
  const size = catalog.terms.length;
  const sums = new Float64Array(size);
  const counts = new Float64Array(size);
  const leanings: Leaning[] = [];
  for (const signal of signals) {
    const title = catalog.indexOf.get(signal.malId);
    if (title === undefined) continue;
    const recency = 0.5 + 0.5 * 2 ** (-signal.ageDays / HALF_LIFE_DAYS);
    const value = valueOf(signal);
    leanings.push({ title, value: value * recency });
    for (const term of termsOf(catalog, title)) {
      sums[term] = (sums[term] ?? 0) + recency * value;
      counts[term] = (counts[term] ?? 0) + recency;
    }
  }
  const named = new Set(namedTerms);
  const preferences = new Float64Array(size);
  for (let term = 0; term < size; term += 1) {
    const bonus = named.has(catalog.terms[term] ?? "") ? NAMED_TERM_WEIGHT : 0;
    preferences[term] = ((sums[term] ?? 0) + bonus) / ((counts[term] ?? 0) + bonus + PRIOR);
  }
  return {
    preferences,
    liked: leanings
      .filter(({ value }) => value >= LIKED_FROM)
      .sort(byStrength)
      .slice(0, MAX_LIKED),
    disliked: leanings
      .filter(({ value }) => value <= DISLIKED_FROM)
      .sort(byStrength)
      .slice(0, MAX_DISLIKED),
  };
}

function byStrength(one: Leaning, other: Leaning): number {
  return Math.abs(other.value) - Math.abs(one.value) || one.title - other.title;
}

function createValuation(signals: readonly Signal[]): (signal: Signal) => number {
  const scores = signals.flatMap(({ score }) => score ?? []);
  const sum = scores.reduce((total, score) => total + score, USUAL_SCORE * USUAL_SCORE_WEIGHT);
  const mean = sum / (scores.length + USUAL_SCORE_WEIGHT);
  const variance =
    scores.reduce((total, score) => total + (score - mean) ** 2, 0) / Math.max(1, scores.length);
  const spread = Math.max(MIN_SPREAD, Math.sqrt(variance));
  return ({ state, score, origin }) => {
    if (origin === "favorite") return 1;
    if (origin === "less-like-this") return -0.8;
    if (score === null) return state === null ? NO_STATE_VALUE : STATE_VALUES[state];
    const value = clamp((score - mean) / (2 * spread) + CHOSEN);
    return state === "dropped" ? Math.min(value, STATE_VALUES.dropped) : value;
  };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(-1, value));
}
