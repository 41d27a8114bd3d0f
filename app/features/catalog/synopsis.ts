export interface Synopsis {
  paragraphs: string[];
  /** Name of its author as the text states it. */
  source: string | null;
}

/** Matches `(Source: ANN)`, also misspelt, or `[Written by MAL Rewrite]`. */
const SOURCE =
  /\s*[([]\s*(?:sou?r?[cs]?e?d?\s*:|wr?it+en by\b)\s*((?:[^()[\]\n]|\([^()\n]*\)){1,200}?)\s*[)\]]?\s*$/i;

/** Separates the note about its source that upstream texts end with. */
export function parseSynopsis(text: string | null): Synopsis {
  const sources: string[] = [];
  let rest = (text ?? "").trim();
  for (let match = SOURCE.exec(rest); match !== null; match = SOURCE.exec(rest)) {
    sources.unshift(match[1]?.trim() ?? "");
    rest = rest.slice(0, match.index);
  }
  return {
    paragraphs: toParagraphs(rest),
    source: sources.length === 0 ? null : sources.join(", "),
  };
}

/** A synopsis as one text without the note about its source; null without one. */
export function synopsisText(text: string | null): string | null {
  return parseSynopsis(text).paragraphs.join("\n\n") || null;
}

/** The first sentences of a synopsis, in at most `length` characters; null without one. */
export function synopsisExcerpt(text: string | null, length: number): string | null {
  const [first] = parseSynopsis(text).paragraphs;
  if (first === undefined) return null;
  const words = first.replace(/\s+/g, " ");
  if (words.length <= length) return words;
  const cut = words.slice(0, length);
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end < length / 2 ? length - 1 : end).replace(/[\s,;:.–—-]+$/, "")}…`;
}

export function toParagraphs(text: string | null): string[] {
  return (text ?? "")
    .split(/\n{2,}|\r\n\r\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
