import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeMediaFile } from "./probe-media-file.server";
import { UnreadableMedia } from "./unreadable-media";

const FIXTURES = fileURLToPath(new URL("../../../tests/fixtures/containers/", import.meta.url));
const fixture = (name: string) => join(FIXTURES, name);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "akari-probe-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(bytes: Buffer): Promise<string> {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.bin`);
  await writeFile(path, bytes);
  return path;
}

function element(id: string, content: Buffer): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, "hex"), size, content]);
}
const uint = (id: string, value: number) => {
  const content = Buffer.alloc(4);
  content.writeUInt32BE(value);
  return element(id, content);
};
const text = (id: string, value: string) => element(id, Buffer.from(value));
const EBML = element("1a45dfa3", text("4282", "matroska"));
const VIDEO = element("ae", Buffer.concat([uint("d7", 1), uint("83", 1), text("86", "V_VP8")]));
const TRACKS = element("1654ae6b", VIDEO);
const segment = (...parts: Buffer[]) =>
  Buffer.concat([EBML, element("18538067", Buffer.concat(parts))]);

describe("probeMediaFile", () => {
  it.each([
    ["h264-aac.mp4", "mp4", ["avc1.64000a", "mp4a.40.2"]],
    ["h264-aac.mov", "mov", ["avc1.64000a", "mp4a.40.2"]],
    ["h264-aac.mkv", "matroska", ["avc1.64000a", "mp4a.40.2"]],
    ["h264-flac16.mkv", "matroska", ["avc1.64000a", "flac"]],
    ["h264-flac24.mkv", "matroska", ["avc1.64000a", "flac"]],
    ["h264-opus.mkv", "matroska", ["avc1.64000a", "opus"]],
    ["h264-mp3.mkv", "matroska", ["avc1.64000a", "mp4a.40.34"]],
    ["h264-ac3.mkv", "matroska", ["avc1.64000a", "ac-3"]],
    ["h264-eac3.mkv", "matroska", ["avc1.64000a", "ec-3"]],
    ["h264-dts.mkv", "matroska", ["avc1.64000a", "dtsc"]],
    ["h264-10bit-aac.mkv", "matroska", ["avc1.6e000a", "mp4a.40.2"]],
    ["hevc-10bit-aac.mkv", "matroska", ["hvc1.2.4.L30.90", "mp4a.40.2"]],
    ["hevc-10bit-aac.mp4", "mp4", ["hvc1.2.4.L30.90", "mp4a.40.2"]],
    ["av1-opus.mkv", "matroska", ["av01.0.00M.08", "opus"]],
    ["vp9-opus.webm", "webm", ["vp09.00.10.08", "opus"]],
    ["h264-aac.ts", "mpeg-ts", ["avc1.64000a", "mp4a.40.2"]],
    ["mpeg2-mp2.ts", "mpeg-ts", [null, null]],
    ["xvid-mp3.avi", "avi", [null, null]],
    ["zlib.mkv", "matroska", ["avc1.64000a", "mp4a.40.2"]],
  ])("reads the codecs of %s", async (name, container, codecs) => {
    const info = await probeMediaFile(fixture(name));
    expect(info.container).toBe(container);
    expect(info.tracks.map(({ codec }) => codec)).toEqual(codecs);
    expect(info.tracks[0]).toMatchObject({ kind: "video", width: 64, height: 36 });
    expect(JSON.parse(JSON.stringify(info))).toEqual(info);
  });

  it("reads languages, names, chapters and fonts", async () => {
    const info = await probeMediaFile(fixture("parts.mkv"));
    expect(info.duration).toBeCloseTo(20, 0);
    expect(
      info.tracks.map(({ kind, codecName, language, name, format }) => [
        kind,
        codecName,
        language,
        name,
        format,
      ]),
    ).toEqual([
      ["video", "H.264", null, null, null],
      ["audio", "AAC", "ja", "Stereo", null],
      ["audio", "AC-3", "en", "Surround", null],
      ["subtitles", "ASS", "en", "Signs & songs", "ass"],
      ["subtitles", "SRT", "es", null, "srt"],
    ]);
    expect(info.chapters.map(({ title, start, end }) => [title, start, end])).toEqual([
      ["Opening", 0, 5],
      ["Part A", 5, 15],
      ["Ending", 15, 20],
    ]);
    expect(info.fonts).toHaveLength(1);
    expect(info.fonts[0]).toMatchObject({ name: "Tiny.ttf", mediaType: "font/ttf" });
  });

  it("names the codec of a stream that no browser plays", async () => {
    const { tracks, duration } = await probeMediaFile(fixture("xvid-mp3.avi"));
    expect(tracks.map(({ codecName }) => codecName)).toEqual(["MPEG-4 (Xvid)", "MP3"]);
    expect(duration).toBeCloseTo(20, 0);
  });

  it("names the tracks of a transport stream that the library leaves out", async () => {
    const { tracks, duration } = await probeMediaFile(fixture("mpeg2-mp2.ts"));
    expect(
      tracks.map(({ codecName, language, frameRate, channels, sampleRate }) => [
        codecName,
        language,
        frameRate ?? channels,
        sampleRate,
      ]),
    ).toEqual([
      ["MPEG-2", null, 25, null],
      ["MP2", "ja", 1, 48_000],
    ]);
    // The file's clock starts 1.4 seconds late.
    expect(duration).toBeCloseTo(4, 1);
  });

  it("takes no empty frames of AAC for frames, of which a packet would have any number", async () => {
    const bytes = await readFile(fixture("h264-aac.ts"));
    const head = "fff14c";
    for (let at = bytes.indexOf(head, bytes.length / 2, "hex"); at !== -1;) {
      // The length (ISO 14496-3, section 1.A.2.2) is in the next packet where this one ends.
      if ((at % 188) + 7 <= 188)
        bytes.writeUInt32BE((bytes.readUInt32BE(at + 3) & 0xfc001fff) >>> 0, at + 3);
      at = bytes.indexOf(head, at + 7, "hex");
    }
    const { duration } = await probeMediaFile(await fileWith(bytes));
    expect(duration).toBeCloseTo(20, 0);
  });

  it("reads what is left of a file that is cut off", async () => {
    const info = await probeMediaFile(fixture("cut-off.mkv"));
    expect(info).toMatchObject({ isCutOff: true, hasIndex: false });
    expect(info.tracks).toHaveLength(5);
    expect(await probeMediaFile(fixture("cut-off.mp4"))).toMatchObject({ isCutOff: true });
    for (const whole of ["h264-aac.mp4", "h264-aac.mov", "hevc-10bit-aac.mp4"])
      expect(await probeMediaFile(fixture(whole))).toMatchObject({ isCutOff: false });
  });

  it("stops when aborted", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(probeMediaFile(fixture("parts.mkv"), { signal })).rejects.toThrow("enough");
  });

  it.each([
    ["an empty file", Buffer.alloc(0), "This file is empty."],
    ["a text", Buffer.from("#EXTM3U\n"), "is not a Matroska"],
    ["another kind of EBML", element("1a45dfa3", text("4282", "other")), "is not a Matroska"],
    ["a head without a segment", EBML, "damaged"],
    ["a segment without tracks", segment(), "neither video nor audio"],
    [
      "a child larger than its parent",
      segment(element("1654ae6b", Buffer.from("ae8881", "hex"))),
      "damaged",
    ],
    [
      "an MP4 of random bytes",
      Buffer.concat([Buffer.from("\0\0\0\x18ftypisom"), Buffer.alloc(400, 0xf7)]),
      "neither video nor audio",
    ],
    [
      "a RIFF that is none",
      Buffer.concat([Buffer.from("RIFF\xff\xff\xff\x7fAVI LIST", "latin1"), Buffer.alloc(64, 255)]),
      "damaged",
    ],
  ])("rejects %s with an explanation", async (_name, bytes, sentence) => {
    const path = await fileWith(bytes);
    const refusal = await probeMediaFile(path).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnreadableMedia);
    expect((refusal as Error).message).toContain(sentence);
  });

  it("refuses a head above 16 MiB before it is read", async () => {
    const size = Buffer.alloc(8);
    const length = 16 * 1024 * 1024 + 1;
    size.writeBigUInt64BE(BigInt(length) | (1n << 56n));
    const start = Buffer.concat([EBML, Buffer.from("18538067ff1654ae6b", "hex"), size]);
    const path = await fileWith(start);
    await truncate(path, start.length + length);
    await expect(probeMediaFile(path)).rejects.toThrow("header is too large");
  });

  it("reads 200,000 cues and refuses one more", async () => {
    const cue = element(
      "bb",
      Buffer.concat([
        uint("b3", 1_000),
        element("b7", Buffer.concat([uint("f7", 1), uint("f1", 0)])),
      ]),
    );
    const cues = (count: number) =>
      element("1c53bb6b", Buffer.concat(Array.from({ length: count }, () => cue)));
    const fits = await fileWith(segment(TRACKS, cues(200_000)));
    expect(await probeMediaFile(fits)).toMatchObject({ hasIndex: true });
    const tooMany = await fileWith(segment(TRACKS, cues(200_001)));
    await expect(probeMediaFile(tooMany)).rejects.toThrow("header is too large");
  });

  it.each([
    [300_000, "media.noTracks"],
    [300_001, "media.headTooLarge"],
  ])("of a parent of %i empty elements says %s", async (count, key) => {
    const voids = Buffer.alloc(2 * count, Buffer.from("ec80", "hex"));
    const path = await fileWith(segment(element("1654ae6b", voids)));
    await expect(probeMediaFile(path)).rejects.toMatchObject({ texts: [key] });
  });

  it("looks for the first picture in 100,000 elements and no further", async () => {
    const cluster = (count: number) =>
      element("1f43b675", Buffer.alloc(2 * count, Buffer.from("ec80", "hex")));
    const fits = await fileWith(segment(TRACKS, cluster(100_000)));
    expect(await probeMediaFile(fits)).toMatchObject({ startTime: 0 });
    const tooMany = await fileWith(segment(TRACKS, cluster(100_001)));
    await expect(probeMediaFile(tooMany)).rejects.toMatchObject({ texts: ["media.tooMuchToRead"] });
  });

  it.each([
    [23, "media.noTracks"],
    [25, "media.headTooLarge"],
  ])("of %i MiB of MP4 tables says %s", async (mebibytes, key) => {
    const length = mebibytes * 1024 * 1024;
    const box = (type: string, size: number) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(size);
      head.write(type, 4, "latin1");
      return head;
    };
    const start = Buffer.concat([
      box("ftyp", 16),
      Buffer.from("isom\0\0\0\0", "latin1"),
      box("moov", length),
      box("free", length - 8),
    ]);
    const path = await fileWith(start);
    await truncate(path, 16 + length);
    await expect(probeMediaFile(path)).rejects.toMatchObject({ texts: [key] });
  });

  it("places chapters in the film, whatever their times say", async () => {
    const time = (id: string, nanoseconds: bigint) => {
      const content = Buffer.alloc(8);
      content.writeBigUInt64BE(nanoseconds);
      return element(id, content);
    };
    const chapter = (title: string, start: bigint, ...more: Buffer[]) =>
      element("b6", Buffer.concat([time("91", start), element("80", text("85", title)), ...more]));
    const second = 1_000_000_000n;
    const edition = Buffer.concat([
      chapter("Intro", 2n * second, chapter("Verse", 3n * second)),
      chapter("Hidden", 7n * second, uint("98", 1), uint("4598", 1)),
      chapter("Disabled", 8n * second, uint("4598", 0), uint("98", 0)),
      chapter("Late", 3_300n * second),
      chapter("Wrapped in a day", 86_399_997_000_000n),
      chapter("Wrapped", 2n ** 64n - 3_000_000n),
    ]);
    const duration = Buffer.alloc(8);
    duration.writeDoubleBE(10_000);
    const path = await fileWith(
      segment(
        element("1549a966", element("4489", duration)),
        TRACKS,
        element(
          "1043a770",
          Buffer.concat([
            element("45b9", Buffer.concat([uint("45bd", 1), uint("45db", 1), chapter("No", 1n)])),
            element("45b9", edition),
          ]),
        ),
      ),
    );
    expect((await probeMediaFile(path)).chapters).toEqual([
      { title: "Intro", start: 2, end: 7 },
      { title: "Verse", start: 3, end: 7 },
    ]);
  });

  it("reads the chapters of an MP4, within the film", async () => {
    const box = (type: string, content: Buffer) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + content.length);
      head.write(type, 4, "latin1");
      return Buffer.concat([head, content]);
    };
    const entry = (title: string, seconds: number) => {
      const head = Buffer.alloc(9);
      head.writeBigUInt64BE(BigInt(Math.round(seconds * 1e7)));
      head.writeUInt8(Buffer.byteLength(title), 8);
      return Buffer.concat([head, Buffer.from(title)]);
    };
    const list = (...entries: Buffer[]) =>
      box(
        "chpl",
        Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, entries.length]), ...entries]),
      );
    const film = await readFile(fixture("h264-aac.mp4"));
    const withChapters = (chapters: Buffer) => {
      const [start, udta] = [film.indexOf("moov") - 4, box("udta", chapters)];
      const end = start + film.readUInt32BE(start);
      const longer = Buffer.concat([film.subarray(0, end), udta, film.subarray(end)]);
      longer.writeUInt32BE(end - start + udta.length, start);
      return fileWith(longer);
    };
    const entries = [
      entry("Intro", 2),
      entry("", 7),
      entry("第三", 3_300),
      entry("Last", 86_399.997),
    ];
    expect((await probeMediaFile(await withChapters(list(...entries)))).chapters).toEqual([
      { title: "Intro", start: 2, end: 7 },
      { title: null, start: 7, end: expect.closeTo(20, 0) as number },
    ]);
    const lies = box("chpl", Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0]));
    expect((await probeMediaFile(await withChapters(lies))).chapters).toEqual([]);
  });

  it("survives chapters nested a thousand deep", async () => {
    let atom = uint("91", 0);
    for (let depth = 0; depth < 1_000; depth += 1) atom = element("b6", atom);
    const path = await fileWith(segment(TRACKS, element("1043a770", element("45b9", atom))));
    expect((await probeMediaFile(path)).chapters.length).toBeLessThan(10);
  });

  it("refuses a named pipe without waiting for it", async () => {
    const path = join(folder, "pipe.mkv");
    execFileSync("mkfifo", [path]);
    await expect(probeMediaFile(path)).rejects.toThrow(UnreadableMedia);
  });
});
