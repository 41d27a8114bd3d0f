import { readFile, readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";

/** The films were made once, as docs/decisions/demo-series.md tells. */
const PUBLISHED = fileURLToPath(new URL("../../public/media/demo/", import.meta.url));
const VIDEO_FOLDERS = ["v360", "v180"];
const SUBTITLE_FOLDERS = ["sub-en", "sub-es"];
const NUMBERS = [1, 2];

function readSegments(playlist: string): { uri: string; seconds: number }[] {
  return [...playlist.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n([^#\n]+)$/gm)].map(
    ([, seconds, uri]) => ({ uri: uri ?? "", seconds: Number(seconds) }),
  );
}

/** Names the codec by the avcC box, e.g. avc1.64001e (RFC 6381). */
function videoCodec(initialization: Buffer): string {
  const at = initialization.indexOf("avcC");
  expect(at).toBeGreaterThan(0);
  return `avc1.${initialization.subarray(at + 5, at + 8).toString("hex")}`;
}

describe.each(NUMBERS)("the published files of episode %d", (number) => {
  const folder = `${PUBLISHED}${number}/`;
  const playlist = (name: string) => readFile(`${folder}${name}/index.m3u8`, "utf8");

  it.each([...VIDEO_FOLDERS, ...SUBTITLE_FOLDERS])(
    "%s lists exactly the existing files, of 36 to 44 seconds",
    async (name) => {
      const text = await playlist(name);
      const segments = readSegments(text);
      const map = /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1];
      expect((await readdir(`${folder}${name}`)).sort()).toEqual(
        [...segments.map(({ uri }) => uri), "index.m3u8", ...(map ? [map] : [])].sort(),
      );
      const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
      expect(seconds).toBeGreaterThanOrEqual(36);
      expect(seconds).toBeLessThanOrEqual(44);
      const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(text)?.[1]);
      for (const segment of segments)
        expect(Math.round(segment.seconds)).toBeLessThanOrEqual(target);
      expect(text.trimEnd().endsWith("#EXT-X-ENDLIST")).toBe(true);
    },
  );

  it("cuts all renditions at the same times", async () => {
    const [first, ...others] = await Promise.all(
      [...VIDEO_FOLDERS, ...SUBTITLE_FOLDERS].map(async (name) =>
        readSegments(await playlist(name)).map(({ seconds }) => seconds),
      ),
    );
    expect(first?.length).toBeGreaterThan(5);
    for (const other of others) expect(other).toEqual(first);
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
  it("is what the starter catalog lists, at the URLs it plays", async () => {
    const lines = (
      await readFile(new URL("../../db/starter/demo-episodes.ndjson", import.meta.url), "utf8")
    )
      .trim()
      .split("\n");
    const listed = z
      .array(z.object({ number: z.number(), video_source: z.string() }))
      .parse(lines.map((text): unknown => JSON.parse(text)));
    expect(listed).toEqual(
      NUMBERS.map((number) => ({ number, video_source: `/media/demo/${number}/master.m3u8` })),
    );
    expect((await readdir(PUBLISHED)).sort()).toEqual(NUMBERS.map(String));
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
});
