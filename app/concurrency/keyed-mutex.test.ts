import { expect, it } from "vitest";
import { Busy } from "~/errors/app-error";
import { createKeyedMutex } from "./keyed-mutex";

it("serialises the work of one key and runs other keys concurrently", async () => {
  const mutex = createKeyedMutex();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} starts`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} ends`);
    return name;
  };
  expect(
    await Promise.all([
      mutex.run("a", work("a1")),
      mutex.run("a", work("a2")),
      mutex.run("b", work("b1")),
    ]),
  ).toEqual(["a1", "a2", "b1"]);
  expect(order.slice(0, 3)).toEqual(["a1 starts", "b1 starts", "a1 ends"]);
  expect(order.filter((step) => step.startsWith("a"))).toEqual([
    "a1 starts",
    "a1 ends",
    "a2 starts",
    "a2 ends",
  ]);
});

it("continues after a failure", async () => {
  const mutex = createKeyedMutex();
  const failed = mutex.run("a", () => Promise.reject(new Error("no")));
  const next = mutex.run("a", () => Promise.resolve("yes"));
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

it("bounds the queue of each key", async () => {
  const mutex = createKeyedMutex({ maxQueue: 1, busy: () => new Busy("image.busyConverting", 1) });
  const release = await mutex.acquire("a");
  const second = mutex.acquire("a");
  await expect(mutex.acquire("a")).rejects.toBeInstanceOf(Busy);
  (await mutex.acquire("b"))();
  release();
  (await second)();
  (await mutex.acquire("a"))();
});
