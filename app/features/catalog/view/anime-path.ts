const MAX_SLUG_LENGTH = 80;

/** Turns `Re:ZERO` into `re-zero`. Returns an empty text without Latin letters and digits. */
export function titleSlug(title: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/['’\p{M}]/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  let slug = "";
  for (const word of words ?? []) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if (longer.length > MAX_SLUG_LENGTH) break;
    slug = longer;
  }
  return slug;
}

const MAX_ID = 2_147_483_647;

/** Parses a positive integer in canonical form; null for other text. */
export function parseAnimeId(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null;
}

export function animePath(anime: { mal_id: number; title: string }): string {
  const slug = titleSlug(anime.title);
  return slug === "" ? `/anime/${anime.mal_id}` : `/anime/${anime.mal_id}/${slug}`;
}

export function genrePath(name: string): string {
  return `/genre/${encodeURIComponent(name)}`;
}

export function studioPath(name: string): string {
  return `/studio/${encodeURIComponent(name)}`;
}

export function watchPath(animeId: number, number: number): string {
  return `/watch/${animeId}/${number}`;
}
