import { readFile, readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { BEAD_COUNT, beadCentre } from "../../scripts/demo-series/drawing/clock";
import { lettering } from "../../scripts/demo-series/drawing/letters";
import {
  drawFrame,
  episodeSeconds,
  FRAME_RATE,
  frameCount,
  sceneAt,
  SEGMENT_SECONDS,
} from "../../scripts/demo-series/episode";
import { EPISODES } from "../../scripts/demo-series/episodes";
import {
  mediaPlaylist,
  readSegments,
  videoCodec,
} from "../../scripts/demo-series/packaging/playlists";
import { LANGUAGES, vttSegment, vttTime } from "../../scripts/demo-series/packaging/subtitles";
import { frequency, SAMPLE_RATE, soundtrack } from "../../scripts/demo-series/sound/music";

const PUBLISHED = fileURLToPath(new URL("../../public/media/demo/", import.meta.url));
const VIDEO_FOLDERS = ["v360", "v180"];
const SUBTITLE_FOLDERS = LANGUAGES.map(({ code }) => `sub-${code}`);

describe.each(EPISODES)("the frames of episode $number", (episode) => {
  it("are cut only at segment borders, and last 36 to 44 seconds", () => {
    for (const scene of episode.scenes) expect(scene.seconds % SEGMENT_SECONDS, scene.name).toBe(0);
    expect(episodeSeconds(episode)).toBeGreaterThanOrEqual(36);
    expect(episodeSeconds(episode)).toBeLessThanOrEqual(44);
  });

  it("are the same for the same number, and differ a second later", () => {
    for (let frame = 0; frame < frameCount(episode) - FRAME_RATE; frame += 53) {
      expect(drawFrame(episode, frame)).toBe(drawFrame(episode, frame));
      expect(drawFrame(episode, frame + FRAME_RATE)).not.toBe(drawFrame(episode, frame));
    }
  });

  it("never contain a coordinate that is not a number", () => {
    for (let frame = 0; frame < frameCount(episode); frame += 7)
      expect(drawFrame(episode, frame)).not.toMatch(/NaN|Infinity|undefined/);
  });

  it("do not exist before the first and after the last", () => {
    expect(sceneAt(episode, (frameCount(episode) - 1) / FRAME_RATE).scene).toBe(
      episode.scenes.at(-1),
    );
    expect(() => drawFrame(episode, frameCount(episode))).toThrow(RangeError);
    expect(() => drawFrame(episode, -1)).toThrow(RangeError);
  });

  it.each([0, 1, 21, 38])(
    "show second %i on the string of beads, on the first and the last frame of that second",
    async (second) => {
      for (const frame of [second * FRAME_RATE, second * FRAME_RATE + FRAME_RATE - 1]) {
        const { data, info } = await sharp(Buffer.from(drawFrame(episode, frame)))
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const lit = Array.from({ length: BEAD_COUNT }, (_, index) => {
          const { x, y } = beadCentre(index);
          return (data[(y * info.width + x) * info.channels] ?? 0) > 128 ? "1" : "0";
        });
        expect(Number.parseInt(lit.join(""), 2)).toBe(second);
      }
    },
  );
});

describe.each(EPISODES)("the subtitles and the music of episode $number", (episode) => {
  it("have five to eight cues in order, without overlaps, inside the episode", () => {
    expect(episode.cues.length).toBeGreaterThanOrEqual(5);
    expect(episode.cues.length).toBeLessThanOrEqual(8);
    let free = 0;
    for (const cue of episode.cues) {
      expect(cue.from).toBeGreaterThan(free);
      expect(cue.to - cue.from).toBeGreaterThan(1.5);
      free = cue.to;
    }
    expect(free).toBeLessThan(episodeSeconds(episode));
  });

  it.each(LANGUAGES)("limit $name subtitles to two lines of at most 42 characters", ({ code }) => {
    for (const cue of episode.cues) {
      const lines = cue[code].split("\n");
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const text of lines) expect(text.length, text).toBeLessThanOrEqual(42);
    }
  });

  it("play one chord per segment, audible throughout and below full scale", () => {
    const samples = soundtrack(episode.music, SEGMENT_SECONDS);
    expect(samples.length).toBe(episodeSeconds(episode) * SAMPLE_RATE * 2);
    const loudest = (from: number, to: number) =>
      samples
        .subarray(from * SAMPLE_RATE * 2, to * SAMPLE_RATE * 2)
        .reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(loudest(0, episodeSeconds(episode))).toBeLessThanOrEqual(Math.round(32_767 * 0.7));
    for (let second = 2; second < episodeSeconds(episode) - 2; second += 2)
      expect(loudest(second, second + 2)).toBeGreaterThan(1_000);
  });
});

