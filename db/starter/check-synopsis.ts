import { type StarterAnime } from "./starter-rows";

/** Splits a text into its sentences. A sentence ends with `.`, `!` or `?`, perhaps in quotes, before white space that no lower-case letter follows. */
export function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?]["')\]]?)\s+(?!\p{Ll})/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** Letters and digits of a sentence in lower case, so that punctuation and spacing do not hide a copy. */
export function sentenceKey(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Shorter sentences may well be written twice by chance ("Handle with care."). */
const SHORTEST_TELLING_WORDS = 5;

/** Says which synopses are too short or long, end in the middle, or repeat a sentence of another one. */
export function synopsisProblems(animes: readonly StarterAnime[]): string[] {
  const problems: string[] = [];
  const seen = new Map<string, number>();
  for (const { mal_id, synopsis } of animes) {
    const parts = sentences(synopsis);
    if (parts.length < 2 || parts.length > 4)
      problems.push(`${mal_id}: the synopsis has ${parts.length} sentences, not two to four`);
    if (!/[.!?]["')]?$/.test(synopsis) || /[\r\n\t]| {2}/.test(synopsis))
      problems.push(`${mal_id}: the synopsis has stray white space or no end`);
    for (const key of parts.map(sentenceKey)) {
      const other = seen.get(key);
      if (other !== undefined && key.split(" ").length >= SHORTEST_TELLING_WORDS)
        problems.push(`${mal_id}: shares a sentence with ${other}`);
      seen.set(key, mal_id);
    }
  }
  return problems;
}

/** Every run of `length` words that `text` shares with `other`. Used to prove that a synopsis is not somebody else's. */
export function sharedRuns(text: string, other: string, length: number): string[] {
  const runs = (words: string[]) =>
    words
      .slice(0, Math.max(0, words.length - length + 1))
      .map((_, index) => words.slice(index, index + length).join(" "));
  const theirs = new Set(runs(sentenceKey(other).split(" ")));
  return runs(sentenceKey(text).split(" ")).filter((run) => theirs.has(run));
}
