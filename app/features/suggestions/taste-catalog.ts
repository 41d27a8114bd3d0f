/** A title as suggestions see it. */
export interface TasteTitle {
  malId: number;
  /** `kind:name`, of the kinds in `TERM_WEIGHTS`; others are ignored. */
  termKeys: readonly string[];
  /** Popularity rank from 1; null while unknown. */
  popularity: number | null;
  /** The catalog's score, from 0 to 10. */
  score: number | null;
  mature: boolean;
  /** The code of its age rating; null while unknown. */
  ratingCode: string | null;
  hasAired: boolean;
  /** The franchise's id, or null outside of any. */
  franchise: number | null;
  /** Whether it is a recap, a special or the like, which stands for nothing of its own. */
  isMinor: boolean;
  /** Titles to watch first: prequels and parents of side stories. */
  prequels: readonly number[];
  /** The moods that it suits, as the bits that `moodsOf` returns. */
  moods: number;
}

/** How much terms of a kind count. */
const TERM_WEIGHTS: Readonly<Record<string, number>> = {
  genre: 1,
  theme: 1,
  studio: 0.7,
  era: 0.6,
  season: 0.6,
  type: 0.4,
  source: 0.3,
  staff: 0.25,
};
/** Kinds that only some titles have, so that only what titles share of these counts. */
const PARTIAL_KINDS: ReadonlySet<string> = new Set(["staff"]);
/**
 * Rare terms count as if this many titles had them, so that a term of one title does not outweigh
 * all others.
 */
const MIN_TITLES_OF_TERM = 3;

/** All titles, with terms as numbers. Derived data: may be shared by threads of work. */
export interface TasteCatalog {
  titles: readonly TasteTitle[];
  indexOf: ReadonlyMap<number, number>;
  terms: readonly string[];
  /** The terms of title `i` are `termIds` from `starts[i]` to `starts[i + 1]`. */
  starts: Uint32Array;
  termIds: Uint32Array;
  /** A weight per term: rarer ones say more. */
  weights: Float64Array;
  /** Whether only some titles are tagged with terms of the kind, one value per term. */
  isPartial: readonly boolean[];
  /** The sum of each title's weights of terms, without those of partial kinds. */
  totals: Float64Array;
  /** The popularity of each title, from 0 for unpopular ones to 1 for the most popular. */
  fame: Float64Array;
  /**
   * The score of each title from about -1 to 1, drawn to the mean where few users know the title.
   */
  quality: Float64Array;
}

const MEAN_SCORE = 6.6;

/** Call `add` for each title, in pieces if there are many, then `finish`. */
export function createTasteCatalogBuilder() {
  const titles: TasteTitle[] = [];
  const ids = new Map<string, number>();
  const terms: string[] = [];
  const counts: number[] = [];
  const termIds: number[] = [];
  const starts: number[] = [0];
  return {
    add(title: TasteTitle): void {
      for (const key of title.termKeys) {
        if (TERM_WEIGHTS[kindOf(key)] === undefined) continue;
        let id = ids.get(key);
        if (id === undefined) {
          id = terms.push(key) - 1;
          ids.set(key, id);
          counts.push(0);
        }
        counts[id] = (counts[id] ?? 0) + 1;
        termIds.push(id);
      }
      titles.push(title);
      starts.push(termIds.length);
    },
    finish(): TasteCatalog {
      const count = titles.length;
      const weights = Float64Array.from(terms, (key, id) => {
        const found = Math.max(MIN_TITLES_OF_TERM, counts[id] ?? 0);
        const rarity = Math.log((count + 1) / Math.min(found, count + 1)) + 0.05;
        return (TERM_WEIGHTS[kindOf(key)] ?? 0) * rarity;
      });
      const catalog = {
        titles,
        indexOf: new Map(titles.map(({ malId }, index) => [malId, index])),
        terms,
        starts: Uint32Array.from(starts),
        termIds: Uint32Array.from(termIds),
        weights,
        isPartial: terms.map((key) => PARTIAL_KINDS.has(kindOf(key))),
        totals: new Float64Array(count),
        fame: Float64Array.from(titles, ({ popularity }) => toFame(popularity, count)),
        quality: new Float64Array(count),
      };
      for (let index = 0; index < count; index += 1) {
        let total = 0;
        for (const term of termsOf(catalog, index))
          if (catalog.isPartial[term] !== true) total += weights[term] ?? 0;
        catalog.totals[index] = total;
        const score = titles[index]?.score ?? MEAN_SCORE;
        const certainty = 0.3 + 0.7 * (catalog.fame[index] ?? 0);
        catalog.quality[index] = ((score - MEAN_SCORE) / 2.5) * certainty;
      }
      return catalog;
    },
  };
}

const STAFF = "staff:";

export function staffTerm(personId: number): string {
  return `${STAFF}${personId}`;
}

/** Returns the person's id, or null for terms of other kinds. */
export function personOfTerm(term: string): number | null {
  return term.startsWith(STAFF) ? Number(term.slice(STAFF.length)) : null;
}

export function termsOf(
  { starts, termIds }: Pick<TasteCatalog, "starts" | "termIds">,
  title: number,
): Uint32Array {
  return termIds.subarray(starts[title], starts[title + 1]);
}

function toFame(popularity: number | null, titles: number): number {
  if (popularity === null || popularity < 1) return 0;
  return Math.max(0, 1 - Math.log(popularity) / Math.log(titles + 2));
}

function kindOf(key: string): string {
  return key.slice(0, key.indexOf(":"));
}

/**
 * Compares one title's terms with those of others by weighted Jaccard, from 0 to 1; shared terms of
 * partial kinds add to it. Marks the title once, so that comparing it with many others is quick.
 */
export function compareTo(catalog: TasteCatalog, title: number): (other: number) => number {
  const { weights, isPartial, totals, starts, termIds } = catalog;
  const own = new Set(termsOf(catalog, title));
  const ownTotal = totals[title] ?? 0;
  return (other) => {
    let shared = 0;
    let extra = 0;
    for (let at = starts[other] ?? 0; at < (starts[other + 1] ?? 0); at += 1) {
      const term = termIds[at] ?? 0;
      if (!own.has(term)) continue;
      if (isPartial[term] === true) extra += weights[term] ?? 0;
      else shared += weights[term] ?? 0;
    }
    const all = ownTotal + (totals[other] ?? 0) - shared;
    return shared + extra === 0 || all === 0 ? 0 : Math.min(1, (shared + extra) / all);
  };
}
