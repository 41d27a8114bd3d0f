/** Genres that make a title mature whatever its rating says. */
const MATURE_GENRES: readonly string[] = ["Hentai", "Erotica"];

/**
 * What parental control hides: rating Rx, or genre Hentai or Erotica. Queries read the generated column `animes.mature`,
 * which states the same rule.
 */
export function isMature(anime: { rating: string | null; genres: readonly string[] }): boolean {
  return (
    (anime.rating ?? "").startsWith("Rx") ||
    anime.genres.some((genre) => MATURE_GENRES.includes(genre))
  );
}
