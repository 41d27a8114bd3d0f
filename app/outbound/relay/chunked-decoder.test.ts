import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createChunkedDecoder } from "./chunked-decoder";

function decoded(text: string, partLength: number): { body: string; done: boolean; left: number } {
  const decoder = createChunkedDecoder();
  const bytes = Buffer.from(text, "latin1");
  const parts: Buffer[] = [];
  let used = 0;
  for (let at = 0; at < bytes.length && !decoder.isDone(); at += partLength)
    used += decoder.write(bytes.subarray(at, at + partLength), (part) =>
      parts.push(Buffer.from(part)),
    );
  return {
    body: Buffer.concat(parts).toString("latin1"),
    done: decoder.isDone(),
    left: bytes.length - used,
  };
}

describe("the chunked coding", () => {
  it("is decoded wherever the bytes are split", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 40, unit: "binary-ascii" }), {
          maxLength: 8,
        }),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom("", ";name=value", ";a"),
        fc.constantFrom("", "X-A: b\r\n"),
        (chunks, cut, extension, trailer) => {
          const text = `${chunks.map((chunk) => `${chunk.length.toString(16)}${extension}\r\n${chunk}\r\n`).join("")}0\r\n${trailer}\r\n`;
          expect(decoded(text, cut)).toEqual({ body: chunks.join(""), done: true, left: 0 });
        },
      ),
    );
  });

  it("ends at its last chunk, whatever follows", () => {
    expect(decoded("1\r\na\r\n0\r\n\r\nHTTP/1.1 200 OK", 1000)).toEqual({
      body: "a",
      done: true,
      left: 15,
    });
    expect(decoded("5\r\nab", 1000)).toMatchObject({ body: "ab", done: false });
  });

  it.each([
    "x\r\n",
    "-1\r\n",
    "1\na\r\n",
    "1\r\nab\r\n",
    "\r\n",
    "0x1\r\na\r\n",
    "1 ;a\r\na\r\n",
    "1;a=\r\na\r\n",
    "0\r\nno field\r\n\r\n",
    "0\r\nContent-Length: 1\r\n\r\n",
    "12345678901234\r\n",
    `1;${"e".repeat(4100)}`,
    `0\r\n${"a: b\r\n".repeat(1100)}`,
  ])("is rejected when malformed: %.20j", (text) => {
    expect(() => decoded(text, 1000)).toThrow("The source’s response is malformed.");
  });
});
