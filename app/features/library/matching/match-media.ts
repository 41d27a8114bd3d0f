import type { MediaPathName } from "~/features/library/names/media-path";
import { withoutKindWords } from "~/features/library/names/kind";
import { splitSeason, tidy } from "~/features/library/names/season";
import type { ErrorMessage } from "~/i18n/error-message";
import { byBroadcast, episodeOf, matchByIds, type MediaMatch } from "./match-ids";
import { bestSimilarity, isMainName, normalised, SAME_NAME } from "./name-similarity";
import { countedOn, placeEpisode, type Placement } from "./place-episode";
import { numberOf, prequelsOf, seasonLine } from "./season-line";
import type { TitleFacts, TitleSource } from "./title-facts";

const SURE = 0.85;

/** A closer second match makes both doubtful. */
const MIN_LEAD = 0.042;
const MAX_SUGGESTIONS = 5;
const MAX_CANDIDATES = 40;
const UNCLEAR = 0.7;
/** Too low for a sure match by itself. */
const UNSURE_WEIGHT = 0.84;
/** Of a number that may count from the season's start or from the series'. */
const AMBIGUOUS = 0.8;
/** Higher numbers count across all seasons. */
const LONGEST_SEASON = 60;

interface Reading {
  title: string;
  base: string;
  season: number | null;
  part: number | null;
  episode: { first: number; last: number } | null;
  weight: number;
}

interface Scored extends MediaMatch {
  members: number;
}

export async function matchMedia(source: TitleSource, name: MediaPathName): Promise<MediaMatch[]> {
  const known = await matchByIds(source, name);
  if (known !== null) return [known];
  const readings = toReadings(name);
  if (readings.length === 0) return [];
  const candidates = await findCandidates(source, readings);
  const scored: Scored[] = [];
  for (const candidate of candidates)
    for (const reading of readings)
      scored.push(...(await scoreCandidate(source, { candidate, reading, name })));
  return toMatches(scored);
}

function toReadings(name: MediaPathName): Reading[] {
  const readings: Reading[] = [];
  const add = (title: string, weight: number, episode = name.episode) => {
    if (normalised(title).key === "" || readings.some((known) => known.title === title)) return;
    const split = splitSeason(title);
    readings.push({
      title,
      base: split.base === "" ? title : split.base,
      season: split.season ?? name.season,
      part: split.part ?? name.part,
      episode,
      weight,
    });
  };
  const first = name.titles[0];
  // Half of a title, or the folder of a file with another name, may mean another series.
  name.titles.forEach((title, index) => add(title, index === 0 ? 1 : otherWeight(first, title)));
  if (first !== undefined) {
    const bare = withoutKindWords(first);
    if (bare !== null) add(bare, 0.96);
    if (name.year !== null) add(`${first} (${name.year})`, 1);
  }
  if (name.unnumberedTitle !== null) add(name.unnumberedTitle, 0.9, null);
  return readings.slice(0, 8);
}

function otherWeight(first: string | undefined, title: string): number {
  return first === undefined || title.startsWith(first) ? 0.97 : UNSURE_WEIGHT;
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

/** The title with its season and part spelt out, as the catalog names sequels. */
function withNumbers({ base, season, part }: Reading): string | null {
  if ((season === null || season <= 1) && part === null) return null;
  return `${base}${season === null || season <= 1 ? "" : ` Season ${season}`}${part === null ? "" : ` Part ${part}`}`;
}

interface Attempt {
  candidate: TitleFacts;
  reading: Reading;
  name: MediaPathName;
}

/** Scores the candidate by its own name, and as the first of several seasons. */
async function scoreCandidate(source: TitleSource, attempt: Attempt): Promise<Scored[]> {
  const { candidate, reading } = attempt;
  const numbered = withNumbers(reading);
  const isLater = (reading.season ?? 1) > 1 || (reading.part ?? 1) > 1;
  const written = await ownSimilarity(source, reading.title, candidate);
  // A name without the season is the first season's, unless the candidate is a later one.
  const isOwn =
    !isLater ||
    splitSeason(reading.title).base !== tidy(reading.title) ||
    (await isSeason(source, candidate, reading.season));
  const direct = Math.max(
    isOwn ? written : 0,
    numbered === null ? 0 : bestSimilarity(numbered, candidate) * partFit(reading, candidate),
  );
  const bare = await ownSimilarity(source, reading.base, candidate);
  const result: Scored[] = [];
  if (direct >= 0.6 && !(isLater && bare > direct && direct < SAME_NAME))
    result.push(...(await scoreDirect(source, attempt, direct)));
  if (isLater && bare >= 0.7 && (bare > direct || direct < SAME_NAME))
    result.push(...(await scoreAsRoot(source, attempt, bare)));
  return result;
}

/**
 * A first series also matches its name up to the colon; a sequel does not match a name that it
 * shares with its predecessor.
 */
async function ownSimilarity(
  source: TitleSource,
  written: string,
  candidate: TitleFacts,
): Promise<number> {
  const similarity = bestSimilarity(written, candidate);
  if (similarity >= SAME_NAME) {
    const before = await earlierSeries(source, candidate);
    return before.some((other) => bestSimilarity(written, other) >= similarity - 0.045)
      ? similarity * 0.88
      : similarity;
  }
  if (!isMainName(written, candidate) || candidate.type !== "TV") return similarity;
  return (await earlierSeries(source, candidate)).length > 0 ? similarity : 0.88;
}

/** `Season 2` in a name is not the `Part 2` of the catalog. */
function partFit({ season, part }: Reading, candidate: TitleFacts): number {
  const own = numberOf(candidate, candidate);
  if (part === null && own.season === null && (own.part ?? 1) > 1) return 0.9;
  return season !== null && own.season !== null && own.season !== season ? 0.7 : 0.996;
}

/** Prequels that tell the same story. */
async function earlierSeries(source: TitleSource, candidate: TitleFacts): Promise<TitleFacts[]> {
  const before = await source.facts(await prequelsOf(source, candidate.malId));
  return [...before.values()].filter(
    ({ type, episodes }) => (type === "TV" || type === "ONA") && (episodes ?? 12) >= 3,
  );
}

/** Whether a title without a season in its name is that season of its series. */
async function isSeason(
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
      entry.season === season,
  );
  if (isTaken) return false;
  const before = await earlierSeries(source, candidate);
  const first = before.sort(byBroadcast)[0];
  if (first === undefined) return false;
  const line = await seasonLine(source, first);
  return line.some((entry) => entry.facts.malId === candidate.malId && entry.season === season);
}

