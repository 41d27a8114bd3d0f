export type EastAsianEncoding = "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr";

interface Script {
  isLead: (byte: number) => boolean;
  /** Whether a pair is punctuation, kana, or among the everyday characters of the standard. */
  isUsual: (lead: number, trail: number) => boolean;
  isHiragana: (lead: number) => boolean;
}

const within = (from: number, to: number) => (byte: number) => byte >= from && byte <= to;
const isUpper = within(0xa1, 0xfe);
const never = () => false;

const SCRIPTS: Readonly<Record<EastAsianEncoding, Script>> = {
  // JIS X 0208: rows of punctuation and kana, and kanji of the first level.
  shift_jis: {
    isLead: (byte) => within(0x81, 0x9f)(byte) || within(0xe0, 0xfc)(byte),
    isUsual: (lead) => within(0x81, 0x83)(lead) || within(0x88, 0x98)(lead),
    isHiragana: within(0x82, 0x82),
  },
  "euc-jp": {
    isLead: isUpper,
    isUsual: (lead, trail) =>
      isUpper(trail) && (within(0xa1, 0xa5)(lead) || within(0xb0, 0xcf)(lead)),
    isHiragana: within(0xa4, 0xa4),
  },
  // GB 2312: punctuation and hanzi of the first level, which are sorted by their sound.
  gb18030: {
    isLead: within(0x81, 0xfe),
    isUsual: (lead, trail) =>
      isUpper(trail) && (lead === 0xa1 || lead === 0xa3 || within(0xb0, 0xd7)(lead)),
    isHiragana: never,
  },
  big5: {
    isLead: within(0x81, 0xfe),
    isUsual: (lead) => within(0xa1, 0xc7)(lead),
    isHiragana: never,
  },
  // KS X 1001: punctuation and syllables.
  "euc-kr": {
    isLead: within(0x81, 0xfe),
    isUsual: (lead, trail) => isUpper(trail) && (lead === 0xa1 || within(0xb0, 0xc8)(lead)),
    isHiragana: never,
  },
};

/** Rarer characters are left for names and old words. */
const MIN_USUAL = 0.7;
/**
 * The share is high, since half of the Chinese characters lie where Korean has all its syllables.
 */
const MIN_KOREAN = 0.95;
/** Japanese has more; other languages have next to none. */
const MIN_HIRAGANA = 0.1;

/** The encoding of Japanese, Korean or Chinese text; null when it reads as none of them. */
export function findEastAsian(bytes: Buffer): EastAsianEncoding | null {
  for (const encoding of ["shift_jis", "euc-jp"] as const) {
    const { usual, hiragana } = measure(bytes, encoding);
    if (usual >= MIN_USUAL && hiragana >= MIN_HIRAGANA) return encoding;
  }
  if (measure(bytes, "euc-kr").usual >= MIN_KOREAN) return "euc-kr";
  const best = bestEastAsian(bytes, ["gb18030", "big5"]);
  return measure(bytes, best).usual >= MIN_USUAL ? best : null;
}

/** The one of some encodings in which most of the text is usual, the first of equals. */
export function bestEastAsian(
  bytes: Buffer,
  encodings: readonly EastAsianEncoding[],
): EastAsianEncoding {
  const measured = encodings.map((encoding) => ({ encoding, ...measure(bytes, encoding) }));
  measured.sort((one, other) => other.usual - one.usual);
  return measured[0]?.encoding ?? "gb18030";
}

/** Shares of the characters that are not ASCII. */
function measure(bytes: Buffer, encoding: EastAsianEncoding): { usual: number; hiragana: number } {
  const { isLead, isUsual, isHiragana } = SCRIPTS[encoding];
  let [foreign, usual, hiragana] = [0, 0, 0];
  for (let offset = 0; offset < bytes.length; offset += 1) {
    const lead = bytes[offset] ?? 0;
    if (lead < 0x80) continue;
    foreign += 1;
    const trail = bytes[offset + 1] ?? 0;
    // A trail below is the line's next ASCII character, as after a Western letter.
    if (!isLead(lead) || trail < 0x40) continue;
    if (isUsual(lead, trail)) usual += 1;
    if (isHiragana(lead)) hiragana += 1;
    offset += 1;
  }
  return foreign === 0
    ? { usual: 0, hiragana: 0 }
    : { usual: usual / foreign, hiragana: hiragana / foreign };
}
