import { expect, it } from "vitest";
import { createWakeableLoop } from "./wakeable-loop";

const LONG_MS = 60_000;

it("ends a sleep at a wake, also at one during the look before it", async () => {
  const loop = createWakeableLoop();
  const sleeping = loop.sleep(LONG_MS, loop.nextWake());
  loop.wake();
  await sleeping;
  const wake = loop.nextWake();
  loop.wake();
  await loop.sleep(LONG_MS, wake);
  expect(loop.nextWake().aborted).toBe(false);
});

it("ends every sleep at the stop, which waits for the work", async () => {
  const loop = createWakeableLoop();
  const order: string[] = [];
  const working = loop.sleep(LONG_MS).then(() => order.push("work"));
  await loop.stop(working, LONG_MS);
  expect([...order, loop.stopping.aborted]).toEqual(["work", true]);
});

it("does not wait longer than it may for work that does not end", async () => {
  const loop = createWakeableLoop();
  await expect(loop.stop(new Promise(() => undefined), 1)).resolves.toBeUndefined();
});
