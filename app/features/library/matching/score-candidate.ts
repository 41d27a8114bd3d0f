import { splitSeason, tidy } from "~/features/library/names/season";
import type { ErrorMessage } from "~/i18n/error-message";
import { byBroadcast, episodeOf } from "./match-ids";
import { bestSimilarity, isMainName, isSharedName, SAME_NAME } from "./name-similarity";
import { countedOn, countOn, LONGEST_SEASON, placeEpisode, type Placement } from "./place-episode";
import { placeOnTvdb } from "./place-tvdb";
import { AGAINST_TVDB, SURE } from "./rank-matches";
import { placeZero } from "./place-zero";
import { withNumbers, type Reading } from "./readings";
import { scoreRoman } from "./score-roman";
import { toScored, type Attempt, type Scored } from "./score-match";
import { isCalledSeason, numberOf, prequelsOf, seasonLine } from "./season-line";
import { earlierSeries, isFilm, isOfShort, isSeason } from "./series-of";
import { countOnTvdb } from "./tvdb-series";
import type { TitleFacts, TitleSource } from "./title-facts";

/** The confidence in a number that may count from the season's start or from the series'. */
const AMBIGUOUS = 0.8;
/** Lowers the confidence in a season of TheTVDB that no renaming program wrote into the name. */
const UNSURE_TVDB = 0.97;
/** How alike a title is to its name up to the colon. */
const MAIN_NAME = 0.895;

/** Scores the candidate by its own name, and as the first of several seasons. */
export async function scoreCandidate(source: TitleSource, attempt: Attempt): Promise<Scored[]> {
  const { candidate, reading } = attempt;
  if (reading.isRoman === true) return scoreRoman(source, attempt);
  const numbered = withNumbers(reading);
  const isLater = (reading.season ?? 1) > 1 || (reading.part ?? 1) > 1;
  const written = await ownSimilarity(source, reading.title, candidate);
  const own = splitSeason(reading.title);
  const isNumbered = own.base !== tidy(reading.title);
  // A name without the season is the first season's, unless the candidate is a later one.
  const isOwn =
    !isLater ||
    (isNumbered && (own.season ?? reading.season) === reading.season) ||
    ((await isSeason(source, candidate, reading.season)) && isPartOf(reading, candidate));
  const direct = Math.max(
    isOwn ? written : 0,
    numbered === null ? 0 : bestSimilarity(numbered, candidate) * partFit(reading, candidate),
  );
  const bare = await ownSimilarity(source, reading.base, candidate);
  const onTvdb = await scoreOnTvdb(source, attempt, bare);
  // A program that names files so means the season of TheTVDB.
  if (onTvdb !== null && attempt.name.isJoint && onTvdb.isSameName) return [onTvdb];
  const result: Scored[] = [];
  if (direct >= 0.6 && !(isLater && bare > direct && direct < SAME_NAME))
    result.push(...(await scoreDirect(source, attempt, direct)));
  if (isLater && bare >= 0.7 && (bare > direct || direct < SAME_NAME))
    result.push(...(await scoreAsRoot(source, attempt, bare)));
  // A number within the season on TheTVDB does not count on from another season.
  if (onTvdb === null) return result;
  const exact = result.filter(({ isCounted }) => !isCounted);
  // `2nd Season` is the name of another title than season 2 of TheTVDB; a folder may mean either.
  const named = exact.filter(
    ({ confidence, isNumbered, malId }) =>
      confidence >= SURE && isNumbered && malId !== onTvdb.malId,
  );
  const isDecided = named.length > 0 && !onTvdb.isNumbered && !attempt.name.isFolderSeason;
  if (isDecided) onTvdb.confidence *= AGAINST_TVDB;
  // The season of a title that does not name it is only guessed from its place.
  return [
    onTvdb,
    ...exact.map((one) =>
      one.isNumbered || one.malId === onTvdb.malId
        ? one
        : { ...one, confidence: one.confidence * AGAINST_TVDB },
    ),
  ];
}

