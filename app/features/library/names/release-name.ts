import { takeIds, type TitleIds } from "./ids";
import {
  isCertainExtra,
  isExtraOfEpisode,
  isTrailingExtra,
  kindOfName,
  type NameKind,
} from "./kind";
import {
  findEpisodeNumbers,
  findLeadingNumber,
  parseBracketNumber,
  type EpisodeNumbers,
  type FoundNumbers,
} from "./numbers";
import { plainText } from "./plain-text";
import { splitSeason, tidy } from "./season";
import { findTranslations, splitNames, splitTitle } from "./split-names";
import { cutAfterYear, cutAtTags, isOnlyTags, TECHNICAL_TAG, trimWeakTags } from "./tags";

export interface ReleaseName {
  /** The title as written, season words included; empty when the name has none. */
  title: string;
  otherTitles: string[];
  /** The other titles that are names of the same series, as in `A | B`. */
  sameTitles: string[];
  season: number | null;
  part: number | null;
  episode: { first: number; last: number } | null;
  isMarked: boolean;
  isFraction: boolean;
  /** Whether season and number are joint, `S02E05`, as programs name files after TheTVDB. */
  isJoint: boolean;
  version: number;
  year: number | null;
  kind: NameKind;
  group: string | null;
  ids: TitleIds;
  /** The name without brackets and tags, for a title that ends in a number. */
  whole: string;
  /** What follows a number at the start: the episode's title, or the series'. */
  afterNumber: string | null;
}

const BREAK = "\u0001";
const BRACKETS = /\[([^[\]]*)\]|\(([^()]*)\)|【([^【】]*)】|\{([^{}]*)\}/gu;
const INNER_BRACKETS =
  /[(（]([^()（）]*)[)）]|(?<=\p{L}[!?]?[\s_])\[([^[\]]*)\](?=[\s_]*(?:-[\s_]|\d|S\d|Season))/gu;
const YEAR = /^(?:19[3-9]\d|20[0-4]\d)$/u;
const TRAILING_YEAR = /(?<=\S[\s,.-]+)(?<year>19[3-9]\d|20[0-4]\d)\s*$/u;
const LEADING_YEAR = /^(?<year>19[3-9]\d|20[0-4]\d)\s?[-–.]\s(?=\p{L})/u;
const CRC = /^[0-9a-f]{8}$/iu;
const NAMED_SEASON = /\p{L}.*[\s-](?:season|saga|arc|hen|chapters?)(?:\s(?:part|cour)\s\d)?$/iu;
/** `X TV - 05` tells a series from the film of its name. */
const CALLED_SERIES = /^(?<series>.*\S)\s(?:the\s)?TV(?:\sseries)?$/iu;
const BRACKET_OVA = /^(?:OVAs?|OADs?)(?:\s?-?\s?(?<number>\d{1,2}))?$/u;
const BRACKET_MOVIE = /^(?:(?:the\s)?movie|film|劇場版|극장판)$/iu;
/** All of a bracket: `S02E05`, `2x05`, `Season 2 Episode 5`. */
const SEASON_AND_EPISODE =
  /^(?:s\d{1,2}[\s._-]{0,3}e|\d{1,2}x\d{2,3}(?!\d)|season\s?\d{1,2}[\s,._-]+e|s\d{1,2}\s(?:-\s)?\d)/iu;
const JOINT_BEFORE = /\bs\d{1,2}\s?e\d/iu;
const MAX_NAME_LENGTH = 400;
const NO_SEASON = { season: null, part: null };

interface Bracket {
  text: string;
  /** Square brackets hold groups; round ones hold years and other titles. */
  isRound: boolean;
  /** Lenticular brackets, 【】, hold Japanese titles. */
  isLens: boolean;
  isFirst: boolean;
}

