import { z } from "zod";

/** As long as the listing's own query may be. */
const LONGEST_QUERY = 256;
const DAY_MS = 86_400_000;

const query = z
  .string("Enter what you searched for.")
  .trim()
  .min(1, "Enter what you searched for.")
  .refine(
    (text) => [...text].length <= LONGEST_QUERY,
    `A search may have at most ${LONGEST_QUERY} characters.`,
  )
  .refine((text) => !text.includes("\0"), "The search has a character that cannot be stored.");

/** The moment of an ISO 8601 date or timestamp; one without a zone is UTC. Clocks of clients may be a day ahead, not more. */
const moment = z
  .union(
    [z.iso.datetime({ offset: true, local: true }), z.iso.date()],
    "The timestamp is ISO 8601, such as 2026-01-31T12:00:00Z.",
  )
  .transform(
    (text) => new Date(/^\d{4}-\d\d-\d\d$|Z$|[+-]\d\d:?\d\d$/i.test(text) ? text : `${text}Z`),
  )
  .refine(
    (date) => date.getTime() >= 0 && date.getTime() <= Date.now() + DAY_MS,
    "The timestamp lies before 1970 or in the future.",
  );

/** The request of specification 4.6. */
export const searchInputSchema = z.object({ query, timestamp: moment.nullish() });
export type SearchInput = z.output<typeof searchInputSchema>;

/** One search (specification 2.4). */
export const searchEntrySchema = z.object({
  id: z.string(),
  user_id: z.string(),
  query: z.string(),
  timestamp: z.iso.datetime(),
});
export type SearchEntry = z.output<typeof searchEntrySchema>;
