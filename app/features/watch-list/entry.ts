import { z } from "zod";
import { entryRowShape } from "./tracking/entry-fields.server";

/** `rating` is the catalog's score, `score` the user's own. */
export const watchListEntrySchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    anime_id: z.string(),
    type: z.string(),
    title: z.string(),
    imageUrl: z.string().nullable(),
    rating: z.number().nullable(),
    episodes: z.int().nullable(),
    genres: z.array(z.string()),
    mal_id: z.int(),
    year: z.int().nullable(),
    status: z.string().nullable(),
    image_webp: z.string().nullable(),
    ...entryRowShape,
    episodes_seen: z.int(),
    /** The rewatches, oldest first; an unfinished one is the last. */
    rewatches: z.array(
      z.object({
        started_on: entryRowShape.started_on,
        finished_on: entryRowShape.finished_on,
        score: entryRowShape.score,
      }),
    ),
    /** A state that has no collection type: `On-Hold`, `Dropped` or `Rewatching`. Derived. */
    imported_state: z.string().nullable(),
    watched_episodes: z.int().nullable(),
    /** The `score` as a number from 1 to 10. Derived. */
    own_score: z.int().nullable(),
    added_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "WatchListEntry" });
export type WatchListEntry = z.output<typeof watchListEntrySchema>;
