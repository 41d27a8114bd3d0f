import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TruncatedFileError } from "./import-stream.server";
import { readJsonObjects } from "./json-objects-file.server";
import type { SourceItem } from "./source-item";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akari-objects-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function readAll(content: string | Buffer): Promise<{ items: SourceItem[]; error: unknown }> {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, content);
  const items: SourceItem[] = [];
  try {
    for await (const chunk of readJsonObjects(path)) items.push(...chunk);
  } catch (error) {
    return { items, error };
  }
  return { items, error: null };
}

describe("the objects of a JSON file", () => {
  it("are those of an array, with the lines on which they begin", async () => {
    expect(
      await readAll('\uFEFF[\n  {\n    "a": "}{\\"]"\n  },\n  {"b": [{"c": {}}]}\n]\n'),
    ).toEqual({
      items: [
        { at: { line: 2 }, value: { a: '}{"]' } },
        { at: { line: 5 }, value: { b: [{ c: {} }] } },
      ],
      error: null,
    });
  });

  it("may follow each other without an array, and be compressed", async () => {
    const { items } = await readAll(gzipSync('{"a":1}\n{"a":2}\n'));
    expect(items).toEqual([
      { at: { line: 1 }, value: { a: 1 } },
      { at: { line: 2 }, value: { a: 2 } },
    ]);
  });

  it("are whatever JSON has written, beyond the pieces of the file", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 20 }),
        fc.nat(70_000),
        async (objects, padding) => {
          const { items } = await readAll(" ".repeat(padding) + JSON.stringify(objects));
          expect(items.map((item) => ("value" in item ? item.value : null))).toEqual(
            JSON.parse(JSON.stringify(objects)),
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it("are rejected when they are broken or too long, and the others stay", async () => {
    const long = JSON.stringify({ text: "x".repeat(65_536) });
    const limit = JSON.stringify({ text: "x".repeat(65_536 - 11) });
    const { items } = await readAll(`[{"a":1,}\n,12, "b",\n${long},\n${limit}]`);
    expect(items.map(({ at }) => at)).toEqual([{ line: 1 }, { line: 2 }, { line: 3 }, { line: 4 }]);
    expect(items).toMatchObject([
      { broken: "is not valid JSON" },
      { broken: "is not a JSON object" },
      { broken: "is longer than 65536 bytes" },
      { value: { text: expect.any(String) as string } },
    ]);
  });

  it.each(['[{"a":1},{"b"', '[{"a":1}', '[{"a":1},'])(
    "end with an error where the file %s ends early",
    async (content) => {
      const { items, error } = await readAll(content);
      expect(items).toEqual([{ at: { line: 1 }, value: { a: 1 } }]);
      expect(error).toBeInstanceOf(TruncatedFileError);
    },
  );

  it("end with an error where a compressed file is cut", async () => {
    const { error } = await readAll(gzipSync('[{"a":1}]').subarray(0, 20));
    expect(error).toBeInstanceOf(TruncatedFileError);
  });
});
