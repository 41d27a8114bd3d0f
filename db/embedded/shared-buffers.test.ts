import { expect, test } from "vitest";
import { sharedBuffers } from "./shared-buffers";

const GB = 1024 ** 3;

test("a sixteenth of the memory, between 128 and 512 MB", () => {
  expect(sharedBuffers(GB)).toBe("128MB");
  expect(sharedBuffers(2 * GB)).toBe("128MB");
  expect(sharedBuffers(4 * GB)).toBe("256MB");
  expect(sharedBuffers(8 * GB - 1)).toBe("511MB");
  expect(sharedBuffers(8 * GB)).toBe("512MB");
  expect(sharedBuffers(64 * GB)).toBe("512MB");
});

test("this machine's is one of them", () => {
  const megabytes = Number(/^(\d+)MB$/.exec(sharedBuffers())?.[1]);
  expect(megabytes).toBeGreaterThanOrEqual(128);
  expect(megabytes).toBeLessThanOrEqual(512);
});
