import { describe, expect, it } from "vitest";
import { rewritePlaylist } from "../../../tests/support/media/rewrite-playlist";

const BASE = "https://o.test/live/p/index.m3u8?token=a/b/c";
const rewrite = (text: string, options: { url?: string; imports?: Map<string, string> } = {}) =>
  rewritePlaylist(text, { url: new URL(options.url ?? BASE), imports: options.imports });
const proxied = (address: string) => `/api/videoProxy?url=${encodeURIComponent(address)}`;

it("a URI keeps the last byte of its text, which is white space in Latin-1", () => {
  const latin1 = (text: string) => Buffer.from(text).toString("latin1");
  for (const name of ["voil\u00e0", "\u8fe0", "a\u0085"])
    expect(rewrite(latin1(` ${name}\t\r`))).toBe(
      ` ${proxied(`https://o.test/live/p/${encodeURIComponent(name)}`)}\t\r`,
    );
});

describe("a URI on its own line", () => {
  it.each([
    ["HLS-S02", "seg1.ts", "https://o.test/live/p/seg1.ts"],
    ["HLS-S02", "v_1/seg-1.m4s", "https://o.test/live/p/v_1/seg-1.m4s"],
    ["HLS-S03", "https://o.test/x/y.ts", "https://o.test/x/y.ts"],
    ["HLS-S03", "http://other.test:8080/y.ts", "http://other.test:8080/y.ts"],
    ["HLS-S03", "HTTPS://Other.TEST/y.ts", "https://other.test/y.ts"],
    ["HLS-S04", "../../v/240/seg_1.ts", "https://o.test/v/240/seg_1.ts"],
    ["HLS-S04", "./seg.ts", "https://o.test/live/p/seg.ts"],
    ["HLS-S04", "a/../b.ts", "https://o.test/live/p/b.ts"],
    ["HLS-S04", "https://o.test/a/./../b.ts", "https://o.test/b.ts"],
    ["HLS-S05", "/x/y.ts", "https://o.test/x/y.ts"],
    ["HLS-S05", "//cdn.test/y.ts", "https://cdn.test/y.ts"],
    ["HLS-S06", "seg.ts?part=1#t=3", "https://o.test/live/p/seg.ts?part=1#t=3"],
    ["HLS-S06", "seg.ts#EXTINF", "https://o.test/live/p/seg.ts#EXTINF"],
    ["HLS-S06", "?only=query", "https://o.test/live/p/index.m3u8?only=query"],
    [
      "HLS-S09",
      "/playlist/214325?type=video&rendition=1080p&token=x",
      "https://o.test/playlist/214325?type=video&rendition=1080p&token=x",
    ],
    ["HLS-S22", "seg.ts?a=1&b=2%2F3+4", "https://o.test/live/p/seg.ts?a=1&b=2%2F3+4"],
    [
      "HLS-S22",
      "https://cdn.test/a%2Fb/c=d+e.ts?x=%26&y=#z",
      "https://cdn.test/a%2Fb/c=d+e.ts?x=%26&y=#z",
    ],
    ["HLS-S22", "a b.ts", "https://o.test/live/p/a%20b.ts"],
    ["HLS-S22", "\xc3\xa4.ts", "https://o.test/live/p/%C3%A4.ts"],
    ["HLS-S22", "seg:1.ts?x", null],
    ["IPv6", "http://[2606:4700::1]/a.ts", "http://[2606:4700::1]/a.ts"],
    ["an address in numbers", "http://0x2d.67.89.10/a.ts", "http://45.67.89.10/a.ts"],
  ])("%s: %s", (_, line, address) => {
    expect(rewrite(`#EXTM3U\n#EXTINF:4,\n${line}\n`)).toBe(
      `#EXTM3U\n#EXTINF:4,\n${address === null ? line : proxied(address)}\n`,
    );
  });

  it.each([
    "data:video/mp2t;base64,R0c=",
    "skd://key/1",
    "ftp://o.test/a.ts",
    "mailto:a@b.test",
    "http://[/",
    "https://",
  ])("%s is unchanged", (line) => {
    expect(rewrite(line)).toBe(line);
  });

  it("preserves the whitespace around it, carriage returns, a byte order mark and blank lines (HLS-S19, HLS-S21)", () => {
    const playlist =
      '\xef\xbb\xbf#EXTM3U\r\n\r\n#EXTINF:4,T\xe9\xff\r\n  seg.ts \t\r\n# http://example.com/x.ts\r\n\t#EXT-X-KEY:METHOD=AES-128,URI="k"\r\n   \r\n#EXT-X-ENDLIST';
    expect(rewrite(playlist)).toBe(
      playlist
        .replace("seg.ts", proxied("https://o.test/live/p/seg.ts"))
        .replace('URI="k"', `URI="${proxied("https://o.test/live/p/k")}"`),
    );
    expect(rewrite("\xef\xbb\xbfseg.ts")).toBe(
      `\xef\xbb\xbf${proxied("https://o.test/live/p/seg.ts")}`,
    );
  });

  it("is found after other tags (HLS-S20) and in a playlist without a final newline", () => {
    expect(rewrite("#EXTINF:4,\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\nseg.ts")).toBe(
      `#EXTINF:4,\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n${proxied("https://o.test/live/p/seg.ts")}`,
    );
  });
});

