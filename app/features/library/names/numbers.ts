import { toNumber } from "./season";

export interface EpisodeNumbers {
  season: number | null;
  first: number;
  last: number;
  version: number;
  /** Whether the number is like `12.5`: a recap or special between two episodes. */
  isFraction: boolean;
  /**
   * Whether season and number are joint, `S02E05` or `2x05`, as programs name files after TheTVDB.
   */
  isJoint: boolean;
}

export interface FoundNumbers extends EpisodeNumbers {
  before: string;
  after: string;
  /** Whether it is marked as `S02E05`, ` - 05` or `第5話`, rather than a bare number. */
  isMarked: boolean;
  /** The word before the number, such as `Layer`; a `Vol.` may have several episodes. */
  unit?: string;
}

const MAX_RANGE = 60;
const LAST = "(?:s\\d{1,2})?(?:ep?)?\\s?(?<last>\\d{1,4})(?!\\d|[pi]\\b|-?bit)(?:v\\d)?";
/**
 * A hyphen of a range has no spaces: after `S02E04`, ` - 016` is the same episode counted from the
 * first season, and after ` - 05`, ` - 11-59` is the title of the episode.
 */
const RANGE = `(?:[-~～&+]|\\s?[~～&+]\\s?|\\s?-?\\s?(?=s?\\d*e))${LAST}`;
/** Matches `01 - 12` at the end, as folders of several episodes are named. */
const SPACED_RANGE = `(?:${RANGE}|(?<spaced>\\s-\\s)${LAST.replace("last", "spacedLast")}(?=\\s*(?:$|\\u0001)))`;
const VERSION = "(?:\\s?v(?<version>\\d)(?!\\d))?";
const END = "(?![\\p{L}\\p{N}])";
const NUMBER = "(?<first>\\d{1,4})(?<fraction>\\.\\d)?";

const HASHED = new RegExp(
  `(?<![\\p{L}\\p{N}])#\\s?${NUMBER}${VERSION}(?:[-~～]#?(?<last>\\d{1,4}))?${END}`,
  "u",
);
/** A `제` behind a letter and before a space ends a word, as in `축제 05화`. */
const NO_PREFIX = "(?<!제)(?<!(?<!\\p{L})제\\s)";
const KOREAN = `(?:제|(?<!\\p{L})제\\s)?${NUMBER}\\s?(?:[-~～]\\s?제?(?<last>\\d{1,4}))?\\s?[화회]${END}`;
/** `제5화` at the start, unless a number follows: `제13회 축제 - 05` is an episode of a title. */
const KOREAN_FIRST = new RegExp(`${NO_PREFIX}${KOREAN}(?!.*(?:[-–—]\\s+\\d|\\s0\\d))`, "u");
const MARKED: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\p{N}])s(?<season>\\d{1,2})[\\s._-]{0,3}ep?[\\s._-]?${NUMBER}${VERSION}(?:${RANGE})?${VERSION.replace("version", "version2")}${END}`,
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
  new RegExp(`(?<=[\\p{L}\\p{N}].*[\\s\\u0001-])${NO_PREFIX}${KOREAN}`, "u"),
  KOREAN_FIRST,
  HASHED,
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:(?:episodes?|episodio|épisode|eps?|folge|cap[ií]tulo|cap)[\\s._-]{0,3}|e[._-]?)${NUMBER}${VERSION}(?:${RANGE})?(?:\\s?(?:of|\\/)\\s?\\d+)?${END}`,
    "iu",
  ),
  new RegExp(`(?<!\\p{N})${NUMBER}\\s?[話话集](?!\\p{L})`, "u"),
];
const JOINT = new Set(MARKED.slice(0, 2));
/** `OVA IX`, where other words before a roman number may be of the title. */
const ROMAN_OVA = /(?<=(?<![\p{L}\p{N}])O[AV][ADV]\s)[IVX]{1,4}(?![\p{L}\p{N}])/u;
/** ` - 05`, the first one that a separator or the end follows: a later one is of its title. */
const DASHED = dashed("\\s*(?:$|\\u0001.*|[-–—:]\\s.*|[「『(].*|\\s\\p{L}.*)");
/** The number at the end of `Title - 100 Words - 05`, where the title has one, too. */
const DASHED_LAST = dashed("\\s*(?:$|\\u0001.*)");

