import { normalised } from "./name-similarity";
import type { Placement } from "./place-episode";
import type { TitleFacts, TitleSource } from "./title-facts";

const EPISODE_ZERO = /(?:\bepisode\s?|第\s?|#)0(?!\d)|\bprologue\b/iu;

/**
 * The title that is episode 0 of a season, where the catalog has it as one of its own: its name is
 * the season's with `Episode 0` or `Prologue`. Null for other numbers, and when several are.
 */
export async function placeZero(
  source: TitleSource,
  { facts, episode }: Placement,
): Promise<Placement | null> {
  if (episode?.first !== 0 || episode.last !== 0) return null;
  const related = (await source.relations(facts.malId)).flatMap(({ from, to }) => [from, to]);
  const found = await source.search(`${facts.title} Episode 0`);
  const candidates = await source.facts([...new Set([...related, ...found])]);
  const [zero, other] = [...candidates.values()].filter(
    (title) => title.episodes === 1 && title.malId !== facts.malId && isZeroOf(title, facts),
  );
  if (zero === undefined || other !== undefined) return null;
  const only = { first: 1, last: 1 };
  return { facts: zero, episode: only, certainty: 0.97, isOutside: false, reasons: [] };
}

function isZeroOf({ names }: TitleFacts, season: TitleFacts): boolean {
  const starts = new Set(season.names.map((name) => normalised(name).strict));
  return names.some((name) => {
    const at = EPISODE_ZERO.exec(name)?.index ?? 0;
    return at > 0 && starts.has(normalised(name.slice(0, at)).strict);
  });
}
