import { CJK } from "./plain-text";
import { tidy } from "./season";

const IN_CJK = new RegExp(`[${CJK}]`, "u");
const NAME_SEPARATOR = /\s+[|/]\s+|\s+AKA\s+/iu;
/** A Japanese or Chinese name, and one in Latin letters. */
const SCRIPTS = new RegExp(
  `^([^\\p{Script=Latin}|/]*[${CJK}][^\\p{Script=Latin}|/]*)\\s([^${CJK}|/]*\\p{Script=Latin}{3}[^${CJK}|/]*)$`,
  "u",
);

/**
 * Returns both names of `Japanese | English`, one when they are equal, and none without a
 * separator.
 */
export function splitNames(title: string): string[] {
  const halves = (SCRIPTS.exec(title)?.slice(1) ?? title.split(NAME_SEPARATOR)).map(tidy);
  const dashed = title.split(/\s[-~]\s/u).map(tidy);
  const isTwice = dashed.length === 2 && dashed[0]?.toLowerCase() === dashed[1]?.toLowerCase();
  // A slash without spaces is part of many titles.
  const slashed = title.split(/[|/]/u).map(tidy);
  const isOfScripts = slashed.length === 2 && new Set(slashed.map(hasCjk)).size === 2;
  const names = isTwice ? dashed : isOfScripts ? slashed : halves;
  if (names.length < 2 || !names.every((half) => half.length > 1)) return [];
  return [...new Map(names.map((half) => [half.toLowerCase(), half])).values()];
}

/** Names in Latin letters beside a Chinese or Japanese one, as in `[甲铁城的卡巴内瑞][Kabaneri]`. */
export function findTranslations(title: string, others: readonly string[]): string[] {
  const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);
  return hasCjk(title) && !isLatin(title)
    ? others.filter((other) => isLatin(other) && !hasCjk(other))
    : [];
}

function hasCjk(text: string): boolean {
  return IN_CJK.test(text);
}

/** `Japanese | English`, `Title ~ Subtitle`, `Title -Subtitle-` and `Title - Other title`. */
export function splitTitle(title: string): string[] {
  const halves = title.split(/\s+[|/／]\s+|\s+[-~]\s*(?=\S)|\s+AKA\s+/iu).map(tidy);
  return halves.length > 1 ? halves.filter((half) => half.length > 2) : [];
}
