import { parseSynopsis } from "~/features/catalog/synopsis";

export interface Biography {
  /** Paragraphs that a page shows at once. */
  lead: readonly string[];
  /** Paragraphs that unfold; empty for a short biography. */
  rest: readonly string[];
  /** Name of its author as the text states it. */
  source: string | null;
}

/** Characters of the lead. */
const LEAD_LENGTH = 400;
/** Characters that are not worth unfolding, nor splitting a paragraph for. */
const MIN_LENGTH = 150;

/** What is left of a chapter from which the source has removed spoilers: `Second Season:`. */
const EMPTY_CHAPTER = /^[^\n]{1,80}:$/;

/** Parses plain text into paragraphs. Null where nothing is written. */
export function parseBiography(text: string | null): Biography | null {
  const { paragraphs, source } = parseSynopsis(text);
  const written = paragraphs.filter((paragraph) => !EMPTY_CHAPTER.test(paragraph));
  if (written.length === 0) return null;
  const lead: string[] = [];
  const rest = [...written];
  let left = LEAD_LENGTH;
  for (let next = rest[0]; next !== undefined && next.length <= left; next = rest[0]) {
    lead.push(next);
    rest.shift();
    left -= next.length;
  }
  const [first] = rest;
  if (first !== undefined && left >= MIN_LENGTH) {
    const end = endOfPart(first, left);
    lead.push(first.slice(0, end));
    rest[0] = first.slice(end).trimStart();
  }
  return rest.join("").length < MIN_LENGTH
    ? { lead: written, rest: [], source }
    : { lead, rest, source };
}

/** Where the last sentence or line ends within `limit` characters, or else the last word. */
function endOfPart(text: string, limit: number): number {
  const part = text.slice(0, limit);
  const ends = [...part.matchAll(/[.!?…]["”’)]*(?=\s)|(?=\n)/gu)];
  const last = ends.at(-1);
  if (last !== undefined) return last.index + last[0].length;
  const space = part.lastIndexOf(" ");
  return space > 0 ? space : limit;
}
