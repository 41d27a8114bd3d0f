import { byBroadcast } from "./match-ids";
import { LONGEST_SEASON } from "./place-episode";
import {
  isCalledSeason,
  numberOf,
  prequelsOf,
  seasonLine,
  sequelsOf,
  type LineEntry,
} from "./season-line";
import type { TitleFacts, TitleSource } from "./title-facts";

/** Prequels that tell the same story. */
export async function earlierSeries(
  source: TitleSource,
  candidate: TitleFacts,
): Promise<TitleFacts[]> {
  const before = await source.facts(await prequelsOf(source, candidate.malId));
  return [...before.values()].filter(
    ({ type, episodes }) => (type === "TV" || type === "ONA") && (episodes ?? 12) >= 3,
  );
}

/** Whether a title without a season in its name is that season of its series. */
export async function isSeason(
  source: TitleSource,
  candidate: TitleFacts,
  season: number | null,
): Promise<boolean> {
  if (season === null) return true;
  const own = numberOf(candidate, candidate).season;
  if (own !== null) return own === season;
  // Other sites divide long series into seasons of their own.
  if ((candidate.episodes ?? Infinity) > LONGEST_SEASON) return false;
  // `Love Live! Sunshine!!` is not season 2, as its own sequel is.
  const after = await seasonLine(source, candidate);
  const isTaken = after.some(
    (entry) =>
      entry.facts.malId !== candidate.malId &&
      entry.facts.title.startsWith(candidate.title) &&
      (entry.season === season || (entry.season === after[0]?.season && entry.part === season)),
  );
  if (isTaken) return false;
  const before = await earlierSeries(source, candidate);
  const first = before.sort(byBroadcast)[0];
  if (first === undefined) return false;
  const line = await seasonLine(source, first);
  return line.some((entry) => entry.facts.malId === candidate.malId && entry.season === season);
}

/** Whether a film is that season, as one called `FLCL 2` is of `FLCL`. */
export async function isFilm(
  source: TitleSource,
  root: TitleFacts,
  season: number | null,
): Promise<boolean> {
  if (season === null) return false;
  const after = await source.facts(await sequelsOf(source, root.malId));
  return [...after.values()].some(
    (title) => title.type === "Movie" && isCalledSeason(title, root, season),
  );
}

/**
 * Whether a title of a line continues in a short net animation of its name that has the episode.
 * Its numbers may count on from the title's, though the line leaves it out.
 */
export async function isOfShort(
  source: TitleSource,
  { line, title, number }: { line: readonly LineEntry[]; title: TitleFacts; number: number },
): Promise<boolean> {
  const next = (await source.relations(title.malId)).flatMap(({ from, to, kind }) =>
    kind === (from === title.malId ? "SEQUEL" : "PREQUEL") ? [from, to] : [],
  );
  const counted = new Set([title.malId, ...line.map(({ facts }) => facts.malId)]);
  const after = await source.facts(next.filter((id) => !counted.has(id)));
  return [...after.values()].some(
    ({ type, title: name, episodes }) =>
      type === "ONA" &&
      name.startsWith(title.title) &&
      (episodes ?? 0) > 1 &&
      number >= 1 &&
      number <= (episodes ?? 0),
  );
}