function dashed(after: string): RegExp {
  return new RegExp(
    `^(?<before>.*?\\s?)[-–—]\\s+${NUMBER}${VERSION}(?:${SPACED_RANGE})?(?<after>(?:\\s*(?:\\(?(?:end|fin|final)\\)?))?${after})$`,
    "iu",
  );
}
const BARE = new RegExp(
  `^(?<before>.*(?:\\s|\\u0001))${NUMBER}${VERSION}(?:${SPACED_RANGE})?(?<after>(?:\\s+(?:end|fin|final|완결?))?\\s*(?:$|\\u0001.*|[-–—]\\s.*|[「『].*))$`,
  "iu",
);
/** `Layer 05` and `Vol. 4`; a volume of discs has several episodes, so the word is told. */
const UNIT = new RegExp(
  `^(?<before>.*?)(?:^|[\\s\\u0001–—-])(?<unit>no\\.|nr\\.|№|ova|oad|oav|layer|act|session|night|case|step|story|inning|lap|opus|vol(?:ume)?|phase|stage|lesson|mission|order|chapter|file|scene|page|round|turn|track|kapitel|kapitola|capitolo|bölüm|odcinek|серия|巻)[\\s._]{0,2}${NUMBER}${VERSION}(?<after>(?:\\s+(?:end|fin|final))?\\s*(?:$|\\u0001.*|[-–—:]\\s.*|[「『].*))$`,
  "iu",
);
/** `Title 06 - 7-10 Split`: the leading zero tells an episode from `Title 2 - 05`. */
const PADDED = new RegExp(
  `^(?<before>.*?\\s)(?<first>0[1-9])${VERSION}(?<after>\\s+[-–—]\\s+\\d+(?:[-–—.:]\\d|\\s+\\p{L}).*)$`,
  "iu",
);
/** `05 - 11-59`, which a folder names the title of; `86 - 05` is an episode of a title. */
const LEADING_EPISODE = /^(?:0\d\s|\d{1,3}\s[-–—]\s\d+\s(?!(?:end|fin|final)\b)\p{L})/iu;
const RUNNING_NUMBER = /(?<=[\p{L}\p{N}].*)\s[-–—]\s+\d{2,4}\s*[-–—]?\s*$/u;
/** Matches `Title-05`. */
const HYPHENED = new RegExp(
  `^(?<before>.*[\\p{L}!?.])-(?<first>\\d{2,3})${VERSION}(?<after>\\s*(?:$|\\u0001.*))$`,
  "iu",
);
const LEADING = new RegExp(
  `^${NUMBER}${VERSION}(?:${RANGE})?(?<after>\\s*(?:$|\\u0001.*|[-–—.:_]\\s?\\D.*|\\s\\D.*))$`,
  "iu",
);
/** `30-sai made` begins a title. */
const COUNTER = /^\d{1,4}-\p{Ll}/u;
/** Underscores are spaces by then. */
const OF_ALL = /^(?<first>\d{1,3})(?:\s?of\s?|\s?\/\s?|\s)(?<all>\d{1,3})$/iu;
const WHOLE = new RegExp(
  `^(?:ep?\\.?\\s?|episode\\s?|#|[第제]\\s?|layer\\s|act\\s)?${NUMBER}${VERSION}(?:\\s?[-~～&+]\\s?${LAST})?\\s?[話话集回화회]?(?:\\s*\\(?(?:end|fin|final|完|완결?)\\)?)?$`,
  "iu",
);

/**
 * Expects brackets to be replaced by U+0001. `S02E05` before ` - 05` before a bare number at the
 * end; years are no episodes.
 */
