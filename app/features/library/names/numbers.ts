export interface EpisodeNumbers {
  season: number | null;
  first: number;
  last: number;
  version: number;
  /** `12.5`: a recap or special between two episodes. */
  isFraction: boolean;
}

export interface FoundNumbers extends EpisodeNumbers {
  before: string;
  after: string;
  /** `S02E05`, ` - 05`, `第5話`, rather than a bare number. */
  isMarked: boolean;
}

const MAX_RANGE = 60;
const LAST = "(?:s\\d{1,2})?(?:ep?)?\\s?(?<last>\\d{1,4})(?!\\d|[pi]\\b|-?bit)(?:v\\d)?";
const RANGE = `(?:\\s?[-~～&+]\\s?|\\s?-?\\s?(?=e))${LAST}`;
/** After `S02E04`, ` - 016` is the same episode counted from the first season. */
const JOINED_RANGE = `(?:[-~～&+]|\\s?[~～&+]\\s?|\\s?-?\\s?(?=s?\\d*e))${LAST}`;
const VERSION = "(?:\\s?v(?<version>\\d)(?!\\d))?";
const END = "(?![\\p{L}\\p{N}])";
const NUMBER = "(?<first>\\d{1,4})(?<fraction>\\.\\d)?";

const HASHED = new RegExp(
  `(?<![\\p{L}\\p{N}])#\\s?${NUMBER}${VERSION}(?:[-~～]#?(?<last>\\d{1,4}))?${END}`,
  "u",
);
const MARKED: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\p{N}])s(?<season>\\d{1,2})[\\s._-]{0,3}ep?[\\s._-]?${NUMBER}${VERSION}(?:${JOINED_RANGE})?${VERSION.replace("version", "version2")}${END}`,
    "iu",
  ),
  new RegExp(`(?<![\\p{L}\\p{N}])(?<season>\\d{1,2})x(?<first>\\d{2,3})${VERSION}${END}`, "iu"),
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:season|saison|temporada|staffel)\\s?(?<season>\\d{1,2})[\\s,._-]+(?:episode|episodio|ep|e|folge)?[\\s._-]*${NUMBER}${VERSION}(?:${RANGE})?${END}`,
    "iu",
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}])s(?<season>\\d{1,2})\\s(?:-\\s)?${NUMBER}${VERSION}(?:${RANGE})?${END}`,
    "iu",
  ),
  new RegExp(`第\\s?${NUMBER}\\s?(?:[-~～]\\s?第?(?<last>\\d{1,4}))?\\s?[話话集回夜]`, "u"),
  HASHED,
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:episodes?|episodio|épisode|eps?|e|folge|capitulo|cap)[\\s._-]?${NUMBER}${VERSION}(?:${RANGE})?(?:\\s?(?:of|\\/)\\s?\\d+)?${END}`,
    "iu",
  ),
  new RegExp(`(?<!\\p{N})${NUMBER}\\s?[話话集](?!\\p{L})`, "u"),
];
/** ` - 05`, the last one that a separator or the end follows. */
const DASHED = new RegExp(
  `^(?<before>.*\\s?)[-–—]\\s+${NUMBER}${VERSION}(?:${RANGE})?(?<after>(?:\\s*(?:\\(?(?:end|fin|final)\\)?))?\\s*(?:$|\\u0001.*|[-–—:]\\s.*|[「『(].*|\\s\\p{L}.*))$`,
  "iu",
);
const BARE = new RegExp(
  `^(?<before>.*(?:\\s|\\u0001))${NUMBER}${VERSION}(?:${RANGE})?(?<after>(?:\\s+(?:end|fin|final))?\\s*(?:$|\\u0001.*|[-–—]\\s.*|[「『].*))$`,
  "iu",
);
const LEADING = new RegExp(
  `^${NUMBER}${VERSION}(?:${RANGE})?(?<after>\\s*(?:$|\\u0001.*|[-–—.:_]\\s?\\D.*|\\s\\D.*))$`,
  "iu",
);
const WHOLE = new RegExp(
  `^(?:ep?\\.?\\s?|episode\\s?|#|第\\s?)?${NUMBER}${VERSION}(?:${RANGE})?\\s?(?:話|话|集|回)?(?:\\s*\\(?(?:end|fin|final|完)\\)?)?$`,
  "iu",
);

/**
 * Expects brackets to be replaced by U+0001. `S02E05` before ` - 05` before a bare number at the
 * end; years are no episodes.
 */
export function findEpisodeNumbers(text: string): FoundNumbers | null {
  for (const pattern of MARKED) {
    const match = pattern.exec(text);
    const found = match === null ? null : toFound(match, true);
    if (match === null || found === null) continue;
    const before = text.slice(0, match.index);
    // `Title - 01 #1` has its number twice.
    const dashed = pattern === HASHED ? findAtEnd(DASHED, before, true) : null;
    return dashed ?? { ...found, before, after: text.slice(match.index + match[0].length) };
  }
  return findAtEnd(DASHED, text, true) ?? findAtEnd(BARE, text, false);
}

/** Numbers behind a title, of a pattern that matches the whole text. */
function findAtEnd(pattern: RegExp, text: string, isMarked: boolean): FoundNumbers | null {
  const match = pattern.exec(text);
  const found = match === null ? null : toFound(match, isMarked);
  const { before = "", after = "" } = match?.groups ?? {};
  return found === null || !/[\p{L}\p{N}]/u.test(before) ? null : { ...found, before, after };
}

/** `05 - The Episode.mkv`. */
export function findLeadingNumber(text: string): FoundNumbers | null {
  const match = LEADING.exec(text.replaceAll("\u0001", " ").replace(/^\s*(?:[-–—]\s+)?/u, ""));
  const found = match === null ? null : toFound(match, false);
  return found === null ? null : { ...found, before: "", after: match?.groups?.["after"] ?? "" };
}

/** `05v2` or `01-12 END`. */
export function parseBracketNumber(text: string): EpisodeNumbers | null {
  const match = WHOLE.exec(text.trim());
  return match === null ? null : toFound(match, true);
}

function toFound(
  match: RegExpExecArray,
  isMarked: boolean,
): (EpisodeNumbers & { isMarked: boolean }) | null {
  const groups = match.groups ?? {};
  const written = groups["first"] ?? "";
  const first = Number(written);
  const season = groups["season"] === undefined ? null : Number(groups["season"]);
  if (season === null && (isYear(written) || (written === "0" && !isMarked))) return null;
  const last = groups["last"] === undefined ? first : Number(groups["last"]);
  const isRange = last > first && last - first < MAX_RANGE && !isYear(groups["last"] ?? "");
  return {
    season,
    first,
    last: isRange ? last : first,
    version: Number(groups["version"] ?? groups["version2"] ?? 1) || 1,
    isFraction: groups["fraction"] !== undefined && groups["fraction"] !== ".0",
    isMarked,
  };
}

/** `2019`, but not `1015`. */
function isYear(written: string): boolean {
  return /^(?:19[3-9]\d|20[0-4]\d)$/.test(written);
}
