// @module-tag rest
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { directReaders } from "~/media/playback/direct-readers.server";
import { createAudioEncoder } from "~/media/playback/encode/audio-encoder.server";
import type { FilePlayer } from "~/media/playback/file-player.server";
import { createSegmentCopier } from "~/media/playback/copy-segment.server";
import { bytesOf, openFile } from "~/media/playback/open-file.server";
import { withTimeline } from "~/media/playback/read-index.server";
import { testDatabase } from "../../support/database/test-database";
import { FFMPEG, ffmpeg } from "../../support/media/ffmpeg";
import { createFilmPlayer, packetsOf } from "../../support/media/film-player";
import { createTestServices } from "../../support/server/context";

const RATE = 48_000;
const [WIDTH, HEIGHT] = [160, 90];
/** Frames of this rate do not start at whole seconds. */
const NTSC = "30000/1001";
const NTSC_FRAME = 1_001 / 30_000;
const database = await testDatabase();

let folder: string;
let player: FilePlayer;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akari-kinds-"));
  player = createTestServices({ FFMPEG_PATH: FFMPEG ?? "", TRANSCODE_HARDWARE: "off" }, database)
    .media.filePlayer;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Moving images and a sound that beeps at each full second. */
const movingImages = (seconds: number, rate = "24") => [
  ...["-f", "lavfi", "-i", `testsrc2=size=${WIDTH}x${HEIGHT}:rate=${rate}:duration=${seconds}`],
];
const beeps = (seconds: number) => [
  ...["-f", "lavfi", "-i"],
  `aevalsrc=if(lt(mod(t\\,1)\\,0.04)\\,0.8*sin(2*PI*1000*t)\\,0):s=${RATE}:d=${seconds}`,
];
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "48"];

function film(name: string, ...args: string[]) {
  const path = join(folder, name);
  ffmpeg(...args, path);
  return path;
}

const run = (args: string[], input?: Buffer) =>
  execFileSync(FFMPEG ?? "", ["-v", "error", ...args], {
    ...(input === undefined ? {} : { input }),
    maxBuffer: 512 * 1024 * 1024,
  });

