import { expect, it } from "vitest";
import type { FilePlayer } from "./file-player.server";
import { createLazyFilePlayer } from "./lazy-file-player.server";

it("plays after a first use that failed, and closes whatever has failed", async () => {
  let attempts = 0;
  let closed = 0;
  const player = createLazyFilePlayer(() => {
    attempts += 1;
    if (attempts < 3) return Promise.reject(new Error("too many open files"));
    return Promise.resolve({
      encoders: () => Promise.resolve("found"),
      close: () => Promise.resolve(void (closed += 1)),
    } as unknown as FilePlayer);
  });
  await expect(player.encoders()).rejects.toThrow("too many open files");
  await player.close();
  await expect(player.encoders()).rejects.toThrow("too many open files");
  expect(await player.encoders()).toBe("found");
  expect(attempts).toBe(3);
  await player.close();
  expect(closed).toBe(1);
});
