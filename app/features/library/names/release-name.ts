import { takeIds, type TitleIds } from "./ids";
import { isCertainExtra, kindOfName, type NameKind } from "./kind";
import {
  findEpisodeNumbers,
  findLeadingNumber,
  parseBracketNumber,
  type EpisodeNumbers,
  type FoundNumbers,
} from "./numbers";
import { splitSeason, tidy } from "./season";
import { cutAtTags, isOnlyTags, TECHNICAL_TAG, trimWeakTags } from "./tags";

export interface ReleaseName {
  /** As written, season words included; empty when the name has none. */
  title: string;
  otherTitles: string[];
  season: number | null;
  part: number | null;
  episode: { first: number; last: number } | null;
  isMarked: boolean;
  isFraction: boolean;
  version: number;
  year: number | null;
  kind: NameKind;
  group: string | null;
  ids: TitleIds;
  /** Without brackets and tags, for a title that ends in a number. */
  whole: string;
}

const BREAK = "\u0001";
const BRACKETS = /\[([^[\]]*)\]|\(([^()]*)\)|【([^【】]*)】|\{([^{}]*)\}/gu;
const YEAR = /^(?:19[3-9]\d|20[0-4]\d)$/u;
const TRAILING_YEAR = /(?<=\S[\s,.-]+)(?<year>19[3-9]\d|20[0-4]\d)\s*$/u;
const CRC = /^[0-9a-f]{8}$/iu;
const NAMED_SEASON = /\p{L}.*[\s-](?:season|saga|arc|hen|chapters?)(?:\s(?:part|cour)\s\d)?$/iu;
const MAX_NAME_LENGTH = 400;

interface Bracket {
  text: string;
  /** Square brackets hold groups; round ones hold years and other titles. */
  isRound: boolean;
  /** Lenticular brackets, 【】, hold Japanese titles. */
  isLens: boolean;
  isFirst: boolean;
}

