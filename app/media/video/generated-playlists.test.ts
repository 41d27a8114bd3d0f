import fc from "fast-check";
import { parse, setOptions } from "hls-parser";
import { Parser } from "m3u8-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { parseUrl } from "~/parsing/parse-url";
import { rewritePlaylist } from "../../../tests/support/media/rewrite-playlist";

const BASE = new URL("https://o.test/show/one/index.m3u8?session=1");
const RUNS = 10_000;
/** The parsers of others take longer. */
const PARSED_RUNS = 3_000;

type Piece = string | { uri: string };

const word = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
/** No URL has a host such as `xn--a`, which is not Punycode. */
const host = word.filter((name) => URL.canParse(`http://${name}.test`));
// One parser takes an apostrophe for a quote.
const rest = fc.stringMatching(/^[a-zA-Z0-9._~!$&()*+,;=:@/?%#|^[\]-]{0,24}$/);
const uri: fc.Arbitrary<string> = fc.oneof(
  word.map((name) => `${name}.ts`),
  fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join("/")}.m4s`),
  fc.tuple(word, rest).map(([name, tail]) => `${name}.ts?${tail}`),
  fc.tuple(word, rest).map(([name, tail]) => `../../${name}/./${tail}`),
  fc.tuple(word, rest).map(([name, tail]) => `/${name}/${tail}`),
  fc.tuple(host, rest).map(([name, tail]) => `//${name}.cdn.test/${tail}`),
  fc
    .tuple(
      fc.constantFrom("http", "https", "HTTPS"),
      host,
      fc.constantFrom("", ":8080", ":443"),
      rest,
    )
    .map(([scheme, name, port, tail]) => `${scheme}://${name}.test${port}/${tail}`),
  word.map((name) => `${name} \xc3\xa4\xe3\x82\xa2.ts`),
  word.map((name) => `skd://${name}`),
  word.map((name) => `data:application/octet-stream;base64,${name}`),
);
/** Surrounding spaces are not part of the URI. */
const piece = uri.map((text): Piece => ({ uri: text }));
const title = fc.stringMatching(/^[A-Z ,=.\xe9"]{0,12}$/);
const quoted = fc.stringMatching(/^[A-Z ,=.\xe9]{0,12}$/);

const tag = (text: string, ...more: (Piece | fc.Arbitrary<Piece>)[]): fc.Arbitrary<Piece[]> =>
  fc
    .tuple(
      fc.constant(text),
      ...more.map((part) => (part instanceof fc.Arbitrary ? part : fc.constant(part))),
    )
    .map((parts) => [...parts]);
const line = (...pieces: fc.Arbitrary<Piece[]>[]): fc.Arbitrary<Piece[][]> => fc.tuple(...pieces);

const decoration = fc.oneof(
  tag('#EXT-X-KEY:METHOD=AES-128,URI="', piece, '",IV=0x000102030405060708090a0b0c0d0e0f'),
  tag('#EXT-X-KEY:METHOD=AES-128,KEYFORMAT="identity",URI="', piece, '"'),
  tag("#EXT-X-KEY:METHOD=NONE"),
  tag('#EXT-X-MAP:URI="', piece, '",BYTERANGE="718@0"'),
  tag('#EXT-X-MAP:URI="', piece, '"'),
  tag("#EXT-X-DISCONTINUITY"),
  tag("#EXT-X-PROGRAM-DATE-TIME:2024-02-03T04:05:06.000Z"),
  tag("#EXT-X-BYTERANGE:100@200"),
  tag(
    '#EXT-X-DATERANGE:ID="A",START-DATE="2024-02-03T04:05:06.000Z",X-ASSET-URI="',
    piece,
    '",X-COM=1',
  ),
  tag('#EXT-X-DATERANGE:ID="B",START-DATE="2024-02-03T04:05:06.000Z",X-ASSET-LIST="', piece, '"'),
  tag("#EXT-X-BITRATE:800"),
  tag("#EXT-X-GAP"),
  tag("# https://o.test/a.ts"),
  tag('#EXT-X-OTHER:URI="https://o.test/a.ts"'),
  tag(""),
);
const segment = fc
  .tuple(fc.array(decoration, { maxLength: 3 }), title, piece)
  .map(([tags, name, address]): Piece[][] => [...tags, [`#EXTINF:4.0,${name}`], [address]]);
const lowLatency = fc
  .tuple(
    fc.array(tag('#EXT-X-PART:DURATION=0.5,URI="', piece, '",INDEPENDENT=YES'), {
      minLength: 1,
      maxLength: 3,
    }),
    tag('#EXT-X-PRELOAD-HINT:TYPE=PART,URI="', piece, '"'),
    tag(
      '#EXT-X-RENDITION-REPORT:URI="',
      word.map((name): Piece => ({ uri: `${name}.m3u8` })),
      '",LAST-MSN=7,LAST-PART=1',
    ),
  )
  .map(([parts, hint, report]): Piece[][] => [...parts, hint, report]);
const media = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 5 }), fc.option(lowLatency))
  .map(([segments, parts]): Piece[][] => [
    ["#EXTM3U"],
    ["#EXT-X-VERSION:9"],
    ["#EXT-X-TARGETDURATION:4"],
    ...(parts === null
      ? []
      : [
          ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.0"],
          ["#EXT-X-PART-INF:PART-TARGET=0.5"],
        ]),
    ["#EXT-X-MEDIA-SEQUENCE:7"],
    ...segments.flat(),
    ...(parts ?? [["#EXT-X-ENDLIST"]]),
  ]);

