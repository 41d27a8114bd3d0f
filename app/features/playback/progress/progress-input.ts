import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";

/** A day, longer than any episode. */
const MAX_SECONDS = 86_400;
/** Ten years: entries may wait on a device that is offline or signed out. */
const MAX_AGE_SECONDS = 10 * 365 * 86_400;
const MAX_ENTRIES = 500;

const id = z
  .union(
    [
      z.int(),
      z
        .string()
        .trim()
        .regex(/^\d{1,10}$/, zodMessage("anime.invalidId")),
    ],
    zodMessage("anime.invalidId"),
  )
  .transform(Number)
  .refine((value) => value >= 1 && value <= 2_147_483_647, zodMessage("anime.invalidId"));
const episode = z.int(zodMessage("episode.invalidNumber")).min(0).max(100_000);
const seconds = (name: string) =>
  z
    .number(zodMessage({ key: "progress.seconds", values: { field: name } }))
    .min(0, zodMessage({ key: "progress.negative", values: { field: name } }))
    .max(MAX_SECONDS, zodMessage({ key: "progress.tooLong", values: { field: name } }));

export const progressEntrySchema = z
  .object({
    animeId: id,
    episode,
    position: seconds("position").optional(),
    duration: seconds("duration").nullish(),
    /** Takes precedence over the position. */
    watched: z
      .boolean(zodMessage({ key: "field.boolean", values: { field: "watched" } }))
      .optional(),
    /** Seconds since the event. Not a time, because clocks differ between devices. */
    age: z.number(zodMessage("progress.age")).min(0).max(MAX_AGE_SECONDS).default(0),
  })
  .refine((entry) => entry.position !== undefined || entry.watched !== undefined, {
    path: ["position"],
    message: zodMessage("progress.needsPosition"),
  });
export type ProgressEntry = z.output<typeof progressEntrySchema>;

const single = progressEntrySchema.transform((entry) => [entry]);
const multiple = z
  .object({
    entries: z
      .array(progressEntrySchema, zodMessage("progress.entries"))
      .min(1, zodMessage("progress.noEntries"))
      .max(
        MAX_ENTRIES,
        zodMessage({ key: "progress.tooManyEntries", values: { max: MAX_ENTRIES } }),
      ),
  })
  .transform(({ entries }) => entries);

/**
 * One entry, or several as `entries`. Chosen by the body, since a union's errors do not name the
 * field.
 */
export function progressInputSchema(body: unknown) {
  return typeof body === "object" && body !== null && "entries" in body ? multiple : single;
}

/** The user whose progress it is: another tab may have switched the profile since. */
export const progressUserSchema = z.object({
  userId: z.uuid(zodMessage("progress.userId")).optional(),
});

export const animeIdSchema = z.object({ animeId: id });
