import { describe, expect, it } from "vitest";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { decodeText } from "./decode-text";
import { parseAss, parseSrt, toWebVtt, vttText } from "./subtitle-text";

const HEAD = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;
const line = (times: string, text: string) => `Dialogue: 0,${times},Default,,0,0,0,,${text}\n`;

const assToWebVtt = (script: string) => toWebVtt(parseAss(script));

describe("an ASS script as WebVTT", () => {
  it("has the text without tags, in the order of time", () => {
    const script =
      HEAD +
      line("0:00:05.50,0:00:07.00", "{\\i1}Later, {\\b1}with commas{\\b0}\\Nand a second line") +
      line("0:00:01.00,0:00:02.25", "First < & >") +
      "Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Not shown\n";
    expect(assToWebVtt(script)).toBe(
      "WEBVTT\n\n00:00:01.000 --> 00:00:02.250\nFirst &lt; &amp; &gt;\n\n" +
        "00:00:05.500 --> 00:00:07.000\nLater, with commas\nand a second line\n",
    );
  });

  it("leaves out drawings, empty lines, and times that are none or reversed", () => {
    const script =
      HEAD +
      line("0:00:01.00,0:00:02.00", "{\\p1}m 0 0 l 100 0{\\p0}") +
      line("0:00:01.00,0:00:02.00", "{\\an8}") +
      line("0:00:03.00,0:00:02.00", "Reversed") +
      line("soon,0:00:02.00", "No time");
    expect(assToWebVtt(script)).toBe("WEBVTT\n\n");
  });

  it("has 200,000 lines, and is refused with one more", () => {
    const script = HEAD + line("0:00:01.00,0:00:02.00", "x").repeat(200_000);
    expect(assToWebVtt(script).match(/-->/g)).toHaveLength(200_000);
    expect(() => parseAss(script + line("0:00:01.00,0:00:02.00", "x"))).toThrow(UnreadableMedia);
  });

  it("is read by the order of its own fields, and by the usual order without one", () => {
    const own =
      "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,Own, order\n" +
      "[Fonts]\nDialogue: 0:00:01.00,0:00:02.00,No event\n";
    expect(parseAss(own)).toMatchObject([{ start: 1, end: 2, text: "Own, order" }]);
    const usual = `[Events]\n${line("0:00:01.00,0:00:02.00", "Usual")}`;
    expect(parseAss(usual)).toMatchObject([{ start: 1, end: 2, text: "Usual" }]);
  });

  it("keeps a brace that is never closed, and reads millions of them at once", () => {
    const script = (text: string) => HEAD + line("0:00:01.00,0:00:02.00", text);
    expect(parseAss(script("a {b"))[0]?.text).toBe("a {b");
    expect(parseAss(script("{\\p".repeat(2_000_000)))).toHaveLength(1);
  });
});

const LEFT = "position:0%,line-left align:left";
const RIGHT = "position:100%,line-right align:right";
const [TOP, MIDDLE] = ["line:0%,start", "line:50%,center"];

