import { z } from "zod";
import type { Anime } from "~/features/catalog/anime";
import { animeSchema } from "~/features/catalog/anime-schema.server";
import { normaliseName } from "~/features/catalog/term-key";
import type { SimilarTitle } from "./find-similar.server";
import { REASON_KINDS, type Reason } from "./similarity";

const reasonSchema = z.object({
  kind: z.enum(REASON_KINDS),
  name: z.string(),
  contribution: z.number(),
});

/** `similarity` from 0 to 1; strongest reasons first. */
export const similarAnimeSchema = animeSchema
  .pick({ mal_id: true, title: true, year: true, type: true, image_webp: true, score: true })
  .extend({ similarity: z.number(), reasons: z.array(reasonSchema) });
export type SimilarAnimeJson = z.infer<typeof similarAnimeSchema>;

export function toSimilarAnimeJson({ anime, similarity, reasons }: SimilarTitle): SimilarAnimeJson {
  const { mal_id, title, year, type, image_webp, score } = anime;
  return {
    mal_id,
    title,
    year,
    type,
    image_webp,
    score,
    similarity: round(similarity),
    reasons: reasons.map((reason) => ({
      kind: reason.kind,
      name: reasonName(reason, anime),
      contribution: round(reason.contribution),
    })),
  };
}

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

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
