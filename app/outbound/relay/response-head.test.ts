import { describe, expect, it } from "vitest";
import { parseResponseHead } from "./response-head";

const head = (...lines: string[]) => parseResponseHead(lines.join("\r\n"));

describe("a response head", () => {
  it("has a status, lower-case headers and the body's framing", () => {
    expect(
      head(
        "HTTP/1.1 206 Partial Content",
        "Content-Type:video/mp2t",
        "Content-Length: 17 ",
        'ETag: "a:b"',
      ),
    ).toEqual({
      status: 206,
      headers: { "content-type": "video/mp2t", "content-length": "17", etag: '"a:b"' },
      framing: { kind: "length", length: 17 },
      keepAlive: true,
      keepSeconds: null,
    });
    expect(head("HTTP/1.1 200", "Transfer-Encoding: Chunked").framing).toEqual({ kind: "chunked" });
    expect(head("HTTP/1.1 200 OK").framing).toEqual({ kind: "close" });
    for (const status of [103, 204, 304])
      expect(head(`HTTP/1.1 ${status} x`, "Content-Length: 5").framing).toEqual({ kind: "none" });
  });

  it("has no body for 204 and 304, even when chunked, and trims only blanks", () => {
    for (const status of [204, 304])
      expect(head(`HTTP/1.1 ${status} x`, "Transfer-Encoding: chunked").framing).toEqual({
        kind: "none",
      });
    expect(head("HTTP/1.1 200 OK", "ETag: \t\xa0a\xa0 ").headers["etag"]).toBe("\xa0a\xa0");
  });

  it("says whether the connection can be reused", () => {
    const keepsAlive = (first: string, ...lines: string[]) =>
      head(first, "Content-Length: 0", ...lines).keepAlive;
    expect(keepsAlive("HTTP/1.1 200 OK")).toBe(true);
    expect(keepsAlive("HTTP/1.1 200 OK", "Connection: Close")).toBe(false);
    expect(keepsAlive("HTTP/1.0 200 OK")).toBe(false);
    expect(keepsAlive("HTTP/1.0 200 OK", "Connection: keep-alive")).toBe(true);
    expect(head("HTTP/1.1 200 OK").keepAlive).toBe(false);
    expect(
      head("HTTP/1.1 200 OK", "Content-Length: 0", "Keep-Alive: timeout=5, max=100").keepSeconds,
    ).toBe(5);
  });

  it("takes the first of single-value headers, and joins others", () => {
    const { headers } = head(
      "HTTP/1.1 200 OK",
      "Content-Length: 3",
      "ETag: a",
      "ETag: b",
      "Content-Range: bytes 0-1/2",
      "Content-Range: bytes 0-2/3",
    );
    expect(headers).toEqual({
      "content-length": "3",
      etag: "a",
      "content-range": "bytes 0-1/2, bytes 0-2/3",
    });
  });

  it("may have header names that exist on Object.prototype", () => {
    expect(
      Object.entries(head("HTTP/1.1 200 OK", "constructor: a", "__proto__: b").headers),
    ).toEqual([
      ["constructor", "a"],
      ["__proto__", "b"],
    ]);
  });

  it.each([
    ["another protocol", ["ICY 200 OK"]],
    ["a newer protocol", ["HTTP/2 200 OK"]],
    ["no status", ["HTTP/1.1 20 OK"]],
    ["a status beyond all", ["HTTP/1.1 600 OK"]],
    ["a folded line", ["HTTP/1.1 200 OK", "Content-Type: video", " /mp2t"]],
    ["a line without a name", ["HTTP/1.1 200 OK", ": x"]],
    ["a line without a colon", ["HTTP/1.1 200 OK", "Content-Length"]],
    ["space before the colon", ["HTTP/1.1 200 OK", "Content-Length : 5"]],
    ["a bare line feed", ["HTTP/1.1 200 OK", "A: b\nContent-Length: 5"]],
    ["a zero byte", ["HTTP/1.1 200 OK", "A: \0"]],
    ["two lengths", ["HTTP/1.1 200 OK", "Content-Length: 5", "Content-Length: 6"]],
    ["the same length twice", ["HTTP/1.1 200 OK", "Content-Length: 5", "Content-Length: 5"]],
    ["a vertical tab in its coding", ["HTTP/1.1 200 OK", "Transfer-Encoding: \x0bchunked"]],
    ["a list of lengths", ["HTTP/1.1 200 OK", "Content-Length: 5, 5"]],
    ["a signed length", ["HTTP/1.1 200 OK", "Content-Length: +5"]],
    ["an endless length", ["HTTP/1.1 200 OK", "Content-Length: 1234567890123456"]],
    [
      "a length beside chunks",
      ["HTTP/1.1 200 OK", "Content-Length: 5", "Transfer-Encoding: chunked"],
    ],
    ["a coding of its own", ["HTTP/1.1 200 OK", "Transfer-Encoding: gzip, chunked"]],
    ["chunks before their time", ["HTTP/1.0 200 OK", "Transfer-Encoding: chunked"]],
  ])("is rejected with %s", (_, lines) => {
    expect(() => head(...lines)).toThrow("The source’s response is malformed.");
  });
});
