import type { Anime } from "~/features/catalog/anime";
import { parseSynopsis } from "~/features/catalog/synopsis";
import { displayTitle, nativeTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { BANNER_SPINE_EMS, fitSpine } from "~/features/catalog/view/spine";
import type { FeaturedData } from "~/features/home/featured";

/** What fits on a slide; CSS clamps it to whole lines. */
const MAX_SYNOPSIS_LENGTH = 320;

export function toFeaturedData(anime: Anime, language: TitleLanguage): FeaturedData {
  const { id, path, year, type, episodes, score, color } = animeCard(anime, language);
  const title = displayTitle(anime, language);
  const synopsis = parseSynopsis(anime.synopsis).paragraphs.join("\n\n");
  return {
    id,
    path,
    year,
    type,
    episodes,
    score,
    color,
    title,
    bannerSpine: fitSpine(nativeTitle(title, anime.title_japanese), BANNER_SPINE_EMS),
    genres: anime.genres.slice(0, 3),
    synopsis: synopsis === "" ? null : synopsis.slice(0, MAX_SYNOPSIS_LENGTH),
  };
}

/** Evenly spread; the choice changes each UTC day. */
export function pickForDay<T>(candidates: readonly T[], count: number, now: Date): T[] {
  const day = Math.floor(now.getTime() / 86_400_000);
  const stride = Math.max(1, Math.floor(candidates.length / count));
  return Array.from(
    { length: Math.min(count, candidates.length) },
    (_, index) => candidates[(day + index * stride) % candidates.length],
  ).filter((candidate) => candidate !== undefined);
}