/**
 * A title also matches its name up to the colon, and none that it shares with its predecessor.
 */
async function ownSimilarity(
  source: TitleSource,
  written: string,
  candidate: TitleFacts,
): Promise<number> {
  const similarity = bestSimilarity(written, candidate);
  if (similarity >= SAME_NAME) {
    const before = await earlierSeries(source, candidate);
    return before.some(
      (other) =>
        bestSimilarity(written, other) > similarity - 0.045 ||
        // Two parts of a season may both have its name for a synonym.
        (similarity < 0.95 && isMainName(written, other)),
    )
      ? similarity * 0.88
      : similarity;
  }
  if (!isMainName(written, candidate) || candidate.type !== "TV") return similarity;
  const before = await earlierSeries(source, candidate);
  const isShared = before.some(
    (other) => isMainName(written, other) || bestSimilarity(written, other) >= 0.7,
  );
  return isShared ? similarity : MAIN_NAME;
}

/** A `Part 2` without a season is not the title that has no part in its name. */
function isPartOf({ season, part }: Reading, candidate: TitleFacts): boolean {
  return season !== null || (part ?? 1) === 1 || numberOf(candidate, candidate).part === part;
}

/** `Season 2` in a name is not the `Part 2` of the catalog. */
function partFit({ season, part }: Reading, candidate: TitleFacts): number {
  const own = numberOf(candidate, candidate);
  if (part === null && own.season === null && (own.part ?? 1) > 1) return 0.9;
  return season !== null && own.season !== null && own.season !== season ? 0.7 : 0.996;
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
  if (placed.isCounted === true && episode !== null) {
    const other = await countOnTvdb(source, candidate, episode.first);
    const isSame = other?.malId === placed.facts.malId && other.number === placed.episode?.first;
    // A short series between two seasons is counted by some only, and a film by none.
    const isPastFilm = candidate.type === "Movie" && candidate.episodes === 1;
    const at = line.findIndex(({ facts }) => facts.malId === placed?.facts.malId);
    const before = line[at - 1]?.facts;
    const mayBeOfShort =
      before !== undefined &&
      (await isOfShort(source, { line, title: before, number: placed.episode?.first ?? 0 }));
    if ((other !== null && !isSame) || mayBeOfShort || isPastFilm)
      placed = { ...placed, certainty: AMBIGUOUS };
  }
  const continues =
    !placed.isOutside && placed.facts.title.toLowerCase().startsWith(candidate.title.toLowerCase());
  if (placed.isOutside || (placed.facts.malId !== candidate.malId && !continues)) {
    const fromStart =
      (await placeFromStart(source, candidate, episode)) ??
      (await placeInSeason(source, candidate, episode));
    const isWithinSeason =
      !placed.isOutside &&
      reading.season !== null &&
      numberOf(placed.facts, candidate).season === reading.season;
    const mayBeOfShort =
      episode !== null &&
      candidate.episodes !== null &&
      (await isOfShort(source, {
        line,
        title: candidate,
        number: episode.first - candidate.episodes,
      }));
    if (mayBeOfShort && fromStart !== null) placed = { ...fromStart, certainty: AMBIGUOUS };
    else if (isWithinSeason && fromStart !== null) placed = { ...placed, certainty: AMBIGUOUS };
    else if (fromStart !== null)
      // Numbers that follow a season usually count from its start.
      placed = reading.season === null ? fromStart : { ...fromStart, certainty: AMBIGUOUS };
  }
  const zero = await placeZero(source, placed);
  return [
    toScored(attempt, {
      similarity,
      placed: zero ?? placed,
      isOfSeries: zero !== null,
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
  const placed = at <= 0 ? null : countOn(line, episode);
  const isOfName = placed?.facts.title.startsWith(candidate.title) === true;
  return isOfName ? { ...placed, certainty: 0.97 } : null;
}

/** The numbers of a second cour may count from its season's start, as on TheTVDB. */
async function placeInSeason(
  source: TitleSource,
  candidate: TitleFacts,
  wanted: { first: number; last: number } | null,
): Promise<Placement | null> {
  if (wanted === null) return null;
  const episodes = (await source.tvdb([candidate.malId])).get(candidate.malId)?.episodes ?? [];
  const numberOn = (number: number) =>
    episodes.find(({ season, episode }) => season > 0 && episode === number)?.number;
  const [first, last] = [numberOn(wanted.first), numberOn(wanted.last)];
  if (first === undefined || last === undefined || first >= wanted.first) return null;
  return counted(candidate, { first, last }, wanted.first - first);
}

function counted(
  facts: TitleFacts,
  episode: { first: number; last: number },
  offset: number,
): Placement {
  return { facts, episode, certainty: 0.97, isOutside: false, reasons: [countedOn(offset)] };
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
    const isContinuous =
      !line.some(({ season }) => season === reading.season) &&
      (reading.episode?.first ?? 0) > LONGEST_SEASON &&
      (candidate.episodes ?? Infinity) >= (reading.episode?.last ?? 0);
    return [
      toScored(attempt, {
        similarity: similarity * (isContinuous ? 0.95 : 0.62),
        placed: isContinuous ? { ...placed, isOutside: false } : placed,
        how: isContinuous ? "match.numberedThrough" : "match.noSuchSeason",
      }),
    ];
  }
  // Other sites divide a long series into seasons, unless a title is called that season.
  const isLong =
    (candidate.episodes ?? Infinity) > LONGEST_SEASON &&
    !(reading.season !== null && isCalledSeason(placed.facts, candidate, reading.season));
  const isDoubtful = isLong || (await isFilm(source, candidate, reading.season));
  // `Bleach: Thousand-Year Blood War` has seasons of its own, which its name begins.
  const isStart =
    placed.facts.title.startsWith(candidate.title) ||
    (await earlierSeries(source, candidate)).length === 0;
  const zero = await placeZero(source, placed);
  return [
    toScored(attempt, {
      similarity: similarity * (isDoubtful ? 0.8 : isStart ? 0.985 : 0.85),
      placed: zero ?? placed,
      isOfSeries: zero !== null,
      how: seasonOf(reading, candidate),
    }),
  ];
}

/** Takes the season and the number for those of TheTVDB, in the series of the candidate. */
async function scoreOnTvdb(
  source: TitleSource,
  attempt: Attempt,
  bare: number,
): Promise<Scored | null> {
  const { candidate, reading, name } = attempt;
  const { season, part, episode } = reading;
  const isEpisode = name.kind === "episode" && !name.isFraction && part === null;
  if (!isEpisode || season === null || season === 0 || episode === null) return null;
  // A name that others share begins theirs, and is at least that much alike.
  if (bare < (name.isJoint ? 0.6 : 0.7)) return null;
  const place = await placeOnTvdb(source, candidate, { season, ...episode });
  if (place === null) return null;
  const isShared = name.isJoint && isSharedName(reading.base, candidate, place.facts);
  const similarity = isShared ? Math.max(bare, SAME_NAME) : bare;
  if (similarity < 0.7) return null;
  const how: ErrorMessage = {
    key: "match.tvdb",
    values: { title: candidate.title, season, episode: episode.first },
  };
  const certainty = place.certainty * (name.isJoint ? 1 : UNSURE_TVDB);
  const placed: Placement = { ...place, certainty, isOutside: false, reasons: [] };
  return { ...toScored(attempt, { similarity, placed, how, isOfSeries: true }), isOnTvdb: true };
}

function seasonOf({ season, part }: Reading, { title }: TitleFacts): ErrorMessage {
  const values = { season: season ?? 1, title };
  return part === null
    ? { key: "match.seasonOf", values }
    : { key: "match.partOf", values: { ...values, part } };
}
