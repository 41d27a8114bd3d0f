import { z } from "zod";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { zodMessage } from "~/i18n/error-message";

/** How many notifications a request marks as read by their ids. */
export const MAX_READ_IDS = 500;

const LARGEST_ID = 9_007_199_254_740_991;
const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text) && Number(text) <= LARGEST_ID;

const invalidIds = zodMessage({ key: "field.invalid", values: { field: "ids" } });
const oneOfBoth = zodMessage("notification.idsOrAll");

/** Takes `ids`, or `all` as true. Ids are strings; whole numbers are accepted, too. */
export const readInputSchema = z
  .object({
    ids: z
      .array(
        z.union([z.string(), z.int().transform(String)], invalidIds).refine(isId, invalidIds),
        zodMessage({ key: "field.type", values: { field: "ids", type: "array" } }),
      )
      .min(1, zodMessage({ key: "field.minItems", values: { field: "ids", min: 1 } }))
      .max(
        MAX_READ_IDS,
        zodMessage({ key: "field.maxItems", values: { field: "ids", max: MAX_READ_IDS } }),
      )
      .transform((ids) => [...new Set(ids)])
      .optional(),
    all: z.boolean(zodMessage({ key: "field.boolean", values: { field: "all" } })).optional(),
  })
  .transform(({ ids, all = false }, context): { ids: string[] } | "all" => {
    if (ids !== undefined && !all) return { ids };
    if (ids === undefined && all) return "all";
    context.addIssue({ code: "custom", path: ["ids"], message: oneOfBoth });
    return z.NEVER;
  });

/** Notifications of one title and kind: from the first to the last event. */
export interface NoticeRange {
  first: string;
  last: string;
}

/** Parses `<first>-<last>`; null for other text. */
export function parseNoticeRange(text: string): NoticeRange | null {
  const [first = "", last = "", ...more] = text.split("-");
  return isId(first) && isId(last) && more.length === 0 ? { first, last } : null;
}

export function formatNoticeRange({ first, last }: NoticeRange): string {
  return `${first}-${last}`;
}

const animeId = z
  .string(zodMessage("anime.invalidId"))
  .transform((text) => parseAnimeId(text) ?? 0)
  .refine((id) => id > 0, zodMessage("anime.invalidId"));
const invalidRange = zodMessage({ key: "field.invalid", values: { field: "range" } });

/** What the forms of the page of notifications do. */
export const noticeFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("read-all") }),
  z.object({
    intent: z.literal("read"),
    range: z.string(invalidRange).transform((text, context) => {
      const range = parseNoticeRange(text);
      if (range !== null) return range;
      context.addIssue({ code: "custom", message: invalidRange });
      return z.NEVER;
    }),
  }),
  z.object({ intent: z.literal("mute"), animeId }),
  z.object({ intent: z.literal("unmute"), animeId }),
]);
export type NoticeForm = z.output<typeof noticeFormSchema>;
