import { termKey } from "~/features/catalog/term-key";

/** What a title is filtered by, as `listing_entries` has it. */
export interface BitmapEntry {
  mal_id: number;
  popularity: number | null;
  mature: boolean;
  has_banner: boolean;
  type: string | null;
  status: string | null;
  season: string | null;
  rating_code: string | null;
  broadcast_day: string | null;
  year: number | null;
  episodes: number | null;
  score: number | null;
  genres: readonly string[];
  term_keys: readonly string[];
}

/** A row of `listing_bitmaps`; `bits` in hexadecimal, first title first. */
export interface Bitmap {
  key: string;
  value: number;
  name: string | null;
  titles: number;
  bits: string | null;
  /** Ids of the best known titles of a genre, theme or studio; null for everything else. */
  best_known: number[] | null;
}

/** So many of the best known titles of a name are noted, and so many of those that parental control shows. */
export const BEST_KNOWN = 200;

/** Names of fewer titles than this, or than one in a thousand, have no bits: their index finds them as quickly. */
const LEAST_TITLES = 32;
const LEAST_SHARE = 0.001;

const LEAST_POPULAR = Number.MAX_SAFE_INTEGER;
const TELLTALE = /^(?:genre|theme|studio):/u;

/**
 * Collects the bitmaps of a catalog whose titles are added in the order of scores, the highest first and those without one last. Memory is a
 * few bytes for each title and name.
 */
export class BitmapBuilder {
  #titles = 0;
  readonly #places = new Map<string, number[]>();
  readonly #names = new Map<string, string>();
  readonly #ranges = { year: new Map<number, number[]>(), episodes: new Map<number, number[]>() };
  readonly #scores = new Map<number, number>();
  readonly #titleOf: Pick<BitmapEntry, "mal_id" | "popularity" | "mature">[] = [];

  add(entry: BitmapEntry): void {
    const place = this.#titles;
    this.#titles += 1;
    this.#titleOf.push({
      mal_id: entry.mal_id,
      popularity: entry.popularity,
      mature: entry.mature,
    });
    const has = (key: string): void => push(this.#places, key, place);
    has("all");
    if (!entry.mature) has("safe");
    if (entry.has_banner) has("banner");
    const of = {
      type: entry.type,
      status: entry.status,
      season: entry.season,
      rating: entry.rating_code,
      day: entry.broadcast_day,
    };
    for (const [kind, value] of Object.entries(of)) if (value !== null) has(`${kind}:${value}`);
    for (const key of entry.term_keys) if (!key.startsWith("licensor:")) has(key);
    for (const genre of entry.genres) {
      const key = termKey("genre", genre);
      if (!this.#names.has(key)) this.#names.set(key, genre);
    }
    if (entry.year !== null) push(this.#ranges.year, entry.year, place);
    if (entry.episodes !== null) push(this.#ranges.episodes, entry.episodes, place);
    if (entry.score !== null) this.#scores.set(entry.score, this.#titles);
  }

  /** The rows, one by one, because together they may be large. */
  *rows(): Generator<Bitmap> {
    const bytes = () => new Uint8Array(Math.ceil(this.#titles / 8));
    const row = (key: string, value: number, titles: number, bits: string | null): Bitmap => ({
      key,
      value,
      name: null,
      titles,
      bits,
      best_known: null,
    });
    yield row("none", 0, 0, hex(bytes()));
    for (const key of ["all", "safe", "banner"])
      if (!this.#places.has(key)) yield row(key, 0, 0, hex(bytes()));
    for (const [key, places] of this.#places) {
      const bits =
        hasBits(key) || places.length >= Math.max(LEAST_TITLES, this.#titles * LEAST_SHARE)
          ? hex(setBits(bytes(), places))
          : null;
      yield {
        ...row(key, 0, places.length, bits),
        name: this.#names.get(key) ?? null,
        best_known: TELLTALE.test(key) ? this.#bestKnown(places) : null,
      };
    }
    for (const [key, values] of Object.entries(this.#ranges)) {
      const upTo = bytes();
      let titles = 0;
      yield row(key, -Infinity, titles, hex(upTo));
      for (const [value, places] of [...values].sort(([one], [other]) => one - other)) {
        titles += places.length;
        yield row(key, value, titles, hex(setBits(upTo, places)));
      }
    }
    yield row("score", Infinity, 0, null);
    for (const [value, titles] of this.#scores) yield row("score", value, titles, null);
  }

  #bestKnown(places: readonly number[]): number[] {
    const titles = places.flatMap((place) => this.#titleOf[place] ?? []);
    titles.sort(
      (one, other) =>
        (one.popularity ?? LEAST_POPULAR) - (other.popularity ?? LEAST_POPULAR) ||
        one.mal_id - other.mal_id,
    );
    const shown = titles.filter(({ mature }) => !mature).slice(0, BEST_KNOWN);
    return [...new Set([...titles.slice(0, BEST_KNOWN), ...shown].map(({ mal_id: id }) => id))];
  }
}

/** Values of closed sets and genres are few and are counted as facets, so all of them have bits. */
function hasBits(key: string): boolean {
  return !/^(?:theme|studio|producer|source):/u.test(key);
}

function push<Key>(lists: Map<Key, number[]>, key: Key, place: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [place]);
  else list.push(place);
}

function setBits(bytes: Uint8Array, places: readonly number[]): Uint8Array {
  for (const place of places) {
    const at = place >> 3;
    bytes[at] = (bytes[at] ?? 0) | (0x80 >> (place & 7));
  }
  return bytes;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
