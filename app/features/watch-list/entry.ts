import { z } from "zod";

/** A watch list entry (specification 2.3) with what a list shows of its title. `rating` is the catalog's score. */
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
  /** What a list from elsewhere said beyond the four types: `On-Hold`, `Dropped` or `Rewatching`. */
  imported_state: z.string().nullable(),
  watched_episodes: z.int().nullable(),
  own_score: z.int().nullable(),
  added_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type WatchListEntry = z.output<typeof watchListEntrySchema>;
