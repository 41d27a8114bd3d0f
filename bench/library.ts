import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createMemoryBudget } from "~/caching/memory-budget";
import { listFolders } from "~/features/library/list-folders.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { removeMediaFolder } from "~/features/playback/media-files/remove-media-folder.server";
import { createAudioEncoder } from "~/media/playback/encode/audio-encoder.server";
import { findFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import { createVideoEncoder } from "~/media/playback/encode/video-encoder.server";
import { createFilePlayer } from "~/media/playback/file-player.server";
import { createThumbnailStore } from "~/media/playback/thumbnails/thumbnail-store.server";
import { createLog } from "~/observability/log.server";
import { startLibraryWatch } from "~/process/library-watch.server";
import type { DatabaseClient } from "~db/client.server";
import { benchDatabases, hasFullCatalog, openWithoutTimeouts, ROOT } from "./support/databases";
import { median, percentile } from "./support/percentiles";
import { ms, printTable } from "./support/tables";

const FILES = 10_000;
const MANY_FILES = 100_000;
const FILES_PER_TITLE = 12;
/** The hard links of one file; ext4 allows 65,000. */
const MAX_LINKS = 50_000;
const IDLE_MS = 20_000;
const VIDEO_SECONDS = 300;
const SEEKS = 40;
const VIEWERS = 16;
const CACHE_BYTES = 64 * 1024 * 1024;
const SEGMENTS_PER_VIEWER = 6;
const FOLDER_NAME = "bench-library";
const FIXTURE = join(ROOT, "tests/fixtures/containers/h264-aac.mkv");

/**
 * Measures scans of a large folder, watching it, and packing segments beside `ffmpeg -c copy`. It
 * has 10,000 files; 100,000 with `--many`.
 */
export default async function library(flags: ReadonlySet<string>): Promise<void> {
  const folder = await realpath(mkdtempSync(join(tmpdir(), "akari-bench-library-")));
  try {
    if (hasFullCatalog()) await measureScans(folder, flags.has("--many") ? MANY_FILES : FILES);
    await measureRemux(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureScans(folder: string, count: number): Promise<void> {
  const databases = await benchDatabases();
  const database = openWithoutTimeouts(await databases.open());
  const root = join(folder, "anime");
  try {
    const { created, originals } = await createFiles(database, { folder, root, count });
    await removeMediaFolder(database.db, FOLDER_NAME).catch(() => undefined);
    await addMediaFolder(database.db, root, FOLDER_NAME);
    const rows = [];
    rows.push(await scanRow(database, `first scan of ${created} files`));
    rows.push(await scanRow(database, "again, nothing changed"));
    renameSync(join(root, "library"), join(root, "renamed"));
    rows.push(await scanRow(database, "again, all moved"));
    // Hard links share their times.
    for (const original of originals) utimesSync(original, 1.7e9, 1.7e9);
    rows.push(await scanRow(database, "again, all changed"));
    const [found] = await listFolders(database.db);
    printTable(
      [
        "scan",
        "wall s",
        "CPU s",
        "ms per file",
        "event loop p99 ms",
        "max ms",
        "changes",
        "MB more",
      ],
      rows,
    );
    process.stdout.write(
      `Attached ${found?.attached ?? 0}, waiting ${found?.waiting ?? 0}, unused ${found?.unused ?? 0}.\n\n`,
    );
    await measureWatch(database);
  } finally {
    await removeMediaFolder(database.db, FOLDER_NAME).catch(() => undefined);
    await database.close();
    await databases.close();
  }
}

/** Hard links to copies of one small file, under release names of the most popular series. */
async function createFiles(
  { sql }: DatabaseClient,
  { folder, root, count }: { folder: string; root: string; count: number },
): Promise<{ created: number; originals: string[] }> {
  const titles = await sql<{ title: string; episodes: number }[]>`
    SELECT title, episodes FROM animes WHERE type = 'TV' AND episodes >= ${FILES_PER_TITLE}
    ORDER BY popularity NULLS LAST`;
  const paths = new Set<string>();
  // Further episodes are added when the titles do not suffice.
  for (let most = FILES_PER_TITLE; paths.size < count; most *= 2)
    titles.forEach(({ title, episodes }, index) => {
      for (let episode = 1; episode <= Math.min(most, episodes); episode += 1)
        if (paths.size < count) paths.add(releasePath(title.replaceAll("/", " "), index, episode));
    });
  const originals: string[] = [];
  for (const [index, path] of [...paths].entries()) {
    if (index % MAX_LINKS === 0) {
      const original = join(folder, `original-${index}.mkv`);
      copyFileSync(FIXTURE, original);
      utimesSync(original, 1.6e9, 1.6e9);
      originals.push(original);
    }
    const file = join(root, "library", path);
    mkdirSync(dirname(file), { recursive: true });
    linkSync(originals.at(-1) ?? "", file);
  }
  return { created: paths.size, originals };
}

function releasePath(title: string, index: number, episode: number): string {
  const number = String(episode).padStart(2, "0");
  const style = index % 4;
  if (style === 0) return `${title}/[Group] ${title} - ${number} (1080p) [0A1B2C3D].mkv`;
  if (style === 1) return `${title}/Season 1/${title} - S01E${number}.mkv`;
  if (style === 2) return `${title}/${title.replaceAll(" ", ".")}.S01E${number}.1080p.WEB-DL.mkv`;
  return `${title} [BD 1080p]/${title} - ${number}v2 [BD 1080p FLAC].mkv`;
}

async function scanRow(database: DatabaseClient, name: string): Promise<(string | number)[]> {
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  const started = performance.now();
  const cpu = process.cpuUsage();
  const [result] = await scanLibrary(database, { names: [FOLDER_NAME] });
  const wallMs = performance.now() - started;
  const cpuMs = cpuSince(cpu);
  delays.disable();
  clearInterval(sampling);
  const { files = 0, added = 0, changed = 0, moved = 0, gone = 0 } = result ?? {};
  return [
    name,
    (wallMs / 1_000).toFixed(1),
    (cpuMs / 1_000).toFixed(1),
    ms(cpuMs / files),
    ms(delays.percentile(99) / 1e6),
    Math.round(delays.max / 1e6),
    added + changed + moved + gone,
    Math.round((peak - before) / 1e6),
  ];
}

/** User and system time of this process in milliseconds. */
function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** What an idle process spends on watching the folders. */
async function measureWatch(database: DatabaseClient): Promise<void> {
  const before = process.memoryUsage().rss;
  const watching = startLibraryWatch({
    database,
    log: createLog("silent"),
    intervalMs: 3_600_000,
    wakeJobs: () => undefined,
  });
  // It reads the folders at the start.
  await sleep(IDLE_MS);
  const cpu = process.cpuUsage();
  await sleep(IDLE_MS);
  const idle = cpuSince(cpu);
  const memory = process.memoryUsage().rss - before;
  await watching.stop();
  printTable(
    ["watching", ""],
    [
      ["CPU ms per minute", ms((idle * 60_000) / IDLE_MS)],
      ["memory MB", (memory / 1e6).toFixed(1)],
    ],
  );
}

/** A generated film: packing its segments beside `ffmpeg -c copy`, alone and for many viewers. */
async function measureRemux(folder: string): Promise<void> {
  const ffmpeg = await findFfmpeg(process.env["FFMPEG_PATH"] ?? null, process.env["PATH"] ?? "");
  if (ffmpeg === null) {
    process.stdout.write("Remuxing is skipped: there is no ffmpeg on this machine.\n");
    return;
  }
  const file = join(folder, "film.mkv");
  createFilm(ffmpeg, file);
  const gigabytes = statSync(file).size / 1e9;
  const findBinary = () => Promise.resolve(null);
  const player = createFilePlayer({
    audioEncoder: createAudioEncoder({ findBinary }),
    videoEncoder: createVideoEncoder({
      findBinary,
      cacheFolder: join(folder, "encoded"),
      maxCacheBytes: 0,
    }),
    thumbnails: createThumbnailStore(join(folder, "pictures")),
    budget: createMemoryBudget(CACHE_BYTES),
  });
  const started = performance.now();
  const { version } = await player.describe(file, () => true);
  const read: ReadPart = async (track, name, client = "bench") => {
    const parameters = new URLSearchParams();
    const { signal } = new AbortController();
    const path = [version, "hls", ...track.split("/"), "copy", name];
    const { body } = await player.respond(file, path, { parameters, signal, client });
    return body;
  };
  const playlist = (await read(VIDEO, "index.m3u8")).toString("utf8");
  const segments = playlist.split("\n").filter((line) => line.endsWith(".m4s"));
  await read(VIDEO, segments[0] ?? "");
  await read(AUDIO, segments[0] ?? "");
  const firstMs = performance.now() - started;
  const seeks = await timed(SEEKS, async (seek) => {
    const name = segments[(seek * 7_919) % segments.length] ?? "";
    await Promise.all([read(VIDEO, name), read(AUDIO, name)]);
  });
  const cpu = process.cpuUsage();
  for (const name of segments) {
    await read(VIDEO, name);
    await read(AUDIO, name);
  }
  const ours = cpuSince(cpu);
  const copy = cpuOfCopy(ffmpeg, file);
  const copiedSeeks = await timed(SEEKS / 4, (seek) => {
    const at = String((seek * 79) % VIDEO_SECONDS);
    spawnSync(ffmpeg, ["-y", "-ss", at, "-i", file, "-t", "10", "-c", "copy", ...FRAGMENTS]);
    return Promise.resolve();
  });
  printTable(
    ["remuxing", "Akari", "ffmpeg -c copy"],
    [
      ["CPU ms per GB", Math.round(ours / gigabytes), Math.round(copy / gigabytes)],
      ["probe, playlist and first segments, ms", ms(firstMs), "-"],
      ["segments after a seek, p50 ms", ms(median(seeks)), ms(median(copiedSeeks))],
      ["segments after a seek, p95 ms", ms(percentile(seeks, 95)), ms(percentile(copiedSeeks, 95))],
    ],
  );
  process.stdout.write(
    `A film of ${VIDEO_SECONDS} s and ${Math.round(gigabytes * 1_000)} MB in ${segments.length} segments.\n\n`,
  );
  await measureViewers(read, segments);
  await player.close();
}

type ReadPart = (track: string, name: string, client?: string) => Promise<Buffer>;

const VIDEO = "video";
/** The film's second track. */
const AUDIO = "audio/2";

/** All start at once at different places and never pause, which is more than players ask for. */
async function measureViewers(read: ReadPart, segments: readonly string[]): Promise<void> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  let bytes = 0;
  const watch = async (viewer: number) => {
    for (let count = 0; count < SEGMENTS_PER_VIEWER; count += 1) {
      const name = segments[(viewer * 7 + count) % segments.length] ?? "";
      const at = performance.now();
      const parts = [VIDEO, AUDIO].map((track) => read(track, name, `viewer ${viewer}`));
      for (const part of await Promise.all(parts)) bytes += part.length;
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: VIEWERS }, (_, viewer) => watch(viewer)));
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(sampling);
  printTable(
    [`${VIEWERS} viewers at once`, ""],
    [
      ["segments of 10 s, p50 ms", ms(median(times))],
      ["segments of 10 s, p95 ms", ms(percentile(times, 95))],
      ["MB per s", Math.round(bytes / 1e6 / seconds)],
      ["CPU ms per GB", Math.round(cpuSince(cpu) / (bytes / 1e9))],
      ["memory per viewer, MB", ((peak - before) / 1e6 / VIEWERS).toFixed(1)],
    ],
  );
}

async function timed(count: number, work: (index: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = performance.now();
    await work(index);
    times.push(performance.now() - at);
  }
  return times;
}

function createFilm(ffmpeg: string, file: string): void {
  const inputs = [
    `testsrc2=size=1280x720:rate=24:duration=${VIDEO_SECONDS},noise=alls=20:allf=t`,
    `sine=frequency=440:duration=${VIDEO_SECONDS}`,
  ].flatMap((input) => ["-f", "lavfi", "-i", input]);
  const video = ["-c:v", "libx264", "-preset", "ultrafast", "-b:v", "8M", "-g", "240"];
  const audio = ["-c:a", "aac", "-b:a", "192k"];
  execFileSync(ffmpeg, ["-y", "-loglevel", "error", ...inputs, ...video, ...audio, file]);
}

const FRAGMENTS = ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov", "/dev/null"];

/** User and system time in milliseconds, by ffmpeg's own report. */
function cpuOfCopy(ffmpeg: string, file: string): number {
  const { stderr } = spawnSync(
    ffmpeg,
    ["-y", "-benchmark", "-i", file, "-map", "0", "-c", "copy", ...FRAGMENTS],
    { encoding: "utf8" },
  );
  const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? [];
  return (Number(user) + Number(system)) * 1_000;
}