/** Takes the name of a file without its extension, or of a folder. */
export function parseReleaseName(
  name: string,
  { isFolder = false, isJoined = false } = {},
): ReleaseName {
  const { rest, ids } = takeIds(plainText(name.slice(0, MAX_NAME_LENGTH)));
  const bracketed = readBrackets(rest);
  const { outside, brackets, type, kind: bracketKind, season: bracketSeason } = bracketed;
  const { isLeading: isLeadingBracket, pair } = bracketed;
  let { numbers, year } = bracketed;
  const cut = cutAtTags(outside.replace(/\p{Cc}*\s*\|\s*\p{Cc}*/gu, " | "));
  const body = cutAfterYear(trimWeakTags(cut));
  let whole = tidy(body.replaceAll(BREAK, " "));
  const written = isFolder ? folderNumbers(body) : findEpisodeNumbers(body);
  const inBrackets = numbers ?? pair;
  // `Mob Psycho 100 [09]`: with a number in brackets, the other one belongs to the title.
  const found: FoundNumbers | null =
    inBrackets !== null && written?.isMarked === false ? null : written;
  const leading =
    !isFolder && found === null && inBrackets === null ? findLeadingNumber(body) : null;
  const chosen = found ?? leading;
  // A season and its episode say more than a number that continues the season before.
  numbers = (found?.season ?? null) === null ? (pair ?? found ?? numbers ?? leading) : found;
  const unit = chosen?.unit ?? "";
  const isVolume = /^(?:vol|巻)/iu.test(unit);
  let title = tidy(
    (chosen === null ? body : chosen.before === "" ? "" : chosen.before)
      .split(BREAK)
      .map(tidy)
      .filter((part) => /[\p{L}\p{N}]/u.test(part))
      .join(" "),
  );
  // `【Title】 第2期`
  const isUntitled = title !== "" && isOnlySeason(title);
  const isTitled =
    title !== "" && !(isUntitled && (brackets[0]?.isLens === true || brackets.length > 1));
  const { group, titles: bracketTitles } = splitBrackets(brackets, isTitled);
  if (!isTitled && isUntitled) title = tidy(`${bracketTitles.shift() ?? ""} ${title}`);
  if (title === "" && leading === null && found === null) title = bracketTitles.shift() ?? "";
  else if (title === "" && bracketTitles.length > 0 && (found?.before ?? "").trim() !== "x")
    title = bracketTitles.shift() ?? "";
  title = trimWeakTags(title);
  const afterLeading = leading?.after.split(BREAK)[0] ?? title;
  if (isLeadingBracket && found === null) title = "";
  const leadingYear = isFolder || found?.isMarked === true ? null : LEADING_YEAR.exec(title);
  if (leadingYear !== null && year === null) {
    year = Number(leadingYear.groups?.["year"]);
    bracketTitles.unshift(title);
    title = title.slice(leadingYear[0].length);
    whole = whole.replace(LEADING_YEAR, "");
  }
  const trailing = TRAILING_YEAR.exec(title)?.groups?.["year"];
  // `Bubblegum Crisis Tokyo 2040`
  const isPast = Number(trailing) <= new Date().getUTCFullYear() + 1;
  if (trailing !== undefined && year === null && isPast) {
    year = Number(trailing);
    const bare = tidy(title.replace(TRAILING_YEAR, ""));
    bracketTitles.unshift(title);
    title = bare;
    whole = tidy(whole.replace(TRAILING_YEAR, ""));
  }
  const halves = splitNames(title);
  if (halves.length === 1) title = halves[0] ?? title;
  // `Inuyasha The Final Act 05`: the word before the number belongs to the title.
  const withUnit = unit === "" || title === "" ? [] : [`${title} ${unit}`];
  const sameTitles = [...halves, ...withUnit, ...findTranslations(title, bracketTitles)];
  // The type tells a series from others of its name, where the catalog has `(TV)` in that name.
  if (type !== "" && title !== "") {
    sameTitles.push(title);
    title = `${title} (${type})`;
  }
  const { series } = CALLED_SERIES.exec(title)?.groups ?? {};
  if (series !== undefined) sameTitles.push(series);
  // `Advent Children Complete` is a film of its own.
  if (chosen === null && !isFolder && /\bcomplete\P{L}*$/iu.test(cut))
    sameTitles.push(`${title} Complete`);
  if (!isJoined) sameTitles.push(...joinBrackets(name, isFolder, title));
  // `[ビースターズ][Beastars Season 2]`: one of two names may lack the season.
  const numbered = [title, ...sameTitles, ...bracketTitles].map(splitSeason);
  const { season, part } =
    numbered.find((name) => (name.season ?? name.part) !== null) ?? NO_SEASON;
  return {
    title,
    sameTitles,
    otherTitles: [...new Set([...sameTitles, ...splitTitle(title), ...bracketTitles])].filter(
      (other) => other !== title && /[\p{L}]/u.test(other),
    ),
    season: numbers?.season ?? season ?? bracketSeason?.["season"] ?? null,
    part: part ?? bracketSeason?.["part"] ?? null,
    episode: numbers === null ? null : { first: numbers.first, last: numbers.last },
    isMarked: found?.isMarked ?? numbers !== null,
    isFraction: numbers?.isFraction ?? false,
    isJoint: numbers?.isJoint ?? false,
    version: Math.max(numbers?.version ?? 1, Number(/\bv(\d)\b/iu.exec(rest)?.[1] ?? 1)),
    year,
    kind:
      bracketKind === "extra" || isCertainExtra(name) || isExtraBody(body, found)
        ? "extra"
        : (bracketKind ??
          (isVolume || /^o[av]/iu.test(unit)
            ? "ova"
            : kindOfName(numbers?.season === 0 ? `${title} special` : title, numbers !== null))),
    group,
    ids,
    whole,
    afterNumber: leading === null && !isLeadingBracket ? null : tidy(afterLeading),
  };
}

