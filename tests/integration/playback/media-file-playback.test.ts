import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { createHash, randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  Input,
  MkvOutputFormat,
  MP4,
  Output,
} from "mediabunny";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createKindCaches } from "~/caching/kind-caches";
import { createMemoryBudget } from "~/caching/memory-budget";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { openStreamFile } from "~/features/playback/media-files/open-stream-file.server";
import type { PlaybackSource } from "~/features/playback/delivery/playback-schema";
import { putSource } from "~/features/playback/sources/put-source.server";
import { sourceInputSchema } from "~/features/playback/sources/source-input";
import { loader } from "~/routes/media/file";
import { addAnime, addEpisodes } from "../../factories/anime";
import { seededRandom } from "../../support/random";
import { FFMPEG, ffmpeg } from "../../support/media/ffmpeg";
import { playAll } from "../../support/media/play-all";
import { startProcess } from "../../support/server/process";
import { signUpClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const FIXTURES = join(import.meta.dirname, "../../fixtures/containers");
const EVERY_CODEC = "avc1.6e0028,hvc1.2.4.L120.90,av01.0.08M.10,vp09.00.40.08,mp4a.40.2,flac,opus";

let folder: string;
let outside: string;
let animeId: number;
const episodes = new Map<string, number>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "akari-own-"));
  cpSync(FIXTURES, folder, { recursive: true });
  mkdirSync(join(folder, "deep #1"));
  cpSync(join(FIXTURES, "h264-aac.mp4"), join(folder, "deep #1", "50% of it? — 01.mp4"));
  writeFileSync(
    join(folder, "broken.mkv"),
    readFileSync(join(FIXTURES, "parts.mkv")).fill(255, 60, 4_000),
  );
  writeFileSync(join(folder, "text.mkv"), "not a film");
  cpSync(join(FIXTURES, "lines.ass"), join(folder, "h264-aac.en.forced.ass"));
  cpSync(join(FIXTURES, "lines.srt"), join(folder, "h264-aac.spa.srt"));
  for (const suffix of [".en.hi", ".spa.Signs & Songs", ".spa.2"])
    cpSync(join(FIXTURES, "lines.srt"), join(folder, `h264-aac${suffix}.srt`));
  cpSync(join(FIXTURES, "lines.srt"), join(folder, "h264-aac2.srt"));
  cpSync(join(FIXTURES, "h264-aac.mkv"), join(folder, "灯籠 01.mkv"));
  writeFileSync(
    join(folder, "灯籠 01.ja.srt"),
    Buffer.concat([
      Buffer.from("1\n00:00:01,000 --> 00:00:02,000\n"),
      Buffer.from("82bb82a482be82cb0a", "hex"),
    ]),
  );
  writeFileSync(
    join(folder, "灯籠 01.en.ass"),
    Buffer.from(`\ufeff${readFileSync(join(FIXTURES, "lines.ass"), "utf8")}`, "utf16le"),
  );
  cpSync(join(FIXTURES, "lines.srt"), join(folder, "灯籠 01.fr.vtt"));
  writeNoise();
  outside = mkdtempSync(join(tmpdir(), "akari-outside-"));
  writeFileSync(join(outside, "secret.srt"), "1\n00:00:01,000 --> 00:00:02,000\nkeep out\n");
  cpSync(join(FIXTURES, "parts.mkv"), join(outside, "secret.mkv"));
  symlinkSync(join(outside, "secret.srt"), join(folder, "灯籠 01.de.srt"));
  symlinkSync(join(outside, "secret.mkv"), join(folder, "link.mkv"));
  writeFileSync(join(folder, "sound.mkv"), await soundOf("h264-aac.mkv"));
  // 70 seconds at 5 frames a second, with one key frame.
  if (FFMPEG !== undefined)
    ffmpeg(
      ...["-f", "lavfi", "-i", "testsrc=size=64x64:rate=5:duration=70", "-c:v", "libx264"],
      ...["-g", "1000", "-sc_threshold", "0", join(folder, "few-key-frames.mkv")],
    );
  if (FFMPEG !== undefined)
    ffmpeg(
      ...["-f", "lavfi", "-i", "testsrc=size=54x722:rate=5:duration=4", "-c:v", "libx264"],
      join(folder, "tall.mkv"),
    );
  mkdirSync(join(folder, "hls"));
  cpSync(join(FIXTURES, "../streams/fmp4"), join(folder, "hls"), { recursive: true });
  writeFileSync(
    join(folder, "in-root.m3u8"),
    '#EXTM3U\n#EXT-X-DEFINE:NAME="part",VALUE="media"\n' +
      "#EXT-X-STREAM-INF:BANDWIDTH=1\nin-root%20%231/{$part}.m3u8?variant=1\n",
  );
  mkdirSync(join(folder, "in-root #1"));
  writeFileSync(
    join(folder, "in-root #1/media.m3u8"),
    "#EXTM3U\n#EXTINF:4,\n../hls/0.m4s\n#EXTINF:4,\nhttps://elsewhere.example/own/hls/1.m4s\n",
  );
  await addMediaFolder(db, folder, "own");
  ({ mal_id: animeId } = await addAnime(db));
  const files = [
    "h264-aac.mp4",
    "h264-aac.mkv",
    "h264-flac24.mkv",
    "h264-eac3.mkv",
    "h264-dts.mkv",
    "hevc-10bit-aac.mkv",
    "parts.mkv",
    "no-cues.mkv",
    "late-start.mkv",
    "cut-off.mkv",
    "cut-off.mp4",
    "broken.mkv",
    "text.mkv",
    "xvid-mp3.avi",
    "h264-aac.ts",
    "vp9-opus.webm",
    "deep #1/50% of it? — 01.mp4",
    "hls/index.m3u8",
    "in-root.m3u8",
    "gone.mkv",
    "灯籠 01.mkv",
    "link.mkv",
    "sound.mkv",
    "few-key-frames.mkv",
    "tall.mkv",
  ];
  await addEpisodes(db, animeId, 1, files.length + 1);
  for (const [index, file] of files.entries()) {
    episodes.set(file, index + 1);
    const url = `/media/files/own/${file.split("/").map(encodeURIComponent).join("/")}`;
    const input = sourceInputSchema.parse({ anime: animeId, episode: index + 1, url });
    await putSource(db, input, null);
  }
});
afterAll(() => {
  for (const path of [folder, outside]) rmSync(path, { recursive: true });
});

