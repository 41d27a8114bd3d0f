import { LRUCache } from "lru-cache";
import { editDistance, maxEditDistance } from "~/parsing/edit-distance";
import { normaliseTitle, type NormalisedTitle } from "~/features/search/text/normalise-title";
import { toNumber } from "~/features/library/names/season";
import type { TitleFacts } from "./title-facts";

export const SAME_NAME = 0.9;

/** `Part 3: Stardust Crusaders` numbers arcs, `Stone Ocean Part 2` cours. */
export const INNER_PART = /(\S)\s+part\s(?<arc>\d{1,2})(?=\s?[:–-]\s?\S)/iu;
/** `Fifth Stage` is also written `5th Stage`. */
const ORDINAL = /(?<!\p{L})(?:second|third|fourth|fifth|sixth|seventh)(?!\p{L})/giu;
/** How characters are read, as in `超電磁砲[レールガン]`. */
const READING = /(?<=\p{Script=Han})[[(（][\p{Script=Hiragana}\p{Script=Katakana}ー・]+[\])）]/gu;
/** `Seiran 1` is also what all of several parts are called. */
const FIRST_OF_SEVERAL = /(?<=\p{L}{3}) 1$/u;
/** Names of files have groups and tags in brackets, not what the title has there. */
const BRACKETED_END = /\s\[[^\]]+\]$/u;
const FILM = /^(?<title>.{2,}?):? (?:the )?Movie(?: (?<number>\d{1,2}))?(?::| -) (?<rest>.+)$/iu;
/** `Title: The First Movie - Subtitle` is written without the subtitle. */
const FILM_START = /^(?<start>.{4,}\b(?:Movie|Film)\b[^-–]*?) [-–] .{4,}$/iu;
/** Many are called by their subtitle alone, as `The End of Evangelion` is. */
const SUBTITLE = /:\s(?!(?:the )?movie\b)(?<subtitle>[^:]{10,})$/iu;
/** Subtitles with these words are those of many titles. */
const COMMON_SUBTITLE =
  /\b(?:seasons?|animation|series|chapters?|arc|part|cour|recap|specials?|movie|film|ova|edition|hen|final|first|second|third|story|stage|tv)\b/iu;
/** Words that are left out of names, or written together with others. */
const PARTICLES = new Set("a an the of and no o wo wa ga".split(" "));
const SYNONYM_SHARE = 0.985;
/** A misspelt name is less alike than the same name with other punctuation. */
const MOST_ALIKE = 0.94;
/** `Title: Longer Name - Subtitle` is written without what stands between. */
const MIDDLE = /^(?<start>[^:]{3,}): .{3,} [-–] (?<end>.{4,})$/u;
/** The least that is left of a name without its first words, as in `(Mobile Suit) Gundam 0080`. */
const ENDING_SHARE = 0.6;
const ENDING = 0.905;
/** Words of a name whose inner articles do not tell it from others. */
const LONG_NAME = 4;
const MIN_ENDING = 12;
/** Bytes of some 10,000 names: each is held in several forms, and as its words. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
const cache = new LRUCache<string, NormalisedTitle>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: (_, text) => 1024 + 16 * text.length,
});

/** `normaliseTitle` with a bounded cache: a franchise's names are compared with many files. */
export function normalised(text: string): NormalisedTitle {
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const title = normaliseTitle(text);
  cache.set(text, title);
  return title;
}

