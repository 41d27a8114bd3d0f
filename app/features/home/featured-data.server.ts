import type { Anime } from "~/features/catalog/anime";
import { synopsisText } from "~/features/catalog/synopsis";
import { displayTitle, nativeTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { BANNER_SPINE_EMS, fitSpine } from "~/features/catalog/view/spine";
import type { FeaturedData } from "./featured";

/** What fits on a slide; CSS clamps it to whole lines. */
const MAX_SYNOPSIS_LENGTH = 320;

/** A title as a slide of the carousel shows it. */
export function toFeaturedData(anime: Anime, language: TitleLanguage): FeaturedData {
  const { id, path, year, type, episodes, score, color } = animeCard(anime, language);
  const title = displayTitle(anime, language);
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
    synopsis: synopsisText(anime.synopsis)?.slice(0, MAX_SYNOPSIS_LENGTH) ?? null,
  };
}
