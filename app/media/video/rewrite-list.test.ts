import { describe, expect, it } from "vitest";
import { clonedSource, rewriteList } from "./rewrite-list";

const URL_OF_LIST = new URL("https://o.test/lists/one.json?x=1");
const proxied = (address: string) => `/api/videoProxy?url=${encodeURIComponent(address)}`;
const rewritten = (list: unknown) =>
  JSON.parse(rewriteList(JSON.stringify(list), URL_OF_LIST) ?? "null") as unknown;

describe("a steering manifest", () => {
  const manifest = { VERSION: 1, TTL: 300, "PATHWAY-PRIORITY": ["B", "A"] };

  it("is reloaded through the proxy, from any origin", () => {
    for (const [given, address] of [
      ["next?session=1", "https://o.test/lists/next?session=1"],
      ["/s", "https://o.test/s"],
      ["https://steer.test/s?a=b", "https://steer.test/s?a=b"],
    ])
      expect(rewritten({ ...manifest, "RELOAD-URI": given })).toEqual({
        ...manifest,
        "RELOAD-URI": proxied(address ?? ""),
      });
    expect(rewritten({ ...manifest, "RELOAD-URI": proxied("https://o.test/s") })).toEqual({
      ...manifest,
      "RELOAD-URI": proxied("https://o.test/s"),
    });
    expect(rewritten(manifest)).toEqual(manifest);
  });

  it("clones pathways by our own parameters, because a player can only replace the host it sees", () => {
    const clone = {
      "BASE-ID": "A",
      ID: "C",
      "URI-REPLACEMENT": { HOST: "c.test:8080", PARAMS: { token: "a b&c" } },
    };
    const list = rewritten({ ...manifest, "PATHWAY-CLONES": [clone] });
    expect(list).toEqual({
      ...manifest,
      "PATHWAY-CLONES": [
        {
          "BASE-ID": "A",
          ID: "C",
          "URI-REPLACEMENT": {
            PARAMS: { "clone.param.token": "a b&c", "clone.host": "c.test:8080" },
          },
        },
      ],
    });
    // Players resolve the URL in this way (rfc8216bis section 7.3).
    const requested = new URL(
      proxied("https://a.test/v/1.m3u8?token=old&q=1"),
      "https://akari.test",
    );
    requested.searchParams.set("clone.param.token", "a b&c");
    requested.searchParams.set("clone.host", "c.test:8080");
    expect(clonedSource(requested.searchParams.get("url") ?? "", requested.searchParams)).toBe(
      "https://c.test:8080/v/1.m3u8?token=a+b%26c&q=1",
    );
  });

  it("drops clones with per-variant URLs, and invalid ones", () => {
    for (const replacement of [
      { HOST: "c.test", "PER-VARIANT-URIS": { v: "https://c.test/v" } },
      { "PER-RENDITION-URIS": {} },
      null,
      "c.test",
    ])
      expect(
        rewritten({
          ...manifest,
          "PATHWAY-CLONES": [{ "BASE-ID": "A", ID: "C", "URI-REPLACEMENT": replacement }],
        }),
      ).toEqual({ ...manifest, "PATHWAY-CLONES": [] });
  });
});

describe("a list of interstitials", () => {
  it("loads its assets through the proxy", () => {
    expect(
      rewritten({
        ASSETS: [
          { URI: "https://ads.test/1.m3u8", DURATION: 15 },
          { URI: "two.m3u8", DURATION: 5.5 },
          { URI: "data:x" },
          7,
        ],
        "X-A": 1,
      }),
    ).toEqual({
      ASSETS: [
        { URI: proxied("https://ads.test/1.m3u8"), DURATION: 15 },
        { URI: proxied("https://o.test/lists/two.m3u8"), DURATION: 5.5 },
        { URI: "data:x" },
        7,
      ],
      "X-A": 1,
    });
  });
});

describe("other JSON", () => {
  it.each([
    "",
    "{",
    "null",
    "[]",
    '"PATHWAY-PRIORITY"',
    '{"URI":"https://o.test/"}',
    '{"ASSETS":"https://o.test/"}',
    '{"ASSETS":[]}',
    '{"TTL":1}',
    '{"PATHWAY-PRIORITY":[]}',
  ])("is unchanged: %s", (text) => {
    expect(rewriteList(text, URL_OF_LIST)).toBeNull();
  });

  it("fetches its source without a clone's parameters", () => {
    expect(clonedSource("http://A.test/x", new URLSearchParams("url=1&var.a=2"))).toBe(
      "http://A.test/x",
    );
    expect(clonedSource("nonsense", new URLSearchParams("clone.host=b"))).toBe("nonsense");
    expect(clonedSource("http://a.test/x", new URLSearchParams("clone.host=b%20c"))).toBe(
      "http://a.test/x",
    );
  });
});
