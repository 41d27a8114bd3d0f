import { createHash } from "node:crypto";
import { eq, inArray, notExists, sql } from "drizzle-orm";
import { AppError } from "~/errors/app-error";
import type { ProbeMedia } from "~/media/container/media-worker.server";
import {
  findCommonSegment,
  type CommonSegment,
  type Segment,
} from "~/media/playback/fingerprint/common-segment";
import { getFingerprints } from "~/media/playback/fingerprint/file-fingerprints.server";
import { findSeasonSegment, type FindCommon } from "~/media/playback/fingerprint/season-segment";
import type { Database } from "~db/client.server";
import { episodeSources, foundSkipMarks } from "~db/schema";
import { findVersion, listMediaFiles, type ListedMediaFile } from "./list-media-files.server";
import { searchedSounds, type SearchedSounds } from "./searched-sounds";

interface SkipMarkOptions {
  cacheFolder: string;
  /** The path of ffmpeg, or null where there is none; then nothing is compared. */
  ffmpeg: string | null;
  /** Reads what is in a media file. */
  probe: ProbeMedia;
  signal: AbortSignal;
}

export interface SkipMarkCounts {
  /** Files that were compared with others of their season. */
  compared: number;
  /** Compared files in which an intro or an outro was found. */
  marked: number;
  /** Files that wait for an ffmpeg. */
  uncompared: number;
}

interface Episode extends ListedMediaFile {
  number: number;
  version: string;
}

/** The closest by number, as openings change with the season's half. */
const MAX_OTHERS = 4;
/** An outro that ends this close to the end is followed by nothing. */
const END_TOLERANCE_SECONDS = 5;
/**
 * The method is raised when marks are found in another way, so that all episodes are compared
 * again.
 */
const METHOD = "3";

/**
 * Compares the audio of each title's episodes, those again whose neighbours are new. Files of
 * several episodes are left out, and each episode's files are compared with other episodes' only.
 */
export async function findSkipMarks(
  db: Database,
  { cacheFolder, ffmpeg, probe, signal }: SkipMarkOptions,
): Promise<SkipMarkCounts> {
  const files = await listMediaFiles(db);
  await forgetRemoved(db);
  const counts = { compared: 0, marked: 0, uncompared: 0 };
  for (const season of groupByTitle(files).values()) {
    const episodes = await findPresent(season);
    const existing = await listCompared(db, episodes);
    const fingerprints = new Map<string, Promise<SearchedSounds | null>>();
    const findCommon = rememberCommon(signal);
    const load = (ffmpegPath: string, episode: Episode) => {
      const found =
        fingerprints.get(episode.path) ??
        fingerprintOf(episode, { ffmpeg: ffmpegPath, cacheFolder, probe, signal });
      fingerprints.set(episode.path, found);
      return found;
    };
    for (const episode of episodes) {
      const others = closestOthers(episode, episodes);
      const comparedWith = identify(episode, others);
      if (others.length === 0 || existing.get(episode.url) === comparedWith) continue;
      if (ffmpeg === null) {
        counts.uncompared += 1;
        continue;
      }
      const marks = await compare(
        episode,
        others,
        (other) => load(ffmpeg, other),
        findCommon,
      ).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (marks === null) return counts;
      await store(db, { episode, comparedWith, ...marks });
      counts.compared += 1;
      if (marks.intro !== null || marks.outro !== null) counts.marked += 1;
    }
  }
  return counts;
}

async function forgetRemoved(db: Database): Promise<void> {
  await db.delete(foundSkipMarks).where(
    notExists(
      db
        .select({ one: sql`1` })
        .from(episodeSources)
        .where(eq(episodeSources.url, foundSkipMarks.url)),
    ),
  );
}

function groupByTitle(files: readonly ListedMediaFile[]): Map<number, ListedMediaFile[]> {
  const seasons = new Map<number, ListedMediaFile[]>();
  for (const file of files) seasons.set(file.animeId, [...(seasons.get(file.animeId) ?? []), file]);
  return seasons;
}

async function findPresent(files: readonly ListedMediaFile[]): Promise<Episode[]> {
  const episodes: Episode[] = [];
  for (const file of files) {
    const { number } = file;
    const version = number === null ? null : await findVersion(file.path);
    if (number !== null && version !== null) episodes.push({ ...file, number, version });
  }
  return episodes.sort((one, other) => one.number - other.number || (one.url < other.url ? -1 : 1));
}

