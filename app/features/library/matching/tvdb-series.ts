import type { TitleFacts, TitleSource, TvdbEpisode } from "./title-facts";

/** A title of a series of TheTVDB, with its episodes there. */
export interface TvdbMember {
  malId: number;
  episodes: readonly TvdbEpisode[];
}

const MAX_RELATED = 60;
const SAME_STORY = new Set(["SEQUEL", "PREQUEL"]);

/**
 * `root` and the titles that share its series of TheTVDB: by its id, or, where that is not known,
 * the related ones whose seasons and numbers there do not overlap.
 */
export async function seriesOnTvdb(source: TitleSource, root: TitleFacts): Promise<TvdbMember[]> {
  const related = await relatedTo(source, root.malId);
  const tvdb = await source.tvdb([root.malId, ...related]);
  const series = new Set(tvdb.get(root.malId)?.series ?? []);
  const members = new Map<number, TvdbMember>();
  const taken = new Set<string>();
  const add = (malId: number, episodes: readonly TvdbEpisode[]) => {
    members.set(malId, { malId, episodes });
    for (const { season, episode } of episodes) taken.add(`${season}/${episode}`);
  };
  for (const id of series)
    for (const { malId } of await source.findByIds(["tvdb"], Number(id))) {
      const episodes = (await source.tvdb([malId])).get(malId)?.episodes ?? [];
      if (!members.has(malId)) add(malId, episodes);
    }
  const own = tvdb.get(root.malId)?.episodes ?? [];
  if (!members.has(root.malId)) add(root.malId, own);
  for (const malId of related) {
    const facts = tvdb.get(malId);
    if (facts === undefined || members.has(malId)) continue;
    const isOther = series.size > 0 && facts.series.some((id) => !series.has(id));
    const regular = facts.episodes.filter(({ season }) => season > 0);
    const isOverlapping = regular.some(({ season, episode }) => taken.has(`${season}/${episode}`));
    if (!isOther && !isOverlapping && regular.length > 0) add(malId, regular);
  }
  return [...members.values()];
}

/**
 * The title and number of the episode that is `number` from the start of `root`, as TheTVDB orders
 * its series. Null when that has gaps or titles that claim the same episode.
 */
export async function countOnTvdb(
  source: TitleSource,
  root: TitleFacts,
  number: number,
): Promise<{ malId: number; number: number } | null> {
  const all = (await seriesOnTvdb(source, root))
    .flatMap(({ malId, episodes }) => episodes.map((episode) => ({ ...episode, malId })))
    .filter(({ season }) => season > 0)
    .sort((a, b) => a.season - b.season || a.episode - b.episode);
  const isWhole = all.every(({ season, episode }, at) => {
    const before = all[at - 1];
    return before?.season === season
      ? episode === before.episode + 1
      : season === (before?.season ?? 0) + 1 && episode === 1;
  });
  const start = all.findIndex(({ malId }) => malId === root.malId);
  return isWhole && start >= 0 ? (all[start + number - 1] ?? null) : null;
}

/** Titles of the same story, nearest first. */
async function relatedTo(source: TitleSource, start: number): Promise<number[]> {
  const found: number[] = [];
  const queue = [start];
  for (let id = queue.shift(); id !== undefined && found.length < MAX_RELATED; id = queue.shift())
    for (const { from, to, kind } of await source.relations(id)) {
      const next = from === id ? to : from;
      if (!SAME_STORY.has(kind) || next === start || found.includes(next)) continue;
      found.push(next);
      queue.push(next);
    }
  return found;
}