describe("the place of a line", () => {
  it.each([
    ["{\\an1}", LEFT],
    ["{\\an2}", ""],
    ["{\\an3}", RIGHT],
    ["{\\an4}", `${MIDDLE} ${LEFT}`],
    ["{\\an5}", MIDDLE],
    ["{\\an6}", `${MIDDLE} ${RIGHT}`],
    ["{\\an7}", `${TOP} ${LEFT}`],
    ["{\\an8}", TOP],
    ["{\\an9}", `${TOP} ${RIGHT}`],
    ["{\\a1}", LEFT],
    ["{\\a3}", RIGHT],
    ["{\\a5}", `${TOP} ${LEFT}`],
    ["{\\a6}", TOP],
    ["{\\a7}", `${TOP} ${RIGHT}`],
    ["{\\a9}", `${MIDDLE} ${LEFT}`],
    ["{\\a10}", MIDDLE],
    ["{\\a11}", `${MIDDLE} ${RIGHT}`],
    ["{\\i1\\an8\\b1}", TOP],
    ["{\\an8}{\\an1}", TOP],
    ["{\\an0}{\\an10}{\\a4}{\\a8}{\\a12}{\\alpha&H80&}", ""],
  ])("%s stays in SRT and ASS", (tag, settings) => {
    const srt = parseSrt(`1\n00:00:01,000 --> 00:00:02,000\n${tag}Text\nmore`);
    expect(srt).toMatchObject([{ text: "Text\nmore" }]);
    expect(srt[0]?.settings ?? "").toBe(settings);
    expect(parseAss(HEAD + line("0:00:01.00,0:00:02.00", `${tag}Text`))).toMatchObject([
      { text: "Text", settings },
    ]);
    expect(toWebVtt(srt)).toContain(`02.000${settings === "" ? "" : ` ${settings}`}\nText`);
  });

  it.each([
    ["{\\pos(96,72)}", "line:25%,end position:25%,center"],
    ["{\\an7\\pos( 96 , 72.5 )}", "line:25.2%,start position:25%,line-left align:left"],
    ["{\\move(384,0,0,0)}", "line:0%,end position:100%,center"],
    ["{\\pos(-10,999)}", "line:100%,end position:0%,center"],
    ["{\\pos(a,b)}", ""],
  ])("%s is in the script's picture", (tag, settings) => {
    expect(parseAss(HEAD + line("0:00:01.00,0:00:02.00", `${tag}Text`))[0]?.settings).toBe(
      settings,
    );
    const large = `[Script Info]\nPlayResX: 768\nPlayResY: 576\n[Events]\n`;
    const twice = tag.replaceAll(/[\d.]{2,}/g, (digits) => String(Number(digits) * 2));
    const [placed] = parseAss(large + line("0:00:01.00,0:00:02.00", `${twice}Text`));
    expect(placed?.settings).toBe(settings);
  });

  it.each([
    ["[V4+ Styles]", 8, TOP],
    ["[V4 Styles]", 6, TOP],
    ["[V4+ Styles]", 12, ""],
  ])("is that of the style in %s", (section, alignment, settings) => {
    const script = `${section}\nFormat: Name, Alignment\nStyle: Above,${alignment}\n[Events]\n`;
    const event = (text: string) => `Dialogue: 0,0:00:01.00,0:00:02.00,Above,,0,0,0,,${text}\n`;
    const lines = parseAss(script + event("Text") + event("{\\an1}Text"));
    expect(lines.map((placed) => placed.settings)).toEqual([settings, LEFT]);
  });

  it("is that of an embedded cue of WebVTT, with the settings that are known", () => {
    const settings = "region:a line:10%,start position:20% --> align:left size:50% colour:red";
    expect(vttText("a --> b", settings)).toEqual({
      text: "a --&gt; b",
      settings: "line:10%,start position:20% align:left size:50%",
    });
  });
});