/** Compares with each name of a title and returns the best similarity, 0 to 1. */
export function bestSimilarity(
  written: string,
  { names, officialNames, type }: TitleFacts,
): number {
  let best = 0;
  names.forEach((name, index) => {
    const alike = nameSimilarity(written, name) * (index < officialNames ? 1 : SYNONYM_SHARE);
    if (alike > best) best = alike;
    // `Part 3: Stardust Crusaders` is written without the part.
    const unnumbered = INNER_PART.test(name) ? name.replace(INNER_PART, "$1") : null;
    if (unnumbered !== null) best = Math.max(best, nameSimilarity(written, unnumbered) * 0.97);
    const typed = type === null ? "" : ` (${type})`;
    const bare = name.endsWith(typed) ? name.slice(0, name.length - typed.length) : name;
    if (bare !== name) best = Math.max(best, nameSimilarity(written, bare) * 0.97);
    const plain = name.replace(READING, "").replace(FIRST_OF_SEVERAL, "");
    const unjoined = name.replace(/\s?&\s?/gu, " ");
    const numbered = name.replace(ORDINAL, (word) => String(toNumber(word) ?? word));
    for (const other of [plain, unjoined, numbered])
      if (other !== name) best = Math.max(best, nameSimilarity(written, other) * 0.97);
    for (const other of type === "Movie" ? filmNames(name) : [])
      best = Math.max(best, nameSimilarity(written, other) * 0.95);
    if (index < officialNames && isEnding(written, name)) best = Math.max(best, ENDING);
    const { start, end } = MIDDLE.exec(name)?.groups ?? {};
    const outer = start === undefined || end === undefined ? null : `${start} ${end}`;
    for (const short of [shortName(name), name.replace(BRACKETED_END, ""), outer])
      if (short !== null && short !== name && nameSimilarity(written, short) >= SAME_NAME)
        best = Math.max(best, 0.93);
    const { subtitle = "" } = SUBTITLE.exec(name)?.groups ?? {};
    const isNaming = type === "Movie" || (index < officialNames && isTelling(subtitle));
    if (isNaming && nameSimilarity(written, subtitle) >= SAME_NAME) best = Math.max(best, 0.88);
  });
  return best;
}

/** `Title: Subtitle` and `Title 5: Subtitle` of `Title Movie 5: Subtitle - More of it`. */
function filmNames(name: string): string[] {
  const { start } = FILM_START.exec(name)?.groups ?? {};
  const bare = name.replace(/-hen(?!\p{L})/gu, "");
  const short = [...(start === undefined ? [] : [start]), ...(bare === name ? [] : [bare])];
  const { title = "", number = "", rest = "" } = FILM.exec(name)?.groups ?? {};
  if (title === "") return short;
  const subtitles = new Set([rest, rest.split(/:\s|\s[-–]\s/u)[0] ?? ""]);
  const subtitled = [...subtitles].flatMap((subtitle) => [
    `${title} ${subtitle}`,
    `${title} ${number} ${subtitle}`,
    `${title} Movie ${number} ${subtitle}`,
    `${title} Movie ${subtitle}`,
  ]);
  return [...short, ...subtitled];
}

/** Returns `Code Geass R2` for `Code Geass: Hangyaku no Lelouch R2`. */
function shortName(name: string): string | null {
  const { main, tail } =
    /^(?<main>[^:]{4,}?):\s.*(?<!\b(?:Part|Cour|Season))\s(?<tail>R?\d{1,2}|[IVX]{1,4})$/u.exec(
      name,
    )?.groups ??
    /^(?<main>[^:]{4,}\s(?:\d|[IVX]{1,4})):\s.*\s(?<tail>Part\s\d)$/u.exec(name)?.groups ??
    {};
  return main === undefined || tail === undefined ? null : `${main} ${tail}`;
}

