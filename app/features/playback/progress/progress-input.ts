import { z } from "zod";

/** A day: longer than any episode, and what a wrong clock would claim. Seconds. */
const LONGEST_SECONDS = 86_400;
/** What is kept on a device while it is offline or signed out is at most this old when it arrives. Seconds. */
const OLDEST_SECONDS = 10 * 365 * 86_400;
/** Episodes in one request: a visitor's whole history goes in a few. */
export const MOST_ENTRIES = 500;

const id = z
  .union(
    [
      z.int(),
      z
        .string()
        .trim()
        .regex(/^\d{1,10}$/, "An anime is named by its number."),
    ],
    "An anime is named by its number.",
  )
  .transform(Number)
  .refine((value) => value >= 1 && value <= 2_147_483_647, "An anime is named by its number.");
const episode = z.int("An episode is named by its number.").min(0).max(100_000);
const seconds = (name: string) =>
  z
    .number(`${name} is a number of seconds.`)
    .min(0, `${name} cannot be negative.`)
    .max(LONGEST_SECONDS, `${name} is at most a day.`);

/** One episode's news: where playing stands, or that it is (not) watched, or both. */
export const progressEntrySchema = z
  .object({
    animeId: id,
    episode,
    /** Seconds from the start. */
    position: seconds("position").optional(),
    /** The episode's length in seconds. */
    duration: seconds("duration").nullish(),
    /** Marks it as watched or not watched, whatever the position. */
    watched: z.boolean("watched is true or false.").optional(),
    /** How long ago this was true, in seconds. An age instead of a time, because devices' clocks differ. */
    age: z.number("age is a number of seconds.").min(0).max(OLDEST_SECONDS).default(0),
  })
  .refine((entry) => entry.position !== undefined || entry.watched !== undefined, {
    path: ["position"],
    message: "Say the position, or whether the episode is watched.",
  });
export type ProgressEntry = z.output<typeof progressEntrySchema>;

const single = progressEntrySchema.transform((entry) => [entry]);
const several = z
  .object({
    entries: z
      .array(progressEntrySchema, "entries is a list.")
      .min(1, "Send at least one entry.")
      .max(MOST_ENTRIES, `Send at most ${MOST_ENTRIES} entries at once.`),
  })
  .transform(({ entries }) => entries);

/** The schema of a save's body: one entry, or several as `entries`. Which of them is decided first, since a union cannot name the field that is wrong. */
export function progressInputSchema(body: unknown) {
  return typeof body === "object" && body !== null && "entries" in body ? several : single;
}

/** The anime that a request is about. */
export const animeIdSchema = z.object({ animeId: id });
