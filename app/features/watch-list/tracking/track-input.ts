import { z } from "zod";
import { animeIdSchema } from "~/features/watch-list/entry-input";
import { zodMessage } from "~/i18n/error-message";
import { inputFieldShape } from "./entry-fields.server";
import { MAX_REWATCHES } from "./entry-limits";
import { flag, whole } from "./input-values";
import { MAX_EPISODES } from "./extra-episodes";

export const MAX_BULK_TITLES = 500;

const episodesSeen = whole("episodesSeen", 0, MAX_EPISODES)
  .nullable()
  .transform((count) => count ?? 0);
// The number of episodes follows the state, as in the editor.
const { state, ...others } = inputFieldShape;
const fields = { state, episodesSeen, ...others };
export const EDITED_FIELDS = Object.keys(fields) as (keyof typeof fields)[];

const needsField = zodMessage({
  key: "field.atLeastOne",
  values: { fields: EDITED_FIELDS.join(", ") },
});
export const entryFieldsSchema = z.object(fields).partial();
const isAnySet = (input: object) => Object.values(input).some((value) => value !== undefined);
const rewatchSchema = z.object({
  startedOn: fields.startedOn.default(null),
  finishedOn: fields.finishedOn.default(null),
  score: fields.score.default(null),
});

/** All rewatches of an entry, oldest first. */
export function rewatchList<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, zodMessage({ key: "field.type", values: { field: "rewatches", type: "array" } }))
    .max(
      MAX_REWATCHES,
      zodMessage({ key: "field.maxItems", values: { field: "rewatches", max: MAX_REWATCHES } }),
    );
}

const setFieldsSchema = entryFieldsSchema.refine(isAnySet, needsField);

export const patchEntrySchema = entryFieldsSchema
  .extend({
    animeId: animeIdSchema,
    rewatches: rewatchList(rewatchSchema)
      .nullable()
      .transform((list) => list ?? [])
      .optional(),
  })
  .refine(({ animeId: _, ...input }) => isAnySet(input), needsField);

const invalidEpisodes = zodMessage("list.episodes");
const seenNumber = z.union(
  [
    z.literal("+1").transform(() => ({ kind: "step", by: 1 }) as const),
    z.literal("-1").transform(() => ({ kind: "step", by: -1 }) as const),
    whole("episodes", 0, MAX_EPISODES).transform((count) => ({ kind: "count", count }) as const),
  ],
  invalidEpisodes,
);

/** Takes `episodes` as a step or a number, or one `episode` with `seen`. */
export const seenInputSchema = z
  .object({
    animeId: animeIdSchema,
    // A form may send the plus sign unescaped, which decodes to a space.
    episodes: z.preprocess((value) => (value === " 1" ? "+1" : value), seenNumber).optional(),
    episode: whole("episode", 0, MAX_EPISODES).optional(),
    seen: flag("seen").optional(),
  })
  .transform(({ animeId, episodes, episode, seen }, context) => {
    if (episodes !== undefined && episode === undefined) return { animeId, change: episodes };
    if (episodes === undefined && episode !== undefined && seen !== undefined)
      return { animeId, change: { kind: "mark", episode, seen } as const };
    const path = episode === undefined || episodes !== undefined ? "episodes" : "seen";
    context.addIssue({ code: "custom", path: [path], message: zodMessage("list.seenOrEpisodes") });
    return z.NEVER;
  });

export const NO_TITLES = {
  key: "field.minItems",
  values: { field: "animeIds", min: 1 },
} as const;

/** One to 500: an array, a comma list, or a repeated field of a form. */
export const bulkIdsSchema = z.preprocess(
  (value) => (typeof value === "string" ? value.split(",") : value),
  z
    .array(
      animeIdSchema,
      zodMessage({ key: "field.type", values: { field: "animeIds", type: "array" } }),
    )
    .min(1, zodMessage(NO_TITLES))
    .max(
      MAX_BULK_TITLES,
      zodMessage({ key: "field.maxItems", values: { field: "animeIds", max: MAX_BULK_TITLES } }),
    )
    .transform((list) => [...new Set(list)]),
);

export const bulkInputSchema = z
  .object({
    animeIds: bulkIdsSchema,
    set: setFieldsSchema.optional(),
    remove: flag("remove").optional(),
  })
  .transform(({ animeIds, set, remove }, context) => {
    if (remove === true && set === undefined) return { animeIds, set: null };
    if (remove !== true && set !== undefined) return { animeIds, set };
    context.addIssue({ code: "custom", path: ["set"], message: zodMessage("list.setOrRemove") });
    return z.NEVER;
  });

export const MAX_EVENTS_PER_PAGE = 100;
const DEFAULT_EVENTS_PER_PAGE = 50;
const MAX_PAGE = 1_000_000;

export const eventsQuerySchema = z.object({
  animeId: animeIdSchema.optional(),
  page: whole("page", 1, MAX_PAGE).default(1),
  limit: whole("limit", 1, MAX_EVENTS_PER_PAGE).default(DEFAULT_EVENTS_PER_PAGE),
});

export const undoInputSchema = z.object({
  eventId: z
    .string(zodMessage({ key: "field.required", values: { field: "eventId" } }))
    .trim()
    .min(1, zodMessage({ key: "field.required", values: { field: "eventId" } })),
});
