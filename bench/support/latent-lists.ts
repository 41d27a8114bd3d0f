import type { Signal } from "~/features/suggestions/taste";
import type { TasteCatalog } from "~/features/suggestions/taste-catalog";

/** What the model knows of a title beside the catalog of tastes: no genre, theme or studio. */
export interface LatentFacts {
  synopsis: string;
  members: number;
  year: number | null;
}

export interface LatentUser {
  /** The entries, oldest first. */
  history: Signal[];
  heldOut: Set<number>;
}

const TEXT_DIMENSIONS = 192;
/** Dimensions that no catalog tells: drawing, staff, mood. */
const HIDDEN_DIMENSIONS = 48;
const MEDIAN_LIST = 150;
const MIN_LIST = 25;
const MAX_LIST = 1_700;
const HELD_OUT_SHARE = 0.2;
const MIN_WORD_LENGTH = 4;

/**
 * Lists of users who choose by the words of synopses and by what the catalog does not hold. A user
 * has one to four interests and follows whichever is nearest; comes across titles by their fame and
 * mostly those of some years; watches sequels of what was liked; scores with noise, or not at all.
 * Nothing here reads genres, themes or studios, so that the ranking cannot be its own judge. The
 * lengths and states are shaped like real exports: 109 to 1,694 entries, a third planned.
 */
export function createLatentUsers(
  catalog: TasteCatalog,
  facts: readonly LatentFacts[],
  { count, pickiness, random }: { count: number; pickiness: number; random: () => number },
): LatentUser[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const vectors = toVectors(catalog, facts, normal);
  const sequels = new Map<number, number[]>();
  catalog.titles.forEach(({ prequels }, title) => {
    for (const id of prequels) {
      const before = catalog.indexOf.get(id);
      if (before !== undefined) sequels.set(before, [...(sequels.get(before) ?? []), title]);
    }
  });
  const watchable = catalog.titles.flatMap(({ hasAired, mature, isMinor, prequels }, title) =>
    hasAired && !mature && !isMinor && prequels.length === 0 && (facts[title]?.members ?? 0) > 500
      ? [title]
      : [],
  );
  return Array.from({ length: count }, () => createUser());

  function createUser(): LatentUser {
    const alpha = 0.5 + 0.5 * random();
    const start = 2004 + Math.floor(random() * 18);
    const exposure = watchable.map((title) => {
      const { members = 0, year = null } = facts[title] ?? {};
      const away = year === null ? 8 : Math.max(0, start - year, (year - start - 8) / 2);
      return members ** alpha * (0.25 + Math.exp(-away / 4));
    });
    const drawTitle = createDraw(watchable, exposure, random);
    const interests = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
      center: jitter(vectors[drawTitle()] ?? new Float64Array(), normal),
      weight: 0.6 + 0.4 * random(),
    }));
    const utilityOf = (title: number) => {
      const vector = vectors[title] ?? new Float64Array();
      const nearest = Math.max(
        ...interests.map(
          ({ center, weight }) => weight * Math.exp(-3 * (1 - cosine(center, vector))),
        ),
      );
      return 2.2 * nearest + 0.35 * (catalog.quality[title] ?? 0) + 0.15 * normal();
    };
    const sample = Array.from({ length: 200 }, () => utilityOf(drawTitle())).sort((a, b) => a - b);
    const typical = sample[100] ?? 0;
    const spread = Math.max(0.05, (sample[170] ?? 0) - typical);
    const length = Math.round(
      Math.min(MAX_LIST, Math.max(MIN_LIST, MEDIAN_LIST * Math.exp(0.8 * normal()))),
    );
    const givesScores = random() < 0.7;
    const generosity = 68 + 8 * normal();
    const chosen = new Map<number, { signal: Signal; liked: boolean }>();
    const add = (title: number) => {
      if (chosen.has(title)) return;
      const liking = (utilityOf(title) - typical) / spread;
      const isPlanned = random() < 0.3;
      const isDropped = !isPlanned && liking < -0.3 && random() < 0.25;
      const score = Math.min(
        100,
        Math.max(10, 10 * Math.round((generosity + 9 * liking + 5 * normal()) / 10)),
      );
      chosen.set(title, {
        liked: !isDropped && liking > 0,
        signal: {
          malId: catalog.titles[title]?.malId ?? 0,
          state: isPlanned ? "planned" : isDropped ? "dropped" : "completed",
          score: givesScores && !isPlanned && random() < 0.85 ? score : null,
          ageDays: 0,
          origin: "list",
        },
      });
      if (isPlanned || isDropped || liking < 0.3) return;
      for (const next of sequels.get(title) ?? []) {
        const sequel = catalog.titles[next];
        if (sequel?.hasAired === true && !sequel.isMinor && random() < 0.6) add(next);
      }
    };
    for (let tries = 0; chosen.size < length && tries < 40 * length; tries += 1) {
      const title = drawTitle();
      const liking = (utilityOf(title) - typical) / spread;
      if (random() < 1 / (1 + Math.exp(-pickiness * (liking - 0.4)))) add(title);
    }
    const entries = [...chosen.values()];
    entries.forEach(({ signal }, place) => {
      signal.ageDays = ((entries.length - place) / entries.length) * 365 * 6;
    });
    const liked = entries.filter(({ liked: isLiked }) => isLiked);
    const heldOut = new Set<number>();
    while (heldOut.size < HELD_OUT_SHARE * liked.length) {
      const one = liked[Math.floor(random() * liked.length)];
      if (one !== undefined) heldOut.add(one.signal.malId);
    }
    return {
      history: entries.map(({ signal }) => signal).filter(({ malId }) => !heldOut.has(malId)),
      heldOut,
    };
  }
}

