import { splitSeason } from "~/features/library/names/season";
import type { MediaMatch } from "./match-ids";
import { normalised } from "./name-similarity";
import type { Scored } from "./score-match";

/** A match from this confidence on is attached. */
export const SURE = 0.85;
/** A closer second match makes both doubtful. */
const MIN_LEAD = 0.042;
/** A series is only somewhat likelier than an OVA of the same name. */
const MIN_LEAD_OF_NAMESAKE = 0.07;
const NAMESAKE = 0.985;
const MAX_SUGGESTIONS = 5;
const UNCLEAR = 0.7;
const CONFIRMED_WEIGHT = 0.95;
/** What is left of a match whose name is only the start of another match's. */
const SHORTER_NAME = 0.85;
/** What is left of a match that contradicts TheTVDB. */
export const AGAINST_TVDB = 0.85;

/** Titles of other series or seasons with similar names give way to what TheTVDB says. */
export function preferTvdb(scored: readonly Scored[]): Scored[] {
  const onTvdb = scored.filter(({ isOnTvdb, confidence }) => isOnTvdb && confidence >= SURE);
  const best = Math.max(0, ...onTvdb.map(({ confidence }) => confidence));
  return scored.map((one) =>
    one.confidence > best + 0.01 || onTvdb.some(({ malId }) => malId === one.malId)
      ? one
      : { ...one, confidence: one.confidence * (onTvdb.length === 0 ? 1 : AGAINST_TVDB) },
  );
}

/** A name such as `Title 2nd Season` that is a title's own is not season 2 of TheTVDB. */
export function preferOwnSeason(scored: readonly Scored[]): Scored[] {
  const own = scored.filter(
    ({ written, title, confidence }) =>
      confidence >= SURE &&
      splitSeason(title).season !== null &&
      normalised(written).raw === normalised(title).raw,
  );
  return scored.map((one) =>
    one.isOnTvdb === true &&
    own.some(({ malId, written }) => malId !== one.malId && written === one.written)
      ? { ...one, confidence: one.confidence * AGAINST_TVDB }
      : one,
  );
}

/** `Fate [Unlimited Works]` is that title rather than `Fate`, which is only some of its words. */
export function preferLonger(scored: readonly Scored[]): Scored[] {
  const longer = scored.filter(({ isSameName, confidence }) => isSameName && confidence >= SURE);
  return scored.map((one) =>
    longer.some(({ malId, written }) => malId !== one.malId && contains(written, one.written))
      ? { ...one, confidence: one.confidence * SHORTER_NAME }
      : one,
  );
}

/** Whether the name has all words of `part` in their order, and more. */
function contains(name: string, part: string): boolean {
  const [long, short] = [normalised(name).tokens, normalised(part).tokens];
  let at = 0;
  for (const token of long) if (token === short[at]) at += 1;
  return short.length < long.length && at === short.length;
}

/** `Kami no Tou -Tower of God-`: two names of one title confirm each other. */
function confirmed(one: Scored, scored: readonly Scored[]): Scored {
  const fold = (text: string) => normalised(text).strict;
  const other = scored.find(
    ({ malId, isSameName, written }) =>
      malId === one.malId &&
      isSameName &&
      !fold(written).includes(fold(one.written)) &&
      !fold(one.written).includes(fold(written)),
  );
  return one.isSameName && other !== undefined && one.weight < CONFIRMED_WEIGHT
    ? { ...one, confidence: (one.confidence / one.weight) * CONFIRMED_WEIGHT }
    : one;
}

/** The best match of each title, and less confidence where two are close. */
export function toMatches(scored: readonly Scored[]): MediaMatch[] {
  const best = new Map<number, Scored>();
  for (const each of scored) {
    const one = confirmed(each, scored);
    const existing = best.get(one.malId);
    if (existing === undefined || existing.confidence < one.confidence) best.set(one.malId, one);
  }
  const ranked = [...best.values()].sort(
    (a, b) =>
      Math.round(b.confidence * 100) - Math.round(a.confidence * 100) || b.members - a.members,
  );
  const [first, second] = ranked;
  if (first === undefined) return [];
  const isNamesake =
    first.written === second?.written && Math.min(first.similarity, second.similarity) >= NAMESAKE;
  const isClose =
    second !== undefined &&
    first.confidence - second.confidence < (isNamesake ? MIN_LEAD_OF_NAMESAKE : MIN_LEAD) &&
    second.confidence > UNCLEAR;
  return ranked
    .slice(0, MAX_SUGGESTIONS)
    .map(({ malId, title, episode, confidence, reason }, at) => {
      const limited = isClose && at < 2 ? Math.min(confidence, UNCLEAR + 0.1) : confidence;
      const match: MediaMatch = {
        malId,
        title,
        episode,
        confidence: Math.round(limited * 1000) / 1000,
        reason:
          isClose && at === 0
            ? [...reason, { key: "match.fitsAsWell", values: { title: second.title } }]
            : reason,
      };
      return episode === null ? { ...match, confidence: Math.min(match.confidence, 0.5) } : match;
    });
}