const writeNoise = () => writeFileSync(join(folder, "灯籠 01.it.srt"), randomBytes(5_000));

/** A fixture without its video. */
async function soundOf(name: string): Promise<Buffer> {
  const input = new Input({
    formats: ALL_FORMATS,
    source: new BufferSource(readFileSync(join(FIXTURES, name))),
  });
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const conversion = await Conversion.init({ input, output, video: { discard: true } });
  await conversion.execute();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

function serving(environment: Record<string, string> = {}) {
  return startProcess({
    database,
    environment: { FFMPEG_PATH: "/nowhere", TRUSTED_PROXIES: "127.0.0.1", ...environment },
    pages: (request, context) =>
      loader({ request, context } as unknown as Parameters<typeof loader>[0]),
  });
}

async function sourceOf(
  origin: string,
  file: string,
  { codecs, headers = {} }: { codecs?: string; headers?: Record<string, string> } = {},
): Promise<PlaybackSource> {
  const query = new URLSearchParams({
    mal_id: String(animeId),
    ep: String(episodes.get(file)),
    ...(codecs === undefined ? {} : { codecs }),
  });
  const response = await fetch(`${origin}/api/episodes/playback?${query.toString()}`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const { data } = (await response.json()) as { data: { sources: PlaybackSource[] } };
  expect(data.sources).toHaveLength(1);
  return data.sources[0] as PlaybackSource;
}

async function bytesAt(url: URL | string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Loads a rendition as a player does: its playlist, its initialization and all segments. */
async function rendition(playlist: URL) {
  const text = (await bytesAt(playlist)).toString();
  const names = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const durations = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
  const init = await bytesAt(new URL("init.mp4", playlist));
  const parts = await Promise.all(names.map((name) => bytesAt(new URL(name, playlist))));
  return { init, parts, durations };
}

async function packetsOf(bytes: Buffer) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  const [track] = await input.getTracks();
  if (track === undefined) throw new Error("no track");
  const packets = [];
  for await (const packet of new EncodedPacketSink(track).packets())
    packets.push({
      time: packet.timestamp,
      duration: packet.duration,
      type: packet.type,
      data: Buffer.from(packet.data),
    });
  input.dispose();
  return packets;
}

const master = async (origin: string, source: PlaybackSource) => {
  const url = new URL(source.url, origin);
  const text = (await bytesAt(url)).toString();
  const lines = text.split("\n");
  const video = new URL(lines.find((line) => line.startsWith("video/")) ?? "", url);
  const audio = [...text.matchAll(/URI="(audio\/[^"]+)"/g)].map(
    ([, path]) => new URL(path ?? "", url),
  );
  return { text, video, audio };
};

describe("GET /api/episodes/playback", () => {
  it("offers an MP4 as it is, and other containers as a stream", async () => {
    const { origin } = await serving();
    expect(await sourceOf(origin, "h264-aac.mp4")).toMatchObject({
      type: "file",
      label: "36p",
      kind: "sub",
      problem: null,
    });
    expect(await sourceOf(origin, "vp9-opus.webm")).toMatchObject({ type: "file" });
    expect(await sourceOf(origin, "h264-aac.mkv")).toMatchObject({ type: "hls", problem: null });
    expect(await sourceOf(origin, "h264-aac.ts")).toMatchObject({ type: "hls", problem: null });
    expect(await sourceOf(origin, "hls/index.m3u8")).toMatchObject({ type: "hls" });
  });

  it("names tracks, subtitles, fonts and chapters", async () => {
    const { origin } = await serving();
    const source = await sourceOf(origin, "parts.mkv");
    expect(source.audio).toEqual([
      { language: "ja", label: "Japanese – Stereo", codec: "mp4a.40.2" },
      { language: "en", label: "English – Surround", codec: "ac-3" },
    ]);
    expect(
      source.subtitles.map(({ language, label, format }) => [language, label, format]),
    ).toEqual([
      ["en", "English – Signs & songs", "ass"],
      ["es", "Spanish", "vtt"],
    ]);
    expect(source.chapters.map(({ title, kind }) => [title, kind])).toEqual([
      ["Opening", "intro"],
      ["Part A", "part"],
      ["Ending", "outro"],
    ]);
    expect(source.fonts.map(({ name }) => name)).toEqual(["Tiny.ttf"]);
  });

  it("finds subtitles beside the file by its stem", async () => {
    const { origin } = await serving();
    const { subtitles } = await sourceOf(origin, "h264-aac.mkv");
    expect(
      subtitles.map(({ language, label, kind, format, forced }) => [
        ...[language, label, kind, format],
        forced,
      ]),
    ).toEqual([
      ["en", "English – forced", "signs", "ass", true],
      ["en", "English – SDH", "hearing_impaired", "vtt", false],
      ["es", "Spanish – 2", "full", "vtt", false],
      ["es", "Spanish – Signs & Songs", "signs", "vtt", true],
      ["es", "Spanish", "full", "vtt", false],
    ]);
    const texts = await Promise.all(
      [subtitles[0], subtitles[4]].map((subtitle) => bytesAt(origin + (subtitle?.url ?? ""))),
    );
    expect(texts[0]?.toString()).toContain("Dialogue: 0,0:00:02.00");
    expect(texts[1]?.toString()).toMatch(
      /^WEBVTT\n\n00:00:01\.000 --> 00:00:03\.500\nHello &amp; <i>good<\/i> morning\n/,
    );
  });

  it("sends subtitle files as UTF-8, whatever they are written in and called", async () => {
    const { origin } = await serving();
    const { subtitles } = await sourceOf(origin, "灯籠 01.mkv");
    // The link leads out of the folder.
    expect(subtitles.map(({ language }) => language)).toEqual(["en", "fr", "it", "ja"]);
    const [ass, srt, noise, japanese] = await Promise.all(
      subtitles.map(async ({ url }) => (await bytesAt(origin + url)).toString()),
    );
    expect(ass).toMatch(/^\[Script Info\]/);
    expect(ass).toContain("Second, with a comma");
    expect(srt).toMatch(/^WEBVTT\n\n00:00:01\.000 --> 00:00:03\.500\nHello/);
    expect(noise).toBe("WEBVTT\n\n");
    expect(japanese).toContain("\nそうだね\n");
    const link = new URL("/", origin + (subtitles[3]?.url ?? "")).origin;
    const stolen = (subtitles[3]?.url ?? "").replace(".ja.srt", ".de.srt");
    expect((await fetch(link + stolen)).status).toBe(404);
  });

  it("sends a subtitle file anew once it has changed, and not before", async () => {
    const { origin } = await serving();
    const { subtitles } = await sourceOf(origin, "灯籠 01.mkv");
    const url = origin + (subtitles.find(({ language }) => language === "it")?.url ?? "");
    const first = await fetch(url);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const etag = first.headers.get("etag") ?? "";
    const again = () => fetch(url, { headers: { "if-none-match": etag } });
    expect((await again()).status).toBe(304);
    onTestFinished(writeNoise);
    cpSync(join(FIXTURES, "lines.srt"), join(folder, "灯籠 01.it.srt"));
    const changed = await again();
    expect([changed.status, (await changed.text()).includes("Hello")]).toEqual([200, true]);
  });

  it("does not play a file that a link outside the folder leads to", async () => {
    const { origin } = await serving();
    const source = await sourceOf(origin, "link.mkv");
    expect(source.problem).toMatchObject({ kind: "missing" });
    expect((await fetch(origin + source.url)).status).toBe(404);
  });

  it("reports the codec that a client cannot play, and what to do", async () => {
    const { origin } = await serving();
    const hevc = await sourceOf(origin, "hevc-10bit-aac.mkv", { codecs: "avc1.640028,mp4a.40.2" });
    expect(hevc.problem).toMatchObject({
      kind: "video",
      codec: "HEVC 10-bit",
      message: expect.stringContaining("ffmpeg") as string,
    });
    expect(await sourceOf(origin, "hevc-10bit-aac.mkv", { codecs: EVERY_CODEC })).toMatchObject({
      problem: null,
    });
    expect((await sourceOf(origin, "xvid-mp3.avi")).problem).toMatchObject({
      codec: "MPEG-4 (Xvid)",
    });
    expect((await sourceOf(origin, "h264-dts.mkv")).problem).toMatchObject({
      kind: "audio",
      codec: "DTS",
    });
    expect((await sourceOf(origin, "text.mkv")).problem).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining("is not a Matroska") as string,
    });
    expect((await sourceOf(origin, "broken.mkv")).problem).toMatchObject({ kind: "unreadable" });
    expect((await sourceOf(origin, "gone.mkv")).problem).toMatchObject({ kind: "missing" });
  });

  it("is 404 without such an episode, empty without sources, and 400 for bad input", async () => {
    const { origin } = await serving();
    const status = async (query: string) =>
      (await fetch(`${origin}/api/episodes/playback?${query}`)).status;
    expect(await status(`mal_id=${animeId}&ep=9999`)).toBe(404);
    expect(await status("mal_id=999999999&ep=1")).toBe(404);
    expect(await status(`mal_id=x&ep=1`)).toBe(400);
    expect(await status(`mal_id=${animeId}`)).toBe(400);
    const code = (length: number) => "a".repeat(length);
    expect(await status(`mal_id=${animeId}&ep=1&codecs=${code(4_000)}`)).toBe(200);
    expect(await status(`mal_id=${animeId}&ep=1&codecs=${code(4_001)}`)).toBe(400);
    const empty = await fetch(
      `${origin}/api/episodes/playback?mal_id=${animeId}&ep=${episodes.size + 1}`,
    );
    expect(await empty.json()).toEqual({ data: { sources: [] } });
  });

  it("obeys parental control", async () => {
    const { mal_id: id } = await addAnime(db, { rating: "Rx - Hentai" });
    await addEpisodes(db, id, 1, 1);
    const { origin } = await serving();
    const status = async (query: string) =>
      (await fetch(`${origin}/api/episodes/playback?mal_id=${id}&ep=1${query}`)).status;
    expect(await status("")).toBe(403);
    expect(await status("&parental_control=false")).toBe(200);
  });
});

