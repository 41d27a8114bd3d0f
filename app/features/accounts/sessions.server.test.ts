import { describe, expect, it } from "vitest";
import type { Database } from "~db/client.server";
import { createSession } from "./sessions.server";

describe("a session's id", () => {
  it("SESSION-S02 is unique, has 256 bits, and differs from the stored hash", async () => {
    const stored = new Set<string>();
    const db = {
      insert: () => ({
        values: ({ idHash }: { idHash: string }) => {
          stored.add(idHash);
          return Promise.resolve();
        },
      }),
    } as unknown as Database;
    const ids = new Set<string>();
    const ones = new Array<number>(256).fill(0);
    for (let count = 0; count < 10_000; count += 1) {
      const { id } = await createSession(db, "faye", { device: "d", address: "a", key: "k" });
      ids.add(id);
      const bytes = Buffer.from(id, "base64url");
      expect(bytes).toHaveLength(32);
      for (let bit = 0; bit < 256; bit += 1)
        ones[bit] = (ones[bit] ?? 0) + (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1);
    }
    expect(ids.size).toBe(10_000);
    expect(stored.size).toBe(10_000);
    for (const id of ids) if (stored.has(id)) throw new Error("an id is stored as it is");
    // Seven standard deviations: fails by chance less than once in 10^11 runs.
    for (const count of ones) expect(Math.abs(count - 5_000)).toBeLessThan(350);
  });
});