describe("a URI in a tag", () => {
  const key = proxied("https://o.test/live/p/k.bin");
  it.each([
    [
      "HLS-S10",
      '#EXT-X-KEY:METHOD=AES-128,URI="k.bin",IV=0x1',
      `#EXT-X-KEY:METHOD=AES-128,URI="${key}",IV=0x1`,
    ],
    [
      "HLS-S10",
      '#EXT-X-KEY:METHOD=AES-128,URI="https://k.test/a?b=c,d"',
      `#EXT-X-KEY:METHOD=AES-128,URI="${proxied("https://k.test/a?b=c,d")}"`,
    ],
    [
      "HLS-S11",
      '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"',
      null,
    ],
    ["a key inside", '#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain;base64,AAAA"', null],
    ["no key", "#EXT-X-KEY:METHOD=NONE", null],
    [
      "HLS-S12",
      '#EXT-X-MAP:URI="k.bin",BYTERANGE="718@0"',
      `#EXT-X-MAP:URI="${key}",BYTERANGE="718@0"`,
    ],
    [
      "HLS-S13",
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x, URI=y",URI="k.bin"',
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x, URI=y",URI="${key}"`,
    ],
    ["HLS-S13", '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,INSTREAM-ID="CC1"', null],
    [
      "HLS-S14",
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="k.bin"',
      `#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="${key}"`,
    ],
    [
      "images",
      '#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="k.bin"',
      `#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="${key}"`,
    ],
    [
      "HLS-S15",
      '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k.bin"',
      `#EXT-X-SESSION-KEY:METHOD=AES-128,URI="${key}"`,
    ],
    [
      "HLS-S16",
      '#EXT-X-PART:DURATION=0.33,URI="k.bin",INDEPENDENT=YES',
      `#EXT-X-PART:DURATION=0.33,URI="${key}",INDEPENDENT=YES`,
    ],
    [
      "low latency",
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="k.bin"',
      `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${key}"`,
    ],
    [
      "low latency",
      '#EXT-X-RENDITION-REPORT:URI="k.bin",LAST-MSN=1',
      `#EXT-X-RENDITION-REPORT:URI="${key}",LAST-MSN=1`,
    ],
    [
      "session data",
      '#EXT-X-SESSION-DATA:DATA-ID="x",URI="k.bin"',
      `#EXT-X-SESSION-DATA:DATA-ID="x",URI="${key}"`,
    ],
    ["session data", '#EXT-X-SESSION-DATA:DATA-ID="x",VALUE="https://o.test/"', null],
    [
      "HLS-S17",
      '#EXT-X-DATERANGE:ID="1",X-ASSET-URI="k.bin",X-URI="k.bin",X-ASSET-LIST="/l",SCTE35-OUT=0xFC',
      `#EXT-X-DATERANGE:ID="1",X-ASSET-URI="${key}",X-URI="k.bin",X-ASSET-LIST="${proxied("https://o.test/l")}",SCTE35-OUT=0xFC`,
    ],
    [
      "steering",
      '#EXT-X-CONTENT-STEERING:SERVER-URI="k.bin",PATHWAY-ID="A"',
      `#EXT-X-CONTENT-STEERING:SERVER-URI="${key}",PATHWAY-ID="A"`,
    ],
    ["prefetch", "#EXT-X-PREFETCH:k.bin", `#EXT-X-PREFETCH:${key}`],
    [
      "HLS-S23",
      '#EXT-X-I-FRAME-STREAM-INF:CODECS="avc1.64,mp4a.40.2",URI="k.bin"',
      `#EXT-X-I-FRAME-STREAM-INF:CODECS="avc1.64,mp4a.40.2",URI="${key}"`,
    ],
    [
      "without quotes",
      "#EXT-X-KEY:METHOD=AES-128,URI=k.bin,IV=0x1",
      `#EXT-X-KEY:METHOD=AES-128,URI=${key},IV=0x1`,
    ],
    ["without quotes, last", "#EXT-X-KEY:IV=0x1,URI=k.bin", `#EXT-X-KEY:IV=0x1,URI=${key}`],
    [
      "with spaces",
      '#EXT-X-KEY:METHOD=AES-128, URI = "k.bin"',
      `#EXT-X-KEY:METHOD=AES-128, URI = "${key}"`,
    ],
    [
      "the same text before",
      '#EXT-X-KEY:KEYFORMAT="k.bin",URI="k.bin"',
      `#EXT-X-KEY:KEYFORMAT="k.bin",URI="${key}"`,
    ],
    [
      "quotes in quotes",
      '#EXT-X-MEDIA:TYPE=SUBTITLES,NAME="A, \\"B\\"",URI="k.bin",X-URI="k.bin"',
      `#EXT-X-MEDIA:TYPE=SUBTITLES,NAME="A, \\"B\\"",URI="${key}",X-URI="k.bin"`,
    ],
    ["empty", '#EXT-X-KEY:METHOD=AES-128,URI=""', null],
    ["no end of quote", '#EXT-X-KEY:METHOD=AES-128,URI="k.bin', null],
    ["another tag", '#EXT-X-UNKNOWN:URI="k.bin"', null],
    ["a tag that only begins like one", '#EXT-X-KEYS:URI="k.bin"', null],
    ["a comment", '#URI="k.bin"', null],
  ])("%s: %s", (_, line, expected) => {
    expect(rewrite(`#EXTM3U\n${line}\n`)).toBe(`#EXTM3U\n${expected ?? line}\n`);
    expect(rewrite(`#EXTM3U\r\n${line}\r\n`)).toBe(`#EXTM3U\r\n${expected ?? line}\r\n`);
  });
});

