import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";

const MAX_QUERY_LENGTH = 256;
const DAY_MS = 86_400_000;

const query = z
  .string(zodMessage("history.required"))
  .trim()
  .min(1, zodMessage("history.required"))
  .refine(
    (text) => [...text].length <= MAX_QUERY_LENGTH,
    zodMessage({ key: "history.tooLong", values: { max: MAX_QUERY_LENGTH } }),
  )
  .refine((text) => !text.includes("\0"), zodMessage("history.invalid"));

/** UTC without a zone. Clients' clocks may be up to a day ahead. */
const moment = z
  .union(
    [z.iso.datetime({ offset: true, local: true }), z.iso.date()],
    zodMessage("history.timestamp"),
  )
  .transform(
    (text) => new Date(/^\d{4}-\d\d-\d\d$|Z$|[+-]\d\d:?\d\d$/i.test(text) ? text : `${text}Z`),
  )
  .refine(
    (date) => date.getTime() >= 0 && date.getTime() <= Date.now() + DAY_MS,
    zodMessage("history.timestampRange"),
  );

export const searchInputSchema = z.object({ query, timestamp: moment.nullish() });
export type SearchInput = z.output<typeof searchInputSchema>;

export const searchEntrySchema = z.object({
  id: z.string(),
  user_id: z.string(),
  query: z.string(),
  timestamp: z.iso.datetime(),
});
export type SearchEntry = z.output<typeof searchEntrySchema>;
