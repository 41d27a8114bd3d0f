import { parseQuery, type ParsedQuery } from "./parse-query";
import { editDistance, maxEditDistance } from "~/parsing/edit-distance";
import { normaliseTitle, type NormalisedTitle } from "./text/normalise-title";

const EXACT = 4;
const BEGINNING = 3;
const ALL_WORDS = 2;
/** The share of the words that must match when some match with typos. */
const MIN_SHARE = 0.5;

interface Named {
  text: string;
}

/** The name that a query matches, null when it matches the `shown` one as well or none of them. */
export function findMatchedName<Name extends Named>(
  query: string,
  shown: Named,
  names: readonly Name[],
): Name | null {
  const parsed = parseQuery(query);
  if (parsed === null) return null;
  const shownScore = scoreName(parsed, shown);
  if (shownScore >= ALL_WORDS) return null;
  let best: { name: Name; score: number } | null = null;
  for (const name of names) {
    const score = scoreName(parsed, name);
    if (score > (best?.score ?? 0)) best = { name, score };
  }
  return best !== null && best.score >= MIN_SHARE && best.score > shownScore ? best.name : null;
}

function scoreName({ variants }: ParsedQuery, { text }: Named): number {
  const name = normaliseTitle(text);
  return Math.max(...variants.map(({ title }) => scoreVariant(title, name)));
}

function scoreVariant(query: NormalisedTitle, name: NormalisedTitle): number {
  if (name.key === query.key) return EXACT;
  if (name.key.startsWith(query.key)) return BEGINNING;
  const tokens = query.tokens.length === 0 ? [query.key] : query.tokens;
  const words = [...name.tokens, ...name.joinedTokens];
  if (tokens.every((token) => words.some((word) => word.startsWith(token)))) return ALL_WORDS;
  const alike = tokens.filter((token) => words.some((word) => isAlike(token, word)));
  return alike.length / tokens.length;
}

function isAlike(token: string, word: string): boolean {
  const limit = Math.min(maxEditDistance(token.length), maxEditDistance(word.length));
  return word.startsWith(token) || editDistance(token, word, limit) <= limit;
}
