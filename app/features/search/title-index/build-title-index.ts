import type { Anime } from "~/features/catalog/anime";
import {
  isLatinToken,
  lettersOf,
  normaliseTitle,
  type NormalisedTitle,
} from "~/features/search/text/normalise-title";
import { expandNicknames, type NicknameIndex } from "~/features/search/text/nicknames";

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

/** Kinds of keys, best first, as stored. */
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

/** Follows a name with katakana, as it is written: tokens fold katakana. */
export const AS_WRITTEN = 8;
/** Type, year and season words. */
export const QUALIFIERS = 9;

export interface TitleKey {
  key: string;
  raw: string;
  strict: string;
  kind: KeyKind;
}

export interface TitleIndexEntry {
  malId: number;
  keys: TitleKey[];
  names: string[];
  terms: string[];
}

/** Initials of obscure titles would match any three letters. */
const MEMBERS_FOR_INITIALS = 20_000;
const MAX_KEY_LENGTH = 240;
/** A lexeme has at most 2,046 bytes. */
const MAX_TERM_LENGTH = 100;
/** Length that excludes the `s` of `S2`. */
const MIN_SEASON_WORD = 3;
const KATAKANA = /[\u30a1-\u30fa\u30fc]/u;
const TYPE_TERMS: Record<string, string[]> = {
  Movie: ["movie", "film"],
  OVA: ["ova"],
  ONA: ["ona"],
  TV: ["tv"],
  Special: ["special"],
  "TV Special": ["special"],
  Music: ["music"],
};

export function buildTitleIndex(anime: SearchableAnime, nicknames: NicknameIndex): TitleIndexEntry {
  const names: { text: string; kind: KeyKind }[] = [{ text: anime.title, kind: KEY_KINDS.title }];
  if (anime.title_english !== null)
    names.push({ text: anime.title_english, kind: KEY_KINDS.english });
  if (anime.title_japanese !== null)
    names.push({ text: anime.title_japanese, kind: KEY_KINDS.japanese });
  for (const text of anime.title_synonyms) names.push({ text, kind: KEY_KINDS.synonym });

  const keys = new Map<string, TitleKey>();
  const seen = new Set<string>();
  const texts = new Set<string>();
  const terms = new Set<string>();
  const seasonWords = new Set<string>();
  const addKey = (text: string, { raw, strict }: NormalisedTitle, kind: KeyKind) => {
    if (text === "") return;
    const key = text.slice(0, MAX_KEY_LENGTH);
    const isOfficial = kind <= KEY_KINDS.japanese;
    if (!isOfficial && seen.has(key)) return;
    seen.add(key);
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
  const addTokens = (title: NormalisedTitle, kind: KeyKind) => {
    const text = title.tokens.join(" ");
    if (text !== "" && ![...texts].some((candidate) => candidate.slice(2) === text)) {
      texts.add(`${kind}:${text}`);
      if (KATAKANA.test(title.raw)) texts.add(`${AS_WRITTEN}:${lettersOf(title.raw)}`);
    }
    for (const token of [...title.tokens, ...title.joinedTokens])
      for (const term of indexTerms(token)) if (term.length <= MAX_TERM_LENGTH) terms.add(term);
    for (const word of title.seasonWords) if (word.length >= MIN_SEASON_WORD) seasonWords.add(word);
  };

  const normalised = names.map(({ text, kind }) => ({ text, kind, title: normaliseTitle(text) }));
  for (const { title, kind } of normalised) {
    add(title, kind);
    addTokens(title, kind);
  }
  for (const nickname of expandNicknames(
    anime.mal_id,
    normalised.map(({ title }) => title),
    nicknames,
  )) {
    add(nickname, KEY_KINDS.nickname);
    addTokens(nickname, KEY_KINDS.nickname);
  }
  for (const { title, kind } of normalised)
    if (kind <= KEY_KINDS.synonym && title.unnumberedKey !== title.key)
      addKey(title.unnumberedKey, title, KEY_KINDS.part);
  for (const { text, kind } of normalised) {
    if (kind <= KEY_KINDS.japanese)
      for (const part of alternativeTitles(text)) add(normaliseTitle(part), KEY_KINDS.part);
  }
  if ((anime.members ?? 0) >= MEMBERS_FOR_INITIALS) {
    for (const { title, kind } of normalised) {
      const initials = kind <= KEY_KINDS.english ? initialsOf(title) : "";
      if (initials !== "") add(normaliseTitle(initials), KEY_KINDS.initials);
    }
  }
  const qualifiers = [
    ...(TYPE_TERMS[anime.type ?? ""] ?? []),
    ...(anime.year === null ? [] : [String(anime.year)]),
    ...seasonWords,
  ];
  for (const qualifier of qualifiers) terms.add(qualifier);
  if (qualifiers.length > 0) texts.add(`${QUALIFIERS}:${qualifiers.join(" ")}`);
  return { malId: anime.mal_id, keys: [...keys.values()], names: [...texts], terms: [...terms] };
}

/** Other scripts have no spaces: character bigrams, and the last character, which begins none. */
export function indexTerms(token: string): string[] {
  if (isLatinToken(token)) return [token];
  const last = [...token].at(-1) ?? "";
  return last === token ? [token] : [...bigrams(token), last];
}

/** A single character is its own. */
export function bigrams(token: string): string[] {
  const characters = [...token];
  if (characters.length <= 2) return [token];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

/**
 * Lists a title without subtitle and brackets, and readings of native titles in brackets or dashes.
 */
function alternativeTitles(text: string): string[] {
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

/** Returns initials; empty for fewer than three Latin tokens. */
function initialsOf({ tokens }: NormalisedTitle): string {
  if (tokens.length < 3 || tokens.length > 8 || !tokens.every(isLatinToken)) return "";
  return tokens.map((token) => (/^\d+$/u.test(token) ? token : token.slice(0, 1))).join("");
}