async function listCompared(
  db: Database,
  episodes: readonly Episode[],
): Promise<Map<string, string>> {
  if (episodes.length === 0) return new Map();
  const rows = await db
    .select({ url: foundSkipMarks.url, comparedWith: foundSkipMarks.comparedWith })
    .from(foundSkipMarks)
    .where(
      inArray(
        foundSkipMarks.url,
        episodes.map(({ url }) => url),
      ),
    );
  return new Map(rows.map(({ url, comparedWith }) => [url, comparedWith]));
}

/** One file of each of the closest other episodes. */
function closestOthers(episode: Episode, episodes: readonly Episode[]): Episode[] {
  const others = new Map<number, Episode>();
  for (const other of episodes)
    if (other.number !== episode.number && !others.has(other.number))
      others.set(other.number, other);
  const distance = ({ number }: Episode) => Math.abs(number - episode.number);
  return [...others.values()]
    .sort((one, other) => distance(one) - distance(other) || one.number - other.number)
    .slice(0, MAX_OTHERS);
}

function identify(episode: Episode, others: readonly Episode[]): string {
  const hash = createHash("sha256").update(`${METHOD}\0`);
  for (const { url, version } of [episode, ...others]) hash.update(`${version} ${url}\0`);
  return hash.digest("base64url");
}

/** Returns null for a file without a fingerprint, also because it is damaged or was removed. */
async function fingerprintOf(
  { path, version }: Episode,
  options: Omit<SkipMarkOptions, "ffmpeg"> & { ffmpeg: string },
): Promise<SearchedSounds | null> {
  try {
    const info = await options.probe(path, { signal: options.signal });
    const fingerprints = await getFingerprints({ path, version }, { ...options, info });
    return fingerprints === null ? null : searchedSounds(fingerprints, info);
  } catch (error) {
    if (
      !options.signal.aborted &&
      (error instanceof AppError || (await findVersion(path)) === null)
    )
      return null;
    throw error;
  }
}

/** Neighbours ask for the same pairs: each is compared once in a season. */
function rememberCommon(signal: AbortSignal): FindCommon {
  const pairs = new Map<Uint32Array, Map<Uint32Array, Promise<CommonSegment | null>>>();
  return (one, other) => {
    const ofOne = pairs.get(one) ?? new Map<Uint32Array, Promise<CommonSegment | null>>();
    pairs.set(one, ofOne);
    const found = ofOne.get(other) ?? findCommonSegment(one, other, signal);
    ofOne.set(other, found);
    return found;
  };
}

interface Marks {
  intro: Segment | null;
  /** An end of null is the end of the episode. */
  outro: { start: number; end: number | null } | null;
}

async function compare(
  episode: Episode,
  others: readonly Episode[],
  load: (episode: Episode) => Promise<SearchedSounds | null>,
  findCommon: FindCommon,
): Promise<Marks> {
  const own = await load(episode);
  if (own === null) return { intro: null, outro: null };
  const loaded: SearchedSounds[] = [];
  for (const other of others) {
    const theirs = await load(other);
    if (theirs !== null) loaded.push(theirs);
  }
  const intros = loaded.map(({ intro }) => intro);
  const outros = loaded.map(({ outro }) => outro);
  const outro = await findSeasonSegment(own.outro, outros, findCommon);
  const { outroStart, duration } = own;
  const outroEnd = outro === null ? null : outroStart + outro.end;
  return {
    intro: await findSeasonSegment(own.intro, intros, findCommon),
    outro:
      outro === null
        ? null
        : {
            start: outroStart + outro.start,
            end: outroEnd === null || outroEnd > duration - END_TOLERANCE_SECONDS ? null : outroEnd,
          },
  };
}

async function store(
  db: Database,
  { episode, comparedWith, intro, outro }: Marks & { episode: Episode; comparedWith: string },
): Promise<void> {
  const columns = {
    version: episode.version,
    comparedWith,
    introStart: intro?.start ?? null,
    introEnd: intro?.end ?? null,
    outroStart: outro?.start ?? null,
    outroEnd: outro?.end ?? null,
    foundAt: sql`now()`,
  };
  await db
    .insert(foundSkipMarks)
    .values({ url: episode.url, ...columns })
    .onConflictDoUpdate({ target: foundSkipMarks.url, set: columns });
}
