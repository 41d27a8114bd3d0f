import { z } from "zod";

/** `rating` is the catalog's score. */
export const watchListEntrySchema = z.object({
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
  /**
   * The state of an imported list without a collection type of its own: `On-Hold`, `Dropped` or
   * `Rewatching`.
   */
  imported_state: z.string().nullable(),
  watched_episodes: z.int().nullable(),
  own_score: z.int().nullable(),
  added_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type WatchListEntry = z.output<typeof watchListEntrySchema>;