/** Every frame of a film, as gray pixels. */
function framesOf(source: Buffer | string, filter = "null"): Buffer[] {
  const input = typeof source === "string" ? source : "pipe:0";
  const bytes = run(
    [
      ...["-i", input, "-map", "0:v:0", "-vf", filter, "-fps_mode", "passthrough"],
      ...["-pix_fmt", "gray", "-f", "rawvideo", "pipe:1"],
    ],
    typeof source === "string" ? undefined : source,
  );
  const size = WIDTH * HEIGHT;
  return Array.from({ length: bytes.length / size }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

/** Decibels between two frames; above 30 they look the same. */
function likeness(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1)
    sum += ((one[index] ?? 0) - (other[index] ?? 0)) ** 2;
  return 10 * Math.log10(255 ** 2 / Math.max(sum / one.length, 1e-9));
}

/** The times at which beeps start, in seconds of the decoded sound. */
function beepsIn(bytes: Buffer): number[] {
  const samples = run(
    ["-i", "pipe:0", "-ac", "1", "-ar", String(RATE), "-f", "s16le", "pipe:1"],
    bytes,
  );
  const found: number[] = [];
  let loudAt = -RATE;
  for (let index = 0; index < samples.length / 2; index += 1) {
    if (Math.abs(samples.readInt16LE(index * 2)) < 6_000) continue;
    if (index - loudAt > RATE / 2) found.push(index / RATE);
    loudAt = index;
  }
  return found;
}

const total = (durations: readonly number[]) => durations.reduce((sum, one) => sum + one, 0);
const whole = ({ init, parts }: { init: Buffer; parts: readonly Buffer[] }) =>
  Buffer.concat([init, ...parts]);

describe.skipIf(FFMPEG === undefined)("transport streams (needs ffmpeg)", () => {
  const expectInStep = async (name: string, codec: string, args: readonly string[]) => {
    const file = film(
      name,
      ...[...movingImages(12), ...beeps(12), "-map", "0", "-map", "1", "-map", "1", ...H264],
      ...["-c:a", codec, "-ac", "1", "-metadata:s:a:0", "language=jpn"],
      ...["-metadata:s:a:1", "language=eng", ...args],
    );
    const { describe, rendition, master } = createFilmPlayer(player, file);
    const { info } = await describe();
    expect(info.duration).toBeCloseTo(12, 1);
    expect(info.tracks.map(({ language }) => language)).toEqual([null, "ja", "en"]);
    const [path = ""] = /audio\/\d+\/\w+/.exec(await master()) ?? [];
    const sound = await rendition(...path.split("/"));
    expect(total(sound.durations)).toBeCloseTo(12, 1);
    const [{ time: start = 0 } = {}] = await packetsOf(whole(sound));
    // The first beep may be cut, as sound starts before the video.
    for (const [index, beep] of beepsIn(whole(sound)).slice(1).entries())
      expect(Math.abs(start + beep - index - 1)).toBeLessThan(0.005);
  };
  const IS_IN_STEP = "%s has its languages and the length of what plays, in step";
  it.each([["aac.ts", "aac", ["-output_ts_offset", "3.6"]]])(IS_IN_STEP, expectInStep);
  it.each([["ac3.m2ts", "ac3", ["-f", "mpegts", "-mpegts_m2ts_mode", "1"]]])(
    IS_IN_STEP,
    { tags: ["nightly"] },
    expectInStep,
  );

  it("of interlaced MPEG-2 with MP2 are converted frame by frame", async () => {
    const file = film(
      "mpeg2.ts",
      ...[...movingImages(9, "60000/1001"), ...beeps(9), "-vf", "interlace", "-c:v", "mpeg2video"],
      ...["-flags", "+ilme+ildct", "-g", "12", "-bf", "2", "-q:v", "2", "-c:a", "mp2", "-ac", "1"],
    );
    const { describe, rendition } = createFilmPlayer(player, file);
    const { info, plan } = await describe();
    expect(info.tracks.map(({ codecName }) => codecName)).toEqual(["MPEG-2", "MP2"]);
    expect(plan).toMatchObject({ problem: null, video: "h264" });
    const video = await rendition("video", "h264-480");
    const shown = framesOf(whole(video));
    const expected = framesOf(file, "yadif=deint=interlaced");
    expect([shown.length, total(video.durations)]).toEqual([
      270,
      expect.closeTo(270 * NTSC_FRAME, 2),
    ]);
    for (const [index, frame] of shown.entries())
      expect(likeness(frame, expected[index] ?? frame)).toBeGreaterThan(30);
    for (const [index, { time }] of (await packetsOf(whole(video))).entries())
      expect(time).toBeCloseTo(index * NTSC_FRAME, 4);
    const sound = await rendition("audio", String(info.tracks[1]?.number), "aac");
    for (const [index, beep] of beepsIn(whole(sound)).entries())
      expect(Math.abs(beep - index)).toBeLessThan(0.03);
  });

  it("of MPEG-2 are refused by the codec's name without an ffmpeg", async () => {
    const without = createTestServices({ FFMPEG_PATH: "/nowhere" }, database).media.filePlayer;
    const fixture = join(import.meta.dirname, "../../fixtures/containers/mpeg2-mp2.ts");
    const { describe, master } = createFilmPlayer(without, fixture);
    const { plan } = await describe();
    expect(plan.problem).toEqual({ kind: "video", codecName: "MPEG-2" });
    await expect(master()).rejects.toMatchObject({
      texts: [{ key: "media.needsEncoder", values: { codec: "MPEG-2" } }],
    });
  });
});

describe.skipIf(FFMPEG === undefined)("sound that is longer than the video (needs ffmpeg)", () => {
  it.each([
    ["copied from Matroska", "long.mkv", "aac", "copy"],
    ["copied from a transport stream", "long.ts", "aac", "copy"],
    ["converted", "long-dts.mkv", "dca", "aac"],
  ])("is played to its end: %s", async (_name, name, codec, as) => {
    const file = film(
      name,
      ...[...movingImages(8), ...beeps(15), ...H264, "-c:a", codec, "-strict", "-2", "-ac", "2"],
    );
    const { describe, rendition } = createFilmPlayer(player, file);
    const { info } = await describe();
    const video = await rendition("video", "copy");
    const sound = await rendition("audio", String(info.tracks[1]?.number), as);
    expect(total(video.durations)).toBeCloseTo(8, 1);
    expect(total(sound.durations)).toBeCloseTo(15, 1);
    expect(info.duration).toBeCloseTo(15, 1);
    expect(beepsIn(whole(sound))).toHaveLength(15);
    expect(sound.durations.at(-1)).toBeLessThan(7);
  });
});

describe.skipIf(FFMPEG === undefined)("copied sound with gaps (needs ffmpeg)", () => {
  type Codec = readonly [name: string, file: string, args: readonly string[]];
  const CODECS: readonly Codec[] = [
    ["AAC", "aac.mkv", ["-c:a", "aac"]],
    ["FLAC", "flac.mkv", ["-c:a", "flac"]],
  ];
  const OTHER_CODECS: readonly Codec[] = [
    ["AAC in a transport stream", "gaps.ts", ["-c:a", "aac"]],
    ["Opus", "opus.mkv", ["-c:a", "libopus"]],
    ["AC-3 with six channels", "ac3-6.mp4", ["-c:a", "ac3", "-ac", "6"]],
    ["AAC in mono", "mono.mkv", ["-c:a", "aac", "-ac", "1"]],
    ["AAC with six channels", "six.mkv", ["-c:a", "aac", "-ac", "6"]],
    ["AAC in MOV", "aac.mov", ["-c:a", "aac"]],
    ["FLAC of 24 bits", "flac24.mkv", ["-c:a", "flac", "-sample_fmt", "s32"]],
    ["Opus with six channels", "opus6.mkv", ["-c:a", "libopus", "-ac", "6"]],
    ["MP3", "mp3.mkv", ["-c:a", "libmp3lame"]],
    ["MP3 of 22.05 kHz", "mp3-22.mkv", ["-c:a", "libmp3lame", "-ar", "22050", "-ac", "1"]],
    ["AC-3", "ac3.mkv", ["-c:a", "ac3"]],
    ["E-AC-3", "eac3.mkv", ["-c:a", "eac3"]],
    ["E-AC-3 with six channels", "eac3-6.mp4", ["-c:a", "eac3", "-ac", "6"]],
  ];
  const soundOf = async (file: string) => {
    const { describe, rendition, respond } = createFilmPlayer(player, file);
    const { info } = await describe();
    const number = info.tracks.find(({ kind }) => kind === "audio")?.number;
    const path = ["audio", String(number), "copy"];
    const sound = await rendition(...path);
    const packets = await packetsOf(whole(sound));
    const again = await respond(...path, "0.m4s");
    expect(sound.parts[0]?.equals(again)).toBe(true);
    return { sound, packets };
  };

  const expectSilenceAtFirst = async (_: string, name: string, args: readonly string[]) => {
    for (const late of [2.57, 9]) {
      const file = film(
        `${late}-${name}`,
        ...[...movingImages(15), "-itsoffset", String(late), ...beeps(5)],
        ...["-map", "0:v", "-map", "1:a", ...H264, ...args],
      );
      const { sound, packets } = await soundOf(file);
      expect(packets[0]?.time).toBeLessThan(0.075);
      const heard = beepsIn(whole(sound));
      expect(heard).toHaveLength(5);
      for (const [index, beep] of heard.entries())
        expect(Math.abs(beep + (packets[0]?.time ?? 0) - late - index)).toBeLessThan(0.06);
    }
  };
  const BEGINS_LATE = "begins late, and is silent until then: %s";
  it.each(CODECS)(BEGINS_LATE, expectSilenceAtFirst);
  it.each(OTHER_CODECS)(BEGINS_LATE, { tags: ["nightly"] }, expectSilenceAtFirst);

  const expectConverted = async (codec: string) => {
    const file = film(
      `9-${codec}.mkv`,
      ...[...movingImages(15), "-itsoffset", "9", ...beeps(5)],
      ...["-map", "0:v", "-map", "1:a", ...H264, "-c:a", codec],
    );
    const { describe, rendition } = createFilmPlayer(player, file, ["avc1.640028"]);
    const { info } = await describe();
    const number = info.tracks.find(({ kind }) => kind === "audio")?.number;
    const sound = await rendition("audio", String(number), "aac");
    expect(beepsIn(whole(sound)).map(Math.round)).toEqual([9, 10, 11, 12, 13]);
  };
  const IS_CONVERTED = "of %s is converted where segments have none";
  it.each(["ac3"])(IS_CONVERTED, expectConverted);
  it.each(["eac3"])(IS_CONVERTED, { tags: ["nightly"] }, expectConverted);

  const expectSilenceBetween = async (_: string, name: string, args: readonly string[]) => {
    const source = film(`all-${name}`, ...movingImages(20), ...beeps(20), ...H264, ...args);
    const file = film(
      `missing-${name}`,
      ...["-i", source, "-c", "copy", "-bsf:a", "noise=drop=between(pts*tb\\,3.5\\,15.5)"],
    );
    const { sound, packets } = await soundOf(file);
    const steps = packets.slice(1).map(({ time }, index) => time - (packets[index]?.time ?? 0));
    expect(Math.max(...steps)).toBeLessThan(0.3);
    const heard = beepsIn(whole(sound)).filter((beep) => beep > 0.5);
    expect(heard.map(Math.round)).toEqual([1, 2, 3, 16, 17, 18, 19]);
  };
  const MISSES_FRAMES = "is silent where frames are missing: %s";
  it.each(CODECS)(MISSES_FRAMES, expectSilenceBetween);
  it.each(OTHER_CODECS)(MISSES_FRAMES, { tags: ["nightly"] }, expectSilenceBetween);

  it("keeps its gap where ffmpeg is missing, which is reported once", async () => {
    const path = film(
      "9-gap.mkv",
      ...[...movingImages(15), "-itsoffset", "9", ...beeps(5)],
      ...["-map", "0:v", "-map", "1:a", ...H264, "-c:a", "aac"],
    );
    const reported: string[] = [];
    const copy = createSegmentCopier({ ...directReaders, onGap: (gap) => reported.push(gap) });
    const file = await openFile(path);
    try {
      const read = await directReaders.readFileIndex(file);
      const index = withTimeline(read, read.timeline ?? (await directReaders.scanTimeline(file)));
      const track = index.info.tracks.find(({ kind }) => kind === "audio")?.number ?? 0;
      const bytes = bytesOf(file, {});
      const counts = [];
      for (const segment of index.timeline.segments) {
        const { init, media } = await copy({
          ...{ kind: "audio", track, file, index, bytes, segment, isFirst: segment.start === 0 },
          ...{ isLast: false, zero: 0, client: "", signal: new AbortController().signal },
        });
        counts.push((await packetsOf(Buffer.concat([init, media]))).length);
      }
      expect(counts[0]).toBe(0);
      expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(200);
      expect(reported).toEqual([path]);
    } finally {
      await file.handle.close();
    }
  });
});

describe.skipIf(FFMPEG === undefined)("fragmented MP4 (needs ffmpeg)", () => {
  const SECONDS = 13;
  const late = ["-itsoffset", "1.5", ...beeps(SECONDS - 2)];
  it.each([
    ["with edit lists", "edited", movingImages(SECONDS), beeps(SECONDS), "delay_moov", 0],
    ["without edit lists", "plain", movingImages(SECONDS), beeps(SECONDS), "empty_moov", 0],
    ["with late sound", "late", movingImages(SECONDS), late, "delay_moov", 1.5],
    ["without video", "sound", beeps(SECONDS), beeps(SECONDS), "delay_moov", 0],
  ])("%s has each sound of two tracks on time", async (_, name, first, second, flag, offset) => {
    const hasVideo = name !== "sound";
    const file = film(
      `${name}.mp4`,
      ...[...first, ...second, "-map", "0", "-map", "1", "-map", "1"],
      ...(hasVideo ? ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "48", "-bf", "2"] : []),
      ...["-c:a", "aac", "-movflags", `frag_keyframe+${flag}`, "-frag_duration", "2000000"],
    );
    const { describe, rendition } = createFilmPlayer(player, file);
    const { info } = await describe();
    expect(info.duration).toBeCloseTo(SECONDS, 0);
    for (const { number } of info.tracks.slice(-2)) {
      const sound = await rendition("audio", String(number), "copy");
      expect(total(sound.durations)).toBeCloseTo(SECONDS, 0);
      const [packet] = await packetsOf(whole(sound));
      const heard = beepsIn(whole(sound)).map((time) => time + (packet?.time ?? NaN) - offset);
      const seconds = heard.map((time) => Math.abs(Math.round(time)));
      expect(seconds).toEqual(Array.from({ length: offset > 0 ? 11 : SECONDS }, (__, at) => at));
      for (const time of heard) expect(Math.abs(time - Math.round(time))).toBeLessThan(1 / 24);
    }
  });
});

