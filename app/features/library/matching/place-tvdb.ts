import { placeEpisode } from "./place-episode";
import { seasonLine } from "./season-line";
import { seriesOnTvdb } from "./tvdb-series";
import type { TitleFacts, TitleSource, TvdbEpisode } from "./title-facts";

/** The title and episodes of the catalog that a season and number of TheTVDB mean. */
export interface TvdbPlace {
  facts: TitleFacts;
  episode: { first: number; last: number };
  certainty: number;
}

/** A prologue that the catalog does not count may have shifted the numbers. */
const SHIFTED = 0.8;

/**
 * The episode that TheTVDB counts so in the series of `root`: its seasons may be arcs or cours
 * here, or parts of one long title. Null when TheTVDB has no such episode.
 */
export async function placeOnTvdb(
  source: TitleSource,
  root: TitleFacts,
  { season, first, last }: { season: number; first: number; last: number },
): Promise<TvdbPlace | null> {
  const members = await seriesOnTvdb(source, root);
  const own = members.find(({ malId }) => malId === root.malId)?.episodes ?? [];
  const has = (episode: number) =>
    own.some((entry) => entry.season === season && entry.episode === episode);
  // `Sword Art Online II S01E05` counts from the title's own start.
  const startsLater =
    own.length === 0
      ? season === 1
      : own.every((entry) => entry.season > season) || (season === 1 && !has(1) && !has(first));
  if (startsLater) return null;
  const found: { malId: number; first: number; last: number }[] = [];
  for (const { malId, episodes } of members) {
    const numberOf = (wanted: number) =>
      episodes.find((entry) => entry.season === season && entry.episode === wanted)?.number;
    const numbers = { first: numberOf(first), last: numberOf(last) };
    if (numbers.first !== undefined && numbers.last !== undefined)
      found.push({ malId, first: numbers.first, last: numbers.last });
  }
  const facts = await source.facts(found.map(({ malId }) => malId));
  const places: TvdbPlace[] = [];
  for (const { malId, first: from, last: to } of found) {
    const title = facts.get(malId);
    if (title === undefined || to < from) continue;
    // The catalog may have more titles for one of TheTVDB's.
    const place = placeEpisode({
      line: await seasonLine(source, title),
      at: 0,
      season: null,
      part: null,
      episode: { first: from, last: to },
    });
    if (place === null || place.episode === null || place.isOutside) continue;
    if (place.facts.malId === malId || !members.some((other) => other.malId === place.facts.malId))
      places.push({
        facts: place.facts,
        episode: place.episode,
        certainty: isShifted(title, members) ? SHIFTED : 1,
      });
  }
  const series = places.filter(({ facts: { type } }) => type === "TV" || type === "ONA");
  const [place, other] = series.length > 0 ? series : places;
  if (other === undefined) return place ?? null;
  // Where sources disagree, the title that TheTVDB has all episodes of is the right one.
  const whole = series.filter(({ facts: { malId, episodes } }) => {
    const own = members.find((member) => member.malId === malId)?.episodes ?? [];
    return own.filter((entry) => entry.season > 0).length >= (episodes ?? Infinity);
  });
  return whole.length === 1 ? (whole[0] ?? null) : null;
}

/** Whether a special of TheTVDB is one episode more, and the first, than the catalog counts. */
function isShifted(
  { malId, episodes: count }: TitleFacts,
  members: readonly { malId: number; episodes: readonly TvdbEpisode[] }[],
): boolean {
  const own = members.find((member) => member.malId === malId)?.episodes ?? [];
  return own[0]?.season === 0 && own[0].number === 1 && own.length > (count ?? Infinity);
}