interface Bracketed {
  /** The name without its brackets. */
  outside: string;
  /** What holds a group or titles. */
  brackets: Bracket[];
  numbers: EpisodeNumbers | null;
  /** The numbers of `(S02E03)` beside one that counts from the first season. */
  pair: EpisodeNumbers | null;
  year: number | null;
  /** Whether the number leads, as in `[05] A Title`: what follows is the episode's title. */
  isLeading: boolean;
  type: string;
  kind: NameKind | null;
  season: { season: number | null; part: number | null } | null;
}

/** Takes what the brackets of a name say. */
function readBrackets(rest: string): Bracketed {
  const brackets: Bracket[] = [];
  let numbers: EpisodeNumbers | null = null;
  let pair: EpisodeNumbers | null = null;
  let year: number | null = null;
  let isLeading = false;
  let type = "";
  let kind: NameKind | null = null;
  let season: { season: number | null; part: number | null } | null = null;
  const outside = rest.replace(
    BRACKETS,
    (_match, square?: string, round?: string, lens?: string, curly?: string, at = 0) => {
      const text = (square ?? round ?? lens ?? curly ?? "").trim();
      const number = parseBracketNumber(text);
      if (YEAR.test(text)) year = Number(text);
      else if (/^(?:TV|OVA|ONA|Movie),?\s(?:19|20)\d\d$/iu.test(text))
        year = Number(text.slice(-4));
      else if (CRC.test(text) && /\d/.test(text) && /[a-f]|^\d+$/i.test(text)) return BREAK;
      else if (number !== null && (!isOnlyTags(text) || /^\d+\s(?:of\s)?\d+$/.test(text))) {
        isLeading ||= numbers === null && at === 0 && brackets.length === 0;
        numbers ??= number;
      } else if (BRACKET_OVA.test(text)) {
        kind ??= "ova";
        const own = parseBracketNumber(BRACKET_OVA.exec(text)?.groups?.["number"] ?? "");
        if (own !== null) numbers ??= own;
        return BREAK;
      } else if (BRACKET_MOVIE.test(text)) {
        kind ??= "movie";
        return BREAK;
      } else if (text === "TV" || text === "ONA") {
        type = text;
        return BREAK;
      } else if (round === undefined && isTrailingExtra(text, { isAlone: true })) {
        kind = "extra";
        return BREAK;
      } else if (SEASON_AND_EPISODE.test(text)) pair ??= findEpisodeNumbers(text);
      else if (round !== undefined && isNamedSeason(text)) return ` ${text} `;
      else if (text === "" || (isOnlyTags(text) && !isOnlySeason(text))) return BREAK;
      else {
        const named = splitSeason(text);
        // `S22E30 - A Title (Part 1)`: the part of a story.
        if (named.base === "" && (named.season ?? named.part) !== null)
          season = JOINT_BEFORE.test(rest.slice(0, Number(at))) ? null : named;
        else if (!TECHNICAL_TAG.test(text))
          brackets.push({
            text,
            isRound: round !== undefined,
            isLens: lens !== undefined,
            isFirst: !/[\p{L}\p{N}]/u.test(rest.slice(0, Number(at))),
          });
        else if (lens !== undefined || (square !== undefined && brackets.length === 0 && at === 0))
          brackets.push({
            text: cutAtTags(text),
            isRound: false,
            isLens: lens !== undefined,
            isFirst: true,
          });
      }
      return BREAK;
    },
  );
  return { outside, brackets, numbers, pair, year, isLeading, type, kind, season };
}