async function scoreDirect(
  source: TitleSource,
  attempt: Attempt,
  similarity: number,
): Promise<Scored[]> {
  const { candidate, reading, name } = attempt;
  const line = await seasonLine(source, candidate);
  const episode = episodeOf({ ...name, episode: reading.episode }, candidate);
  let placed = placeEpisode({ line, at: 0, season: null, part: null, episode });
  if (placed === null) return [];
  const continues =
    !placed.isOutside && placed.facts.title.toLowerCase().startsWith(candidate.title.toLowerCase());
  if (placed.isOutside || (placed.facts.malId !== candidate.malId && !continues)) {
    const fromStart = await placeFromStart(source, candidate, episode);
    const isWithinSeason =
      !placed.isOutside &&
      reading.season !== null &&
      numberOf(placed.facts, candidate).season === reading.season;
    if (isWithinSeason && fromStart !== null) placed = { ...placed, certainty: AMBIGUOUS };
    else if (fromStart !== null)
      // Numbers that follow a season usually count from its start.
      placed = reading.season === null ? fromStart : { ...fromStart, certainty: AMBIGUOUS };
  }
  return [
    toScored(attempt, {
      similarity,
      placed,
      how: similarity >= SAME_NAME ? "match.sameName" : "match.likeName",
    }),
  ];
}

/** The numbers of a later season may count from the first one. */
async function placeFromStart(
  source: TitleSource,
  candidate: TitleFacts,
  episode: { first: number; last: number } | null,
): Promise<Placement | null> {
  if (episode === null) return null;
  const before = await source.facts(await prequelsOf(source, candidate.malId));
  const first = [...before.values()].filter(({ type }) => type === "TV").sort(byBroadcast)[0];
  if (first === undefined) return null;
  const line = await seasonLine(source, first);
  const at = line.findIndex(({ facts }) => facts.malId === candidate.malId);
  const earlier = line.slice(0, Math.max(0, at));
  if (at <= 0 || earlier.some(({ facts }) => facts.episodes === null)) return null;
  const offset = earlier.reduce((sum, { facts }) => sum + (facts.episodes ?? 0), 0);
  const count = candidate.episodes;
  if (episode.first <= offset || (count !== null && episode.last > offset + count)) return null;
  return {
    facts: candidate,
    episode: { first: episode.first - offset, last: episode.last - offset },
    certainty: 0.97,
    isOutside: false,
    note: [countedOn(offset)],
  };
}

async function scoreAsRoot(
  source: TitleSource,
  attempt: Attempt,
  similarity: number,
): Promise<Scored[]> {
  const { candidate, reading, name } = attempt;
  if (numberOf(candidate, candidate).season !== null) return [];
  const line = await seasonLine(source, candidate);
  const placed = placeEpisode({
    line,
    at: 0,
    season: reading.season,
    part: reading.part,
    episode: reading.episode ?? episodeOf(name, candidate),
  });
  if (placed === null) return [];
  if (placed.facts.malId === candidate.malId && placed.isCounted !== true) {
    // Series without seasons are numbered continuously, whatever seasons other sites divide them
    // into.
    const isThrough =
      !line.some(({ season }) => season === reading.season) &&
      (reading.episode?.first ?? 0) > LONGEST_SEASON &&
      (candidate.episodes ?? Infinity) >= (reading.episode?.last ?? 0);
    return [
      toScored(attempt, {
        similarity: similarity * (isThrough ? 0.95 : 0.62),
        placed: isThrough ? { ...placed, isOutside: false } : placed,
        how: isThrough ? "match.numberedThrough" : "match.noSuchSeason",
      }),
    ];
  }
  const isLong = (candidate.episodes ?? Infinity) > LONGEST_SEASON;
  const isFirst = (await earlierSeries(source, candidate)).length === 0;
  return [
    toScored(attempt, {
      similarity: similarity * (isLong ? 0.8 : isFirst ? 0.985 : 0.85),
      placed,
      how: seasonOf(reading, candidate),
    }),
  ];
}

