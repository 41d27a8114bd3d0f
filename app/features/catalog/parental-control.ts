import { AGE_RATINGS } from "./vocabulary";

/** The age ratings that a limit may allow up to. Those above are not for children. */
export const LIMIT_RATINGS = ["g", "pg", "pg-13", "r"] as const;
export type LimitRating = (typeof LIMIT_RATINGS)[number];

/** Off; on, which withholds mature titles; or an age limit, which withholds more. */
export type ParentalControl = boolean | AgeLimit;

/** Titles above or within a limit, by their ids. */
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

  /** Equal for equal limits, for the keys of caches. */
  toString(): string {
    const rating = this.#ratings.at(-1) ?? "none";
    return `limit=${rating}+${this.#allowed.join(",")}-${this.#blocked.join(",")}`;
  }
}

/** Withholds all titles, where it is unknown what the viewer may see. */
export const WITHHOLD_ALL: ParentalControl = new AgeLimit(null);

/** What the rule depends on of a title. */
export interface ControlledTitle {
  id: number;
  mature: boolean;
  /** The code of its age rating, as in `listing_entries`; null while unknown. */
  ratingCode: string | null;
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

/** What holds of a choice, as of a URL, and of the viewer's own: an age limit is never widened. */
export function stricter(chosen: boolean, own: ParentalControl): ParentalControl {
  return typeof own === "boolean" ? own || chosen : own;
}

function sorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other);
}
