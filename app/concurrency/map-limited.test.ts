import { expect, it } from "vitest";
import { mapLimited } from "./map-limited";

it("works on a few items at a time, and keeps their order", async () => {
  let atOnce = 0;
  let most = 0;
  const results = await mapLimited([5, 1, 4, 2, 3], 2, async (item) => {
    most = Math.max(most, (atOnce += 1));
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    atOnce -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});

it("rejects as its first failure does", async () => {
  const failing = mapLimited([1, 2, 3], 1, (item) =>
    item === 2 ? Promise.reject(new Error("two")) : Promise.resolve(item),
  );
  await expect(failing).rejects.toThrow("two");
});