describe("rewriting", () => {
  it("grants the URLs of a playlist as they are fetched", () => {
    const text =
      '#EXT-X-KEY:METHOD=AES-128,URI="k"\nseg.ts\nhttps://cdn.test/a.ts\n../b c.ts\ndata:,x\n';
    const urls: string[] = [];
    rewritePlaylist(text, { url: new URL(BASE), grant: (url) => `&${urls.push(url)}` });
    expect(urls).toEqual([
      "https://o.test/live/p/k",
      "https://o.test/live/p/seg.ts",
      "https://cdn.test/a.ts",
      "https://o.test/live/b%20c.ts",
    ]);
  });

  it("is idempotent", () => {
    const once = rewrite(
      '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:4,\na b.ts\n#EXT-X-PREFETCH:x.ts\n',
    );
    expect(rewrite(once)).toBe(once);
    expect(rewrite("/api/videoProxy?url=1")).not.toBe("/api/videoProxy?url=1");
  });

  it("keeps a proxied URI's bytes beyond ASCII, and those of a variable in it", () => {
    const line = `${proxied("https://o.test/a.ts")}#\xcc\xef\xbb\xbf`;
    expect(rewrite(line)).toBe(line);
    const playlist = '#EXT-X-DEFINE:NAME="a",VALUE="\xc3\xa4"\n/api/videoProxy?url=https%3A%2F%2F';
    expect(rewrite(`${playlist}{$a}`)).toBe(`${playlist}\xc3\xa4`);
  });

  it("leaves lines of more than 16,384 characters, whose URLs could not be requested", () => {
    for (const start of ["", '#EXT-X-MAP:URI="i.mp4",A=']) {
      const line = start.padEnd(16_384, "a");
      expect(rewrite(line)).not.toBe(line);
      expect(rewrite(`${line}a`)).toBe(`${line}a`);
    }
  });

  it("takes no time that grows with the square of a tag's spaces", () => {
    const spaces = " ".repeat(8_000);
    for (const value of [`${spaces}"`, `a${spaces}"`, `"a"${spaces}b`, `${spaces}=`]) {
      const line = `#EXT-X-MAP:A=${value}`;
      expect(rewrite(line)).toBe(line);
    }
    expect(rewrite(`#EXT-X-MAP:A=${spaces},URI=${spaces}"i.mp4"`)).toBe(
      `#EXT-X-MAP:A=${spaces},URI=${spaces}"${proxied("https://o.test/live/p/i.mp4")}"`,
    );
  });

  it("handles lines of a million characters", () => {
    for (const line of [
      "a".repeat(1e6),
      "#EXT-X-KEY:" + 'A="b",'.repeat(1e5),
      "#EXT-X-KEY:" + " ".repeat(1e6),
      "/.".repeat(5e5),
      `http://a.b/${"a.".repeat(5e5)}'`,
      "a/".repeat(5e5) + "!",
      "{$".repeat(5e5),
    ]) {
      expect(rewrite(line).length).toBeGreaterThan(0);
    }
  });
});

