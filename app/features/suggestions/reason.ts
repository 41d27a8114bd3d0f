import { z } from "zod";

const id = z.int().positive();

/**
 * Why a title is suggested, as stored: by ids, so that the page says only what is still true.
 * `like`: similar to a title that the user likes. `sequel`: its prequel is completed. `taste`: a
 * favourite genre, studio or person. `others`: users with like taste liked it.
 */
export const reasonSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("like"), malId: id }),
  z.object({ kind: z.literal("sequel"), malId: id }),
  z.object({ kind: z.literal("taste"), term: z.string() }),
  z.object({ kind: z.literal("others") }),
]);
export type Reason = z.output<typeof reasonSchema>;

/** Ignores what another version stored. */
export function parseReasons(stored: unknown): Reason[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((value) => {
    const reason = reasonSchema.safeParse(value);
    return reason.success ? [reason.data] : [];
  });
}
