import type { Anime } from "~/features/catalog/anime";
import { shownTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { nativeBeside } from "~/features/catalog/view/title/anime-page.server";
import type { FeaturedData } from "./featured";

/** What a slide has room for; the style sheet cuts at a line. */
const LONGEST_SYNOPSIS = 320;

/** Reduces a title to what its slide shows. */
export function featuredTitle(anime: Anime, language: TitleLanguage): FeaturedData {
  const { id, path, year, type, episodes, score, color } = animeCard(anime, language);
  const title = shownTitle(anime, language);
  return {
    id,
    path,
    year,
    type,
    episodes,
    score,
    color,
    title,
    native: nativeBeside(title, anime.title_japanese),
    genres: anime.genres.slice(0, 3),
    synopsis: anime.synopsis === null ? null : anime.synopsis.slice(0, LONGEST_SYNOPSIS),
  };
}

/** Picks `count` of the candidates by the day (UTC), evenly spread over them: the same all day, others tomorrow. */
export function titlesOfTheDay<T>(candidates: readonly T[], count: number, now: Date): T[] {
  const day = Math.floor(now.getTime() / 86_400_000);
  const stride = Math.max(1, Math.floor(candidates.length / count));
  return Array.from(
    { length: Math.min(count, candidates.length) },
    (_, index) => candidates[(day + index * stride) % candidates.length],
  ).filter((candidate) => candidate !== undefined);
}