/** The words of an episode's title, behind its number, tell less than those before it. */
function isExtraBody(body: string, found: FoundNumbers | null): boolean {
  return found === null || !/\p{L}/u.test(found.after)
    ? isTrailingExtra(body)
    : isExtraOfEpisode(found.after);
}

/** Whether a text is `Season 2` without a title. */
function isOnlySeason(text: string): boolean {
  const { base, season, part } = splitSeason(text);
  return base === "" && (season ?? part) !== null;
}

/** `(The Final Season)` and `(Kyoto Saga)` are parts of the title, `(2nd Season)` is a number. */
function isNamedSeason(text: string): boolean {
  if (!NAMED_SEASON.test(text) || splitSeason(text).season !== null) return false;
  return /\bfinal\b/iu.test(text) || !isOnlyTags(text);
}

/** Folders are named after batches: `Title - 01-24` has a title and no episode. */
function folderNumbers(body: string): FoundNumbers | null {
  const found = findEpisodeNumbers(body, { isFolder: true });
  return found !== null && found.last > found.first ? found : null;
}

/** The first pair of brackets is the group, if something else names the title. */
function splitBrackets(
  brackets: readonly Bracket[],
  hasTitle: boolean,
): { group: string | null; titles: string[] } {
  const [first, ...others] = brackets;
  if (first === undefined) return { group: null, titles: [] };
  const isGroup =
    first.isFirst && !first.isRound && (hasTitle || others.some(({ text }) => hasLetters(text)));
  const titles = (isGroup ? others : brackets).filter(({ text }) => hasLetters(text));
  return { group: isGroup ? first.text : null, titles: titles.map(({ text }) => text) };
}

function hasLetters(text: string): boolean {
  return /\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

/**
 * `You Can (Not) Advance`: what is in round brackets may belong to the title, and in square ones
 * between the title and a number, as in `Fate [Unlimited Works] - 05`.
 */
function joinBrackets(name: string, isFolder: boolean, title: string): string[] {
  const joined = name.replace(INNER_BRACKETS, (whole, round?: string, square?: string) => {
    const text = round ?? square ?? "";
    return !hasLetters(text) || isOnlyTags(text) || TECHNICAL_TAG.test(text) ? whole : ` ${text} `;
  });
  if (joined === name) return [];
  const other = parseReleaseName(joined, { isFolder, isJoined: true }).title;
  return other === title ? [] : [other];
}
