import type { MediaPathName } from "~/features/library/names/media-path";
import { matchByIds, type MediaMatch } from "./match-ids";
import { normalised } from "./name-similarity";
import { preferLonger, preferOwnSeason, preferTvdb, SURE, toMatches } from "./rank-matches";
import { toReadings, withNumbers, type Reading } from "./readings";
import { scoreCandidate } from "./score-candidate";
import type { Scored } from "./score-match";
import type { TitleFacts, TitleSource } from "./title-facts";

const MAX_CANDIDATES = 40;

/** The titles and episodes that a path may mean, the most likely first. */
export async function matchMedia(source: TitleSource, name: MediaPathName): Promise<MediaMatch[]> {
  const matched = await matchByIds(source, name);
  if (matched !== null) return [matched];
  const readings = toReadings(name);
  if (readings.length === 0) return [];
  const candidates = await findCandidates(source, readings);
  const scored: Scored[] = [];
  for (const candidate of candidates)
    for (const reading of readings)
      scored.push(...(await scoreCandidate(source, { candidate, reading, name })));
  return toMatches(preferLonger(name.isJoint ? preferTvdb(scored) : preferOwnSeason(scored)));
}

async function findCandidates(
  source: TitleSource,
  readings: readonly Reading[],
): Promise<TitleFacts[]> {
  const ids = new Set<number>();
  const texts = new Set<string>();
  for (const reading of readings) {
    texts.add(reading.title);
    texts.add(reading.base);
    const numbered = withNumbers(reading);
    if (numbered !== null) texts.add(numbered);
  }
  const keys = [...texts].map((text) => normalised(text).key);
  for (const { malId } of await source.findByKeys(keys)) ids.add(malId);
  for (const text of texts) for (const id of await source.search(text)) ids.add(id);
  const facts = await source.facts([...ids].slice(0, MAX_CANDIDATES));
  return [...facts.values()];
}

/** Whether the match may be attached without asking. */
export const isSure = ({ confidence, episode }: MediaMatch): boolean =>
  confidence >= SURE && episode !== null;
