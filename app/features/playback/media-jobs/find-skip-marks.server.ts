import { createHash } from "node:crypto";
import { eq, inArray, notExists, sql } from "drizzle-orm";
import { AppError } from "~/errors/app-error";
import { probeMediaFile } from "~/media/container/probe-media-file.server";
import { chooseSegment } from "~/media/playback/fingerprint/choose-segment";
import { findCommonSegment, type Segment } from "~/media/playback/fingerprint/common-segment";
import {
  getFingerprints,
  type FileFingerprints,
} from "~/media/playback/fingerprint/file-fingerprints.server";
import type { Database } from "~db/client.server";
import { episodeSources, foundSkipMarks } from "~db/schema";
import { findVersion, listOwnFiles, type OwnFile } from "./list-own-files.server";

interface SkipMarkOptions {
  cacheFolder: string;
  /** Null where there is none; then nothing is compared. */
  ffmpeg: string | null;
  signal: AbortSignal;
}

export interface SkipMarkCounts {
  /** Files that were compared with others of their season. */
  compared: number;
  /** Of these, with an intro or an outro. */
  marked: number;
  /** Files that wait for an ffmpeg. */
  uncompared: number;
}

interface Episode extends OwnFile {
  number: number;
  version: string;
}

/** The closest by number, as openings change with the season's half. */
const MAX_OTHERS = 4;
/** An outro that ends this close to the end is followed by nothing. */
const END_TOLERANCE_SECONDS = 5;

/**
 * Compares the audio of each title's episodes, those again whose neighbours are new. Files of
 * several episodes are left out, and each episode's files are compared with other episodes' only.
 */
export async function findSkipMarks(
  db: Database,
  { cacheFolder, ffmpeg, signal }: SkipMarkOptions,
): Promise<SkipMarkCounts> {
  const files = await listOwnFiles(db);
  await forgetRemoved(db);
  const counts = { compared: 0, marked: 0, uncompared: 0 };
  for (const season of groupByTitle(files).values()) {
    const episodes = await findPresent(season);
    const known = await listCompared(db, episodes);
    const fingerprints = new Map<string, Promise<FileFingerprints | null>>();
    const load = (ffmpegPath: string, episode: Episode) => {
      const found =
        fingerprints.get(episode.path) ??
        fingerprintOf(episode, { ffmpeg: ffmpegPath, cacheFolder, signal });
      fingerprints.set(episode.path, found);
      return found;
    };
    for (const episode of episodes) {
      const others = closestOthers(episode, episodes);
      const comparedWith = identify(episode, others);
      if (others.length === 0 || known.get(episode.address) === comparedWith) continue;
      if (ffmpeg === null) {
        counts.uncompared += 1;
        continue;
      }
      const marks = await compare(episode, others, (other) => load(ffmpeg, other), signal).catch(
        (error: unknown) => {
          if (signal.aborted) return null;
          throw error;
        },
      );
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
        .where(eq(episodeSources.address, foundSkipMarks.address)),
    ),
  );
}

function groupByTitle(files: readonly OwnFile[]): Map<number, OwnFile[]> {
  const seasons = new Map<number, OwnFile[]>();
  for (const file of files) seasons.set(file.animeId, [...(seasons.get(file.animeId) ?? []), file]);
  return seasons;
}

async function findPresent(files: readonly OwnFile[]): Promise<Episode[]> {
  const episodes: Episode[] = [];
  for (const file of files) {
    const { number } = file;
    const version = number === null ? null : await findVersion(file.path);
    if (number !== null && version !== null) episodes.push({ ...file, number, version });
  }
  return episodes.sort(
    (one, other) => one.number - other.number || (one.address < other.address ? -1 : 1),
  );
}

async function listCompared(
  db: Database,
  episodes: readonly Episode[],
): Promise<Map<string, string>> {
  if (episodes.length === 0) return new Map();
  const rows = await db
    .select({ address: foundSkipMarks.address, comparedWith: foundSkipMarks.comparedWith })
    .from(foundSkipMarks)
    .where(
      inArray(
        foundSkipMarks.address,
        episodes.map(({ address }) => address),
      ),
    );
  return new Map(rows.map(({ address, comparedWith }) => [address, comparedWith]));
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
  const hash = createHash("sha256");
  for (const { address, version } of [episode, ...others]) hash.update(`${version} ${address}\0`);
  return hash.digest("base64url");
}

/** Null for a file that has none, also because it is damaged or was removed. */
async function fingerprintOf(
  { path, version }: Episode,
  options: { ffmpeg: string; cacheFolder: string; signal: AbortSignal },
): Promise<FileFingerprints | null> {
  try {
    const info = await probeMediaFile(path, { signal: options.signal });
    return await getFingerprints({ path, version }, { ...options, info });
  } catch (error) {
    if (
      !options.signal.aborted &&
      (error instanceof AppError || (await findVersion(path)) === null)
    )
      return null;
    throw error;
  }
}

interface Marks {
  intro: Segment | null;
  /** An end of null is the end of the episode. */
  outro: { start: number; end: number | null } | null;
}

async function compare(
  episode: Episode,
  others: readonly Episode[],
  load: (episode: Episode) => Promise<FileFingerprints | null>,
  signal: AbortSignal,
): Promise<Marks> {
  const own = await load(episode);
  if (own === null) return { intro: null, outro: null };
  const intros: (Segment | null)[] = [];
  const outros: (Segment | null)[] = [];
  for (const other of others) {
    const theirs = await load(other);
    if (theirs === null) continue;
    intros.push(await findCommonSegment(own.intro, theirs.intro, signal));
    outros.push(await findCommonSegment(own.outro, theirs.outro, signal));
  }
  const outro = chooseSegment(outros);
  const { outroStart, duration } = own;
  const outroEnd = outro === null ? null : outroStart + outro.end;
  return {
    intro: chooseSegment(intros),
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
    .values({ address: episode.address, ...columns })
    .onConflictDoUpdate({ target: foundSkipMarks.address, set: columns });
}
