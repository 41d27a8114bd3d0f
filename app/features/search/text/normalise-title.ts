export interface NormalisedTitle {
  /** The name in NFKC and lower case, with single spaces; `K-On!` and `K-On!!` still differ. */
  raw: string;
  /** The name without spaces and accents, but not folded. */
  strict: string;
  /**
   * The folded name with its season words as written, in which a misspelt `season` can be found.
   */
  unnumberedKey: string;
  tokens: string[];
  key: string;
  /** Tokens that punctuation had split are joined here: `re:zero` gives `rezero`. */
  joinedTokens: string[];
  /** The season words that were removed from the tokens. */
  seasonWords: string[];
}

const LIGATURES: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
};
const SYMBOLS: Record<string, string> = {
  "&": " and ",
  "×": " x ",
  "✕": " x ",
  "√": " root ",
  "∞": " infinity ",
  "½": " 1 2 ",
  "∀": " turn a ",
};
const ORDINAL_WORDS = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
];
const NUMBER_WORDS = [
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];
const ROMAN = [
  "i",
  "ii",
  "iii",
  "iv",
  "v",
  "vi",
  "vii",
  "viii",
  "ix",
  "x",
  "xi",
  "xii",
  "xiii",
  "xiv",
  "xv",
  "xvi",
];
/**
 * These numerals are words of titles, too (`Hunter x Hunter`), so they count only after a season
 * word.
 */
const AMBIGUOUS_ROMAN = new Set(["i", "v", "x"]);
const KANJI_DIGITS = "一二三四五六七八九十";
/** `しずん` and `くる` are `シーズン` and `クール` after kana folding. */
const SEASON_WORDS = new Set(["season", "seasons", "s", "saison", "temporada", "しずん"]);
const PART_WORDS = new Set(["part", "pt", "cour", "くる", "ぱと"]);
const GLUED_MARKER = /^(season|part|s|pt|cour|しずん)0*(\d{1,2})$/u;
const ORDINAL = /^0*(\d{1,3})(?:st|nd|rd|th)$/u;
const LATIN = /^[a-z0-9]+$/u;

/** Whether a token may be misspelt. Tokens in other scripts tolerate no errors. */
export function isLatinToken(token: string): boolean {
  return LATIN.test(token);
}

/** Folds a name, so that spellings with other punctuation, width or numerals are equal. */
export function normaliseTitle(text: string): NormalisedTitle {
  const raw = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u200b-\u200d\u00ad\ufeff]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
  const plain = foldKana(stripAccents(raw))
    .replace(/[&×✕√∞½∀]/gu, (symbol) => SYMBOLS[symbol] ?? " ")
    .replace(/(?<=\p{L})@(?=\p{L})/gu, "a")
    .replace(/['’‘`´ʼ]/gu, "")
    .replace(
      new RegExp(`第?([0-9]+|[${KANJI_DIGITS}]+)[期季]`, "gu"),
      (_, digits: string) => ` season ${kanjiNumber(digits)} `,
    )
    .replace(
      new RegExp(`第([0-9]+|[${KANJI_DIGITS}]+)(?:部|くる|しずん)`, "gu"),
      (_, digits: string) => ` part ${kanjiNumber(digits)} `,
    );

  const chunks = plain
    .split(/\s+/u)
    .map(tokenizeChunk)
    .filter((parts) => parts.length > 0);
  const numbered = numberSeasons(chunks.flat());
  const tokens = numbered.tokens.map(foldToken);
  const joinedTokens = chunks
    .filter((parts) => parts.length > 1 && parts.every(isLatinToken))
    .map((parts) => foldToken(parts.join("")));
  const key = foldSounds(tokens.join(""));
  const strict = chunks.flat().join("");
  return {
    raw,
    strict,
    unnumberedKey: foldSounds(strict),
    tokens,
    key: key === "" ? raw.replace(/\s/gu, "") : key,
    joinedTokens,
    seasonWords: numbered.seasonWords.map(foldToken),
  };
}

/** The letters and digits of a `raw` name, with its katakana and long marks. */
export function lettersOf(raw: string): string {
  return raw.replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Folds what romanisations spell differently: long vowels (`ou`, `oo`, macrons), doubled letters
 * and the particle `wo`.
 */
export function foldToken(token: string): string {
  return token === "wo" ? "o" : foldSounds(token);
}

function foldSounds(text: string): string {
  return text.replace(/ou/gu, "o").replace(/([a-z])\1+/gu, "$1");
}

function stripAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/(?![\u3099\u309a])\p{M}/gu, "")
    .normalize("NFC")
    .replace(/[ßæœøđðþłı]/gu, (letter) => LIGATURES[letter] ?? letter);
}

