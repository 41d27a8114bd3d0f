const LONGEST_SLUG = 80;

/** Letters and digits of a title for its address: `Re:ZERO` gives `re-zero`. Empty for a title without any Latin letter. */
export function titleSlug(title: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/['’\p{M}]/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  let slug = "";
  for (const word of words ?? []) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if (longer.length > LONGEST_SLUG) break;
    slug = longer;
  }
  return slug;
}

/** The largest id that the database keeps. */
const LARGEST_ID = 2_147_483_647;

/** The id in an address: a positive whole number as people write it, or null. */
export function readAnimeId(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_ID ? Number(text) : null;
}

/** The one address of a title's page. */
export function animePath(anime: { mal_id: number; title: string }): string {
  const slug = titleSlug(anime.title);
  return slug === "" ? `/anime/${anime.mal_id}` : `/anime/${anime.mal_id}/${slug}`;
}

/** The address of a genre's page. */
export function genrePath(name: string): string {
  return `/genre/${encodeURIComponent(name)}`;
}

/** The address of a studio's page. */
export function studioPath(name: string): string {
  return `/studio/${encodeURIComponent(name)}`;
}

/** The address of an episode's player. */
export function watchPath(animeId: number, number: number): string {
  return `/watch/${animeId}/${number}`;
}
