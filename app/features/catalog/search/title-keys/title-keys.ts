import type { Anime } from "~/features/catalog/anime";
import {
  isLatinWord,
  normaliseTitle,
  type NormalisedTitle,
} from "~/features/catalog/search/words/normalise-title";
import { nicknamesOf, type NicknameTable } from "~/features/catalog/search/words/nicknames";

/** What an anime brings to the search: its identity and its names. */
export type SearchableAnime = Pick<
  Anime,
  | "mal_id"
  | "title"
  | "title_english"
  | "title_japanese"
  | "title_synonyms"
  | "type"
  | "year"
  | "members"
>;

/** Where a key comes from, best first. The numbers are stored. */
export const KEY_KINDS = {
  title: 0,
  english: 1,
  japanese: 2,
  synonym: 3,
  nickname: 4,
  part: 5,
  initials: 6,
} as const;
export type KeyKind = (typeof KEY_KINDS)[keyof typeof KEY_KINDS];

/** Stands before type and year among an anime's names: they help to tell it apart, but are no name. */
export const QUALIFIERS = 9;

/** One way to write an anime's name. */
export interface TitleKey {
  key: string;
  raw: string;
  strict: string;
  kind: KeyKind;
}

/** Everything that one anime contributes to the search tables. */
export interface TitleKeys {
  malId: number;
  keys: TitleKey[];
  /** Folded words of each name, as `kind:word word`, and its type and year as `9:tv 2013`: what matching by words compares. */
  names: string[];
  /** Every word by which the anime may be found, type and year included. */
  words: string[];
}

/** Initials of unknown titles would answer to any three letters, so only titles with this many members have them. */
const MEMBERS_FOR_INITIALS = 20_000;
const MAX_KEY_LENGTH = 240;
/** A lexeme of a tsvector may have 2,046 bytes; nobody types a word of this length. */
const MAX_WORD_LENGTH = 100;
const TYPE_WORDS: Record<string, string[]> = {
  Movie: ["movie", "film"],
  OVA: ["ova"],
  ONA: ["ona"],
  TV: ["tv"],
  Special: ["special"],
  "TV Special": ["special"],
  Music: ["music"],
};

/** The rows that one anime contributes to the search tables. Pure. */
export function titleKeys(anime: SearchableAnime, nicknames: NicknameTable): TitleKeys {
  const names: { text: string; kind: KeyKind }[] = [{ text: anime.title, kind: KEY_KINDS.title }];
  if (anime.title_english !== null)
    names.push({ text: anime.title_english, kind: KEY_KINDS.english });
  if (anime.title_japanese !== null)
    names.push({ text: anime.title_japanese, kind: KEY_KINDS.japanese });
  for (const text of anime.title_synonyms) names.push({ text, kind: KEY_KINDS.synonym });

  const keys = new Map<string, TitleKey>();
  const known = new Set<string>();
  const texts = new Set<string>();
  const words = new Set<string>();
  const addKey = (text: string, { raw, strict }: NormalisedTitle, kind: KeyKind) => {
    if (text === "") return;
    const key = text.slice(0, MAX_KEY_LENGTH);
    const isOfficial = kind <= KEY_KINDS.japanese;
    if (!isOfficial && known.has(key)) return;
    known.add(key);
    keys.set(isOfficial ? `${key} ${raw}` : key, {
      key,
      raw: raw.slice(0, MAX_KEY_LENGTH),
      strict: strict.slice(0, MAX_KEY_LENGTH),
      kind,
    });
  };
  const add = (title: NormalisedTitle, kind: KeyKind) => {
    if (!keys.has(`${title.key} ${title.raw}`)) addKey(title.key, title, kind);
  };
  const addWords = (title: NormalisedTitle, kind: KeyKind) => {
    const text = title.words.join(" ");
    if (text !== "" && ![...texts].some((known) => known.slice(2) === text))
      texts.add(`${kind}:${text}`);
    for (const word of [...title.words, ...title.joined])
      for (const part of searchableParts(word)) if (part.length <= MAX_WORD_LENGTH) words.add(part);
  };

  const normalised = names.map(({ text, kind }) => ({ text, kind, title: normaliseTitle(text) }));
  for (const { title, kind } of normalised) {
    add(title, kind);
    addWords(title, kind);
  }
  for (const nickname of nicknamesOf(
    anime.mal_id,
    normalised.map(({ title }) => title),
    nicknames,
  )) {
    add(nickname, KEY_KINDS.nickname);
    addWords(nickname, KEY_KINDS.nickname);
  }
  for (const { title, kind } of normalised)
    if (kind <= KEY_KINDS.synonym && title.speltOut !== title.key)
      addKey(title.speltOut, title, KEY_KINDS.part);
  for (const { text, kind } of normalised) {
    if (kind <= KEY_KINDS.japanese)
      for (const part of namedParts(text)) add(normaliseTitle(part), KEY_KINDS.part);
  }
  if ((anime.members ?? 0) >= MEMBERS_FOR_INITIALS) {
    for (const { title, kind } of normalised) {
      const initials = kind <= KEY_KINDS.english ? initialsOf(title) : "";
      if (initials !== "") add(normaliseTitle(initials), KEY_KINDS.initials);
    }
  }
  const qualifiers = [
    ...(TYPE_WORDS[anime.type ?? ""] ?? []),
    ...(anime.year === null ? [] : [String(anime.year)]),
  ];
  for (const word of qualifiers) words.add(word);
  if (qualifiers.length > 0) texts.add(`${QUALIFIERS}:${qualifiers.join(" ")}`);
  return { malId: anime.mal_id, keys: [...keys.values()], names: [...texts], words: [...words] };
}

/** A Latin word is searched as it is; native script has no spaces, so every two neighbouring characters are a word. */
export function searchableParts(word: string): string[] {
  if (isLatinWord(word)) return [word];
  const characters = [...word];
  if (characters.length <= 2) return [word];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

/** A name without its subtitle, without its bracketed addition (`(TV)`, `(2011)`), and the readings that native titles put in brackets or between dashes. */
function namedParts(text: string): string[] {
  const parts: string[] = [];
  const main = /^(.{3,}?)(?::\s|\s[-–]\s|\s[-–](?=\S))/u.exec(text)?.[1];
  if (main !== undefined) parts.push(main);
  const bare = text.replace(/\s*[([（【〈][^)\]）】〉]*[)\]）】〉]\s*/gu, " ").trim();
  if (bare !== "" && bare !== text) parts.push(bare);
  const reading = /[（(]([^)）]{3,})[)）]/u.exec(text)?.[1];
  if (reading !== undefined && !/^[\x20-\x7e]*$/u.test(reading)) parts.push(reading);
  const between = /^(.*?)\s*[-–―~〜]\s*([^-–―~〜]+?)\s*[-–―~〜]\s*(.*)$/u.exec(text);
  if (between && !/^[\x20-\x7e]*$/u.test(text)) {
    const [, before = "", middle = "", after = ""] = between;
    parts.push(`${before} ${after}`, `${middle} ${after}`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** `Shingeki no Kyojin` gives `snk`; titles of fewer than three Latin words give nothing. */
function initialsOf({ words }: NormalisedTitle): string {
  if (words.length < 3 || words.length > 8 || !words.every(isLatinWord)) return "";
  return words.map((word) => (/^\d+$/u.test(word) ? word : word.slice(0, 1))).join("");
}