describe.skipIf(FFMPEG === undefined)("MP4 with a table, then fragments (needs ffmpeg)", () => {
  const late = ["-itsoffset", "5", ...beeps(6)];
  it.each([
    ["plain.mp4", "0", beeps(13), "frag_keyframe"],
    ["reordered.mp4", "2", beeps(13), "frag_keyframe"],
    ["own-offsets.mov", "2", beeps(13), "frag_keyframe+default_base_moof"],
    ["late.mp4", "2", late, "frag_keyframe"],
    ["skipping.mp4", "2", beeps(13), "frag_keyframe+skip_trailer"],
  ])("%s has every packet that ffmpeg finds, on time", async (name, bFrames, sound, flags) => {
    const file = film(
      `hybrid-${name}`,
      ...[...movingImages(13), ...sound, "-map", "0:v", "-map", "1:a"],
      ...["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "48", "-bf", bFrames, "-c:a", "aac"],
      ...["-movflags", flags],
    );
    const plain = film(`plain-${name}`, "-i", file, "-c", "copy");
    const played = async (path: string) => {
      const { describe, rendition } = createFilmPlayer(player, path);
      const { info } = await describe();
      const tracks = [];
      for (const { kind, number } of info.tracks) {
        const parts = kind === "video" ? ["video", "copy"] : ["audio", String(number), "copy"];
        const packets = await packetsOf(whole(await rendition(...parts)));
        tracks.push(packets.map(({ time, data }) => ({ time: time - info.startTime, data })));
      }
      return { duration: info.duration, tracks };
    };
    const [expected, actual] = [await played(plain), await played(file)];
    expect(actual.duration).toBeCloseTo(expected.duration ?? NaN, 1);
    for (const [index, track] of expected.tracks.entries()) {
      const found = actual.tracks[index] ?? [];
      expect(found).toHaveLength(track.length);
      for (const [at, { time, data }] of track.entries()) {
        expect(found[at]?.time).toBeCloseTo(time, 2);
        expect(found[at]?.data.equals(data)).toBe(true);
      }
    }
  });
});

describe.skipIf(FFMPEG === undefined)("converted sound (needs ffmpeg)", () => {
  /** Noise and tones: neither hides a sample that is missing or moved. */
  const SOUND = [
    ...["-f", "lavfi", "-i"],
    `aevalsrc=0.05*(random(0)-0.5)+0.2*sin(2*PI*440*t)|0.05*(random(1)-0.5)+0.2*sin(2*PI*660*t):s=${RATE}:d=13`,
  ];

  const expectOneEncoding = async (_: string, name: string, args: readonly string[]) => {
    const file = film(name, ...movingImages(13), ...SOUND, ...H264, ...args);
    const { respond, rendition } = createFilmPlayer(player, file, ["avc1.640028"]);
    const opened = await openFile(file);
    const encoder = createAudioEncoder({ findBinary: () => Promise.resolve(FFMPEG ?? null) });
    try {
      const index = await directReaders.readFileIndex(opened);
      const timeline = index.timeline ?? (await directReaders.scanTimeline(opened));
      const track = index.info.tracks.find(({ kind }) => kind === "audio");
      if (track === undefined) throw new Error("no sound");
      const path = ["audio", String(track.number), "aac"];
      const last = await respond(...path, "3.m4s");
      const sound = await rendition(...path);
      expect(sound.parts[3]?.equals(last)).toBe(true);
      const { start } = timeline;
      const end = start + total(sound.durations);
      const inOneGo = await encoder.encode({
        ...{ file: opened, index: { ...index, timeline }, track },
        ...{ segment: { start, end, offset: null }, usesFfmpeg: true },
        copy: () => Promise.reject(new Error("ffmpeg reads the file")),
        client: "",
        signal: new AbortController().signal,
      });
      const joined = await packetsOf(whole(sound));
      const expected = await packetsOf(Buffer.concat([inOneGo.init, inOneGo.media]));
      expect(joined.length).toBe(expected.length);
      for (const [position, { time, data }] of joined.entries()) {
        expect(time).toBeCloseTo(expected[position]?.time ?? NaN, 6);
        // The encoder's windows depend on the last time that the sound stopped.
        if (time < 12.9)
          expect([position, expected[position]?.data.equals(data)]).toEqual([position, true]);
      }
    } finally {
      await opened.handle.close();
    }
  };

  it.each([["DTS", "dts.mkv", ["-c:a", "dca", "-strict", "-2", "-b:a", "1500k"]]])(
    "of %s is one encoding, whatever the order of its segments",
    expectOneEncoding,
  );

  it.each([
    ["PCM", "pcm.mkv", ["-c:a", "pcm_s16le"]],
    ["PCM of 96 kHz", "pcm96.mkv", ["-c:a", "pcm_s24le", "-ar", "96000"]],
    ["FLAC", "flac.mkv", ["-c:a", "flac"]],
    ["FLAC of 44.1 kHz", "flac44.mkv", ["-c:a", "flac", "-ar", "44100"]],
    ["MP2 in a transport stream", "mp2.ts", ["-c:a", "mp2", "-b:a", "384k"]],
  ])(
    "of %s is one encoding, whatever the order of its segments",
    { tags: ["nightly"] },
    expectOneEncoding,
  );

  it("has each sample where it is in the source", async () => {
    const file = film("place.mkv", ...movingImages(13), ...SOUND, ...H264, "-c:a", "pcm_s16le");
    const samplesOf = (source: string, input?: Buffer) => {
      const args = ["-i", source, "-map", "a", "-ac", "1", "-f", "f32le", "pipe:1"];
      const bytes = run(args, input);
      return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
    };
    const { rendition } = createFilmPlayer(player, file, ["avc1.640028"]);
    const shown = samplesOf("pipe:0", whole(await rendition("audio", "2", "aac")));
    const source = samplesOf(file);
    for (const joint of [4, 8, 12]) {
      const errors = [-2, -1, 0, 1, 2].map((moved) => {
        let sum = 0;
        for (let at = joint * RATE - 2_000; at < joint * RATE + 2_000; at += 1)
          sum += ((source[at] ?? 0) - (shown[at + moved] ?? 0)) ** 2;
        return sum;
      });
      expect(errors.indexOf(Math.min(...errors))).toBe(2);
    }
  });
});

describe.skipIf(FFMPEG === undefined)("video with a high dynamic range (needs ffmpeg)", () => {
  it.each([
    ["pq.mkv", "smpte2084", "PQ"],
    ["hlg.mp4", "arib-std-b67", "HLG"],
    ["pq.ts", "smpte2084", "PQ"],
  ])("is told in the playlist: %s", async (name, transfer, range) => {
    const colors = [
      "-color_primaries",
      "bt2020",
      "-color_trc",
      transfer,
      "-colorspace",
      "bt2020nc",
    ];
    const file = film(
      name,
      ...[...movingImages(2), "-vf", "format=yuv420p10le", "-c:v", "libx265", "-tag:v", "hvc1"],
      ...["-x265-params", "log-level=none", ...colors],
    );
    const { master } = createFilmPlayer(player, file, ["hvc1.2.4.L120.90"]);
    expect(await master()).toMatch(new RegExp(`#EXT-X-STREAM-INF:.*,VIDEO-RANGE=${range}\n`));
  });

  it("is not told of other video", async () => {
    const file = film("sdr.mkv", ...movingImages(2), ...H264);
    expect(await createFilmPlayer(player, file).master()).not.toContain("VIDEO-RANGE");
  });
});

describe.skipIf(FFMPEG === undefined)("MPEG-4 in AVI (needs ffmpeg)", () => {
  const RATES = {
    "25": { frame: 1 / 25, digits: 4 },
    // Times of an edit list are whole milliseconds.
    [NTSC]: { frame: NTSC_FRAME, digits: 3 },
  };
  const sources = new Map<string, Buffer[]>();
  const sourceFrames = (rate: string) => {
    const path = () =>
      film(`source-${parseInt(rate)}.mkv`, ...movingImages(12, rate), "-c:v", "ffv1");
    const frames = sources.get(rate) ?? framesOf(path());
    sources.set(rate, frames);
    return frames;
  };

  const expectEveryFrame = async (
    rate: keyof typeof RATES,
    _: string,
    args: readonly string[],
  ): Promise<void> => {
    const { frame: duration, digits } = RATES[rate];
    const file = film(
      `${args.join("")}-${parseInt(rate)}.avi`,
      ...[...movingImages(12, rate), ...beeps(12), ...args, "-vtag", "XVID", "-q:v", "3"],
      ...["-pix_fmt", "yuv420p", "-c:a", "libmp3lame", "-ac", "1"],
    );
    const { rendition } = createFilmPlayer(player, file);
    const video = await rendition("video", "h264-480");
    const shown = framesOf(whole(video));
    // Other players lose the last frames of packed chunks.
    const expected = sourceFrames(rate);
    expect(shown.length).toBeGreaterThanOrEqual(framesOf(file).length);
    expect(shown.length).toBeLessThanOrEqual(expected.length);
    for (const [index, frame] of shown.entries())
      expect(likeness(frame, expected[index] ?? frame)).toBeGreaterThan(30);
    const times = (await packetsOf(whole(video))).map(({ time }) => time);
    for (const [index, time] of times.entries()) expect(time).toBeCloseTo(index * duration, digits);
    let start = 0;
    for (const [index, part] of video.parts.entries()) {
      const [first] = await packetsOf(Buffer.concat([video.init, part]));
      expect(first?.time).toBeCloseTo(start, digits);
      start += video.durations[index] ?? 0;
    }
    // MP3 in AVI is late by the encoder's delay; the first beep is cut.
    const heard = beepsIn(whole(await rendition("audio", "2", "aac"))).slice(1);
    expect(heard).toHaveLength(11);
    for (const [index, beep] of heard.entries()) expect(beep).toBeCloseTo(index + 1.0231, 3);
  };
  const HAS_EVERY_FRAME = "has every frame once, in order and in step: %s frames a second, %s";
  const PACKED = ["-c:v", "libxvid", "-bf", "2", "-g", "90"];
  const REORDERED = ["-c:v", "mpeg4", "-bf", "2", "-g", "90"];

  it.each([
    ["25", "in packed chunks, as of Xvid", PACKED],
    [NTSC, "in packed chunks, as of Xvid", PACKED],
  ] as const)(HAS_EVERY_FRAME, expectEveryFrame);

  it.each([
    ["25", "in the order of decoding", REORDERED],
    [NTSC, "in the order of decoding", REORDERED],
    ["25", "with key frames far apart", ["-c:v", "mpeg4", "-bf", "2", "-g", "600"]],
    ["25", "without reordered frames", ["-c:v", "mpeg4", "-g", "90"]],
  ] as const)(HAS_EVERY_FRAME, { tags: ["nightly"] }, expectEveryFrame);
});
