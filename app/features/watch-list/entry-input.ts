import { z } from "zod";
import { COLLECTION_TYPES, readCollectionType, type CollectionType } from "./collection-types";

/** What PostgreSQL's integer holds; no catalog numbers its titles higher. */
const HIGHEST_ID = 2_147_483_647;

const WORDS = "An anime is named by its number.";
const animeId = z
  .union(
    [
      z.int(WORDS),
      z
        .string()
        .trim()
        .regex(/^\d{1,20}$/, WORDS),
    ],
    WORDS,
  )
  .transform(Number)
  .refine((id) => id >= 1, WORDS);

const typeWords = `The type is one of ${COLLECTION_TYPES.join(", ")}.`;
/** A collection type in any casing or as a slug. */
export const collectionTypeSchema = z
  .string(typeWords)
  .transform((text, context): CollectionType => {
    const type = readCollectionType(text);
    if (type !== null) return type;
    context.addIssue({ code: "custom", message: typeWords });
    return z.NEVER;
  });

/** The request of specification 4.5: an anime and the collection it goes to. */
export const entryInputSchema = z.object({ animeId, type: collectionTypeSchema });
/** The anime of an entry alone. */
export const entryIdSchema = z.object({ animeId });

/** Whether any catalog can hold this id; a larger one is no anime and would overflow the column. */
export function canBeAnime(id: number): boolean {
  return id <= HIGHEST_ID;
}
