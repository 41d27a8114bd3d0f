import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { COLLECTION_TYPES, parseCollectionType, type CollectionType } from "./collection-types";

const MAX_ANIME_ID = 2_147_483_647;

const INVALID_ID = zodMessage("anime.invalidId");
export const animeIdSchema = z
  .union(
    [
      z.int(INVALID_ID),
      z
        .string()
        .trim()
        .regex(/^\d{1,20}$/, INVALID_ID),
    ],
    INVALID_ID,
  )
  .transform(Number)
  .refine((id) => id >= 1, INVALID_ID);

const invalidType = zodMessage({
  key: "list.collectionType",
  values: { types: COLLECTION_TYPES.join(", ") },
});
export const collectionTypeSchema = z
  .string(invalidType)
  .transform((text, context): CollectionType => {
    const type = parseCollectionType(text);
    if (type !== null) return type;
    context.addIssue({ code: "custom", message: invalidType });
    return z.NEVER;
  });

export const entryInputSchema = z.object({
  animeId: animeIdSchema,
  type: collectionTypeSchema,
});
export const entryIdSchema = z.object({ animeId: animeIdSchema });

/** A larger id would overflow the column. */
export function isPossibleAnimeId(id: number): boolean {
  return id <= MAX_ANIME_ID;
}