function seasonOf({ season, part }: Reading, { title }: TitleFacts): ErrorMessage {
  const values = { season: season ?? 1, title };
  return part === null
    ? { key: "match.seasonOf", values }
    : { key: "match.partOf", values: { ...values, part } };
}

function toScored(
  { candidate, reading, name }: Attempt,
  { similarity, placed, how }: { similarity: number; placed: Placement; how: ErrorMessage },
): Scored {
  const notes = [how];
  let confidence = similarity * reading.weight * placed.certainty;
  confidence *= typeFit(name, placed, reading.episode !== null);
  const year = yearFit(name.year, placed.facts, candidate);
  confidence *= year;
  const values = { year: String(name.year) };
  if (name.year !== null && year === 1) notes.push({ key: "match.year", values });
  if (year < 0.9) notes.push({ key: "match.otherYear", values });
  if (placed.isOutside) {
    confidence *= 0.5;
    notes.push({ key: "match.episodes", values: { count: placed.facts.episodes ?? 0 } });
  } else notes.push(...placed.note);
  if (!placed.facts.isAired) {
    confidence *= 0.75;
    notes.push("match.notAired");
  }
  if (isObscure(placed.facts, reading)) {
    confidence *= 0.8;
    notes.push("match.obscure");
  }
  if (name.kind === "special" || (name.kind === "ova" && placed.facts.type === "TV"))
    confidence = Math.min(
      confidence,
      placed.facts.type === "TV" ? 0.4 : similarity >= 0.96 ? 0.84 : 0.6,
    );
  if (name.isFraction) confidence = Math.min(confidence, 0.4);
  return {
    malId: placed.facts.malId,
    title: placed.facts.title,
    episode: placed.episode,
    confidence: Math.min(1, confidence),
    reason: notes,
    members: placed.facts.members,
  };
}

function isObscure({ members }: TitleFacts, reading: Reading): boolean {
  return members < 2_000 && normalised(reading.base).key.length < 8;
}

function typeFit(name: MediaPathName, { facts }: Placement, hasNumber: boolean): number {
  const type = facts.type ?? "";
  if (/^(?:Music|PV|CM)$/.test(type)) return 0.45;
  if (name.kind === "movie") return type === "Movie" ? 1 : facts.episodes === 1 ? 0.86 : 0.6;
  if (name.kind === "ova")
    return { OVA: 1, Special: 0.97, ONA: 0.9, "TV Special": 0.9 }[type] ?? 0.6;
  if (name.kind === "special")
    return { Special: 1, OVA: 0.97, "TV Special": 0.98, ONA: 0.93 }[type] ?? 0.6;
  if (hasNumber) {
    const isOnly = facts.episodes === 1;
    if (isOnly) return type === "TV" ? 0.9 : 0.7;
    return { TV: 1, ONA: 0.985, OVA: 0.94, Special: 0.88, "TV Special": 0.88 }[type] ?? 0.75;
  }
  if (type === "Movie") return 1;
  return facts.episodes === 1 ? 0.95 : 0.55;
}

/** The year of a later season's folder may be the first one's. */
function yearFit(year: number | null, facts: TitleFacts, root: TitleFacts): number {
  if (year === null) return 1;
  const gaps = [facts.year, root.year]
    .filter((known) => known !== null)
    .map((known) => Math.abs(known - year));
  if (gaps.length === 0) return 0.95;
  const gap = Math.min(...gaps);
  return gap === 0 ? 1 : gap === 1 ? 0.95 : 0.6;
}

function toMatches(scored: readonly Scored[]): MediaMatch[] {
  const best = new Map<number, Scored>();
  for (const one of scored) {
    const known = best.get(one.malId);
    if (known === undefined || known.confidence < one.confidence) best.set(one.malId, one);
  }
  const ranked = [...best.values()].sort(
    (a, b) =>
      Math.round(b.confidence * 100) - Math.round(a.confidence * 100) || b.members - a.members,
  );
  const [first, second] = ranked;
  if (first === undefined) return [];
  const isClose =
    second !== undefined &&
    first.confidence - second.confidence < MIN_LEAD &&
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

export const isSure = ({ confidence, episode }: MediaMatch): boolean =>
  confidence >= SURE && episode !== null;
