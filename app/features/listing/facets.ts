import { z } from "zod";
import { nameCountSchema } from "~/features/catalog/anime";

const counts = z.array(nameCountSchema);

export const facetsSchema = z.object({
  genres: counts,
  types: counts,
  statuses: counts,
  seasons: counts,
  years: z.array(z.object({ year: z.int(), count: z.int() })),
  ratings: counts,
});
export type Facets = z.infer<typeof facetsSchema>;
