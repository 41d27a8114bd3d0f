import { gunzipSync, brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { negotiateEncoding, compressResponse } from "./compress.server";

describe("the accepted encoding", () => {
  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.9", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["identity", null],
    ["br;q=0, gzip;q=0", null],
    [null, null],
  ])("of %s is %s", (header, encoding) => {
    expect(negotiateEncoding(header)).toBe(encoding);
  });
});

describe("a compressed response", () => {
  const text = "akari ".repeat(400);
  const html = () => new Response(text, { headers: { "content-type": "text/html", etag: '"t"' } });
  const asking = (encoding: string) =>
    new Request("http://localhost/", { headers: { "accept-encoding": encoding } });

  it("has the same content, its own length and its own ETag", async () => {
    const response = await compressResponse(asking("br"), html());
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(brotliDecompressSync(bytes).toString()).toBe(text);
    expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
    expect(response.headers.get("etag")).toBe('"t-br"');
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
  });

  it("is gzip for clients that accept nothing better", async () => {
    const response = await compressResponse(asking("gzip"), html());
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(text);
  });

  it("preserves every cookie", async () => {
    const response = html();
    response.headers.append("set-cookie", "a=1");
    response.headers.append("set-cookie", "b=2");
    expect((await compressResponse(asking("br"), response)).headers.getSetCookie()).toEqual([
      "a=1",
      "b=2",
    ]);
  });

  it("leaves images, small texts and encoded bodies unchanged", async () => {
    const image = new Response(text, { headers: { "content-type": "image/webp" } });
    expect(await compressResponse(asking("br"), image)).toBe(image);
    const small = await compressResponse(
      asking("br"),
      new Response("short", { headers: { "content-type": "text/html" } }),
    );
    expect(small.headers.get("content-encoding")).toBeNull();
    const encoded = new Response(text, {
      headers: { "content-type": "text/html", "content-encoding": "br" },
    });
    expect(await compressResponse(asking("br"), encoded)).toBe(encoded);
  });
});
