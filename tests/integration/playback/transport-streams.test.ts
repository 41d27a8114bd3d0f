// @module-tag rest
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { directReaders } from "~/media/playback/direct-readers.server";
import { makeFrom, type SegmentTask } from "~/media/playback/make-segment.server";
import { bytesOf, openFile } from "~/media/playback/open-file.server";
import { withTimeline } from "~/media/playback/read-index.server";
import { audioSegments } from "~/media/playback/serve/segments.server";
import { transportPart } from "~/media/playback/transport-index.server";
import { FFMPEG, ffmpeg } from "../../support/media/ffmpeg";
import { packetsOf } from "../../support/media/film-player";

const PACKET = 188;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akari-transport-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function film(name: string, ...args: string[]): string {
  const path = join(folder, name);
  ffmpeg(
    ...["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=24:duration=25"],
    ...["-f", "lavfi", "-i", "sine=frequency=440:duration=25:sample_rate=48000"],
    ...["-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "48", "-c:v", "libx264"],
    ...["-c:a", "aac", ...args, path],
  );
  return path;
}

/** A film whose bytes are changed. */
function changed(path: string, name: string, change: (bytes: Buffer) => Buffer): string {
  const other = join(folder, name);
  writeFileSync(other, change(readFileSync(path)));
  return other;
}

/** Drops the marks of packets at which reading can start. */
function withoutMarks(bytes: Buffer): Buffer {
  for (let at = 0; at + PACKET <= bytes.length; at += PACKET)
    if (((bytes[at + 3] ?? 0) & 0x20) !== 0 && (bytes[at + 4] ?? 0) > 0)
      bytes[at + 5] = (bytes[at + 5] ?? 0) & 0xbf;
  return bytes;
}

async function openTransport(path: string) {
  const file = await openFile(path);
  onTestFinished(() => file.handle.close());
  const index = await directReaders.readFileIndex(file);
  const { info, timeline } = withTimeline(index, await directReaders.scanTimeline(file));
  const tasksOf = ({ number, kind }: (typeof info.tracks)[number]) => {
    if (kind === "subtitles") throw new Error("no film of these has subtitles");
    const isVideo = kind === "video";
    const segments = isVideo ? timeline.segments : audioSegments(timeline, number, "copy");
    return segments.map((segment, position): SegmentTask => {
      const ends = { isFirst: position === 0, isLast: position === segments.length - 1 };
      const copied = { kind, track: number, segment, ...ends, zero: timeline.start };
      return {
        ...{ ...copied, path, version: file.version, matroska: null, from: null },
        origin: timeline.audio.get(number)?.first ?? 0,
        transport: transportPart(timeline, copied),
        ffmpeg: null,
      };
    });
  };
  const make = async (task: SegmentTask) => {
    const bytes = bytesOf(file, {});
    const { init, media } = await makeFrom(bytes, task);
    return { init, media, bytesRead: bytes.bytesRead };
  };
  return { file, info, timeline, tasksOf, make };
}

const B_FRAMES = ["-bf", "3", "-b_strategy", "0"];
const OPEN = ["-x264-params", "open-gop=1:b-pyramid=2"];
const M2TS = ["-f", "mpegts", "-mpegts_m2ts_mode", "1"];
/** Times wrap after 95,443.7 seconds. */
const WRAPS = ["-output_ts_offset", "95435"];
const HEVC = ["-c:v", "libx265", "-x265-params", "open-gop=1:log-level=none"];

describe.skipIf(FFMPEG === undefined)("segments of transport streams (needs ffmpeg)", () => {
  const films: readonly (readonly [name: string, make: () => string])[] = [
    ["B-frames and AAC", () => film("b.ts", ...B_FRAMES)],
    ["open GOPs and AC-3, of a disc", () => film("o.m2ts", ...OPEN, "-c:a", "ac3", ...M2TS)],
    ["HEVC with open GOPs", () => film("hevc.ts", ...HEVC)],
    ["times that wrap", () => film("wrap.ts", ...B_FRAMES, ...WRAPS)],
    ["slices and 44.1 kHz", () => film("slices.ts", "-slices", "4", "-ar", "44100")],
    [
      "no marks of key frames",
      () => changed(film("unmarked.ts", ...OPEN), "without.ts", withoutMarks),
    ],
    [
      "a start within a group of pictures",
      () =>
        changed(film("whole.ts", ...B_FRAMES), "cut.ts", (bytes) => bytes.subarray(200 * PACKET)),
    ],
  ];

  it.each(films)("have the frames that the library reads: %s", async (_name, makeFilm) => {
    const { info, timeline, tasksOf, make } = await openTransport(makeFilm());
    expect(info.tracks.map(({ kind }) => kind)).toEqual(["video", "audio"]);
    expect(timeline.segments.length).toBeGreaterThan(2);
    for (const track of info.tracks) {
      let end: number | null = null;
      for (const task of tasksOf(track)) {
        expect(task.transport).not.toBeNull();
        const ours = await make(task);
        const library = await make({ ...task, transport: null });
        expect(ours.init).toEqual(library.init);
        const frames = await packetsOf(Buffer.concat([ours.init, ours.media]));
        const [first] = frames;
        const start = task.segment.start - timeline.start;
        if (track.kind === "video") {
          expect(ours.media.equals(library.media)).toBe(true);
          expect(first?.time).toBeCloseTo(start, 4);
          continue;
        }
        const expected = await packetsOf(Buffer.concat([library.init, library.media]));
        const data = new Set(expected.map((frame) => frame.data.toString("hex")));
        // The library has silence beside the same sound where a frame's middle is at a cut.
        expect(Math.abs(expected.length - frames.length)).toBeLessThanOrEqual(1);
        for (const frame of frames.slice(1, -1))
          expect(data.has(frame.data.toString("hex"))).toBe(true);
        if (end !== null) expect(first?.time).toBeCloseTo(end, 4);
        const last = frames.at(-1);
        end = (last?.time ?? 0) + (last?.duration ?? 0);
      }
    }
  });

  it("are the same whatever was asked for before", async () => {
    const path = film("order.ts", ...B_FRAMES);
    const one = await openTransport(path);
    const other = await openTransport(path);
    for (const track of one.info.tracks) {
      const made = [];
      for (const task of one.tasksOf(track)) made.push(await one.make(task));
      for (const [position, task] of [...other.tasksOf(track).entries()].reverse())
        expect(
          (await other.make(task)).media.equals(made[position]?.media ?? Buffer.alloc(0)),
        ).toBe(true);
    }
  });

  it("without a mark are found by the same key frames as with them", async () => {
    const marked = film("marks.ts", ...B_FRAMES);
    const unmarked = changed(marked, "no-marks.ts", withoutMarks);
    const [one, other] = [await openTransport(marked), await openTransport(unmarked)];
    expect(other.timeline.keyframes).toEqual(one.timeline.keyframes);
    expect(other.timeline.segments).toEqual(one.timeline.segments);
  });

  it("of a codec that is not read here are read by the library", async () => {
    const { info, tasksOf, make } = await openTransport(film("mp3.ts", "-c:a", "libmp3lame"));
    const [, sound] = info.tracks;
    if (sound === undefined) throw new Error("no sound");
    for (const task of tasksOf(sound)) {
      expect(task.transport).toBeNull();
      expect((await make(task)).media.length).toBeGreaterThan(1_000);
    }
  });
});
