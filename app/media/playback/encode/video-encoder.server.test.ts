import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Busy } from "~/errors/app-error";
import { openFile, type OpenFile } from "~/media/playback/open-file.server";
import { createVideoEncoder } from "./video-encoder.server";

let folder: string;
let file: OpenFile;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "akari-encoder-"));
  writeFileSync(join(folder, "film.mkv"), "film");
  // In place of an ffmpeg that takes its time.
  writeFileSync(join(folder, "slow"), "#!/bin/sh\nexec /bin/sleep 600\n", { mode: 0o755 });
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
  return (client: string, position: number, seconds = 6) =>
    encoder.encode({
      file,
      segment: { start: position * 100, end: position * 100 + seconds, offset: null },
      zero: 0,
      signal: new AbortController().signal,
      client,
    });
}

describe("the video encoder", () => {
  it("takes a minute between two key frames, and no more", async () => {
    const encode = encoderWith(null);
    await expect(encode("one", 0, 60)).rejects.toThrow("no ffmpeg");
    await expect(encode("one", 1, 60.01)).rejects.toThrow("too few key frames");
  });

  it("encodes one segment for a client while another one waits, and refuses its third", async () => {
    const encode = encoderWith(join(folder, "slow"));
    const ofOne = [encode("one", 0), encode("one", 1), encode("one", 2)];
    await expect(Promise.race(ofOne)).rejects.toBeInstanceOf(Busy);
    // One more fits into the queue.
    const ofOthers = [encode("two", 3), encode("three", 4)];
    await expect(Promise.race(ofOthers)).rejects.toBeInstanceOf(Busy);
  });
});
