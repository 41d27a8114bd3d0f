import { z } from "zod";
import { animeSchema, type Anime } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import type { SimilarTitle } from "./find-similar.server";
import { REASON_KINDS, type Reason } from "./similarity";

/** Why a title is like another. `name` is as the title itself spells it; the contributions of all reasons add up to the similarity. */
const reasonSchema = z.object({
  kind: z.enum(REASON_KINDS),
  name: z.string(),
  contribution: z.number(),
});

/** One title that is like another, as the API answers it; `similarity` is 0 to 1, `reasons` the strongest first. */
export const similarAnimeSchema = animeSchema
  .pick({ mal_id: true, title: true, year: true, type: true, image_webp: true, score: true })
  .extend({ similarity: z.number(), reasons: z.array(reasonSchema) });
export type SimilarAnimeJson = z.infer<typeof similarAnimeSchema>;

/** A similar title as the API answers it. */
export function similarAnimeJson({ anime, similarity, reasons }: SimilarTitle): SimilarAnimeJson {
  const { mal_id, title, year, type, image_webp, score } = anime;
  return {
    mal_id,
    title,
    year,
    type,
    image_webp,
    score,
    similarity: rounded(similarity),
    reasons: reasons.map((reason) => ({
      kind: reason.kind,
      name: reasonName(reason, anime),
      contribution: rounded(reason.contribution),
    })),
  };
}

/** A reason's name as people write it: `Time Travel`, `PG-13 - Teens 13 or older`, `2011`, `Well known`. */
export function reasonName({ kind, key }: Reason, anime: Anime): string {
  if (kind === "popularity") return "Well known";
  if (kind === "era") return key;
  if (kind === "rating") return anime.rating ?? key;
  const names = {
    genre: anime.genres,
    theme: anime.themes,
    studio: anime.studios,
    source: anime.source === null ? [] : [anime.source],
  }[kind];
  return names.find((name) => normaliseName(name) === key) ?? key;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
