import { z } from "zod";
import { nameCountSchema } from "~/features/catalog/anime";

const counts = z.array(nameCountSchema);

/** How many titles of a listing have each value. Names are as the anime carry them; the filters take them back. */
export const facetsSchema = z.object({
  genres: counts,
  types: counts,
  statuses: counts,
  seasons: counts,
  /** Newest first. */
  years: z.array(z.object({ year: z.int(), count: z.int() })),
  ratings: counts,
});
export type Facets = z.infer<typeof facetsSchema>;
