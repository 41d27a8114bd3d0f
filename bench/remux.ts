import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryBudget } from "~/caching/memory-budget";
import { createMediaWorker } from "~/media/container/media-worker.server";
import { createAudioEncoder } from "~/media/playback/encode/audio-encoder.server";
import { findFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import { createVideoEncoder } from "~/media/playback/encode/video-encoder.server";
import { createFilePlayer, type FilePlayer } from "~/media/playback/file-player.server";
import {
  createWorkerReaders,
  READER_LANES,
  type ReaderTask,
} from "~/media/playback/file-readers.server";
import { createThumbnailStore } from "~/media/playback/thumbnails/thumbnail-store.server";
import { ROOT } from "./support/databases";
import { median } from "./support/percentiles";
import { printTable } from "./support/tables";

/** The film is this part three times. */
const SECONDS = 180;
const ROUNDS = 3;
const CACHE_BYTES = 64 * 1024 * 1024;
const SCAN_WAIT_MS = 600_000;
const AIM = 2.5;
const CONTAINERS = ["mkv", "mp4", "ts"];

/**
 * Compares the processor time of making all segments of a film, from its scan on and in worker
 * threads, with that of one `ffmpeg -c copy` which writes the same film as HLS.
 */
export default async function remux(): Promise<void> {
  const ffmpeg = await findFfmpeg(process.env["FFMPEG_PATH"] ?? null, process.env["PATH"] ?? "");
  if (ffmpeg === null) {
    process.stdout.write("There is no ffmpeg on this machine.\n");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "akari-bench-remux-"));
  try {
    const part = join(folder, "part.mkv");
    createFilm(ffmpeg, part);
    const source = join(folder, "film.mkv");
    run(ffmpeg, ["-stream_loop", "2", "-i", part, "-c", "copy", source]);
    const rows = [];
    for (const container of CONTAINERS) {
      const film = join(folder, `film.${container}`);
      if (film !== source) run(ffmpeg, ["-i", source, "-c", "copy", film]);
      rows.push(await compare(ffmpeg, folder, film));
    }
    printTable(["film", "MB", "Akari, CPU s", "ffmpeg, CPU s", "ratio", "aim"], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(ffmpeg: string, folder: string, film: string): Promise<(string | number)[]> {
  const container = film.slice(film.lastIndexOf(".") + 1);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await secondsOfPlaying(folder, film, container));
    theirs.push(secondsOfCopy(ffmpeg, folder, film));
  }
  const [akari, copy] = [median(ours), median(theirs)];
  const megabytes = Math.round(statSync(film).size / 1e6);
  const ratio = (akari / copy).toFixed(2);
  return [container, megabytes, akari.toFixed(2), copy.toFixed(2), ratio, `≤ ${AIM}`];
}

/** Processor seconds, after a short film of the same kind has loaded what reads it. */
async function secondsOfPlaying(folder: string, film: string, container: string): Promise<number> {
  const worker = createMediaWorker<ReaderTask, unknown>({
    workerFile: join(ROOT, "app/media/playback/reader-worker.dev.mjs"),
    onError: (error) => process.stderr.write(`${String(error)}\n`),
    lanes: READER_LANES,
    threadsPerClient: 1,
  });
  const findBinary = () => Promise.resolve(null);
  const player = createFilePlayer({
    audioEncoder: createAudioEncoder({ findBinary }),
    videoEncoder: createVideoEncoder({ findBinary, cacheFolder: folder, maxCacheBytes: 0 }),
    thumbnails: createThumbnailStore(join(folder, "thumbnails")),
    budget: createMemoryBudget(CACHE_BYTES),
    readers: createWorkerReaders(worker),
    scanWaitMs: SCAN_WAIT_MS,
  });
  try {
    await playAll(player, join(ROOT, `tests/fixtures/containers/h264-aac.${container}`));
    const start = process.cpuUsage();
    await playAll(player, film);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  } finally {
    await player.close();
    await worker.close();
  }
}

async function playAll(player: FilePlayer, film: string): Promise<void> {
  const { version, info } = await player.describe(film, () => true);
  const read = async (...path: string[]) => {
    const parameters = new URLSearchParams();
    const { signal } = new AbortController();
    const request = { parameters, signal, client: "bench" };
    return (await player.respond(film, [version, "hls", ...path], request)).body;
  };
  const sound = info.tracks.find(({ kind }) => kind === "audio");
  for (const rendition of [
    ["video", "copy"],
    ["audio", String(sound?.number), "copy"],
  ]) {
    const playlist = (await read(...rendition, "index.m3u8")).toString("utf8");
    for (const name of playlist.split("\n").filter((line) => line.endsWith(".m4s")))
      await read(...rendition, name);
  }
}

/** User and system time of the program, which the shell's `times` tells on its second line. */
function secondsOfCopy(ffmpeg: string, folder: string, film: string): number {
  const hls = join(folder, "hls");
  mkdirSync(hls);
  try {
    const args = [
      ...["-loglevel", "error", "-i", film, "-c", "copy", "-bsf:a", "aac_adtstoasc", "-f", "hls"],
      ...["-hls_segment_type", "fmp4", "-hls_time", "6", "-hls_list_size", "0"],
      join(hls, "index.m3u8"),
    ];
    const script = '"$@" && times';
    const times = execFileSync("sh", ["-c", script, "sh", ffmpeg, ...args], { encoding: "utf8" });
    const [, children = ""] = times.trim().split("\n");
    const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
    return parts.reduce(
      (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
      0,
    );
  } finally {
    rmSync(hls, { recursive: true });
  }
}

function run(ffmpeg: string, args: readonly string[]): void {
  execFileSync(ffmpeg, ["-y", "-loglevel", "error", ...args]);
}

function createFilm(ffmpeg: string, film: string): void {
  const inputs = [
    `testsrc2=size=1280x720:rate=24:duration=${SECONDS},noise=alls=20:allf=t`,
    `sine=frequency=440:duration=${SECONDS}`,
  ].flatMap((input) => ["-f", "lavfi", "-i", input]);
  const video = ["-c:v", "libx264", "-preset", "ultrafast", "-b:v", "8M", "-g", "240"];
  run(ffmpeg, [...inputs, ...video, "-c:a", "aac", "-b:a", "192k", film]);
}
