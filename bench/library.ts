import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listFolders } from "~/features/library/list-folders.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import { createScanRequests } from "~/features/library/scan-requests";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { removeMediaFolder } from "~/features/playback/media-files/remove-media-folder.server";
import { createAudioEncoder } from "~/media/playback/encode/audio-encoder.server";
import { findFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import { createVideoEncoder } from "~/media/playback/encode/video-encoder.server";
import { createFilePlayer } from "~/media/playback/file-player.server";
import { createLog } from "~/observability/log.server";
import { startLibraryWatch } from "~/process/library-watch.server";
import type { DatabaseClient } from "~db/client.server";
import { benchDatabases, hasFullCatalog, openWithoutTimeouts, ROOT } from "./support/databases";
import { median, ms, percentile, printTable } from "./support/tables";

const FILES = 10_000;
const FILES_PER_TITLE = 12;
const CHANGED = 100;
const IDLE_MS = 20_000;
const VIDEO_SECONDS = 300;
const SEEKS = 40;
const FOLDER_NAME = "bench-library";
const FIXTURE = join(ROOT, "tests/fixtures/containers/h264-aac.mkv");

/** Scans of a large folder, watching it, and packing segments beside `ffmpeg -c copy`. */
export default async function library(): Promise<void> {
  const folder = await realpath(mkdtempSync(join(tmpdir(), "akari-bench-library-")));
  try {
    if (hasFullCatalog()) await measureScans(folder);
    await measureRemux(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureScans(folder: string): Promise<void> {
  const databases = await benchDatabases();
  const database = openWithoutTimeouts(await databases.open());
  const root = join(folder, "anime");
  try {
    const paths = await createFiles(database, folder, root);
    await removeMediaFolder(database.db, FOLDER_NAME).catch(() => undefined);
    await addMediaFolder(database.db, root, FOLDER_NAME);
    const rows = [];
    rows.push(await scanRow(database, `first scan of ${FILES} files`));
    rows.push(await scanRow(database, "again, nothing changed"));
    for (const path of paths.slice(0, CHANGED)) utimesSync(join(root, path), 1.7e9, 1.7e9);
    // Hard links share their times, so all files look changed: the worst case.
    rows.push(await scanRow(database, "again, all changed"));
    const [found] = await listFolders(database.db);
    printTable(["scan", "wall s", "CPU s", "CPU ms per file", "new", "changed", "peak MB"], rows);
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

/** Hard links to one small file, under release names of the most popular series. */
async function createFiles(
  { sql }: DatabaseClient,
  folder: string,
  root: string,
): Promise<string[]> {
  const titles = await sql<{ title: string }[]>`
    SELECT title FROM animes WHERE type = 'TV' AND episodes >= ${FILES_PER_TITLE}
    ORDER BY popularity NULLS LAST LIMIT ${Math.ceil(FILES / FILES_PER_TITLE)}`;
  const original = join(folder, "original.mkv");
  copyFileSync(FIXTURE, original);
  utimesSync(original, 1.6e9, 1.6e9);
  const paths = titles.flatMap(({ title }, index) =>
    Array.from({ length: FILES_PER_TITLE }, (_, episode) =>
      releasePath(title.replaceAll("/", " "), index, episode + 1),
    ),
  );
  const created = [...new Set(paths)].slice(0, FILES);
  for (const path of created) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    linkSync(original, join(root, path));
  }
  return created;
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
  const started = performance.now();
  const cpu = process.cpuUsage();
  const [result] = await scanLibrary(database, { names: [FOLDER_NAME] });
  const wallMs = performance.now() - started;
  const cpuMs = cpuSince(cpu);
  return [
    name,
    (wallMs / 1_000).toFixed(1),
    (cpuMs / 1_000).toFixed(1),
    ms(cpuMs / FILES),
    result?.added ?? 0,
    result?.changed ?? 0,
    Math.round(process.resourceUsage().maxRSS / 1_024),
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
    requests: createScanRequests(),
    intervalMs: 3_600_000,
  });
  // The scans at the start, the second after the settling time of a change.
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

/** A generated film: packing all its segments against one pass of `ffmpeg -c copy`. */
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
  });
  const started = performance.now();
  const { version } = await player.describe(file, () => true);
  const read = async (name: string): Promise<Buffer> => {
    const request = {
      parameters: new URLSearchParams(),
      signal: new AbortController().signal,
      client: "bench",
    };
    const { body } = await player.respond(file, [version, "hls", "video", "copy", name], request);
    return body;
  };
  const playlist = (await read("index.m3u8")).toString("utf8");
  const segments = playlist.split("\n").filter((line) => line.endsWith(".m4s"));
  await read(segments[0] ?? "");
  const firstMs = performance.now() - started;
  const seeks: number[] = [];
  for (let seek = 0; seek < SEEKS; seek += 1) {
    const at = performance.now();
    await read(segments[(seek * 7_919) % segments.length] ?? "");
    seeks.push(performance.now() - at);
  }
  const cpu = process.cpuUsage();
  for (const name of segments) await read(name);
  const ours = cpuSince(cpu);
  await player.close();
  const copy = cpuOfCopy(ffmpeg, file);
  printTable(
    ["remuxing", "Akari", "ffmpeg -c copy"],
    [
      ["CPU ms per GB", Math.round(ours / gigabytes), Math.round(copy / gigabytes)],
      ["probe, playlist and first segment, ms", ms(firstMs), "-"],
      ["a segment after a seek, p50 ms", ms(median(seeks)), "-"],
      ["a segment after a seek, p95 ms", ms(percentile(seeks, 95)), "-"],
    ],
  );
  process.stdout.write(
    `A film of ${VIDEO_SECONDS} s and ${Math.round(gigabytes * 1_000)} MB in ${segments.length} segments.\n`,
  );
}

function createFilm(ffmpeg: string, file: string): void {
  const input = `testsrc2=size=1280x720:rate=24:duration=${VIDEO_SECONDS},noise=alls=20:allf=t`;
  const video = ["-c:v", "libx264", "-preset", "ultrafast", "-b:v", "8M", "-g", "240"];
  execFileSync(ffmpeg, ["-y", "-loglevel", "error", "-f", "lavfi", "-i", input, ...video, file]);
}

/** User and system time in milliseconds, by ffmpeg's own report. */
function cpuOfCopy(ffmpeg: string, file: string): number {
  const fragments = ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov", "/dev/null"];
  const { stderr } = spawnSync(
    ffmpeg,
    ["-y", "-benchmark", "-i", file, "-map", "0:v", "-c", "copy", ...fragments],
    { encoding: "utf8" },
  );
  const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? [];
  return (Number(user) + Number(system)) * 1_000;
}
