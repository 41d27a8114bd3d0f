import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countClients, registerClient, withLock } from "./lock.server";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "lock-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const quiet = () => undefined;
/** A pid that no process has. */
const DEAD = `${2 ** 30} 12345`;

test("work under a lock never overlaps, and the lock is gone afterwards", async () => {
  const file = join(folder, "lock");
  let inside = 0;
  let maxRunning = 0;
  const work = () =>
    withLock(file, quiet, async () => {
      maxRunning = Math.max(maxRunning, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    });
  await Promise.all(Array.from({ length: 8 }, work));
  expect(maxRunning).toBe(1);
  expect(existsSync(file)).toBe(false);
});

test("a lock is released when the work under it fails", async () => {
  const file = join(folder, "lock");
  await expect(withLock(file, quiet, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await withLock(file, quiet, () => Promise.resolve("free"))).toBe("free");
});

test("the lock of a dead process is taken over, also after an interrupted takeover", async () => {
  const file = join(folder, "lock");
  writeFileSync(file, DEAD);
  writeFileSync(`${file}.takeover`, DEAD);
  expect(await withLock(file, quiet, () => Promise.resolve("taken"))).toBe("taken");
  expect(existsSync(`${file}.takeover`)).toBe(false);
});

test("a lock of an earlier process with our pid is taken over", async () => {
  const file = join(folder, "lock");
  writeFileSync(file, `${process.pid} not-our-start`);
  expect(await withLock(file, quiet, () => Promise.resolve("taken"))).toBe("taken");
});

test.each([
  ["it is old", 0],
  ["the clock was set back", Date.now() / 1000 + 86_400],
])("takes over a lock without a name once %s", async (_, modifiedAt) => {
  const file = join(folder, "lock");
  writeFileSync(file, "");
  utimesSync(file, modifiedAt, modifiedAt);
  expect(await withLock(file, quiet, () => Promise.resolve("taken"))).toBe("taken");
});

test("waiting processes print the holder of the lock once", async () => {
  const file = join(folder, "lock");
  const messages: string[] = [];
  let release: () => void = () => undefined;
  const first = withLock(file, quiet, () => new Promise<void>((resolve) => (release = resolve)));
  const second = withLock(
    file,
    (text) => messages.push(text),
    () => Promise.resolve(),
  );
  await expect.poll(() => messages.length).toBe(1);
  release();
  await Promise.all([first, second]);
  expect(messages).toEqual([expect.stringContaining(String(process.pid))]);
});

test("users are counted while they live, and notes of dead ones are removed", () => {
  const clients = join(folder, "clients");
  expect(countClients(clients)).toBe(0);
  const first = registerClient(clients);
  const second = registerClient(clients);
  writeFileSync(join(clients, "dead"), DEAD);
  expect(countClients(clients)).toBe(2);
  expect(existsSync(join(clients, "dead"))).toBe(false);
  first();
  expect(countClients(clients)).toBe(1);
  second();
  expect(existsSync(clients)).toBe(false);
});
