import { z } from "zod";
import { ENTRY_STATES } from "./entry-states";

const partialDate = z.string().nullable();

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
    state: z.enum(ENTRY_STATES).nullable(),
    episodes_seen: z.int(),
    score: z.int().nullable(),
    /** `2024`, `2024-05` or `2024-05-17`, like `finished_on`. */
    started_on: partialDate,
    finished_on: partialDate,
    /** Oldest first; an unfinished one is the last. */
    rewatches: z.array(
      z.object({
        started_on: partialDate,
        finished_on: partialDate,
        score: z.int().nullable(),
      }),
    ),
    notes: z.string().nullable(),
    tags: z.array(z.string()),
    priority: z.int(),
    private: z.boolean(),
    /** Derived: `On-Hold`, `Dropped` or `Rewatching`, which have no collection type. */
    imported_state: z.string().nullable(),
    watched_episodes: z.int().nullable(),
    /** Derived: `score` from 1 to 10. */
    own_score: z.int().nullable(),
    added_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "WatchListEntry" });
export type WatchListEntry = z.output<typeof watchListEntrySchema>;
