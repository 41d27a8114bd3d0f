import { sentenceKey, sentences, sharedRuns } from "./check-synopsis";
import { type StarterAnime, type StarterEpisode } from "./starter-rows";

export type ReferenceRow = Readonly<Record<string, unknown>>;

const NOT_FACTS = new Set([
  "synopsis",
  "background",
  "image_url",
  "image_webp",
  "image_small_webp",
  "image_large_webp",
  "banner_image",
  "trailer_image_url",
]);
const DERIVED = new Set(["season", "year"]);
const SEASON_OF_QUARTER = ["Winter", "Spring", "Summer", "Fall"];
const ENTITIES: Record<string, string> = {
  amp: "&",
  quot: '"',
  lt: "<",
  gt: ">",
  apos: "'",
  "#039": "'",
  "#39": "'",
};
/** Spelling mistakes of the reference, by title and episode number. */
const CORRECTED_TITLES = new Map([
  ["440 33", "The Prince Who Runs Through the Night"],
  ["12815 2", "Everyone's Cafe / Cafe's Cherry Blossom Viewing"],
]);
/** Fewer equal words in a row may be a coincidence. */
const COPIED_WORDS = 8;

/** Also lists copied words of the synopsis. */
export function animeDifferences(anime: StarterAnime, reference: ReferenceRow): string[] {
  const differences: string[] = [];
  for (const [field, value] of Object.entries(anime)) {
    if (NOT_FACTS.has(field)) continue;
    const expected = DERIVED.has(field)
      ? (reference[field] ?? derived(field, reference["aired_from"]))
      : decoded(reference[field]);
    if (JSON.stringify(value) !== JSON.stringify(expected ?? null)) {
      differences.push(
        `${anime.mal_id} ${field}: ${JSON.stringify(value)} here, ${JSON.stringify(expected)} in the data`,
      );
    }
  }
  const referenceSynopsis = reference["synopsis"];
  if (typeof referenceSynopsis !== "string") return differences;
  const copied = new Set(sentences(referenceSynopsis).map(sentenceKey));
  if (sentences(anime.synopsis).some((sentence) => copied.has(sentenceKey(sentence))))
    differences.push(`${anime.mal_id} synopsis: shares a sentence with the data`);
  for (const run of sharedRuns(anime.synopsis, referenceSynopsis, COPIED_WORDS))
    differences.push(`${anime.mal_id} synopsis: shares "${run}" with the data`);
  return differences;
}

export function episodeDifferences(episode: StarterEpisode, reference: ReferenceRow): string[] {
  const title =
    typeof reference["title"] === "string"
      ? String(decoded(reference["title"])).replaceAll("`", "'").trim()
      : null;
  const expected: Record<string, unknown> = {
    ...reference,
    title: CORRECTED_TITLES.get(`${episode.mal_id} ${episode.number}`) ?? title,
  };
  return (["title", "title_romaji", "title_japanese", "aired", "minutes"] as const)
    .filter((field) => episode[field] !== expected[field])
    .map(
      (field) =>
        `${episode.mal_id} episode ${episode.number} ${field}: ${JSON.stringify(episode[field])} here, ${JSON.stringify(expected[field])} in the data`,
    );
}

/** Derives the value from the first airing day, where the reference has no year or season. */
function derived(field: string, airedFrom: unknown): string | number | null {
  if (typeof airedFrom !== "string") return null;
  const year = Number(airedFrom.slice(0, 4));
  const month = Number(airedFrom.slice(5, 7));
  return field === "year" ? year : (SEASON_OF_QUARTER[Math.floor((month - 1) / 3)] ?? null);
}

function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  return typeof value === "string"
    ? value.replace(
        /&(amp|quot|lt|gt|apos|#0?39);/g,
        (entity, name: string) => ENTITIES[name] ?? entity,
      )
    : value;
}
