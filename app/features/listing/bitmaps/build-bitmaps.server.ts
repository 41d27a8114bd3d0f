import { termKey } from "~/features/catalog/term-key";
import { FILTER_NAMES } from "~/features/listing/filters/filters";
import { serverFilter } from "~/features/listing/filters/filters.server";
import type { BitmapSource } from "~/features/listing/filters/matches.server";

export interface BitmapEntry extends Record<string, unknown> {
  mal_id: number;
  popularity: number | null;
  mature: boolean;
  score: number | null;
  genres: readonly string[];
  term_keys: readonly string[];
}

export const BITMAP_SOURCES: readonly BitmapSource[] = [
  ...new Map(
    FILTER_NAMES.flatMap((name) => {
      const source = serverFilter(name).match?.source;
      return source === undefined ? [] : [[source.key, source] as const];
    }),
  ).values(),
];
const sources = (kind: BitmapSource["kind"]) =>
  BITMAP_SOURCES.filter((source) => source.kind === kind);
const FLAGS = sources("flag");
const VALUES = sources("value");
const RANGES = sources("range");

/** `bits` are hexadecimal, first title first. */
export interface Bitmap {
  key: string;
  value: number;
  name: string | null;
  titles: number;
  bits: string | null;
  best_known: number[] | null;
}

/** Titles that are stored for a name, and as many that are not mature. */
export const MOST_POPULAR = 200;

/** Rarer names get no bitmap, since the index on `term_keys` is as fast for them. */
const MIN_TITLES = 32;
const MIN_SHARE = 0.001;

const NO_POPULARITY = Number.MAX_SAFE_INTEGER;
const HAS_MOST_POPULAR = /^(?:genre|theme|studio):/u;

/** Takes titles by score, unrated last. */
export class BitmapBuilder {
  #titles = 0;
  readonly #indexes = new Map<string, number[]>();
  readonly #names = new Map<string, string>();
  readonly #ranges = new Map(RANGES.map(({ key }) => [key, new Map<number, number[]>()]));
  readonly #scores = new Map<number, number>();
  readonly #titleOf: Pick<BitmapEntry, "mal_id" | "popularity" | "mature">[] = [];

  add(entry: BitmapEntry): void {
    const index = this.#titles;
    this.#titles += 1;
    this.#titleOf.push({
      mal_id: entry.mal_id,
      popularity: entry.popularity,
      mature: entry.mature,
    });
    const set = (key: string): void => push(this.#indexes, key, index);
    set("all");
    if (!entry.mature) set("safe");
    for (const { key, column } of FLAGS) if (entry[column] === true) set(key);
    for (const { key, column } of VALUES) {
      const value = entry[column];
      if (typeof value === "string") set(`${key}:${value}`);
    }
    for (const key of entry.term_keys) if (!key.startsWith("licensor:")) set(key);
    for (const genre of entry.genres) {
      const key = termKey("genre", genre);
      if (!this.#names.has(key)) this.#names.set(key, genre);
    }
    for (const { key, column } of RANGES) {
      const value = entry[column];
      const range = this.#ranges.get(key);
      if (typeof value === "number" && range !== undefined) push(range, value, index);
    }
    if (entry.score !== null) this.#scores.set(entry.score, this.#titles);
  }

  /** All rows may be large. */
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
    for (const key of ["all", "safe", ...FLAGS.map((flag) => flag.key)])
      if (!this.#indexes.has(key)) yield row(key, 0, 0, hex(bytes()));
    for (const [key, indexes] of this.#indexes) {
      const bits =
        isAlwaysStored(key) || indexes.length >= Math.max(MIN_TITLES, this.#titles * MIN_SHARE)
          ? hex(setBits(bytes(), indexes))
          : null;
      yield {
        ...row(key, 0, indexes.length, bits),
        name: this.#names.get(key) ?? null,
        best_known: HAS_MOST_POPULAR.test(key) ? this.#mostPopular(indexes) : null,
      };
    }
    for (const [key, values] of this.#ranges) {
      const upTo = bytes();
      let titles = 0;
      yield row(key, -Infinity, titles, hex(upTo));
      for (const [value, indexes] of [...values].sort(([one], [other]) => one - other)) {
        titles += indexes.length;
        yield row(key, value, titles, hex(setBits(upTo, indexes)));
      }
    }
    yield row("score", Infinity, 0, null);
    for (const [value, titles] of this.#scores) yield row("score", value, titles, null);
  }

  #mostPopular(indexes: readonly number[]): number[] {
    const titles = indexes.flatMap((index) => this.#titleOf[index] ?? []);
    titles.sort(
      (one, other) =>
        (one.popularity ?? NO_POPULARITY) - (other.popularity ?? NO_POPULARITY) ||
        one.mal_id - other.mal_id,
    );
    const shown = titles.filter(({ mature }) => !mature).slice(0, MOST_POPULAR);
    return [...new Set([...titles.slice(0, MOST_POPULAR), ...shown].map(({ mal_id: id }) => id))];
  }
}

function isAlwaysStored(key: string): boolean {
  return !/^(?:theme|studio|producer|source):/u.test(key);
}

function push<Key>(lists: Map<Key, number[]>, key: Key, index: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [index]);
  else list.push(index);
}

function setBits(bytes: Uint8Array, indexes: readonly number[]): Uint8Array {
  for (const index of indexes) {
    const at = index >> 3;
    bytes[at] = (bytes[at] ?? 0) | (0x80 >> (index & 7));
  }
  return bytes;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
