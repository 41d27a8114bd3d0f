import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Parser } from "m3u8-parser";
import { describe, expect, it } from "vitest";
import { parseUrl } from "~/parsing/parse-url";
import { rewritePlaylist } from "../../../tests/support/media/rewrite-playlist";

const CORPUS = join(
  dirname(createRequire(import.meta.url).resolve("m3u8-parser/package.json")),
  "test/fixtures/integration",
);
const files = readdirSync(CORPUS).filter((name) => name.endsWith(".m3u8"));
const BASE = new URL("https://o.test/show/one/index.m3u8?session=1");
const PROXIED = "/api/videoProxy?url=";

function parsed(text: string): unknown {
  const parser = new Parser();
  parser.push(text);
  parser.end();
  return parser.manifest;
}

const addressOf = (text: string) => parseUrl(text, BASE)?.href ?? text;

/** `key` tells which strings are URLs. */
function resolveUris(structure: unknown): unknown {
  return JSON.parse(
    JSON.stringify(structure, (key, value: unknown) => {
      if (
        typeof value !== "string" ||
        !/^(?:uri|serverUri|URI|SERVER-URI|X-ASSET-URI|X-ASSET-LIST)$/.test(key)
      )
        return value;
      return value.startsWith(PROXIED)
        ? new URL(value, "http://akari.test").searchParams.get("url")
        : addressOf(value);
    }),
  ) as unknown;
}

function addresses(structure: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(structure, (key, value: unknown) => {
    if (key === "uri" && typeof value === "string" && value !== "") found.push(value);
    return value;
  });
  return found;
}

describe("a real-world playlist (HLS-S27)", () => {
  it("is one of many", () => {
    expect(files.length).toBeGreaterThan(50);
  });

  it.each(files)("%s preserves its lines and meaning, and only leads through the proxy", (name) => {
    const text = readFileSync(join(CORPUS, name), "latin1");
    const rewritten = rewritePlaylist(text, { url: BASE });
    const [before, after] = [text.split("\n"), rewritten.split("\n")];
    expect(after).toHaveLength(before.length);
    for (const [index, line] of after.entries())
      if (line !== before[index]) expect(line).toContain(PROXIED);
    expect(resolveUris(parsed(rewritten))).toEqual(resolveUris(parsed(text)));
    for (const address of addresses(parsed(rewritten)))
      if (/^https?:/.test(addressOf(address)))
        expect(address.slice(0, PROXIED.length)).toBe(PROXIED);
  });
});
