import { href } from "react-router";

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
  return href("/anime/:id/:slug?", {
    id: String(anime.mal_id),
    slug: titleSlug(anime.title) || undefined,
  });
}

export function genrePath(name: string): string {
  return href("/genre/:name", { name: encodeURIComponent(name) });
}

export function studioPath(name: string): string {
  return href("/studio/:name", { name: encodeURIComponent(name) });
}

export function watchPath(animeId: number, number: number): string {
  return href("/watch/:id/:number", { id: String(animeId), number: String(number) });
}
