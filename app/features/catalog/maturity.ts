/** Genres that make a title mature regardless of its rating. */
const MATURE_GENRES: readonly string[] = ["Hentai", "Erotica"];

/** The generated column `animes.mature` states the same rule. */
export function isMature(anime: { rating: string | null; genres: readonly string[] }): boolean {
  return (
    (anime.rating ?? "").startsWith("Rx") ||
    anime.genres.some((genre) => MATURE_GENRES.includes(genre))
  );
}