describe("an SRT file", () => {
  it("is read with and without empty lines, numbers and hours", () => {
    const text =
      "1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\nmore\r\n2\r\n00:00:03,5 --> 00:00:04,000\r\nTwo\r\n" +
      "\r\n00:05.250 --> 00:06.000 X1:1\r\n<font color=red>Three</font>\r\n\r\nno number\r\n" +
      "4\nsoon --> later\nno time\n\n\n5\n01:00:00,000 --> 01:00:01,000\nFive";
    expect(parseSrt(text)).toEqual([
      { start: 1, end: 2, text: "One\nmore" },
      { start: 3.5, end: 4, text: "Two" },
      { start: 5.25, end: 6, text: "Three\nno number" },
      { start: 3600, end: 3601, text: "Five" },
    ]);
  });

  const times = (second: number) => `00:00:0${second},000 --> 00:00:0${second + 1},000`;
  const textsOf = (...rows: string[]) => parseSrt(rows.join("\n")).map(({ text }) => text);

  it.each([
    ["within a text", ["9", times(1), "A", "", "B", "", "10", times(3), "C"], ["A\nB", "C"]],
    ["of spaces", ["9", times(1), "A", " \t\u00a0", "", "B", "10", times(3), "C"], ["A\nB", "C"]],
    ["before a text", ["1", times(1), "", "A", "", "2", times(3), "", "", "B"], ["A", "B"]],
    ["after every row", ["1", "", times(1), "", "A", "", "2", "", times(3), "", "B"], ["A", "B"]],
    ["without numbers", [times(1), "A", "", "B", "", times(3), "C"], ["A\nB", "C"]],
    ["around a number", ["1", times(1), "A", "", "3", "", "2", times(3), "B"], ["A\n3", "B"]],
    ["and only a number", ["1", times(1), "2", "", "2", times(3), "3"], ["2", "3"]],
    ["below a number", [times(1), "7", "", times(3), "B"], ["7", "B"]],
    ["and a number as the last text", ["1", times(1), "A", "", "B", "2"], ["A\nB\n2"]],
    ["before a last number", ["1", times(1), "A", "", "B", "", "2", ""], ["A\nB"]],
  ])("is read with empty rows %s", (_name, rows, texts) => {
    expect(textsOf(...rows)).toEqual(texts);
    expect(parseSrt(rows.join("\r\n"))).toEqual(parseSrt(rows.join("\n")));
  });

  it("keeps an arrow in a text, and no text whose times cannot be read", () => {
    expect(textsOf("1", times(1), "A --> B", "", "<-- C", "", "2", times(3), "D")).toEqual([
      "A --&gt; B\n&lt;-- C",
      "D",
    ]);
    expect(textsOf("1", times(1), "A", "", "2", "then --> later", "B", "", "C")).toEqual(["A"]);
    expect(textsOf("1", times(1), "A", "", "00:00:05,000 -->", "B")).toEqual(["A"]);
  });

  it("has one cue of WebVTT for a text with empty rows", () => {
    const text = ["1", times(1), "A", "", "B", "", "2", times(3), "C"].join("\n");
    expect(toWebVtt(parseSrt(text))).toBe(
      "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nA\nB\n\n00:00:03.000 --> 00:00:04.000\nC\n",
    );
  });

  it("has 200,000 lines, and is refused with one more", () => {
    const text = "00:00:01,000 --> 00:00:02,000\nx\n\n".repeat(200_000);
    expect(parseSrt(text)).toHaveLength(200_000);
    expect(() => parseSrt(`${text}00:00:01,000 --> 00:00:02,000\nx\n`)).toThrow(UnreadableMedia);
  });

  it("reads open braces in their millions at once", () => {
    const text = `00:00:01,000 --> 00:00:02,000\n${"{\\".repeat(2_000_000)}\n`;
    expect(parseSrt(text)).toHaveLength(1);
  });
});

