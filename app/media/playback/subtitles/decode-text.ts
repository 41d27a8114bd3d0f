/**
 * Encodings of old files by the language in the file's name. Shift JIS takes bytes of EUC-JP for
 * katakana, so it comes after.
 */
const ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  ja: ["euc-jp", "shift_jis"],
  "zh-TW": ["big5"],
  "zh-HK": ["big5"],
  "zh-Hant": ["big5"],
  zh: ["gb18030"],
  ko: ["euc-kr"],
  ru: ["windows-1251"],
  uk: ["windows-1251"],
  bg: ["windows-1251"],
  pl: ["windows-1250"],
  cs: ["windows-1250"],
  sk: ["windows-1250"],
  hu: ["windows-1250"],
  ro: ["windows-1250"],
  hr: ["windows-1250"],
  el: ["windows-1253"],
  tr: ["windows-1254"],
  he: ["windows-1255"],
  ar: ["windows-1256"],
  th: ["windows-874"],
  vi: ["windows-1258"],
};

/**
 * The text of a subtitle file: UTF-8 or UTF-16, else an older encoding by the file's language, else
 * Shift JIS when it reads as Japanese, else Windows-1252.
 */
export function decodeText(bytes: Buffer, language: string | null): string {
  const [first = 1, second = 1] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder("utf-16le").decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder("utf-16be").decode(bytes);
  const [primary = ""] = language?.split("-") ?? [];
  for (const encoding of ["utf-8", ...(ENCODINGS[language ?? ""] ?? ENCODINGS[primary] ?? [])]) {
    const text = decodeStrictly(bytes, encoding);
    if (text !== null) return text;
  }
  const japanese = decodeStrictly(bytes, "shift_jis");
  return japanese !== null && readsAsJapanese(japanese)
    ? japanese
    : new TextDecoder("windows-1252").decode(bytes);
}

/** Null when the bytes are not in the encoding. */
function decodeStrictly(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Western letters that decode as kanji by chance come without hiragana. */
function readsAsJapanese(text: string): boolean {
  const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  const hiragana = text.match(/[\u3041-\u3096]/g)?.length ?? 0;
  return hiragana > 0 && hiragana * 10 >= foreign;
}
