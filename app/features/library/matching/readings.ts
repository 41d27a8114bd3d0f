import { withoutKindWords } from "~/features/library/names/kind";
import type { MediaPathName } from "~/features/library/names/media-path";
import { hanVariants } from "~/features/library/names/han-variants";
import { splitSeason, toNumber } from "~/features/library/names/season";
import { normalised } from "./name-similarity";

/** A title of this weight is never a sure match by itself. */
const UNSURE_WEIGHT = 0.84;

/** A title that the path may name, with the season, part and episode that it would have. */
export interface Reading {
  title: string;
  base: string;
  season: number | null;
  part: number | null;
  episode: { first: number; last: number } | null;
  weight: number;
  /** Whether the episode is the roman number at the end of the name. */
  isRoman?: boolean;
}

/** `Ultimate VIII` and `Unicorn - Episode VI`, as parts of original video animations are named. */
const ROMAN_EPISODE =
  /^(?<series>.*?[^\s–-])[\s–-]+(?:[Ee]p(?:isode|\.)?\s)?(?<number>[IVX]{1,4})$/u;

/** Every title that the path may name, each with a weight. */
export function toReadings(name: MediaPathName): Reading[] {
  const readings: Reading[] = [];
  const add = (title: string, weight: number, episode = name.episode) => {
    const existing = readings.find(
      (other) => other.title === title && (other.episode === null) === (episode === null),
    );
    if (existing !== undefined) existing.weight = Math.max(existing.weight, weight);
    if (existing !== undefined || normalised(title).key === "") return;
    const split = splitSeason(title);
    // `Major S1/Season 4/22`, but `Title Season 2 - S01E05` counts from the title's start.
    const nearer = name.isJoint && name.season === 1 ? null : name.season;
    readings.push({
      title,
      base: split.base === "" ? title : split.base,
      season: nearer ?? split.season ?? name.season,
      part: split.part ?? name.part,
      episode,
      weight,
    });
  };
  const first = name.titles[0];
  // A part of a title, or the folder of a file with another name, may mean another series.
  name.titles.forEach((title, index) => add(title, index === 0 ? 1 : otherWeight(name, title)));
  if (first !== undefined) {
    // `Series - Its other name - Sequel`
    const [start, middle, ...end] = first.split(/\s-\s/u);
    if (middle !== undefined && end.length === 1) add(`${start ?? ""} - ${end[0] ?? ""}`, 0.95);
    const bare = withoutKindWords(first);
    if (bare !== null) add(bare, 0.96);
    if (name.kind === "movie" && bare === null) add(`${first} Movie`, 0.99);
    if (name.kind === "ova" && !/\bO[AV][ADV]\b/u.test(first)) add(`${first} OVA`, 1);
    if (name.year !== null) add(`${first} (${name.year})`, 1);
  }
  for (const title of name.titles)
    for (const variant of hanVariants(title))
      add(variant, 0.985 * (title === first ? 1 : otherWeight(name, title)));
  if (name.unnumberedTitle !== null) add(name.unnumberedTitle, 0.9, null);
  const roman = name.episode === null && first !== undefined ? romanReading(first) : null;
  return [...readings.slice(0, 10), ...(roman === null ? [] : [roman])];
}

function romanReading(title: string): Reading | null {
  const { series, number = "" } = ROMAN_EPISODE.exec(title)?.groups ?? {};
  const episode = toNumber(number);
  if (series === undefined || episode === null) return null;
  return {
    title: series,
    base: series,
    season: null,
    part: null,
    episode: { first: episode, last: episode },
    weight: 0.95,
    isRoman: true,
  };
}

function otherWeight({ titles: [first], sameTitles }: MediaPathName, title: string): number {
  if (sameTitles.includes(title)) return 0.985;
  return first === undefined || title.startsWith(first) ? 0.97 : UNSURE_WEIGHT;
}

/** Returns the title with its season and part spelt out, as the catalog names sequels. */
export function withNumbers({ base, season, part }: Reading): string | null {
  if ((season === null || season <= 1) && part === null) return null;
  return `${base}${season === null || season <= 1 ? "" : ` Season ${season}`}${part === null ? "" : ` Part ${part}`}`;
}
