import { AGE_RATINGS } from "./vocabulary";

/** The age ratings that a limit may allow up to. Those above are not for children. */
export const LIMIT_RATINGS = ["g", "pg", "pg-13", "r"] as const;
export type LimitRating = (typeof LIMIT_RATINGS)[number];

/** False is off, true withholds mature titles, and an `AgeLimit` withholds more. */
export type ParentalControl = boolean | AgeLimit;

/** The ids of titles that a parent allowed or blocked. */
export interface LimitExceptions {
  allowed?: readonly number[];
  blocked?: readonly number[];
}

/**
 * What a child may see: titles rated within the limit and allowed ones, but neither blocked nor
 * mature ones. Its fields are private, so that neither JSON nor a page's data has them: browsers
 * that got it would take it for parental control that is on.
 */
export class AgeLimit {
  readonly #ratings: readonly string[];
  readonly #allowed: readonly number[];
  readonly #blocked: readonly number[];

  /** A rating that is not of `LIMIT_RATINGS` withholds all titles but the allowed ones. */
  constructor(rating: string | null, { allowed = [], blocked = [] }: LimitExceptions = {}) {
    const highest = LIMIT_RATINGS.findIndex((code) => code === rating);
    this.#ratings = AGE_RATINGS.slice(0, highest + 1);
    this.#allowed = sorted(allowed);
    this.#blocked = sorted(blocked);
  }

  /** The codes of the ratings within the limit. */
  get ratings(): readonly string[] {
    return this.#ratings;
  }

  get allowed(): readonly number[] {
    return this.#allowed;
  }

  get blocked(): readonly number[] {
    return this.#blocked;
  }

  get hasExceptions(): boolean {
    return this.#allowed.length > 0 || this.#blocked.length > 0;
  }

  /** Returns a key for caches. Equal limits have equal keys. */
  toString(): string {
    const rating = this.#ratings.at(-1) ?? "none";
    return `limit=${rating}+${this.#allowed.join(",")}-${this.#blocked.join(",")}`;
  }
}

/** The control that visitors have, unless they turn parental control off. */
export function visitorDefault(visitorRating: LimitRating | null): ParentalControl {
  return visitorRating === null ? true : new AgeLimit(visitorRating);
}

/** Withholds all titles, where it is unknown what the viewer may see. */
export const WITHHOLD_ALL: ParentalControl = new AgeLimit(null);

/** The fields of a title that the rule reads. */
export interface ControlledTitle {
  id: number;
  mature: boolean;
  /** The code of its age rating, as in `listing_entries`; null while unknown. */
  ratingCode: string | null;
}

/** Returns the code of a rating, as `listing_entries.rating_code` has it: `pg-13`. */
export function ratingCode(rating: string | null): string | null {
  return rating?.toLowerCase().split(" ", 1)[0] ?? null;
}

/** Whether parental control withholds a title: `isVisible` for titles in memory. */
export function isWithheld(
  { id, mature, ratingCode }: ControlledTitle,
  control: ParentalControl,
): boolean {
  if (control === false) return false;
  if (mature || control === true) return mature;
  const isWithin = control.ratings.includes(ratingCode ?? "") && !control.blocked.includes(id);
  return !isWithin && !control.allowed.includes(id);
}

/**
 * Returns the codes of the ratings that a viewer's titles can have. A title that a parent allowed
 * can have any that is not mature.
 */
export function possibleRatings(control: ParentalControl): readonly string[] {
  if (control === false) return AGE_RATINGS;
  return control === true || control.allowed.length > 0
    ? AGE_RATINGS.filter((code) => code !== "rx")
    : control.ratings;
}

/** Combines the choice in a request with the viewer's own control, which it cannot widen. */
export function stricter(chosen: boolean, own: ParentalControl): ParentalControl {
  return typeof own === "boolean" ? own || chosen : own;
}

function sorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other);
}