describe("a signed URL", () => {
  it("opens the file for the network it was made for, and for no other", async () => {
    const { origin } = await serving();
    const from = (ip: string) => ({ "x-forwarded-for": ip });
    const { url } = await sourceOf(origin, "h264-aac.mp4", { headers: from("203.0.113.5") });
    const status = async (path: string, headers: Record<string, string>) =>
      (await fetch(origin + path, { headers })).status;
    expect(await status(url, from("203.0.113.5"))).toBe(200);
    expect(await status(url, from("203.0.113.6"))).toBe(403);
    expect(await status(url, {})).toBe(403);
    expect(await status("/media/files/own/h264-aac.mp4", from("203.0.113.5"))).toBe(403);
    const [, , , token = ""] = url.split("/");
    for (const position of [1, 5, 12, 32]) {
      const flipped = `${token.slice(0, position)}${token[position] === "A" ? "B" : "A"}${token.slice(position + 1)}`;
      expect(await status(url.replace(token, flipped), from("203.0.113.5"))).toBe(403);
    }
    expect(await status(url.replace("h264-aac.mp4", "parts.mkv"), from("203.0.113.5"))).toBe(403);
  });

  it("is bound to a session, and ends with it", async () => {
    const { origin } = await serving();
    const [api, other] = [await signUpClient(origin), await signUpClient(origin)];
    const path = `/api/episodes/playback?mal_id=${animeId}&ep=1`;
    const response = await api.send("GET", path);
    const { url } = (response.body as { data: { sources: PlaybackSource[] } }).data
      .sources[0] as PlaybackSource;
    expect((await api.send("GET", url)).status).toBe(200);
    expect((await other.send("GET", url)).status).toBe(403);
    expect((await fetch(origin + url)).status).toBe(403);
    await api.send("POST", "/api/auth/signout");
    expect((await api.send("GET", url)).status).toBe(403);
  });

  it("of a member's file has one for other programs, bound to the network", async () => {
    const { origin } = await serving();
    const member = await signUpClient(origin);
    const path = `/api/episodes/playback?mal_id=${animeId}&ep=2`;
    const { body } = await member.send("GET", path);
    const [source] = (body as { data: { sources: PlaybackSource[] } }).data.sources;
    const { external_url: url } = source as PlaybackSource;
    expect(url).toMatch(/\/own\/h264-aac\.mkv$/);
    expect((await bytesAt(origin + (url ?? ""))).readUInt32BE()).toBe(0x1a45dfa3);
    const elsewhere = { "x-forwarded-for": "203.0.113.9" };
    expect((await fetch(origin + (url ?? ""), { headers: elsewhere })).status).toBe(403);
  });

  it("covers the segments of a playlist in a folder", async () => {
    const { origin } = await serving();
    const { url } = await sourceOf(origin, "hls/index.m3u8");
    expect((await bytesAt(origin + url)).toString()).toContain("#EXTM3U");
    expect((await bytesAt(new URL("0.m4s", origin + url))).length).toBeGreaterThan(100);
    expect((await fetch(new URL("../h264-aac.mp4", origin + url))).status).toBe(403);
  });

  it("covers what a playlist refers to, and no other file of its folder", async () => {
    const { origin } = await serving();
    const { url, external_url: forPrograms } = await sourceOf(origin, "in-root.m3u8");
    const status = async (name: string, base = url) =>
      (await fetch(new URL(name, origin + base))).status;
    expect(await status("")).toBe(200);
    expect(await status("", forPrograms ?? "")).toBe(200);
    expect(await status("in-root%20%231/media.m3u8")).toBe(200);
    expect(await status("hls/0.m4s")).toBe(200);
    expect(await status("hls/0.m4s", forPrograms ?? "")).toBe(200);
    for (const other of ["h264-aac.mp4", "parts.mkv", "hls/index.m3u8", "hls/1.m4s"])
      expect([other, await status(other)]).toEqual([other, 404]);
    const token = url.split("/")[3] ?? "";
    for (const other of ["own/h264-aac.mp4", "own/hls/0.m4s"])
      expect((await fetch(`${origin}/media/files/${token}/${other}`)).status).toBe(403);
  });

  it("reads the playlists of a stream once, and again when one has changed", async () => {
    const budget = createMemoryBudget(16 * 1024 * 1024);
    const services = { db, caches: createKindCaches(budget) };
    const isPart = async (...resource: string[]) => {
      const file = await openStreamFile(services, "own", ["in-root.m3u8"], resource);
      await file?.handle.close();
      return file !== null;
    };
    const reads = () => budget.usage().find(({ name }) => name === "stream-files")?.misses;
    expect(await isPart("in-root.m3u8")).toBe(true);
    expect(reads()).toBe(0);
    const parts = await Promise.all(Array.from({ length: 9 }, () => isPart("hls", "0.m4s")));
    expect([new Set(parts), reads()]).toEqual([new Set([true]), 2]);
    expect([await isPart("hls", "1.m4s"), reads()]).toEqual([false, 2]);
    const media = join(folder, "in-root #1/media.m3u8");
    const text = readFileSync(media, "utf8");
    onTestFinished(() => writeFileSync(media, text));
    writeFileSync(media, "#EXTM3U\n#EXTINF:4,\n../hls/1.m4s\n");
    expect([await isPart("hls", "1.m4s"), await isPart("hls", "0.m4s")]).toEqual([true, false]);
    expect(reads()).toBe(3);
  });

  it("is not needed where files are open, and only members get one where they are for members", async () => {
    const open = await serving({ MEDIA_ACCESS: "open" });
    expect((await fetch(`${open.origin}/media/files/own/h264-aac.mp4`)).status).toBe(200);
    const { url } = await sourceOf(open.origin, "h264-aac.mkv");
    expect((await bytesAt(open.origin + url)).toString()).toContain("#EXTM3U");

    const { origin } = await serving({ MEDIA_ACCESS: "members" });
    const path = `/api/episodes/playback?mal_id=${animeId}&ep=1`;
    expect(await (await fetch(origin + path)).json()).toEqual({ data: { sources: [] } });
    const member = await signUpClient(origin);
    const { body } = await member.send("GET", path);
    const [source] = (body as { data: { sources: PlaybackSource[] } }).data.sources;
    expect((await member.send("GET", source?.url ?? "")).status).toBe(200);
    expect(source?.external_url).toBeNull();
  });

  it("works for names with #, % and ?", async () => {
    const { origin } = await serving();
    const { url } = await sourceOf(origin, "deep #1/50% of it? — 01.mp4");
    expect((await bytesAt(origin + url)).equals(readFileSync(join(FIXTURES, "h264-aac.mp4")))).toBe(
      true,
    );
  });
});