/** Projects words at random (Achlioptas 2003) and adds the hidden dimensions. */
function toVectors(
  { titles }: TasteCatalog,
  facts: readonly LatentFacts[],
  normal: () => number,
): Float64Array[] {
  const words = facts.map(({ synopsis }) => [
    ...new Set(
      (synopsis.toLowerCase().match(/\p{L}+/gu) ?? []).filter(
        (word) => word.length >= MIN_WORD_LENGTH,
      ),
    ),
  ]);
  const counts = new Map<string, number>();
  for (const list of words) for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  const projections = new Map<string, Float64Array>();
  const project = (word: string) => {
    let found = projections.get(word);
    if (found === undefined) {
      found = Float64Array.from({ length: TEXT_DIMENSIONS }, normal);
      projections.set(word, found);
    }
    return found;
  };
  const byFranchise = new Map<number, Float64Array>();
  return titles.map(({ franchise }, title) => {
    const text = new Float64Array(TEXT_DIMENSIONS);
    for (const word of words[title] ?? []) {
      const count = counts.get(word) ?? 0;
      if (count < 5 || count > titles.length / 15) continue;
      const rarity = Math.log(titles.length / count);
      project(word).forEach((value, at) => (text[at] = (text[at] ?? 0) + rarity * value));
    }
    const own = Float64Array.from({ length: HIDDEN_DIMENSIONS }, normal);
    const hidden = franchise === null ? own : (byFranchise.get(franchise) ?? own);
    if (franchise !== null) byFranchise.set(franchise, hidden);
    return Float64Array.from([...scaled(text, 1), ...scaled(hidden, 0.6)]);
  });
}

function scaled(vector: Float64Array, length: number): Float64Array {
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector : vector.map((value) => (value / norm) * length);
}

function jitter(vector: Float64Array, normal: () => number): Float64Array {
  return vector.map((value) => value + 0.08 * normal());
}

function cosine(one: Float64Array, other: Float64Array): number {
  let product = 0;
  for (let at = 0; at < one.length; at += 1) product += (one[at] ?? 0) * (other[at] ?? 0);
  const norms = Math.hypot(...one) * Math.hypot(...other);
  return norms === 0 ? 0 : product / norms;
}

function createDraw(
  titles: readonly number[],
  weights: readonly number[],
  random: () => number,
): () => number {
  const sums = new Float64Array(weights.length);
  let total = 0;
  weights.forEach((weight, at) => (sums[at] = total += weight));
  return () => {
    const wanted = random() * total;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return titles[low] ?? 0;
  };
}
