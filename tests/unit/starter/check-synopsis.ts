import { type StarterAnime } from "./starter-rows";

/**
 * A sentence ends with `.`, `!` or `?`, optionally quoted, before white space without a lower-case
 * letter after it.
 */
export function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?]["')\]]?)\s+(?!\p{Ll})/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function sentenceKey(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Sentences that are shorter may repeat by chance ("Handle with care."). */
const MIN_SENTENCE_WORDS = 5;

/** A wrong length, a missing end or a repeated sentence. */
export function synopsisProblems(animes: readonly StarterAnime[]): string[] {
  const problems: string[] = [];
  const titlesBySentence = new Map<string, number>();
  for (const { mal_id, synopsis } of animes) {
    const parts = sentences(synopsis);
    if (parts.length < 2 || parts.length > 4)
      problems.push(`${mal_id}: the synopsis has ${parts.length} sentences, not two to four`);
    if (!/[.!?]["')]?$/.test(synopsis) || /[\r\n\t]| {2}/.test(synopsis))
      problems.push(`${mal_id}: the synopsis has stray white space or no end`);
    for (const key of parts.map(sentenceKey)) {
      const other = titlesBySentence.get(key);
      if (other !== undefined && key.split(" ").length >= MIN_SENTENCE_WORDS)
        problems.push(`${mal_id}: shares a sentence with ${other}`);
      titlesBySentence.set(key, mal_id);
    }
  }
  return problems;
}