export function findEpisodeNumbers(text: string, { isFolder = false } = {}): FoundNumbers | null {
  for (const pattern of MARKED) {
    const match = pattern.exec(text);
    const read = match === null ? null : toFound(match, true);
    if (match === null || read === null) continue;
    const found = { ...read, isJoint: JOINT.has(pattern) };
    const before = text.slice(0, match.index);
    // `Title - 01 #1` has its number twice, and `Title - 05 - Episode 3 of a Play` in its title.
    const dashed = read.season === null ? findAtEnd(DASHED, before, true) : null;
    return (
      dashed ?? {
        ...found,
        // `Title - 16 - S02E02` counts twice, too.
        before: found.isJoint ? before.replace(RUNNING_NUMBER, "") : before,
        after: text.slice(match.index + match[0].length),
      }
    );
  }
  if (LEADING_EPISODE.test(text.replaceAll("\u0001", " ").trimStart())) return null;
  const padded = findAtEnd(PADDED, text, true);
  if (padded !== null) return padded;
  const unit = findUnit(text);
  const dashed = findDashed(text, isFolder);
  // `Act 2 - 05` has both.
  if (unit !== null && (dashed === null || dashed.first === unit.first)) return unit;
  return dashed ?? findAtEnd(BARE, text, false, isFolder) ?? findAtEnd(HYPHENED, text, false);
}

function findDashed(text: string, isFolder: boolean): FoundNumbers | null {
  const first = findAtEnd(DASHED, text, true, isFolder);
  if (first === null || !/^\s(?!(?:end|fin|final)\b)\p{L}/iu.test(first.after)) return first;
  const last = findAtEnd(DASHED_LAST, text, true, isFolder);
  return last !== null && last.first === last.last ? last : first;
}

/** The number after a word such as `Layer`, which is all of many names. */
function findUnit(text: string): FoundNumbers | null {
  const match = UNIT.exec(text.replace(ROMAN_OVA, (roman) => String(toNumber(roman) ?? roman)));
  const found = match === null ? null : toFound(match, false);
  if (match === null || found === null) return null;
  const { before = "", after = "", unit = "" } = match.groups ?? {};
  return { ...found, before, after, unit };
}

/** Numbers behind a title, of a pattern that matches the whole text. */
function findAtEnd(
  pattern: RegExp,
  text: string,
  isMarked: boolean,
  isFolder = false,
): FoundNumbers | null {
  const match = pattern.exec(text);
  const found = match === null ? null : toFound(match, isMarked, isFolder);
  const { before = "", after = "" } = match?.groups ?? {};
  return found === null || !/[\p{L}\p{N}]/u.test(before) ? null : { ...found, before, after };
}

/** Finds the number of `05 - The Episode.mkv`. */
export function findLeadingNumber(text: string): FoundNumbers | null {
  const plain = text.replaceAll("\u0001", " ").replace(/^\s*(?:[-–—]\s+)?/u, "");
  const match = COUNTER.test(plain) ? null : LEADING.exec(plain);
  const found = match === null ? null : toFound(match, false);
  return found === null ? null : { ...found, before: "", after: match?.groups?.["after"] ?? "" };
}

/** Parses `05v2`, `01-12 END` or `8 of 12`. */
export function parseBracketNumber(text: string): EpisodeNumbers | null {
  const of = OF_ALL.exec(text.trim())?.groups;
  const isOf = of !== undefined && Number(of["first"]) <= Number(of["all"]);
  const match = WHOLE.exec(isOf ? (of["first"] ?? "") : text.trim());
  return match === null ? null : toFound(match, true);
}

function toFound(
  match: RegExpExecArray,
  isMarked: boolean,
  isFolder = false,
): (EpisodeNumbers & { isMarked: boolean }) | null {
  const groups = match.groups ?? {};
  const written = groups["first"] ?? "";
  const first = Number(written);
  const season = groups["season"] === undefined ? null : Number(groups["season"]);
  if (season === null && (isYear(written) || (written === "0" && !isMarked))) return null;
  const writtenLast = groups["last"] ?? groups["spacedLast"];
  const last = writtenLast === undefined ? first : Number(writtenLast);
  // `05 - 12` is an episode whose title is a number, unless it is a folder.
  const isFar = groups["spaced"] !== undefined && !isFolder && last > first + 1;
  const isRange = last > first && last - first < MAX_RANGE && !isYear(writtenLast ?? "") && !isFar;
  return {
    season,
    first,
    last: isRange ? last : first,
    version: Number(groups["version"] ?? groups["version2"] ?? 1) || 1,
    isFraction: groups["fraction"] !== undefined && groups["fraction"] !== ".0",
    isJoint: false,
    isMarked,
  };
}

/** Whether digits are a year: `2019`, but not `1015`. */
function isYear(written: string): boolean {
  return /^(?:19[3-9]\d|20[0-4]\d)$/.test(written);
}
