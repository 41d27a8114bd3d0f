import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientCodecs } from "~/media/playback/client-codecs";
import type { FilePlayer } from "~/media/playback/file-player.server";
import { testDatabase } from "../../support/database/test-database";
import { FFMPEG, ffmpeg } from "../../support/media/ffmpeg";
import { seededRandom } from "../../support/random";
import { createTestServices } from "../../support/server/context";

const SECONDS = 60;
const PICTURES_A_SECOND = 24;
const RATE = 48_000;
const SEEKS = 20;
const database = await testDatabase();

let folder: string;
let file: string;
let player: FilePlayer;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akari-step-"));
  file = join(folder, "flashes.mkv");
  player = createTestServices({}, database).media.filePlayer;
  if (FFMPEG === undefined) return;
  // Each full second has a white image and a beep of 40 ms.
  const sound = `aevalsrc=if(lt(mod(t\\,1)\\,0.04)\\,0.8*sin(2*PI*1000*t)\\,0):s=${RATE}:d=${SECONDS}`;
  ffmpeg(
    ...[
      "-f",
      "lavfi",
      "-i",
      `color=black:size=64x64:rate=${PICTURES_A_SECOND}:duration=${SECONDS}`,
    ],
    ...["-f", "lavfi", "-i", sound],
    ...["-vf", "drawbox=color=white:t=fill:enable='lt(mod(t\\,1)\\,0.02)'", "-map", "0:v"],
    ...["-map", "1:a", "-map", "1:a", "-c:v", "libx264", "-g", "57", "-pix_fmt", "yuv420p"],
    ...["-c:a:0", "flac", "-c:a:1", "ac3", "-ac", "1", file],
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Immutable ones, as a browser stores them. */
const stored = new Map<string, Buffer>();
const respond = async (...resource: string[]): Promise<Buffer> => {
  const { version } = await player.describe(file, clientCodecs(null));
  const path = [version, "hls", ...resource];
  const cached = stored.get(path.join("/"));
  if (cached !== undefined) return cached;
  const { signal } = new AbortController();
  const request = { parameters: new URLSearchParams(), signal, client: "" };
  const { body, isImmutable } = await player.respond(file, path, request);
  if (isImmutable) stored.set(path.join("/"), body);
  return body;
};

/** The name of a rendition's segment that is loaded for a time. */
async function segmentAt(rendition: string[], seconds: number): Promise<string> {
  const playlist = (await respond(...rendition, "index.m3u8")).toString();
  const durations = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
  let end = 0;
  const index = durations.findIndex((length) => (end += length) > seconds);
  return `${index}.m4s`;
}

async function timesOf(segment: Buffer): Promise<number[]> {
  const input = new Input({ formats: [MP4], source: new BufferSource(segment) });
  const [track] = await input.getTracks();
  if (track === undefined) throw new Error("no track");
  const times: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp);
  input.dispose();
  return times.sort((one, other) => one - other);
}

const decode = (input: Buffer, ...args: string[]) =>
  execFileSync(FFMPEG ?? "", ["-loglevel", "error", "-i", "pipe:0", ...args, "pipe:1"], {
    input,
    maxBuffer: 256 * 1024 * 1024,
  });

/** What is found in the segment for a time, with its initialization; searched for once. */
function createSearch(rendition: string[], search: (segment: Buffer) => Promise<number[]>) {
  const found = new Map<string, Promise<number[]>>();
  const searchSegment = async (name: string) =>
    search(
      Buffer.concat([await respond(...rendition, "init.mp4"), await respond(...rendition, name)]),
    );
  return async (seconds: number): Promise<number[]> => {
    const name = await segmentAt(rendition, seconds);
    const times = found.get(name) ?? searchSegment(name);
    found.set(name, times);
    return times;
  };
}

/** Lists the times at which the image is white. */
async function flashesIn(segment: Buffer): Promise<number[]> {
  const pictures = decode(
    segment,
    ...["-vf", "scale=1:1", "-pix_fmt", "gray", "-fps_mode", "passthrough", "-f", "rawvideo"],
  );
  const times = await timesOf(segment);
  expect(pictures).toHaveLength(times.length);
  return times.filter((_, index) => (pictures[index] ?? 0) > 128);
}

/** Lists the times at which a beep starts. */
async function beepsIn(segment: Buffer): Promise<number[]> {
  const samples = decode(segment, "-ac", "1", "-ar", String(RATE), "-f", "s16le");
  const [start = 0] = await timesOf(segment);
  const beeps: number[] = [];
  let loudAt = -RATE;
  for (let index = 0; index < samples.length / 2; index += 1) {
    if (Math.abs(samples.readInt16LE(index * 2)) < 3_000) continue;
    if (index - loudAt > RATE / 2) beeps.push(start + index / RATE);
    loudAt = index;
  }
  return beeps;
}

/** Lists flashes of the images that both renditions of the sound are compared with. */
const flashesNear = createSearch(["video", "copy"], flashesIn);

describe.skipIf(FFMPEG === undefined)("sound and picture (needs ffmpeg)", { tags: "rest" }, () => {
  const expectInStep = async (_: string, rendition: string[]) => {
    const random = seededRandom(12);
    const beepsNear = createSearch(rendition, beepsIn);
    let compared = 0;
    for (let seek = 0; seek < SEEKS; seek += 1) {
      const seconds = random.below(SECONDS * 10) / 10;
      const nearby = await flashesNear(seconds);
      const beeps = await beepsNear(seconds);
      for (const beep of beeps) {
        const flash = nearby.find((time) => Math.abs(time - beep) < 0.5);
        // The first and the last second of a segment may have one of the two only.
        if (flash === undefined) continue;
        compared += 1;
        expect(Math.abs(flash - beep)).toBeLessThan(1 / PICTURES_A_SECOND);
      }
    }
    expect(compared).toBeGreaterThan(SEEKS);
  };
  const ARE_IN_STEP = "are in step within one picture after 20 random seeks, with %s";
  it.each([["copied FLAC", ["audio", "2", "copy"]]])(ARE_IN_STEP, expectInStep);
  it.each([["converted AC-3", ["audio", "3", "aac"]]])(
    ARE_IN_STEP,
    { tags: ["nightly"] },
    expectInStep,
  );
});
