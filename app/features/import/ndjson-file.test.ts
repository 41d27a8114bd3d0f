import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TruncatedFileError } from "./import-stream.server";
import { readNdjsonFile } from "./ndjson-file.server";
import type { SourceItem } from "./source-item";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akari-ndjson-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: string | Buffer): string {
  const path = join(folder, `${crypto.randomUUID()}.ndjson`);
  writeFileSync(path, content);
  return path;
}

async function readAll(
  path: string,
): Promise<{ lines: SourceItem[]; chunks: number; error: unknown }> {
  const lines: SourceItem[] = [];
  let chunks = 0;
  try {
    for await (const chunk of readNdjsonFile(path)) {
      chunks += 1;
      lines.push(...chunk);
    }
  } catch (error) {
    return { lines, chunks, error };
  }
  return { lines, chunks, error: null };
}

describe("readNdjsonFile", () => {
  it("reads one value per line with its number, with any line ends, a byte order mark and empty lines", async () => {
    const { lines } = await readAll(file('\uFEFF{"a":1}\r\n\n  \n[2]\n"三"'));
    expect(lines).toEqual([
      { at: { line: 1 }, value: { a: 1 } },
      { at: { line: 4 }, value: [2] },
      { at: { line: 5 }, value: "三" },
    ]);
  });

  it("detects gzip by its magic bytes, not by the file name", async () => {
    expect((await readAll(file(gzipSync("1\n2\n")))).lines).toEqual([
      { at: { line: 1 }, value: 1 },
      { at: { line: 2 }, value: 2 },
    ]);
  });

  it("decodes characters that span chunks", async () => {
    const line = JSON.stringify("あ".repeat(50_000));
    const { lines } = await readAll(file(`${line}\n${line}\n`));
    expect(lines.map((read) => "value" in read && read.value)).toEqual([
      "あ".repeat(50_000),
      "あ".repeat(50_000),
    ]);
  });

  it("yields lines in chunks, so that memory does not grow with the file", async () => {
    const { lines, chunks } = await readAll(file("1\n".repeat(1_001)));
    expect([lines.length, chunks]).toEqual([1_001, 3]);
  });

  it("reports invalid lines and continues with the next", async () => {
    const { lines } = await readAll(
      file(
        Buffer.concat([
          Buffer.from('{"a":\n'),
          Buffer.from([0x22, 0xff, 0x22, 0x0a]),
          Buffer.from("3\n"),
        ]),
      ),
    );
    expect(lines).toEqual([
      { at: { line: 1 }, broken: "is not valid JSON", text: '{"a":' },
      { at: { line: 2 }, broken: "is not valid UTF-8", text: '"\uFFFD"' },
      { at: { line: 3 }, value: 3 },
    ]);
  });

  it("accepts a line of 1 MiB and rejects one byte more without buffering it", async () => {
    const atLimit = `"${"x".repeat(1_048_574)}"`;
    const { lines } = await readAll(file(`${atLimit}\n${atLimit} \n3\n`));
    expect(lines[0]).toHaveProperty("value");
    expect(lines[1]).toMatchObject({ at: { line: 2 }, broken: "is longer than 1048576 bytes" });
    expect(lines[1]).toHaveProperty("text.length", 200);
    expect(lines[2]).toEqual({ at: { line: 3 }, value: 3 });
  });

  it("yields the content of a truncated gzip, and then reports the truncation", async () => {
    const numbers = Array.from(
      { length: 20_000 },
      (_, index) => `${(index * 7_919) % 10_007}\n`,
    ).join("");
    const whole = gzipSync(numbers);
    const { lines, error } = await readAll(file(whole.subarray(0, whole.length / 2)));
    expect(lines.length).toBeGreaterThan(1_000);
    expect(error).toBeInstanceOf(TruncatedFileError);
    expect((error as Error).message).toContain(`in line ${lines.length + 1}`);
  });

  it("reports a missing file", async () => {
    expect((await readAll(join(folder, "missing"))).error).toMatchObject({ code: "ENOENT" });
  });
});
