import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createMemoryBudget } from "~/caching/memory-budget";
import { clientCodecs } from "./client-codecs";
import { createAudioEncoder } from "./encode/audio-encoder.server";
import { createVideoEncoder } from "./encode/video-encoder.server";
import { createFilePlayer } from "./file-player.server";
import { createThumbnailStore } from "./thumbnails/thumbnail-store.server";

it("names a film that cannot be read, once for all that is asked of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "akari-player-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const findBinary = () => Promise.resolve(null);
  const refused: string[] = [];
  const player = createFilePlayer({
    audioEncoder: createAudioEncoder({ findBinary }),
    videoEncoder: createVideoEncoder({ findBinary, cacheFolder: folder, maxCacheBytes: 0 }),
    thumbnails: createThumbnailStore(folder),
    budget: createMemoryBudget(1e6),
    onRefused: (path, { message }) => refused.push(`${path}: ${message}`),
  });
  onTestFinished(() => player.close());
  for (const name of ["one.mkv", "two.mkv"]) {
    writeFileSync(join(folder, name), "no film");
    for (let count = 0; count < 2; count += 1)
      await expect(player.describe(join(folder, name), clientCodecs(null))).rejects.toThrow();
  }
  expect(refused).toHaveLength(2);
  expect(refused[1]).toMatch(/two\.mkv: This file is not a Matroska/);
});
