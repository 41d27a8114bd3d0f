import { expect, it } from "vitest";
import { createLazy } from "./lazy";

it("creates one value by its first use", async () => {
  let count = 0;
  const lazy = createLazy(() => Promise.resolve((count += 1)));
  expect(await lazy.getCreated()).toBeNull();
  expect(await Promise.all([lazy.get(), lazy.get(), lazy.getCreated()])).toEqual([1, 1, 1]);
  expect(await lazy.get()).toBe(1);
});

it("tries again after a failure, which all that waited for it get", async () => {
  let count = 0;
  const lazy = createLazy(() => {
    count += 1;
    return count === 1 ? Promise.reject(new Error("too many open files")) : Promise.resolve(count);
  });
  const uses = [lazy.get(), lazy.get()];
  expect(await lazy.getCreated()).toBeNull();
  for (const use of uses) await expect(use).rejects.toThrow("too many open files");
  expect(await lazy.getCreated()).toBeNull();
  expect([await lazy.get(), await lazy.get()]).toEqual([2, 2]);
});