const variant = fc.oneof(
  line(
    tag('#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="G",NAME="', quoted, '",LANGUAGE="ja",URI="', piece, '"'),
  ),
  line(
    tag('#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="S",NAME="', quoted, '",URI="', piece, '",FORCED=NO'),
  ),
  line(
    tag('#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64,mp4a.40.2",RESOLUTION=640x360'),
    fc.tuple(piece),
  ),
  line(tag('#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI="', piece, '",CODECS="avc1.64"')),
  line(tag('#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=100,URI="', piece, '"')),
  line(tag('#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="', piece, '",KEYFORMAT="K"')),
  line(
    tag(
      '#EXT-X-SESSION-DATA:DATA-ID="D",LANGUAGE="',
      word.map((name): Piece => name),
      '",URI="',
      piece,
      '"',
    ),
  ),
  line(tag('#EXT-X-CONTENT-STEERING:SERVER-URI="', piece, '",PATHWAY-ID="P"')),
);
const multivariant = fc
  .array(variant, { minLength: 1, maxLength: 6 })
  .map((parts): Piece[][] => [
    ["#EXTM3U"],
    ["#EXT-X-INDEPENDENT-SEGMENTS"],
    ["#EXT-X-STREAM-INF:BANDWIDTH=1"],
    [{ uri: "first.m3u8" }],
    ...parts.flat(),
  ]);

const playlist = fc.tuple(
  fc.oneof(media, multivariant),
  fc.constantFrom("\n", "\r\n"),
  fc.boolean(),
);

function resolve(address: string): string | null {
  const text = Buffer.from(address, "latin1").toString("utf8");
  const url = parseUrl(text, BASE);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

const written = (lines: Piece[][], end: string, address: (uri: string) => string) =>
  lines
    .map((pieces) =>
      pieces.map((part) => (typeof part === "string" ? part : address(part.uri))).join(""),
    )
    .join(end);
const proxied = (address: string) => {
  const target = resolve(address);
  return target === null ? address : `/api/videoProxy?url=${encodeURIComponent(target)}`;
};

/**
 * URIs as their targets: resolved in the original, from the proxy's parameter in the rewritten one.
 */
function resolveUris(structure: unknown, uris: ReadonlySet<string>): unknown {
  return JSON.parse(
    JSON.stringify(structure, (key, value: unknown) => {
      if (key === "source" || typeof value !== "string")
        return key === "source" ? undefined : value;
      if (value.startsWith("/api/videoProxy?url="))
        return new URL(value, "http://akari.test").searchParams.get("url");
      return uris.has(value) ? (resolve(value) ?? value) : value;
    }),
  ) as unknown;
}

function byM3u8Parser(text: string): unknown {
  const parser = new Parser();
  parser.push(text);
  parser.end();
  return parser.manifest;
}

/** A rejected playlist must be rejected alike when rewritten. */
function byHlsParser(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    return String(error);
  }
}

beforeAll(() => setOptions({ strictMode: false, silent: true }));

describe("a generated playlist", () => {
  it("has its URIs rewritten, and not one other byte", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(playlist, ([lines, end, hasMark]) => {
        const mark = hasMark ? "\xef\xbb\xbf" : "";
        const text = mark + written(lines, end, (address) => address);
        const rewritten = rewritePlaylist(text, { url: BASE });
        expect(rewritten).toBe(mark + written(lines, end, proxied));
        expect(rewritePlaylist(rewritten, { url: BASE })).toBe(rewritten);
      }),
      { numRuns: RUNS },
    );
  });

  it("means the same to two parsers as before", { timeout: 60_000, tags: "rest" }, () => {
    let read = 0;
    fc.assert(
      fc.property(playlist, ([lines, end]) => {
        const uris = new Set(
          lines.flat().flatMap((part) => (typeof part === "string" ? [] : [part.uri])),
        );
        const text = written(lines, end, (address) => address);
        const rewritten = rewritePlaylist(text, { url: BASE });
        for (const parser of [byM3u8Parser, byHlsParser]) {
          const before = parser(text);
          if (typeof before === "object") read += 1;
          expect(resolveUris(parser(rewritten), uris)).toEqual(resolveUris(before, uris));
        }
      }),
      { numRuns: PARSED_RUNS },
    );
    // If fewer were read, only error messages would be compared.
    expect(read).toBeGreaterThan(PARSED_RUNS * 1.5);
  });
});