describe("a stream made from a file", () => {
  it.each([
    "h264-aac.mkv",
    "h264-flac24.mkv",
    "hevc-10bit-aac.mkv",
    "no-cues.mkv",
    "late-start.mkv",
    "parts.mkv",
    "h264-aac.ts",
  ])("has every picture of %s once, without a gap, and true durations", async (file) => {
    const { origin } = await serving();
    const source = await sourceOf(origin, file, { codecs: EVERY_CODEC });
    const { video, audio } = await master(origin, source);
    const { init, parts, durations } = await rendition(video);
    const all = await packetsOf(Buffer.concat([init, ...parts]));
    expect(all).toHaveLength(200);
    const times = all.map(({ time }) => time).sort((one, other) => one - other);
    times.forEach((time, index) => expect(time).toBeCloseTo(index / 10, 2));
    let start = 0;
    for (const [index, part] of parts.entries()) {
      const [first] = await packetsOf(Buffer.concat([init, part]));
      expect(first?.type).toBe("key");
      expect(first?.time).toBeCloseTo(start, 2);
      start += durations[index] ?? 0;
    }
    expect(start).toBeCloseTo(20, 1);

    const [playlist] = audio;
    if (playlist === undefined) throw new Error("no audio");
    const sound = await rendition(playlist);
    const frames = await packetsOf(Buffer.concat([sound.init, ...sound.parts]));
    expect(frames.at(-1)?.time ?? 0).toBeGreaterThan(19.8);
    frames.slice(1).forEach(({ time }, index) => {
      const before = frames[index];
      expect(time - (before?.time ?? 0) - (before?.duration ?? 0)).toBeCloseTo(0, 3);
    });
  });

  const expectSameBytes = async (name: string) => {
    const everything = async () => {
      const { origin } = await serving();
      const { video, audio } = await master(origin, await sourceOf(origin, name));
      const renditions = await Promise.all([video, ...audio].map((one) => rendition(one)));
      return renditions.flatMap(({ init, parts }) =>
        [init, ...parts].map((part) => createHash("sha256").update(part).digest("hex")),
      );
    };
    const now = await everything();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await everything()).toEqual(now);
  };
  const HAS_SAME_BYTES =
    "has the same bytes at every URL, an hour later and on another instance: %s";
  it.each(["h264-aac.ts"])(HAS_SAME_BYTES, { tags: "rest" }, expectSameBytes);
  it.each(["h264-eac3.mkv", "h264-aac.mkv", "parts.mkv"])(
    HAS_SAME_BYTES,
    { tags: "nightly" },
    expectSameBytes,
  );

  it("has the sound of a file without video in parts of equal length", async () => {
    const { origin } = await serving();
    const source = await sourceOf(origin, "sound.mkv");
    expect(source).toMatchObject({ type: "hls", problem: null, label: null });
    const { text, audio } = await master(origin, source);
    expect(text).toMatch(/#EXT-X-STREAM-INF:[^\n]*CODECS="mp4a\.40\.2"[^\n]*\naudio\//);
    const { init, parts, durations } = await rendition(audio[0] as URL);
    expect(durations.slice(0, -1)).toEqual([6, 6, 6]);
    const frames = await packetsOf(Buffer.concat([init, ...parts]));
    expect(frames.length).toBeGreaterThan(930);
    frames.slice(1).forEach(({ time }, index) => {
      const before = frames[index];
      expect(time - (before?.time ?? 0) - (before?.duration ?? 0)).toBeCloseTo(0, 3);
    });
  });

  it("has playlists as RFC 8216 asks for: a map, whole target durations, an end", async () => {
    const { origin } = await serving();
    const source = await sourceOf(origin, "parts.mkv");
    const { video, audio, text } = await master(origin, source);
    expect(text).toContain("#EXT-X-INDEPENDENT-SEGMENTS");
    for (const url of [video, ...audio]) {
      const lines = (await bytesAt(url)).toString().trimEnd().split("\n");
      expect(lines[0]).toBe("#EXTM3U");
      expect(lines).toContain('#EXT-X-MAP:URI="init.mp4"');
      expect(lines.at(-1)).toBe("#EXT-X-ENDLIST");
      const target = Number(/TARGETDURATION:(\d+)$/m.exec(lines.join("\n"))?.[1]);
      const durations = lines
        .filter((line) => line.startsWith("#EXTINF:"))
        .map((line) => parseFloat(line.slice(8)));
      expect(Math.round(Math.max(...durations))).toBeLessThanOrEqual(target);
    }
  });

  it("has the headers of a body for HEAD, and a 304 for what is known", async () => {
    const { origin } = await serving();
    const { video } = await master(origin, await sourceOf(origin, "h264-aac.mkv"));
    for (const url of [video, new URL("init.mp4", video), new URL("1.m4s", video)]) {
      const whole = await bytesAt(url);
      const head = await fetch(url, { method: "HEAD" });
      expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
        200,
        String(whole.length),
        "",
      ]);
      const etag = head.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
    }
  });

  it("declares 24 bits for 24-bit FLAC", async () => {
    const { origin } = await serving();
    const { audio } = await master(origin, await sourceOf(origin, "h264-flac24.mkv"));
    const init = await bytesAt(new URL("init.mp4", audio[0]));
    expect(init.readUInt16BE(init.indexOf("fLaC") + 22)).toBe(24);
  });

  it("lists audio renditions with language and name, and codecs that the client plays", async () => {
    const { origin } = await serving();
    const { text } = await master(origin, await sourceOf(origin, "parts.mkv"));
    expect(text).toContain('NAME="Japanese – Stereo",LANGUAGE="ja",DEFAULT=YES');
    expect(text).toContain('NAME="English – Surround",LANGUAGE="en",DEFAULT=NO');
    expect(text).toContain('CODECS="avc1.64000a,mp4a.40.2"');
    expect(text).toContain("audio/3/aac/index.m3u8");
    const apple = await master(
      origin,
      await sourceOf(origin, "parts.mkv", { codecs: "avc1.64000a,mp4a.40.2,ac-3" }),
    );
    expect(apple.text).toContain("audio/3/copy/index.m3u8");
    expect(apple.text).toContain('CODECS="avc1.64000a,mp4a.40.2,ac-3"');
    const hevc = await master(
      origin,
      await sourceOf(origin, "hevc-10bit-aac.mkv", { codecs: EVERY_CODEC }),
    );
    expect(hevc.text).toContain('CODECS="hvc1.2.4.L30.90,mp4a.40.2"');
  });

  it("converts E-AC-3 to AAC without ffmpeg, in frames that follow each other", async () => {
    const { origin } = await serving();
    const source = await sourceOf(origin, "h264-eac3.mkv");
    expect(source.problem).toBeNull();
    const { audio } = await master(origin, source);
    const [playlist] = audio;
    if (playlist === undefined) throw new Error("no audio");
    const { init, parts, durations } = await rendition(playlist);
    expect(durations.map((seconds) => Math.round(seconds))).toEqual([4, 4, 4, 4, 4]);
    const frames = await packetsOf(Buffer.concat([init, ...parts]));
    frames.forEach(({ time }, index) => expect(time).toBeCloseTo((index * 1024) / 48_000, 3));
    expect(frames.length).toBe(Math.ceil((20 * 48_000) / 1024));
  });

  it("has the subtitles of the file, and its fonts", async () => {
    const { origin } = await serving();
    const { subtitles, fonts } = await sourceOf(origin, "parts.mkv");
    const [ass, srt] = subtitles;
    const text = (await bytesAt(origin + (ass?.url ?? ""))).toString();
    expect(text).toContain("Style: Default,Tiny");
    // The lines keep the original's order, on the stream's clock, which starts 21 ms later.
    expect(text.match(/Dialogue:.*/g)).toEqual([
      expect.stringMatching(/^Dialogue: 0,0:00:0(?:1\.98|2\.00).*\{\\an8\}First line$/),
      expect.stringMatching(/^Dialogue: 1,.*,Alto,.*Second, with a comma\\NTwo rows$/),
      expect.stringMatching(/^Dialogue: 0,.*Last line$/),
    ]);
    expect((await bytesAt(origin + (ass?.plain_url ?? ""))).toString()).toContain(
      "Second, with a comma\nTwo rows",
    );
    expect((await bytesAt(origin + (srt?.url ?? ""))).toString()).toContain(
      "Hello &amp; <i>good</i> morning",
    );
    const font = await bytesAt(origin + (fonts[0]?.url ?? ""));
    expect(font.readUInt32BE(0)).toBe(0x00010000);
  });

  it("ends where a file that is cut off ends, with what is before", async () => {
    const { origin } = await serving();
    const { video } = await master(origin, await sourceOf(origin, "cut-off.mkv"));
    const { init, parts } = await rendition(video);
    const frames = await packetsOf(Buffer.concat([init, ...parts]));
    expect(frames.length).toBeGreaterThan(5);
    expect(frames.length).toBeLessThan(200);
  });

  it("responds with an error to missing resources, never with another file's bytes", async () => {
    const { origin } = await serving();
    const source = await sourceOf(origin, "h264-aac.mkv");
    const url = new URL(source.url, origin);
    for (const [path, status] of [
      ["video/copy/99.m4s", 404],
      ["video/copy/-1.m4s", 404],
      ["video/mpeg2/index.m3u8", 404],
      ["audio/99/copy/index.m3u8", 404],
      ["audio/1/copy/index.m3u8", 404],
      ["video/h264-480/0.m4s", 415],
      ["../subtitles/9.ass", 404],
      ["../subtitles/beside/..%2f..%2fparts.mkv.vtt", 404],
      ["../subtitles/beside/h264-aac2.srt.vtt", 404],
      ["../fonts/0/x.ttf", 404],
      ["../nothing", 404],
    ] as const) {
      const response = await fetch(new URL(path, url));
      expect([path, response.status]).toEqual([path, status]);
      expect(await response.json()).toMatchObject({
        error: expect.stringMatching(/\.$/) as string,
        status,
      });
    }
    const changed = source.url.replace(/\/v[^/]+\/hls/, "/v1-1/hls");
    expect((await fetch(origin + changed)).status).toBe(404);
  });

  it(
    "of a damaged file is a refusal or what can be played, and ends in time",
    { tags: "rest" },
    async () => {
      const { services } = await serving();
      const whole = readFileSync(join(FIXTURES, "parts.mkv"));
      const random = seededRandom(5);
      for (let round = 0; round < 40; round += 1) {
        const bytes = Buffer.from(whole);
        const isHead = round % 2 === 0;
        for (let count = random.below(12); count >= 0; count -= 1)
          bytes[random.below(isHead ? 6_000 : bytes.length)] = random.pick([
            0xff,
            random.below(256),
          ]);
        const path = join(folder, "damaged.mkv");
        writeFileSync(path, bytes);
        await playAll(services.media.filePlayer, path);
      }
    },
  );

  it("is not changed by what the file's name says", async () => {
    const { origin } = await serving();
    cpSync(join(FIXTURES, "h264-aac.mkv"), join(folder, "gone.mkv"));
    const source = await sourceOf(origin, "gone.mkv");
    rmSync(join(folder, "gone.mkv"));
    expect(basename(new URL(source.url, origin).pathname)).toBe("master.m3u8");
    expect((await fetch(origin + source.url)).status).toBe(404);
  });
});

