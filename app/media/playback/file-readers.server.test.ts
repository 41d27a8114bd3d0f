import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transferableSymbol, valueSymbol } from "piscina";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NotFound } from "~/errors/app-error";
import { createMediaWorker } from "~/media/container/media-worker.server";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { byte, element, text } from "../../../tests/support/media/ebml";
import { directReaders } from "./direct-readers.server";
import { createWorkerReaders, type ReaderTask } from "./file-readers.server";
import type { MadeSegment } from "./make-segment.server";
import { fileVersion } from "./open-file.server";
import run from "./reader-worker";
import { transportPart } from "./transport-index.server";

const FIXTURES = "tests/fixtures/containers";
const HUGE = Buffer.from([0xee, 0x6b, 0x28, 0x00]);

const worker = createMediaWorker<ReaderTask, unknown>({
  workerFile: "app/media/playback/reader-worker.dev.mjs",
  onError: () => undefined,
});
const workerReaders = createWorkerReaders(worker);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "akari-readers-"));
});
afterAll(async () => {
  await worker.close();
  await rm(folder, { recursive: true });
});

const versionOf = async (path: string) => ({ path, version: await fileVersion(path) });

/** A film whose table `type` claims four billion entries. */
async function liar(type: string, offset: number): Promise<{ path: string; version: string }> {
  const bytes = readFileSync(join(FIXTURES, "h264-aac.mp4"));
  HUGE.copy(bytes, bytes.indexOf(type) + 4 + offset);
  const path = join(folder, `${type}-${offset}.mp4`);
  await writeFile(path, bytes);
  return versionOf(path);
}

describe("readers of files", () => {
  it("have the same results in worker threads", async () => {
    const film = await versionOf(join(FIXTURES, "parts.mkv"));
    const index = await directReaders.readFileIndex(film);
    expect(await workerReaders.readFileIndex(film)).toEqual(index);
    const [track] = index.info.tracks.filter(({ format }) => format === "srt");
    const task = {
      ...film,
      track: track?.number ?? 0,
      format: "vtt",
      source: "srt",
      zero: 0,
    } as const;
    const lines = await directReaders.extractSubtitles(task);
    expect(Buffer.from(lines).toString()).toMatch(/^WEBVTT\n\n00:/);
    expect(Buffer.from(await workerReaders.extractSubtitles(task))).toEqual(Buffer.from(lines));
  });

  // The first form is that of ffmpeg; the second has settings beside the text.
  it.each([
    ["D_WEBVTT/SUBTITLES", "id\nline:0 region:a\nAbove", []],
    ["S_TEXT/WEBVTT", "Above", [element("75a1", element("a6", text("a5", "line:0 region:a\nid")))]],
  ])("keep the places of lines in %s", async (codec, line, additions) => {
    const block = element("a1", Buffer.from([0x81, 0, 0, 0]), Buffer.from(line));
    const track = element("ae", byte("d7", 1), byte("83", 17), text("86", codec));
    const film = join(folder, "lines.mkv");
    await writeFile(
      film,
      Buffer.concat([
        element("1a45dfa3", text("4282", "matroska")),
        element(
          "18538067",
          element("1654ae6b", track),
          element("1f43b675", byte("e7", 1), element("a0", block, byte("9b", 2), ...additions)),
        ),
      ]),
    );
    const task = {
      ...(await versionOf(film)),
      ...({ track: 1, format: "vtt", source: "vtt", zero: 0 } as const),
    };
    const lines = Buffer.from(await directReaders.extractSubtitles(task)).toString();
    expect(lines).toBe("WEBVTT\n\n00:00:00.001 --> 00:00:00.003 line:0\nAbove\n");
  });

  it.each(["h264-aac.mp4", "h264-aac.mov", "h264-aac.ts", "h264-aac.mkv", "zlib.mkv"])(
    "make the segments of %s in worker threads",
    async (name) => {
      const film = await versionOf(join(FIXTURES, name));
      const { info, matroska } = await directReaders.readFileIndex(film);
      const timeline = await workerReaders.scanTimeline(film);
      expect(timeline).toEqual(await directReaders.scanTimeline(film));
      for (const { number, kind } of info.tracks) {
        const [segment] = timeline.segments;
        if (segment === undefined || kind === "subtitles") throw new Error("no segment");
        const origin = timeline.audio.get(number)?.first ?? 0;
        const part = { segment, isFirst: true, isLast: false, zero: timeline.start };
        const copied = { ...part, kind, track: number };
        const transport = transportPart(timeline, copied);
        const from = matroska?.firstCluster ?? null;
        const source = { origin, matroska, from, transport, ffmpeg: null };
        const task = { ...film, ...copied, ...source };
        const made = await directReaders.makeSegment(task);
        expect(made.media.length).toBeGreaterThan(500);
        expect(await workerReaders.makeSegment(task)).toEqual(made);
      }
    },
  );

  it("hand over a segment of worker threads without a copy", async () => {
    const film = await versionOf(join(FIXTURES, "h264-aac.mp4"));
    const [segment] = (await directReaders.scanTimeline(film)).segments;
    if (segment === undefined) throw new Error("no segment");
    const part = { segment, isFirst: true, isLast: false, zero: 0, origin: 0 };
    const head = { matroska: null, from: null, transport: null, ffmpeg: null };
    const task = { ...film, ...part, ...head, kind: "video", track: 1 } as const;
    const sent = await run({ name: "makeSegment", task });
    const { result } = Reflect.get(sent, valueSymbol) as { result: MadeSegment };
    expect(Reflect.get(sent, transferableSymbol)).toEqual([result.media.buffer]);
  });

  it("reject a file that has changed, in worker threads too", async () => {
    const film = { path: join(FIXTURES, "parts.mkv"), version: "v0" };
    await expect(directReaders.readFileIndex(film)).rejects.toBeInstanceOf(NotFound);
    await expect(workerReaders.readFileIndex(film)).rejects.toBeInstanceOf(NotFound);
  });

  it.each([
    ["stts", 4],
    ["stts", 8],
    ["stsc", 4],
    ["stsc", 12],
    ["stsz", 8],
    ["stco", 4],
    ["ctts", 8],
  ])("name the problem of a film whose %s lies at byte %i", async (type, offset) => {
    const film = await liar(type, offset);
    await expect(workerReaders.readFileIndex(film)).rejects.toBeInstanceOf(UnreadableMedia);
    await expect(directReaders.readFileIndex(film)).rejects.toBeInstanceOf(UnreadableMedia);
  });
});
