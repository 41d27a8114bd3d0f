/** A tag has the name, rank and spoiler mark that AniList gives it. */
export interface TitleTag {
  name: string;
  /** How much the tag fits, 0 to 100; null where the source does not say. */
  rank: number | null;
  /** Gives away what happens. */
  spoiler: boolean;
}

/** A licensed stream of a title on another site; `url` is http or https. */
export interface LicensedStream {
  name: string;
  url: string;
}

/** Sorts the best fitting first; those of unknown rank are last. */
export function byRank(one: TitleTag, other: TitleTag): number {
  return (other.rank ?? -1) - (one.rank ?? -1) || one.name.localeCompare(other.name, "en");
}
