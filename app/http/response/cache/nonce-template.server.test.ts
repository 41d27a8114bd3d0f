import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNonce, createNonceTemplate } from "./nonce-template.server";

const decompress = { br: brotliDecompressSync, gzip: gunzipSync };

function page(texts: readonly string[], nonce: string): Buffer {
  return Buffer.from(texts.join(`<script nonce="${nonce}">`));
}

describe.each(["br", "gzip"] as const)("a page compressed with %s", (encoding) => {
  it("is what the page with another nonce is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary", maxLength: 3_000 }), { minLength: 1, maxLength: 8 }),
        async (texts) => {
          const nonce = createNonce();
          const template = createNonceTemplate(page(texts, nonce), nonce);
          const compressed = await template.compress(encoding);
          const next = createNonce();
          expect(template.fill(next)).toEqual(page(texts, next));
          expect(compressed).not.toBeNull();
          expect(decompress[encoding](compressed?.fill(next) ?? Buffer.of())).toEqual(
            page(texts, next),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it("is hardly larger than compressed without places", async () => {
    const nonce = createNonce();
    const texts = Array.from({ length: 8 }, (_, part) =>
      Array.from({ length: 400 }, (_, row) => `<li class="card">${part * row}</li>`).join("\n"),
    );
    const template = createNonceTemplate(page(texts, nonce), nonce);
    const compressed = await template.compress(encoding);
    const whole = await createNonceTemplate(page(texts, nonce), createNonce()).compress(encoding);
    expect(compressed?.byteLength).toBeLessThan((whole?.byteLength ?? 0) * 1.25);
  });

  it("is none with a nonce of another length", async () => {
    const template = createNonceTemplate(Buffer.from("<p>"), "short");
    expect(await template.compress(encoding)).toBeNull();
  });
});
