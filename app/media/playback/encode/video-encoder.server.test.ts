import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Busy, Cancelled, NotFound } from "~/errors/app-error";
import { openFile, type OpenFile } from "~/media/playback/open-file.server";
import type { Rendition } from "./h264-renditions";
import { createVideoEncoder } from "./video-encoder.server";

let folder: string;
let file: OpenFile;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "akari-encoder-"));
  writeFileSync(join(folder, "film.mkv"), "film");
  // This stands in for an ffmpeg that takes its time.
  const slow = '#!/bin/sh\n: > "$0.started"\nexec /bin/sleep 600\n';
  for (const name of ["slow", "left"]) writeFileSync(join(folder, name), slow, { mode: 0o755 });
  // This one's graphics card fails at the first film.
  const nvenc = [
    'case "$*" in',
    "*-encoders*) echo ' V....D libx264  x'; echo ' V....D h264_nvenc  x';;",
    "*film.mkv*) exit 1;;",
    "esac",
  ];
  writeFileSync(join(folder, "nvenc"), `#!/bin/sh\n${nvenc.join("\n")}\n`, { mode: 0o755 });
  file = await openFile(join(folder, "film.mkv"));
});
afterAll(async () => {
  await file.handle.close();
  rmSync(folder, { recursive: true });
});

function encoderWith(binary: string | null) {
  const encoder = createVideoEncoder({
    findBinary: () => Promise.resolve(binary),
    cacheFolder: join(folder, "cache"),
    maxCacheBytes: 1_000,
  });
  onTestFinished(() => encoder.close());
  const encode = (
    client: string,
    position: number,
    {
      seconds = 6,
      signal = new AbortController().signal,
      rendition = { encoder: "h264", height: 480 },
    }: { seconds?: number; signal?: AbortSignal; rendition?: Rendition } = {},
  ) =>
    encoder.encode({
      file,
      segment: { start: position * 100, end: position * 100 + seconds, offset: null },
      from: 0,
      delay: 0,
      zero: 0,
      rendition,
      isInit: false,
      signal,
      client,
    });
  return { encoder, encode };
}

describe("the video encoder", () => {
  it("probes again what had no result in time, and uses hardware that works by then", async () => {
    const busy = join(folder, "busy");
    const script = [
      'case "$*" in',
      "*-encoders*) echo ' V....D libx264  x'; echo ' V....D h264_nvenc  x'; exit 0;;",
      "esac",
      `[ -e '${busy}.quiet' ] || exec /bin/sleep 600`,
    ];
    writeFileSync(busy, `#!/bin/sh\n${script.join("\n")}\n`, { mode: 0o755 });
    const encoder = createVideoEncoder({
      findBinary: () => Promise.resolve(busy),
      cacheFolder: join(folder, "cache"),
      maxCacheBytes: 1_000,
      testMs: 500,
      probeAgainMs: 10,
    });
    onTestFinished(() => encoder.close());
    // On a busy machine the list of encoders, too, may have no result in time at first.
    await expect
      .poll(() => encoder.report(), { timeout: 60_000 })
      .toMatchObject({ encoder: "h264", isTentative: true });
    writeFileSync(`${busy}.quiet`, "");
    await expect.poll(() => encoder.encoderFor(file), { timeout: 60_000 }).toBe("nvenc");
    expect(await encoder.report()).toMatchObject({ encoder: "nvenc", isTentative: false });
  });

  it("takes a minute between two key frames, and no more", async () => {
    const { encode } = encoderWith(null);
    await expect(encode("one", 0, { seconds: 60 })).rejects.toThrow("no ffmpeg");
    await expect(encode("one", 1, { seconds: 60.01 })).rejects.toThrow("too few key frames");
  });

  it("encodes one segment for a client while another one waits, and refuses its third", async () => {
    const { encode } = encoderWith(join(folder, "slow"));
    const ofOne = [encode("one", 0), encode("one", 1), encode("one", 2)];
    await expect(Promise.race(ofOne)).rejects.toBeInstanceOf(Busy);
    // One more fits into the queue.
    const ofOthers = [encode("two", 3), encode("three", 4)];
    await expect(Promise.race(ofOthers)).rejects.toBeInstanceOf(Busy);
  });

  it("ends what a client has left as soon as it wants another segment", async () => {
    const { encode } = encoderWith(join(folder, "left"));
    const left = new AbortController();
    const first = encode("one", 0, { signal: left.signal });
    const isRunning = () => existsSync(join(folder, "left.started"));
    await expect.poll(isRunning, { timeout: 60_000 }).toBe(true);
    const others = [encode("two", 1), encode("three", 2), encode("four", 3)];
    await expect(Promise.race(others)).rejects.toBeInstanceOf(Busy);
    left.abort();
    const next = encode("one", 4);
    await expect(first).rejects.toBeInstanceOf(Cancelled);
    // The slot of the first is free again, and one place in the queue with it.
    const more = [next, encode("five", 5), encode("six", 6)];
    await expect(Promise.race(more)).rejects.toBeInstanceOf(Busy);
  });

  it("gives up hardware for a file that it fails to encode, and refuses its URLs from then on", async () => {
    const { encoder, encode } = encoderWith(join(folder, "nvenc"));
    expect(await encoder.encoderFor(file)).toBe("nvenc");
    const rendition = { encoder: "nvenc", height: 480 } as const;
    await expect(encode("one", 0, { rendition })).rejects.toBeInstanceOf(NotFound);
    expect(await encoder.encoderFor(file)).toBe("h264");
    expect(await encoder.encoderFor({ ...file, version: "other" })).toBe("nvenc");
    await expect(encode("one", 1, { rendition })).rejects.toBeInstanceOf(NotFound);
  });
});