/** Takes the name of a file without its extension, or of a folder. */
export function parseReleaseName(name: string, { isFolder = false } = {}): ReleaseName {
  const { rest, ids } = takeIds(plainText(name.slice(0, MAX_NAME_LENGTH)));
  const brackets: Bracket[] = [];
  let numbers: EpisodeNumbers | null = null;
  let year: number | null = null;
  let bracketSeason: { season: number | null; part: number | null } | null = null;
  const outside = rest.replace(
    BRACKETS,
    (_match, square?: string, round?: string, lens?: string, curly?: string, at = 0) => {
      const text = (square ?? round ?? lens ?? curly ?? "").trim();
      const number = parseBracketNumber(text);
      if (YEAR.test(text)) year = Number(text);
      else if (/^(?:TV|OVA|ONA|Movie),?\s(?:19|20)\d\d$/iu.test(text))
        year = Number(text.slice(-4));
      else if (CRC.test(text) && /\d/.test(text) && /[a-f]|^\d+$/i.test(text)) return BREAK;
      else if (number !== null && !isOnlyTags(text)) numbers ??= number;
      else if (/^s\d{1,2}\s?-?\s?e/iu.test(text)) numbers ??= findEpisodeNumbers(text);
      else if (round !== undefined && isNamedSeason(text)) return ` ${text} `;
      else if (isOnlyTags(text) || text === "") return BREAK;
      else {
        const { base, season, part } = splitSeason(text);
        if (base === "" && (season ?? part) !== null) bracketSeason = { season, part };
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
  const body = trimWeakTags(cutAtTags(outside));
  const unbroken = tidy(body.replaceAll(BREAK, " "));
  const written = isFolder ? folderNumbers(body) : findEpisodeNumbers(body);
  // `Mob Psycho 100 [09]`: with a number in brackets, the other one belongs to the title.
  const found: FoundNumbers | null =
    numbers !== null && written?.isMarked === false ? null : written;
  const leading = !isFolder && found === null && numbers === null ? findLeadingNumber(body) : null;
  const chosen = found ?? leading;
  numbers = found ?? numbers ?? leading;
  let title = tidy(
    (chosen === null ? body : chosen.before === "" ? "" : chosen.before)
      .split(BREAK)
      .map(tidy)
      .filter((part) => /[\p{L}\p{N}]/u.test(part))
      .join(" "),
  );
  // `【Title】 第2期`
  const isOnlySeason = title !== "" && splitSeason(title).base === "";
  const isTitled = title !== "" && !(isOnlySeason && brackets[0]?.isLens === true);
  const { group, titles: bracketTitles } = splitBrackets(brackets, isTitled);
  if (!isTitled && isOnlySeason) title = `${bracketTitles.shift() ?? ""} ${title}`;
  if (title === "" && leading === null && found === null) title = bracketTitles.shift() ?? "";
  else if (title === "" && bracketTitles.length > 0 && (found?.before ?? "").trim() !== "x")
    title = bracketTitles.shift() ?? "";
  title = trimWeakTags(title);
  const trailing = TRAILING_YEAR.exec(title)?.groups?.["year"];
  if (trailing !== undefined && year === null) {
    year = Number(trailing);
    const bare = tidy(title.replace(TRAILING_YEAR, ""));
    bracketTitles.unshift(title);
    title = bare;
  }
  const { season, part } = splitSeason(title);
  return {
    title,
    otherTitles: [...new Set([...splitTitle(title), ...bracketTitles])].filter(
      (other) => other !== title && /[\p{L}]/u.test(other),
    ),
    season: numbers?.season ?? season ?? bracketSeason?.["season"] ?? null,
    part: part ?? bracketSeason?.["part"] ?? null,
    episode: numbers === null ? null : { first: numbers.first, last: numbers.last },
    isMarked: found?.isMarked ?? numbers !== null,
    isFraction: numbers?.isFraction ?? false,
    version: Math.max(numbers?.version ?? 1, Number(/\bv(\d)\b/iu.exec(rest)?.[1] ?? 1)),
    year,
    kind: isCertainExtra(rest)
      ? "extra"
      : kindOfName(found?.season === 0 ? `${title} special` : title, numbers !== null),
    group,
    ids,
    whole: unbroken,
  };
}

/** `(The Final Season)` and `(Kyoto Saga)` are parts of the title, `(2nd Season)` is a number. */
function isNamedSeason(text: string): boolean {
  if (!NAMED_SEASON.test(text) || splitSeason(text).season !== null) return false;
  return /\bfinal\b/iu.test(text) || !isOnlyTags(text);
}

/** Folders are named after batches: `Title - 01-24` has a title and no episode. */
function folderNumbers(body: string): FoundNumbers | null {
  const found = findEpisodeNumbers(body);
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

/** `Japanese | English`, `Title ~ Subtitle`, `Title -Subtitle-` and `Title - Other title`. */
function splitTitle(title: string): string[] {
  const halves = title.split(/\s+[|/／]\s+|\s+[-~]\s*(?=\S)|\s+AKA\s+/iu).map(tidy);
  return halves.length > 1 ? halves.filter((half) => half.length > 2) : [];
}

/** Normalises spaces, brackets and dashes; dots and underscores between words become spaces. */
function plainText(name: string): string {
  let text = name
    .normalize("NFC")
    .replace(/[\uff01-\uff5e]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[〔「『](?=[^〕」』]*$)/gu, " ");
  text = text.replace(/_/gu, " ");
  if (!text.trim().includes(" ") && /\..*\.|\.[se]\d/iu.test(text)) text = undot(text);
  else if ((text.match(/(?<=\S)\.(?=\S)/gu)?.length ?? 0) > (text.match(/ /gu)?.length ?? 0) + 2)
    text = undot(text);
  return text.replace(/\s+/gu, " ").trim();
}

/** Keeps the dot of `12.5` and of `5.1`. */
function undot(text: string): string {
  return text
    .replace(/\b([hx])\.(26[45])\b/giu, "$1$2")
    .replace(/(?<!\b\d{1,2})\.|\.(?!\d{1,2}(?!\d))|(?<=\b0?\d{1,2})\.(?=0\d|[2-9]\d)/gu, " ");
}