describe("the encoding of a subtitle file", () => {
  const JAPANESE = "\u305d\u3046\u3060\u306d";
  const SHIFT_JIS = Buffer.from("82bb82a482be82cb", "hex");

  it.each<[string, Buffer, string | null, string]>([
    ["UTF-8", Buffer.from(JAPANESE), null, JAPANESE],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${JAPANESE}`), null, JAPANESE],
    ["UTF-16", Buffer.from(`\ufeff${JAPANESE}`, "utf16le"), null, JAPANESE],
    [
      "UTF-16 in the other order",
      Buffer.from(`\ufeff${JAPANESE}`, "utf16le").swap16(),
      null,
      JAPANESE,
    ],
    ["UTF-16 without a mark", Buffer.from(`1 ${JAPANESE}`, "utf16le"), null, `1 ${JAPANESE}`],
    ["Shift JIS by its language", SHIFT_JIS, "ja", JAPANESE],
    ["Shift JIS by its hiragana", SHIFT_JIS, null, JAPANESE],
    ["EUC-JP by its language", Buffer.from("a4bda4a6a4c0a4cd", "hex"), "ja-JP", JAPANESE],
    ["GB 18030 by its language", Buffer.from("c4e3bac3", "hex"), "zh-Hans", "\u4f60\u597d"],
    [
      "Windows-1251 by its language",
      Buffer.from("cff0e8e2e5f2", "hex"),
      "ru",
      "\u041f\u0440\u0438\u0432\u0435\u0442",
    ],
    [
      "Windows-1252 otherwise",
      Buffer.from("Se\xf1or, d\xe9j\xe0", "latin1"),
      "es",
      "Se\u00f1or, d\u00e9j\u00e0",
    ],
    ...["ja", "ru", "de", null].map((language): [string, Buffer, string | null, string] => [
      `UTF-8 with a mark and much that is not, ${language}`,
      Buffer.from("efbbbf61ff8193fe81c3a9", "hex"),
      language,
      `a${"\ufffd".repeat(5)}\u00e9`,
    ]),
    ...["ja", "zh-TW", "ru", "es", null].flatMap((language) =>
      ["ff", "92", "c3", "e381"].map((stray): [string, Buffer, string | null, string] => [
        `UTF-8 with a stray ${stray}, ${language}`,
        Buffer.from(`c3a920${stray}20c3b1`, "hex"),
        language,
        "\u00e9 \ufffd \u00f1",
      ]),
    ),
    ["UTF-8 of which half is bad", Buffer.from("c3a9ff", "hex"), null, "\u00e9\ufffd"],
    [
      "what is mostly not UTF-8",
      Buffer.from("c3a9e920f1", "hex"),
      null,
      "\u00c3\u00a9\u00e9 \u00f1",
    ],
    [
      "Windows-1253 with a stray byte, by its language",
      Buffer.from("c3e5e9e120d2", "hex"),
      "el",
      "\u0393\u03b5\u03b9\u03b1 \ufffd",
    ],
  ])("is found out: %s", (_name, bytes, language, text) => {
    expect(decodeText(bytes, language)).toBe(text);
  });

  it.each([
    [
      "Windows-1252 with its quotation marks",
      "fr",
      "« L’œuvre d’un cœur » – “Ça va…” Œil, Šime, Žan, 5 €",
      "ab204c929c75767265206492756e20639c757220bb20962093c7612076618594208c696c2c208a69" +
        "6d652c208e616e2c20352080",
    ],
    [
      "Shift JIS with its extensions",
      null,
      "「今日は学校へ行きます」と彼は言った。①高橋はいつも“元気”だね…",
      "81758da193fa82cd8a778d5a82d68d7382ab82dc82b7817682c694de82cd8cbe82c182bd81428740" +
        "8d828bb482cd82a282c282e081678cb38b43816882be82cb8163",
    ],
    [
      "EUC-JP",
      null,
      "「今日は学校へ行きます」と彼は言った。高橋はいつも“元気”だね…",
      "a1d6baa3c6fca4cfb3d8b9bba4d8b9d4a4ada4dea4b9a1d7a4c8c8e0a4cfb8c0a4c3a4bfa1a3b9e2" +
        "b6b6a4cfa4a4a4c4a4e2a1c8b8b5b5a4a1c9a4c0a4cda1c4",
    ],
    [
      "GBK",
      null,
      "“我们今天去学校，好吗？”——他说：‘别担心，明天再来吧。’…",
      "a1b0ced2c3c7bdf1ccecc8a5d1a7d0a3a3acbac3c2f0a3bfa1b1a1aaa1aacbfbcbb5a3baa1aeb1f0" +
        "b5a3d0c4a3acc3f7ccecd4d9c0b4b0c9a1a3a1afa1ad",
    ],
    [
      "Big5",
      null,
      "「我們今天去學校，好嗎？」──他說：『別擔心，明天再來吧。』…“謝謝”",
      "a175a7daadcca4b5a4d1a568bec7aed5a141a66eb6dca148a176a277a277a54cbba1a147a179a74f" +
        "bee1a4dfa141a9faa4d1a641a8d3a761a143a17aa14ba1a7c1c2c1c2a1a8",
    ],
    [
      "Big5 that is only called Chinese",
      "zh",
      "「我們今天去學校，好嗎？」──他說：『別擔心，明天再來吧。』…“謝謝”",
      "a175a7daadcca4b5a4d1a568bec7aed5a141a66eb6dca148a176a277a277a54cbba1a147a179a74f" +
        "bee1a4dfa141a9faa4d1a641a8d3a761a143a17aa14ba1a7c1c2c1c2a1a8",
    ],
    [
      "EUC-KR",
      null,
      "오늘 학교에 가요. “정말요?” 그는 말했다. 내일 다시 만나요…",
      "bfc0b4c320c7d0b1b3bfa120b0a1bfe42e20a1b0c1a4b8bbbfe43fa1b120b1d7b4c220b8bbc7dfb4" +
        "d92e20b3bbc0cf20b4d9bdc320b8b8b3aabfe4a1a6",
    ],
    ["kana of Big5's extension", "zh-TW", "ぁんァヶ", "c6e7c77ac77bc7f2"],
  ])("keeps every letter of %s", (_name, language, text, hex) => {
    expect(decodeText(Buffer.from(hex, "hex"), language)).toBe(text);
  });
});
