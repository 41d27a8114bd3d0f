import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { Busy } from "~/errors/app-error";
import { MAX_ENTRIES } from "./imported-entry";
import { createListParser } from "./list-parser.server";
import { parseList } from "./parse-list.server";

const options = {
  workerFile: "app/features/watch-list/transfer/parse-list-worker.dev.mjs",
  onError: () => undefined,
};
// The largest lists take several seconds on a busy machine: only the test of the deadline has one.
const parser = createListParser({ ...options, timeoutMs: 100_000 });
afterAll(() => parser.close());
const bytes = (text: string) => new TextEncoder().encode(text);
const MILLION = 1_000_000;

describe("the list parser", () => {
  it("returns what the formats return, dates and missing values included", async () => {
    const list = bytes(
      '[{"mal_id":1,"type":"Watching","notes":null,"updated_at":"2020-01-02T03:04:05Z"}]',
    );
    const parsed = await parser.parse(list, "UTC");
    expect(parsed).toEqual(parseList(list));
    expect(parsed.entries[0]?.updatedAt).toEqual(new Date("2020-01-02T03:04:05Z"));
  });

  const LARGE_LISTS = [
    ["20 million <", () => "<myanimelist>".padEnd(20 * MILLION, "<"), null],
    ["20 million unclosed elements", () => `<myanimelist>${"<anime>".repeat(2_800_000)}`, null],
    ["unmatched end tags", () => `<myanimelist>${"<a></b>".repeat(2_800_000)}`, null],
    ["9 million [", () => "[".repeat(9 * MILLION), /at most 32 levels/],
    ["6 million objects", () => `[${"{},".repeat(6 * MILLION)}{}]`, /at most 1.?000.?000 values/],
    [
      "330,000 objects of different shapes",
      () => `[${Array.from({ length: 330_000 }, (_, index) => `{"k${index}":[]}`).join()}]`,
      /at most/,
    ],
    ["an unclosed string", () => `["${"\\\\".repeat(9 * MILLION)}`, /couldn’t read this file/],
    [
      "a line of 20 million commas",
      () => `mal_id,type\n${",".repeat(20 * MILLION)}`,
      /couldn’t read this file/,
    ],
    ["20 million empty lines", () => `mal_id,type${"\n".repeat(20 * MILLION)}`, null],
    [
      "20 million quotes",
      () => `mal_id,type\n${'"'.repeat(20 * MILLION)}`,
      /couldn’t read this file/,
    ],
    [
      "one entry too many",
      () => `mal_id,type\n${"1,Watching\n".repeat(MAX_ENTRIES + 1)}`,
      /at most 20.?000 entries/,
    ],
  ] as const;

  it.each(LARGE_LISTS)("names the problem of %s", { tags: "rest" }, async (_, text, message) => {
    const parsed = parser.parse(gzipSync(text(), { level: 1 }), "UTC");
    if (message === null) await expect(parsed).resolves.toMatchObject({ entries: [] });
    else
      await expect(parsed).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringMatching(message) as string,
      });
  });

  it.each(LARGE_LISTS)(
    "keeps the event loop free with %s",
    { tags: "nightly" },
    async (_, text) => {
      const packed = gzipSync(text(), { level: 1 });
      let longest = 0;
      const start = performance.now();
      let last = start;
      const timer = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }, 5);
      await parser.parse(packed, "UTC").catch(() => undefined);
      clearInterval(timer);
      // A busy machine stops this thread, too, and the parse takes longer then.
      expect(longest).toBeLessThan(Math.max(500, (performance.now() - start) / 2));
    },
  );

  it("accepts as many entries as the limit", async () => {
    const list = `mal_id,type\n${"1,Watching\n".repeat(MAX_ENTRIES)}`;
    expect((await parser.parse(bytes(list), "UTC")).entries).toHaveLength(MAX_ENTRIES);
  });

  it("stops a parse that takes too long and continues with the next list", async () => {
    const hasty = createListParser({ ...options, timeoutMs: 1 });
    await expect(hasty.parse(bytes("[]"), "UTC")).rejects.toMatchObject({
      code: "invalid",
      message: "This file takes too long to read.",
    });
    await hasty.close();
    await expect(parser.parse(bytes("[]"), "UTC")).resolves.toMatchObject({ entries: [] });
  });

  it("rejects when too many lists wait", async () => {
    const short = createListParser({ ...options, maxQueue: 1 });
    const first = short.parse(bytes("[]"), "UTC");
    await delay(0);
    const others = Array.from({ length: 4 }, () => short.parse(bytes("[]"), "UTC"));
    const results = await Promise.allSettled([first, ...others]);
    expect(results.some((one) => one.status === "rejected" && one.reason instanceof Busy)).toBe(
      true,
    );
    expect(results[0]?.status).toBe("fulfilled");
    await short.close();
  });
});