describe("where there is an ffmpeg", () => {
  it.skipIf(FFMPEG === undefined)(
    "converts video that the client does not decode, picture by picture, and stores it (needs ffmpeg)",
    { tags: "rest" },
    async () => {
      const { origin } = await serving({ FFMPEG_PATH: FFMPEG ?? "" });
      for (const file of ["hevc-10bit-aac.mkv", "xvid-mp3.avi"]) {
        const source = await sourceOf(origin, file);
        expect(source).toMatchObject({ type: "hls", problem: null });
        const { video, text } = await master(origin, source);
        expect(text).toContain("avc1.640028");
        // The original is smaller than the lowest rendition.
        expect(text.match(/^video\/.*$/gm)).toEqual(["video/h264-480/index.m3u8"]);
        const names = (await bytesAt(video)).toString().match(/^\d+\.m4s$/gm) ?? [];
        const parts: Buffer[] = [await bytesAt(new URL("init.mp4", video))];
        for (const name of names) parts.push(await bytesAt(new URL(name, video)));
        const frames = await packetsOf(Buffer.concat(parts));
        expect([file, frames.length]).toEqual([file, 200]);
        // The AVI's frames are not evenly spaced.
        if (file === "hevc-10bit-aac.mkv")
          frames.forEach(({ time }, index) => expect(time).toBeCloseTo(index / 10, 2));
      }
    },
  );

  it.skipIf(FFMPEG === undefined)(
    "converts video whose key frames are a minute apart, in parts that join without a gap (needs ffmpeg)",
    { tags: "nightly" },
    async () => {
      const { origin } = await serving({ FFMPEG_PATH: FFMPEG ?? "" });
      const source = await sourceOf(origin, "few-key-frames.mkv", { codecs: "mp4a.40.2" });
      expect(source).toMatchObject({ type: "hls", problem: null });
      const { video } = await master(origin, source);
      const playlist = (await bytesAt(video)).toString();
      const durations = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) =>
        Number(length),
      );
      expect(durations).toEqual([...Array<number>(11).fill(6), expect.closeTo(4, 1)]);
      // One after the other, as the encoder's queue is short.
      const parts: Buffer[] = [await bytesAt(new URL("init.mp4", video))];
      for (const name of playlist.match(/^\d+\.m4s$/gm) ?? [])
        parts.push(await bytesAt(new URL(name, video)));
      const frames = await packetsOf(Buffer.concat(parts));
      expect(frames).toHaveLength(350);
      frames.forEach(({ time }, index) => expect(time).toBeCloseTo(index / 5, 2));
    },
  );

  it.skipIf(FFMPEG === undefined)(
    "offers the qualities that it can encode in real time, of the same segments (needs ffmpeg)",
    { tags: "rest" },
    async () => {
      const { origin } = await serving({ FFMPEG_PATH: FFMPEG ?? "", TRANSCODE_HARDWARE: "off" });
      const source = await sourceOf(origin, "tall.mkv", { codecs: "mp4a.40.2" });
      const url = new URL(source.url, origin);
      const text = (await bytesAt(url)).toString();
      const variants = [
        ...text.matchAll(/BANDWIDTH=(\d+).*RESOLUTION=(\d+x\d+).*\n(video\/\S+)/g),
      ].map(([, bandwidth, size, path = ""]) => ({ bandwidth: Number(bandwidth), size, path }));

      expect(variants.map(({ size, path }) => [size, path])).toEqual([
        ["54x722", "video/h264-1080/index.m3u8"],
        ["54x720", "video/h264-720/index.m3u8"],
        ["36x480", "video/h264-480/index.m3u8"],
      ]);
      expect(variants[0]?.bandwidth).toBeGreaterThan(variants[1]?.bandwidth ?? 0);
      for (const { size, path } of variants) {
        const bytes = await Promise.all(
          ["init.mp4", "0.m4s"].map((name) => bytesAt(new URL(name, new URL(path, url)))),
        );
        const input = new Input({
          formats: [MP4],
          source: new BufferSource(Buffer.concat(bytes)),
        });
        const track = await input.getPrimaryVideoTrack();
        expect(`${track?.codedWidth}x${track?.codedHeight}`).toBe(size);
        input.dispose();
      }
      const stranger = new URL(`${variants[0]?.path.replace("h264", "vaapi")}/../0.m4s`, url);
      expect((await fetch(stranger)).status).toBe(404);
    },
  );

  it.skipIf(FFMPEG === undefined)(
    "converts DTS to AAC beside copied video (needs ffmpeg)",
    { tags: "nightly" },
    async () => {
      const { origin } = await serving({ FFMPEG_PATH: FFMPEG ?? "" });
      const source = await sourceOf(origin, "h264-dts.mkv");
      expect(source.problem).toBeNull();
      const { audio, video } = await master(origin, source);
      expect(video.pathname).toContain("/video/copy/");
      const { init, parts } = await rendition(audio[0] ?? video);
      const frames = await packetsOf(Buffer.concat([init, ...parts]));
      frames.forEach(({ time }, index) => expect(time).toBeCloseTo((index * 1024) / 48_000, 3));
      expect(frames.length).toBeGreaterThan(110);
    },
  );
});