/** Whether `Demon Slayer` is what `Demon Slayer: Kimetsu no Yaiba` has before its colon. */
export function isMainName(written: string, { names, officialNames }: TitleFacts): boolean {
  const { strict } = normalised(written);
  return (
    strict.length >= 4 &&
    names.slice(0, officialNames).some((name) => {
      const main =
        /^(.{4,}?)(?::\s|\s[-–~～]|\s?[（(～〜])/u.exec(name)?.[1] ??
        /^(.{12,}?),\s/u.exec(name)?.[1];
      return main !== undefined && normalised(main).strict === strict;
    })
  );
}

/** Whether `Initial D` is all that `Initial D First Stage` and `Initial D Fifth Stage` share. */
export function isSharedName(written: string, one: TitleFacts, other: TitleFacts): boolean {
  const { tokens, strict } = normalised(written);
  const namesOf = ({ names, officialNames }: TitleFacts) =>
    names.slice(0, officialNames).map((name) => normalised(name).tokens);
  return (
    strict.length >= 5 &&
    namesOf(one).some((a) =>
      namesOf(other).some((b) => {
        const end = a.findIndex((token, at) => token !== b[at]);
        return end === tokens.length && startsWith(a, tokens);
      }),
    )
  );
}

/**
 * 1 for equal names; below `SAME_NAME` when one is a prefix of the other, or when they differ in a
 * number, which is another season.
 */
function nameSimilarity(written: string, name: string): number {
  const a = normalised(written);
  const b = normalised(name);
  if (a.key === "" || b.key === "") return 0;
  if (a.raw === b.raw) return 1;
  // Punctuation says little: half of a title's is not allowed in file names.
  if (a.strict === b.strict && a.strict !== "") return punctuation(a.raw, b.raw);
  if (a.key === b.key && isPart(a.raw) !== isPart(b.raw)) return 0.88;
  if (a.key === b.key)
    return a.strict.length > a.key.length + 4 && /(.)\1\1/u.test(a.strict) ? 0.5 : 0.955;
  if (a.tokens.join("") === b.tokens.join("")) return 0.96;
  if (withoutArticles(a) === withoutArticles(b)) return 0.95;
  return Math.max(fuzzy(a, b), partial(a.tokens, b.tokens));
}

/** `Seven Deadly Sins` for `The Seven Deadly Sins`; longer names leave out others, too. */
function withoutArticles({ tokens }: NormalisedTitle): string {
  const isArticle = (token: string) => /^(?:the|an?)$/u.test(token);
  return tokens
    .filter((token, at) => !isArticle(token) || tokens.length <= (at === 0 ? 2 : LONG_NAME))
    .join("");
}

/** Whether a subtitle tells its title from others. */
function isTelling(subtitle: string): boolean {
  return subtitle.includes(" ") && !COMMON_SUBTITLE.test(subtitle);
}

/** Whether the name ends with the written words, which are most of it. */
function isEnding(written: string, name: string): boolean {
  const [short, long] = [normalised(written).tokens, normalised(name).tokens];
  const [shortLength, longLength] = [short.join("").length, long.join("").length];
  return (
    short.length >= 3 &&
    short.length < long.length &&
    shortLength >= Math.max(MIN_ENDING, longLength * ENDING_SHARE) &&
    startsWith(long.slice(-short.length), short)
  );
}

/** `K-On!!` fits `K-On!!` better than `K-On!`; a name without marks fits the one with fewest. */
function punctuation(written: string, name: string): number {
  const marks = (text: string) => text.replace(/[^!'’?.+\p{So}]/gu, "").replace(/’/gu, "'");
  const [a, b] = [marks(written), marks(name)];
  return a === b ? 0.995 : 0.955 - 0.01 * Math.min(3, unshared(a, b) + unshared(b, a));
}

/** How many characters of `text` are not in `other`. */
function unshared(text: string, other: string): number {
  const rest = [...other];
  return [...text].filter((char) => {
    const at = rest.indexOf(char);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  }).length;
}

/** A second part is not a second season, though the normaliser numbers both. */
function isPart(raw: string): boolean {
  return /\b(?:part|cour)\b/u.test(raw);
}

function fuzzy(a: NormalisedTitle, b: NormalisedTitle): number {
  if (digits(a.key) !== digits(b.key) || hasMoreWords(a.tokens, b.tokens)) return 0;
  const limit = Math.min(maxEditDistance(a.key.length), maxEditDistance(b.key.length));
  const errors = editDistance(a.key, b.key, limit);
  if (errors > limit) return 0;
  const share = 1 - errors / Math.max(a.key.length, b.key.length);
  // One error in twelve letters is the same name; in six it may be another.
  return Math.min(MOST_ALIKE, share * (share >= 0.915 ? 0.985 : 0.93));
}

/** `Dragon Maid S` is another title than `Dragon Maid`, however few letters the word has. */
function hasMoreWords(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let at = 0;
  const extra = long.filter((token) => {
    if (token !== short[at]) return true;
    at += 1;
    return false;
  });
  return at === short.length && extra.some((token) => !PARTICLES.has(token));
}

/** Whether the words of a name begin with all those of another. */
function startsWith(tokens: readonly string[], start: readonly string[]): boolean {
  return start.every((token, at) => token === tokens[at]);
}

function partial(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return 0;
  const shortLength = short.join("").length;
  const longLength = long.join("").length;
  if (startsWith(long, short)) return 0.6 + 0.25 * (shortLength / longLength);
  const set = new Set(long);
  const common = short.filter((token) => set.has(token)).join("").length;
  return common / shortLength < 0.75
    ? 0
    : (0.5 + 0.3 * (common / longLength)) * (common / shortLength);
}

function digits(text: string): string {
  return text.replace(/\D/gu, "");
}