function foldKana(text: string): string {
  return text
    .replace(/[\u30a1-\u30f6]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[ー・]/gu, "");
}

function kanjiNumber(digits: string): string {
  if (/^[0-9]+$/u.test(digits)) return digits;
  const ten = digits.indexOf("十");
  const value = (text: string, empty: number) =>
    text === "" ? empty : KANJI_DIGITS.indexOf(text.at(-1) ?? "") + 1;
  return String(
    ten < 0
      ? value(digits, 0)
      : value(digits.slice(0, ten), 1) * 10 + value(digits.slice(ten + 1), 0),
  );
}

/** Splits at punctuation, and between Latin and other scripts. */
function tokenizeChunk(chunk: string): string[] {
  return chunk.match(/[a-z0-9]+|(?:(?![a-z0-9])[\p{L}\p{N}\u3099\u309a])+/gu) ?? [];
}

/** Turns season words into numbers, and removes those of a first season. */
function numberSeasons(tokens: string[]): { tokens: string[]; seasonWords: string[] } {
  const result: string[] = [];
  const seasonWords: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    const next = tokens[at + 1] ?? "";
    const glued = GLUED_MARKER.exec(token);
    const ordinal = ordinalOf(token);
    const nextNumber = markedNumber(next);
    const isMarker = SEASON_WORDS.has(token) || PART_WORDS.has(token);
    if (glued && tokens.length > 1) {
      seasonWords.push(glued[1] ?? "");
      pushNumber(result, Number(glued[2]), !PART_WORDS.has(glued[1] ?? ""));
    } else if (ordinal > 0 && (SEASON_WORDS.has(next) || PART_WORDS.has(next)) && next !== "s") {
      seasonWords.push(next);
      pushNumber(result, ordinal, SEASON_WORDS.has(next));
      at += 1;
    } else if (isMarker && at > 0 && nextNumber > 0) {
      seasonWords.push(token);
      pushNumber(result, nextNumber, SEASON_WORDS.has(token));
      at += 1;
    } else {
      result.push(plainNumber(token));
    }
  }
  return result.length > 0 ? { tokens: result, seasonWords } : { tokens, seasonWords: [] };
}

function pushNumber(result: string[], number: number, isSeason: boolean): void {
  if (!(isSeason && number === 1)) result.push(String(number));
}

function ordinalOf(token: string): number {
  const digits = ORDINAL.exec(token)?.[1];
  return digits === undefined ? ORDINAL_WORDS.indexOf(token) + 1 : Number(digits);
}

function markedNumber(token: string): number {
  if (/^\d{1,3}$/u.test(token)) return Number(token);
  const roman = ROMAN.indexOf(token) + 1;
  return roman > 0 ? roman : NUMBER_WORDS.indexOf(token) + 1;
}

function plainNumber(token: string): string {
  const digits = /^0*(\d+)(?:st|nd|rd|th)?$/u.exec(token)?.[1];
  if (digits !== undefined) return digits;
  const roman = AMBIGUOUS_ROMAN.has(token) ? 0 : ROMAN.indexOf(token) + 1;
  return roman > 0 ? String(roman) : token;
}
