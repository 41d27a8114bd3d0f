import { describe, expect, it } from "vitest";
import { readPages, type Page } from "./read-pages";

async function read(pages: Record<string, Page<string, number>>): Promise<[string, number[]][]> {
  const found: [string, number[]][] = [];
  const asked: string[] = [];
  for await (const { cursor, items } of readPages("first", (cursor) => {
    asked.push(cursor);
    if (asked.length > 10) throw new Error("no end");
    return Promise.resolve(pages[cursor] ?? { items: [], next: null });
  }))
    found.push([cursor, [...items]]);
  return found;
}

describe("readPages", () => {
  it("follows the cursors to the last page", async () => {
    const pages = {
      first: { items: [1, 2], next: "second" },
      second: { items: [3], next: null },
    };
    expect(await read(pages)).toEqual([
      ["first", [1, 2]],
      ["second", [3]],
    ]);
  });

  it("ends at an empty page, whatever it promises", async () => {
    const pages = { first: { items: [1], next: "second" }, second: { items: [], next: "third" } };
    expect(await read(pages)).toEqual([["first", [1]]]);
  });

  it("ends where a server repeats a page", async () => {
    expect(await read({ first: { items: [1], next: "first" } })).toEqual([["first", [1]]]);
  });
});
