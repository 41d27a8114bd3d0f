import { ANIME_TYPES, STORY_TYPES, type AnimeType } from "~/features/catalog/vocabulary";
import type { ListingQuery } from "./listing-query";

const STORIES: ReadonlySet<AnimeType> = new Set(STORY_TYPES);

/** Music videos, commercials and promos. */
export const CLIP_TYPES = ANIME_TYPES.filter((type) => !STORIES.has(type));

/** What Browse and saved searches list: clips only where a type or a search asks for them. */
export function withoutClips(query: ListingQuery): ListingQuery {
  const { types, excludedTypes, search } = query;
  return types.length > 0 || excludedTypes.length > 0 || search !== null
    ? query
    : { ...query, excludedTypes: CLIP_TYPES };
}