describe.each(EPISODES)("the published files of episode $number", (episode) => {
  const folder = `${PUBLISHED}${episode.number}/`;
  const playlist = (name: string) => readFile(`${folder}${name}/index.m3u8`, "utf8");

  it.each([...VIDEO_FOLDERS, ...SUBTITLE_FOLDERS])(
    "%s lists exactly the existing files and lasts as long as the episode",
    async (name) => {
      const text = await playlist(name);
      const segments = readSegments(text);
      const map = /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1];
      expect((await readdir(`${folder}${name}`)).sort()).toEqual(
        [...segments.map(({ uri }) => uri), "index.m3u8", ...(map ? [map] : [])].sort(),
      );
      expect(segments.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(
        episodeSeconds(episode),
        3,
      );
      const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(text)?.[1]);
      for (const { seconds } of segments) expect(Math.round(seconds)).toBeLessThanOrEqual(target);
      expect(text.trimEnd().endsWith("#EXT-X-ENDLIST")).toBe(true);
    },
  );

  it("cuts all renditions at the same times", async () => {
    const [first, ...others] = await Promise.all(
      [...VIDEO_FOLDERS, ...SUBTITLE_FOLDERS].map(async (name) =>
        readSegments(await playlist(name)).map(({ seconds }) => seconds),
      ),
    );
    expect(first).toEqual(
      Array.from({ length: episodeSeconds(episode) / SEGMENT_SECONDS }, () => SEGMENT_SECONDS),
    );
    for (const other of others) expect(other).toEqual(first);
  });

  it.each(LANGUAGES)("contains the current $name subtitles", async ({ code }) => {
    for (const [index, { uri }] of readSegments(await playlist(`sub-${code}`)).entries()) {
      expect(await readFile(`${folder}sub-${code}/${uri}`, "utf8")).toBe(
        vttSegment(episode.cues, code, index * SEGMENT_SECONDS, (index + 1) * SEGMENT_SECONDS),
      );
    }
  });

  it("declares in the master playlist the codecs and bandwidths that the files have", async () => {
    const master = await readFile(`${folder}master.m3u8`, "utf8");
    const variants = [
      ...master.matchAll(
        /#EXT-X-STREAM-INF:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+),CODECS="([^"]+)",.*,SUBTITLES="subs"\n(.+)\/index\.m3u8/g,
      ),
    ];
    expect(variants.map(([, , , , name]) => name)).toEqual(VIDEO_FOLDERS);
    for (const [, bandwidth, average, codecs, name = ""] of variants) {
      expect(codecs).toBe(`${videoCodec(await readFile(`${folder}${name}/init.mp4`))},mp4a.40.2`);
      const rates = await Promise.all(
        readSegments(await playlist(name)).map(
          async ({ uri, seconds }) => ((await stat(`${folder}${name}/${uri}`)).size * 8) / seconds,
        ),
      );
      expect(Number(bandwidth)).toBe(Math.ceil(Math.max(...rates)));
      expect(Number(average)).toBeCloseTo(
        rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
        -1,
      );
    }
    const subtitles = [
      ...master.matchAll(/TYPE=SUBTITLES,GROUP-ID="subs",.*URI="(.+)\/index\.m3u8"/g),
    ];
    expect(subtitles.map(([, name]) => name)).toEqual(SUBTITLE_FOLDERS);
  });
});

describe("the demo series", () => {
  it("has the titles that the starter catalog lists, at the URLs it plays", async () => {
    const lines = (
      await readFile(new URL("../../db/starter/demo-episodes.ndjson", import.meta.url), "utf8")
    )
      .trim()
      .split("\n");
    const listed = z
      .array(z.object({ number: z.number(), title: z.string(), video_source: z.string() }))
      .parse(lines.map((text): unknown => JSON.parse(text)));
    expect(listed).toEqual(
      EPISODES.map(({ number, title }) => ({
        number,
        title,
        video_source: `/media/demo/${number}/master.m3u8`,
      })),
    );
  });

  it("stays below 2.5 MB, and below 390 kB per file", async () => {
    const entries = (await readdir(PUBLISHED, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    );
    const sizes = await Promise.all(
      entries.map(async (entry) => (await stat(`${entry.parentPath}/${entry.name}`)).size),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(390_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2_500_000);
  });

  it("puts a cue that crosses a border into both segments, and one that ends at it only into the first", () => {
    const cues = [
      { from: 1, to: 4, en: "ends at the border", es: "-" },
      { from: 3.5, to: 5.25, en: "crosses it", es: "-" },
    ];
    expect(vttSegment(cues, "en", 0, 4)).toBe(
      "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n1\n00:00:01.000 --> 00:00:04.000\nends at the border\n\n2\n00:00:03.500 --> 00:00:05.250\ncrosses it\n",
    );
    expect(vttSegment(cues, "en", 4, 8)).toBe(
      "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n2\n00:00:03.500 --> 00:00:05.250\ncrosses it\n",
    );
    expect(vttSegment(cues, "en", 8, 12)).toBe(
      "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n",
    );
  });

  it("writes WebVTT times with minutes, hours and rounded milliseconds", () => {
    expect(vttTime(65.5)).toBe("00:01:05.500");
    expect(vttTime(3_599.9996)).toBe("01:00:00.000");
  });

  it("reads back the segments of a playlist it wrote", () => {
    const segments = [
      { uri: "seg-00.m4s", seconds: 4 },
      { uri: "seg-01.m4s", seconds: 3.75 },
    ];
    expect(readSegments(mediaPlaylist(segments, "init.mp4"))).toEqual(segments);
  });

  it("names a character that its alphabet lacks, and an invalid note", () => {
    expect(() => lettering("NÉ", { x: 0, y: 0, height: 10, colour: "#fff" })).toThrow('"É"');
    expect(() => frequency("H2")).toThrow('"H2"');
    expect(frequency("A3")).toBeCloseTo(220, 6);
  });
});
