import { decodeWindows1252 } from "~/parsing/windows-1252";
import { bestEastAsian, findEastAsian, type EastAsianEncoding } from "./east-asian-text";

/** Single bytes of old files by the language in the file's name. */
const ALPHABETS: Readonly<Record<string, string>> = {
  ru: "windows-1251",
  uk: "windows-1251",
  bg: "windows-1251",
  pl: "windows-1250",
  cs: "windows-1250",
  sk: "windows-1250",
  hu: "windows-1250",
  ro: "windows-1250",
  hr: "windows-1250",
  el: "windows-1253",
  tr: "windows-1254",
  he: "windows-1255",
  ar: "windows-1256",
  th: "windows-874",
  vi: "windows-1258",
};

/** Pairs of bytes, likewise; the first is the usual one. */
const SCRIPTS: Readonly<Record<string, readonly EastAsianEncoding[]>> = {
  ja: ["shift_jis", "euc-jp"],
  "zh-TW": ["big5", "gb18030"],
  "zh-HK": ["big5", "gb18030"],
  "zh-Hant": ["big5", "gb18030"],
  zh: ["gb18030", "big5"],
  ko: ["euc-kr"],
};

/**
 * The text of a subtitle file: UTF-8 or UTF-16, else an older encoding by the file's language, else
 * what it reads as: Japanese, Korean, Chinese, or Windows-1252. Single bytes that do not fit become
 * U+FFFD.
 */
export function decodeText(bytes: Buffer, language: string | null): string {
  const [first = 1, second = 1, third = 1] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes);
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder("utf-16le").decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder("utf-16be").decode(bytes);
  const [primary = ""] = language?.split("-") ?? [];
  const alphabet = ALPHABETS[primary];
  const script = SCRIPTS[language ?? ""] ?? SCRIPTS[primary];
  return (
    decodeMostly(bytes, "utf-8") ??
    (alphabet === undefined ? null : decodeMostly(bytes, alphabet)) ??
    decodeEastAsian(
      bytes,
      script === undefined ? findEastAsian(bytes) : bestEastAsian(bytes, script),
    )
  );
}

/** Returns null when more of what is not ASCII fails to decode than decodes. */
function decodeMostly(bytes: Buffer, encoding: string): string | null {
  const text = new TextDecoder(encoding).decode(bytes);
  let [decoded, failed] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) failed += 1;
    else if (code > 0x7f) decoded += 1;
  }
  return failed > decoded ? null : text;
}

function decodeEastAsian(bytes: Buffer, encoding: EastAsianEncoding | null): string {
  if (encoding === null) return decodeWindows1252(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return encoding === "big5" ? withKana(text) : text;
}

/** ICU keeps the kana of Big5's ETEN extension (0xC6E7 to 0xC7F2) as private characters. */
function withKana(text: string): string {
  const moved = (from: number, to: number) => (letter: string) =>
    String.fromCharCode(letter.charCodeAt(0) - from + to);
  return text
    .replaceAll(/[\uf6f7-\uf749]/g, moved(0xf6f7, 0x3041))
    .replaceAll(/[\uf74a-\uf79f]/g, moved(0xf74a, 0x30a1));
}
