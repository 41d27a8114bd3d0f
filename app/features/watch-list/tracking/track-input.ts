import { z } from "zod";
import { parseBoolean } from "~/features/catalog/parse-vocabulary";
import { animeIdSchema } from "~/features/watch-list/entry-input";
import { ENTRY_STATES, parseEntryState, type EntryState } from "~/features/watch-list/entry-states";
import { zodMessage } from "~/i18n/error-message";
import { MAX_NOTES_LENGTH, MAX_REWATCHES, MAX_TAG_LENGTH, MAX_TAGS } from "./entry-limits";
import { parsePartialDate } from "./partial-date";
import { MAX_EPISODES } from "./tracking-rules";

export const MAX_BULK_TITLES = 500;
const MAX_PRIORITY = 2;
const MAX_SCORE = 100;

function whole(field: string, min: number, max: number) {
  const message = zodMessage({ key: "field.integerBetween", values: { field, min, max } });
  return z
    .union(
      [
        z.int(message),
        z
          .string()
          .trim()
          .regex(/^\d{1,9}$/, message)
          .transform(Number),
      ],
      message,
    )
    .refine((number) => number >= min && number <= max, message);
}

/** PostgreSQL cannot store NUL, nor UTF-8 a lone surrogate. */
function text(field: string, max: number) {
  return z
    .string(zodMessage({ key: "field.type", values: { field, type: "string" } }))
    .trim()
    .refine(
      (value) => !/[\0\p{Cs}]/u.test(value),
      zodMessage({ key: "field.invalid", values: { field } }),
    )
    .refine(
      (value) => [...value].length <= max,
      zodMessage({ key: "field.maxLength", values: { field, max } }),
    );
}

const invalidState = zodMessage({
  key: "field.choice",
  values: { field: "state", choices: ENTRY_STATES.join(", ") },
});
const state = z.string(invalidState).transform((value, context): EntryState => {
  const found = parseEntryState(value);
  if (found !== null) return found;
  context.addIssue({ code: "custom", message: invalidState });
  return z.NEVER;
});

function partialDate(field: string) {
  const message = zodMessage({ key: "list.partialDate", values: { field } });
  return z.string(message).transform((value, context): string => {
    const date = parsePartialDate(value);
    if (date !== null) return date;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

const tags = z.preprocess(
  (value) => (typeof value === "string" ? value.split(",") : value),
  z
    .array(
      text("tags", MAX_TAG_LENGTH),
      zodMessage({ key: "field.type", values: { field: "tags", type: "array" } }),
    )
    .transform((list) => [...new Set(list.filter((tag) => tag !== ""))])
    .refine(
      (list) => list.length <= MAX_TAGS,
      zodMessage({ key: "field.maxItems", values: { field: "tags", max: MAX_TAGS } }),
    ),
);

const flag = (field: string) => {
  const message = zodMessage({ key: "field.boolean", values: { field } });
  return z.preprocess(
    (value) => (typeof value === "string" ? (parseBoolean(value) ?? value) : value),
    z.boolean(message),
  );
};

const fields = {
  state: state.nullable(),
  episodesSeen: whole("episodesSeen", 0, MAX_EPISODES)
    .nullable()
    .transform((count) => count ?? 0),
  score: whole("score", 0, MAX_SCORE).nullable(),
  startedOn: partialDate("startedOn").nullable(),
  finishedOn: partialDate("finishedOn").nullable(),
  notes: text("notes", MAX_NOTES_LENGTH)
    .nullable()
    .transform((notes) => (notes === "" ? null : notes)),
  tags: tags.nullable().transform((list) => list ?? []),
  priority: whole("priority", 0, MAX_PRIORITY)
    .nullable()
    .transform((priority) => priority ?? 0),
  private: flag("private")
    .nullable()
    .transform((isPrivate) => isPrivate ?? false),
};
export const ENTRY_FIELDS = Object.keys(fields) as (keyof typeof fields)[];

const needsField = zodMessage({
  key: "field.atLeastOne",
  values: { fields: ENTRY_FIELDS.join(", ") },
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

/** `episodes` as a step or a number, or one `episode` with `seen`. */
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

/** One to 500: an array, a comma list, or a repeated field of a form. */
export const bulkIdsSchema = z.preprocess(
  (value) => (typeof value === "string" ? value.split(",") : value),
  z
    .array(
      animeIdSchema,
      zodMessage({ key: "field.type", values: { field: "animeIds", type: "array" } }),
    )
    .min(1, zodMessage({ key: "field.minItems", values: { field: "animeIds", min: 1 } }))
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