describe("a variable", () => {
  const master = '#EXTM3U\n#EXT-X-DEFINE:NAME="b",VALUE="https://cdn.test/x"\n';

  it("is substituted before the URI is resolved and encoded (HLS-S18)", () => {
    const text = `${master}#EXT-X-KEY:METHOD=AES-128,URI="{$b}/k"\n#EXTINF:4,{$b}\n{$b}/seg.ts\np/{$b}\n`;
    expect(rewrite(text)).toBe(
      `${master}#EXT-X-KEY:METHOD=AES-128,URI="${proxied("https://cdn.test/x/k")}"\n#EXTINF:4,{$b}\n${proxied("https://cdn.test/x/seg.ts")}\n${proxied("https://o.test/live/p/p/https://cdn.test/x")}\n`,
    );
  });

  it("that is undefined, or defined later, leaves the URI unchanged", () => {
    expect(rewrite('{$b}/seg.ts\n#EXT-X-DEFINE:NAME="b",VALUE="x"\n')).toBe(
      '{$b}/seg.ts\n#EXT-X-DEFINE:NAME="b",VALUE="x"\n',
    );
  });

  it("comes from the playlist's own URL, and is then written as a definition, since the player loads ours", () => {
    const text = '#EXTM3U\r\n#EXT-X-DEFINE:QUERYPARAM="token"\r\nseg.ts?t={$token}\r\n';
    expect(rewrite(text)).toBe(
      `#EXTM3U\r\n#EXT-X-DEFINE:NAME="token",VALUE="a/b/c"\r\n${proxied("https://o.test/live/p/seg.ts?t=a/b/c")}\r\n`,
    );
    expect(rewrite('#EXT-X-DEFINE:QUERYPARAM="none"\nseg.ts?t={$none}')).toBe(
      '#EXT-X-DEFINE:QUERYPARAM="none"\nseg.ts?t={$none}',
    );
  });

  it.each(["", "%22", "%0D", "%0A"])("is none that a definition cannot hold: token=%s", (token) => {
    const text = '#EXT-X-DEFINE:QUERYPARAM="token"\nseg.ts?t={$token}';
    expect(rewrite(text, { url: `https://o.test/index.m3u8?token=${token}` })).toBe(text);
  });

  it("needs a name and a value", () => {
    for (const half of ['NAME="b"', 'VALUE="x"']) {
      const text = `#EXT-X-DEFINE:${half}\n{$b}/seg.ts`;
      expect(rewrite(text)).toBe(text);
    }
  });

  it("may be composed of earlier variables", () => {
    const text =
      '#EXT-X-DEFINE:NAME="host",VALUE="https://cdn.test"\n#EXT-X-DEFINE:NAME="base",VALUE="{$host}/x"\n#EXT-X-DEFINE:NAME="lost",VALUE="{$nobody}/x"\n';
    expect(rewrite(`${text}{$base}/seg.ts\n{$lost}/seg.ts`)).toBe(
      `${text}${proxied("https://cdn.test/x/seg.ts")}\n{$lost}/seg.ts`,
    );
  });

  it("is undefined where all would come to more than 65,536 characters", () => {
    const define = (name: string, length: number) =>
      `#EXT-X-DEFINE:NAME="${name}",VALUE="${"x".repeat(length)}"`;
    const rewritten = (last: number) => {
      const names = ["a", "b", "c", "d", "e"];
      const lines = names.map((name, index) => define(name, index === 4 ? last : 16_000));
      return rewritePlaylist([...lines, "https://a.example/{$e}"].join("\n"), {
        url: new URL("https://a.example/list.m3u8"),
      });
    };
    expect(rewritten(1_531)).toContain("/api/videoProxy");
    expect(rewritten(1_532)).not.toContain("/api/videoProxy");
  });

  it("that would be longer than 16,384 characters is undefined", () => {
    const define = (name: string, value: string) =>
      `#EXT-X-DEFINE:NAME="${name}",VALUE="${value}"\n`;
    const half = define("a", "x".repeat(8_192)) + define("b", "{$a}{$a}");
    expect(rewrite(`${half}{$b}.ts`)).toContain("api/videoProxy");
    const over = half + define("c", "{$a}{$a}{$d}") + define("d", "x") + define("e", "{$b}{$d}");
    for (const name of ["c", "e"])
      expect(rewrite(`${over}{$${name}}.ts`).split("\n").at(-1)).toBe(`{$${name}}.ts`);
  });

  it("is passed to the playlists of a presentation, and only to them, for their imports", () => {
    const text = `${master}#EXT-X-MEDIA:TYPE=AUDIO,URI="a.m3u8"\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n`;
    const handedOn = `&var.b=${encodeURIComponent("https://cdn.test/x")}`;
    expect(rewrite(text)).toBe(
      `${master}#EXT-X-MEDIA:TYPE=AUDIO,URI="${proxied("https://o.test/live/p/a.m3u8")}${handedOn}"\n` +
        `#EXT-X-SESSION-KEY:METHOD=AES-128,URI="${proxied("https://o.test/live/p/k")}"\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${proxied("https://o.test/live/p/v.m3u8")}${handedOn}\n`,
    );
    const media = '#EXTM3U\n#EXT-X-DEFINE:IMPORT="b"\n{$b}/seg.ts\n';
    expect(rewrite(media, { imports: new Map([["b", "https://cdn.test/x"]]) })).toBe(
      `#EXTM3U\n#EXT-X-DEFINE:IMPORT="b"\n${proxied("https://cdn.test/x/seg.ts")}\n`,
    );
    expect(rewrite(media)).toBe(media);
  });
});
